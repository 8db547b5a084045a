"""Snapshots: go back and go on with the same bits, with everything that can be under way."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from footfall.engine.sim import Cast, Sim
from footfall.script import compile_text
from footfall.world import Balls, Push, World

pytestmark = pytest.mark.sim

SHOVE = Push(time=0.2, phase=None, duration=0.1, force=(80.0, 0.0, 0.0))
LATE = Push(time=None, phase=0.4, duration=0.1, force=(60.0, 0.0, 0.0))


def quick_gait() -> Sim:
    """A body in the air that steps every 0.3 s, so that a push can wait for a phase after 10 s."""
    text = "SKILL step()\nFALL time < 0\nPHASE a\n POSE swKnee(.6);\n TO b WHEN time > .15;\n"
    text += "PHASE b\n POSE swKnee(.2);\n TO a SWAP WHEN time > .15;\n"
    sim = Sim(compile_text(text), body="planar7", world=World(gravity=(0, 0, 0), pushes=(LATE,)))
    sim.data.qpos[1] += 3.0
    sim.step(9900)
    return sim


SCENES: dict[str, Callable[[], Sim]] = {
    "walk": lambda: Sim("simbicon/walk", seed=3),
    "walk3d": lambda: Sim("simbicon/walk3d", set={"heading": 0.2}),
    "push": lambda: Sim("simbicon/walk", world=World(pushes=(SHOVE,))),
    "phase push": quick_gait,
    "balls": lambda: Sim("simbicon/walk3d", world=World(balls=Balls(0.5, 5.0, 0.1)), seed=2),
    "two": lambda: Sim((Cast("simbicon/walk"), Cast("simbicon/walk", at=(5.0, 0.0)))),
    "slope": lambda: Sim("simbicon/walk3d", world="slope:3"),
}


@pytest.mark.parametrize("name", SCENES)
def test_a_restored_run_goes_on_with_the_same_bits(name: str) -> None:
    sim = SCENES[name]()
    saved = [sim.state()]
    for _ in range(4):
        sim.step(173)
        saved.append(sim.state())
    for k in (3, 0, 2, 1):
        sim.restore(saved[k])
        assert sim.state_hash == saved[k].hash
        sim.step(173)
        assert sim.state_hash == saved[k + 1].hash, f"from tick {173 * k}"


@pytest.mark.parametrize("name", ["walk3d", "push", "phase push", "balls"])
def test_another_sim_of_the_same_scene_can_take_over(name: str) -> None:
    first, second = SCENES[name](), SCENES[name]()
    first.step(311)
    second.restore(first.state())
    for sim in (first, second):
        sim.step(400)
    assert first.state_hash == second.state_hash


def test_a_push_that_waits_for_its_phase_lands_there() -> None:
    sim = quick_gait()
    while sim.event_ticks[0] < 0:
        sim.step(1)
        assert sim.tick < 10_700
    begun, length, _ = sim.actors[0].state.cycle
    assert sim.time >= 10.0
    assert sim.event_ticks[0] - begun == np.ceil(0.4 * length)


def test_a_snapshot_is_a_copy() -> None:
    sim = Sim("simbicon/walk")
    snapshot = sim.state()
    before = snapshot.hash
    sim.step(10)
    assert snapshot.hash == before != sim.state_hash


@pytest.mark.parametrize(
    "change",
    [
        lambda sim: sim.step(1),
        lambda sim: sim.set(lean=0.01),
        lambda sim: sim.data.qvel.__setitem__(4, 1e-16),
        lambda sim: sim.actors[0].state.clock.__setitem__(0, 1e-9),
        lambda sim: sim.model.dof_damping.__setitem__(4, 1.0),
        lambda sim: sim.data.qacc_warmstart.__setitem__(1, 1.0),
        lambda sim: sim.push(forward=1.0, seconds=0.1),
    ],
)
def test_the_hash_sees_every_change(change: Callable[[Sim], object]) -> None:
    sim = Sim("simbicon/walk", start="rest")
    before = sim.state_hash
    change(sim)
    assert sim.state_hash != before


def test_seeds_give_different_bits_and_the_same_seed_the_same() -> None:
    hashes = [Sim("simbicon/walk", seed=seed).state_hash for seed in (0, 1, 2, 1)]
    assert len(set(hashes)) == 3 and hashes[1] == hashes[3]
