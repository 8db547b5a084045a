"""The pendulum that decides where feet land keeps the speed and the width that it is asked for."""

from __future__ import annotations

import math

import pytest

from footfall.control.steps.pendulum import (
    capture,
    into_frame,
    out_of_frame,
    step_offset,
    swung,
    width_offset,
)

pytestmark = pytest.mark.sim

HEIGHT, GRAVITY, SECONDS = 0.95, 9.81, 0.45
OMEGA = math.sqrt(GRAVITY / HEIGHT)


def test_a_foot_at_the_capture_point_stops_the_pendulum() -> None:
    v = 0.8
    d, v = -v / OMEGA, v
    for _ in range(20):
        d, v = swung(OMEGA, d, v, 0.25)
    assert abs(v) < 1e-6


def test_capture_is_the_published_formula() -> None:
    assert capture(1.2, 0.93, 9.8) == pytest.approx(1.2 * math.sqrt(0.93 / 9.8 + 1.44 / (4 * 9.8**2)))
    assert capture(-1.2, 0.93, 9.8) == -capture(1.2, 0.93, 9.8)


@pytest.mark.parametrize("speed", [-0.6, 0.0, 1.4])
def test_steps_short_of_the_capture_point_keep_a_speed(speed: float) -> None:
    d, v, way = 0.0, 0.3, 0.0
    for _ in range(30):
        before = d
        d, v = swung(OMEGA, d, v, SECONDS)
        way = d - before
        d = -(v / OMEGA - step_offset(OMEGA, SECONDS) * speed)
    assert way / SECONDS == pytest.approx(speed, abs=1e-6)


def test_sideways_the_feet_stay_a_width_apart() -> None:
    width = 0.14
    d, v = 0.0, 0.0
    landed = 0.0
    for _ in range(30):
        d, v = swung(OMEGA, d, v, SECONDS)  # towards the swing side
        out = v / OMEGA + width_offset(OMEGA, SECONDS) * width
        landed = d + out
        d, v = out, -v  # seen from the new stance foot, whose swing side is the other one
    assert landed == pytest.approx(width, abs=1e-6)


def test_frames_there_and_back() -> None:
    frame = (1.0, -2.0, math.cos(0.4), math.sin(0.4), -1.0)
    x, y = into_frame(frame, 0.3, 0.7)
    assert out_of_frame(frame, x, y) == pytest.approx((0.3, 0.7))
