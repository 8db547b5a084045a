"""Rows of pieces and large texts: no crash, and every refusal has a place in its text."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footfall.script import DictLoader, ScriptError, check, compile_text

Counting = Callable[[], AbstractContextManager[SimpleNamespace]]
SAMPLES = {p.name: p.read_text() for p in sorted((Path(__file__).parents[2] / "classic").glob("*.[st]"))}
PIECES = [
    "(",
    ")",
    ";",
    ",",
    ".",
    ">",
    ">>>",
    "<<<",
    "#",
    "-1",
    "1e999",
    "ENDPHASE",
    "PHASE 0",
    "BEGINSCRIPT x(a)",
]
PIECES += [
    "ENDSCRIPT",
    "linterp(",
    "TRANSITION",
    "POSE",
    "COMFB2 1 2",
    "\n",
    "\x00",
    "é",
    "VPD",
    "SET",
    "SCRIPTS a,",
]


def survives(text: str) -> None:
    loader = DictLoader(SAMPLES)
    found = check(text, name="root.s", loader=loader)
    for d in found:
        assert 0 <= d.span.start <= d.span.end <= len(d.source.text)
        assert d.message and d.label and d.help, d
        d.render()
    if any(d.severity == "error" for d in found):
        with pytest.raises(ScriptError):
            compile_text(text, name="root.s", loader=loader)
    else:
        compile_text(text, name="root.s", loader=loader)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.sampled_from([*PIECES, "lKnee(1)", " ", "ACTIONS", "ENDACTIONS", "to(0)", ".after(time 1)"]))
)
def test_any_row_of_pieces(pieces: list[str]) -> None:
    survives(" ".join(pieces))


@pytest.mark.parametrize(
    "text",
    [
        "BEGINSCRIPT " * 5000,
        ">>>\n" * 5000,
        "BEGINSCRIPT x(void) PHASE 0 " + "linterp(" * 5000,
        "SCRIPTS a " * 5000,
    ]
    + ["BEGINSCRIPT x(void) " + "PHASE 0 ACTIONS ENDACTIONS ENDPHASE " * 3000 + "ENDSCRIPT", "#" * 100000],
    ids=["begin", "arrows", "linterp", "scripts", "phases", "comment"],
)
def test_large_texts_are_quick(text: str, counting: Counting) -> None:
    with counting() as calls:
        survives(text)
    assert calls.n < 10_000 + 10 * len(text)


def test_300_lines_are_little_work(counting: Counting) -> None:
    """They take 50 ms: benchmarks/must_show.py measures that."""
    lines = "\n".join(f"POSE lKnee({i / 100}, 300., 30.), rKnee(.1);" for i in range(290))
    block = f"ACTIONS\n{lines}\nENDACTIONS\nTRANSITION to(-1).after(time 1);"
    text = f"BEGINSCRIPT x(void)\nPHASE 0\n{block}\nENDPHASE\nENDSCRIPT"
    with counting() as calls:
        check(text, name="root.s")
    assert calls.n < 75_000
