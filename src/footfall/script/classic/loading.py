"""A classic script and all that it calls: includes first, then the scripts that are reached by calls."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from ...errors import FootfallError
from ..diagnostics import Findings
from ..program import Span
from ..source import CLASSIC_SUFFIXES, SUFFIX, Loader, Source, in_library
from ..syntax.tree import MAX_DEPTH, Argument, Do, Name, Phase, Project, Script
from .pieces import unwritten
from .reader import includes_of, read

if TYPE_CHECKING:
    from ..compile.compiler import Loading

MAX_FILES = 500  # that includes may bring in


def reachable(script: Script, start: int = 0) -> set[int]:
    """Positions of the phases that can be reached from a start."""
    waiting, reached = [start], set[int]()
    while waiting:
        position = waiting.pop()
        if position in reached or not 0 <= position < len(script.phases):
            continue
        reached.add(position)
        targets = (to.target.text for to in script.phases[position].transitions)
        waiting += [int(target) for target in targets if target != "end"]
    return reached


def load_classic(root: Source, loader: Loader) -> Project:
    """Read a script, and depth first everything that it calls."""
    return _Loading(root, loader).run()


class _Loading:
    def __init__(self, root: Source, loader: Loader) -> None:
        self._root = root
        self._loader = loader
        self._scripts: list[Script] = []
        self._findings: list[Findings] = []
        self._callees: dict[Span, int] = {}
        self._table: dict[str, Source] = {}  # file name as typed -> script, whoever included it
        self._own: dict[tuple[str, str], Source] = {}  # (including file, name) -> script
        self._problems: dict[tuple[str, str], str] = {}  # (including file, name) -> why it is not there
        self._units: dict[tuple[str, int], int] = {}
        self._starts: dict[int, set[int]] = {}
        self._called: list[tuple[int, str]] = []
        self._standing_in: list[tuple[str, str]] = []  # (including file, name): the library's is taken
        self._depth = 0
        self._modern: Loading | None = None  # of skills of the other dialect that are called

    def run(self) -> Project:
        self._include(self._root)
        self._visit(self._root, -1, 0)
        for script, findings in zip(self._scripts, self._findings, strict=True):
            if script.classic:
                self._check_includes(script, findings)
        if self._modern is not None:
            skills = self._modern.project()
            self._scripts[:] = skills.scripts
            self._callees |= skills.callees
        scripts = tuple(self._completed(s) if s.classic else s for s in self._scripts)
        return Project(scripts, self._callees, tuple(self._findings))

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
                if found.path and source.path and in_library(found.path) and not in_library(source.path):
                    self._standing_in.append((_identity(source), word.text))
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
        includers = {s.unit: {w.text for w in s.includes} for s in self._scripts}
        borrowed = {name for unit, name in self._called if name not in includers[unit]}
        for word in script.includes:
            if (_identity(script.source), word.text) in self._standing_in:
                message = f"'{word.text[:60]}' is not beside this script; the library's own stands in"
                help = f"put {word.text[:60]} beside this script, if another is meant"
                findings.add("W126", word.span, message, "of the library", help)
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
        unit = len(self._scripts)
        self._units[_identity(source), at] = unit
        if source.name in (s.source.name for s in self._scripts):  # names are keys of a Program
            source = replace(source, name=f"{source.name}@{max(at, unit)}")
        reading = read(source, unit, at)
        self._scripts.append(reading.script)
        self._findings.append(reading.findings)
        self._starts[unit] = set()
        self._reach(unit, start)
        return unit

    def _reach(self, unit: int, start: int) -> None:
        """Follow the calls of the phases that a start leads to."""
        if start in self._starts[unit]:
            return
        self._starts[unit].add(start)
        script = self._scripts[unit]
        for position in sorted(reachable(script, start)):
            phase = script.phases[position]
            if phase.call is not None:
                self._follow(script, phase.call)

    def _follow(self, script: Script, call: Do) -> None:
        if call.path.text.endswith(SUFFIX):
            self._follow_skill(script, call)
            return
        self._called.append((script.unit, call.path.text))
        source, at = self._callee(script, call)
        if source is None:
            return
        if self._depth + 1 >= MAX_DEPTH:
            message = f"calls are nested deeper than {MAX_DEPTH}"
            help = "join some of the scripts on the way"
            self._findings[script.unit].add("E115", call.path.span, message, "too deep", help)
            return
        self._depth += 1
        known = self._units.get((_identity(source), at))
        if known is None:
            known = self._visit(source, at, call.start[0])
        else:
            self._reach(known, call.start[0])
        self._depth -= 1
        self._callees[call.span] = known

    def _follow_skill(self, script: Script, call: Do) -> None:
        """A call of a skill of the modern dialect, by its file or its name in the library."""
        from ..compile.compiler import Loading  # it reads classic scripts too

        name, findings = call.path, self._findings[script.unit]
        try:
            found = self._loader.find(name.text.removesuffix(SUFFIX), script.source)
        except FootfallError as error:
            message = f"'{name.text[:60]}' cannot be called: {error.message}"
            findings.add("E111", name.span, message, "cannot be read", "mend or replace that file")
            return
        if found is None:
            known = [skill + SUFFIX for skill in self._loader.names(script.source)]
            help, edit = findings.suggest(name.span, name.text, known)
            message = f"there is no skill '{name.text[:60]}'"
            findings.add("E110", name.span, message, "not found", help, edit)
            return
        if self._modern is None:
            self._modern = Loading(self._loader, self._scripts, self._findings)
        self._callees[call.span] = self._modern.add(found)

    def _callee(self, script: Script, call: Do) -> tuple[Source | None, int]:
        findings = self._findings[script.unit]
        name = call.path
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

    def _not_included(self, script: Script, name: Name, found: Source | None, findings: Findings) -> None:
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

    # Arguments

    def _completed(self, script: Script) -> Script:
        """A script whose calls have an argument for each parameter of what they call."""
        return replace(script, phases=tuple(self._complete(phase) for phase in script.phases))

    def _complete(self, phase: Phase) -> Phase:
        call = phase.call
        unit = self._callees.get(call.span) if call else None
        if call is None or unit is None or len(self._scripts[unit].parameters) == len(call.args):
            return phase
        if not self._scripts[unit].classic and len(call.args) < len(self._scripts[unit].parameters):
            return phase  # the rest have defaults
        if self._findings[unit].errors and not self._scripts[unit].phases:
            return phase
        done = self._with_all_arguments(call, self._scripts[unit])
        return replace(phase, statements=tuple(done if s is call else s for s in phase.statements))

    def _with_all_arguments(self, call: Do, callee: Script) -> Do:
        """A call with the arguments that it leaves out, where it is known what they were.

        Some parameters were added after scripts that call them were written: ``dtt`` beside ``dt``, which
        meant both before, and (cde, cve) of a script that was called with (void).
        """
        parameters = [p.name.text for p in callee.parameters]
        wanted, given = len(parameters), len(call.args)
        wants, shown = f"wants ({(', '.join(parameters) or 'void')[:80]})", call.path.text[:60]
        findings = self._findings[call.span.unit]
        if wanted and not given:
            how = "0 for each"
            zero = unwritten(0.0, call.span.unit, call.span.start)
            more = (Argument(zero.span, None, zero),) * wanted
        elif given >= 1 and wanted == given + 1 and parameters[-1].startswith(parameters[-2]):
            how = f"{parameters[-1]} as {parameters[-2]}"
            more = (call.args[-1],)
        else:
            message = f"{shown} takes {wanted} arguments, not {given}"
            findings.add("E112", call.span, message, wants, f"write {wanted} values")
            return call
        counted = f"{given} argument{'s' * (given != 1)}"
        message = f"{shown} takes {wanted} arguments and is given {counted}: read with {how}"
        findings.add("W115", call.span, message, wants, f"write all {wanted} values")
        return replace(call, args=call.args + more)


def _identity(source: Source) -> str:
    return source.path or source.name.partition("@")[0]


def _renamed(name: str) -> list[str]:
    """The other suffix: scripts were renamed from one to the other over time."""
    path = PurePosixPath(name)
    if path.suffix in CLASSIC_SUFFIXES:
        return [name[: -len(path.suffix)] + s for s in CLASSIC_SUFFIXES if s != path.suffix]
    return []
