"""Plans that keep an output within bounds."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.motion.clips.plan import Plan
from footfall.motion.clips.rotations import F64

DT, STEPS = 1.0 / 60.0, 30
FREE = np.full(STEPS, np.inf)


@pytest.fixture(scope="module")
def plan() -> Plan:
    """A mass of 1 kg that a force moves; the force is what has bounds."""
    a, b = np.array([[1.0, DT], [0.0, 1.0]]), np.array([[DT * DT], [DT]])
    end = np.array([1.0, 0.3])
    return Plan(
        a,
        b,
        np.zeros(2),
        np.ones(1),
        cost=np.diag([1.0, 0.0]),
        last=50.0 * np.outer(end, end),
        effort=1e-4,
        price=10.0,
        steps=STEPS,
    )


def test_nothing_is_done_where_nothing_is_wrong(plan: Plan) -> None:
    assert np.allclose(plan.step(np.zeros(2), -FREE, FREE), 0.0)


def test_a_bound_is_kept_now_and_made_up_for_later(plan: Plan) -> None:
    state, forces = np.zeros(2), []
    for k in range(240):
        low, high = -np.ones(STEPS), np.ones(STEPS)
        if k < 5:  # something takes 3 N too much
            low[0], high[0] = -4.0, -2.0
        force = plan.step(state, low, high)
        forces.append(float(force[0]))
        state = np.array([state[0] + DT * (state[1] + DT * force[0]), state[1] + DT * force[0]])
    assert np.allclose(forces[:5], -2.0, atol=0.1)
    assert 0.1 < max(forces[5:]) < 1.05
    assert np.abs(state).max() < 0.02


def test_without_bounds_it_is_the_optimum() -> None:
    """One step, one input: cost (x + u)² + e u², so u = -x / (1 + e)."""
    one: F64 = np.eye(1)
    plan = Plan(one, one, np.zeros(1), np.ones(1), cost=one, last=0.0 * one, effort=0.25, price=1.0, steps=1)
    assert plan.step(np.array([2.0]), -FREE[:1], FREE[:1]) == pytest.approx([-1.6])
