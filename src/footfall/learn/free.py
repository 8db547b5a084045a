"""Free numbers: which numbers of a script a search may change, how far, and what they are called.

A search works in coordinates in which 0 is the script's own value and 1 is one standard deviation
above it, so that angles, times and gains are steps of one size.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from footfall.errors import ArgumentError, FootfallError, nearest
from footfall.script.program import Program, Slot

SHARE = 0.2  # of a gain's or a time's value: its standard deviation when none is written
REACH = 5.0  # bounds of an unmarked number lie so many standard deviations away
LEAST_TIME = 0.02  # s; a shorter phase is over before the body has moved
_PLACES = 2  # decimal places beyond the first digit of the standard deviation
# standard deviation by kind: of every angle, and of other numbers that are 0
PLAIN_STD = {"angle": 0.1, "length": 0.05, "speed": 0.1, "force": 20.0, "time": 0.05, "gain": 0.1}


@dataclass(frozen=True)
class FreeNumber:
    """One free number.

    Attributes:
        slot: Its index in `Program.params`.
        name: Its place in the script: ``lift/VPD swThigh/pitch``.
        base: The script's own value (SI).
        std: One step of the search (SI).
        low, high: Bounds (SI).
        factor: The literal times this is the number in SI units (pi/180 for ``deg``).
    """

    slot: int
    name: str
    base: float
    std: float
    low: float = -math.inf
    high: float = math.inf
    factor: float = 1.0

    @property
    def lower(self) -> float:
        """The lower bound in search coordinates."""
        return (self.low - self.base) / self.std

    @property
    def upper(self) -> float:
        """The upper bound in search coordinates."""
        return (self.high - self.base) / self.std

    def value(self, x: float) -> float:
        """The number at a search coordinate, kept within its bounds; its own value, to the bit, at 0.

        It is rounded to what one would write (about a thousandth of a standard deviation), so that the script
        that is written in the end is the very one that was tried, and reads well.
        """
        if x == 0.0:
            return self.base
        literal = (self.base + x * self.std) / self.factor
        places = _PLACES - math.floor(math.log10(self.std / abs(self.factor)))
        return min(max(round(literal, places) * self.factor, self.low), self.high)


def with_values(
    params: NDArray[np.float64], free: Sequence[FreeNumber], x: Sequence[float] | NDArray[np.float64]
) -> NDArray[np.float64]:
    """(P,) numbers of a Program with the free ones at a point of the search (n,)."""
    out = params.copy()
    for number, value in zip(free, x, strict=True):
        out[number.slot] = number.value(float(value))
    return out


def free_numbers(program: Program, phases: str | None = None) -> tuple[FreeNumber, ...]:
    """The numbers of a Program that a search may change.

    Args:
        program: The Program.
        phases: Names of phases and parameters with commas between: every number of those is free,
            a marked one as its mark says. None: the marked numbers.

    Raises:
        FootfallError: There are none, a name is unknown, or bounds leave no room.
    """
    found = tuple(_marked(program) if phases is None else _of_phases(program, phases))
    if not found:
        raise FootfallError(
            "no number of this script is free",
            where=program.units[0].path or program.name,
            help="mark some, like 0.4~0.1<-1,1>, or name phases: --free "
            + ",".join(_phase_names(program)[:2]),
        )
    return found


def _marked(program: Program) -> Iterator[FreeNumber]:
    for k, slot in enumerate(program.slots):
        if slot.mark is not None and _written(slot):
            yield _from_mark(program, k)


def _of_phases(program: Program, phases: str) -> Iterator[FreeNumber]:
    wanted = [name.strip() for name in phases.split(",") if name.strip()]
    parameters = {p.name: p.slot for p in program.units[0].parameters}
    known = [*_phase_names(program), *parameters]
    for name in wanted:
        if name not in known:
            raise ArgumentError(f"there is no phase '{name}'", argument="free", help=nearest(name, known))
    inside = [s for s, name in zip(program.phase_spans, program.phase_names, strict=True) if name in wanted]
    chosen = {parameters[name] for name in wanted if name in parameters}
    for k, slot in enumerate(program.slots):
        at = slot.span
        here = any(s.unit == at.unit and s.start <= at.start and at.end <= s.end for s in inside)
        if (here or k in chosen) and _written(slot):
            yield _from_mark(program, k) if slot.mark is not None else _from_kind(program, k)


def _phase_names(program: Program) -> list[str]:
    return list(dict.fromkeys(program.phase_names))


def _written(slot: Slot) -> bool:
    """Whether the number is written in the text, so that a new value can replace it."""
    return slot.span.start < slot.span.end


def _from_mark(program: Program, k: int) -> FreeNumber:
    slot, base = program.slots[k], float(program.params[k])
    mark = slot.mark
    assert mark is not None
    factor = slot.factor
    low, high, std = mark.lo * factor, mark.hi * factor, mark.std * factor
    where = _place(program, slot)
    if low > high:
        raise FootfallError(
            f"the lower bound {mark.lo:g} of {slot.label} is above the upper bound {mark.hi:g}",
            where=where,
            help=f"write <{mark.hi:g},{mark.lo:g}>",
        )
    if not std > 0:
        raise FootfallError(
            f"the standard deviation of {slot.label} is 0",
            where=where,
            help="give it a size, or remove the mark",
        )
    return FreeNumber(k, slot.label, base, std, low, high, factor)


def _from_kind(program: Program, k: int) -> FreeNumber:
    """A number without a mark: an angle moves by 0.1 rad, anything else by a fifth of its size."""
    slot, base = program.slots[k], float(program.params[k])
    plain = PLAIN_STD.get(slot.kind, 0.1)
    std = plain if slot.kind == "angle" or base == 0.0 else SHARE * abs(base)
    low, high = base - REACH * std, base + REACH * std
    if slot.kind == "angle":
        low, high = max(low, -math.pi), min(high, math.pi)
    elif slot.kind == "time" and base >= LEAST_TIME:
        low = max(low, LEAST_TIME)
    elif slot.kind == "gain" and base >= 0.0:
        low = max(low, 0.0)
    low, high = max(low, slot.legal[0]), min(high, slot.legal[1])
    # a number beyond what its kind allows stays where its author put it
    return FreeNumber(k, slot.label, base, std, min(low, base), max(high, base), slot.factor)


def _place(program: Program, slot: Slot) -> str:
    unit = program.units[slot.span.unit]
    line = unit.text.count("\n", 0, slot.span.start) + 1
    return f"{unit.path or unit.name}:{line}"
