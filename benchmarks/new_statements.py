"""Statements added to a copy of the package, as CONTRIBUTING.md says how: a row, a module, `make gen`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import footfall

ROW = '''"""A statement that was added."""

from __future__ import annotations

from .rows import Arg, Statement

{word} = Statement(
    word="{word}",
    op="{op}",
    subject="joint",
    args=(Arg("torque", "number", legal=(-1e4, 1e4), doc="N m"),),
    doc="Add a torque to a joint.",
    example="{word} lKnee(5);",
)
'''
MODULE = '''"""{word}: adds a torque to a joint."""

from __future__ import annotations

from footfall.control.compile import njit
from footfall.control.opcodes import {word}_JOINT, {word}_TORQUE


@njit
def {op}(c, side, s):
    """tau += torque."""
    act = c.acts[side, s]
    c.tau[c.joint_main[act[{word}_JOINT]]] += c.reg[act[{word}_TORQUE]]
'''


def copy_package(folder: Path) -> Path:
    """The package's sources in another folder, where they may be edited."""
    source = Path(footfall.__file__).parent
    return Path(shutil.copytree(source, folder / "footfall", ignore=shutil.ignore_patterns("__pycache__")))


def environment(package: Path, cache: Path) -> dict[str, str]:
    """Of processes that use a copy, with a compile cache of its own."""
    return {**os.environ, "PYTHONPATH": str(package.parent), "FOOTFALL_CACHE": str(cache)}


def _generate(package: Path) -> None:
    """`make gen` in the copy."""
    command = [sys.executable, "-m", "footfall.engine.gen"]
    own = {**os.environ, "PYTHONPATH": str(package.parent)}
    subprocess.run(command, cwd=package.parent, env=own, check=True, capture_output=True)


def _row_file(package: Path, word: str) -> Path:
    return package / "script" / "statements" / f"{word.lower()}.py"


def _listed(package: Path, word: str, there: bool) -> None:
    """Put a word into the table of statements, after LEARN, or take it out."""
    path = package / "script" / "statements" / "__init__.py"
    text = path.read_text()
    line, entry = f"from .{word.lower()} import {word}\n", f"    {word},\n"
    if there:
        text = text.replace("from .drive import", line + "from .drive import", 1)
        text = text.replace("    LEARN,\n", "    LEARN,\n" + entry, 1)
        if line not in text or entry not in text:
            raise RuntimeError("the table of statements has another shape than is expected here")
    else:
        text = text.replace(line, "", 1).replace(entry, "", 1)
    path.write_text(text)


def add(package: Path, words: list[str]) -> None:
    """Add statements: a row and a module each, then the generated files."""
    for word in words:
        _row_file(package, word).write_text(ROW.format(word=word, op=word.lower()))
        (package / "control" / f"{word.lower()}.py").write_text(MODULE.format(word=word, op=word.lower()))
        _listed(package, word, there=True)
    _generate(package)


def remove(package: Path, words: list[str]) -> None:
    """Take them away again."""
    for word in words:
        _row_file(package, word).unlink()
        (package / "control" / f"{word.lower()}.py").unlink()
        _listed(package, word, there=False)
    _generate(package)
