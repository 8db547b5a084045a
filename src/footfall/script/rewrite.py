"""Tuned numbers back into the text they came from."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .diagnostics import Edit, apply_edits
from .program import Program


def rewrite(
    text: str, unit_index: int, program: Program, params: ArrayLike, digits: int | None = None
) -> str:
    """Write changed numbers into a script's text; layout, comments and marks stay.

    Args:
        text: The text of the unit, as it was compiled.
        unit_index: Which of `Program.units` it is.
        program: What it was compiled to.
        params: (P,) new values, in SI units, in the order of `Program.params`.
        digits: At most so many significant digits; None: as many as give the value back.
    """
    values = np.asarray(params, dtype=np.float64)
    edits = [
        Edit(slot.span, number_text(float(new), slot.factor, digits))
        for slot, old, new in zip(program.slots, program.params, values, strict=True)
        if slot.span.unit == unit_index and new != old and slot.span.start < slot.span.end
    ]
    return apply_edits(text, edits)


def number_text(value: float, factor: float = 1.0, digits: int | None = None) -> str:
    """The shortest literal that, times `factor`, is `value` (or near it, with `digits`).

    >>> number_text(0.1 + 0.2, digits=6), number_text(-0.0), number_text(1e-7)
    ('0.3', '0', '1e-07')
    """
    own = value / factor
    if own == 0:
        return "0"
    for count in range(1, (digits or 17) + 1):
        text = f"{own:.{count}g}"
        if float(text) * factor == value:
            break
    # %g turns 1200 into 1.2e+03; a plain number reads better where it is as exact.
    plain = repr(float(text)).removesuffix(".0")
    return plain if len(plain) <= max(len(text), 7) else text
