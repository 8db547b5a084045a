"""Figures of a made-up walk are those it was made with; what is like people scores well, the rest less."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from footfall.natural import measure, people
from footfall.natural.curves import likeness, roughness
from footfall.natural.motion import Motion
from footfall.natural.score import PARTS, parts_of, score_of


def test_figures_are_what_the_walk_was_made_with(walker: Callable[..., Motion]) -> None:
    gait = measure(walker(cadence=110.0, speed=1.2, both=0.24))
    assert gait is not None and gait.is_walk
    f = gait.figures
    assert f["cadence"] == pytest.approx(110.0, rel=0.01)
    assert f["speed"] == pytest.approx(1.2, rel=0.01)
    assert f["step_length"] == pytest.approx(60 * 1.2 / 110.0, rel=0.02)
    assert f["walk_ratio"] == pytest.approx(f["step_length"] / f["cadence"])
    assert f["double_support"] == pytest.approx(0.24, abs=0.02)
    assert f["com_rise"] == pytest.approx(0.04, abs=0.003)
    assert f["com_sway"] == pytest.approx(0.04, abs=0.003)
    assert f["clearance"] == pytest.approx(0.03)
    assert f["arm_against"] > 0.95


def test_cost_of_transport_is_work_by_magnitude_over_weight_and_way(walker: Callable[..., Motion]) -> None:
    motion = walker(speed=1.0)
    gait = measure(motion)
    assert gait is not None
    power = sum(np.abs(motion.torques[a] * motion.rates[a]).mean() for a in motion.torques)
    assert gait.figures["cost_of_transport"] == pytest.approx(power / (motion.weight * 1.0), rel=0.03)
    assert gait.figures["hip_torque"] == 10.0


def test_flexion_is_positive_and_both_sides_agree(walker: Callable[..., Motion]) -> None:
    gait = measure(walker())
    assert gait is not None
    assert gait.curves["hip"][0] == pytest.approx(np.degrees(0.5), abs=2.0)  # the leg is ahead at its strike
    assert max(np.ptp([each["hip"][k] for each in gait.each]) for k in (0, 50)) < 4.0


def test_a_run_and_steps_in_place_have_no_score(walker: Callable[..., Motion]) -> None:
    for motion in (walker(both=-0.3), walker(speed=0.0)):
        gait = measure(motion)
        assert gait is not None and gait.score is None and not gait.parts


def test_standing_has_no_gait(walker: Callable[..., Motion]) -> None:
    motion = walker()
    assert measure(replace(motion, loads=np.full_like(motion.loads, 350.0))) is None


def test_the_middle_of_the_bands_is_best() -> None:
    middle = {name: band.middle for name, band in people.bands().items()}
    walk = dict(people.figures()["walks"][1])
    parts = {part.name: part.value for part in parts_of(walk, middle)}
    assert parts["hip"] == parts["knee"] == parts["ankle"] == 1.0
    worse = {**middle, "knee": middle["knee"][::-1]}
    assert {p.name: p.value for p in parts_of(walk, worse)}["knee"] < 0.6
    assert "cost" not in parts  # a captured walk has no torques


def test_cadence_is_judged_at_the_walks_own_speed() -> None:
    assert people.cadence(0.9) == pytest.approx(np.sqrt(60 * 0.9 / 0.0064))
    values = []
    for share in (1.0, 1.3, 2.0):
        figures = {"speed": 0.9, "cadence": share * people.cadence(0.9)}
        values.append(PARTS["cadence"].judge(figures, {})[0])
    assert values[0] == 1.0 > values[1] > values[2]


def test_weights_come_to_a_hundred_and_the_score_is_their_mean() -> None:
    assert sum(rule.weight for rule in PARTS.values()) == 100
    middle = {name: band.middle for name, band in people.bands().items()}
    parts = parts_of(dict(people.figures()["walks"][0]), middle)
    by_hand = sum(p.weight * p.value for p in parts) / sum(p.weight for p in parts)
    assert score_of(parts) == pytest.approx(100 * by_hand)
    assert 80 < score_of(parts) <= 100


def test_likeness_and_roughness_by_hand() -> None:
    wave = np.sin(np.linspace(0, 2 * np.pi, 101))
    assert likeness(wave + 3.0, wave) == (pytest.approx(1.0), pytest.approx(3.0))
    assert likeness(-wave, wave)[0] == pytest.approx(-1.0)
    assert roughness(wave) == pytest.approx((2 * np.pi) ** 3 / (2 * np.sqrt(2)), rel=0.02)


def test_bands_hold_their_middle() -> None:
    for band in people.bands().values():
        assert len(band.middle) == 101
        assert (band.low < band.middle).all() and (band.middle < band.high).all()
