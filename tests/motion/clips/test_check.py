from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from footfall.body import load_body
from footfall.motion.clips.check import Finding, check_reference
from footfall.motion.clips.figure import Figure
from footfall.motion.clips.library import read_clip
from footfall.motion.clips.reference import Reference
from footfall.motion.clips.retarget import retarget
from footfall.motion.clips.settings import Settings
from footfall.motion.clips.views import view_clip, view_reference
from footfall.motion.samples import MotionSamples


@pytest.fixture(scope="module")
def figure() -> Figure:
    return Figure(load_body("human"))


@pytest.fixture(scope="module")
def stand(figure: Figure) -> Reference:
    return retarget(read_clip("stand"), figure.body, Settings(rate=30.0))


def found(ref: Reference, figure: Figure, name: str) -> Finding:
    return next(f for f in check_reference(ref, figure).findings if f.name == name)


def test_a_good_reference_has_nothing_to_mend(stand: Reference, figure: Figure) -> None:
    report = check_reference(stand, figure)
    assert report.ok
    assert all(finding.help == "" for finding in report.findings)
    assert {"ok", "findings", "joints"} == set(report.as_json())


def test_a_weight_outside_the_soles(stand: Reference, figure: Figure) -> None:
    bad = found(replace(stand, com=stand.com + [0.12, 0, 0]), figure, "COM margin")
    assert not bad.ok and bad.value < 0 and bad.help


def test_legs_too_short(stand: Reference, figure: Figure) -> None:
    assert not found(replace(stand, reach=stand.reach + 0.1), figure, "reach").ok


def test_feet_that_slide(stand: Reference, figure: Figure) -> None:
    ankles = np.array(stand.ankles)
    ankles[50:, 0, 0] += 0.05
    assert found(replace(stand, ankles=ankles), figure, "stance slip").value == pytest.approx(0.05, abs=0.01)


def test_joints_that_jump(stand: Reference, figure: Figure) -> None:
    rates = np.array(stand.rates)
    rates[60, stand.column("lElbow.pitch")] = -40.0
    bad = found(replace(stand, rates=rates), figure, "joint speeds")
    assert not bad.ok and "lElbow.pitch at 2.00 s" in bad.text


def test_soles_in_the_ground(stand: Reference, figure: Figure) -> None:
    assert not found(replace(stand, soles=stand.soles - 0.03), figure, "sole depth").ok


def test_a_start_on_one_foot(stand: Reference, figure: Figure) -> None:
    stance = np.array(stand.stance)
    stance[:30, 1] = False
    bad = found(replace(stand, stance=stance), figure, "start")
    assert not bad.ok and "cut before 1.00 s" in bad.help


def test_motion_that_was_lost(stand: Reference, figure: Figure) -> None:
    plain = np.array(stand.plain)
    plain[:, stand.column("lKnee.pitch")] = np.sin(np.linspace(0, 9, len(plain)))
    report = check_reference(replace(stand, plain=plain), figure)
    assert [kept.axis for kept in report.kept if not kept.ok] == ["lKnee.pitch"]


def test_a_joint_at_its_limit(stand: Reference, figure: Figure) -> None:
    angles = np.array(stand.angles)
    angles[:20, stand.column("lHip.roll")] = -0.22
    bad = found(replace(stand, angles=angles), figure, "limits")
    assert not bad.ok and "lHip.roll 11%" in bad.text


def test_clips_and_references_can_be_shown(stand: Reference, figure: Figure) -> None:
    samples = MotionSamples.of(view_reference(stand, figure))
    assert samples.instant(1.0).phase == "both feet"
    sticks = MotionSamples.of(view_clip(read_clip("stand")))
    assert sticks.last == pytest.approx(6.0)
    assert sticks.pose(0.5).shape == (sticks.model.nq,)
