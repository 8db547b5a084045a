"""The built ground is where `Ground.height` says, and balls wait quietly."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from footfall.body import add_body, load_body
from footfall.world import Balls, World, add_world, ball_radius, parse_balls, parse_ground

GROUNDS = [
    "flat",
    "slope:7",
    "slope:-12",
    "steps:1=0.1,2=-0.1,2.5=0",
    "profile:0=0,2=0.3,3=0.1,5=0.1,6=0.1,7=-0.2",
    "profile:1=0.4",
    "stairs:0.1,0.3,8",
    "stairs:-0.15,0.3,8",
    "bumps:0.05",
]


def _build(world: World, *bodies: str) -> tuple[mujoco.MjModel, mujoco.MjData]:
    spec = mujoco.MjSpec()
    add_world(spec, world)
    for name in bodies:
        add_body(spec, load_body(name))
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    return model, data


@pytest.mark.parametrize("text", GROUNDS)
def test_height_agrees_with_rays(text):
    ground = parse_ground(text, 4)
    model, data = _build(World(ground=ground))
    rng = np.random.default_rng(1)
    hit = np.zeros(1, np.int32)
    for x, y in zip(rng.uniform(-4, 12, 300), rng.uniform(-5, 5, 300), strict=True):
        distance = mujoco.mj_ray(
            model, data, np.array([x, y, 9.0]), np.array([0.0, 0.0, -1.0]), None, 1, -1, hit
        )
        assert 9.0 - distance == pytest.approx(ground.height(x, y), abs=1e-6)
        assert model.geom(hit[0]).name.startswith("ground")


def test_bumps_end_on_a_plane():
    ground = parse_ground("bumps:0.05")
    model, data = _build(World(ground=ground))
    hit = np.zeros(1, np.int32)
    for place in ([-30.0, 0.0, 9.0], [0.0, 40.0, 9.0], [400.0, 0.0, 9.0]):
        distance = mujoco.mj_ray(model, data, np.array(place), np.array([0.0, 0.0, -1.0]), None, 1, -1, hit)
        assert 9.0 - distance == pytest.approx(ground.height(place[0], place[1]), abs=1e-6)


def test_level_stretches_have_no_seams():
    model, _ = _build(World(ground=parse_ground("profile:0=0,1=0,2=0,3=0.2,4=0.2,5=0.2")))
    assert model.ngeom == 4  # level, slab with a block below it, level


def test_balls_wait_without_moving_or_touching_the_body():
    model, data = _build(World(balls=parse_balls("2:8:1"), ball_pool=5), "planar7")
    assert model.body("ball4").mass[0] == pytest.approx(2.0)
    assert model.geom("ball0").size[0] == pytest.approx(ball_radius(2.0))
    start = [model.body(f"ball{i}").pos.copy() for i in range(5)]
    mujoco.mj_step(model, data, 1000)
    for i, place in enumerate(start):
        np.testing.assert_allclose(data.body(f"ball{i}").xpos, place, atol=2e-3)


def test_balls_may_be_of_another_density():
    model, _ = _build(World(balls=Balls(2.0, 5.0, 1.0, density=100.0), ball_pool=1), "planar7")
    assert model.body("ball0").mass[0] == pytest.approx(2.0)
    assert model.geom("ball0").size[0] == pytest.approx(ball_radius(2.0, 100.0))
    assert ball_radius(2.0, 100.0) == pytest.approx(ball_radius(2.0) * 10 ** (1 / 3))


def test_a_thrown_ball_falls_and_hits():
    model, data = _build(World(balls=parse_balls("3:8:1")), "human")
    joint = model.joint("ball0")
    q, v = joint.qposadr[0], joint.dofadr[0]
    data.qpos[model.joint("root").qposadr[0] + 2] = 5.0
    data.qpos[q : q + 3] = [-1.0, 0.0, 5.4]
    data.qvel[v : v + 3] = [8.0, 0.0, 0.0]
    mujoco.mj_step(model, data, 25)  # 50 ms
    assert data.qvel[v + 2] == pytest.approx(-9.81 * 0.05)
    mujoco.mj_step(model, data, 100)
    assert data.qvel[v] < 4.0  # the ball was stopped
    mujoco.mj_subtreeVel(model, data)
    body = data.subtree_linvel[model.body("pelvis").id]
    assert 70.4 * body[0] + 3.0 * data.qvel[v] == pytest.approx(3.0 * 8.0, abs=0.1)  # momentum went over


def test_no_balls_unless_asked_for():
    model, _ = _build(World(), "planar7")
    assert model.nv == 9


def test_friction_and_gravity():
    model, _ = _build(World(friction=0.3, gravity=(0.0, 0.0, -1.62), balls=parse_balls("1:5:1")))
    assert set(model.geom_friction[:, 0]) == {0.3}
    np.testing.assert_allclose(model.opt.gravity, [0, 0, -1.62])


@pytest.mark.parametrize("name", ["human", "planar7"])
def test_everything_of_a_body_meets_the_ground(name):
    model, data = _build(World(), name)
    body = load_body(name)
    address = model.joint("root.z" if body.planar else "root").qposadr[0] + (0 if body.planar else 2)
    data.qpos[address] = -3.0
    mujoco.mj_forward(model, data)
    touching = {model.body(model.geom_bodyid[g]).name for c in data.contact[: data.ncon] for g in c.geom}
    assert {link.name for link in body.links} <= touching


def test_camera_does_not_see_the_size_of_the_ground():
    for text in ("flat", "stairs:0.1,0.3,3"):
        model, _ = _build(World(ground=parse_ground(text)))
        assert model.stat.extent == pytest.approx(3.0)
        assert model.nlight >= 1
