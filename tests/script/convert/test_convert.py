"""Classic to modern, as text; that it moves the same is tested in tests/engine/test_convert.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.errors import FootfallError
from footfall.script import DictLoader, ScriptError, Source, check, compile_text
from footfall.script.convert import Conversion, convert
from footfall.script.convert.words import skill_stem
from footfall.script.syntax.format import format_text

FOLDER = Path(__file__).parents[2] / "classic"
END = "TRANSITION to(-1).after(time 1);"


def converted(text: str, **others: str) -> Conversion:
    """A text and what it calls; ``a_t=text`` is the file ``a.t``."""
    files = {f"{name[:-2]}.{name[-1]}": other for name, other in others.items()}
    return convert(Source("root.s", "", text), "root", DictLoader(files))


def script(*phases: str, parameters: str = "void", head: str = "") -> str:
    body = "\n".join(f"PHASE {i}\n{phase}\nENDPHASE" for i, phase in enumerate(phases))
    return f"{head}BEGINSCRIPT test({parameters})\n{body}\nENDSCRIPT\n"


def acting(statements: str, moves: str = END) -> str:
    return f"ACTIONS\n{statements}\nENDACTIONS\n{moves}"


def phases(text: str) -> str:
    """What stands below the header."""
    return text[text.index("PHASE") :]


def lines(text: str) -> list[str]:
    """The statements of a converted text, spaces squeezed."""
    return [" ".join(line.split()) for line in phases(text).splitlines() if line.strip()]


def statement(classic: str, parameters: str = "void") -> list[str]:
    """What one statement becomes in a script of one phase."""
    return lines(converted(script(acting(classic), parameters=parameters)).skills[0].text)[1:-1]


def condition(classic: str, what: str = "acting", parameters: str = "void") -> list[str]:
    """What a transition becomes in a phase that acts, calls, or does neither."""
    move = f"TRANSITION to(-1).after({classic});"
    body = {"acting": acting("POSE lKnee(1);", move), "empty": move, "calling": f"> a.t(void);\n{move}"}[what]
    done = converted(script(body, parameters=parameters), a_t=script(acting("POSE lKnee(1);")))
    return [line for line in lines(done.skills[0].text) if not line.startswith(("PHASE", "POSE", "DO"))]


@pytest.mark.parametrize(
    ("classic", "modern"),
    [
        ("POSE lKnee(.50), rKnee(1., 300., 0030);", ["POSE lKnee(.5, 300, 30), rKnee(1, 300, 30);"]),
        ("LIPOSE lKnee(1).time(.5);", ["LIPOSE lKnee(1, 1000, 100).time(.5);"]),
        ("POSE lKnee(1).time(.5);", ["LIPOSE lKnee(1, 1000, 100).time(.5);"]),
        ("MATCH lKnee.to(rKnee);", ["MATCH lKnee.to(rKnee, 1000, 100);"]),
        ("MATCH lKnee.to(rKnee, 5, 6).time(2);", ["MATCH lKnee.to(rKnee, 5, 6).time(2);"]),
        ("HOLD waist;", ["HOLD waist.gains(1000, 100);"]),
        ("POSEFB lAnkle(.1, -.2).on(part lFoot);", ["POSEFB lAnkle(.1, -.2).on(lFoot);"]),
        ("VPD uTorso(.1).joint(lHip);", ["VPD uTorso(.1, 300, 30).by(lHip);"]),
        ("VPD rFoot(0, -50, -5).joint(rAnkle);", ["VPD rFoot(0, 50, 5).by(rAnkle);"]),
        (
            "VPD rThigh(a, b, -30).joint(rHip).flags(s);",
            ["VPD rThigh(a, -b, 30).by(rHip);", "VPD rThigh(a, -b, 30).by(lHip);"],
        ),
        (
            "COMFB2 -.2 a j rAnkle VPD lThigh(0, -300, -30).joint(lHip);",
            ["VPD lThigh(0, 300, 30).by(lHip).feedback(.2, -a).of(com).over(rAnkle);"],
        ),
        (
            "COMFB2 1 0 c lFoot VPD uTorso(0).joint(lHip);",
            ["VPD uTorso(0, 300, 30).by(lHip).feedback(-1, 0).of(com).over(feet);"],
        ),
        ("VF (1, 2, 3).on(uTorso).by(lAnkle);", ["VF (1, 0, 2).on(uTorso).by(lAnkle);"]),
        (
            "VFFB uTorso(2000, 250).by(lAnkle).over(cop);",
            ["VFFB uTorso(2000, 250).by(lAnkle).over(support);"],
        ),
        ("VFSFB uTorso(50).by(lAnkle).speed(a);", ["VFSFB uTorso(50).by(lAnkle).speed(a);"]),
        (
            "IK rHand.targetglobal(.1, .2, -10).base(rShoulder);",
            ["IK rHand.target(.1, 0, .2).base(rShoulder).tolerance(.05).gains(300, 30);"],
        ),
        (
            "IK rHand.targetlocal(a, .2, 0).base(rShoulder).tolerance(.1);",
            ["IK rHand.local(a, 0, .2).base(rShoulder).tolerance(.1).gains(300, 30);"],
        ),
        ("GC lHand.by(lShoulder);", ["GC lHand.by(lShoulder);"]),
        ("EF head(1.0, 2.0, .0);", ["EF head(1, 0, 2);"]),
        ("SAVE a.sav;", ["SAVE a.sav;"]),
        ("POSE lKnee(linterp(a, 0, 1, 0, .6));", ["POSE lKnee(.6 * a, 300, 30);"]),
        (
            "POSE lKnee(linterp(a, -1, b, .1, .2));",
            ["POSE lKnee(.1 + .1 * ((a + 1) / (b + 1)), 300, 30);"],
        ),
        ("POSE lKnee(linterp(2, 0, 1, 0, .5));", ["POSE lKnee(1, 300, 30);"]),
    ],
)
def test_statements(classic: str, modern: list[str]) -> None:
    assert statement(classic, "a, b") == modern


@pytest.mark.parametrize(
    ("classic", "acting", "calling", "empty"),
    [
        ("complete", "time > 0", "complete", "time >= 0"),
        ("time .5", "time > .5", None, "time > .5"),
        ("time -1", "time > 0", None, "time >= 0"),
        ("iterations 3", "time >= .0004", "returns >= 4", "time >= .0003"),
        ("iterations a", "time >= (a + 1) * .0001", "returns >= a + 1", "time >= a * .0001"),
        ("contact lFoot", "contact lFoot and time > 0", "complete and contact lFoot", "contact lFoot"),
        (
            "nocontact lFoot",
            "not contact lFoot and time > 0",
            "complete and not contact lFoot",
            "not contact lFoot",
        ),
        ("stable .1", "motion < .1 and time > 0", "complete and motion < .1", "motion < .1"),
        (
            "fallen > .1",
            "uTorso.pitch > .1 and time > 0",
            "complete and uTorso.pitch > .1",
            "uTorso.pitch > .1",
        ),
        (
            "fallen x a",
            "abs(uTorso.pitch) > a and time > 0",
            "complete and abs(uTorso.pitch) > a",
            "abs(uTorso.pitch) > a",
        ),
        (
            "anglerange -1 1",
            "uTorso.pitch > -1 and uTorso.pitch < 1 and time > 0",
            "complete and uTorso.pitch > -1 and uTorso.pitch < 1",
            "uTorso.pitch > -1 and uTorso.pitch < 1",
        ),
        ("press a", "key A and time > 0", "complete and key A", "key A"),
        ("release 7", "not key 7 and time > 0", "complete and not key 7", "not key 7"),
        (
            "pass BOX .3",
            "time > 0 and passed(near BOX - .3)",
            "complete and passed(near BOX - .3)",
            "passed(near BOX - .3)",
        ),
        ("random a", "time > 0 and random < a", "complete and random < a", "random < a"),
    ],
)
def test_conditions(classic: str, acting: str, calling: str | None, empty: str) -> None:
    assert condition(classic, "acting", "a") == [f"TO end WHEN {acting};"]
    assert condition(classic, "empty", "a") == [f"TO end WHEN {empty};"]
    if calling is not None:
        assert condition(classic, "calling", "a") == [f"TO end WHEN {calling};"]


def test_ranges_whose_order_is_not_known() -> None:
    line = " ".join(condition("anglerange a 1", parameters="a"))
    assert "a < 1 and" in line and "or a >= 1 and not (" in line and line.endswith(") and time > 0;")


# -- poses that stay ---------------------------------------------------------------------------------


def test_only_poses_that_a_later_phase_relies_on_are_kept() -> None:
    first = acting("POSE lKnee(1), rKnee(1);", "TRANSITION to(1).after(time 1);")
    text = converted(script(first, acting("POSE lKnee(2);"))).skills[0].text
    assert "POSE lKnee(1, 300, 30);" in text and "KEEP POSE lKnee(1" not in text
    assert "KEEP POSE rKnee(1, 300, 30);" in text
    assert "KEEP POSE lKnee(2" not in text  # the script is over then


def test_what_is_called_keeps_all_for_its_caller() -> None:
    called = script(acting("POSE lKnee(1); POSEFB lKnee(1, 2).on(part lFoot);"))
    done = converted(script(f"> a.t(void);\n{END.replace('time 1', 'complete')}"), a_t=called)
    text = done.skills[1].text
    assert "KEEP POSE lKnee(1, 300, 30);" in text and "KEEP POSEFB lKnee(1, 2).on(lFoot);" in text


def test_a_pose_that_a_vpd_switches_off_stays_off() -> None:
    vpd = acting("POSE lHip(1); VPD uTorso(0).joint(lHip);", "TRANSITION to(1).after(time 1);")
    done = converted(script(vpd, acting("POSE lKnee(1);")))
    assert "KEEP POSE lHip(0, 0, 0);" in done.skills[0].text
    assert "POSE lHip(1" not in done.skills[0].text
    assert "no effect" in done.notes[0].message


def test_the_joints_of_a_reach_let_go() -> None:
    reach = acting("IK rHand.targetlocal(0,0,0).base(rElbow);", "TRANSITION to(1).after(time 1);")
    text = converted(script(reach, acting("POSE lKnee(1);"))).skills[0].text
    assert "KEEP POSE rWrist(0, 0, 0), rElbow(0, 0, 0);" in text


# -- quirks ------------------------------------------------------------------------------------------


def note(done: Conversion) -> str:
    """The one note, which also stands in a text as a comment."""
    (only,) = done.notes
    assert any(f"# classic: {only.message}" in skill.text for skill in done.skills)
    return f"{only.line}: {only.message}"


CALLED = script(acting("LIPOSE lKnee(1).time(dt);"), parameters="dt")


def test_linterp_that_reads_zero() -> None:
    done = converted(script(acting("POSE lKnee(1, linterp(1, 0, 1, 0, 5), 3);")))
    assert "POSE lKnee(1, 0, 3);" in done.skills[0].text
    assert note(done) == "4: linterp is read as 0 here"


def test_time_on_a_call_never_fires() -> None:
    move = "TRANSITION to(-1).after(time 1);\nTRANSITION to(-1).after(complete);"
    done = converted(script(f"> a.t(1);\n{move}"), a_t=CALLED)
    assert "4: 'time' never fires" in note(done)
    assert "TO end WHEN complete;" in done.skills[0].text


def test_actions_of_a_calling_phase_are_left_out() -> None:
    call = f"> a.t(1);\n{acting('POSE lElbow(-1);', '')}\nTRANSITION to(-1).after(complete);"
    done = converted(script(call), a_t=CALLED)
    assert "does not execute its actions" in note(done) and "lElbow" not in done.skills[0].text


def test_arguments_are_rounded() -> None:
    done = converted(script("> a.t(.12345678);\nTRANSITION to(-1).after(complete);"), a_t=CALLED)
    assert "DO a(.123457);" in done.skills[0].text and "six decimals" in note(done)


def test_missing_arguments_are_written() -> None:
    called = script(acting("POSE lKnee(dt);"), parameters="dt, dtt")
    done = converted(script("> a.t(2);\nTRANSITION to(-1).after(complete);"), a_t=called)
    assert "DO a(2, 2);" in done.skills[0].text


def test_lipose_without_time_only_damps() -> None:
    done = converted(script(acting("LIPOSE lKnee(1).time(0);")))
    assert "POSE lKnee(lKnee, 1000, 100);" in done.skills[0].text and "only damps" in note(done)
    calls = [f"> a.t({t});\nTRANSITION to({n}).after(complete);" for t, n in ((1, 1), (0, -1))]
    done = converted(script(*calls), a_t=CALLED)
    assert "lKnee + sign(max(dt, 0)) * (1 - lKnee)" in done.skills[1].text and "only damps" in note(done)


def test_a_counter_that_goes_on() -> None:
    call = "> a.t(1);\nTRANSITION to(-1).after(iterations 2);\nTRANSITION to(-1).after(fallen > 1);"
    done = converted(script(call), a_t=CALLED)
    assert "goes on counting" in note(done) and "returns >= 3" in done.skills[0].text


def test_phases_that_are_never_reached_are_left_out() -> None:
    done = converted(script(acting("POSE lKnee(1);"), "> missing.t(void);"))
    assert "never reached" in note(done) and "p1" not in done.skills[0].text


@pytest.mark.parametrize("gains", ["50, 5", "50, -5", "-50, 5"])
def test_gains_of_the_wrong_sign_are_noted_and_left_out(gains: str) -> None:
    done = converted(script(acting(f"VPD rFoot(0, {gains}).joint(rAnkle); POSE lKnee(.1);")))
    assert "pushed away" in note(done) and "VPD  rFoot" not in done.skills[0].text
    assert "POSE lKnee(.1, " in done.skills[0].text
    assert [d.code for d in check(done.skills[0].text, name="root") if d.severity == "error"] == []


@pytest.mark.parametrize(("condition", "left"), [("press ?", 0), ("release ?", 1), ("pass 2nd 1", 0)])
def test_names_that_cannot_be_written(condition: str, left: int) -> None:
    done = converted(script(acting("POSE lKnee(1);", f"TRANSITION to(-1).after({condition});")))
    assert "cannot be written" in note(done)
    assert done.skills[0].text.count("TO end WHEN time > 0;") == left


def test_file_names_that_cannot_be_written() -> None:
    done = converted(script(f"SAVE my state.sav;\n{END}"))
    assert "SAVE my-state.sav;" in done.skills[0].text and "rename it" in note(done)
    assert "KEEP LOAD bent;" in converted(script(f"LOAD bent.;\n{END}")).skills[0].text


# -- files -------------------------------------------------------------------------------------------


def test_parameters_get_legal_names() -> None:
    text = script(acting("POSE lKnee(time), rKnee(2nd);"), parameters="time, 2nd, my_time")
    done = converted(text)
    assert "SKILL root(my_my_time = 0, my_2nd = 0, my_time = 0)" in done.skills[0].text
    assert "POSE lKnee(my_my_time, 300, 30), rKnee(my_2nd, 300, 30);" in done.skills[0].text
    assert len(done.notes) == 2


def test_each_called_file_becomes_a_skill_of_its_own_name() -> None:
    files = ("root.t", "1a.t")
    calls = [f"> {f}(void);\nTRANSITION to({k + 1}).after(complete);" for k, f in enumerate(files)]
    other = script(acting("POSE lKnee(1);"))
    done = convert(
        Source("root.s", "", script(*calls, acting("POSE lKnee(1);"))),
        "root",
        DictLoader({"root.t": other, "1a.t": other}),
    )
    assert [skill.name for skill in done.skills] == ["root", "root-t", "1a"]
    assert "DO root-t();" in done.skills[0].text and "DO 1a();" in done.skills[0].text


def test_a_script_called_at_two_phases_becomes_two_skills() -> None:
    moves = [acting(f"POSE lKnee({k});", f"TRANSITION to({k}).after(time 1);") for k in (1, -1)]
    calls = ["> a.t(void);", "> a.t(void).atPhase(1);"]
    calls = [f"{c}\nTRANSITION to({n}).after(complete);" for c, n in zip(calls, (1, -1), strict=True)]
    done = converted(script(*calls), a_t=script(*moves))
    assert [skill.name for skill in done.skills] == ["root", "a", "a-from-1"]
    assert lines(done.skills[1].text)[0] == "PHASE p0" and "PHASE p1" in done.skills[1].text
    assert "PHASE p0" not in done.skills[2].text


def test_a_torque_limit_goes_to_the_header() -> None:
    text = converted(script(acting("POSE lKnee(1);"), head="SET TORQUELIMIT = 170\n")).skills[0].text
    assert "LIMIT 170" in text
    program = compile_text(text)
    assert program.params[program.units[0].torque_limit] == 170


def test_comments_come_along() -> None:
    text = (
        "# Head.\n# More.\nBEGINSCRIPT a(void)\n# above\nPHASE 0 # lift\nACTIONS # begins\n# of the knee\n"
        "POSE lKnee(1); # bent\nENDACTIONS\nTRANSITION to(-1).after(time 1); # soon\n# last\n"
        "ENDPHASE\nENDSCRIPT\n"
    )
    skill = converted(text).skills[0].text
    assert skill.startswith("## Head.\n## More.\nSKILL")
    expected = [
        *["# above", "PHASE p0 # lift", "# begins", "# of the knee", "POSE lKnee(1, 300, 30); # bent"],
        *["TO end WHEN time > 1; # soon", "# last"],
    ]
    found = [" ".join(line.split()) for line in skill[skill.index("# above") :].splitlines()]
    assert found == expected


def test_a_script_that_calls_itself_is_refused() -> None:
    with pytest.raises(FootfallError, match="calls itself"):
        converted(script("> a.t(void);"), a_t=script("> a.t(void);"))


def test_a_broken_script_is_refused() -> None:
    with pytest.raises(ScriptError):
        converted("BEGINSCRIPT a(void)\nPHASE 0\nACTIONS\nPOSE lKne(1);\nENDACTIONS\nENDPHASE\nENDSCRIPT\n")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.[st]")), ids=lambda path: path.name)
def test_the_files_of_the_tests_become_neat_skills_without_errors(path: Path) -> None:
    done = convert(Source(str(path), str(path), path.read_text()), "root")
    texts = {skill.name: skill.text for skill in done.skills}
    for skill in done.skills:
        found = check(skill.text, name=skill.name, loader=DictLoader(texts))
        assert [d.render() for d in found if d.severity == "error"] == []
        assert format_text(skill.text) == skill.text
        assert "/" not in skill.text.split("FALL")[0]


def test_no_name_has_an_at_sign() -> None:
    """Two scripts of one name are told apart by a number behind an @, which no skill can have."""
    assert skill_stem("b.t@3", ["b"]) == "b-t-3"
