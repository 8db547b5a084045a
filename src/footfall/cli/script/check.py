"""``footfall check``: what is wrong in scripts, without running them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.script import Diagnostic

SUFFIXES = (".skill", ".s", ".t")
BAD = 2


@dataclass
class Checked:
    """One file: its findings, or why it cannot be read."""

    name: str
    findings: list[Diagnostic] = field(default_factory=list)
    unreadable: FootfallError | None = None

    @property
    def errors(self) -> int:
        """How many errors there are; a file that cannot be read counts as one."""
        return sum(d.severity == "error" for d in self.findings) + (self.unreadable is not None)

    @property
    def warnings(self) -> int:
        """How many warnings there are."""
        return sum(d.severity == "warning" for d in self.findings)

    def as_dict(self) -> dict[str, Any]:
        """As plain data, ready for JSON."""
        rows = [d.as_dict() for d in self.findings]
        if self.unreadable:
            row = {"code": "", "severity": "error", "message": self.unreadable.message}
            rows.append({**row, "file": self.unreadable.where or self.name, "help": self.unreadable.help})
        return {"file": self.name, "errors": self.errors, "warnings": self.warnings, "diagnostics": rows}


def check(
    paths: Annotated[list[str], typer.Argument(help="Script files, folders, or skills of the library.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on one line.")] = False,
) -> int:
    """Check scripts: errors and warnings, each with its place and how to mend it.

    Exits with 0 when there are only warnings, with 2 when there are errors.
    """
    from footfall.cli import show

    seen: set[tuple[str, str, int, int]] = set()
    checked = [_check_file(name, seen) for name in script_files(paths)]
    errors, warnings = sum(c.errors for c in checked), sum(c.warnings for c in checked)
    if as_json:
        files = [c.as_dict() for c in checked]
        show.print_json({"ok": not errors, "errors": errors, "warnings": warnings, "files": files})
    else:
        _print(checked, errors, warnings)
    return BAD if errors else 0


def script_files(paths: Sequence[str]) -> list[str]:
    """The scripts that paths stand for: files and library names as given, folders recursively.

    Raises:
        FootfallError: A folder holds no script.
    """
    files: dict[str, None] = {}
    for name in paths:
        path = Path(name)
        if not path.is_dir():
            files[name] = None
            continue
        inside = sorted(p for p in path.rglob("*") if p.suffix in SUFFIXES and p.is_file())
        if not inside:
            help = "scripts end in .skill, .s or .t"
            raise FootfallError("there is no script in this folder", where=name, help=help)
        files |= dict.fromkeys(map(str, inside))
    return list(files)


def _check_file(name: str, seen: set[tuple[str, str, int, int]]) -> Checked:
    """Check one file and what it calls; a finding in a file that several call is told once."""
    from footfall.script import check as check_text
    from footfall.script import find_skill

    try:
        source = find_skill(name)
        findings = check_text(source.text, name=source.name, path=source.path)
    except FootfallError as problem:
        return Checked(name, unreadable=problem)
    return Checked(name, list(_new(findings, seen)))


def _new(findings: Iterable[Diagnostic], seen: set[tuple[str, str, int, int]]) -> Iterable[Diagnostic]:
    for d in findings:
        file = str(Path(d.source.path).resolve()) if d.source.path else d.source.name
        key = (file, d.code, d.span.start, d.span.end)
        if key not in seen:
            seen.add(key)
            yield d


def _print(checked: list[Checked], errors: int, warnings: int) -> None:
    from footfall.cli import show
    from footfall.script.diagnostics import full

    console = show.out()
    color = console.is_terminal and not console.no_color
    for one in checked:
        for finding in one.findings:
            sys.stdout.write(finding.render(color) + "\n\n")
        if one.unreadable:
            where = one.unreadable.where or one.name
            sys.stdout.write(f"error: {one.unreadable.message}\n --> {where}\n")
            sys.stdout.write(f"  = help: {one.unreadable.help}\n\n" if one.unreadable.help else "\n")
    more = " or more" * any(full(one.findings) for one in checked)
    sys.stdout.write(
        f"{_count(len(checked), 'file')}: {_count(errors, 'error')}{more}, {_count(warnings, 'warning')}\n"
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"
