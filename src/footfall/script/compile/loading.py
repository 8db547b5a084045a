"""A script and all that it calls, read and parsed: cycles and missing skills are found here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...errors import FootfallError
from ..diagnostics import Edit, Findings
from ..program import Span
from ..source import SUFFIX, Loader, Source
from ..syntax.groups import resolve
from ..syntax.parser import parse
from ..syntax.tree import Do, Script

MAX_DEPTH = 32  # frames of the call stack
MAX_TOTAL = 200_000  # pieces (words, numbers, signs) of a script and all that it calls


@dataclass(frozen=True)
class Project:
    """Scripts of one dialect that are compiled together.

    Attributes:
        scripts: The root first; a script's index is its unit.
        callees: Span of a call -> unit of the callee; calls that lead nowhere are left out.
        findings: Per unit: what was found while loading.
    """

    scripts: tuple[Script, ...]
    callees: Mapping[Span, int]
    findings: tuple[Findings, ...]

    def callee(self, do: Do) -> Script | None:
        """The script that a call leads to; None when it could not be loaded."""
        unit = self.callees.get(do.span)
        return None if unit is None else self.scripts[unit]


def calls_of(script: Script) -> Iterator[Do]:
    """All calls of a script."""
    for phase in script.phases:
        for statement in phase.statements:
            if isinstance(statement, Do):
                yield statement


def load(root: Source, loader: Loader) -> Project:
    """Parse a script and, depth first, everything that it calls."""
    return _Loading(loader).run(root)


class _Loading:
    def __init__(self, loader: Loader) -> None:
        self._loader = loader
        self._scripts: list[Script] = []
        self._findings: list[Findings] = []
        self._units: dict[str, int] = {}
        self._calls: dict[tuple[int, str], int] = {}
        self._names: dict[int, list[str]] = {}  # what each script could call, for suggestions
        self._pieces = 0

    def run(self, root: Source) -> Project:
        self._visit(root, [])
        self._check_depth()
        calls: dict[int, dict[str, int]] = {}
        for (unit, name), callee in self._calls.items():
            calls.setdefault(unit, {})[name] = callee
        every = (do for script in self._scripts for do in calls_of(script))
        callees = {
            do.span: self._calls[do.span.unit, do.path.text]
            for do in every
            if (do.span.unit, do.path.text) in self._calls
        }
        return Project(resolve(self._scripts, calls, self._findings), callees, tuple(self._findings))

    def _visit(self, source: Source, chain: list[int]) -> int:
        unit = len(self._scripts)
        self._units[_identity(source)] = unit
        script = parse(source, unit=unit)
        self._scripts.append(script)
        self._findings.append(Findings(source))
        self._pieces += script.n_pieces
        for do in calls_of(script):
            if self._findings[unit].full:  # looking for files is slow, and nobody will see the result
                break
            if (unit, do.path.text) not in self._calls:
                self._follow(script, do, [*chain, unit])
        return unit

    def _follow(self, script: Script, do: Do, chain: list[int]) -> None:
        found = self._find(script, do)
        if found is None:
            return
        known = self._units.get(_identity(found))
        if known in chain:
            names = [self._scripts[u].source.name for u in chain[chain.index(known) :]]
            route = " calls ".join([*names, names[0]])
            help = "a skill cannot call itself: use a phase and TO to repeat"
            message = f"calls in a circle: {route}"
            self._findings[script.unit].add("E061", do.path.span, message, "closes it", help)
        elif known is not None:
            self._calls[script.unit, do.path.text] = known
        elif self._pieces > MAX_TOTAL:
            self._too_long(script, do)
        elif len(chain) < MAX_DEPTH:
            self._calls[script.unit, do.path.text] = self._visit(found, chain)
        else:
            self._too_deep(script, do)

    def _find(self, script: Script, do: Do) -> Source | None:
        name, span = do.path.text, do.path.span
        findings = self._findings[script.unit]
        try:
            found = self._loader.find(name, script.source)
        except FootfallError as error:
            message = f"'{name}' cannot be called: {error.message}"
            findings.add("E062", span, message, error.where, error.help)
            return None
        if found is None:
            if script.unit not in self._names:
                self._names[script.unit] = self._loader.names(script.source)
            known = self._names[script.unit]
            help = f"put {name}{SUFFIX} beside this script"
            edit: Edit | None = None
            if known:
                help, edit = findings.suggest(span, name, known)
            findings.add("E060", span, f"there is no skill '{name}'", "not found", help, edit)
        return found

    def _check_depth(self) -> None:
        """Calls reach at most MAX_DEPTH deep by any way, not only by the one first followed."""
        deepest: dict[int, int] = {}
        callees_of: dict[int, list[int]] = {}
        for (caller, _), callee in self._calls.items():
            callees_of.setdefault(caller, []).append(callee)

        def depth(unit: int) -> int:
            if unit not in deepest:
                callees = callees_of.get(unit, ())
                deepest[unit] = 1 + max((depth(c) for c in callees), default=0)
            return deepest[unit]

        if depth(0) > MAX_DEPTH:
            script = self._scripts[0]
            do = max(calls_of(script), key=lambda d: depth(self._calls.get((0, d.path.text), 0)))
            self._too_deep(script, do)

    def _too_long(self, script: Script, do: Do) -> None:
        message = f"a script and all that it calls have more than {MAX_TOTAL:,} pieces"
        help = "call less, or shorter skills"
        self._findings[script.unit].add("E070", do.path.span, message, "one too many", help)

    def _too_deep(self, script: Script, do: Do) -> None:
        message = f"calls are nested deeper than {MAX_DEPTH}"
        help = "join some of the skills on the way"
        self._findings[script.unit].add("E065", do.path.span, message, "too deep", help)


def _identity(source: Source) -> str:
    return source.path or source.name
