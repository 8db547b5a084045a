from __future__ import annotations

import pytest

from footfall.script.program import Mark, Slot, Span
from footfall.studio.editing.sliders import slider

AT = Span(0, 0, 1)


def test_a_mark_says_how_far_it_goes() -> None:
    assert slider(Slot(AT, "x", "number", mark=Mark(0.1, 0.2, 0.8)), 0.5) == (0.2, 0.8)


@pytest.mark.parametrize(
    ("kind", "value", "ends"),
    [
        ("number", 0.5, (-1.0, 1.0)),
        ("number", -3.0, (-6.0, 6.0)),
        ("gain", 0.4, (0.0, 1.0)),
        ("time", 0.5, (0.02, 1.5)),
    ],
)
def test_else_its_kind_suggests_it(kind: str, value: float, ends: tuple[float, float]) -> None:
    assert slider(Slot(AT, "x", kind), value) == ends


def test_it_never_leads_to_what_a_statement_refuses() -> None:
    assert slider(Slot(AT, "x", "number", legal=(0.0, 0.7)), 0.5) == (0.0, 0.7)
    assert slider(Slot(AT, "x", "number", legal=(0.0, 0.7)), 0.9) == (0.0, 0.9)  # a slip of the pen is shown
