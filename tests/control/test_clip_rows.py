"""Looking up a reference: between its ends, between its rows, around its loop."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import pytest

from footfall.control.clip_rows import between, clip_heading, clip_length, rows_at, turned, within
from footfall.control.columns import CLIP_FIRST, CLIP_LOOP, CLIP_RATE, CLIP_ROWS, ROW_ROOT


class Table(NamedTuple):
    """What these functions read of a context."""

    clips: np.ndarray
    clip_rows: np.ndarray


def clip(loop: bool) -> Table:
    """Five rows at 10 Hz, which begin at row 3 of the table."""
    clips = np.zeros((1, 1 + max(CLIP_FIRST, CLIP_LOOP, CLIP_RATE, CLIP_ROWS)))
    clips[0, CLIP_FIRST], clips[0, CLIP_ROWS], clips[0, CLIP_RATE], clips[0, CLIP_LOOP] = 3, 5, 10.0, loop
    rows = np.arange(8 * (ROW_ROOT + 7), dtype=float).reshape(8, -1)
    return Table(clips, rows)


@pytest.mark.parametrize(("loop", "length"), [(False, 0.4), (True, 0.5)])
def test_a_loop_lasts_one_row_longer(loop: bool, length: float) -> None:
    assert clip_length(clip(loop), 0) == pytest.approx(length)


def test_times_outside_are_brought_inside() -> None:
    assert within(clip(False), 0, 7.0) == pytest.approx(0.4)
    assert within(clip(False), 0, -1.0) == 0.0
    assert within(clip(True), 0, 0.6) == pytest.approx(0.1)


def test_rows_around_a_time() -> None:
    low, high, share = rows_at(clip(False), 0, 0.12)
    assert (low, high) == (4, 5)
    assert share == pytest.approx(0.2)
    assert rows_at(clip(False), 0, 0.4)[:2] == (7, 7)
    assert rows_at(clip(True), 0, 0.45)[:2] == (7, 3)
    table = clip(False)
    assert between(table, 4, 5, 0.5, 2) == pytest.approx(
        0.5 * (table.clip_rows[4, 2] + table.clip_rows[5, 2])
    )


def test_a_quarter_turn_to_the_left() -> None:
    np.testing.assert_allclose(turned(0.0, 1.0, 2.0, 1.0), (-1.0, 2.0))
    table = clip(False)
    table.clip_rows[4, ROW_ROOT + 3 : ROW_ROOT + 7] = (
        math.cos(0.25 * math.pi),
        0.0,
        0.0,
        math.sin(0.25 * math.pi),
    )
    assert clip_heading(table, 4) == pytest.approx(0.5 * math.pi)
