"""Steps near edges: their lengths, and the stairs and boxes they get the body over."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from footfall.control.steps.strides import best_strides, clock_rate, step_time, strides
from footfall.engine.sim import Sim

pytestmark = pytest.mark.sim

Linked = Callable[[Sim, str], np.ndarray]
STRIDE, HALF = 0.3, 0.1


@pytest.fixture
def sim() -> Sim:
    return Sim("genbicon/stairs", world="stairs:.15,.3,6")


def test_far_from_edges_nothing_is_planned(sim: Sim, linked: Linked) -> None:
    c = sim.actors[0].context
    act = linked(sim, "step")
    assert strides(c, act, 1, (-2.0, 0.0, 1.0, 0.0, -1.0), 0.55, 0.55) == (0.0, 0.0)
    assert min(strides(c, act, 1, (0.4, 0.0, 1.0, 0.0, -1.0), 0.55, 0.55)) > 0.0


def test_an_approach_ends_before_the_edge(sim: Sim, linked: Linked) -> None:
    c, x, before = sim.actors[0].context, 0.1, STRIDE
    for _ in range(10):
        length, _ = best_strides(c, linked(sim, "step"), x, 1.0, STRIDE, HALF, before)
        if x + length > 1.0:
            break
        assert x + length + HALF < 1.0
        assert length <= 1.2 * STRIDE
        x, before = x + length, length
    assert x > 0.7
    assert x + length == pytest.approx(1.15, abs=0.02)  # the middle of the first tread


def test_a_step_up_goes_to_the_next_tread(sim: Sim, linked: Linked) -> None:
    first, second = best_strides(sim.actors[0].context, linked(sim, "step"), 1.15, 1.0, STRIDE, HALF, STRIDE)
    assert (first, second) == (pytest.approx(0.3, abs=0.02), pytest.approx(0.3, abs=0.02))


def test_fast_steps_go_on_over_stones_rather_than_stop_at_an_end(linked: Linked) -> None:
    sim = Sim("genbicon/stones", world="profile:2=0,2=-1,2.1=-1,2.1=0,2.5=0,2.5=-1,2.6=-1,2.6=0")
    c, act = sim.actors[0].context, linked(sim, "step")
    long, _ = best_strides(
        c, act, 2.3, 1.0, 0.23, HALF, 0.5
    )  # a short step to the stone's end would be usual
    short, _ = best_strides(c, act, 2.25, 1.0, 0.23, HALF, 0.1)
    assert long > 0.4
    assert short < 0.15


def test_a_long_step_takes_longer() -> None:
    assert step_time(0.2, 0.2, 0.5, 0.3) == pytest.approx(0.5)
    assert 0.5 < step_time(0.4, 0.2, 0.5, 0.3) < 0.75
    assert step_time(0.4, 0.0, 0.5, 0.3) == pytest.approx(0.5)


def test_the_clock_runs_as_fast_as_the_step_must_land(sim: Sim, linked: Linked) -> None:
    c, act = sim.actors[0].context, linked(sim, "step")
    assert clock_rate(c, act, 0.5, 0.25, 0.25) == pytest.approx(1.0)
    assert clock_rate(c, act, 0.5, 0.25, 0.125) == pytest.approx(2.0)
    assert clock_rate(c, act, 0.5, 0.1, 0.01) < 3.0


@pytest.mark.long
def test_it_climbs_with_each_sole_on_one_tread(sim: Sim) -> None:
    sim.run(8)
    feet = [sim.data.xpos[sim.model.body(name).id] for name in ("lFoot", "rFoot")]
    assert max(foot[2] for foot in feet) > 0.85  # ankle of a foot on the sixth tread
    assert sim.data.subtree_com[1, 0] > 2.5


@pytest.mark.long
def test_it_steps_over_a_beam() -> None:
    rec = Sim("genbicon/step-over", set={"high": 0.2, "deep": 0.2}).run(12)
    assert rec.report()["success"], rec.report()["because"]
