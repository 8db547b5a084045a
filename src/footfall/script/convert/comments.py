"""The comments of a classic script, and the statements they belong to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..classic.acts import acts_of
from ..program import Span
from ..syntax.tree import Phase, Script

_COMMENT = re.compile(r"#([^\n]*)")
_BLOCK = re.compile(r"(?:END)?(?:ACTIONS|PHASE|ENVACTIONS)\b\s*")

Key = tuple[str, int]  # "act", "to" or "do", and its index; ("phase", 0) for the phase itself


@dataclass
class PhaseComments:
    """The comments of one phase.

    Attributes:
        above: Lines above a statement, by its key.
        beside: What stands behind it on its line.
        last: Lines that nothing follows.
    """

    above: dict[Key, list[str]] = field(default_factory=dict)
    beside: dict[Key, str] = field(default_factory=dict)
    last: list[str] = field(default_factory=list)


def comments_of(script: Script) -> list[PhaseComments]:
    """The comments of each phase; those between two phases go above the second."""
    out: list[PhaseComments] = []
    text = script.source.text
    before = script.skill.name.span.end if script.skill else 0
    for phase in script.phases:
        comments = PhaseComments()
        gap = [m[1].strip() for m in _COMMENT.finditer(text, before, phase.span.start)]
        comments.above["phase", 0] = [f"# {line}" for line in gap if line]
        for match in _COMMENT.finditer(text, phase.span.start, phase.span.end):
            _place(text, phase, match, comments)
        out.append(comments)
        before = phase.span.end
    return out


def _pieces(phase: Phase) -> list[tuple[Span, Key]]:
    """The statements of a phase, in the order of its text."""
    label = Span(phase.span.unit, phase.span.start, phase.name.span.end)
    pieces: list[tuple[Span, Key]] = [(label, ("phase", 0))]
    pieces += [(act.span, ("act", i)) for i, act in enumerate(acts_of(phase))]
    pieces += [(t.span, ("to", i)) for i, t in enumerate(phase.transitions)]
    if phase.call:
        pieces.append((phase.call.span, ("do", 0)))
    return sorted(pieces, key=lambda piece: piece[0].start)


def _place(text: str, phase: Phase, match: re.Match[str], comments: PhaseComments) -> None:
    words = match[1].strip()
    if not words:
        return
    line_start = text.rfind("\n", 0, match.start()) + 1
    pieces = _pieces(phase)
    beside = [key for span, key in pieces if line_start < span.end <= match.start()]
    if beside and not _BLOCK.fullmatch(text[line_start : match.start()].strip()):
        joined = [comments.beside[beside[-1]]] if beside[-1] in comments.beside else []
        comments.beside[beside[-1]] = "; ".join([*joined, words])
        return
    after = [key for span, key in pieces if span.start >= match.end()]
    if after:
        comments.above.setdefault(after[0], []).append(f"# {words}")
    else:
        comments.last.append(f"# {words}")
