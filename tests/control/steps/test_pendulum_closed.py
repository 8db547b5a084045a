"""The pendulum against the exact solution, and the frame of a step on either foot."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from footfall.control.columns import LEG_BACK, LEG_FRONT, SCALE_LEG
from footfall.control.steps.pendulum import (
    capture,
    into_frame,
    landing,
    out_of_frame,
    sole_middle,
    step_frame,
    step_offset,
    swung,
    width_offset,
)

Plain = Callable[..., Any]


def test_a_pendulum_swings_as_its_equation_says(plain: Plain) -> None:
    """x'' = omega^2 x, by small steps."""
    omega, x, v, dt = 3.2, 0.05, -0.4, 1e-5
    d, speed = plain(swung)(omega, x, v, 0.3)
    for _ in range(30000):
        v += 0.5 * dt * omega**2 * x
        x += dt * v
        v += 0.5 * dt * omega**2 * x
    assert (d, speed) == (pytest.approx(x, abs=1e-6), pytest.approx(v, abs=1e-6))


def test_offsets_of_a_gait_that_repeats_itself(plain: Plain) -> None:
    """Symmetric steps of a pendulum: from -L/2 to L/2 at the same speed; the capture point at a new foot."""
    omega, seconds, length, width = 3.2, 0.5, 0.6, 0.2
    v = omega * 0.5 * length / math.tanh(0.5 * omega * seconds)
    ahead = -0.5 * length + v / omega  # of the new foot, when it lands
    assert plain(step_offset)(omega, seconds) * length / seconds == pytest.approx(ahead)
    out = omega * 0.5 * width * math.tanh(0.5 * omega * seconds)  # sideways it turns round in between
    assert plain(width_offset)(omega, seconds) * width == pytest.approx(0.5 * width - out / omega)


@pytest.mark.parametrize("v", [1.2, -1.2])
def test_capture_is_the_published_formula(plain: Plain, v: float) -> None:
    expected = v * math.sqrt(0.93 / 9.8 + v * v / (4 * 9.8**2))
    assert plain(capture)(v, 0.93, 9.8) == pytest.approx(expected)


def middle(s: Any, side: str) -> np.ndarray:
    leg = "lr".index(side)
    half = 0.5 * (s.c.legs[leg, LEG_FRONT] - s.c.legs[leg, LEG_BACK])
    way = s.sim.data.xmat[s.body(f"{side}Foot")].reshape(3, 3)[:2, 0]
    if s.sim.bodies[0].planar:
        return np.array(s.anchor(f"{side}Ankle.pitch")[:2] + [half, 0.0])
    return np.array(s.anchor(f"{side}Ankle.pitch")[:2] + half * way / np.linalg.norm(way))


@pytest.mark.parametrize("body", ["human", "planar7"])
@pytest.mark.parametrize(("leg", "side"), [(0, 1.0), (1, -1.0)])
def test_the_frame_stands_on_the_other_foot(
    plain: Plain, scene: Plain, leg: int, side: float, body: str
) -> None:
    s = scene(body)
    s.c.xanchor[:, 1] += 0.3  # a planar body's y is told apart from nothing
    stance = "rl"[leg]
    origin = middle(s, stance) + [0.0, 0.3]
    np.testing.assert_allclose(plain(sole_middle)(s.c, 1 - leg), origin, atol=1e-12)
    frame = plain(step_frame)(s.c, leg)
    np.testing.assert_allclose(frame, [*origin, math.cos(s.yaw), math.sin(s.yaw), side], atol=1e-12)
    point = origin + s.world(0.4, side * 0.2)[:2]
    assert plain(into_frame)(frame, *point) == pytest.approx((0.4, 0.2))
    assert plain(out_of_frame)(frame, 0.4, 0.2) == pytest.approx(tuple(point))


@pytest.mark.parametrize("leg", [0, 1])
@pytest.mark.parametrize("low", [False, True])
def test_where_a_foot_should_land(plain: Plain, scene: Plain, leg: int, low: bool) -> None:
    s = scene()
    side = 1.0 if leg == 0 else -1.0
    frame = plain(step_frame)(s.c, leg)
    s.c.ground = np.array([[0.0, 0.1]])
    height = s.com[2] - 0.1
    if low:
        s.c.com[2] = 0.2
        height = 0.3 * s.c.scale[SCALE_LEG]
    omega = math.sqrt(9.81 / height)
    d = s.ahead(np.append(s.com[:2] - frame[:2], 0.0)) * [1.0, side, 1.0]
    v = s.ahead(s.velocity) * [1.0, side, 1.0]
    cosh, sinh = math.cosh(omega * 0.2), math.sinh(omega * 0.2)
    then, speed = d * cosh + v / omega * sinh, d * omega * sinh + v * cosh
    reach = [u * math.sqrt(height / 9.81 + u * u / (4 * 9.81**2)) for u in speed[:2]]
    back = 0.5 / (math.exp(0.5 * omega) - 1.0)
    ahead = 1.1 * reach[0] - 0.7 * back
    out = 0.9 * reach[1] - 0.3 * back + 0.15 / (math.exp(0.5 * omega) + 1.0)
    got = plain(landing)(s.c, frame, 0.7, 0.3, 0.15, 0.5, 0.2, 1.1, 0.9, 0.3 * s.c.scale[SCALE_LEG], 0.0)
    assert got == pytest.approx((then[0], then[1], ahead, out))
    if not low:  # a pivot makes the pendulum longer: as if the centre of mass were so much higher
        s.c.com[2] -= 0.1
        most = 0.3 * s.c.scale[SCALE_LEG]
        assert plain(landing)(s.c, frame, 0.7, 0.3, 0.15, 0.5, 0.2, 1.1, 0.9, most, 0.1) == pytest.approx(got)
