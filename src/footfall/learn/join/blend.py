"""Two learned transitions in one: each number lies between theirs, by where the body is when it begins.

The weight is a straight line through what tells the states of the two apart best: Fisher's direction over
the speed, the lean, the height, and how far the centre of mass is ahead of the stance foot. It is 0 where the
first one was learned and 1 where the second was; it is kept, by a SET, from the first moment on.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from footfall.engine.condition import Asker
from footfall.engine.sim import Sim
from footfall.engine.snapshot import Snapshot
from footfall.errors import FootfallError
from footfall.learn.join.states import Leaving, hand_over
from footfall.script import Program, compile_text
from footfall.script.syntax.format import format_text

WEIGHT = "nearness"  # the name of the weight in the script
SENSES = ("com.speed", "com.height", "trunk.pitch", "trunk.pitchrate", "com.x - stFoot.x")
RIDGE = 1e-3  # keeps the direction finite where the states differ little


def features(sim: Sim, states: list[Snapshot], program: Program, how: Leaving) -> NDArray[np.float64]:
    """(n, m) the senses at the moment at which a bridge takes over."""
    rows, asker = [], Asker(sim)
    for here in states:
        hand_over(sim, here, program, how)
        for _ in range(round(2.0 / sim.dt)):
            if not sim.pending or sim.advance(1) == 0:
                break
        rows.append([_value(asker, sense) for sense in SENSES])
    return np.array(rows)


def _value(asker: Asker, sense: str) -> float:
    """What a sense reads now, by halving: conditions are what can be asked from outside."""
    low, high = -20.0, 20.0
    for _ in range(24):
        middle = (low + high) / 2
        low, high = (middle, high) if asker.holds(f"{sense} > limit", {"limit": middle}) else (low, middle)
    return (low + high) / 2


def weight(first: NDArray[np.float64], second: NDArray[np.float64]) -> str:
    """The weight as an expression of the language."""
    scale = np.vstack([first, second]).std(axis=0) + RIDGE
    a, b = first / scale, second / scale
    spread = np.cov(np.vstack([a - a.mean(0), b - b.mean(0)]).T) + RIDGE * np.eye(a.shape[1])
    way = np.linalg.solve(spread, b.mean(0) - a.mean(0))
    ends = float(a.mean(0) @ way), float(b.mean(0) @ way)
    way = way / (scale * max(ends[1] - ends[0], RIDGE))
    begin = float(first.mean(0) @ way)
    terms = [
        f"{factor:.4g} * ({sense})" for factor, sense in zip(way, SENSES, strict=True) if abs(factor) > 1e-6
    ]
    return f"clamp({' + '.join(terms)} - ({begin:.4g}), 0, 1)".replace("+ -", "- ")


def blend(one: str, other: str, name: str, how: str) -> str:
    """The script of the blend.

    Args:
        one: A bridge.
        other: Another, which differs in its numbers only.
        name: Of errors.
        how: The weight of the other, as an expression.

    Raises:
        FootfallError: They differ in more.
    """
    first, second = compile_text(one, name=name), compile_text(other, name=name)
    if _bare(one) != _bare(other):
        raise FootfallError(
            "the two transitions differ in more than their numbers",
            where=name,
            help="learn both from the same skills, with the same --phases",
        )
    edits = []
    for slot, a, b in zip(first.slots, first.params, second.params, strict=False):
        if slot.span.unit == 0 and slot.span.start < slot.span.end and a != b:
            a, b = a / slot.factor, b / slot.factor
            edits.append((slot.span.start, slot.span.end, f"({a:.6g} + ({b - a:.6g}) * {WEIGHT})"))
    text, at = "", 0
    for start, end, new in sorted(edits):
        text += one[at:start] + new
        at = end
    text += one[at:]
    head = re.search(r"^(FALL|GOAL|PHASE)\b", text, re.MULTILINE)
    assert head is not None
    line = f"SET {WEIGHT} = {how} WHEN time >= 0;\n"
    return format_text(text[: head.start()] + line + text[head.start() :], name=name)


def _bare(text: str) -> str:
    """A script without its numbers."""
    return re.sub(r"-?\d*\.?\d+(?:e-?\d+)?", "#", text)
