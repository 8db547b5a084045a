"""From a classic source to a Program: load, check, assemble."""

from __future__ import annotations

from ..diagnostics import Diagnostic, ScriptError
from ..program import Program
from ..source import Loader, Source
from .assembly import assemble
from .checks import check_project
from .loading import load


def compile_classic(source: Source, loader: Loader) -> Program:
    """Compile a classic script and all that it calls.

    Raises:
        ScriptError: With all that is wrong.
    """
    project = load(source, loader)
    check_project(project)
    found = project.diagnostics
    if any(d.severity == "error" for d in found):
        raise ScriptError(found)
    notes = [d.render() for d in found]
    if project.scripts[0].parameters:
        names = ", ".join(p.text for p in project.scripts[0].parameters)
        notes.append(f"{source.shown}: its parameters ({names}) are 0 until they are set")
    return assemble(project, tuple(notes))


def check_classic(source: Source, loader: Loader) -> list[Diagnostic]:
    """All errors and warnings of a classic script and of what it calls."""
    project = load(source, loader)
    check_project(project)
    return project.diagnostics
