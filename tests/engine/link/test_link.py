"""Linking: any skill on any body; what a body lacks is skipped, once and audibly."""

from __future__ import annotations

import pytest

from footfall.body.parse import body_names
from footfall.engine.link.link import SKIP
from footfall.engine.sim import Sim
from footfall.script import compile_text, skill_names

pytestmark = pytest.mark.sim

ARMS = "SKILL wave()\nPHASE a\n POSE lElbow(-1), lKnee(.2);\n TO b WHEN time > .01;\n"
ARMS += "PHASE b\n POSE lElbow(-2), lKnee(.3);\n"


def test_a_missing_joint_is_skipped_with_one_note() -> None:
    sim = Sim(compile_text(ARMS), body="planar7", start="rest")
    assert [note for note in sim.notes if "lElbow" in note] == list(sim.notes)
    assert len(sim.notes) == 1 and "planar7" in sim.notes[0]
    sim.step(5)
    knee = sim.actors[0].anatomy.dof_names.index("lKnee.pitch")
    assert sim.actors[0].state.servo[knee, 0] == 0.2
    assert (sim.actors[0].arrays["acts"][0, :, 0] == SKIP).sum() == 2


def test_a_missing_part_is_sensed_as_zero() -> None:
    text = "SKILL look()\nPHASE a\n TO b WHEN lArm.x == 0 and head.height == 0 and lElbow == 0;\nPHASE b\n"
    sim = Sim(compile_text(text), body="planar7")
    sim.data.qpos[0] = 3.0
    sim.step(1)
    assert sim.actors[0].state.frame_phase[0] == 1
    assert len(sim.notes) == 3


def test_nothing_is_missing_where_everything_is_there() -> None:
    assert Sim(compile_text(ARMS), body="human").notes == ()


PER_SKILL = 2  # other bodies that a skill is tried on; the next skill is tried on the next ones
PAIRS = [
    (skill, body_names()[(PER_SKILL * k + n) % len(body_names())])
    for k, skill in enumerate(skill_names())
    for n in range(PER_SKILL)
]


@pytest.mark.parametrize(("skill", "body"), PAIRS)
def test_every_skill_links_to_any_body(skill: str, body: str) -> None:
    sim = Sim(skill, body=body)
    sim.step(20)
    assert sim.tick == 20
    assert len(set(sim.notes)) == len(sim.notes)


def test_the_pairs_have_every_body_with_every_group_of_skills() -> None:
    groups = {skill.partition("/")[0] for skill, _ in PAIRS}
    met = {(skill.partition("/")[0], body) for skill, body in PAIRS}
    large = [group for group in groups if sum(skill.startswith(group + "/") for skill, _ in PAIRS) >= 40]
    assert large and all((group, body) in met for group in large for body in body_names())


def test_params_are_the_scripts_numbers() -> None:
    sim = Sim(compile_text("SKILL s(a = .25)\nPHASE p\n POSE lKnee(.5 + a);\n"), body="planar7")
    program, reg = sim.programs[0], sim.actors[0].arrays["reg"]
    assert sorted(program.params) == [0.25, 0.5]
    assert reg[: len(program.params)].tolist() == program.params.tolist()
    assert sim.actors[0].inputs.tolist() == [0.25]


def test_targets_for_two_spine_joints_are_one_on_a_body_with_one() -> None:
    text = "SKILL s()\nPHASE p\n VPD lTorso(.1).by(waist);\n VPD uTorso(.2).by(lTorso2uTorso);\n"
    two = Sim(compile_text(text), body="human-spine").actors[0].arrays["acts"][0, :, 0]
    one = Sim(compile_text(text), body="human").actors[0].arrays["acts"][0, :, 0]
    assert (two == SKIP).tolist() == [False, False]
    assert (one == SKIP).tolist() == [True, False]
