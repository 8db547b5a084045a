"""What is wrong in a script: one type, shown in the terminal, as JSON and in the studio."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ..errors import FootfallError, listed, nearest
from .program import Span
from .source import Source

MAX_FINDINGS = 50  # errors, and as many warnings, of one script: more is noise, and slow to show
MAX_SUGGESTIONS = 30  # of one script: the nearest of many names is looked for so often
_WINDOW = 110  # characters of a line that are shown
_CARETS = 80  # longest underline


@dataclass(frozen=True)
class Edit:
    """Replace the text at `span` by `text`; an empty span inserts."""

    span: Span
    text: str


@dataclass(frozen=True)
class Diagnostic:
    """One finding.

    Attributes:
        code: Stable, like ``E040`` or ``W001``; explained in `codes`.
        message: What is wrong, in one line.
        span: Where.
        source: The text it is about.
        label: The reason, shown at the caret.
        help: How to mend it, in one line; "" when there is nothing to add.
        edit: A change that mends it, if one is known.
    """

    code: str
    message: str
    span: Span
    source: Source
    label: str = ""
    help: str = ""
    edit: Edit | None = None

    @property
    def severity(self) -> str:
        """``error`` or ``warning``, from the code's letter."""
        return "warning" if self.code.startswith("W") else "error"

    @property
    def where(self) -> str:
        """``file:line:column``, both counted from 1."""
        line, column = self.source.position(self.span.start)
        return f"{self.source.shown}:{line}:{column}"

    def render(self, color: bool = False) -> str:
        """The message for a terminal, several lines."""
        return _render(self, _Paint(color))

    def as_dict(self) -> dict[str, Any]:
        """The message as plain data, ready for JSON."""
        line, column = self.source.position(self.span.start)
        end_line, end_column = self.source.position(self.span.end)
        edit = None
        if self.edit:
            edit = {"start": self.edit.span.start, "end": self.edit.span.end, "text": self.edit.text}
        return {
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "file": self.source.shown,
            "start": self.span.start,
            "end": self.span.end,
            "line": line,
            "column": column,
            "end_line": end_line,
            "end_column": end_column,
            "label": self.label,
            "help": self.help,
            "edit": edit,
        }


class ScriptError(FootfallError):
    """A script that cannot be compiled. `diagnostics` holds all findings, warnings too."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        first = next(d for d in self.diagnostics if d.severity == "error")
        super().__init__(first.message, where=first.where, help=first.help)

    def __str__(self) -> str:
        return self.render()

    def render(self, color: bool = False) -> str:
        """All findings, and a last line that counts them."""
        blocks = [d.render(color) for d in self.diagnostics]
        errors = sum(d.severity == "error" for d in self.diagnostics)
        warnings = len(self.diagnostics) - errors
        total = f"{errors} error{'s' * (errors != 1)}" + " or more" * full(self.diagnostics)
        if warnings:
            total += f", {warnings} warning{'s' * (warnings != 1)}"
        return "\n\n".join([*blocks, total])


class Findings:
    """Collects the diagnostics of one script; drops repeats, and what is beyond `MAX_FINDINGS`."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.items: list[Diagnostic] = []
        self._seen: set[tuple[str, Span]] = set()
        self._counts = {"E": 0, "W": 0}
        self._suggested = 0

    def add(
        self, code: str, span: Span, message: str, label: str = "", help: str = "", edit: Edit | None = None
    ) -> None:
        """Note one finding; the code's letter says whether it is an error."""
        if (code, span) in self._seen or self._counts[code[0]] >= MAX_FINDINGS:
            return
        self._counts[code[0]] += 1
        self._seen.add((code, span))
        self.items.append(Diagnostic(code, message, span, self.source, label, help, edit))

    @property
    def errors(self) -> int:
        """How many errors there are."""
        return self._counts["E"]

    @property
    def full(self) -> bool:
        """Whether no more errors are taken."""
        return self.errors >= MAX_FINDINGS

    def suggest(self, span: Span, name: str, names: Iterable[str]) -> tuple[str, Edit | None]:
        """A help line that offers the nearest legal name, and the edit that takes it.

        Args:
            span: Where the wrong name stands.
            name: The wrong name.
            names: What may stand there.
        """
        if self.full:  # nobody will see it
            return "", None
        self._suggested += 1
        if self._suggested > MAX_SUGGESTIONS:  # comparing names is slow
            return listed(list(islice(names, 9))), None
        help = nearest(name, list(dict.fromkeys(names)))
        edit = Edit(span, help.split("'")[1]) if help.startswith("did you mean") else None
        return help, edit


def full(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether a script has so many errors that there may be more than are shown."""
    counts = Counter(d.source.shown for d in diagnostics if d.severity == "error")
    return any(count >= MAX_FINDINGS for count in counts.values())


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with edits made; of two that overlap the first in the text is made."""
    out: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda e: (e.span.start, e.span.end)):
        if edit.span.start < at:
            continue
        out += [text[at : edit.span.start], edit.text]
        at = edit.span.end
    return "".join([*out, text[at:]])


class _Paint:
    """Terminal colours, or none."""

    def __init__(self, on: bool) -> None:
        self.on = on

    def __call__(self, text: str, style: str) -> str:
        codes = {"error": "1;31", "warning": "1;33", "margin": "1;34", "bold": "1", "help": "1;36"}
        return f"\x1b[{codes[style]}m{text}\x1b[0m" if self.on and text else text


def _printable(text: str) -> str:
    """Control characters (tabs, terminal escapes) as single harmless characters: columns stay."""
    text = text.replace("\t", " ")
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def _render(d: Diagnostic, paint: _Paint) -> str:
    line, column = d.source.position(d.span.start)
    text = d.source.line(line)
    at = column - 1
    width = max(1, min(d.span.end - d.span.start, len(text) - at, _CARETS))
    if at + width > _WINDOW:  # a very long line: show the part around the caret
        cut = max(0, at - _WINDOW // 2)
        text, at = "…" + text[cut + 1 :], at - cut
    text = text if len(text) <= _WINDOW + 1 else text[:_WINDOW] + "…"
    pad = " " * len(str(line))
    bar = paint("|", "margin")
    head = paint(f"{d.severity}[{d.code}]", d.severity) + paint(f": {d.message}", "bold")
    carets = paint(("^" * width + " " + d.label).rstrip(), d.severity)
    rows = [
        head,
        f"{pad}{paint('-->', 'margin')} {d.where}",
        f"{pad} {bar}",
        f"{paint(str(line), 'margin')} {bar} {_printable(text)}".rstrip(),
        f"{pad} {bar} {' ' * at}{carets}",
    ]
    if d.help:
        rows.append(f"{pad} {paint('=', 'margin')} {paint('help', 'help')}: {d.help}")
    return "\n".join(rows)
