"""The table of state: names of columns."""

from __future__ import annotations

import pytest

from footfall.control import columns as generated
from footfall.engine.layout import COLUMNS, FIELDS, columns


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
    assert int(table.shape[-1]) == columns()[f"{prefix}_COLUMNS"]
