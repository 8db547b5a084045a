"""The table of state: every field once, with sizes that agree."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.control import columns as generated
from footfall.engine import layout
from footfall.engine.layout import COLUMNS, FIELDS, FRAME, SCRATCH, STATE, columns
from footfall.engine.sim import Sim
from footfall.engine.state import Sizes, State, carried, in_region
from footfall.errors import FootfallError


@pytest.fixture(scope="module")
def arrays() -> dict[str, np.ndarray]:
    return dict(Sim("simbicon/walk", body="planar7").actors[0].context.arrays)


@pytest.mark.sim
@pytest.mark.parametrize("name", sorted(FIELDS))
def test_a_field_is_as_its_row_says(arrays: dict[str, np.ndarray], name: str) -> None:
    field = FIELDS[name]
    assert arrays[name].dtype == field.dtype and arrays[name].ndim == len(field.shape)
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
    layout.check_shapes(arrays)
    with pytest.raises(FootfallError, match=said):
        layout.check_shapes(arrays | {name: wrong})


@pytest.mark.sim
def test_a_field_that_is_missing_or_unknown_is_told(arrays: dict[str, np.ndarray]) -> None:
    without = {name: a for name, a in arrays.items() if name != "qpos"}
    with pytest.raises(FootfallError, match="qpos"):
        layout.check_shapes(without)
    with pytest.raises(FootfallError, match="other"):
        layout.check_shapes(arrays | {"other": np.zeros(1)})


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


@pytest.mark.parametrize("prefix", COLUMNS)
def test_columns_are_numbered_from_zero_without_gaps(prefix: str) -> None:
    numbers = {name: at for name, at in columns().items() if name.startswith(prefix + "_")}
    width = numbers.pop(f"{prefix}_COLUMNS")
    ordered = sorted(numbers.values())
    assert ordered[0] == 0 and len(set(ordered)) == len(ordered) and max(ordered) < width
    assert all(getattr(generated, name) == at for name, at in numbers.items())


@pytest.mark.parametrize("prefix", [p for p, (table, _) in COLUMNS.items() if table in FIELDS])
def test_a_table_is_as_wide_as_its_columns(prefix: str) -> None:
    table = FIELDS[COLUMNS[prefix][0]]
    if table.shape[-1].isdigit():
        assert int(table.shape[-1]) == columns()[f"{prefix}_COLUMNS"]
