"""The loop as a whole: what physics must conserve, what a mirror must show, and how runs end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pytest

from footfall.body import Body, Start, load_body
from footfall.engine.recording import recording
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.engine.spec import ActorSpec
from footfall.script import compile_text
from footfall.world import World

pytestmark = pytest.mark.sim

WALKS = {"planar7": "simbicon/walk", "human": "simbicon/stroll3d"}


def limp(body: str) -> str:
    """A skill that switches every servo off."""
    joints = ", ".join(f"{joint.name}(0, 0, 0)" for joint in load_body(body).joints)
    return f"SKILL limp()\nFALL time < 0\nPHASE only\n POSE {joints};\n"


def momentum(sim: Sim) -> np.ndarray:
    """Linear (3,) and angular (3,) momentum of the first actor about its centre of mass."""
    mujoco.mj_forward(sim.model, sim.data)
    mujoco.mj_subtreeVel(sim.model, sim.data)
    root = sim.actors[0].arrays["root_body"][0]
    linear = sim.model.body_subtreemass[root] * sim.data.subtree_linvel[root]
    return np.concatenate([linear, sim.data.subtree_angmom[root]])


def energy(sim: Sim) -> float:
    mujoco.mj_forward(sim.model, sim.data)
    mujoco.mj_energyPos(sim.model, sim.data)
    mujoco.mj_energyVel(sim.model, sim.data)
    return float(sim.data.energy.sum())


def drift(skill: str, dt: float) -> np.ndarray:
    """Change of momentum over 0.4 s of walking in empty space."""
    sim = Sim(skill, world=World(gravity=(0.0, 0.0, 0.0)), dt=dt)
    sim.data.qpos[1 if sim.bodies[0].planar else 2] += 5.0
    before = momentum(sim)
    sim.step(int(round(0.4 / dt)))
    assert sim.data.ncon == 0
    return momentum(sim) - before


@pytest.mark.parametrize("body", WALKS)
def test_control_pushes_against_nothing(body: str) -> None:
    coarse, fine = drift(WALKS[body], 1e-3), drift(WALKS[body], 5e-4)
    # a plane's own constraint takes y, roll and yaw
    rows = [0, 2, 4] if body == "planar7" else [0, 1, 2, 3, 4, 5]
    assert np.abs(coarse[rows]).max() < 2.0  # hip torques of 100 N m over 0.4 s would give 40
    # what is left is the integrator's: it halves with the step, and nothing stays in the limit
    np.testing.assert_allclose((2 * fine - coarse)[rows], 0.0, atol=0.02)


@pytest.mark.parametrize("body", WALKS)
def test_a_passive_fall_gains_no_energy(body: str) -> None:
    sim = Sim(compile_text(limp(body)), body=body, start="walking")
    sim.data.qpos[1 if sim.bodies[0].planar else 2] += 1.0
    highest = before = energy(sim)
    lowest = before
    kinetic = []
    while True:
        sim.step(5)
        now = energy(sim)
        if sim.data.ncon:
            break
        highest, lowest = max(highest, now), min(lowest, now)
        kinetic.append(float(sim.data.energy[1]))
    assert sim.time > 0.3
    assert kinetic[-1] > kinetic[0] + 300.0  # it fell: about 1 m of free fall
    assert highest - before < 2e-3 * kinetic[-1]
    assert before - lowest < 0.05 * kinetic[-1]  # and joint limits are not a brake
    assert np.abs(sim.actors[0].state.clipped).max() == 0.0


def mirrored(body: Body, start: Start) -> Start:
    """The same start, left for right; limb angles are positive outwards on both sides."""

    def other(values: dict[str, float]) -> dict[str, float]:
        out = {}
        for name, value in values.items():
            side = {"l": "r", "r": "l"}.get(name[0]) if name[1].isupper() else None
            if side is None and not name.endswith("pitch"):
                value = -value
            out[name if side is None else side + name[1:]] = value
        return out

    x, y, z = start.velocity
    stance = "right" if start.stance == "left" else "left"
    return replace(
        start,
        velocity=(x, -y, z),
        stance=stance,
        angles=other(dict(start.angles)),
        rates=other(dict(start.rates)),
    )


def mirror_image(body: Body, sim: Sim) -> np.ndarray:
    """The joint angles and the root's place as the mirror shows them, in the model's order."""
    q, names = sim.data.qpos.copy(), list(sim.actors[0].anatomy.dof_names)
    shift = 0 if body.planar else 1
    out = q.copy()
    for d, name in enumerate(names):
        if not name:
            continue
        if name[1].isupper():
            out[d + shift] = q[names.index({"l": "r", "r": "l"}[name[0]] + name[1:]) + shift]
        elif not name.endswith("pitch"):
            out[d + shift] = -q[d + shift]
    if not body.planar:
        out[[1, 4, 6]] *= -1.0  # y; rotations about x and z
    return out


@pytest.mark.parametrize(("name", "tolerance"), [("planar7", 1e-9), ("human", 1e-5)])
def test_a_mirrored_start_walks_mirrored(name: str, tolerance: float) -> None:
    body = load_body(name)
    starts = dict(body.starts) | {"mirror": mirrored(body, body.starts["walking"])}
    body = replace(body, starts=starts)
    left, right = (Sim(WALKS[name], body=body, start=start) for start in ("walking", "mirror"))
    left.step(500)
    right.step(500)
    assert left.data.qpos[0] > 0.15
    np.testing.assert_allclose(mirror_image(body, right), left.data.qpos, atol=tolerance)


def test_two_actors_move_as_each_would_alone() -> None:
    far = (
        ActorSpec("simbicon/walk3d", start="walking"),
        ActorSpec("simbicon/walk3d", start="rest", at=(0.0, 8.0)),
    )
    both, nq = Sim(far), 35
    alone = [Sim("simbicon/walk3d", start="walking"), Sim("simbicon/walk3d", start="rest")]
    for sim in (both, *alone):
        sim.step(300)
    first, second = both.data.qpos[:nq], both.data.qpos[nq:].copy()
    second[1] -= 8.0
    np.testing.assert_allclose(first, alone[0].data.qpos, atol=1e-3)
    np.testing.assert_allclose(second, alone[1].data.qpos, atol=1e-3)
    assert np.abs(first - second).max() > 0.05
    for actor, one in zip(both.actors, alone, strict=True):
        np.testing.assert_array_equal(actor.state.frame_phase, one.actors[0].state.frame_phase)
        np.testing.assert_allclose(actor.state.clock, one.actors[0].state.clock, atol=2e-3)


def test_actors_of_different_bodies_and_skills_share_a_scene() -> None:
    sim = Sim((ActorSpec("simbicon/walk"), ActorSpec("simbicon/walk3d", at=(0.0, 5.0), set={"lean": 0.1})))
    alone = Sim("simbicon/walk")
    sim.step(300)
    alone.step(300)
    np.testing.assert_allclose(sim.data.qpos[:9], alone.data.qpos, atol=0.02)
    assert sim.actors[0].inputs.size == 3 and sim.actors[1].inputs[1] == 0.1
    assert not sim.actors[0].state.verdict[0] and not sim.actors[1].state.verdict[0]


def test_actors_collide_and_a_touch_is_no_fall() -> None:
    actors = (
        ActorSpec("simbicon/walk3d", start="walking"),
        ActorSpec("simbicon/walk3d", start="rest", at=(0.5, 0.0)),
    )
    near, lone = Sim(actors), Sim("simbicon/walk3d")
    geom_actor = near.model.body_rootid[near.model.geom_bodyid]
    met = 0
    for _ in range(1500):
        near.step(1)
        lone.step(1)
        pairs = geom_actor[near.data.contact.geom]
        met += bool(np.any((pairs[:, 0] != pairs[:, 1]) & (pairs > 0).all(axis=1)))
        if met == 20:
            break
    assert met == 20
    assert np.abs(near.data.qpos[:35] - lone.data.qpos).max() > 1e-3
    assert [int(actor.state.verdict[0]) for actor in near.actors] == [0, 0]


def test_a_fall_ends_the_run() -> None:
    sim = Sim(compile_text(limp("planar7").replace("FALL time < 0\n", "")), body="planar7", start="rest")
    rec = sim.run(5)
    assert rec.end == "fell"
    assert 0.2 < rec.seconds < 3 and rec.report()["fell_at"] == pytest.approx(rec.seconds)


def test_a_fall_is_judged_by_the_skills_rule_alone() -> None:
    sim = Sim(compile_text(limp("planar7")), body="planar7", start="rest")  # FALL time < 0: never
    assert sim.run(3).end == "time"
    sim = Sim(compile_text("SKILL tall()\nFALL com.height < 5\nPHASE only\n"), body="planar7")
    assert sim.run(1).end == "fell" and sim.tick == 0


def test_a_body_that_fell_goes_on_lying_there() -> None:
    sim = Sim("simbicon/walk")
    sim.push(forward=4000, seconds=0.3)
    rec = sim.run(3, go_on=True)
    assert rec.end == "fell" and rec.seconds == pytest.approx(3.0)
    assert rec.header["verdict_tick"] < 1500


@pytest.fixture
def dumps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(recording, "cache_root", lambda: tmp_path)
    return tmp_path / "diverged"


@pytest.mark.parametrize("how", ["nan", "push"])
def test_a_diverged_run_ends_and_leaves_its_last_second(dumps: Path, how: str) -> None:
    sim = Sim(compile_text("SKILL stand()\nFALL time < 0\nPHASE only\n"), body="planar7")
    sim.step(1500)
    if how == "nan":
        sim.data.qvel[0] = np.nan
    else:
        sim.push(forward=1e12, seconds=1.0)
    rec = sim.run(2)
    assert rec.end == "diverged" and not rec.report()["success"]
    (path,) = dumps.iterdir()
    assert str(path) == rec.header["dump"] and str(path) in rec.report()["because"]
    dump = Recording.load(path)
    assert dump.end == "diverged" and len(dump.time) == len(dump.qpos)


def test_the_dump_is_the_last_second_only(dumps: Path) -> None:
    sim = Sim("simbicon/walk")
    sim.push(forward=1e12, seconds=1.0, time=2.0)
    rec = sim.run(4, go_on=True)
    assert rec.end == "diverged"
    kept = Recording.load(next(dumps.iterdir())).time
    assert 2.0 <= kept[-1] < 2.2
    assert kept[-1] - kept[0] == pytest.approx(1.0, abs=0.01)


def test_a_warning_leaves_no_log_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dumps: Path) -> None:
    from footfall.quiet import take_warnings

    monkeypatch.chdir(tmp_path)
    take_warnings()
    sim = Sim("simbicon/walk")
    sim.data.qvel[0] = np.nan
    sim.run(0.1)
    mujoco.mj_step(sim.model, sim.data)
    assert take_warnings()  # it did warn
    assert not (tmp_path / "MUJOCO_LOG.TXT").exists()


@pytest.mark.parametrize("value", [0.0, 0.25])
def test_inputs_reach_the_next_tick(value: float) -> None:
    sim = Sim("simbicon/walk")
    sim.set(lean=value)
    sim.step(1)
    asked = sim.actors[0].state.closing[4]
    other = Sim("simbicon/walk", set={"lean": value + 0.1})
    other.step(1)
    assert other.actors[0].state.closing[4] - asked == pytest.approx(0.1 * sim.bodies[0].root_servo.kp)


def same_bits(make: Callable[[], Sim], *runs: Callable[[Sim], object]) -> set[str]:
    hashes = set()
    for run in runs:
        sim = make()
        run(sim)
        hashes.add(sim.state_hash)
    return hashes


@pytest.mark.parametrize("skill", WALKS.values())
def test_one_call_and_many_give_the_same_bits(skill: str) -> None:
    def singly(sim: Sim) -> None:
        for _ in range(400):
            sim.step(1)

    def chunks(sim: Sim) -> None:
        for n in (1, 7, 92, 300):
            sim.step(n)

    def mixed(sim: Sim) -> None:
        sim.run(0.15)
        sim.step(50)
        sim.run(0.2)

    def at_once(sim: Sim) -> None:
        sim.run(0.4)

    def make() -> Sim:
        return Sim(skill, physics="careful")  # steps of 1 ms

    assert len(same_bits(make, at_once, at_once, singly, chunks, mixed)) == 1
