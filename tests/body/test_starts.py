"""Starts touch the ground, whatever it is."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from footfall.body import Start, add_body, body_names, load_body, place
from footfall.body.starts import contact_geoms
from footfall.world import World, add_world, parse_ground

GROUNDS = [
    "flat",
    "slope:9",
    "slope:-9",
    "stairs:0.1,0.3,5",
    "steps:0=0.2,0.1=-0.1",
    "profile:-1=0,0.1=0.3,1=0",
    "bumps:0.05",
]
STARTS = [(name, start) for name in body_names() for start in load_body(name).starts]


def _gap(model: mujoco.MjModel, data: mujoco.MjData, geoms: list[int]) -> float:
    """Least distance between the body and the ground, by MuJoCo's own collision (m)."""
    ground = [g for g in range(model.ngeom) if (model.geom(g).name or "").startswith("ground")]
    fromto = np.zeros(6)
    return min(mujoco.mj_geomDistance(model, data, a, b, 1.0, fromto) for a in geoms for b in ground)


@pytest.mark.parametrize("ground", [g for g in GROUNDS if not g.startswith("bumps")])
@pytest.mark.parametrize(("name", "start"), STARTS)
@pytest.mark.parametrize("x", [0.0, 1.1])
def test_start_touches_the_ground(stage, name, start, ground, x):
    world = World(ground=parse_ground(ground, 2))
    s = stage(load_body(name), world)
    place(s.model, s.data, s.body, s.body.starts[start], ground_height=world.ground.height, at=(x, 0.0))
    assert abs(_gap(s.model, s.data, contact_geoms(s.model, s.body))) < 2e-3


@pytest.mark.parametrize(("name", "start"), STARTS)
def test_start_touches_bumps(stage, name, start):
    world = World(ground=parse_ground("bumps:0.05", 2))
    s = stage(load_body(name), world)
    place(s.model, s.data, s.body, s.body.starts[start], ground_height=world.ground.height, at=(3.0, 0.0))

    # Distances to height fields are not in MuJoCo; contacts are.
    def deepest() -> float:
        mujoco.mj_forward(s.model, s.data)
        return min((c.dist for c in s.data.contact[: s.data.ncon]), default=1.0)

    assert deepest() > -5e-4
    address = s.model.joint("root.z" if s.body.planar else "root").qposadr[0] + (0 if s.body.planar else 2)
    s.data.qpos[address] -= 1e-3
    assert deepest() < 0


def test_angles_rates_and_velocity_are_written(planar7):
    start = planar7.body.starts["walking"]
    place(planar7.model, planar7.data, planar7.body, start, ground_height=lambda x, y: 0.0, at=(2.0, 0.0))
    data = planar7.data
    for name, angle in start.angles.items():
        assert data.joint(name).qpos[0] == angle
    for name, rate in start.rates.items():
        assert data.joint(name).qvel[0] == rate
    assert data.joint("root.x").qpos[0] == 2.0
    assert data.joint("root.x").qvel[0] == pytest.approx(0.98)
    assert data.joint("root.pitch").qpos[0] == pytest.approx(-0.051)  # the applet's lean back
    assert data.joint("root.pitch").qvel[0] == pytest.approx(-0.276)


def test_planar_walking_start_has_the_right_foot_planted(planar7):
    """The applet's angles are relative and its right foot stands: it would drift in another reading."""
    place(
        planar7.model,
        planar7.data,
        planar7.body,
        planar7.body.starts["walking"],
        ground_height=lambda x, y: 0.0,
    )
    velocity = np.zeros(6)
    foot = planar7.model.body("rFoot").id
    mujoco.mj_objectVelocity(planar7.model, planar7.data, mujoco.mjtObj.mjOBJ_BODY, foot, velocity, 0)
    assert np.linalg.norm(velocity[3:]) < 0.1


@pytest.mark.parametrize("name", body_names())
def test_rest_has_both_feet_flat_and_the_mass_above_them(stage, name):
    s = stage(load_body(name))
    place(s.model, s.data, s.body, s.body.starts["rest"], ground_height=lambda x, y: 0.0)
    left, right = (s.data.body(foot.name) for foot in s.body.feet)
    assert left.xpos[2] == pytest.approx(right.xpos[2], abs=1e-3)
    for foot in (left, right) if name != "biped5" else ():  # whose feet are round, and part of the shanks
        np.testing.assert_allclose(foot.xmat.reshape(3, 3), np.eye(3), atol=2e-3)
    ankles = sorted((left.xpos[0], right.xpos[0]))
    assert ankles[0] - 0.04 < s.data.body(s.body.root.name).subtree_com[0] < ankles[1] + 0.12
    if not name.startswith("planar17"):  # classic scripts begin with straight legs
        assert all(
            s.data.joint(f"{side}Knee.pitch").qpos[0] * (-1 if name == "bird" else 1) > 0.05 for side in "lr"
        )


def test_rest_angles_fill_what_a_start_leaves_out(human):
    still = Start("still", (0.0, 0.0, 0.0), 0.0, 0.0, {"lKnee.pitch": 0.3}, {}, "left")
    place(human.model, human.data, human.body, still, ground_height=lambda x, y: 0.0)
    assert human.data.joint("lElbow.pitch").qpos[0] == pytest.approx(-0.3)
    assert human.data.joint("lKnee.pitch").qpos[0] == pytest.approx(0.3)
    assert human.data.joint("rKnee.pitch").qpos[0] == 0


def test_place_writes_its_own_actor_only(human):
    spec = mujoco.MjSpec()
    add_world(spec, World())
    for prefix in ("a_", "b_"):
        add_body(spec, human.body, prefix)
    model = spec.compile()
    data = mujoco.MjData(model)
    before = data.qpos.copy()
    start = human.body.starts["walking"]
    place(model, data, human.body, start, prefix="b_", ground_height=lambda x, y: 0.0, at=(1.0, 2.0))
    np.testing.assert_array_equal(data.qpos[:35], before[:35])
    assert not data.qvel[:34].any()
    np.testing.assert_allclose(data.joint("b_root").qpos[:2], [1.0, 2.0])
    np.testing.assert_allclose(data.joint("b_root").qvel[:3], start.velocity)
