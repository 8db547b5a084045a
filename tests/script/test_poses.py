"""`near POSE`: the parser, the formatter and the compiler, and what each pose means on a body."""

from __future__ import annotations

import pytest

from footfall.body import load_body
from footfall.engine.sim import Sim
from footfall.script import compile_text
from footfall.script.format import format_text
from footfall.script.lowering import pose_test
from footfall.script.poses import POSES
from footfall.script.tree import Contact, Ref, walk

ASKED = "SKILL a()\nBODY planar17\nFALL time < 0\nGOAL {goal}\nPHASE x\n  TO end WHEN time > 9;\n"
STARTS = {"stand": "rest", "hands-and-knees": "hands-and-knees", "prone": "prone", "supine": "supine"}


def holds(goal: str, start: str) -> bool:
    sim = Sim(compile_text(ASKED.format(goal=goal)), start=start)
    sim.advance(200)  # it settles
    return sim.goal_reached()


@pytest.mark.parametrize("start", STARTS.values())
def test_a_body_is_in_the_pose_of_its_start_and_in_no_other(start: str) -> None:
    assert {pose for pose in POSES if holds(f"near {pose}", start)} == {
        pose for pose, other in STARTS.items() if other == start
    }


def test_a_squat_and_a_raised_foot_are_poses_too() -> None:
    for skill, pose in (("moves/squat", "squat"), ("moves/one-leg-balance", "one-foot")):
        text = f"SKILL a()\nBODY planar17\nGOAL near {pose}\nPHASE x\n  DO {skill}();\n"
        sim = Sim(compile_text(text))
        assert not sim.goal_reached()
        sim.run(4)
        assert sim.goal_reached()


@pytest.mark.parametrize("pose", POSES)
def test_every_pose_is_made_of_names_that_the_language_has(pose: str) -> None:
    nodes = list(walk(pose_test(pose)))
    assert any(isinstance(node, Contact | Ref) for node in nodes)
    compile_text(f"SKILL a() GOAL near {pose} PHASE x TO end WHEN not near {pose} and time > 1;")


def test_its_numbers_are_no_numbers_of_the_script() -> None:
    program = compile_text("SKILL a() PHASE x TO end WHEN near stand and time > 1.25;")
    written = [slot for slot in program.slots if slot.span.end > slot.span.start]
    assert len(written) == 1


def test_it_is_formatted_as_one_name() -> None:
    text = "SKILL a()\n\nPHASE x\n  TO end WHEN near hands-and-knees and time > 1;\n"
    assert format_text(text) == text


def test_what_is_no_pose_is_a_thing_as_before() -> None:
    program = compile_text("SKILL a() PHASE x TO end WHEN near standing-1 > .3;")
    assert [(s.kind, s.name) for s in program.senses] == [("near", "standing")]


def test_the_body_has_the_starts_that_are_poses() -> None:
    assert set(STARTS.values()) <= set(load_body("planar17").starts)
