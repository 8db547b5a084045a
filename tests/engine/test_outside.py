"""What a program sees and does from outside: observations, contacts, ends, callbacks, torques."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import footfall as ff
from footfall.engine.listeners import Notice

pytestmark = pytest.mark.sim


def value(sim: ff.Sim, name: str, actor: int = 0) -> float:
    return float(sim.observe(actor)[sim.observe_names(actor).index(name)])


def test_an_observation_has_a_name_for_each_number() -> None:
    sim = ff.Sim("simbicon/walk3d")
    sim.step(400)
    before = sim.state_hash
    seen = sim.observe()
    assert seen.shape == (len(sim.observe_names()),) and sim.state_hash == before
    com = sim.run(0.002).com[-1]
    assert value(sim, "com.height") == pytest.approx(com[2], abs=0.01)
    assert 0.3 < value(sim, "com.velocity.forward") < 2.0
    assert value(sim, "root.up.up") > 0.9
    assert value(sim, "lKnee.pitch.angle") == sim.data.joint("lKnee.pitch").qpos[0]
    assert value(sim, "lKnee.pitch.rate") == sim.data.joint("lKnee.pitch").qvel[0]
    assert 0.3 < value(sim, "lFoot.load") + value(sim, "rFoot.load") < 3.0
    assert -1.2 < value(sim, "lFoot.up") < -0.6
    out = np.empty_like(seen)
    assert sim.observe(out=out) is out
    with pytest.raises(ff.FootfallError, match="shape"):
        sim.observe(out=np.empty(3))
    with pytest.raises(ff.FootfallError, match="no actor 1"):
        sim.observe(1)


def test_what_turns_or_moves_is_seen_in_its_own_frame() -> None:
    sim = ff.Sim("simbicon/walk3d")
    half = np.sqrt(0.5)
    sim.data.qpos[3:7] = half, 0.0, 0.0, half  # faces the world's left
    sim.data.qvel[:] = 0.0
    sim.data.qvel[:3] = 0.0, 1.5, 0.0
    sim.data.qvel[5] = 0.7  # about its own up
    assert value(sim, "com.velocity.forward") == pytest.approx(1.5, abs=0.05)
    assert value(sim, "com.velocity.left") == pytest.approx(0.0, abs=0.05)
    assert value(sim, "root.spin.up") == pytest.approx(0.7)
    assert value(sim, "lFoot.left") > 0.02 > value(sim, "rFoot.left")


def test_contacts_carry_the_weight() -> None:
    sim = ff.Sim("moves/stand")
    sim.step(2000)
    touching = sim.contacts()
    assert {one.other for one in touching} == {"ground"}
    assert {one.part for one in touching} <= set(sim.pose_names)
    weight = float(np.sum(sim.model.body_mass)) * 9.81
    assert sum(one.force[2] for one in touching) == pytest.approx(weight, rel=0.05)
    assert all(abs(one.at[2]) < 0.01 for one in touching)


def test_the_end_says_why() -> None:
    sim = ff.Sim("simbicon/walk")
    assert (sim.end, sim.ends) == ("running", ("running",))
    sim.push(forward=-900, seconds=0.3)
    sim.step(4000)
    assert sim.end == "fell"


def test_functions_are_told_what_happens() -> None:
    sim, told = ff.Sim("simbicon/walk3d"), []
    for kind in ("step", "contact", "phase", "fall"):
        sim.on(kind, told.append)
    sim.push(left=900, seconds=0.3, time=1.2)
    plain = ff.Sim("simbicon/walk3d")
    plain.push(left=900, seconds=0.3, time=1.2)
    sim.step(1500)
    plain.step(1500)
    assert sim.state_hash == plain.state_hash  # to listen changes nothing
    assert [one.kind for one in told].count("fall") == 1
    steps = [one for one in told if one.kind == "step" and one.tick < 600]
    assert {one.name for one in steps} == {"lFoot", "rFoot"} and len(steps) >= 2
    phases = [one.name for one in told if one.kind == "phase"]
    assert set(phases) <= set(sim.programs[0].phase_names) and len(phases) >= 4
    assert {one.began for one in told if one.kind == "contact"} == {True, False}
    sim.off(told.append)
    assert not sim.listeners
    with pytest.raises(ff.FootfallError, match="fall"):
        sim.on("fell", told.append)


def test_a_function_may_act_and_the_replay_repeats_it() -> None:
    sim = ff.Sim("simbicon/walk3d")

    def nudge(notice: Notice) -> None:
        sim.push(left=40.0 if notice.name == "lFoot" else -40.0, seconds=0.1)

    sim.on("step", nudge)
    rec = sim.run(2)
    assert len(sim.pushes) >= 2
    assert rec.replay().header["state_hash"] == rec.header["state_hash"]


def test_torques_from_outside_are_recorded_and_replayed(tmp_path: Path) -> None:
    sim = ff.Sim("simbicon/walk3d")
    rng, ticks = np.random.default_rng(1), 250
    with sim.tape() as tape:
        for _ in range(10):
            sim.drive(rng.normal(0, 3, len(sim.axes())), shifts=rng.normal(0, 0.01, len(sim.axes())))
            sim.step(ticks // 10)
    assert tape.recording is not None
    tape.recording.save(tmp_path / "driven.npz")
    again = ff.Recording.load(tmp_path / "driven.npz").replay()
    assert again.header["state_hash"] == tape.recording.header["state_hash"]
    plain = ff.Sim("simbicon/walk3d")
    plain.step(ticks)
    assert plain.state_hash != sim.state_hash


def test_a_snapshot_keeps_who_drives_and_nothing_ends_it() -> None:
    sim = ff.Sim("simbicon/walk3d")
    sim.drive(np.full(len(sim.axes()), 2.0))
    sim.step(20)
    saved = sim.state()
    sim.step(20)
    first = sim.state_hash
    sim.drive()
    assert sim.actors[0].state.driven[0] == 0
    sim.restore(saved)
    sim.step(20)
    assert sim.state_hash == first
    for wrong in ([1.0], np.full(len(sim.axes()), np.nan), "x"):
        with pytest.raises(ff.FootfallError, match="finite numbers"):
            sim.drive(wrong)  # type: ignore[arg-type]


def test_torques_instead_of_the_script_let_it_fall() -> None:
    sim = ff.Sim("moves/stand")
    sim.drive(np.zeros(len(sim.axes())), instead=True)
    sim.step(50)
    assert np.all(sim.actors[0].state.clipped[sim.actors[0].arrays["dofs"]] == 0.0)
    sim.step(4000)
    assert sim.end == "fell"


def test_several_characters_in_five_lines() -> None:
    sim = ff.Sim([ff.ActorSpec("simbicon/walk3d", at=(0, y)) for y in (-1, 1)], seed=1)
    sim.set(actor=1, heading=0.3)
    sim.push(actor=1, left=600, seconds=0.3)
    sim.step(1000)
    assert sim.ends == ("running", "fell")
    with pytest.raises(ff.FootfallError, match="no actor 2"):
        sim.push(actor=2, left=1)
    with pytest.raises(ff.FootfallError, match="ActorSpec"):
        ff.Sim(["simbicon/walk3d"])  # type: ignore[list-item]


def test_a_batch_steps_on_threads_to_the_same_bits() -> None:
    hashes = []
    for threads in (1, 2):
        batch = ff.Batch([ff.Sim("simbicon/walk", seed=seed) for seed in (1, 2, 3)], threads=threads)
        batch.step(100)
        assert batch.each(lambda sim: sim.tick) == [100] * 3
        hashes.append(batch.each(lambda sim: sim.state_hash))
        batch.close()
    assert hashes[0] == hashes[1] and len(set(hashes[0])) == 3
