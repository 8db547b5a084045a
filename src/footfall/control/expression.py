"""Expressions: three-operand instructions on the register file."""

from __future__ import annotations

import math

from footfall.control.columns import CODE_A, CODE_B, CODE_DST, CODE_OP, NOW_DRAWN
from footfall.control.compile import njit
from footfall.control.random import BRANCH, uniform
from footfall.control.sense import sense

# The numbers of script.program.Op; a test keeps the two lists equal.
MOV, ADD, SUB, MUL, DIV, NEG, ABS, MIN, MAX = 0, 1, 2, 3, 4, 5, 6, 7, 8
LT, LE, GT, GE, EQ, NE, AND, OR, NOT = 9, 10, 11, 12, 13, 14, 15, 16, 17
SIN, COS, SQRT, SIGN, SHARE, BLEND, SENSE, CURVE, RANDOM = 18, 19, 20, 21, 22, 23, 24, 25, 26
COUNT, TICKS, PASSED, BEGIN, RAMP, LASTED, LATCH = 27, 28, 29, 30, 31, 32, 33
CLASSIC_TICK = 1e-4  # s, of the classic dialect's original


@njit
def curve(c, table, x):
    """A piecewise-linear curve at x, flat beyond its first and last knot."""
    first, last = c.curve_start[table], c.curve_start[table + 1]
    if x <= c.knots[first, 0]:
        return c.knots[first, 1]
    for k in range(first + 1, last):
        if x < c.knots[k, 0]:
            share = (x - c.knots[k - 1, 0]) / (c.knots[k, 0] - c.knots[k - 1, 0])
            return c.knots[k - 1, 1] + share * (c.knots[k, 1] - c.knots[k - 1, 1])
    return c.knots[last - 1, 1]


@njit
def compare(op, a, b):
    """Comparisons and logic: 1 or 0."""
    if op == LT:
        truth = a < b
    elif op == LE:
        truth = a <= b
    elif op == GT:
        truth = a > b
    elif op == GE:
        truth = a >= b
    elif op == EQ:
        truth = a == b
    elif op == NE:
        truth = a != b
    elif op == AND:
        truth = a != 0.0 and b != 0.0
    elif op == OR:
        truth = a != 0.0 or b != 0.0
    else:
        truth = a == 0.0
    return 1.0 if truth else 0.0


@njit
def arithmetic(op, a, b):
    """Arithmetic that cannot make a number infinite by dividing."""
    if op == MOV:
        return a
    if op == ADD:
        return a + b
    if op == SUB:
        return a - b
    if op == MUL:
        return a * b
    if op == DIV:
        return a / b if b != 0.0 else 0.0
    if op == NEG:
        return -a
    if op == ABS:
        return abs(a)
    if op == MIN:
        return min(a, b)
    if op == MAX:
        return max(a, b)
    if op == SIN:
        return math.sin(a)
    if op == COS:
        return math.cos(a)
    if op == SQRT:
        return math.sqrt(a) if a > 0.0 else 0.0
    return 1.0 if a > 0.0 else (-1.0 if a < 0.0 else 0.0)


@njit
def remembering(c, op, counter, value):
    """Conditions that remember: classic `iterations` and `pass`.

    `iterations n` counts how often it is tested and fires at the test after the n-th, so a
    called script runs n + 1 times. On a leaf phase the original counted its ticks of 0.1 ms.
    """
    if op == PASSED:
        if value < 0.0:
            c.counters[counter] = 1.0
        elif value > 0.0 and c.counters[counter] == 1.0:
            c.counters[counter] = 0.0
            return 1.0
        return 0.0
    # a hair, so that rounding of the ticks' sum does not cost a tick
    if c.counters[counter] >= value - 1e-6:
        c.counters[counter] = 0.0
        return 1.0
    c.counters[counter] += 1.0 if op == COUNT else c.step[0] / CLASSIC_TICK
    return 0.0


@njit
def following(counters, step, op, counter, value, rate):
    """`ramp`: a counter that goes to a value by at most a rate a second; a step is of so many seconds."""
    if op == BEGIN:
        if counters[counter + 1] == 0.0:
            counters[counter] = value
            counters[counter + 1] = 1.0
        return counters[counter]
    most = max(0.0, rate * step)
    counters[counter] += min(most, max(-most, value - counters[counter]))
    return counters[counter]


@njit
def kept(counters, step, op, counter, value, true):
    """`lasting`: the seconds for which a condition has held; SET: a value, from when it first held."""
    if op == LASTED:
        counters[counter] = counters[counter] + step if true else 0.0
    elif true and counters[counter + 1] == 0.0:
        counters[counter] = value
        counters[counter + 1] = 1.0
    return counters[counter]


@njit
def execute(c, side, frame, first, last):
    """Run code[first:last] for a frame of the call stack."""
    # held here, since the compiler cannot know that a write to a register moves none of them
    code, reg, counters, step, share = c.code, c.reg, c.counters, c.step[0], 0.0
    for k in range(first, last):
        op, dst, a, b = code[k, CODE_OP], code[k, CODE_DST], code[k, CODE_A], code[k, CODE_B]
        if op < LT or NOT < op < SHARE:  # by far the most
            reg[dst] = arithmetic(op, reg[a], reg[b] if b >= 0 else 0.0)
        elif op == BLEND:
            reg[dst] = reg[a] + share * (reg[b] - reg[a])
        elif op == SHARE:
            share = reg[a]
        elif op >= LASTED:
            reg[dst] = kept(counters, step, op, a, reg[dst], b >= 0 and reg[b] != 0.0)
        elif op >= BEGIN:
            reg[dst] = following(counters, step, op, a, reg[b], reg[dst])
        elif op == SENSE:
            reg[dst] = sense(c, side, a, frame)
        elif op == CURVE:
            reg[dst] = curve(c, a, reg[b])
        elif op == RANDOM:
            reg[dst] = 1.0
            if a < 0 or reg[a] != 0.0:
                reg[dst] = uniform(c.seed[0], BRANCH, c.now[NOW_DRAWN])
                c.now[NOW_DRAWN] += 1
        elif op >= COUNT:
            reg[dst] = remembering(c, op, a, reg[b])
        else:
            reg[dst] = compare(op, reg[a], reg[b] if b >= 0 else 0.0)
