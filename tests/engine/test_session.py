"""A Sim belongs to one thread at a time, and its arrays outlive it."""

from __future__ import annotations

import gc
import threading

import numpy as np
import pytest

from footfall.engine.session import guarded
from footfall.engine.sim import Sim
from footfall.errors import ArgumentError, FootfallError
from footfall.script import compile_text

pytestmark = pytest.mark.sim


def test_a_second_thread_is_refused_at_once() -> None:
    sim = Sim("simbicon/walk3d")
    inside, done = threading.Event(), threading.Event()

    def first() -> None:
        with sim.lock:  # as a run holds it
            inside.set()
            done.wait(60)

    worker = threading.Thread(target=first)
    worker.start()
    assert inside.wait(60)
    before = sim.tick
    calls = [
        lambda: sim.step(10), lambda: sim.advance(10), lambda: sim.run(0.1), lambda: sim.swap("SKILL s()"),
        lambda: sim.reset(), lambda: sim.push(forward=1), lambda: sim.set(heading=1), lambda: sim.state(),
        lambda: sim.then("walk3d"),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(FootfallError, match="another thread"):
            call()
    done.set()
    worker.join()
    assert sim.tick == before
    sim.step(10)
    assert sim.tick == before + 10


def test_many_threads_on_one_sim_do_not_tear_it() -> None:
    sim, alone = Sim("simbicon/walk3d"), Sim("simbicon/walk3d")
    steps, refused = [], []

    def work() -> None:
        for _ in range(20):
            try:
                sim.step(50)
                steps.append(50)
            except FootfallError:
                refused.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(steps) + len(refused) == 80 and sim.tick == sum(steps)
    alone.step(sim.tick)
    assert alone.state_hash == sim.state_hash


def test_a_run_may_step_itself_on_the_way() -> None:
    sim = Sim("simbicon/walk3d")
    sim.run(0.1, at=[(50, lambda: sim.push(forward=10))])
    assert len(sim.pushes) == 1


@pytest.mark.parametrize("name", ["contact_ints", "contact_floats", "n_contacts", "qpos", "dof_damping"])
def test_an_array_outlives_its_sim(name: str) -> None:
    sim = Sim("simbicon/walk3d", start="rest")
    sim.step(50)
    array = sim.actors[0].arrays[name]  # alone: any other one may keep its memory alive
    values = array[:64].copy()
    del sim
    gc.collect()
    blocks = [np.full(1 << 20, 7) for _ in range(20)]  # what was freed would be written over
    np.testing.assert_array_equal(array[:64], values)
    assert len(blocks) == 20


def test_after_a_fault_of_the_kernel_a_sim_does_not_go_on() -> None:
    sim = Sim("simbicon/walk")

    def broken(*_: object) -> int:
        raise IndexError("index is out of bounds")

    with pytest.raises(RuntimeError, match="the kernel failed in tick 0 of simbicon/walk: index"):
        guarded(sim, broken)
    with pytest.raises(RuntimeError, match="the kernel failed"):
        sim.step()


def test_a_start_that_the_script_s_own_body_lacks_is_told() -> None:
    text = "SKILL lost() BODY planar17 START nonsense PHASE a POSE lKnee(0);"
    with pytest.raises(ArgumentError, match="planar17 has no start 'nonsense'"):
        Sim(compile_text(text))
    Sim(compile_text(text.replace("nonsense", "supine")), body="planar7")  # another body need not have it
