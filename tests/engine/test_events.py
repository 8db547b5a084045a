"""Pushes and balls: in the right frame, at the right tick, on the right part."""

from __future__ import annotations

import math

import mujoco
import numpy as np
import pytest

from footfall.body import load_body
from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.script import compile_text
from footfall.world import Balls, Push, World

pytestmark = pytest.mark.sim

STILL = "SKILL still()\nFALL time < 0\nPHASE only\n"


def floating(body: str = "human", **options: object) -> Sim:
    """A body in the air without weight, in steps of 1 ms."""
    world = World(gravity=(0, 0, 0), **options)  # type: ignore[arg-type]
    sim = Sim(compile_text(STILL), body=body, start="rest", world=world, physics="careful")
    sim.data.qpos[1 if body == "planar7" else 2] += 5.0
    return sim


def momentum(sim: Sim) -> np.ndarray:
    mujoco.mj_forward(sim.model, sim.data)
    mujoco.mj_subtreeVel(sim.model, sim.data)
    root = sim.actors[0].arrays["root_body"][0]
    return np.asarray(sim.model.body_subtreemass[root] * sim.data.subtree_linvel[root])


@pytest.mark.parametrize("yaw", [0.0, np.pi / 2, -2.0])
def test_a_push_gives_its_impulse_in_the_heading_frame(yaw: float) -> None:
    sim = floating()
    sim.data.qpos[3:7] = np.cos(yaw / 2), 0, 0, np.sin(yaw / 2)
    sim.push(forward=30, left=20, up=10, seconds=0.1, part="pelvis", time=0.01)
    sim.step(10)
    assert np.abs(momentum(sim)).max() < 0.02  # not yet
    sim.step(200)
    forward, left = 3.0, 2.0
    expected = [forward * np.cos(yaw) - left * np.sin(yaw), forward * np.sin(yaw) + left * np.cos(yaw), 1.0]
    np.testing.assert_allclose(momentum(sim), expected, atol=0.05)


def test_pushes_add_up_and_end() -> None:
    sim = floating("planar7")
    sim.push(forward=100, seconds=0.05)
    sim.push(forward=50, seconds=0.1, time=0.02)
    sim.step(30)
    assert sim.data.xfrc_applied[:, 0].sum() == pytest.approx(150)
    sim.step(170)
    assert not sim.data.xfrc_applied.any()
    assert momentum(sim)[0] == pytest.approx(10.0, rel=0.01)


def test_a_push_now_is_felt_by_the_next_tick() -> None:
    sim = floating("planar7")
    sim.step(77)
    sim.push(forward=100, seconds=0.003)
    counted = 0
    for _ in range(10):
        sim.step(1)
        counted += bool(sim.data.xfrc_applied.any())
        assert counted >= 1
    assert counted == 3


def test_a_push_acts_at_the_parts_centre() -> None:
    sim = floating(pushes=(Push(0.0, None, 0.01, (500.0, 0.0, 0.0), "head"),))
    sim.step(1)
    body = sim.model.body("head").id
    assert sim.data.xfrc_applied[body].tolist() == [500, 0, 0, 0, 0, 0]


def test_bad_pushes_are_refused() -> None:
    with pytest.raises(FootfallError, match="sideways"):
        Sim("simbicon/walk").push(left=100)
    with pytest.raises(FootfallError, match="lFoot"):
        Sim("simbicon/walk").push(forward=1, part="lFot")
    with pytest.raises(FootfallError, match="no part"):
        Sim("simbicon/walk").push(forward=1, part="head")


@pytest.mark.parametrize("body", ["planar7", "human"])
def test_balls_hit_and_do_not_count_as_ground(body: str) -> None:
    text = STILL.replace("FALL time < 0", "FALL trunk touches ground or head touches ground")
    sim = Sim(compile_text(text), body=body, start="rest", world=World(balls=Balls(0.2, 6.0, 0.1)), seed=1)
    ball_geoms = {g for g in range(sim.model.ngeom) if sim.model.geom(g).name.startswith("ball")}
    parts = sim.actors[0].arrays["geom_part"]
    hits = 0
    for _ in range(700):
        sim.step(1)
        for first, second in sim.data.contact.geom:
            pair = {int(first), int(second)}
            hits += bool(pair & ball_geoms) and any(parts[g] >= 0 for g in pair)
    assert hits > 0
    assert sim.actors[0].state.verdict[0] == 0


def test_balls_may_be_thrown_level_from_above() -> None:
    balls = Balls(0.2, 5.0, 0.1, distance=3.0, above=1.5)
    sim = Sim(compile_text(STILL), body="planar7", world=World(balls=balls, ball_pool=1))
    sim.step(round(0.1 / sim.dt))
    com = sim.actors[0].state.com.copy()
    sim.step(1)
    joint = sim.data.joint("ball0")
    assert abs(joint.qpos[0] - com[0]) == pytest.approx(3.0, abs=0.05)
    assert joint.qpos[2] - com[2] == pytest.approx(1.5, abs=0.2)  # aimed within 15 cm
    assert abs(joint.qvel[0]) == pytest.approx(5.0)
    assert -0.1 < joint.qvel[2] <= 0.0


def test_the_oldest_ball_is_thrown_again() -> None:
    sim = Sim(compile_text(STILL), body="planar7", world=World(balls=Balls(0.2, 6.0, 0.05), ball_pool=3))
    sim.step(round(0.5 / sim.dt) + 1)
    assert sim.clocks[3] == 10
    balls = [sim.model.joint(f"ball{k}").qposadr[0] for k in range(3)]
    assert all(abs(sim.data.qpos[at + 1]) < 5 for at in balls)  # all of them left the shelf
    assert all(sim.data.qpos[at + 1] == pytest.approx(0.0, abs=1e-6) for at in balls)  # in the body's plane


@pytest.mark.parametrize(
    "names", [("trunk", "torso", "uTorso", "chest"), ("lShin", "lShank"), ("lArm", "lUpperArm")]
)
def test_a_part_may_be_called_what_body_prints_and_what_scripts_say(names: tuple[str, ...]) -> None:
    who = load_body("human")
    assert len({who.named(name).name for name in names}) == 1  # type: ignore[union-attr]
    for name in who.part_names:
        assert who.named(name) is not None
    for link in who.links:
        assert who.named(link.name) is link


def test_errors_of_the_api_name_arguments_and_not_options() -> None:
    sim = Sim("walk")  # as `footfall run walk` does
    assert sim.programs[0].name == "simbicon/walk"
    for wrong in (
        lambda: sim.push(forward=1, part="lFot"),
        lambda: sim.push(left=1),
        lambda: sim.set(sped=1),
        lambda: sim.set(dt=math.nan),
        lambda: Sim("walk", start="walkin"),
    ):
        with pytest.raises(FootfallError) as caught:
            wrong()
        assert "--" not in str(caught.value)
