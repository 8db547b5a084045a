"""Places that a script can name, and how far the body is ahead of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from footfall.control.place import (
    COM,
    FEET,
    HAND_PLACES,
    HIPS,
    JOINT_PLACES,
    OF_COM,
    OF_HIPS,
    PRESSURE,
    SUPPORT,
    ahead,
    place_point,
)

Plain = Callable[..., Any]


def centre(s: Any, part: str) -> np.ndarray:
    return np.array(s.sim.data.xipos[s.body(part)])


def test_parts_joints_centre_of_mass_and_hips(plain: Plain, scene: Plain) -> None:
    s = scene()
    places = {
        s.part("rForearm"): centre(s, "rForearm"),
        JOINT_PLACES + s.joint("lKnee"): s.anchor("lKnee.pitch"),
        FEET: 0.5 * (centre(s, "lFoot") + centre(s, "rFoot")),
        COM: s.com,
        HIPS: 0.5 * (s.anchor("lHip.pitch") + s.anchor("rHip.pitch")),
    }
    for place, expected in places.items():
        assert np.abs(expected).min() > 1e-3
        np.testing.assert_allclose(plain(place_point)(s.c, place), expected, atol=1e-12)


@pytest.mark.parametrize("hand", [0, 1])
def test_a_hand_grips_at_its_place_on_the_link(plain: Plain, scene: Plain, hand: int) -> None:
    s = scene()
    body = int(s.c.hand_body[hand])
    s.c.hand_at[hand] = 0.05, -0.07, -0.1
    expected = s.sim.data.xpos[body] + s.sim.data.xmat[body].reshape(3, 3) @ [0.05, -0.07, -0.1]
    np.testing.assert_allclose(plain(place_point)(s.c, HAND_PLACES + hand), expected, atol=1e-12)


def test_the_support_is_the_mean_of_what_touches(plain: Plain, scene: Plain) -> None:
    s = scene()
    s.c.touching[:] = 0
    feet = 0.5 * (centre(s, "lFoot") + centre(s, "rFoot"))
    np.testing.assert_allclose(plain(place_point)(s.c, SUPPORT), feet, atol=1e-12)  # in the air
    s.c.touching[s.part("lFoot")] = 2
    s.c.touching[s.part("rForearm")] = 1
    expected = 0.5 * (centre(s, "lFoot") + centre(s, "rForearm"))
    np.testing.assert_allclose(plain(place_point)(s.c, SUPPORT), expected, atol=1e-12)


def test_the_centre_of_pressure_is_weighted_by_load(plain: Plain, scene: Plain) -> None:
    s = scene()
    s.c.pressure[:] = 0.0
    feet = 0.5 * (centre(s, "lFoot") + centre(s, "rFoot"))
    np.testing.assert_allclose(plain(place_point)(s.c, PRESSURE), feet, atol=1e-12)
    s.c.pressure[0] = 1.0, 2.0, 3.0, 300.0
    s.c.pressure[3] = -1.0, 1.0, 0.5, 100.0
    np.testing.assert_allclose(plain(place_point)(s.c, PRESSURE), [0.5, 1.75, 2.375])


@pytest.mark.parametrize("yaw", [0.8, -2.0])
def test_how_far_and_how_fast_the_body_is_ahead(plain: Plain, scene: Plain, yaw: float) -> None:
    s = scene("human", yaw)
    hips = 0.5 * (s.anchor("lHip.pitch") + s.anchor("rHip.pitch"))
    of = {
        OF_COM: (s.com, s.velocity),
        OF_HIPS: (hips, s.moves(hips, int(s.c.root_body[0])) @ s.sim.data.qvel),
    }
    for what, (point, velocity) in of.items():
        d, v = s.ahead(point - s.anchor("rAnkle.pitch")), s.ahead(velocity)
        got = plain(ahead)(s.c, what, JOINT_PLACES + s.joint("rAnkle"))
        expected = (d[0], v[0], d[1], v[1])
        assert min(map(abs, expected)) > 1e-3
        np.testing.assert_allclose(got, expected, atol=1e-12)
