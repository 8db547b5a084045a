"""``footfall fmt``: scripts in their canonical layout."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path
from typing import Annotated

import typer

from footfall.errors import FootfallError

CLASSIC = (".s", ".t")
CHANGED = 1


def fmt(
    paths: Annotated[list[str], typer.Argument(help="Script files, or folders of them.")],
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit with 1 if a file would change.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; print what would change.")] = False,
) -> int:
    """Format modern scripts: one statement a line, comments and meaning kept."""
    changed = []
    files = _files(paths)
    for path in files:
        old, new = _formatted(path)
        if new == old:
            continue
        changed.append(path)
        if diff:
            _print_diff(path, old, new)
        elif not check:
            _write(path, new)
        if not diff:
            sys.stdout.write(f"{'would change' if check else 'formatted'} {path}\n")
    sys.stdout.write(
        "" if diff else f"{len(files)} checked, {len(changed)} {'to change' if check else 'changed'}\n"
    )
    return CHANGED if check and changed else 0


def _files(paths: list[str]) -> list[Path]:
    """Modern scripts: files as given; of a folder, what ends in .skill."""
    files: dict[Path, None] = {}
    for path in map(Path, paths):
        if not path.is_dir():
            files[path] = None
            continue
        if path.is_symlink():
            raise FootfallError(
                "this is a link to a folder, and fmt changes files",
                where=str(path),
                help="name the folder itself",
            )
        inside = sorted(path.rglob("*.skill"))
        if not inside:
            raise FootfallError("there is no .skill file in this folder", where=str(path))
        files |= dict.fromkeys(inside)
    return list(files)


def _formatted(path: Path) -> tuple[str, str]:
    from footfall.script.source import read_source
    from footfall.script.syntax.format import format_text

    if path.suffix in CLASSIC:
        raise FootfallError(
            "classic scripts have no canonical layout",
            where=str(path),
            help=f"fmt is for .skill files; `footfall check {path}` shows what is wrong in this one",
        )
    if path.suffix != ".skill" and path.is_file():
        raise FootfallError(
            "this is not a .skill file", where=str(path), help="name a script that ends in .skill"
        )
    text = read_source(path).text
    return text, format_text(text, name=str(path), path=str(path))


def _print_diff(path: Path, old: str, new: str) -> None:
    lines = difflib.unified_diff(
        old.splitlines(keepends=True), new.splitlines(keepends=True), str(path), f"{path} (formatted)"
    )
    for line in lines:
        sys.stdout.write(line if line.endswith("\n") else line + "\n\\ no newline at the end\n")


def _write(path: Path, text: str) -> None:
    """Replace a file's text, all of it or nothing; its permissions stay."""
    from footfall.files import write_text

    try:
        write_text(path, text)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise FootfallError(f"the file cannot be written: {reason}", where=str(path)) from problem
