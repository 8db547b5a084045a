"""Steps near edges: their lengths, and the stairs and boxes they get the body over."""

from __future__ import annotations

import pytest

from footfall.control.strides import clock_rate, stride_length
from footfall.engine.sim import Sim

pytestmark = pytest.mark.sim

STRIDE, HALF = 0.3, 0.1


@pytest.fixture
def sim() -> Sim:
    return Sim("genbicon/stairs", world="stairs:.15,.3,6")


def test_far_from_edges_nothing_is_planned(sim: Sim) -> None:
    assert stride_length(sim.contexts[0], -2.0, 1.0, STRIDE, HALF) == 0.0


def test_an_approach_ends_before_the_edge(sim: Sim) -> None:
    c, x = sim.contexts[0], 0.1
    for _ in range(10):
        length = stride_length(c, x, 1.0, STRIDE, HALF)
        if x + length > 1.0:
            break
        assert x + length + HALF < 1.0
        assert length <= 1.2 * STRIDE
        x += length
    assert x > 0.8
    assert x + length == pytest.approx(1.15, abs=0.02)  # the middle of the first tread


def test_a_step_up_goes_to_the_next_tread(sim: Sim) -> None:
    assert stride_length(sim.contexts[0], 1.15, 1.0, STRIDE, HALF) == pytest.approx(0.3, abs=0.02)


def test_the_clock_runs_as_fast_as_the_step_must_land() -> None:
    assert clock_rate(0.5, 0.25, 0.25) == pytest.approx(1.0)
    assert clock_rate(0.5, 0.25, 0.125) == pytest.approx(2.0)
    assert clock_rate(0.5, 0.1, 0.01) < 3.0


def test_it_climbs_with_each_sole_on_one_tread(sim: Sim) -> None:
    sim.run(8)
    feet = [sim.data.xpos[sim.model.body(name).id] for name in ("lFoot", "rFoot")]
    assert max(foot[2] for foot in feet) > 0.85  # ankle of a foot on the sixth tread
    assert sim.data.subtree_com[1, 0] > 2.5


def test_it_steps_over_a_beam() -> None:
    rec = Sim("genbicon/step-over", set={"high": 0.2, "deep": 0.2}).run(12)
    assert rec.report()["success"], rec.report()["because"]
