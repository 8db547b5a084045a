"""Capture steps: where a pendulum comes to rest, which soles span it, and where a foot must land."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from footfall.control.columns import LEG_BACK, LEG_FRONT, LEG_HALF_WIDTH
from footfall.control.steps import capture
from footfall.control.steps.pendulum import sole_middle
from footfall.engine.sim import Sim
from footfall.script import compile_text

pytestmark = pytest.mark.sim
Plain = Callable[..., Any]
OMEGA = 3.0  # 1/s


@pytest.fixture(scope="module")
def context() -> Any:
    """A human that stands, facing along x."""
    sim = Sim(compile_text("SKILL test()\nBODY human\nSTART rest\nPHASE only\n  POSE waist(0);\n"))
    sim.advance(1)
    return sim.actors[0].context


def middles(plain: Plain, c: Any) -> np.ndarray:
    """(2, 2) of both soles."""
    return np.array([plain(sole_middle)(c, leg) for leg in range(2)])


def test_the_capture_point_is_ahead_of_the_centre_of_mass_by_its_speed(plain: Plain, scene: Any) -> None:
    s = scene()
    x, y, omega = plain(capture.capture_point)(s.c, 0.1, -0.2)
    assert (x - s.com[0]) * omega == pytest.approx(s.velocity[0] - 0.1)
    assert (y - s.com[1]) * omega == pytest.approx(s.velocity[1] + 0.2)
    assert omega**2 * s.com[2] == pytest.approx(9.81, rel=1e-3)


def test_points_between_the_feet_are_inside_and_others_are_not(plain: Plain, context: Any) -> None:
    soles, outside = middles(plain, context), plain(capture.outside_soles)
    middle, half = soles.mean(axis=0), context.legs[0, LEG_HALF_WIDTH]
    assert outside(context, *middle, True, True) < -0.05
    assert outside(context, *middle, True, False) > 0.0
    edge = soles[0] + [0.0, half]
    assert outside(context, *edge, True, True) == pytest.approx(0.0, abs=0.003)
    ahead = middle + [0.5 * (context.legs[0, LEG_FRONT] + context.legs[0, LEG_BACK]) + 0.1, 0.0]
    assert outside(context, *ahead, True, True) == pytest.approx(0.1, abs=0.003)


@pytest.mark.parametrize("leg", [0, 1])
def test_a_foot_lands_where_the_pendulum_will_have_fallen(plain: Plain, context: Any, leg: int) -> None:
    soles = middles(plain, context)
    width = float(np.linalg.norm(soles[0] - soles[1]))
    xi, remaining = soles.mean(axis=0) + [0.15, 0.0], 0.2
    x, _, _ = plain(capture.land_at)(context, leg, tuple(xi), OMEGA, remaining, width, 1.0, 0.0)
    half = 0.5 * (context.legs[leg, LEG_FRONT] + context.legs[leg, LEG_BACK])
    edge = soles[1 - leg][0] + capture.HELD * half  # as far ahead as the standing sole's pressure goes
    assert x == pytest.approx(edge + (xi[0] - edge) * np.exp(OMEGA * remaining), abs=0.005)


def test_sideways_the_foot_on_that_side_steps(plain: Plain, context: Any) -> None:
    soles = middles(plain, context)
    width = float(np.linalg.norm(soles[0] - soles[1]))
    for leg, side in ((0, 1.0), (1, -1.0)):
        xi = soles[leg] + [0.0, side * 0.06]
        chosen = plain(capture.better_leg)(context, tuple(xi), OMEGA, 0.2, width, 1.0, 0.0)
        assert chosen == leg
        _, y, _ = plain(capture.land_at)(context, chosen, tuple(xi), OMEGA, 0.2, width, 1.0, 0.0)
        assert side * (y - soles[leg][1]) > 0.06


def test_a_foot_lands_narrow_when_the_body_falls_over_the_other_one(plain: Plain, context: Any) -> None:
    soles = middles(plain, context)
    width = float(np.linalg.norm(soles[0] - soles[1]))
    land = plain(capture.land_at)
    _, beside, _ = land(context, 0, tuple(soles.mean(axis=0)), OMEGA, 0.2, width, 1.0, 0.0)
    _, narrow, miss = land(context, 0, tuple(soles[1] - [0.0, 0.15]), OMEGA, 0.2, width, 1.0, 0.0)
    assert narrow - soles[1][1] < 0.8 * (beside - soles[1][1])
    assert miss > 0.3


def test_a_foot_lands_farther_out_when_it_is_asked_to(plain: Plain, context: Any) -> None:
    soles = middles(plain, context)
    width = float(np.linalg.norm(soles[0] - soles[1]))
    xi, land = tuple(soles[0] + [0.0, 0.06]), plain(capture.land_at)
    _, near, _ = land(context, 0, xi, OMEGA, 0.2, width, 1.0, 0.0)
    _, far, _ = land(context, 0, xi, OMEGA, 0.2, width, 1.0, 0.05)
    assert far - near == pytest.approx(0.05, abs=1e-6)


def test_soles_span_more_after_a_step(plain: Plain, context: Any) -> None:
    soles = middles(plain, context)
    middle = soles.mean(axis=0)
    here = plain(capture.outside_step)(context, 0, *middle, *soles[0])
    assert here == pytest.approx(plain(capture.outside_soles)(context, *middle, True, True), abs=0.003)
    ahead = soles[1] + [0.3, 0.0]
    assert plain(capture.outside_soles)(context, *ahead, True, True) > 0.1
    assert plain(capture.outside_step)(context, 0, *ahead, *(soles[0] + [0.6, 0.0])) < 0.05
