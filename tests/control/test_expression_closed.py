"""Each operation of an expression by itself, and the switch that runs them."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from footfall.control import expression as e
from footfall.control.random import BRANCH, uniform
from footfall.control.sense import TIME

Plain = Callable[..., Any]
ARITHMETIC: list[tuple[int, float, float, float]] = [
    (e.MOV, 0.7, 9.0, 0.7),
    (e.ADD, 0.7, 0.2, 0.7 + 0.2),
    (e.SUB, 0.7, 0.2, 0.7 - 0.2),
    (e.MUL, 0.7, -0.2, 0.7 * -0.2),
    (e.DIV, 0.7, -0.2, 0.7 / -0.2),
    (e.DIV, 0.7, 0.0, 0.0),
    (e.NEG, 0.7, 0.0, -0.7),
    (e.ABS, -0.7, 0.0, 0.7),
    (e.MIN, 0.7, 0.2, 0.2),
    (e.MAX, 0.7, 0.2, 0.7),
    (e.SIN, 0.7, 0.0, math.sin(0.7)),
    (e.COS, 0.7, 0.0, math.cos(0.7)),
    (e.SQRT, 0.7, 0.0, math.sqrt(0.7)),
    (e.SQRT, -0.7, 0.0, 0.0),
    (e.SIGN, 0.7, 0.0, 1.0),
    (e.SIGN, -0.7, 0.0, -1.0),
    (e.SIGN, 0.0, 0.0, 0.0),
]
TRUTHS: list[tuple[int, Callable[[float, float], bool]]] = [
    (e.LT, lambda a, b: a < b),
    (e.LE, lambda a, b: a <= b),
    (e.GT, lambda a, b: a > b),
    (e.GE, lambda a, b: a >= b),
    (e.EQ, lambda a, b: a == b),
    (e.NE, lambda a, b: a != b),
    (e.AND, lambda a, b: bool(a and b)),
    (e.OR, lambda a, b: bool(a or b)),
    (e.NOT, lambda a, b: not a),
]


def context(*code: tuple[int, int, int, int], reg: Any = (0.0,) * 6) -> SimpleNamespace:
    return SimpleNamespace(
        code=np.array(code or [(0, 0, 0, 0)], np.int32),
        reg=np.array(reg),
        counters=np.zeros(6),
        step=np.array([1e-3]),
        clock=np.array([0.25]),
        senses=np.full((2, 1, 3), TIME, np.int32),
        curve_start=np.array([0, 2, 5], np.int32),
        knots=np.array([[0.0, 9.0], [1.0, 9.0], [0.2, 0.1], [0.5, 0.7], [0.9, -0.2]]),
        seed=np.array([4], np.int64),
        now=np.zeros(2, np.int64),
    )


@pytest.mark.parametrize(("op", "a", "b", "result"), ARITHMETIC)
def test_arithmetic(plain: Plain, op: int, a: float, b: float, result: float) -> None:
    assert plain(e.arithmetic)(op, a, b) == pytest.approx(result)
    c = context((op, 2, 0, 1), reg=(a, b, 5.0))
    plain(e.execute)(c, 0, 0, 0, 1)
    assert c.reg[2] == pytest.approx(result)


@pytest.mark.parametrize(("op", "truth"), TRUTHS)
def test_truth(plain: Plain, op: int, truth: Callable[[float, float], bool]) -> None:
    for a, b in [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)]:
        c = context((op, 2, 0, 1), reg=(a, b, 5.0))
        plain(e.execute)(c, 0, 0, 0, 1)
        assert c.reg[2] == plain(e.compare)(op, a, b) == float(truth(a, b)), (a, b)


@pytest.mark.parametrize("x", [-1.0, 0.2, 0.3, 0.5, 0.75, 0.9, 3.0])
def test_curve(plain: Plain, x: float) -> None:
    c = context((e.CURVE, 2, 1, 0), reg=(x, 0.0, 0.0))
    expected = np.interp(x, [0.2, 0.5, 0.9], [0.1, 0.7, -0.2])
    assert plain(e.curve)(c, 1, x) == pytest.approx(expected)
    plain(e.execute)(c, 0, 0, 0, 1)
    assert c.reg[2] == pytest.approx(expected)


def test_senses_are_read_for_the_frame(plain: Plain) -> None:
    c = context((e.SENSE, 2, 0, -1))
    plain(e.execute)(c, 0, 0, 0, 1)
    assert c.reg[2] == 0.25


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0, -0.5])
def test_a_blend_goes_from_one_value_to_the_other_by_the_share_named_last(plain: Plain, share: float) -> None:
    c = context(
        (e.SHARE, 3, 0, -1), (e.BLEND, 4, 1, 2), (e.BLEND, 5, 2, 1), reg=(share, 0.7, -0.2, 9.0, 0, 0)
    )
    plain(e.execute)(c, 0, 0, 0, 3)
    np.testing.assert_allclose(c.reg[3:], [9.0, 0.7 - 0.9 * share, -0.2 + 0.9 * share], rtol=1e-15)


@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
def test_random_draws_count_up_and_only_where_they_are_wanted(plain: Plain) -> None:
    c = context(
        (e.RANDOM, 2, -1, -1), (e.RANDOM, 3, 0, -1), (e.RANDOM, 4, 1, -1), reg=(1.0, 0.0, 9.0, 9.0, 9.0)
    )
    plain(e.execute)(c, 0, 0, 0, 3)
    assert c.reg[2:].tolist() == [uniform(4, BRANCH, 0), uniform(4, BRANCH, 1), 1.0]
    assert c.now[1] == 2


def test_iterations_fire_at_the_test_after_the_last(plain: Plain) -> None:
    c = context((e.COUNT, 2, 1, 0), reg=(2.0, 0.0, 9.0))
    fired = []
    for _ in range(6):
        plain(e.execute)(c, 0, 0, 0, 1)
        fired.append((c.reg[2], c.counters[1]))
    assert fired == [(0, 1), (0, 2), (1, 0), (0, 1), (0, 2), (1, 0)]
    c = context((e.TICKS, 2, 1, 0), reg=(25.0, 0.0, 9.0))  # of the original's 0.1 ms
    plain(e.execute)(c, 0, 0, 0, 1)
    assert c.counters[1] == pytest.approx(10.0)


def test_pass_fires_when_the_sign_goes_from_minus_to_plus(plain: Plain) -> None:
    c = context((e.PASSED, 2, 1, 0), reg=(0.0, 0.0, 9.0))
    fired, armed = [], []
    for value in (1.0, -1.0, 0.0, 2.0, 2.0, -3.0, 1.0):
        c.reg[0] = value
        plain(e.execute)(c, 0, 0, 0, 1)
        fired.append(c.reg[2])
        armed.append(c.counters[1])
    assert fired == [0, 0, 0, 1, 0, 0, 1]
    assert armed == [0, 1, 1, 0, 0, 1, 0]


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_ramp_begins_once_and_follows_at_its_rate(plain: Plain, sign: float) -> None:
    c = context((e.BEGIN, 3, 2, 0), (e.RAMP, 4, 2, 1), reg=(0.3 * sign, 1.0 * sign, 0.0, 0.0, 20.0))
    got = []
    for _ in range(3):
        c.reg[4] = 20.0  # its rate stands where its value goes
        plain(e.execute)(c, 0, 0, 0, 2)
        got.append((c.reg[3], c.reg[4]))
    values = [sign * v for v in (0.32, 0.34, 0.36)]
    assert [b for _, b in got] == pytest.approx(values)
    assert got[0][0] == 0.3 * sign and c.counters[3] == 1.0
    assert c.counters[2] == pytest.approx(values[-1])
    c.reg[:2] = 0.0, values[-1] + 0.001 * sign
    c.reg[4] = 20.0
    plain(e.execute)(c, 0, 0, 1, 2)
    assert c.reg[4] == pytest.approx(values[-1] + 0.001 * sign)  # it does not go beyond


def test_lasting_counts_seconds_and_starts_over_at_a_break(plain: Plain) -> None:
    c = context((e.LASTED, 2, 1, 0), reg=(1.0, 0.0, 9.0))
    seen = []
    for true in (1.0, 1.0, 0.0, 1.0):
        c.reg[0] = true
        plain(e.execute)(c, 0, 0, 0, 1)
        seen.append(c.reg[2])
    assert seen == pytest.approx([1e-3, 2e-3, 0.0, 1e-3])


def test_what_is_set_stays_as_it_was_when_its_condition_first_held(plain: Plain) -> None:
    c = context((e.MOV, 2, 1, -1), (e.LATCH, 2, 1, 0), (e.LATCH, 3, 1, -1), reg=(0.0, 5.0, 9.0, 9.0))
    seen = []
    for true, value in ((0.0, 5.0), (1.0, 6.0), (1.0, 7.0), (0.0, 8.0)):
        c.reg[:2] = true, value
        plain(e.execute)(c, 0, 0, 0, 3)
        seen.append((c.reg[2], c.reg[3]))
    assert seen == [(0.0, 0.0), (6.0, 6.0), (6.0, 6.0), (6.0, 6.0)]
