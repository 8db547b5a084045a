"""Reads a classic file: a bag of text in which includes, a SET and a script are looked for."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import islice

from ..diagnostics import Diagnostic, Edit, Findings
from ..program import Span
from ..source import Source
from ..syntax.declarations import MAX_PARAMETERS
from ..syntax.expression_tree import Literal
from ..syntax.tokens import MAX_PIECES
from ..syntax.tree import Name, ParameterNode, Phase, Script, Skill
from .cursor import BrokenError, Cursor
from .phases import PhaseReader
from .pieces import unwritten

BODY = "planar17"  # that classic scripts are written for
START = "rest"
MAX_INCLUDES = 1000  # names of one file
MAX_TRIES = 16  # scripts of one file that are tried before the first one's errors are shown
_COMMENT_OR = r"#[^\n]*|"
_BEGIN = re.compile(_COMMENT_OR + r"(?<![A-Za-z0-9_])(?P<found>BEGINSCRIPT)(?![A-Za-z0-9_])")
_SCRIPTS = re.compile(_COMMENT_OR + r"(?<![A-Za-z0-9_])(?P<found>SCRIPTS)(?![A-Za-z0-9_])")
_SET = re.compile(_COMMENT_OR + r"(?<![A-Za-z0-9_])(?P<found>SET)\s+(?P<name>\w+)\s*=\s*(?P<value>-?[\d.]+)")
_FILE = re.compile(r"#[^\n]*|(?P<name>[^\s;,#]+)")
_PIECE = re.compile(r"#[^\n]*|[\w.]+|[^\s\w.]")
_DISPLAY = re.compile(r"[^\s(]+")
_PARAMETER = re.compile(r"[A-Za-z0-9_]+")


@dataclass(frozen=True)
class Reading:
    """What came of a text: a script (perhaps with holes) and the findings."""

    script: Script
    findings: Findings

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The findings."""
        return self.findings.items


def read(source: Source, unit: int = 0, at: int = -1) -> Reading:
    """Read the first script of a text that is whole; when none is, the first, with its errors.

    Args:
        source: The text.
        unit: Its index among the scripts compiled together.
        at: Offset of the BEGINSCRIPT to read, for scripts inside others; -1: look for it.
    """
    if at < 0 and (extra := _first_extra_piece(source.text)) >= 0:
        return _too_long(source, unit, extra)
    starts = [at] if at >= 0 else _starts(source.text)
    if not starts:
        return _nothing(source, unit)
    first: Reading | None = None
    for start in starts[:MAX_TRIES]:
        reading = _ScriptReader(source, unit, start).read()
        if not reading.findings.errors:
            if first is not None:
                _note_inner(reading, first, start)
            return reading
        first = first or reading
    assert first is not None
    return first


def includes_of(source: Source, unit: int = 0) -> tuple[Name, ...]:
    """The names of all SCRIPTS lists of a text, each once."""
    words: dict[str, Name] = {}
    starts = [*_starts(source.text), len(source.text)]
    done = 0  # a list is read to its end, so that no text is read twice
    for match in _SCRIPTS.finditer(source.text):
        if not match["found"] or match.start() < done:
            continue
        semicolon = source.text.find(";", match.end())
        begin = starts[bisect_right(starts, match.end() - 1)]
        done = begin if semicolon < 0 else min(semicolon, begin)
        for name in _FILE.finditer(source.text, match.end(), done):
            if name["name"] and len(words) < MAX_INCLUDES:
                words.setdefault(name["name"], Name(name["name"], Span(unit, name.start(), name.end())))
    return tuple(words.values())


def _starts(text: str) -> list[int]:
    return [m.start() for m in _BEGIN.finditer(text) if m["found"]]


def _first_extra_piece(text: str) -> int:
    """Where the first piece stands that is too many; -1 in a script of a sensible length."""
    extra = next(islice(_PIECE.finditer(text), MAX_PIECES, None), None)
    return -1 if extra is None else extra.start()


def _too_long(source: Source, unit: int, at: int) -> Reading:
    findings = Findings(source)
    message = f"the script has more than {MAX_PIECES:,} pieces: words, numbers, signs, comments"
    help = "split it into scripts that call each other"
    findings.add("E070", Span(unit, at, at + 1), message, "this one is too many", help)
    return Reading(_script(source, Name("", Span(unit, 0, 0))), findings)


def _nothing(source: Source, unit: int) -> Reading:
    findings = Findings(source)
    here = Span(unit, 0, min(1, len(source.text)))
    edit = Edit(Span(unit, 0, 0), "BEGINSCRIPT name(void)\n")
    help = "a classic script stands between BEGINSCRIPT name(void) and ENDSCRIPT"
    findings.add("E101", here, "there is no BEGINSCRIPT", "no script in this file", help, edit)
    return Reading(_script(source, Name("", here)), findings)


def _script(
    source: Source,
    name: Name,
    parameters: tuple[ParameterNode, ...] = (),
    phases: tuple[Phase, ...] = (),
    limit: Literal | None = None,
    includes: tuple[Name, ...] = (),
) -> Script:
    """A classic script, with the header that every one means."""
    unit, nowhere = name.span.unit, Span(name.span.unit, 0, 0)
    return Script(
        source=source,
        unit=unit,
        tokens=(),
        doc=_doc(source.text),
        skill=Skill(name.span, name, parameters, parameters),
        body=Name(BODY, nowhere),
        start=Name(START, nowhere),
        ground=None,
        idle=None,
        limit=limit,
        fall=unwritten(0.0, unit, 0),  # classic scripts lie down on purpose, so nothing counts as a fall
        goal=None,
        phases=phases,
        always=(),
        classic=True,
        includes=includes,
    )


def _note_inner(reading: Reading, outer: Reading, start: int) -> None:
    problem = next(d for d in outer.diagnostics if d.severity == "error")
    line, _ = problem.source.position(problem.span.start)
    message = f"an earlier script cannot be read (line {line}: {problem.message}); this one is taken"
    span = Span(reading.script.unit, start, start + len("BEGINSCRIPT"))
    reading.findings.add("W117", span, message, "taken instead", "remove or mend the other one")


class _ScriptReader:
    def __init__(self, source: Source, unit: int, start: int) -> None:
        self._source = source
        self._in = Cursor(source, unit, start)
        self._findings = Findings(source)
        self._phases = PhaseReader(self._in, self._findings)

    def read(self) -> Reading:
        """The script that begins here."""
        source = self._source
        name, parameters, phases = self._body()
        limit = self._torque_limit()
        script = _script(source, name, parameters, phases, limit, includes_of(source, self._in.unit))
        if not phases and not self._findings.errors:
            help = "add PHASE 0 … ENDPHASE"
            self._findings.add("E109", name.span, "the script has no phases", "does nothing", help)
        return Reading(script, self._findings)

    def _body(self) -> tuple[Name, tuple[ParameterNode, ...], tuple[Phase, ...]]:
        name = Name("", self._in.span(self._in.at, self._in.at + len("BEGINSCRIPT")))
        parameters: tuple[ParameterNode, ...] = ()
        phases: list[Phase] = []
        try:
            name, parameters = self._head()
            self._phase_list(phases)
        except BrokenError as broken:
            self._findings.add(*broken.finding)
        return name, parameters, tuple(phases)

    def _head(self) -> tuple[Name, tuple[ParameterNode, ...]]:
        self._in.take("BEGINSCRIPT")
        start = self._in.skip()
        name = self._in.span(start - 1 if start else 0, start)
        text = ""
        if self._in.peek_word() != "PHASE":
            text = self._in.match(_DISPLAY) or ""
            name = self._in.span(start) if text else name
        word = Name(text, name)
        if self._in.take("("):
            return word, self._parameters()
        message = "a script without a parameter list is an older form, read as (void)"
        self._findings.add("W116", name, message, "older form", "write (void) after the name")
        return word, ()

    def _parameters(self) -> tuple[ParameterNode, ...]:
        if self._in.take(")"):
            return ()
        words: list[Name] = []
        while True:
            start = self._in.skip()
            text = self._in.match(_PARAMETER)
            if text is None:
                raise self._in.expected("the name of a parameter, or void")
            if len(words) == MAX_PARAMETERS:
                message = f"a script has at most {MAX_PARAMETERS} parameters"
                raise BrokenError("E071", self._in.span(start), message, "one too many", "use fewer")
            if text in (w.text for w in words):
                message = f"there are two parameters '{text}'"
                span = self._in.span(start)
                self._findings.add("E117", span, message, "the second", "rename one of them")
            words.append(Name(text, self._in.span(start)))
            if not self._in.take(","):
                break
        self._in.expect(")", "after the parameters")
        if len(words) == 1 and words[0].text == "void":
            return ()
        return tuple(ParameterNode(w.span, w, unwritten(0.0, w.span.unit, w.span.start)) for w in words)

    def _phase_list(self, phases: list[Phase]) -> None:
        while not self._in.take("ENDSCRIPT"):
            if self._in.ended:
                raise self._in.ends("ENDSCRIPT")
            if self._in.take("PHASE"):
                phases.append(self._phases.read(len(phases)))
            elif self._in.text.startswith(">>>", self._in.at):
                self._phases.skip_inline(phases)
            elif self._in.peek_word() in ("SET", "SCRIPTS"):  # looked for separately
                self._in.recover(self._in.at + 3)
            else:
                stray = self._in.expected("PHASE or ENDSCRIPT")
                self._findings.add(*stray.finding)
                self._in.recover(self._in.at + 1)
                if self._findings.full:
                    return
        self._phases.finish()

    def _torque_limit(self) -> Literal | None:
        """The first SET of the file; the original sees no other."""
        limit: Literal | None = None
        seen = False
        for match in _SET.finditer(self._source.text):
            if not match["found"]:
                continue
            span = Span(self._in.unit, match.start("found"), match.end())
            if seen:
                help = "keep one SET: only the first in a file counts"
                self._findings.add("W109", span, "this SET is ignored", "not the first", help)
            elif match["name"] != "TORQUELIMIT":
                help = "the only thing that can be set is TORQUELIMIT"
                self._findings.add("W109", span, f"SET {match['name'][:30]} does nothing", "no effect", help)
            else:
                limit = self._limit_value(match)
            seen = True
        return limit

    def _limit_value(self, match: re.Match[str]) -> Literal | None:
        text = match["value"]
        span = Span(self._in.unit, *match.span("value"))
        try:
            return Literal(span, span, float(text))
        except ValueError:
            help = "write a number in N m"
            self._findings.add("E103", span, f"'{text[:30]}' is not a number", "not this", help)
            return None


def _doc(text: str) -> str:
    """The comment lines above everything else."""
    lines: list[str] = []
    for line in text.lstrip("\ufeff").splitlines():
        stripped = line.strip()
        if stripped.startswith("#"):
            lines.append(stripped.lstrip("#").strip())
        elif stripped:
            break
    return "\n".join(lines).strip()
