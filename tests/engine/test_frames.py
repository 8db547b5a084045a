"""Phases, transitions, calls and returns, read from the trace of tiny scripts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.script import DictLoader, ScriptError, compile_text

pytestmark = pytest.mark.sim


def run(
    text: str, seconds: float = 0.1, called: dict[str, str] | None = None, **options: Any
) -> tuple[Sim, Recording]:
    """Run `SKILL test` on the planar body in steps of 1 ms.

    It is not judged (it stands for a tenth of a second anyway).
    """
    head = "" if text.lstrip().startswith("SKILL") else "SKILL test()\nFALL time < 0\n"
    program = compile_text(head + text, loader=DictLoader(called or {}))
    sim = Sim(program, body="planar7", start="rest", physics="careful", **options)
    return sim, sim.run(seconds)


def phases(sim: Sim) -> list[str]:
    """Names of the phases of the call stack, outermost first."""
    state = sim.actors[0].state
    return [sim.programs[0].phase_names[p] for p in state.frame_phase[: state.depth[0] + 1]]


def moves(sim: Sim, rec: Recording) -> list[tuple[int, str]]:
    """(tick, phase entered) of each transition; "end" for a return."""
    names = (*sim.programs[0].phase_names, "end")
    return [(int(row[0]), names[int(row[4])]) for row in rec.trace]


def test_a_phase_lasts_until_its_condition() -> None:
    sim, rec = run("PHASE a\n TO b WHEN time > .0205;\nPHASE b\n TO a WHEN time > .0105;\n")
    assert moves(sim, rec) == [(21, "b"), (32, "a"), (53, "b"), (64, "a"), (85, "b"), (96, "a")]


def test_the_first_true_transition_wins() -> None:
    sim, _ = run(
        "PHASE a\n TO b WHEN time > 9;\n TO c WHEN time > 0;\n TO d WHEN time > 0;\n"
        "PHASE b\nPHASE c\nPHASE d\n"
    )
    assert phases(sim) == ["c"]


def test_several_moves_may_follow_in_one_tick() -> None:
    sim, rec = run("PHASE a\n TO b WHEN time > .01;\nPHASE b\n TO c WHEN time >= 0;\nPHASE c\n")
    (first, _), (second, _) = moves(sim, rec)
    assert first == second and phases(sim) == ["c"]


def test_swap_changes_the_side() -> None:
    sim, rec = run("PHASE a\n TO a SWAP WHEN time > .02;\n")
    sides = [int(s) for s in rec.side]
    assert sides[0] == 0 and 1 in sides
    assert len(moves(sim, rec)) == sum(a != b for a, b in zip(sides, sides[1:], strict=False))


def test_swap_turns_swing_and_stance_names_over() -> None:
    sim, _ = run(
        "PHASE a\n POSE swKnee(.7), stKnee(.3);\n TO b SWAP WHEN time > .01;\n"
        "PHASE b\n POSE swKnee(.7), stKnee(.3);\n"
    )
    names, servo = sim.actors[0].anatomy.dof_names, sim.actors[0].state.servo
    assert (servo[names.index("lKnee.pitch"), 0], servo[names.index("rKnee.pitch"), 0]) == (0.7, 0.3)


def test_the_end_of_the_root_is_done() -> None:
    _, rec = run("PHASE a\n TO end WHEN time > .0305;\n")
    assert rec.end == "done" and rec.seconds == pytest.approx(0.031)
    assert rec.report()["success"]


CALLED = {
    "hold": "SKILL hold()\nPHASE one\n POSE lKnee(.4);\n TO two WHEN time > .03;\n"
    "PHASE two\n POSE lKnee(.6);\n"
}
BRIEF = {"brief": "SKILL brief()\nPHASE one\n POSE lKnee(.7);\n TO end WHEN time > .02;\n"}


def knee(sim: Sim) -> float:
    """What the left knee is held at."""
    return float(sim.actors[0].state.servo[sim.actors[0].anatomy.dof_names.index("lKnee.pitch"), 0])


def test_after_the_end_the_last_control_holds() -> None:
    sim, _ = run("PHASE a\n POSE lKnee(.5);\n TO end WHEN time > .01;\n", called={})
    sim.step(50)
    assert phases(sim) == ["a"] and knee(sim) == 0.5


def test_after_the_end_what_the_last_phase_calls_goes_on_by_itself() -> None:
    sim, rec = run("PHASE a\n DO hold();\n TO end WHEN time > .01;\n", called=CALLED)
    assert rec.end == "done" and phases(sim) == ["a", "one"]
    sim.step(50)
    assert phases(sim) == ["a", "two"] and knee(sim) == 0.6


def test_after_the_end_a_script_that_has_just_returned_holds_too() -> None:
    sim, rec = run("PHASE a\n DO brief();\n TO end WHEN complete;\n", called=BRIEF)
    assert rec.end == "done" and phases(sim) == ["a", "one"]
    sim.step(50)
    assert phases(sim) == ["a", "one"] and knee(sim) == 0.7


def test_moves_without_time_are_stuck() -> None:
    _, rec = run("PHASE a\n TO b WHEN time >= 0;\nPHASE b\n TO a WHEN time >= 0;\n")
    assert rec.end == "stuck" and not rec.report()["success"]


# -- interrupts ----------------------------------------------------------------------------------

INNER = "SKILL inner(x = 0)\nPHASE i\n POSE lKnee(x);\n TO j WHEN time > .02;\nPHASE j\n POSE lKnee(x);\n"


def test_an_interrupt_beats_the_phases_own_moves() -> None:
    sim, _ = run("PHASE a\n TO b WHEN time > .01;\nALWAYS TO c WHEN time > .01;\nPHASE b\nPHASE c\n")
    assert phases(sim) == ["c"]


def test_an_interrupt_whose_phase_is_on_leaves_it_alone() -> None:
    text = "PHASE a\nALWAYS TO down WHEN com.height > 0;\nPHASE down\n TO up WHEN time > 9;\nPHASE up\n"
    sim, rec = run(text)
    assert rec.end == "time" and phases(sim) == ["down"] and len(rec.trace) == 1


def test_the_phase_of_an_interrupt_can_end_the_skill() -> None:
    text = "PHASE a\nALWAYS TO down WHEN com.height > 0;\nPHASE down\n TO end WHEN time > .02;\n"
    assert run(text)[1].end == "done"


def test_the_outermost_interrupt_wins_at_any_depth() -> None:
    middle = (
        "SKILL middle()\nPHASE m\n DO inner();\nALWAYS TO n WHEN com.height > 0 and time > .03;\nPHASE n\n"
    )
    outer = "PHASE a\n DO middle();\nALWAYS TO b WHEN time > .03;\nPHASE b\n"
    sim, rec = run(outer, called={"middle": middle, "inner": INNER})
    assert phases(sim) == ["b"]
    assert [(row[1], name) for row, (_, name) in zip(rec.trace, moves(sim, rec), strict=True)] == [
        (1 + 1, "j"),
        (0, "b"),
    ]


def test_an_interrupt_in_the_middle_drops_what_is_above_it() -> None:
    middle = "SKILL middle()\nPHASE m\n DO inner();\nALWAYS TO n WHEN time > .03;\nPHASE n\n"
    sim, _ = run("PHASE a\n DO middle();\n", called={"middle": middle, "inner": INNER}, seconds=0.05)
    assert phases(sim) == ["a", "n"]


# -- calls ---------------------------------------------------------------------------------------


def test_live_arguments_reach_depth_two() -> None:
    middle = "SKILL middle(y = 0)\nPHASE m\n DO inner(y + .1);\n"
    text = "SKILL test(z = .2)\nFALL time < 0\nPHASE a\n DO middle(2 * z);\n"
    sim, _ = run(text, called={"middle": middle, "inner": INNER}, seconds=0.01)
    knee = sim.actors[0].anatomy.dof_names.index("lKnee.pitch")
    assert phases(sim) == ["a", "m", "i"]
    assert sim.actors[0].state.servo[knee, 0] == pytest.approx(0.5)
    sim.set(z=0.3)
    sim.step(1)
    assert sim.actors[0].state.servo[knee, 0] == pytest.approx(0.7)


def test_arguments_by_name_and_by_default() -> None:
    two = "SKILL two(a = .1, b = .2)\nPHASE i\n POSE lKnee(a), rKnee(b);\n"
    sim, _ = run("PHASE a\n DO two(b = .6);\n", called={"two": two}, seconds=0.01)
    names, servo = sim.actors[0].anatomy.dof_names, sim.actors[0].state.servo
    assert [servo[names.index(f"{s}Knee.pitch"), 0] for s in "lr"] == [0.1, 0.6]


def test_complete_is_true_when_the_callee_has_returned() -> None:
    short = "SKILL short()\nPHASE s\n TO end WHEN time > .0305;\n"
    sim, rec = run("PHASE a\n DO short();\n TO b WHEN complete;\nPHASE b\n", called={"short": short})
    assert moves(sim, rec) == [(31, "end"), (31, "b")]


def test_a_callee_that_returns_is_started_again() -> None:
    short = "SKILL short()\nPHASE s\n TO end WHEN time > .0205;\n"
    sim, rec = run("PHASE a\n DO short();\n", called={"short": short})
    assert moves(sim, rec) == [(21, "end"), (42, "end"), (63, "end"), (84, "end")]
    assert phases(sim) == ["a", "s"]


def test_a_callee_that_returns_at_once_for_ever_is_stuck() -> None:
    empty = "SKILL empty()\nPHASE s\n TO end WHEN time >= 0;\n"
    assert run("PHASE a\n DO empty();\n", called={"empty": empty})[1].end == "stuck"


def test_the_caller_moves_on_while_its_callee_runs() -> None:
    sim, _ = run("PHASE a\n DO inner();\n TO b WHEN time > .03;\nPHASE b\n", called={"inner": INNER})
    assert phases(sim) == ["b"]


def test_the_callee_speaks_after_its_caller() -> None:
    text = "PHASE a\n POSE lKnee(.9), rKnee(.8);\n DO inner(.4);\n"
    sim, _ = run(text, called={"inner": INNER}, seconds=0.01)
    names, servo = sim.actors[0].anatomy.dof_names, sim.actors[0].state.servo
    assert [servo[names.index(f"{s}Knee.pitch"), 0] for s in "lr"] == [0.4, 0.8]


def test_a_callee_begins_on_its_callers_side() -> None:
    inner = "SKILL inner()\nPHASE i\n POSE swKnee(.7);\n"
    sim, _ = run("PHASE a\n TO b SWAP WHEN time > .01;\nPHASE b\n DO inner();\n", called={"inner": inner})
    names, servo = sim.actors[0].anatomy.dof_names, sim.actors[0].state.servo
    assert servo[names.index("lKnee.pitch"), 0] == 0.7


def chain(depth: int) -> dict[str, str]:
    texts = {f"s{k}": f"SKILL s{k}()\nPHASE p{k}\n DO s{k + 1}();\n" for k in range(1, depth)}
    return texts | {f"s{depth}": f"SKILL s{depth}()\nPHASE p{depth}\n"}


def test_calls_thirty_two_deep_run_and_deeper_ones_are_refused() -> None:
    sim, rec = run("PHASE a\n DO s1();\n", called=chain(31), seconds=0.01)
    assert rec.end == "time" and len(phases(sim)) == 32
    with pytest.raises(ScriptError):
        run("PHASE a\n DO s1();\n", called=chain(32))


def test_a_skill_that_calls_itself_is_refused() -> None:
    with pytest.raises(ScriptError):
        run("PHASE a\n DO s();\n", called={"s": "SKILL s()\nPHASE p\n DO s();\n"})


STEPS = """SKILL steps(bent = 0, side = 0)
BODY planar7
FALL time < 0
PHASE step LASTS .2
 POSE lKnee(bent), lHip(side);
 TO step SWAP WHEN phi >= 1;
"""


def test_a_caller_without_a_length_sees_the_phi_and_the_sides_of_what_it_calls() -> None:
    text = "PHASE go\n DO steps(bent = curve(0: .2, .5: .6, 1: .2), side = .1 * swSide);\n"
    sim, _ = run(text, 0.001, {"steps": STEPS})
    knee, hip = (sim.actors[0].anatomy.dof_names.index(f"l{name}.pitch") for name in ("Knee", "Hip"))
    seen = []
    for _ in range(int(round(0.5 / sim.dt))):
        seen.append(sim.actors[0].state.servo[[knee, hip], 0].copy())
        sim.step(1)
    bent, side = np.array(seen).T
    half = int(round(0.1 / sim.dt))
    assert bent[0] == pytest.approx(0.2)
    assert bent[half] == pytest.approx(0.6, abs=0.02)
    assert bent[2 * half - 2] == pytest.approx(0.2, abs=0.02)
    assert side[0] == -side[3 * half] != 0.0  # the sides have swapped once
    assert np.abs(np.diff(bent)).max() < 0.02  # no tick shows the last step's phi in the next one


def test_a_trace_shows_the_values_with_names_that_made_a_condition_true() -> None:
    _, rec = run(
        "SKILL test(wait = .02)\nFALL time < 0\nLET late = time > 2 * wait;\n"
        "PHASE a\n TO b WHEN late;\nPHASE b\n POSE lKnee(0);\n"
    )
    (move,) = rec.moves()
    assert list(move.values) == ["time", "late"]
    assert move.values["late"] == 1.0 and move.values["time"] == pytest.approx(0.041, abs=1e-3)


def test_a_let_is_worked_out_anew_in_every_tick_and_reaches_what_is_called() -> None:
    sim, _ = run(
        "SKILL test(size = 1)\nFALL time < 0\nLET bent = size * time;\nPHASE a\n DO c(2 * bent);\n",
        called={"c": "SKILL c(b = 0)\nPHASE a\n POSE lKnee(b);\n"},
    )
    program, reg = sim.programs[0], sim.actors[0].arrays["reg"]
    assert reg[program.let_offset] == pytest.approx(0.099)
    assert sim.actors[0].state.frame_args[1, 0] == pytest.approx(0.198)


def test_gravity_and_the_bodys_natural_time_and_speed() -> None:
    sim, _ = run("LET all = gravity * body.time * body.time + body.speed;\nPHASE a\n POSE lKnee(all);\n")
    leg = float(sim.actors[0].arrays["scale"][2])
    value = sim.actors[0].arrays["reg"][sim.programs[0].let_offset]
    assert value == pytest.approx(leg + (9.81 * leg) ** 0.5)


LIFT = "SKILL gait()\nPHASE lift\n  TO strike WHEN time > .0105;\n"
GAIT = LIFT + "PHASE strike\n  TO lift SWAP WHEN time > .0105;\n"


def test_at_step_waits_for_the_end_of_a_step_of_the_called_skill() -> None:
    text = "PHASE walk\n DO gait();\n TO on AT STEP WHEN time > .0155;\nPHASE on\n"
    sim, rec = run(text, called={"gait": GAIT})
    assert moves(sim, rec) == [(11, "strike"), (22, "on")]
    assert sim.actors[0].state.frame_side[0] == 1  # where the next step would have begun
    assert [move.text for move in rec.moves()][-1] == "TO on AT STEP WHEN time > .0155"


def test_at_step_is_asked_at_the_end_of_each_step_only() -> None:
    text = "PHASE walk\n DO gait();\n TO on AT STEP WHEN time > .03 and time < .04;\nPHASE on\n"
    sim, _ = run(text, called={"gait": GAIT})
    assert phases(sim) == ["walk", "strike"]  # steps end at 22 and 44 ms


def test_at_step_of_the_stepping_skill_itself() -> None:
    text = "PHASE walk\n TO walk SWAP WHEN time > .0105;\n TO on AT STEP WHEN time > 0;\nPHASE on\n"
    sim, rec = run(text)
    assert moves(sim, rec) == [(11, "on")]


def test_where_nothing_steps_at_step_does_not_wait() -> None:
    still = "SKILL still()\nPHASE quiet\n"
    sim, rec = run(
        "PHASE a\n DO still();\n TO b AT STEP WHEN time > .0105;\nPHASE b\n", called={"still": still}
    )
    assert moves(sim, rec) == [(11, "b")]


def test_at_step_when_the_called_skill_returns() -> None:
    once = LIFT + "PHASE strike\n  TO lift SWAP WHEN time > 9;\n  TO end WHEN time > .0105;\n"
    sim, rec = run("PHASE a\n DO gait();\n TO b AT STEP WHEN time > 0;\nPHASE b\n", called={"gait": once})
    assert phases(sim) == ["b"] and moves(sim, rec)[-1] == (22, "b")


def test_a_call_can_begin_in_another_phase() -> None:
    sim, rec = run("PHASE walk\n DO gait() AT strike;\n", seconds=0.02, called={"gait": GAIT})
    assert moves(sim, rec) == [(11, "lift")]
    with pytest.raises(ScriptError, match="has no phase 'strik'"):
        run("PHASE walk\n DO gait() AT strik;\n", called={"gait": GAIT})
