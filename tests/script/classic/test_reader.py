"""The file level: a bag of text in which includes, a SET and a script are looked for."""

from __future__ import annotations

import pytest

from footfall.script.classic.reader import includes_of, read
from footfall.script.source import Source

from .helpers import END, actions, codes, compiled, found, phase, script

POSE = "ACTIONS POSE lKnee(1); ENDACTIONS"


def includes(text: str) -> list[str]:
    return [w.text for w in includes_of(Source("a.s", "", text))]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("SCRIPTS a.t;", ["a.t"]),
        ("# note\nSCRIPTS a.t,b.s ,\n 1foot2stand.t ;\n", ["a.t", "b.s", "1foot2stand.t"]),
        ("SCRIPTS a.t, a.t;", ["a.t"]),
        ("# SCRIPTS a.t;", []),
        ("", []),
    ],
)
def test_includes_are_listed_once(text: str, names: list[str]) -> None:
    assert includes(text + actions("POSE lKnee(1);")) == names


@pytest.mark.parametrize(("text", "limit"), [("370", 370), ("5.", 5), ("170.5", 170.5), ("1000 # N m", 1000)])
def test_torque_limit_is_a_register_with_its_slot(text: str, limit: float) -> None:
    program = compiled(f"SET TORQUELIMIT = {text}\n" + actions("POSE lKnee(1);"))
    assert program.params[program.units[0].torque_limit] == limit
    assert compiled(actions("POSE lKnee(1);")).units[0].torque_limit == -1


def test_only_the_first_set_counts() -> None:
    text = "SET TORQUELIMIT = 1\nSET TORQUELIMIT = 2\n" + actions("POSE lKnee(1);")
    assert compiled(text).params[compiled(text).units[0].torque_limit] == 1
    assert codes(text) == ["W109"]
    assert codes("SET GRAVITY = 2\n" + actions("POSE lKnee(1);")) == ["W109"]


def test_text_around_the_script_is_ignored() -> None:
    assert codes("any text; PHASE 9\n\n" + actions("POSE lKnee(1);") + "more PHASE ENDSCRIPT") == []


@pytest.mark.parametrize(
    "head", ["x(void)", "1foot( void )", "x()", "(void)", "x (void)", "x(a)", "x( a , b2 )"]
)
def test_heads(head: str) -> None:
    text = f"BEGINSCRIPT {head}\n{phase(POSE + END)}\nENDSCRIPT"
    assert codes(text) == []


def test_missing_parameter_list_is_an_older_form() -> None:
    assert codes(f"BEGINSCRIPT x\n{phase(POSE + END)}\nENDSCRIPT") == ["W116"]


def test_broken_outer_script_gives_way_to_a_whole_inner_one() -> None:
    inner = actions("POSE lKnee(a);", "a, b")
    text = f"BEGINSCRIPT outer(void)\nPHASE 0\n POSE (;\n{inner}"
    assert [p.name for p in compiled(text).units[0].parameters] == ["a", "b"]
    assert codes(text) == ["W117"]


@pytest.mark.parametrize("cut", ["ENDACTIONS", "ENDPHASE", "ENDSCRIPT"])
def test_truncated_file_is_refused_with_a_span(cut: str) -> None:
    text = actions("POSE lKnee(1);")
    (finding,) = found(text[: text.index(cut)])
    assert finding.code == "E102"
    assert 0 <= finding.span.start < finding.span.end <= len(text)


@pytest.mark.parametrize("text", ["", " ", "hello", "# BEGINSCRIPT x(void)", "SKILL a() PHASE x"])
def test_no_script_at_all(text: str) -> None:
    assert codes(text) == ["E101"]


def test_script_without_phases() -> None:
    assert codes(script("# nothing")) == ["E109"]


def test_commands_stand_in_any_order_and_number() -> None:
    text = script(
        phase(f"TRANSITION to(-1).after(time 2); {POSE}\nACTIONS # none\nENDACTIONS\nLOAD a.sav; {END}")
    )
    program = compiled(text)
    assert program.phases[0, 4:8].tolist() == [0, 2, 0, 2]
    assert codes(text) == []


def test_world_actions() -> None:
    text = script(phase(f"ENVACTIONS toggleVisible(BOX); # c\n toggleCollidable( BOX ) ;\nENDACTIONS {END}"))
    program = compiled(text)
    assert program.refs.tolist() == [0, 0, 0, 1] and program.names == ("BOX",)
    assert codes(text.replace("toggleVisible", "toggleVisibel")) == ["E104"]


def test_dump_of_the_optimiser_calls_what_it_holds() -> None:
    inner = actions("POSE lKnee(a);", "a")
    call = phase("> gait.t(.5);\nTRANSITION to(1).after(complete);")
    text = script(f"{call}\n>>>>>>>>>>>\n{inner}\n<<<<<<<<<<<\n{phase(POSE + END, 1)}")
    program = compiled(text)
    assert [u.name for u in program.units] == ["root.s", "gait.t"]
    assert program.phases[0, 8] == 1
    assert codes(text) == ["W125"]


def test_comment_lines_at_the_head_are_the_doc() -> None:
    script_ = read(
        Source("a.s", "", "# Walks.\n# Far.\nSCRIPTS x.t;\n# not this\n" + actions("POSE lKnee(1);"))
    )
    assert script_.script.doc == "Walks.\nFar."


@pytest.mark.parametrize("command", ["SAVE a.sav;", "SAVEa.sav;", "LOADa.sav;", "LOAD 2.sav;"])
def test_a_file_name_may_follow_its_word_without_a_space(command: str) -> None:
    program = compiled(script(phase(f"{command} {END}")))
    assert program.names[0] in ("a.sav", "2.sav")


def test_spans_end_with_the_text() -> None:
    text = "BEGINSCRIPT a(void)\nPHASE 0\nACTIONS\nVPD uTorso(1)."
    assert all(d.span.end <= len(text) for d in found(text))


def test_the_flag_of_a_vpd_counts_on_thighs_only() -> None:
    on_trunk = compiled(actions("VPD uTorso(1).joint(lHip).flags(s);"))
    on_thigh = compiled(actions("VPD lThigh(1, -300, -30).joint(lHip).flags(s);"))
    assert (on_trunk.refs[2], on_thigh.refs[2]) == (-1, 0)
