"""The score of a run, from the sums of the kernel's monitors."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import (
    SUM_BEST,
    SUM_ERROR,
    SUM_LEAST,
    SUM_MOST,
    SUM_RAW,
    SUM_SEEN,
    SUM_SMOOTH,
    SUM_TIME,
    SUM_WORST,
)
from footfall.engine.actor import Monitor
from footfall.engine.link.anatomy import Anatomy
from footfall.engine.link.link import Linked
from footfall.errors import FootfallError, nearest
from footfall.learn.objective.gait import LOGGED, gait_value
from footfall.learn.objective.terms import Term
from footfall.natural import Gait
from footfall.script.program import Program

F64 = NDArray[np.float64]
_VALUES = {"most": SUM_MOST, "least": SUM_LEAST, "end": SUM_SMOOTH, "once": SUM_SMOOTH}
SURVIVED = ("time", "done", "running")


@dataclass(frozen=True)
class Outcome:
    """The state of a run when it is scored.

    Attributes:
        end: As `Recording.end`, or "running".
        seconds: Simulated so far, or until the verdict.
        requested: Seconds that the run was to last.
        pushes: Rows (n, 2): second at which each push ended or would have ended, and its impulse (N s).
        goal: Whether the skill's GOAL holds.
        sums: (K, SUM_COLUMNS) the monitors, in the order of the terms that have one.
        margin: Of the skill's GOAL, from -1 to 1; None: nobody has asked.
        ends: Values of the terms "end", by what they are of.
        gait: What the terms "natural" and "gait" measure; None: nobody has asked, or there was no gait.
    """

    end: str
    seconds: float
    requested: float
    pushes: F64
    goal: bool
    sums: F64
    margin: float | None = None
    ends: Mapping[str, float] = field(default_factory=dict)
    gait: Gait | None = None


def monitors(terms: tuple[Term, ...], linked: Linked, anatomy: Anatomy) -> list[Monitor]:
    """The kernel's monitors of an objective, in the order of the terms that have one.

    Raises:
        FootfallError: A term is about a phase that the program lacks, or a part that the body lacks.
    """
    names = [p.name for p in linked.program.units[0].parameters]
    command = linked.program.input_offset + names.index("heading") if "heading" in names else -1
    out = []
    for term in terms:
        row = term.row
        if not row.quantity:
            continue
        index = 0
        if row.quantity == "phase":
            index = _phase(linked.program, term, term.of)
        elif row.quantity in ("head", "tilt"):
            index = anatomy.part("head" if row.quantity == "head" else "trunk")
            if index < 0:
                raise FootfallError(
                    f"{anatomy.body.name} has no head", where=f"term '{term.kind}'", help="leave the term out"
                )
        window = row.window if term.window is None else term.window
        limit = math.inf if term.threshold is None else term.threshold
        once = _phase(linked.program, term, term.once) if term.once else -1
        target = term.target or 0.0
        out.append(Monitor(row.quantity, target, window, term.after, limit, index, command, term.sign, once))
    return out


def _phase(program: Program, term: Term, name: str) -> int:
    if name not in program.phase_names:
        raise FootfallError(
            f"{program.name} has no phase '{name}'",
            where=f"term '{term.kind}'",
            help=nearest(name, list(program.phase_names)),
        )
    return program.phase_names.index(name)


def contributions(terms: tuple[Term, ...], outcome: Outcome) -> dict[str, float]:
    """What each term adds to the score, by name."""
    out: dict[str, float] = {}
    rows = iter(outcome.sums)
    for term in terms:
        value = _measured(term, next(rows)) if term.row.quantity else _from_end(term, outcome)
        if term.saturate is not None and value > 0:
            value = term.saturate / (1.0 + term.saturate / value)
        amount = term.weight * value
        if term.threshold is not None:
            survived_run = outcome.end in SURVIVED
            amount += term.bonus * (min(1.0, value / term.threshold) if survived_run else 1.0)
        key = term.name or term.kind
        while key in out:  # two terms of one kind
            key += "'"
        out[key] = amount
    return out


def _measured(term: Term, sums: F64) -> float:
    """The value of a monitored term."""
    how = term.way
    if (term.once or term.row.missing is not None) and sums[SUM_SEEN] == 0.0:
        return _missing(term)
    if how in _VALUES:
        return term.error(float(sums[_VALUES[how]]))
    if how in ("worst", "best"):
        return float(sums[SUM_WORST if how == "worst" else SUM_BEST])
    if how == "share":
        return float(sums[SUM_ERROR] / sums[SUM_RAW]) if sums[SUM_RAW] > 0 else 0.0
    if how == "total":
        total = float(sums[SUM_RAW])
        return -total if term.target is None and term.kind == "distance" else term.error(total)
    if sums[SUM_TIME] > 0:
        return float(sums[SUM_ERROR] / sums[SUM_TIME])
    # nothing was measured (no step was made, say): counts as a value of 0
    return term.error(0.0)


def _missing(term: Term) -> float:
    """The value of a term for which the run never got there: no less than any that it could have."""
    if term.saturate is not None:
        return math.inf  # which saturates
    return term.row.missing if term.row.missing is not None else max(1.0, abs(term.target or 0.0))


def raw_value(term: Term, outcome: Outcome, sums: F64 | None) -> float:
    """What was measured, before it is held against a target; nan when there was nothing to measure.

    Args:
        term: The term.
        outcome: Of the run.
        sums: Of its monitor; None when it has none.
    """
    if sums is None:
        return outcome.ends.get(term.of, math.nan) if term.kind == "end" else outcome.seconds
    how = term.way
    if how != "share" and how != "total" and sums[SUM_TIME] == 0.0:
        return math.nan
    if how in _VALUES:
        return float(sums[_VALUES[how]])
    if how == "worst":  # of what is never negative
        return float(sums[SUM_WORST])
    if how == "share":
        return _measured(term, sums)
    return float(sums[SUM_RAW] if how == "total" else sums[SUM_RAW] / sums[SUM_TIME])


def _from_end(term: Term, outcome: Outcome) -> float:
    """The value of a term that depends on the end of the run."""
    survived_run = outcome.end in SURVIVED
    if term.kind in LOGGED:
        return gait_value(term, outcome.gait)
    if term.kind == "upright":
        return 0.0 if survived_run else 1.0 - min(1.0, outcome.seconds / outcome.requested)
    if term.kind == "goal":
        return 0.0 if survived_run and outcome.goal else 1.0
    if term.kind == "margin":
        return max(0.0, -outcome.margin) if outcome.margin is not None else 1.0
    if term.kind == "seconds":
        return term.error(outcome.seconds)
    if term.kind == "end":
        return term.error(outcome.ends.get(term.of, 0.0))
    total = float(outcome.pushes[:, 1].sum())
    if total == 0:
        return 0.0
    survived = survived_run | (outcome.pushes[:, 0] + term.grace <= outcome.seconds)
    return 1.0 - float(outcome.pushes[survived, 1].sum()) / total


def lower_bound(terms: tuple[Term, ...], outcome: Outcome) -> float:
    """A lower bound of the score that a run can still end with; -inf when there is none."""
    total = 0.0
    rows = iter(outcome.sums)
    for term in terms:
        if not term.row.quantity:
            continue  # it may still end well: nothing is certain
        sums = next(rows)
        how = term.way
        if how == "total":
            if term.target is None and term.kind == "distance":
                return -math.inf
            continue
        if how not in ("mean", "worst") or term.saturate is not None or term.row.quantity == "step":
            continue  # what comes may dilute it without bound, or make it good again
        least = (
            float(sums[SUM_WORST])
            if how == "worst"
            else float(sums[SUM_ERROR]) / max(outcome.requested - term.after, 1e-9)
        )
        share = 0.0 if term.threshold is None else term.bonus * min(1.0, least / term.threshold)
        total += term.weight * least + share
    return total
