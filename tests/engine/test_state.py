"""The State, and arrays whose sizes agree."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.engine.layout import FIELDS, FRAME, SCRATCH, STATE
from footfall.engine.sim import Sim
from footfall.engine.state import Sizes, State, carried, check_shapes, in_region
from footfall.errors import FootfallError


@pytest.fixture(scope="module")
def arrays() -> dict[str, np.ndarray]:
    return dict(Sim("simbicon/walk", body="planar7").actors[0].context.arrays)


@pytest.mark.sim
@pytest.mark.parametrize("name", sorted(FIELDS))
def test_a_field_is_as_its_row_says(arrays: dict[str, np.ndarray], name: str) -> None:
    field = FIELDS[name]
    assert arrays[name].dtype == np.dtype(field.kind) and arrays[name].ndim == len(field.shape)
    assert field.doc


@pytest.mark.sim
@pytest.mark.parametrize(
    ("name", "wrong", "said"),
    [
        ("gravity", np.zeros(2), "'gravity' has 2"),
        ("rest", np.zeros(2), "as 'qvel' has"),
        ("scale", np.zeros((2, 2)), "a shape of"),
    ],
)
def test_sizes_that_disagree_are_told(
    arrays: dict[str, np.ndarray], name: str, wrong: np.ndarray, said: str
) -> None:
    check_shapes(arrays)
    with pytest.raises(FootfallError, match=said):
        check_shapes(arrays | {name: wrong})


@pytest.mark.sim
def test_a_field_that_is_missing_or_unknown_is_told(arrays: dict[str, np.ndarray]) -> None:
    without = {name: a for name, a in arrays.items() if name != "qpos"}
    with pytest.raises(FootfallError, match="qpos"):
        check_shapes(without)
    with pytest.raises(FootfallError, match="other"):
        check_shapes(arrays | {"other": np.zeros(1)})


def test_the_state_holds_what_is_to_be_saved_and_nothing_else() -> None:
    state = State(Sizes(nv=9, parts=7, statements=4, arguments=2, counters=1, learners=1, delay=3))
    assert set(state.views) == {field.name for field in in_region(STATE)}
    assert not set(state.views) & {field.name for field in in_region(SCRATCH)}
    assert state.servo.shape == (9, 7) and state.delayed.shape == (3, 9) and state.learned.shape[0] == 2
    assert state.floats.size + state.ints.size == sum(view.size for view in state.views.values())
    state.floats[:] = 1.0
    assert all((view == 1.0).all() for view in state.views.values() if view.dtype == np.float64)


def test_rows_of_the_stack_are_carried_frame_by_frame() -> None:
    assert {"clock", "frame_phase", "depth"} <= set(carried(FRAME))
    assert {field.carry for field in in_region(STATE)} == {"body", "frame", "statement", "learner", "fresh"}
