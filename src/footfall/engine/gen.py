"""Writes `control/opcodes.py` and `control/columns.py` from the tables of statements and state (`make gen`).

Compiled code takes numbers of modules as constants, so these are real files. `--check` only tells whether
the committed ones are up to date.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from footfall.engine import layout
from footfall.script.statements import CLASSIC, STATEMENTS, opcodes

PACKAGE = Path(__file__).resolve().parent.parent
_AT = layout.columns()
ARGS, REFS = _AT["ACT_ARGS"], _AT["ACT_REFS"]  # first columns of a linked statement's registers and names
MAX_ARGS, MAX_REFS = REFS - ARGS, _AT["ACT_COLUMNS"] - REFS
_HEADER = """\
\"\"\"{doc}

Written by `make gen` from the table of {table}; do not edit.
\"\"\"

from __future__ import annotations
"""


def _module_of(op: str) -> str:
    """The module of `control/` that defines a primitive."""
    folder = PACKAGE / "control"
    for path in sorted(folder.rglob("*.py")):
        if re.search(rf"^def {op}\(", path.read_text(), re.MULTILINE):
            return ".".join(path.relative_to(folder).with_suffix("").parts)
    raise SystemExit(f"no function '{op}' in control/")


def opcodes_text() -> str:
    """The source of `control/opcodes.py`."""
    lines = [
        _HEADER.format(
            doc="Numbers of the primitives, and the columns of a linked statement.", table="statements"
        )
    ]
    lines += [f"OP_{op.upper()} = {number}" for op, number in opcodes().items()]
    for statement in STATEMENTS + CLASSIC:
        word = statement.key or statement.word
        if len(statement.values) > MAX_ARGS or len(statement.refs) > MAX_REFS:
            raise SystemExit(f"{word} has too many arguments for a linked statement")
        lines.append("")
        lines += [f"{word}_{name.upper()} = {ARGS + i}" for i, name in enumerate(statement.values)]
        lines += [f"{word}_{name.upper()} = {REFS + i}" for i, name in enumerate(statement.refs)]
    lines += ["", "MODULES = {  # where each primitive stands"]
    lines += [f'    "{op}": "{_module_of(op)}",' for op in opcodes()] + ["}"]
    return "\n".join(lines) + "\n"


def columns_text() -> str:
    """The source of `control/columns.py`."""
    lines = [_HEADER.format(doc="Columns of the tables that the kernel reads, by name.", table="state")]
    lines += ["# sizes", *(f"{name} = {size}" for name, size in layout.CONSTANTS.items()), ""]
    found = layout.columns()
    for prefix, (table, _) in layout.COLUMNS.items():
        lines.append(f"# of `{table}`")
        lines += [f"{name} = {at}" for name, at in found.items() if name.startswith(prefix + "_")]
        lines.append("")
    return "\n".join(lines)


def main() -> None:
    """Write the files, or with `--check` compare them."""
    stale = []
    for path, text in (
        (PACKAGE / "control" / "opcodes.py", opcodes_text()),
        (PACKAGE / "control" / "columns.py", columns_text()),
    ):
        if not path.exists() or path.read_text() != text:
            stale.append(path.name)
            if "--check" not in sys.argv:
                path.write_text(text)
    if "--check" in sys.argv and stale:
        raise SystemExit(f"stale, run `make gen`: {', '.join(stale)}")


if __name__ == "__main__":
    main()
