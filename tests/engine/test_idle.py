"""IDLE limp, LIMIT, kept feedback, random numbers behind an `and`."""

from __future__ import annotations

import pytest

from footfall.control.columns import SERVO_CD, SERVO_CV, SERVO_ON
from footfall.engine.kernel.frames import begin_phase
from footfall.engine.sim import Sim
from footfall.script import DictLoader, compile_text

pytestmark = pytest.mark.sim


def start(text: str, **called: str) -> Sim:
    program = compile_text(f"SKILL test()\nFALL time < 0\n{text}", loader=DictLoader(called))
    return Sim(program, body="planar7", start="rest", seed=5, physics="careful")  # steps of 1 ms


def servo(sim: Sim, joint: str) -> list[float]:
    row = sim.actors[0].anatomy.dof_names.index(f"{joint}.pitch")
    return [float(sim.actors[0].state.servo[row, k]) for k in (SERVO_ON, SERVO_CD, SERVO_CV)]


def test_idle_joints_hold_the_rest_pose_or_nothing() -> None:
    text = "PHASE a\n KEEP POSE lKnee(.4);\n TO b WHEN time > .01;\nPHASE b\n POSE rKnee(.1);\n"
    for head, on in (("", 1), ("IDLE rest\n", 1), ("IDLE limp\n", 0)):
        sim = start(head + text)
        sim.step(30)
        assert servo(sim, "rHip")[0] == on
        assert servo(sim, "lKnee")[0] == 1  # kept


def test_kept_feedback_lasts_until_the_next_pose() -> None:
    sim = start(
        "PHASE a\n KEEP POSE lAnkle(.1);\n KEEP POSEFB lAnkle(2, 1).on(lFoot);\n TO b WHEN time > .01;\n"
        "PHASE b\n POSE rKnee(.1);\n TO c WHEN time > .01;\n"
        "PHASE c\n KEEP POSE lAnkle(.2);\n TO d WHEN time > .01;\nPHASE d\n POSE rKnee(.1);\n"
    )
    sim.step(15)
    assert servo(sim, "lAnkle") == [1, 2, 1]
    sim.step(35)
    assert servo(sim, "lAnkle") == [1, 0, 0]


def test_feedback_that_is_not_kept_ends_with_its_phase() -> None:
    sim = start(
        "PHASE a\n KEEP POSE lAnkle(.1);\n POSEFB lAnkle(2, 1).on(lFoot);\n TO b WHEN time > .01;\nPHASE b\n"
    )
    sim.step(5)
    assert servo(sim, "lAnkle") == [1, 2, 1]
    sim.step(15)
    assert servo(sim, "lAnkle") == [1, 0, 0]


def test_a_limit_holds_from_the_call_on() -> None:
    inner = "SKILL inner()\nLIMIT 50\nPHASE i\n TO end WHEN time > .01;\n"
    sim = start("PHASE a\n DO inner();\n TO b WHEN complete;\nPHASE b\n", inner=inner)
    knee = sim.actors[0].anatomy.dof_names.index("lKnee.pitch")
    assert sim.actors[0].state.limit[knee] == 50
    sim.step(30)
    assert sim.actors[0].state.limit[knee] == 50


def test_no_random_number_is_drawn_before_its_turn() -> None:
    sim = start("PHASE a\n TO b WHEN time > .02 and random < 0;\nPHASE b\n")
    drawn = sim.actors[0].state.now
    sim.step(15)
    assert drawn[1] == 0
    sim.step(20)
    assert drawn[1] > 0


def test_what_was_near_before_its_turn_does_not_count() -> None:
    text = "PHASE a\n TO b WHEN {}passed(time - .0105);\nPHASE b\n"
    early, late = start(text.format("")), start(text.format("time > .02 and "))
    for sim in (early, late):
        sim.step(60)
    assert [int(s.actors[0].state.frame_phase[0]) for s in (early, late)] == [1, 0]


def test_what_a_transition_remembers_is_gone_when_its_phase_begins() -> None:
    sim = start("PHASE a\n TO b WHEN passed(time - .5);\nPHASE b\n")
    sim.step(3)
    assert sim.actors[0].state.counters[0] == 1
    begin_phase(sim.actors[0].context, 0, 0)
    assert sim.actors[0].state.counters[0] == 0
