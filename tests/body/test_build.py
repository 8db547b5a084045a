"""Figures, signs, mirror symmetry and collisions of the built models."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from footfall.body import add_body, load_body, scale_mass
from footfall.world import World, parse_ground


@pytest.mark.parametrize(("name", "mass", "nv", "hinges"), [("planar7", 90.0, 9, 6), ("human", 70.4, 34, 28)])
def test_published_figures(stage, name, mass, nv, hinges):
    s = stage(load_body(name))
    assert s.body.mass == pytest.approx(mass)
    assert s.model.body_mass.sum() == pytest.approx(mass)
    assert s.model.nv == nv
    assert len(s.body.axes) == hinges


def test_model_has_the_data(stage, any_body):
    s = stage(any_body)
    for link in any_body.links:
        b = s.model.body(link.model_name)
        assert b.mass[0] == pytest.approx(link.mass)
        np.testing.assert_allclose(b.ipos, link.com)
        # MuJoCo sorts principal moments and turns the inertial frame accordingly.
        np.testing.assert_allclose(sorted(b.inertia), sorted(link.inertia))
    for axis in any_body.axes:
        j = s.model.joint(axis.model_name)
        np.testing.assert_allclose(j.axis, axis.vector)
        np.testing.assert_allclose(j.range, [axis.low, axis.high])
        assert j.damping[0] == 0
        assert j.armature[0] == axis.armature
    assert s.model.opt.timestep == any_body.physics.timestep


def test_human_stands_as_the_released_body_does(human):
    assert human.position("pelvis")[2] - human.position("lThigh")[2] == pytest.approx(0.05)
    assert human.position("lThigh")[2] - human.position("lFoot")[2] == pytest.approx(0.93)
    assert human.position("lThigh")[1] - human.position("rThigh")[1] == pytest.approx(0.20)
    assert human.position("lUpperArm")[2] - human.position("lForearm")[2] == pytest.approx(0.345)


# (hinge, link that is watched, coordinate, sign of its change) for a positive angle.
FORWARD, LEFT, UP = 0, 1, 2
SIGNS = [
    ("waist.pitch", "head", FORWARD, +1),
    ("waist.roll", "head", LEFT, +1),
    ("waist.yaw", "rUpperArm", FORWARD, +1),
    ("neck2head.pitch", "head.com", FORWARD, +1),
    ("neck2head.roll", "head.com", LEFT, +1),
    ("lHip.pitch", "lShank", FORWARD, -1),
    ("rHip.pitch", "rShank", FORWARD, -1),
    ("lHip.roll", "lShank", LEFT, +1),
    ("rHip.roll", "rShank", LEFT, -1),
    ("lHip.yaw", "lToes", LEFT, +1),
    ("rHip.yaw", "rToes", LEFT, -1),
    ("lKnee.pitch", "lFoot", FORWARD, -1),
    ("rAnkle.pitch", "rToes", UP, -1),
    ("lAnkle.roll", "lFoot.com", LEFT, +1),
    ("rAnkle.roll", "rFoot.com", LEFT, -1),
    ("lToe.pitch", "lToes.com", UP, -1),
    ("lShoulder.pitch", "lForearm", FORWARD, -1),
    ("lShoulder.roll", "lForearm", LEFT, +1),
    ("rShoulder.roll", "rForearm", LEFT, -1),
    ("lElbow.pitch", "lForearm.com", FORWARD, -1),
]


@pytest.mark.parametrize(("hinge", "watched", "coordinate", "sign"), SIGNS)
def test_a_positive_angle_moves_as_the_language_says(human, hinge, watched, coordinate, sign):
    link, _, com = watched.partition(".")

    def where() -> float:
        mujoco.mj_kinematics(human.model, human.data)
        body = human.data.body(link)
        return float((body.xipos if com else body.xpos)[coordinate])

    before = where()
    human.data.qpos[human.joint(hinge)] = 0.1
    assert np.sign(where() - before) == sign
    assert abs(where() - before) > 1e-3


@pytest.mark.parametrize("leg", ["l", "r"])
def test_planar_signs(planar7, leg):
    for hinge, link in (("Hip", "Shank"), ("Knee", "Foot")):
        before = planar7.position(leg + link)[0]
        planar7.data.qpos[planar7.joint(f"{leg}{hinge}.pitch")] = 0.1
        assert planar7.position(leg + link)[0] < before - 1e-3
    planar7.data.qpos[planar7.joint("root.pitch")] = 0.2
    mujoco.mj_kinematics(planar7.model, planar7.data)
    assert planar7.data.body("torso").xipos[0] > 0.04


def test_a_mirrored_pose_has_mirrored_places(human):
    rng = np.random.default_rng(5)
    body, data = human.body, human.data
    pose = {axis.name: rng.uniform(axis.low, axis.high) for axis in body.axes}
    swap = {"l": "r", "r": "l"}

    def mirrored(name: str) -> str:
        joint = body.joint(name.partition(".")[0])
        return swap[name[0]] + name[1:] if body.link(joint.child).side else name

    def places(turned: bool) -> dict[str, np.ndarray]:
        for name, angle in pose.items():
            # Limbs carry their side in the sign; the spine's roll and yaw change it.
            middle = mirrored(name) == name and not name.endswith("pitch")
            data.qpos[human.joint(mirrored(name) if turned else name)] = (
                -angle if turned and middle else angle
            )
        mujoco.mj_kinematics(human.model, data)
        return {link.name: data.body(link.name).xipos.copy() for link in body.links}

    plain, turned = places(False), places(True)
    for link in body.links:
        twin = swap[link.name[0]] + link.name[1:] if link.side else link.name
        np.testing.assert_allclose(turned[twin], plain[link.name] * [1, -1, 1], atol=1e-12)


def _touching(model: mujoco.MjModel, data: mujoco.MjData) -> set[frozenset[str]]:
    mujoco.mj_forward(model, data)
    pairs = [[model.body(model.geom_bodyid[g]).name for g in c.geom] for c in data.contact[: data.ncon]]
    return {frozenset(pair) for pair in pairs}


def test_legs_of_two_sides_collide_and_nothing_else_of_the_body_does(human):
    human.data.qpos[2] = 5.0
    human.data.qpos[human.joint("lHip.roll")] = human.data.qpos[human.joint("rHip.roll")] = -0.25
    human.data.qpos[human.joint("lShoulder.roll")] = -0.3  # the arm reaches into the trunk
    human.data.qpos[human.joint("lElbow.pitch")] = -2.7
    touching = _touching(human.model, human.data)
    assert touching
    for pair in touching:
        sides = {human.body.link(name).side for name in pair}
        assert sides == {"left", "right"}
        assert all({"thigh", "shank", "foot", "toe"} & set(human.body.link(name).roles) for name in pair)


def test_planar_legs_pass_each_other(planar7):
    planar7.data.qpos[planar7.joint("root.z")] = 3.0
    assert not _touching(planar7.model, planar7.data)


def test_two_actors_collide_with_each_other(human):
    spec = mujoco.MjSpec()
    add_body(spec, human.body, "a_")
    add_body(spec, human.body, "b_")
    model = spec.compile()
    data = mujoco.MjData(model)
    data.qpos[model.joint("b_root").qposadr[0]] = 0.12
    pairs = _touching(model, data)
    assert frozenset(("a_torso", "b_torso")) in pairs
    assert frozenset(("a_pelvis", "b_pelvis")) in pairs


def test_body_decides_friction_and_softness(stage, any_body):
    s = stage(any_body)
    foot = any_body.feet[0]
    geoms = [g for g in range(s.model.ngeom) if s.model.geom_bodyid[g] == s.model.body(foot.name).id]
    solid = [g for g in geoms if s.model.geom_contype[g]]
    assert solid
    assert len(solid) < len(geoms) or len(geoms) == 1  # a round foot is drawn as it touches
    for g in solid:
        assert s.model.geom_priority[g] == 1
        assert s.model.geom_friction[g, 0] == any_body.physics.friction
        np.testing.assert_allclose(s.model.geom_solref[g], any_body.physics.solref)


def test_friction_can_be_given(any_body):
    spec = mujoco.MjSpec()
    add_body(spec, any_body, friction=0.25)
    model = spec.compile()
    assert set(model.geom_friction[model.geom_contype > 0, 0]) == {0.25}


def test_scale_mass_scales_the_model(stage, any_body):
    heavy, plain = stage(scale_mass(any_body, 1.2)), stage(any_body)
    np.testing.assert_allclose(heavy.model.body_mass, 1.2 * plain.model.body_mass)
    np.testing.assert_allclose(heavy.model.body_inertia, 1.2 * plain.model.body_inertia)


@pytest.mark.parametrize("ground", ["flat", "stairs:0.1,0.3,5", "profile:-1=0.2,1=-0.1,2=0", "bumps:0.05"])
def test_a_limp_body_never_falls_through(stage, any_body, ground):
    s = stage(any_body, World(ground=parse_ground(ground, 1)))
    x = s.model.joint(any_body.root_joints[0]).qposadr[0]
    z = s.model.joint("root.z").qposadr[0] if any_body.planar else x + 2
    s.data.qpos[x], s.data.qpos[z] = 1.1, 1.6
    for dof in (s.model.joint(axis.model_name).dofadr[0] for axis in any_body.axes):
        s.model.dof_damping[dof] = 2.0
    mujoco.mj_step(s.model, s.data, 1500)
    assert np.isfinite(s.data.qpos).all()
    lowest = min(s.data.body(link.name).xpos[2] for link in any_body.links)
    assert -0.15 < lowest < 0.8
