"""Every condition compiles to what fires it."""

from __future__ import annotations

import pytest

from footfall.script.program import Op, Program

from .helpers import codes, compiled, evaluate, found, phase, script, when


def fires(program: Program, t: int = 0, frame: tuple[float, ...] = (), **sensed: float) -> bool:
    first, last, value = program.transitions[t, :3].tolist()
    names = {key.replace("_", " "): v for key, v in sensed.items()}
    return bool(evaluate(program, first, last, names, frame)[value])


def lean(condition: str, angle: float) -> bool:
    return fires(compiled(when(condition)), part_uTorso_pitch=angle)


def test_time_is_strict() -> None:
    program = compiled(when("time .5"))
    assert not fires(program, time=0.5) and fires(program, time=0.5001)


def test_time_may_be_a_parameter() -> None:
    program = compiled(when("time dt", "dt"))
    assert fires(program, frame=(1.0,), time=1.5) and not fires(program, frame=(2.0,), time=1.5)


@pytest.mark.parametrize(("word", "touching"), [("contact", True), ("nocontact", False)])
def test_contact(word: str, touching: bool) -> None:
    program = compiled(when(f"{word} lFoot"))
    assert fires(program, contact_lFoot=1.0) is touching
    assert fires(program, contact_lFoot=0.0) is not touching


@pytest.mark.parametrize(("word", "held"), [("press", True), ("release", False)])
def test_keys(word: str, held: bool) -> None:
    program = compiled(when(f"{word} a"))
    assert fires(program, key_A=1.0) is held and fires(program, key_A=0.0) is not held


def test_complete_is_always_true() -> None:
    assert fires(compiled(when("complete")))


def test_stable_and_its_older_form() -> None:
    for condition in ("stable .01", "stable"):
        program = compiled(when(condition))
        assert fires(program, motion=0.009) and not fires(program, motion=0.011)
    assert codes(when("stable")) == ["W116"]


@pytest.mark.parametrize(
    ("condition", "yes", "no"),
    [
        ("fallen > .6", (0.7, 3), (0.6, -1)),
        ("fallen < -.6", (-0.7, -3), (-0.6, 1)),
        ("fallen x .6", (0.7, -0.7), (0.6, 0, -0.6)),
        ("anglerange -2 2.8", (0, -1.9, 2.7), (3, -2.1)),
        ("anglerange 2.8 -2", (3, -2.1, -2, 2.8), (0, -1.9, 2.7)),
    ],
)
def test_lean(condition: str, yes: tuple[float, ...], no: tuple[float, ...]) -> None:
    assert all(lean(condition, a) for a in yes)
    assert not any(lean(condition, a) for a in no)


def ops(program: Program) -> list[Op]:
    first, last = program.transitions[0, :2].tolist()
    return [Op(op) for op in program.code[first:last, 0].tolist()]


def test_iterations_count_calls_or_ticks_each_with_its_own_counter() -> None:
    leaf = compiled(when("iterations 10."))
    assert ops(leaf) == [Op.TICKS]
    moves = "> a.t(void); TRANSITION to(-1).after(iterations 1); TRANSITION to(-1).after(iterations 2);"
    program = compiled(script(phase(moves)), a_t=when("time 1"))
    rows = program.code[program.code[:, 0] == Op.COUNT]
    assert rows[:, 2].tolist() == [0, 1] and program.n_counters == 2
    assert program.params[rows[:, 3]].tolist() == [1, 2]


def test_pass_remembers_and_random_draws() -> None:
    assert ops(compiled(when("pass BOX .3"))) == [Op.SENSE, Op.SUB, Op.PASSED]
    assert ops(compiled(when("random .25"))) == [Op.RANDOM, Op.LT]


@pytest.mark.parametrize(
    "text", ["to( 0 ) .after( time 1 ) ", "to(0).after(time 1)", "to (0)\n.after\n(time\t1)"]
)
def test_layout_is_free(text: str) -> None:
    moves = f"ACTIONS POSE lKnee(1); ENDACTIONS TRANSITION {text};"
    assert compiled(script(phase(moves))).transitions[0, 3] == 0


@pytest.mark.parametrize(
    ("condition", "code", "at"),
    [
        ("tiem 1", "E116", "tiem"),
        ("time", "E103", ")"),
        ("contact lFot", "E106", "lFot"),
        ("contact lKnee", "E106", "lKnee"),
        ("fallen = 1", "E103", "="),
        ("time dt", "E107", "dt"),
        ("anglerange 1", "E103", ")"),
    ],
)
def test_mistake_is_refused_where_it_stands(condition: str, code: str, at: str) -> None:
    (finding,) = found(when(condition))
    assert (finding.code, finding.source.text[finding.span.start : finding.span.end]) == (code, at)


@pytest.mark.parametrize("target", [1, -2, 99])
def test_target_out_of_range(target: int) -> None:
    (finding,) = found(when("time 1").replace("to(-1)", f"to({target})"))
    assert (finding.code, finding.source.text[finding.span.start : finding.span.end]) == ("E108", str(target))
