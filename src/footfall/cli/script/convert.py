"""``footfall convert``: classic scripts to modern skills that move the same."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from footfall.errors import FootfallError
from footfall.files import write_text

if TYPE_CHECKING:
    from footfall.script.convert import Conversion

SUFFIX = ".skill"


def convert(
    old: Annotated[str, typer.Argument(help="A classic script: a file that ends in .s or .t.")],
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="NEW.skill", help="The new file; OLD.skill when left out.")
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on one line.")] = False,
) -> int:
    """Convert a classic script to a modern skill that moves the same.

    What it calls is converted too, each script to a file beside the new one. Quirks of the old
    dialect that the modern one lacks are written in plain form, commented and listed.
    """
    from footfall.cli import show
    from footfall.script.convert import convert as convert_source
    from footfall.script.source import find_skill, is_classic

    if not is_classic(old):
        help = "name a classic script, which ends in .s or .t"
        raise FootfallError("this is not a classic script", where=old, help=help)
    target = Path(out) if out else Path(old).with_suffix(SUFFIX)
    if target.suffix != SUFFIX:
        help = f"write {target.stem}.skill"
        raise FootfallError("a skill's file ends in .skill", where=str(target), help=help)
    source = find_skill(old)
    if not out and not Path(old).is_file():  # it is the library's, where nothing is written
        target = Path(target.name)
    done = convert_source(source, target.stem)
    files = _files(done, target)
    _write(files, force)
    if as_json:
        rows = [{"file": str(path), "old": skill.old} for path, skill in zip(files, done.skills, strict=True)]
        notes = [{"file": n.file, "line": n.line, "message": n.message} for n in done.notes]
        show.print_json({"ok": True, "files": rows, "notes": notes})
    else:
        _print(done, list(files))
    return 0


def _files(done: Conversion, target: Path) -> dict[Path, str]:
    """Text of each new file; what is called stands beside the root."""
    root, *called = done.skills
    return {target: root.text} | {target.with_name(skill.name + SUFFIX): skill.text for skill in called}


def _write(files: dict[Path, str], force: bool) -> None:
    """Write all files, or none when one is in the way."""
    try:
        changed = {path: text for path, text in files.items() if not _holds(path, text)}
        there = [path for path in changed if path.exists()]
        if there and not force:
            names = ", ".join(path.name for path in there)
            help = "choose another name or folder with -o, or add --force to overwrite"
            raise FootfallError(f"would overwrite {names}", where=str(there[0]), help=help)
        for path, text in changed.items():
            write_text(path, text)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        where = problem.filename or next(iter(files))
        raise FootfallError(f"the file cannot be written: {reason}", where=str(where)) from problem


def _holds(path: Path, text: str) -> bool:
    """Whether a file has this very text already."""
    return path.is_file() and path.read_bytes() == text.encode()


def _print(done: Conversion, files: list[Path]) -> None:
    for path, skill in zip(files, done.skills, strict=True):
        sys.stdout.write(f"wrote {path}  (was {Path(skill.old).name})\n")
    if done.notes:
        sys.stdout.write("\nnot the same in the modern dialect, or written differently:\n")
    for note in done.notes:
        sys.stdout.write(f"  {note}\n")
