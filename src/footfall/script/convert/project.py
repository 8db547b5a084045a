"""A classic script and all that it calls, each as a modern skill."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ...errors import FootfallError
from ..classic.checks import check_classic
from ..classic.loading import load_classic, reachable
from ..diagnostics import ScriptError
from ..source import FileLoader, Loader, Source
from ..syntax.tree import Project
from .notes import Note
from .words import skill_stem
from .writer import Writer


@dataclass(frozen=True)
class Converted:
    """One new skill.

    Attributes:
        name: What it is called; its file is ``name.skill``.
        old: The classic script it was.
        text: The text.
    """

    name: str
    old: str
    text: str


@dataclass(frozen=True)
class Conversion:
    """What came of a classic script.

    Attributes:
        skills: The root first.
        notes: Quirks that have no modern form, and what became of them.
    """

    skills: tuple[Converted, ...]
    notes: tuple[Note, ...]


def convert(source: Source, name: str, loader: Loader | None = None) -> Conversion:
    """Convert a classic script and all that it calls.

    Args:
        source: The script.
        name: What its skill shall be called.
        loader: Finds what it calls; files beside it and the library when left out.

    Raises:
        ScriptError: The script is wrong.
        FootfallError: It calls itself, which a skill cannot.
    """
    project = load_classic(source, loader or FileLoader())
    found = check_classic(project)
    if any(d.severity == "error" for d in found):
        raise ScriptError(found)
    mixed = next((s for s in project.scripts if not s.classic), None)
    if mixed is not None:
        raise FootfallError(
            f"it calls the skill {mixed.source.name}, which is modern already",
            where=source.shown,
            help="convert the scripts that it calls one by one, and write DO for the call",
        )
    skills = _names(project, name)
    writers = {unit: Writer(project, unit, skills) for unit, _ in skills}
    converted = []
    for (unit, start), skill in skills.items():
        old = project.scripts[unit].source.shown
        converted.append(Converted(skill, old, writers[unit].text(skill, start)))
    notes = tuple(note for writer in writers.values() for note in writer.notes.items)
    return Conversion(tuple(converted), notes)


def _names(project: Project, root: str) -> dict[tuple[int, int], str]:
    """The names of the skills, by script and the phase they begin with; callees follow callers.

    A script that is called at two of its phases (``.atPhase``) becomes two skills.
    """
    names: dict[tuple[int, int], str] = {}

    def visit(unit: int, start: int, way: tuple[int, ...]) -> None:
        script = project.scripts[unit]
        if unit in way:
            raise FootfallError(
                "a script that calls itself cannot be converted",
                where=script.source.shown,
                help="use a phase and a TRANSITION to repeat",
            )
        if (unit, start) not in names:
            stem = Path(root if unit == 0 and start == 0 else script.source.name)
            suffix = f"-from-{start}" if start else ""
            names[unit, start] = skill_stem(f"{stem.stem}{suffix}{stem.suffix}", names.values())
        for position in sorted(reachable(script, start)):
            call = script.phases[position].call
            if call:
                visit(project.callees[call.span], call.start[0], (*way, unit))

    visit(0, 0, ())
    return names
