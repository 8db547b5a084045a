"""From text or a skill's name to a Program: load, check, assemble."""

from __future__ import annotations

from ..checks.checker import check_project
from ..classic.checks import check_classic
from ..classic.loading import load_classic
from ..diagnostics import Diagnostic, Findings, ScriptError
from ..program import Program, Span
from ..source import FileLoader, Loader, Source, find_skill, is_classic
from ..syntax.lets import all_lets
from .assembly import assemble
from .emitting import MAX_CODE, TooMuchCodeError
from .kinds import Kinds
from .loading import Project, load


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
    project, kinds, found = _checked(source, loader or FileLoader(), dialect)
    if any(d.severity == "error" for d in found):
        raise ScriptError(found)
    notes = [d.render() for d in found]
    root = project.scripts[0]
    if root.classic and root.parameters:
        names = ", ".join(p.name.text for p in root.parameters)
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
    project, kinds, found = _checked(Source(name, path, text), loader or FileLoader(), dialect)
    if not any(d.severity == "error" for d in found) and any(all_lets(s) for s in project.scripts):
        try:
            assemble(project, kinds)
        except TooMuchCodeError:
            found.append(_too_much_code(project))
    return found


def _checked(source: Source, loader: Loader, dialect: str | None) -> tuple[Project, Kinds, list[Diagnostic]]:
    """A script and all that it calls, read, with the kinds of its numbers and what was found."""
    if dialect == "classic" if dialect else is_classic(source.shown):
        project = load_classic(source, loader)
        found = check_classic(project)
        return project, Kinds(project), found
    project = load(source, loader)
    kinds = Kinds(project)
    return project, kinds, check_project(project, kinds)


def _too_much_code(project: Project) -> Diagnostic:
    findings = Findings(project.scripts[0].source)
    message = f"its LETs, written out, come to more than {MAX_CODE:,} instructions"
    help = "use fewer of them in conditions, or shorter ones"
    findings.add("E070", Span(0, 0, 0), message, "too much", help)
    return findings.items[0]
