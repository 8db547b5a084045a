"""Clearing and copying of arrays."""

import numpy as np

from footfall.control.rows import clear, clear_rows, copy_to


def test_clear_sets_every_value_of_any_kind_to_zero():
    for kind in (np.float64, np.int32, np.int64):
        values = np.ones(4, kind)
        clear(values)
        assert not values.any()


def test_clear_rows_clears_the_whole_table():
    table = np.ones((3, 5))
    clear_rows(table)
    assert not table.any()


def test_copy_to_writes_from_a_column_on_and_nothing_else():
    out = np.full(6, 9.0)
    copy_to(out, 2, np.array([1.0, 2.0, 3.0]))
    assert out.tolist() == [9.0, 9.0, 1.0, 2.0, 3.0, 9.0]
