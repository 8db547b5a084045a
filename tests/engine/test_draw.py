"""Starts in the middle of a skill: at a phase, in a recorded state, and drawn around it."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.body.starts import ground_gap
from footfall.engine.draw import disturb, put, run_to
from footfall.engine.sim import Sim
from footfall.errors import FootfallError


def root_phase(sim: Sim) -> str:
    return sim.programs[0].phase_names[int(sim.actors[0].state.frame_phase[0])]


def test_a_run_begins_with_a_phase_and_time_counts_from_there() -> None:
    sim = Sim("simbicon/walk")
    other = sim.programs[0].phase_names[1]
    run_to(sim, other)
    assert (root_phase(sim), sim.tick) == (other, 0)
    with pytest.raises(FootfallError, match="no phase 'nowhere'"):
        run_to(sim, "nowhere")


def test_a_body_is_put_into_a_state() -> None:
    sim, at = Sim("simbicon/walk"), Sim("simbicon/walk")
    at.advance(200)
    other = sim.programs[0].phase_names[1]
    put(sim, at.data.qpos, at.data.qvel, other)
    np.testing.assert_array_equal(sim.data.qpos, at.data.qpos)
    assert (root_phase(sim), sim.tick) == (other, 0)
    with pytest.raises(FootfallError, match="another body"):
        put(sim, at.data.qpos[:-1], at.data.qvel, "")


@pytest.mark.parametrize("skill", ["simbicon/walk", "simbicon/walk3d"])
def test_draws_differ_by_seed_and_nothing_sinks(skill: str) -> None:
    sim = Sim(skill)
    sim.advance(300)
    here = sim.state()

    def gap() -> float:
        height = sim.world.ground.height
        return ground_gap(sim.model, sim.data, sim.bodies[0], ground_height=height)

    before, drawn = gap(), []
    for seed in (0, 1, 2, 1):
        sim.restore(here)
        disturb(sim, seed)
        drawn.append(np.concatenate([sim.data.qpos, sim.data.qvel]))
        assert gap() >= before - 1e-9
    np.testing.assert_array_equal(drawn[0], np.concatenate([here.arrays["physics"][1:]])[: len(drawn[0])])
    np.testing.assert_array_equal(drawn[1], drawn[3])
    assert np.abs(drawn[1] - drawn[2]).max() > 0.01
