"""Includes and calls: where they are looked for, what is tolerated, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.script import ScriptError, check, classic_names, compile_skill, compile_text

from .helpers import actions, codes, compiled, found, phase, script

LEAF = actions("POSE lKnee(1);")


def calling(*names: str, head: str = "", args: str = "void") -> str:
    phases = [
        phase(f"> {name}({args});\nTRANSITION to({i + 1 if i + 1 < len(names) else -1}).after(complete);", i)
        for i, name in enumerate(names)
    ]
    return script("\n".join(phases), head=head)


def test_calls_reach_scripts_that_others_include() -> None:
    text = calling("a.t", "b.t", head="SCRIPTS a.t;\n")
    a = calling("b.t", head="SCRIPTS b.t;\n")
    program = compiled(text, a_t=a, b_t=LEAF)
    assert [u.name for u in program.units] == ["root.s", "a.t", "b.t"]
    assert codes(text, a_t=a, b_t=LEAF) == []


def test_call_without_include_is_looked_for_and_noted() -> None:
    assert codes(calling("a.t"), a_t=LEAF) == ["W120"]


def test_missing_callee_is_refused_and_a_near_name_offered() -> None:
    (finding,) = [d for d in found(calling("bee.t", head="SCRIPTS be.t;\n"), be_t=LEAF) if d.code[0] == "E"]
    assert finding.code == "E110" and finding.help == "did you mean 'be.t'?"


def test_missing_or_unused_include_only_warns() -> None:
    assert codes("SCRIPTS nowhere.t;\n" + LEAF) == ["W114"]
    assert codes("SCRIPTS a.t;\n" + LEAF, a_t=LEAF) == ["W113"]
    assert codes("SCRIPTS a.t;\n" + LEAF, a_t="broken beyond reading") == ["W113"]


def test_called_script_with_errors_is_refused_in_its_own_text() -> None:
    (finding,) = found(calling("a.t", head="SCRIPTS a.t;\n"), a_t=actions("POSE lKne(1);"))
    assert (finding.code, finding.source.name) == ("E105", "a.t")


def test_missing_callee_of_a_phase_that_is_never_reached_is_no_error() -> None:
    body = phase("ACTIONS POSE lKnee(1); ENDACTIONS TRANSITION to(-1).after(time 1);")
    dead = phase("> gone.t(1);\nTRANSITION to(-1).after(complete);", 1)
    assert codes(script(f"{body}\n{dead}")) == ["W112"]
    assert len(compiled(script(f"{body}\n{dead}")).phases) == 2


def test_include_circles_end() -> None:
    a, b = "SCRIPTS b.t;\n" + LEAF, "SCRIPTS a.t;\n" + LEAF
    assert "W113" in codes(calling("a.t", head="SCRIPTS a.t;\n"), a_t=a, b_t=b)


def test_calls_in_a_circle_warn() -> None:
    text = calling("a.t", head="SCRIPTS a.t;\n")
    assert "W127" in codes(text, a_t=calling("a.t", head="SCRIPTS a.t;\n"))


def test_calls_too_deep() -> None:
    files = {f"f{i}_t": calling(f"f{i + 1}.t", head=f"SCRIPTS f{i + 1}.t;\n") for i in range(40)}
    assert "E115" in codes(calling("f0.t", head="SCRIPTS f0.t;\n"), **files, f40_t=LEAF)


def test_renamed_file_is_found_under_its_other_suffix() -> None:
    text = calling("gait.t", head="SCRIPTS gait.t;\n")
    assert [u.name for u in compiled(text, gait_s=LEAF).units] == ["root.s", "gait.s"]
    assert codes(text, gait_s=LEAF) == ["W119"]


@pytest.mark.parametrize(
    ("parameters", "args", "code", "given"),
    [
        ("dt, dtt", "2", "W115", [2, 2]),
        ("cde, cve", "void", "W115", [0, 0]),
        ("a, b", "2", "E112", []),
        ("a", "1, 2", "E112", []),
        ("void", "1", "E112", []),
        ("a, b", "1, 2", "", [1, 2]),
    ],
)
def test_argument_counts(parameters: str, args: str, code: str, given: list[float]) -> None:
    text = calling("a.t", head="SCRIPTS a.t;\n", args=args)
    callee = actions("POSE lKnee(1);", parameters)
    assert codes(text, a_t=callee) == ([code] if code else [])
    if given:
        program = compiled(text, a_t=callee)
        assert program.params[program.call_args].tolist() == given


def test_start_position() -> None:
    text = calling("a.t", head="SCRIPTS a.t;\n").replace("(void);\nT", "(void).atPhase( 1 );\nT")
    two = script(
        "\n".join(
            phase("ACTIONS POSE lKnee(1); ENDACTIONS TRANSITION to(-1).after(time 1);", i) for i in (0, 1)
        )
    )
    assert compiled(text, a_t=two).phases[0, 11] == 1
    assert codes(text.replace("( 1 )", "(2)"), a_t=two)[0] == "E108"


def test_two_calls_in_a_phase() -> None:
    assert "E113" in codes(script(phase("> a.t(void); > a.t(void);")), a_t=LEAF)


# Files


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "main.s").write_text(calling("inner.t", head="SCRIPTS inner.t;\n"))
    (tmp_path / "sub" / "inner.t").write_text(LEAF)
    return tmp_path


def test_files_are_found_beside_the_including_file(project: Path) -> None:
    program = compile_skill(str(project / "sub" / "main.s"))
    assert [Path(u.path).name for u in program.units] == ["main.s", "inner.t"]
    assert not program.units[0].modern and program.body == "planar17" and program.start == "rest"


def test_files_are_found_in_the_working_folder_and_in_scripts(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = calling("far.t", head="SCRIPTS far.t;\n")
    (project / "sub" / "far.s").write_text(text)
    (project / "scripts").mkdir()
    (project / "scripts" / "far.t").write_text(LEAF)
    assert compile_skill(str(project / "sub" / "far.s")).units[1].path == str(project / "scripts" / "far.t")
    (project / "here").mkdir()
    (project / "here" / "far.t").write_text(LEAF)
    monkeypatch.chdir(project / "here")
    assert Path(compile_skill(str(project / "sub" / "far.s")).units[1].path).resolve().parent.name == "here"


def test_a_classic_script_calls_skills(project: Path) -> None:
    (project / "bend.skill").write_text(
        "SKILL bend(knee = 1, hip = 2)\nPHASE a\n  POSE lKnee(knee), lHip(hip);\n  TO end WHEN time > .01;\n"
    )
    text = calling("bend.skill", args=".5")
    program = compile_text(text, name="main.s", path=str(project / "main.s"))
    assert [(u.name.endswith(".s"), u.modern) for u in program.units] == [(True, False), (False, True)]
    sim = Sim(program)
    sim.step(1)
    assert sim.actors[0].state.servo[sim.actors[0].anatomy.dof_names.index("lKnee.pitch"), 0] == 0.5
    assert sim.actors[0].state.servo[sim.actors[0].anatomy.dof_names.index("lHip.pitch"), 0] == 2.0
    with pytest.raises(ScriptError, match="no skill 'bent.skill'"):
        compile_text(text.replace("bend", "bent"), name="main.s", path=str(project / "main.s"))
    (project / "bend.skill").write_text("SKILL bend()\nPHASE a\n  POSE lKnie(1);\n")
    with pytest.raises(ScriptError, match="lKnie"):
        compile_text(calling("bend.skill"), name="main.s", path=str(project / "main.s"))


def test_library_comes_last(project: Path) -> None:
    text = calling("standVFFB.t", args=".5, .5", head="SCRIPTS standVFFB.t;\n")
    path = str(project / "main.s")
    program = compile_text(text, path=path)
    assert "skills" in program.units[1].path and "stands in" in program.notes[0]
    (project / "standVFFB.t").write_text(actions("POSE lKnee(1);", "a, b"))
    assert compile_text(text, path=path).units[1].path == str(project / "standVFFB.t")


@pytest.mark.parametrize("name", ["../sub/inner.t", "/etc/passwd"])
def test_scripts_cannot_leave_their_project(project: Path, name: str) -> None:
    text = calling(name, head=f"SCRIPTS {name};\n")
    assert check(text, path=str(project / "sub" / "x.s"))[0].code == "E110"


def test_unreadable_callee(project: Path) -> None:
    (project / "bad.t").write_bytes(b"\x00\x01")
    found = check(calling("bad.t"), path=str(project / "x.s"))
    assert [d.code for d in found] == ["E111"]


def test_dialect_can_be_named() -> None:
    assert not compile_text(LEAF, dialect="classic").units[0].modern
    with pytest.raises(ScriptError):
        compile_text(LEAF)


def test_missing_file_offers_its_neighbours(project: Path) -> None:
    with pytest.raises(FootfallError, match="no such file") as error:
        compile_skill(str(project / "sub" / "iner.t"))
    assert "inner.t" in str(error.value)


@pytest.mark.parametrize("name", classic_names())
def test_library_compiles_without_a_warning(name: str) -> None:
    from footfall.script import find_skill

    source = find_skill(name)
    assert check(source.text, path=source.path) == []
    assert compile_skill(name).name == name


def test_a_program_compiles_again_from_its_own_texts() -> None:
    from footfall.script import DictLoader

    program = compile_skill("walk.s")
    texts = {u.name: u.text for u in program.units}
    again = compile_text(texts[program.name], name=program.name, loader=DictLoader(texts))
    assert again.params.tolist() == program.params.tolist() and again.phase_keys == program.phase_keys
