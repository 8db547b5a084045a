from __future__ import annotations

import pytest

from footfall.script import classic_names, compile_skill, compile_text, skill_names
from footfall.studio.editing.outline import outline

SCRIPT = """\
## A walk. 🚶
SKILL a(lean = 5~2<0,10> deg, dt = .3)
PHASE lift LASTS .6
  POSE swKnee(curve(0: .1, .5: 1.1, 1: .2)), stKnee(.05);
  VPD pelvis(lean).close(stHip, shared);
  KEEP POSE lElbow(-.5);
  TO strike SWAP WHEN time > dt and contact swFoot;
PHASE strike
  DO moves/stand();
  TO lift WHEN time >= -.25 + 1 or time > .7;
ALWAYS TO strike WHEN com.height < .4;
"""


def units(text: str, start: int, end: int) -> str:
    """What a page, which counts UTF-16 units, sees between two places."""
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


def test_every_number_is_where_it_says() -> None:
    found = outline(compile_text(SCRIPT), 3, {})
    assert found.version == 3 and len(found.numbers) == 15
    for number in found.numbers:
        assert float(units(SCRIPT, number.start, number.end)) == pytest.approx(number.value)
        assert number.low <= number.value <= number.high
    lean = found.numbers[0]
    assert units(SCRIPT, lean.start, lean.whole_end) == "5~2<0,10> deg"
    assert (lean.unit, lean.low, lean.high) == ("deg", 0.0, pytest.approx(10.0))
    assert lean.mark is not None and (lean.mark.std, lean.mark.lo, lean.mark.hi) == (2.0, 0.0, 10.0)


def test_phases_hold_their_statements_and_durations() -> None:
    found = outline(compile_text(SCRIPT), 1, {})
    lift, strike = found.phases
    assert (lift.name, lift.duration, lift.duration_parameter) == ("lift", -1, "dt")
    assert units(SCRIPT, lift.name_start, lift.name_end) == "lift"
    assert found.numbers[lift.lasts].value == 0.6
    assert [(a.word, a.subject, a.keep) for a in lift.actions] == [
        ("POSE", "swKnee", False),
        ("POSE", "stKnee", False),
        ("VPD", "pelvis", False),
        ("POSE", "lElbow", True),
    ]
    assert strike.calls == "moves/stand"
    assert found.numbers[strike.duration].value == 0.7


def test_arguments_have_roles_and_curves_have_knots() -> None:
    found = outline(compile_text(SCRIPT), 1, {})
    knee, _, pelvis, _ = found.phases[0].actions
    assert [(found.numbers[k.x].value, found.numbers[k.y].value) for k in knee.values[0].knots] == [
        (0.0, 0.1),
        (0.5, 1.1),
        (1.0, 0.2),
    ]
    assert [(v.argument, v.text, v.number) for v in pelvis.values] == [
        ("angle", "lean", -1),
        ("close.joint", "stHip", -1),
        ("close.shared", "shared", -1),
    ]


def test_transitions_are_the_edges_of_the_graph() -> None:
    found = outline(compile_text(SCRIPT), 1, {})
    assert [(t.source, t.target, t.swap, t.when) for t in found.transitions] == [
        (0, 1, True, "time > dt and contact swFoot"),
        (1, 0, False, "time >= -.25 + 1 or time > .7"),
        (-1, 1, False, "com.height < .4"),
    ]


def test_parameters_show_their_live_value() -> None:
    lean, dt = outline(compile_text(SCRIPT), 1, {"dt": 0.5}).parameters
    assert (dt.value, dt.default) == (0.5, 0.3)
    assert lean.value == lean.default == pytest.approx(0.0872664626)
    assert (lean.kind, lean.number, dt.number) == ("angle", 0, 1)


@pytest.mark.parametrize("name", [*skill_names(), *classic_names()])
def test_every_skill_of_the_library_has_an_outline(name: str) -> None:
    program = compile_skill(name)
    found = outline(program, 1, {})
    first, last = program.units[0].phases
    assert [p.name for p in found.phases] == list(program.phase_names[first:last])
    assert all(-1 <= t.target < len(found.phases) for t in found.transitions)


def test_the_arguments_of_a_call_can_be_edited() -> None:
    text = (
        "SKILL mine()\nBODY human\nPHASE go\n"
        "  DO simbicon/walk3d(lean = curve(0: .1, 1: .2), heading = .3);\n"
    )
    made = outline(compile_text(text, name="mine"), 1, {})
    lean, heading = made.phases[0].actions
    assert (lean.word, lean.subject, len(lean.values[0].knots)) == ("DO", "lean", 2)
    assert made.numbers[lean.values[0].knots[1].y].value == 0.2
    assert made.numbers[heading.values[0].number].value == 0.3


def test_values_with_names_are_listed_with_their_phase_and_unit() -> None:
    text = "SKILL a(b = 1)\nLET far = 2 * com.x;\nPHASE x\n  LET bent = b * 3;\n  POSE lKnee(bent + far);\n"
    reply = outline(compile_text(text), 1, {})
    assert [(let.name, let.phase, let.unit) for let in reply.lets] == [("far", -1, "rad"), ("bent", 0, "rad")]
    assert [n.label for n in reply.numbers] == ["b", "LET far", "x/LET bent"]
