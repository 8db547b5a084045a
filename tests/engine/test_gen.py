"""The generated files are those that the tables of statements and of state give."""

from __future__ import annotations

import subprocess
import sys

from footfall.control import opcodes as numbers
from footfall.engine import gen
from footfall.engine.cache import primitive
from footfall.engine.link.link import arg_columns
from footfall.script.statements import CLASSIC, STATEMENTS, opcodes


def test_committed_files_are_up_to_date() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "footfall.engine.gen", "--check"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr


def test_every_primitive_is_numbered_and_found() -> None:
    for op, number in opcodes().items():
        assert getattr(numbers, f"OP_{op.upper()}") == number
        assert callable(primitive(op))


def test_columns_do_not_overlap() -> None:
    for statement in STATEMENTS:
        columns = [
            getattr(numbers, f"{statement.word}_{n.upper()}") for n in (*statement.values, *statement.refs)
        ]
        assert len(set(columns)) == len(columns)
        assert max(columns) < gen.REFS + gen.MAX_REFS


def test_arguments_stand_in_the_columns_of_their_names() -> None:
    for statement in STATEMENTS + CLASSIC:
        word = statement.key or statement.word
        for arg, column, clause in arg_columns(statement):
            name = f"{clause}_{arg.name}" if clause else arg.name
            assert getattr(numbers, f"{word}_{name.upper()}") == column
