"""GRASP: takes hold only at the surface, bears a weight, lets go; what is carried counts in the balance."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.engine.recording.replay import replay
from footfall.engine.sim import Sim
from footfall.script import compile_text

pytestmark = pytest.mark.sim

HEAD = """\
SKILL test(hold = 1)
BODY human
PROP stone.ball(.05).at(x, y, z).mass(4)
FALL com.height < .1
"""
HELD = "PHASE take\n  GRASP lHand(stone);\n  TO drop WHEN hold < .5;\nPHASE drop\n  POSE lKnee(0);\n"


def made(x: float, y: float, z: float, phases: str = HELD) -> Sim:
    text = HEAD.replace("at(x, y, z)", f"at({x}, {y}, {z})") + phases
    return Sim(compile_text(text))


def hand() -> np.ndarray:
    """Where the left hand is at the start."""
    sim = made(3.0, 0.0, 0.05)
    arrays = sim.actors[0].anatomy.arrays
    body = int(arrays["hand_body"][0])
    return sim.data.xpos[body] + sim.data.xmat[body].reshape(3, 3) @ arrays["hand_at"][0]


def height(sim: Sim) -> float:
    return float(sim.data.body("entity/stone#0").xpos[2])


@pytest.mark.long
def test_a_stone_out_of_reach_is_not_taken() -> None:
    at = hand() + [0.3, 0.0, 0.0]
    sim = made(*at)
    sim.step(300)
    assert height(sim) < at[2] - 0.3


@pytest.mark.long
def test_a_stone_in_the_hand_is_held_and_dropped() -> None:
    at = hand() + [0.05, 0.0, 0.0]
    sim = made(*at)
    sim.step(400)
    assert abs(height(sim) - at[2]) < 0.12
    assert sim.actors[0].state.hand_load[0] == pytest.approx(4 * 9.81, rel=0.3)
    sim.set(hold=0)
    sim.step(100)
    assert sim.actors[0].state.hand_load[0] == 0.0
    assert sim.data.body("entity/stone#0").cvel[5] < -0.5


@pytest.mark.long
def test_what_is_carried_counts_in_the_centre_of_mass() -> None:
    sim = made(*(hand() + [0.05, 0.0, 0.0]))
    sim.step(300)
    state, root = sim.actors[0].state, sim.model.body("pelvis").id
    mass = float(sim.model.body_subtreemass[root])
    load = float(state.hand_load[0]) / 9.81
    stone = sim.data.body("entity/stone#0").xipos
    both = (mass * sim.data.subtree_com[root] + load * stone) / (mass + load)
    assert np.allclose(state.com, both, atol=2e-3)  # the load is one tick newer


@pytest.mark.long
def test_a_recording_with_things_runs_again_to_the_same_bits() -> None:
    sim = made(*(hand() + [0.05, 0.0, 0.0]))
    rec = sim.run(0.2)
    assert np.array_equal(replay(rec).qpos, rec.qpos)


@pytest.mark.long
def test_arms_of_a_calling_phase_are_its_own() -> None:
    text = (
        "SKILL test()\nBODY human\nPHASE go\n  DO genbicon/gait(speed = 0);\n"
        "  IK lHand.local(.3, .1, -.3).base(lShoulder);\n"
    )
    sim = Sim(compile_text(text))
    sim.step(600)
    names = sim.actors[0].anatomy.dof_names
    elbow = sim.model.dof_jntid[names.index("lElbow.pitch")]
    assert sim.data.qpos[sim.model.jnt_qposadr[elbow]] < -0.6  # walking arms hang nearly straight
