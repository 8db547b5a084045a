"""Edges, soles and the path of a foot over an edge, by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from footfall.control.columns import (
    ACT_REFS,
    LEG_ANKLE_HEIGHT,
    LEG_BACK,
    LEG_COLUMNS,
    LEG_FRONT,
    LEG_HALF_WIDTH,
    SCALE_COLUMNS,
    SCALE_LEG,
)
from footfall.control.steps import footing as f
from footfall.engine.link.link import arg_columns
from footfall.script.statements import BY_WORD

Plain = Callable[..., Any]
# a box from 2 to 2.15 m, 0.2 m high, and a stair of 0.1 m at 3 m
BOX = np.array([[0, 0], [2, 0], [2, 0.2], [2.15, 0.2], [2.15, 0], [3, 0], [3, 0.1], [5, 0.1]], float)
LEVEL = np.array([[0.0, 0.0]])
STEP = BY_WORD["STEP"]
ARGUMENTS = [row for row in arg_columns(STEP) if row[0].default is not None]
ACT = np.arange(ACT_REFS)  # a linked STEP whose columns are its registers
BESIDE, CLEAR, PRESS = (STEP.defaults[name] for name in ("carry_beside", "carry_clear", "press_depth"))


def standing(ground: np.ndarray = BOX, bumps: int = 0) -> SimpleNamespace:
    legs, scale = np.zeros((2, LEG_COLUMNS)), np.zeros(SCALE_COLUMNS)
    legs[:, LEG_FRONT], legs[:, LEG_BACK], legs[:, LEG_HALF_WIDTH], legs[:, LEG_ANKLE_HEIGHT] = (
        0.14,
        0.06,
        0.05,
        0.08,
    )
    scale[SCALE_LEG] = 0.9
    reg = np.zeros(ACT_REFS)
    for (_, column, _), default in zip(ARGUMENTS, STEP.defaults.values(), strict=True):
        reg[column] = default
    return SimpleNamespace(ground=ground, bumps=np.zeros((bumps, bumps)), legs=legs, scale=scale, reg=reg)


def test_level_ground_and_bumps_have_no_edges(plain: Plain) -> None:
    got = [bool(plain(f.has_edges)(c)) for c in (standing(), standing(LEVEL), standing(BOX, 3))]
    assert got == [True, False, False]


@pytest.mark.parametrize(
    ("yaw", "half"), [(0.0, 0.1), (math.pi, 0.1), (math.pi / 2, 0.05), (-math.pi / 2, 0.05)]
)
def test_half_of_a_sole_along_x(plain: Plain, yaw: float, half: float) -> None:
    assert plain(f.half_sole)(standing(), 0, math.cos(yaw), math.sin(yaw)) == pytest.approx(half)


def test_the_next_edge_either_way(plain: Plain) -> None:
    c = standing()
    assert plain(f.next_edge)(c, 1.5, 1.0) == pytest.approx(0.5)
    assert plain(f.next_edge)(c, 2.5, -1.0) == pytest.approx(0.35)
    assert plain(f.next_edge)(c, 3.5, 1.0) > 1e6
    assert plain(f.stretch)(c, 2.6, 0.1) == pytest.approx((2.25, 2.9))
    assert plain(f.stretch)(c, 2.08, 0.1) == pytest.approx((2.08, 2.08))


@pytest.mark.parametrize(
    ("wanted", "stance", "comfort", "lands"),
    [
        (1.5, 1.3, 0.0, 1.5),
        (1.95, 1.6, 0.0, 1.9),
        (1.95, 1.6, 0.05, 1.85),
        (2.1, 1.85, 0.0, 2.25),
        (3.02, 2.7, 0.0, 3.1),
    ],
)
def test_a_sole_stands_on_one_stretch(
    plain: Plain, wanted: float, stance: float, comfort: float, lands: float
) -> None:
    x, found = plain(f.foothold)(standing(), ACT, wanted, stance, 0.1, comfort)
    assert (x, bool(found)) == (pytest.approx(lands), True)


def test_too_narrow_too_high_or_too_far_is_no_foothold(plain: Plain) -> None:
    high = np.array([[0, 0], [2, 0], [2, 0.5], [5, 0.5]], float)
    for c, wanted, stance, half in [
        (standing(), 2.5, 2.5, 0.5),
        (standing(high), 2.3, 1.9, 0.1),  # it stays before the wall
        (standing(), 9.0, 4.0, 0.1),
    ]:
        x, found = plain(f.foothold)(c, ACT, wanted, stance, half, 0.0)
        if c.ground is high:
            assert (x, bool(found)) == (pytest.approx(1.9), True)
        else:
            assert (x, bool(found)) == (wanted, False)


def test_the_highest_ground_on_the_way(plain: Plain) -> None:
    c = standing()
    for ends, top, crossed in [((1.8, 2.4), 0.2, True), ((2.4, 1.8), 0.2, True), ((2.4, 2.7), 0.0, False)]:
        got, edge = plain(f.highest_between)(c, *ends, 0.1)
        assert (got, bool(edge)) == (pytest.approx(top), crossed)
    frame = (0.0, 0.0, 1.0, 0.0, 1.0)
    got, edge = plain(f.crossing)(c, ACT, 0, frame, 1.8, 2.4)
    assert (got, bool(edge)) == (pytest.approx(0.2), True)
    # the sole's half and what stays free beside it reach the edge
    near = 2.0 - 0.1 - BESIDE * 0.9
    assert [bool(plain(f.crossing)(c, ACT, 0, frame, 1.5, near + e)[1]) for e in (-0.01, 0.01)] == [
        False,
        True,
    ]
    got, edge = plain(f.crossing)(standing(LEVEL), ACT, 0, frame, 1.8, 2.4)
    assert (got, bool(edge)) == (0.0, False)


def test_easing(plain: Plain) -> None:
    assert [plain(f.smooth)(w) for w in (-1.0, 0.0, 0.25, 0.5, 1.0, 2.0)] == [
        0,
        0,
        pytest.approx(0.15625),
        0.5,
        1,
        1,
    ]
    w = (0.5 - 0.05) / 0.9
    expected = 1 - (1 - w) ** 3 * (1 + 3 * w)
    assert [plain(f.carried)(u) for u in (0.0, 0.5, 1.0)] == [
        0.0,
        pytest.approx(expected),
        pytest.approx(1.0),
    ]


def test_a_foot_is_lifted_over_and_set_down(plain: Plain) -> None:
    c = standing()
    ankle, size = 0.08, 0.9
    high = 0.2 + ankle + CLEAR * size
    end = 0.1 + ankle - PRESS * size - 0.01
    heights = {
        u: plain(f.carried_height)(c, ACT, 0, 0.12, 0.2, 0.1, u, 0.01) for u in (0.0, 0.15, 0.5, 0.85, 1.0)
    }
    assert heights == {
        0.0: pytest.approx(0.12),
        0.15: pytest.approx(0.5 * (0.12 + high)),
        0.5: pytest.approx(high),
        0.85: pytest.approx(0.5 * (high + end)),
        1.0: pytest.approx(end),
    }
