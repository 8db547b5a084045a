"""What pictures draw of TEMPLATE's pendulum."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.control.columns import PENDULUM_AT, PENDULUM_BEGUN, PENDULUM_COLUMNS, PENDULUM_MAT
from footfall.engine.pendulum import drawn_rows, pendulum_of, read_drawn, spring
from footfall.engine.sim import Sim
from footfall.script import compile_text


@pytest.mark.sim
def test_there_is_one_where_a_template_runs() -> None:
    sim = Sim(compile_text("SKILL t()\nPHASE only\n  TEMPLATE(.5);\n"), body="human")
    assert pendulum_of(sim) is None
    sim.step(3)
    found = pendulum_of(sim)
    assert found is not None
    trunk = found.neck - found.hips
    assert trunk[2] > 0.5  # upright as the body is
    np.testing.assert_allclose(np.cross(trunk, found.pivot - found.com), 0.0, atol=1e-3)
    np.testing.assert_allclose(found.com, sim.actors[0].state.com, atol=0.01)
    assert found.load.sum() == pytest.approx(1.0)


def test_a_spring_goes_from_end_to_end() -> None:
    line = spring(np.array([0.0, 1.0]), np.array([0.0, 0.0]), np.array([0.1, 0.0]))
    np.testing.assert_allclose(line[0], (0.0, 1.0))
    np.testing.assert_allclose(line[-1], (0.0, 0.0))
    assert np.abs(line[:, 0]).max() == pytest.approx(0.05)
    assert np.all(np.diff(line[:, 1]) < 0)


def test_rows_in_which_none_runs_are_empty() -> None:
    states = np.zeros((4, PENDULUM_COLUMNS))
    states[1:, PENDULUM_BEGUN] = 1.0
    states[1:, PENDULUM_MAT : PENDULUM_MAT + 9] = np.eye(3).ravel()
    states[1:, PENDULUM_AT + 2] = (1.0, 1.1, 1.1)  # in the last row it did not move
    rows = drawn_rows(states, 0.9)
    assert rows.any(axis=1).tolist() == [False, True, True, False]
    found = read_drawn(rows[2])
    np.testing.assert_allclose(found.com, (0.0, 0.0, 1.1))
    assert found.hips[2] < found.com[2] < found.neck[2]
