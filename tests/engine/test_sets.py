"""What outlives a phase: values that SET keeps, and how far the trunk has turned."""

from __future__ import annotations

import math

import numpy as np
import pytest

from footfall.control.columns import TURNED_LAPS, TURNED_START
from footfall.engine.sim import Sim
from footfall.script import DictLoader, compile_text

pytestmark = pytest.mark.sim

HEAD = "SKILL test()\nFALL time < 0\n"


def sim_of(text: str, called: dict[str, str] | None = None) -> Sim:
    program = compile_text(HEAD + text, loader=DictLoader(called or {}))
    return Sim(program, body="planar7", start="rest", dt=1e-3)


def phase(sim: Sim) -> str:
    state = sim.actors[0].state
    return sim.programs[0].phase_names[state.frame_phase[0]]


def test_what_is_kept_outlives_its_phase_and_its_condition() -> None:
    sim = sim_of(
        "SET late = 1 WHEN time > .0105;\nGOAL late\n"
        "PHASE a\n TO b WHEN late;\nPHASE b\n TO c WHEN late and time > .005;\nPHASE c\n"
    )
    sim.run(0.01)
    assert phase(sim) == "a" and not sim.goal_reached()
    sim.run(0.02)
    assert phase(sim) == "c" and sim.goal_reached()


def test_the_value_is_that_of_the_first_tick_at_which_it_holds() -> None:
    sim = sim_of("SET when = time WHEN time > .0105;\nGOAL when > .0105 and when < .012\nPHASE a\n")
    sim.run(0.05)
    assert sim.goal_reached()


def test_a_skill_that_is_called_again_begins_with_nothing_kept() -> None:
    called = {"inner": "SKILL inner()\nSET late = 1 WHEN time > .0105;\nPHASE x\n TO end WHEN late;\n"}
    sim = sim_of("GOAL none\nPHASE a\n DO inner();\n TO b WHEN returns > 2;\nPHASE b\n", called)
    sim.run(0.03)
    assert phase(sim) == "a"
    sim.run(0.01)
    assert phase(sim) == "b"


def test_a_restored_run_goes_on_with_what_was_kept_and_counted() -> None:
    text = "SET late = 1 WHEN lasting(com.height > 0) > .0205;\nGOAL late\nIDLE limp\nPHASE a\n"
    sim = sim_of(text)
    sim.run(0.015)
    halfway = sim.state()
    sim.run(0.02)
    turned, reached = sim.actors[0].state.turned.copy(), sim.goal_reached()
    assert reached and turned.any()
    sim.restore(halfway)
    assert not sim.goal_reached()
    sim.run(0.02)
    np.testing.assert_array_equal(sim.actors[0].state.turned, turned)
    assert sim.goal_reached()


def test_a_turn_goes_on_beyond_half_a_turn() -> None:
    """Thrown up with a spin, the trunk turns by rate times time: more than once round."""
    sim = sim_of("IDLE limp\nGOAL trunk.turned > 400 deg\nPHASE a\n")
    sim.data.qpos[1] += 2.0
    sim.data.qvel[1] = 4.0
    sim.data.qvel[2] = 12.0
    pitch = float(sim.data.qpos[2])
    sim.run(0.7)
    turned = _turned(sim)
    assert turned > math.radians(400)
    assert sim.goal_reached()
    assert turned == pytest.approx(_trunk_pitch(sim) - pitch, abs=0.05)


def _turned(sim: Sim) -> float:
    """By the laps that were counted."""
    actor = sim.actors[0]
    mat = sim.data.xmat[int(actor.arrays["trunk_body"][0])]
    laps, start = actor.state.turned[TURNED_LAPS], actor.state.turned[TURNED_START]
    return float(math.tau * laps + math.atan2(-mat[6], mat[8]) - start)


def _trunk_pitch(sim: Sim) -> float:
    """Unwrapped: of the root, and of the joints between it and the trunk."""
    body = sim.model.body(int(sim.actors[0].arrays["trunk_body"][0]))
    assert int(body.parentid[0]) == 0 or int(body.rootid[0]) == int(sim.actors[0].arrays["root_body"][0])
    total = 0.0
    while int(body.id) != 0:
        for k in range(int(body.jntnum[0])):
            joint = sim.model.joint(int(body.jntadr[0]) + k)
            if joint.type[0] == 3:  # a hinge
                total += float(sim.data.qpos[joint.qposadr[0]])
        body = sim.model.body(int(body.parentid[0]))
    return total
