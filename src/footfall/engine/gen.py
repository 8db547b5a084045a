"""Writes `control/opcodes.py` and `engine/dispatch.py` from the table of statements (`make gen`).

Code made with `exec` cannot be cached by numba, so the switch is a real file. `--check` only
tells whether the committed files are up to date.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from footfall.script.statements import CLASSIC, STATEMENTS, Arg, Statement, opcodes

PACKAGE = Path(__file__).resolve().parent.parent
ARGS = 4  # first column of a linked statement that holds a register
MAX_ARGS = 56
REFS = ARGS + MAX_ARGS
MAX_REFS = 8
WIDTH = REFS + MAX_REFS
_LONGEST = 110  # characters in a line, as `ruff format` is told
_HEADER = """\
\"\"\"{doc}

Written by `make gen` from the table of statements; do not edit.
\"\"\"

from __future__ import annotations
"""


def arg_columns(statement: Statement) -> Iterator[tuple[Arg, int, str]]:
    """Each argument of a statement, its column in the linked row, and its clause ("" for the subject's)."""
    value, ref = ARGS, REFS + bool(statement.subject)
    for clause, arg in statement.all_args():
        yield arg, value if arg.is_value else ref, clause
        value, ref = value + arg.is_value, ref + (not arg.is_value)


def _module_of(op: str) -> str:
    """The module of `control/` that defines a primitive."""
    for path in sorted((PACKAGE / "control").glob("*.py")):
        if re.search(rf"^def {op}\(", path.read_text(), re.MULTILINE):
            return path.stem
    raise SystemExit(f"no function '{op}' in control/")


def opcodes_text() -> str:
    """The source of `control/opcodes.py`."""
    lines = [_HEADER.format(doc="Numbers of the primitives, and the columns of a linked statement.")]
    lines += [f"OP_{op.upper()} = {number}" for op, number in opcodes().items()]
    for statement in STATEMENTS + CLASSIC:
        word = statement.key or statement.word
        if len(statement.values) > MAX_ARGS or len(statement.refs) > MAX_REFS:
            raise SystemExit(f"{word} has too many arguments for a linked statement")
        lines.append("")
        lines += [f"{word}_{name.upper()} = {ARGS + i}" for i, name in enumerate(statement.values)]
        lines += [f"{word}_{name.upper()} = {REFS + i}" for i, name in enumerate(statement.refs)]
    return "\n".join(lines) + "\n"


def _import_lines(module: str, names: list[str]) -> list[str]:
    """One import, as the formatter writes it: on a line, or a name a line when that is too long."""
    line = f"from footfall.control.{module} import {', '.join(sorted(names))}"
    if len(line) <= _LONGEST:
        return [line]
    return [f"from footfall.control.{module} import (", *(f"    {name}," for name in sorted(names)), ")"]


def dispatch_text() -> str:
    """The source of `engine/dispatch.py`."""
    ops = opcodes()
    imports = {"compile": ["njit"], "opcodes": [f"OP_{op.upper()}" for op in ops]}
    for op in ops:
        imports.setdefault(_module_of(op), []).append(op)
    lines = [_HEADER.format(doc="The opcode switch: one compiled call per statement.")]
    for module in sorted(imports):
        lines += _import_lines(module, imports[module])
    lines += ["", "", "@njit", "def dispatch(c, side, s):"]
    lines += ['    """Run one linked statement of an actor."""', "    op = c.acts[side, s, 0]"]
    for k, op in enumerate(ops):
        lines.append(f"    {'if' if k == 0 else 'elif'} op == OP_{op.upper()}:")
        lines.append(f"        {op}(c, side, s)")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the files, or with `--check` compare them."""
    stale = []
    for path, text in (
        (PACKAGE / "control" / "opcodes.py", opcodes_text()),
        (PACKAGE / "engine" / "dispatch.py", dispatch_text()),
    ):
        if not path.exists() or path.read_text() != text:
            stale.append(path.name)
            if "--check" not in sys.argv:
                path.write_text(text)
    if "--check" in sys.argv and stale:
        raise SystemExit(f"stale, run `make gen`: {', '.join(stale)}")


if __name__ == "__main__":
    main()
