"""What conditions and ramps remember, carried over a hot swap wherever the code around it is unchanged.

Counters have no names. They are found by where they are used: in the code of the same phase, transition or
rule, at an instruction that stands in the same place, counted from its beginning or from its end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import (
    CODE_A,
    CODE_OP,
    MOVE_CODE0,
    MOVE_CODE1,
    MOVE_SOURCE,
    MOVE_TARGET,
    PHASE_CODE0,
    PHASE_CODE1,
)
from footfall.control.expression import BEGIN, COUNT, LATCH
from footfall.script import Program

Counters = NDArray[np.float64]


def carry_counters(new: Program, to: Counters, old: Program, source: Counters) -> None:
    """Copy the counters of instructions that both Programs have.

    Args:
        new: The Program that takes over.
        to: (n,) its counters, written.
        old: The Program that ran.
        source: (m,) its counters.
    """
    before = dict(_stretches(old))
    for key, (first, last) in _stretches(new):
        if key not in before:
            continue
        start, stop = before[key]
        for there, here in _pairs(old.code[start:stop, CODE_OP], new.code[first:last, CODE_OP]):
            op = int(new.code[first + here, CODE_OP])
            if not COUNT <= op <= LATCH:
                continue
            a, b = int(new.code[first + here, CODE_A]), int(old.code[start + there, CODE_A])
            width = 2 if op in (BEGIN, LATCH) else 1
            to[a : a + width] = source[b : b + width]


def _stretches(program: Program) -> Iterator[tuple[tuple[object, ...], tuple[int, int]]]:
    """The stretches of code that run together, by what they belong to."""
    for key, row in zip(program.phase_keys, program.phases.tolist(), strict=True):
        yield ("phase", key), (row[PHASE_CODE0], row[PHASE_CODE1])
    count: Counter[tuple[object, ...]] = Counter()
    for k, row in enumerate(program.transitions.tolist()):
        target = program.phase_keys[row[MOVE_TARGET]] if row[MOVE_TARGET] >= 0 else ""
        owner = (
            program.phase_keys[row[MOVE_SOURCE]]
            if row[MOVE_SOURCE] >= 0
            else next((u.name for u in program.units if u.always[0] <= k < u.always[1]), "")
        )
        count[owner, target] += 1
        yield ("move", owner, target, count[owner, target]), (row[MOVE_CODE0], row[MOVE_CODE1])
    for unit in program.units:
        yield ("set", unit.name), unit.sets
    for name, rule in (("fall", program.fall), ("goal", program.goal)):
        if rule is not None:
            yield ("rule", name), (rule.first, rule.last)


def _pairs(old: NDArray[np.int32], new: NDArray[np.int32]) -> list[tuple[int, int]]:
    """Instructions that stand in the same place: as far as both agree from the front, and from the back."""
    shorter = min(len(old), len(new))
    unlike = np.flatnonzero(old[:shorter] != new[:shorter])
    front = int(unlike[0]) if len(unlike) else shorter
    left = shorter - front
    unlike = np.flatnonzero(old[len(old) - left :][::-1] != new[len(new) - left :][::-1])
    back = int(unlike[0]) if len(unlike) else left
    ahead = [(k, k) for k in range(front)]
    return ahead + [(len(old) - k, len(new) - k) for k in range(back, 0, -1)]
