from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from footfall.body import load_body
from footfall.body.grow import grow
from footfall.body.grown import body_text
from footfall.body.proportions import HEAD, SPANS, default_proportions, random_proportions
from footfall.body.strength import Strength, carried_inertia, root_strength, strength
from footfall.errors import FootfallError


def test_the_default_body_weighs_what_the_published_one_does(tmp_path: Path) -> None:
    path = tmp_path / "b.toml"
    path.write_text(body_text(default_proportions(), "default"))
    body = load_body(path)
    assert body.mass == pytest.approx(50.4, abs=1.0)
    assert len(body.axes) == 31


@pytest.mark.parametrize("reach", [0.5, 1.0])
@pytest.mark.parametrize("seed", range(6))
def test_random_bodies_are_legal_and_inside_their_ranges(seed: int, reach: float, tmp_path: Path) -> None:
    drawn = random_proportions(seed, reach)
    for name, span in SPANS.items():
        for value in drawn.values[name]:
            assert abs(value - span.default) <= reach * max(span.high - span.default, span.default - span.low)
            assert span.low - 1e-9 <= value <= span.high + 1e-9
    path = tmp_path / "b.toml"
    path.write_text(body_text(drawn, "random"))
    assert load_body(path).mass > 5


def test_every_second_body_has_two_different_sides() -> None:
    assert random_proportions(3, 1.0).values["knee"][0] != random_proportions(3, 1.0).values["knee"][1]
    assert random_proportions(2, 1.0).values["knee"][0] == random_proportions(2, 1.0).values["knee"][1]
    assert random_proportions(7, 0.5) == random_proportions(7, 0.5)


def test_numbers_beyond_their_range_are_refused() -> None:
    with pytest.raises(FootfallError, match="leg_length"):
        default_proportions(leg_length=40.0)
    with pytest.raises(FootfallError, match="leg_lenght"):
        default_proportions(leg_lenght=4.0)
    with pytest.raises(FootfallError, match="one number"):
        default_proportions(leg_length=(4.0, 3.0))


def test_masses_and_gains_follow_size() -> None:
    small = default_proportions()
    limbs = grow(small)
    thigh = next(limb for limb in limbs if limb.name == "lThigh")
    radius, length = 0.2 * HEAD, thigh.size[2]
    assert thigh.mass == pytest.approx(900 * np.pi * radius**2 * length)
    assert carried_inertia(limbs, "lThigh") > carried_inertia(limbs, "lShank")
    kp, kd = root_strength(limbs, 0.92)
    assert kp / kd == pytest.approx(10, rel=0.01)


def test_a_high_ankle_stands_on_a_shaft() -> None:
    low, high = (
        next(limb for limb in grow(default_proportions(ankle_height=ankle)) if limb.name == "lFoot")
        for ankle in (0.05, 0.3)
    )
    assert low.shaft[1] == pytest.approx(0.0, abs=1e-9)
    assert high.size[2] == pytest.approx(0.2 * HEAD)
    assert high.shaft[1] + high.size[2] == pytest.approx(0.3 * 4 * HEAD)
    assert low.mass < high.mass < 3 * low.mass


def test_what_is_top_heavy_is_held_more_stiffly() -> None:
    plain, heavy = (
        grow(default_proportions(leg_length=2.0, trunk_length=trunk, torso_diameter=width))
        for trunk, width in ((1.8, 1.0), (3.5, 2.6))
    )
    share = [
        root_strength(limbs, 2.0 * HEAD)[0] / sum(limb.mass for limb in limbs) for limbs in (plain, heavy)
    ]
    assert share[1] > 1.2 * share[0]


def test_a_high_foot_is_stiff_sideways_too() -> None:
    def foot(height: float) -> Strength:
        limbs = grow(default_proportions(ankle_height=height))
        return strength(limbs, next(limb for limb in limbs if limb.role == "foot"), 4.0 * HEAD)

    low, high = foot(0.05), foot(0.3)
    assert low.roll == 0.5 and high.roll == 1.0
    assert high.kp > 3 * low.kp
