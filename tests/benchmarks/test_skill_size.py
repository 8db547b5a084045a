"""How long skills are: their own lines and instructions, not those of what they call."""

from __future__ import annotations

import pytest

from benchmarks.skill_size import NATURAL, SKILLS, instructions, lines
from footfall.script import compile_skill, find_skill


def test_instructions_of_all_scripts_are_those_of_the_program() -> None:
    program = compile_skill("genbicon/walk")
    names = [unit.name for unit in program.units]
    assert set(names) == {*SKILLS, *NATURAL}
    assert instructions(program, names) == len(program.code)
    assert instructions(program, SKILLS) + instructions(program, NATURAL) == len(program.code)
    assert all(instructions(program, [name]) > 0 for name in names)


def test_a_script_counts_the_same_in_whatever_calls_it() -> None:
    alone, called = compile_skill("genbicon/gait"), compile_skill("genbicon/walk")
    assert (
        instructions(alone, ["genbicon/gait"]) == instructions(called, ["genbicon/gait"]) == len(alone.code)
    )


@pytest.mark.parametrize("name", SKILLS)
def test_lines_are_those_of_the_files(name: str) -> None:
    assert lines([name]) == find_skill(name).text.count("\n")
