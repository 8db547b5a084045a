"""Feet stand on one stretch of the ground, and are lifted over edges."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest

from footfall.control.columns import LEG_BACK, LEG_COLUMNS, LEG_FRONT, LEG_HALF_WIDTH
from footfall.control.steps.footing import foothold, half_sole, highest_between, next_edge, stretch
from footfall.engine.sim import Sim
from footfall.script import compile_text

pytestmark = pytest.mark.sim

Linked = Callable[[Sim, str], np.ndarray]
HALF = 0.1


@pytest.fixture
def sim() -> Sim:
    """The human before a box from 2 to 2.15 m, 0.2 m high, and a stair of 0.1 m at 3 m."""
    return Sim("genbicon/walk", world="profile:2=0,2=.2,2.15=.2,2.15=0,3=0,3=.1")


def test_the_next_edge_lies_ahead_either_way(sim: Sim) -> None:
    c = sim.actors[0].context
    assert next_edge(c, 1.5, 1.0) == pytest.approx(0.5)
    assert next_edge(c, 2.5, -1.0) == pytest.approx(0.35)
    assert next_edge(c, 3.5, 1.0) > 1e6


@pytest.mark.parametrize(
    ("wanted", "stance", "lands"),
    [
        (1.5, 1.3, 1.5),  # nothing is near
        (1.95, 1.6, 1.9),  # its toes would be over the edge
        (2.1, 1.85, 2.25),  # a box too short to stand on
        (2.95, 2.6, 2.9),
        (3.02, 2.7, 3.1),
    ],
)
def test_a_sole_stands_on_one_stretch(
    sim: Sim, linked: Linked, wanted: float, stance: float, lands: float
) -> None:
    x, found = foothold(sim.actors[0].context, linked(sim, "step"), wanted, stance, HALF, 0.0)
    assert found
    assert x == pytest.approx(lands)


def test_where_no_sole_fits_there_is_no_foothold(sim: Sim, linked: Linked) -> None:
    x, found = foothold(
        sim.actors[0].context, linked(sim, "step"), 2.5, 2.5, 0.5, 0.0
    )  # 0.85 m are free here, and it needs 1 m
    assert (x, bool(found)) == (2.5, False)


def test_a_landing_may_move_on_its_own_stretch(sim: Sim) -> None:
    near, far = stretch(sim.actors[0].context, 2.6, HALF)
    assert (near, far) == (pytest.approx(2.25), pytest.approx(2.9))
    near, far = stretch(sim.actors[0].context, 2.08, HALF)  # a box too short for a sole
    assert (near, far) == (pytest.approx(2.08), pytest.approx(2.08))


def test_the_way_over_a_box_is_as_high_as_the_box(sim: Sim) -> None:
    c = sim.actors[0].context
    top, crossed = highest_between(c, 1.8, 2.4, HALF)
    assert (top, bool(crossed)) == (pytest.approx(0.2), True)
    top, crossed = highest_between(c, 2.4, 2.7, HALF)
    assert (top, bool(crossed)) == (pytest.approx(0.0), False)


def test_a_turned_sole_covers_its_width() -> None:
    legs = np.zeros((2, LEG_COLUMNS))
    legs[:, LEG_FRONT], legs[:, LEG_BACK], legs[:, LEG_HALF_WIDTH] = 0.14, 0.06, 0.05
    c = SimpleNamespace(legs=legs)
    plain = getattr(half_sole, "py_func", half_sole)
    assert plain(c, 0, 1.0, 0.0) == pytest.approx(0.1)
    assert plain(c, 0, 0.0, 1.0) == pytest.approx(0.05)


@pytest.mark.long
def test_a_step_can_be_told_where_to_land() -> None:
    statements = "STEP swFoot(0).to(.3, -.2);\n  POSE stKnee(.1);\n  VPD pelvis(0).close(stHip);"
    program = compile_text(f"SKILL test()\nSTART rest\nPHASE only LASTS .5\n  {statements}\n")
    sim = Sim(program, body="human")
    sim.step(int(0.45 / sim.dt))
    foot = sim.data.xpos[sim.model.body("rFoot").id]
    middle = 0.045  # of the sole, ahead of the ankle
    assert foot[0] + middle == pytest.approx(0.3, abs=0.06)
    assert foot[1] == pytest.approx(-0.2, abs=0.06)
