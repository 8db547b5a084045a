"""The tables of a classic Program."""

from __future__ import annotations

import pytest

from footfall.script import rewrite

from .helpers import actions, acts, compiled, evaluate, phase, script


def test_unit_is_classic_and_never_falls() -> None:
    program = compiled(actions("POSE lKnee(1);"))
    assert program.units[0].modern is False
    assert program.fall is not None and program.params[program.fall.value] == 0 and program.goal is None
    assert (program.body, program.start) == ("planar17", "rest")


def test_targets_are_positions() -> None:
    pose = "ACTIONS POSE lKnee(1); ENDACTIONS"
    phases = [(0, 2), (1, -1), (3, 1)]
    text = script(
        "\n".join(phase(f"{pose} TRANSITION to({to}).after(time 1);", label) for label, to in phases)
    )
    program = compiled(text)
    assert program.transitions[:, 3].tolist() == [2, -1, 1]
    assert program.phase_names == ("0", "1", "2")


def test_every_literal_has_a_slot_with_its_span_and_defaults_an_empty_one() -> None:
    text = actions("POSE lKnee(.25); LIPOSE rKnee(-.5, 7, 8).time(.9);")
    program = compiled(text)
    written = {text[s.span.start : s.span.end]: v for s, v in zip(program.slots, program.params, strict=True)}
    assert written.items() >= {".25": 0.25, "-.5": -0.5, "7": 7.0, "8": 8.0, ".9": 0.9}.items()
    empty = [v for s, v in zip(program.slots, program.params, strict=True) if s.span.start == s.span.end]
    assert sorted(empty) == [0.0, 30.0, 300.0]  # the fall rule, and the gains of POSE
    assert len({s.label for s in program.slots}) == len(program.slots)


def test_tuned_numbers_go_back_into_the_text_and_defaults_do_not() -> None:
    text = actions("POSE lKnee(.25); # keep\nVPD rFoot(.1, 50, 5).parent(rShin);")
    program = compiled(text)
    tuned = program.params * 2
    out = rewrite(text, 0, program, tuned)
    assert out == text.replace(".25", "0.5").replace(".1, 50, 5", "0.2, 100, 10").replace("time 1", "time 2")


@pytest.mark.parametrize(("g", "angle"), [(0.0, 1.0), (0.5, 2.0), (2.0, 5.0), (-1.0, -1.0)])
def test_linterp_goes_on_beyond_its_ends(g: float, angle: float) -> None:
    program = compiled(actions("POSE lKnee(linterp(g, 0, 1, 1, 3));", "g"))
    first, last = program.phases[0, 2:4].tolist()
    reg = evaluate(program, first, last, {}, (g,))
    assert reg[program.args[0]] == angle


def test_linterp_where_it_does_not_work_is_zero() -> None:
    ((_, values, _),) = acts(compiled(actions("POSE lKnee(1, linterp(1, 0, 1, 100, 300), 30);")))
    assert values["kp"] == 0


def test_negated_parameter_of_an_older_form() -> None:
    program = compiled(actions("VPD rFoot(.1, k, 5).parent(rShin);", "k"))
    first, last = program.phases[0, 2:4].tolist()
    assert evaluate(program, first, last, {}, (50.0,))[program.args[1]] == -50


def test_call_phase_has_arguments_and_no_statements() -> None:
    text = script(
        phase("ACTIONS POSE lKnee(1); ENDACTIONS > a.t(.5, b); TRANSITION to(-1).after(complete);"), "b"
    )
    program = compiled(text, a_t=actions("POSE lKnee(x);", "x, y"))
    assert program.phases[0, 4:6].tolist() == [0, 0]
    assert program.phases[0, 8:11].tolist() == [1, 0, 2]
    assert program.call_args[1] == program.frame_offset
    assert program.n_frame == 2 and program.n_inputs == 1


def test_statement_keys_are_unique() -> None:
    program = compiled(actions("POSE lKnee(1); POSE lKnee(2); VF (1,2,0).on(head).by(waist);"))
    assert len(set(program.statement_keys)) == 3
