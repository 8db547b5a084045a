"""From text or a skill's name to a Program: load it and all that it calls, check, assemble."""

from __future__ import annotations

from ...errors import FootfallError
from ..checks.checker import check_project
from ..classic.checks import check_classic
from ..classic.loading import load_classic
from ..diagnostics import Diagnostic, Edit, Findings, ScriptError
from ..program import Program, Span
from ..reference import SUFFIX as REFERENCE
from ..reference import parse_reference
from ..source import SUFFIX, FileLoader, Loader, Source, find_skill, is_classic
from ..syntax.declarations import all_lets, resolve
from ..syntax.parser import parse
from ..syntax.tokens import shorten
from ..syntax.tree import MAX_DEPTH, Do, Name, Project, Script, calls_of, tracked_by
from .assembly import assemble
from .emitting import MAX_CODE, TooMuchCodeError
from .kinds import Kinds


def compile_text(
    text: str,
    *,
    name: str = "script",
    path: str = "",
    loader: Loader | None = None,
    dialect: str | None = None,
) -> Program:
    """Compile a script given as text, and all that it calls.

    Args:
        text: The script.
        name: What it is called, in messages and in `Program.name`.
        path: Its file, if any: called skills are looked up beside it, then in the library.
        loader: Finds called skills in another way.
        dialect: "modern" or "classic"; None: by the suffix of `path`, or else of `name`.

    Raises:
        ScriptError: With all that is wrong.
    """
    return compile_source(Source(name, path, text), loader, dialect)


def compile_skill(name_or_path: str) -> Program:
    """Compile a skill of the library ("simbicon/walk3d") or a file ("my/gait.skill", "my/gait.s").

    Raises:
        FootfallError: There is no such skill or file, or it cannot be read.
        ScriptError: It can be read and is wrong.
    """
    return compile_source(find_skill(name_or_path))


def compile_source(source: Source, loader: Loader | None = None, dialect: str | None = None) -> Program:
    """Compile a script and all that it calls; see `compile_text`."""
    classic = _is_classic(source, dialect)
    project = (load_classic if classic else load)(source, loader or FileLoader())
    kinds = Kinds(project)
    found = _checked(project, kinds, classic)
    if any(d.severity == "error" for d in found):
        raise ScriptError(sorted(found, key=lambda d: d.severity != "error") if classic else found)
    notes = [d.render() for d in found]
    if classic and project.scripts[0].parameters:
        names = ", ".join(p.name.text for p in project.scripts[0].parameters)
        notes.append(f"{source.shown}: its parameters ({names}) are 0 until they are set")
    try:
        return assemble(project, kinds, tuple(notes))
    except TooMuchCodeError:
        raise ScriptError([*found, _too_much_code(project)]) from None


def check(
    text: str,
    *,
    name: str = "script",
    path: str = "",
    loader: Loader | None = None,
    dialect: str | None = None,
) -> list[Diagnostic]:
    """All errors and warnings of a script and of what it calls, in order; raises nothing."""
    source = Source(name, path, text)
    if _is_classic(source, dialect):
        project = load_classic(source, loader or FileLoader())
        return _checked(project, None, True)
    project = load(source, loader or FileLoader())
    kinds = Kinds(project)
    found = check_project(project, kinds)
    if not any(d.severity == "error" for d in found) and any(all_lets(s) for s in project.scripts):
        try:
            assemble(project, kinds)
        except TooMuchCodeError:
            found.append(_too_much_code(project))
    return found


def _checked(project: Project, kinds: Kinds | None, classic: bool) -> list[Diagnostic]:
    """What is wrong; a classic script may call skills, which are checked as such."""
    found = check_classic(project) if classic else []
    if all(s.classic for s in project.scripts):
        return found
    return [*found, *check_project(project, kinds or Kinds(project))]


def _is_classic(source: Source, dialect: str | None) -> bool:
    return dialect == "classic" if dialect else is_classic(source.shown)


def _too_much_code(project: Project) -> Diagnostic:
    findings = Findings(project.scripts[0].source)
    message = f"its LETs, written out, come to more than {MAX_CODE:,} instructions"
    help = "use fewer of them in conditions, or shorter ones"
    findings.add("E070", Span(0, 0, 0), message, "too much", help)
    return findings.items[0]


MAX_TOTAL = 200_000  # pieces (words, numbers, signs) of a script and all that it calls


def load(root: Source, loader: Loader) -> Project:
    """Parse a script and, depth first, everything that it calls."""
    return Loading(loader).run(root)


class Loading:
    """Reads skills and all that they call.

    Args:
        loader: Finds what is called.
        scripts: Those that are known already; new ones are added.
        findings: What is wrong in them.
    """

    def __init__(
        self, loader: Loader, scripts: list[Script] | None = None, findings: list[Findings] | None = None
    ) -> None:
        self._loader = loader
        self._scripts: list[Script] = [] if scripts is None else scripts
        self._findings: list[Findings] = [] if findings is None else findings
        self._units: dict[str, int] = {}
        self._calls: dict[tuple[int, str], int] = {}
        self._references: dict[tuple[int, str], Source] = {}
        self._names: dict[int, list[str]] = {}  # what each script could call, for suggestions
        self._pieces = 0

    def run(self, root: Source) -> Project:
        """The skill and all that it calls."""
        self._visit(root, [])
        self._check_depth()
        return self.project()

    def add(self, source: Source) -> int:
        """The unit of one more skill, which somebody else calls."""
        known = self._units.get(_identity(source))
        return self._visit(source, []) if known is None else known

    def project(self) -> Project:
        """All that has been read."""
        calls: dict[int, dict[str, int]] = {}
        for (unit, name), callee in self._calls.items():
            calls.setdefault(unit, {})[name] = callee
        every = (do for script in self._scripts for do in calls_of(script))
        callees = {
            do.span: self._calls[do.span.unit, do.path.text]
            for do in every
            if (do.span.unit, do.path.text) in self._calls
        }
        scripts = resolve(self._scripts, calls, self._findings)
        return Project(scripts, callees, tuple(self._findings), self._references)

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
        for name in tracked_by(script):
            if (unit, name.text) not in self._references:
                self._find_reference(script, name)
        return unit

    def _find_reference(self, script: Script, name: Name) -> None:
        findings = self._findings[script.unit]
        try:
            found = self._loader.find_reference(name.text, script.source)
            if found is not None:
                parse_reference(found.text, found.shown)
                self._references[script.unit, name.text] = found
                return
        except FootfallError as error:
            message = f"'{shorten(name.text)}' cannot be tracked: {error.message}"
            findings.add("E062", name.span, message, error.where, error.help)
            return
        stem = name.text.split(".")[0]
        help = (
            f"write TRACK {stem}().{name.text.split('.')[1]}(…)"
            if "." in name.text
            else (
                f"put {shorten(name.text)}{REFERENCE} beside this script: `footfall clip reference` makes it"
            )
        )
        findings.add("E060", name.span, f"there is no reference '{shorten(name.text)}'", "not found", help)

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
