"""Snapshots: go back and go on with the same bits, with everything that can be under way."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from footfall.engine.sim import Sim
from footfall.engine.snapshot import Snapshot
from footfall.engine.spec import ActorSpec
from footfall.engine.state import int_shapes
from footfall.errors import FootfallError
from footfall.script import compile_text, find_skill
from footfall.world import Balls, Push, World

pytestmark = pytest.mark.sim

SHOVE = Push(time=0.2, phase=None, duration=0.1, force=(80.0, 0.0, 0.0))
LATE = Push(time=None, phase=0.4, duration=0.1, force=(60.0, 0.0, 0.0))


def quick_gait() -> Sim:
    """A body in the air that steps every 0.3 s, so that a push can wait for a phase after 10 s."""
    text = "SKILL step()\nFALL time < 0\nPHASE a\n POSE swKnee(.6);\n TO b WHEN time > .15;\n"
    text += "PHASE b\n POSE swKnee(.2);\n TO a SWAP WHEN time > .15;\n"
    world = World(gravity=(0, 0, 0), pushes=(LATE,))
    sim = Sim(compile_text(text), body="planar7", world=world, physics="careful")  # steps of 1 ms
    sim.data.qpos[1] += 3.0
    sim.step(9900)
    return sim


SCENES: dict[str, Callable[[], Sim]] = {
    "walk": lambda: Sim("simbicon/walk", seed=3),
    "walk3d": lambda: Sim("simbicon/walk3d", set={"heading": 0.2}),
    "push": lambda: Sim("simbicon/walk", world=World(pushes=(SHOVE,))),
    "phase push": quick_gait,
    "balls": lambda: Sim("simbicon/walk3d", world=World(balls=Balls(0.5, 5.0, 0.1)), seed=2),
    "two": lambda: Sim((ActorSpec("simbicon/walk"), ActorSpec("simbicon/walk", at=(5.0, 0.0)))),
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
    while sim.push_ticks[0] < 0:
        sim.step(1)
        assert sim.tick < 10_700
    begun, length, _ = sim.actors[0].state.cycle
    assert sim.time >= 10.0
    assert sim.push_ticks[0] - begun == np.ceil(0.4 * length)


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


# -- all that is pending -------------------------------------------------------------------------


def test_a_push_that_was_added_since_is_gone() -> None:
    sim, plain = Sim("simbicon/walk"), Sim("simbicon/walk")
    sim.step(100)
    here = sim.state()
    sim.push(forward=300, seconds=0.2)
    sim.push(forward=300, seconds=0.2, time=0.5)
    sim.restore(here)
    assert sim.pushes == [] and sim.events == []
    sim.step(500)
    plain.step(600)
    assert sim.state_hash == plain.state_hash


def test_all_that_was_done_since_is_undone() -> None:
    sim = Sim("simbicon/walk")
    sim.push(forward=20, seconds=0.1, time=0.3)
    sim.then("simbicon/fast-walk", at=0.4)
    sim.step(100)
    here = sim.state()
    sim.step(600)
    there, events = sim.state_hash, list(sim.events)
    sim.restore(here)
    sim.set(lean=0.3)
    sim.key("A")
    sim.swap("SKILL ragdoll()\nIDLE limp\nPHASE limp\n")
    sim.step(50)
    sim.swap(body="human")
    sim.step(50)
    sim.restore(here)
    sim.step(600)
    assert sim.state_hash == there and sim.events == events and sim.bodies[0].name == "planar7"


def test_a_push_that_ran_then_comes_back() -> None:
    sim = Sim("simbicon/walk")
    sim.push(forward=80, seconds=0.3)
    sim.step(100)
    here = sim.state()
    sim.step(400)
    there = sim.state_hash
    sim.reset(pushes=())
    sim.restore(here)
    sim.step(400)
    assert sim.state_hash == there


def test_numbers_of_a_search_come_back() -> None:
    sim = Sim("simbicon/walk")
    params = sim.programs[0].params * 1.02
    sim.reset(params=params)
    sim.step(50)
    here = sim.state()
    sim.step(200)
    there = sim.state_hash
    sim.reset()
    sim.restore(here)
    sim.step(200)
    assert sim.state_hash == there


GO_ON = """
import pickle, sys
from footfall.engine.sim import Sim
from footfall.world import Balls, World
sim = Sim("simbicon/walk3d", world=World(balls=Balls(0.5, 5.0, 0.1)), seed=2)
sim.restore(pickle.load(open(sys.argv[1], "rb")))
sim.step(300)
print(sim.state_hash)
"""


def test_a_snapshot_can_be_copied_pickled_and_gone_on_with_in_another_process(tmp_path: Path) -> None:
    sim = SCENES["balls"]()
    sim.push(left=60, seconds=0.2, time=0.3)
    sim.then("simbicon/march3d", at=0.25)
    sim.swap(find_skill("simbicon/walk3d").text.replace("PHASE strike", "PHASE  strike"))
    sim.step(200)
    here = sim.state()
    (tmp_path / "here.pickle").write_bytes(pickle.dumps(here))
    sim.step(300)
    there = sim.state_hash
    for other in (copy.copy(here), copy.deepcopy(here), pickle.loads(pickle.dumps(here))):
        assert other.hash == here.hash
        sim.restore(other)
        sim.step(300)
        assert sim.state_hash == there
    command = [sys.executable, "-c", GO_ON, str(tmp_path / "here.pickle")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=True)
    assert done.stdout.split()[-1] == there


# -- from other hands ----------------------------------------------------------------------------


def with_int(snapshot: Snapshot, sim: Sim, name: str, value: int, at: int = 0) -> Snapshot:
    ints, offset = snapshot.arrays["ints0"].copy(), 0
    for view, shape in int_shapes(sim.actors[0].state.sizes).items():
        if view == name:
            break
        offset += int(np.prod(shape))
    ints[offset + at] = value
    return replace(snapshot, arrays=snapshot.arrays | {"ints0": ints})


INDICES = [
    "depth",
    "frame_unit",
    "frame_phase",
    "frame_side",
    "now",
    "request",
    "armed",
    "waiting",
    "verdict",
    "learning",
]


@pytest.mark.parametrize("value", [-(2**62), -7, 33, 10**6, 2**62])
@pytest.mark.parametrize("name", INDICES)
def test_an_index_beyond_its_bounds_is_refused_and_nothing_has_changed(name: str, value: int) -> None:
    sim = Sim("simbicon/walk")
    sim.step(20)
    before = sim.state_hash
    sim.step(10)
    here = sim.state_hash
    with pytest.raises(FootfallError, match="does not fit"):
        sim.restore(with_int(sim.state(), sim, name, value))
    assert sim.state_hash == here != before
    sim.step(10)


def broken(snapshot: Snapshot) -> dict[str, Snapshot]:
    arrays = snapshot.arrays

    def changed(**new: object) -> Snapshot:
        return replace(snapshot, arrays={k: v for k, v in (arrays | new).items() if v is not None})

    return {
        "empty": Snapshot({}),
        "no physics": changed(physics=None),
        "short physics": changed(physics=arrays["physics"][:-1]),
        "physics not a number": changed(physics=arrays["physics"] * np.nan),
        "whole numbers for physics": changed(physics=arrays["physics"].astype(np.int64)),
        "a list for physics": changed(physics=arrays["physics"].tolist()),
        "a clock below zero": changed(clocks=arrays["clocks"] - 10**6),
        "another event": changed(event_ticks=np.zeros(3, np.int64)),
        "masks of another model": changed(masks=arrays["masks"][:, 1:]),
        "a state of another program": changed(floats0=arrays["floats0"][5:]),
        "not finite": changed(floats0=np.full_like(arrays["floats0"], np.inf)),
        "numbers of another program": changed(params0=arrays["params0"][1:]),
        "a seed below zero": replace(snapshot, seed=-1),
        "of another scene": replace(snapshot, scene="0" * 16),
        "too many programs": replace(snapshot, programs=snapshot.programs * 2),
    }


def test_a_broken_snapshot_leaves_everything_as_it_was() -> None:
    sim = Sim("simbicon/walk")
    sim.step(30)
    good = sim.state()
    sim.swap("SKILL ragdoll()\nIDLE limp\nPHASE limp\n")
    sim.push(forward=10, seconds=1.0)
    program, here = sim.programs[0], sim.state_hash
    for name, snapshot in broken(good).items():
        with pytest.raises(FootfallError):
            sim.restore(snapshot)
        assert sim.programs[0] is program and sim.state_hash == here, name
    sim.restore(good)
    assert sim.state_hash == good.hash


def test_a_snapshot_of_another_body_is_refused() -> None:
    from footfall.body import load_body
    from footfall.body.transform import scale_length

    sim, other = Sim("simbicon/walk"), Sim("simbicon/walk", body=scale_length(load_body("planar7"), 1.01))
    with pytest.raises(FootfallError, match="another scene"):
        other.restore(sim.state())
