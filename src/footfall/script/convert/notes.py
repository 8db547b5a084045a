"""What a conversion has to say: quirks that have no modern form, and what became of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..program import Span
from ..syntax.tree import Script


@dataclass(frozen=True)
class Note:
    """One remark.

    Attributes:
        file: The classic file.
        line: Line in it, counted from 1.
        message: What it did there, and what the new script does.
    """

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


@dataclass
class Notes:
    """The remarks on one script."""

    script: Script
    items: list[Note] = field(default_factory=list)
    _seen: set[Note] = field(default_factory=set)

    def add(self, span: Span, message: str) -> str:
        """Note something; returns the comment for the new script."""
        line, _ = self.script.source.position(span.start)
        note = Note(self.script.source.shown, line, message)
        if note not in self._seen:
            self._seen.add(note)
            self.items.append(note)
        return f"# classic: {message}"
