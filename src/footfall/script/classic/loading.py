"""A classic script and all that it calls: includes first, then the scripts that are reached by calls."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from ...errors import FootfallError
from ..diagnostics import Diagnostic, Findings
from ..source import CLASSIC_SUFFIXES, Loader, Source
from .reader import includes_of, read
from .tree import Call, Script, Word

MAX_FILES = 500  # that includes may bring in
MAX_DEPTH = 32  # frames of the call stack


@dataclass
class Project:
    """Scripts that are compiled together.

    Attributes:
        scripts: Those that are reached by calls, the root first; a script's index is its unit.
        findings: Per script.
        callees: (unit, position of the calling phase) -> unit of the callee.
    """

    scripts: list[Script] = field(default_factory=list)
    findings: list[Findings] = field(default_factory=list)
    callees: dict[tuple[int, int], int] = field(default_factory=dict)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All findings, script by script, each in the order of its text."""
        out: list[Diagnostic] = []
        for findings in self.findings:
            out += sorted(findings.items, key=lambda d: (d.span.start, d.code))
        return out


def reachable(script: Script, start: int = 0) -> set[int]:
    """Positions of the phases that can be reached from a start."""
    waiting, reached = [start], set[int]()
    while waiting:
        position = waiting.pop()
        if position in reached or not 0 <= position < len(script.phases):
            continue
        reached.add(position)
        waiting += [t.target for t in script.phases[position].transitions]
    return reached


def load(root: Source, loader: Loader) -> Project:
    """Read a script, and depth first everything that it calls."""
    return _Loading(root, loader).run()


class _Loading:
    def __init__(self, root: Source, loader: Loader) -> None:
        self._root = root
        self._loader = loader
        self._project = Project()
        self._table: dict[str, Source] = {}  # file name as typed -> script, whoever included it
        self._own: dict[tuple[str, str], Source] = {}  # (including file, name) -> script
        self._problems: dict[tuple[str, str], str] = {}  # (including file, name) -> why it is not there
        self._units: dict[tuple[str, int], int] = {}
        self._starts: dict[int, set[int]] = {}
        self._called: list[tuple[int, str]] = []
        self._depth = 0

    def run(self) -> Project:
        self._include(self._root)
        self._visit(self._root, -1, 0)
        for script, findings in zip(self._project.scripts, self._project.findings, strict=True):
            self._check_includes(script, findings)
        return self._project

    # Includes

    def _include(self, root: Source) -> None:
        """Fill the table from all SCRIPTS lists; a file is read once, so circles end."""
        waiting, seen = [root], {_identity(root)}
        while waiting and len(seen) < MAX_FILES:
            source = waiting.pop(0)
            for word in includes_of(source):
                found = self._find(word.text, source)
                if found is None:
                    continue
                self._own[_identity(source), word.text] = found
                self._table.setdefault(word.text, found)
                if _identity(found) not in seen:
                    seen.add(_identity(found))
                    waiting.append(found)

    def _find(self, name: str, source: Source) -> Source | None:
        """The script of a file name, or of the same name with the other suffix."""
        callers = (source, self._root)
        try:
            for candidate in (name, *_renamed(name)):
                found = self._loader.find_classic(candidate, callers)
                if found is not None:
                    return replace(found, name=candidate)
        except FootfallError as error:
            self._problems[_identity(source), name] = error.message
        return None

    def _check_includes(self, script: Script, findings: Findings) -> None:
        """Warn of includes that are missing or that nobody calls."""
        own = {name for unit, name in self._called if unit == script.unit}
        includers = {s.unit: {w.text for w in s.includes} for s in self._project.scripts}
        borrowed = {name for unit, name in self._called if name not in includers[unit]}
        for word in script.includes:
            if word.text in own or word.text in borrowed:
                continue
            if (_identity(script.source), word.text) in self._own:
                message = f"'{word.text[:60]}' is included and never called"
                findings.add("W113", word.span, message, "not called", "remove it from the list")
            else:
                why = self._problems.get((_identity(script.source), word.text), "there is no such file")
                message = f"'{word.text[:60]}' cannot be included: {why}"
                findings.add(
                    "W114", word.span, message, "never called, so left out", "remove it from the list"
                )

    # Calls

    def _visit(self, source: Source, at: int, start: int) -> int:
        unit = len(self._project.scripts)
        self._units[_identity(source), at] = unit
        if source.name in (s.source.name for s in self._project.scripts):  # names are keys of a Program
            source = replace(source, name=f"{source.name}@{max(at, unit)}")
        reading = read(source, unit, at)
        self._project.scripts.append(reading.script)
        self._project.findings.append(reading.findings)
        self._starts[unit] = set()
        self._reach(unit, start)
        return unit

    def _reach(self, unit: int, start: int) -> None:
        """Follow the calls of the phases that a start leads to."""
        if start in self._starts[unit]:
            return
        self._starts[unit].add(start)
        script = self._project.scripts[unit]
        for position in sorted(reachable(script, start)):
            phase = script.phases[position]
            if phase.call is not None:
                self._follow(script, position, phase.call)

    def _follow(self, script: Script, position: int, call: Call) -> None:
        self._called.append((script.unit, call.name.text))
        source, at = self._callee(script, call)
        if source is None:
            return
        if self._depth + 1 >= MAX_DEPTH:
            message = f"calls are nested deeper than {MAX_DEPTH}"
            help = "join some of the scripts on the way"
            self._project.findings[script.unit].add("E115", call.name.span, message, "too deep", help)
            return
        self._depth += 1
        known = self._units.get((_identity(source), at))
        if known is None:
            known = self._visit(source, at, call.start)
        else:
            self._reach(known, call.start)
        self._depth -= 1
        self._project.callees[script.unit, position] = known

    def _callee(self, script: Script, call: Call) -> tuple[Source | None, int]:
        findings = self._project.findings[script.unit]
        name = call.name
        if call.inline >= 0:
            message = f"the text of {name.text[:60]} stands in this file and is called here"
            findings.add("W125", name.span, message, "called from inside", "move it to a file of its own")
            return replace(script.source, name=name.text), call.inline
        found = self._own.get((_identity(script.source), name.text)) or self._table.get(name.text)
        if found is None:
            found = self._find(name.text, script.source)
            self._not_included(script, name, found, findings)
        if found is not None and found.name != name.text:
            message = f"'{name.text[:60]}' is not there; {found.name} is called instead"
            findings.add("W119", name.span, message, "renamed", f"write {found.name}")
        return found, -1

    def _not_included(self, script: Script, name: Word, found: Source | None, findings: Findings) -> None:
        if found is not None:
            message = f"'{name.text[:60]}' is called and not in a SCRIPTS list; the original would stop here"
            findings.add("W120", name.span, message, "not included", f"add it to SCRIPTS: {name.text[:60]}")
            return
        why = self._problems.get((_identity(script.source), name.text))
        if why:
            message = f"'{name.text[:60]}' cannot be called: {why}"
            findings.add("E111", name.span, message, "cannot be read", "mend or replace that file")
            return
        help, edit = f"put {name.text[:60]} beside this script", None
        if self._table:
            help, edit = findings.suggest(name.span, name.text, self._table)
        findings.add("E110", name.span, f"there is no script '{name.text[:60]}'", "not found", help, edit)


def _identity(source: Source) -> str:
    return source.path or source.name.partition("@")[0]


def _renamed(name: str) -> list[str]:
    """The other suffix: scripts were renamed from one to the other over time."""
    path = PurePosixPath(name)
    if path.suffix in CLASSIC_SUFFIXES:
        return [name[: -len(path.suffix)] + s for s in CLASSIC_SUFFIXES if s != path.suffix]
    return []
