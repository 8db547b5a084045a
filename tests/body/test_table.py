from __future__ import annotations

import pytest

from footfall.body import load_body
from footfall.body.table import AXIS_COLUMNS, LINK_COLUMNS, describe


@pytest.mark.parametrize(
    ("name", "mass", "internal", "dof", "height"),
    [("planar7", 90.0, 6, 9, 1.42), ("human", 70.4, 28, 34, 1.78)],
)
def test_totals(name, mass, internal, dof, height):
    d = describe(load_body(name))
    assert d.mass == pytest.approx(mass)
    assert (d.internal_dof, d.dof) == (internal, dof)
    assert d.height == pytest.approx(height, abs=0.02)


def test_rows_match_columns(any_body):
    d = describe(any_body)
    assert len(d.links) == len(any_body.links)
    assert all(len(row) == len(LINK_COLUMNS) for row in d.links)
    assert len(d.axes) == len(any_body.axes)
    assert all(len(row) == len(AXIS_COLUMNS) for row in d.axes)
    assert "rest" in d.starts


def test_limits_are_in_degrees():
    rows = {row[0]: row for row in describe(load_body("human")).axes}
    assert rows["lHip.roll"][1] == "-14 … 57"
