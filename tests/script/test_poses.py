"""`near POSE`: the parser, the formatter and the compiler, and what each pose means on a body."""

from __future__ import annotations

import pytest

from footfall.body import load_body
from footfall.engine.sim import Sim
from footfall.script import compile_text
from footfall.script.compile.lowering import pose_test
from footfall.script.poses import POSES
from footfall.script.syntax.expression_tree import Contact, Ref, walk
from footfall.script.syntax.format import format_text

ASKED = "SKILL a()\nBODY planar17\nFALL time < 0\nGOAL near {pose}\nPHASE x\n  DO moves/{skill}();\n"
STARTS = {"stand": "rest", "hands-and-knees": "hands-and-knees", "prone": "prone", "supine": "supine"}


@pytest.mark.parametrize("skill", STARTS)
def test_a_body_is_in_the_pose_that_it_keeps_and_in_no_other(skill: str) -> None:
    found = set()
    for pose in POSES:
        sim = Sim(compile_text(ASKED.format(pose=pose, skill=skill)), start=STARTS[skill])
        sim.advance(1000)
        found |= {pose} if sim.goal_reached() else set()
    assert found == {skill}


def test_a_squat_and_a_raised_foot_are_poses_too() -> None:
    for skill, pose in (("squat", "squat"), ("one-leg-balance", "one-foot")):
        sim = Sim(compile_text(ASKED.format(pose=pose, skill=skill)))
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
