"""Where a foot may land beside the other one, and steps that come sooner when the body is pushed."""

from __future__ import annotations

import pytest

from footfall.control.steps.step import clearance, kept_clear, length_of_feet
from footfall.engine.sim import Sim
from footfall.robust.pushes import survives
from footfall.robust.subject import settle

pytestmark = pytest.mark.sim

CROSS = 0.1  # m
GAP = 0.012  # legs
LATE = 0.4  # of the cycle: the end of the right leg's step
PUSHES = (
    100.0,
    110.0,
    120.0,
    130.0,
    140.0,
)  # N to the right for 0.4 s; steps that keep their time fall


@pytest.fixture(scope="module")
def sim() -> Sim:
    return Sim("genbicon/walk", body="human-spine", physics="careful", preset="robust")


def test_a_foot_lands_beside_the_other_or_crosses_well_before_it(sim: Sim) -> None:
    c = sim.actors[0].context
    clear, long = clearance(c, GAP), length_of_feet(c, GAP)
    assert kept_clear(c, 0.0, clear + 0.1, CROSS, GAP) == (0.0, clear + 0.1)
    assert kept_clear(c, 0.0, 0.5 * clear, CROSS, GAP) == (0.0, clear)
    assert kept_clear(c, long, -0.5 * CROSS, CROSS, GAP) == (long, -0.5 * CROSS)
    assert kept_clear(c, -long, -2.0 * CROSS, CROSS, GAP) == (-long, -CROSS)


@pytest.mark.long
def test_hurried_steps_hold_pushes_from_the_side(sim: Sim) -> None:
    here = settle(sim, [LATE]).snapshots[LATE]
    assert sum(survives(sim, here, 0.0, -push) for push in PUSHES) >= 4
