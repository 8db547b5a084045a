"""Programs as plain data: texts by the names that they are called by, and nothing read from files."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from footfall.errors import FootfallError
from footfall.script import DictLoader, Program, compile_skill, compile_text
from footfall.script.source import skill_names
from footfall.script.stored import program_data, program_from

END = "  POSE lKnee(.1);\n  TO end WHEN time > 1;\n"


def back(program: Program) -> Program:
    return program_from(json.loads(json.dumps(program_data(program))))


def same(one: Program, two: Program) -> bool:
    arrays = ("params", "code", "phases", "transitions", "statements", "args", "refs", "call_args")
    plain = one.units == two.units and one.statement_keys == two.statement_keys
    return plain and all(np.array_equal(getattr(one, name), getattr(two, name)) for name in arrays)


@pytest.mark.parametrize("name", skill_names())
def test_every_skill_of_the_library_comes_back(name: str) -> None:
    program = compile_skill(name)
    assert same(back(program), program)


def test_files_that_call_files_come_back_without_the_files(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "a.skill").write_text(
        "SKILL a()\nPHASE x\n  DO b();\n  TO y WHEN complete;\nPHASE y\n  DO deep/c();\n"
    )
    (tmp_path / "b.skill").write_text("SKILL b()\nPHASE x\n" + END)
    (tmp_path / "deep" / "c.skill").write_text("SKILL c()\nPHASE x\n  DO b();\n  TO end WHEN complete;\n")
    (tmp_path / "deep" / "b.skill").write_text("SKILL b()\nPHASE other\n" + END)
    program = compile_skill(str(tmp_path / "a.skill"))
    assert len(program.units) == 4
    for file in tmp_path.rglob("*.skill"):
        file.unlink()
    assert same(back(program), program)


def test_texts_without_files_come_back() -> None:
    loader = DictLoader({"mine": "SKILL mine()\nPHASE x\n" + END})
    program = compile_text(
        "SKILL a()\nPHASE x\n  DO mine();\n  TO end WHEN complete;\n", name="a", loader=loader
    )
    program.params[:] *= 1 / 3
    assert same(back(program), program)


def test_classic_files_come_back(tmp_path: Path) -> None:
    phase = "BEGINSCRIPT {}(void)\nPHASE 0\n{}\nTRANSITION to(-1).after({});\nENDPHASE\nENDSCRIPT\n"
    (tmp_path / "a.s").write_text("SCRIPTS b.t c.t;\n" + phase.format("a", "> b.t(void);", "complete"))
    (tmp_path / "b.t").write_text("SCRIPTS c.t;\n" + phase.format("b", "> c.t(void);", "complete"))
    (tmp_path / "c.t").write_text(phase.format("c", "ACTIONS\nPOSE lKnee(.2);\nENDACTIONS", "time .1"))
    program = compile_skill(str(tmp_path / "a.s"))
    for file in tmp_path.iterdir():
        file.unlink()
    assert len(program.units) == 3 and same(back(program), program)


def test_what_is_no_program_is_refused() -> None:
    good = program_data(compile_text("SKILL a()\nPHASE x\n" + END, name="a"))
    wrong = (
        {},
        {"units": [], "params": []},
        good | {"params": [1.0] * 99},
        good | {"params": [float("nan")] * 2},
    )
    for data in (*wrong, [], None, good | {"units": [{"name": "a", "path": "", "text": "SKILL"}]}):
        with pytest.raises(FootfallError):
            program_from(data)


def test_files_from_before_there_were_defaults_are_read() -> None:
    program = compile_text("SKILL a() PHASE x STEP swFoot(.7).trim(.2);")
    data = program_data(program)
    assert data["params"] == program.params.tolist() and program.n_defaults > 0
    older = data | {"params": data["params"][: -program.n_defaults]}
    np.testing.assert_array_equal(program_from(older).params, program.params)
    for broken in (data["params"][:-1], [*data["params"], 1.0], []):
        with pytest.raises(FootfallError, match="are not those of its text"):
            program_from(data | {"params": broken})


def test_a_default_is_the_one_that_was_stored() -> None:
    program = compile_text("SKILL a() PHASE x STEP swFoot(.7);")
    program.params[-1] *= 2.0
    np.testing.assert_array_equal(program_from(program_data(program)).params, program.params)
