"""Virtual forces are J^T F, with MuJoCo's Jacobian: in both senses of every force and of every joint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from footfall.control.columns import ACT_ROW
from footfall.control.opcodes import (
    EF_FORWARD,
    EF_LEFT,
    EF_PART,
    EF_UP,
    VF_FORWARD,
    VF_LEFT,
    VF_ON_PART,
    VF_UP,
    VFFB_CD,
    VFFB_CV,
    VFFB_OVER_PLACE,
    VFSFB_CV,
    VFSFB_SPEED_SIDE,
    VFSFB_SPEED_SPEED,
)
from footfall.control.place import COM, JOINT_PLACES
from footfall.control.servos.virtual import ef, gc, to_world, vf, vffb, vfsfb
from footfall.engine.sim import Sim

Plain = Callable[..., Any]
LEG = (("lHip", -1), ("lKnee", -1), ("lAnkle", -1))  # with the foot held, the body above is what moves
ARM = (("lElbow", 1), ("lShoulder", 1))
FORCES = [(100.0, 0.0, 0.0), (0.0, 60.0, 0.0), (0.0, 0.0, 300.0), (-80.0, -30.0, -50.0)]


def by_jacobian(s: Any, chain: Any, point: np.ndarray, force: np.ndarray) -> np.ndarray:
    """What each joint of a chain gives: the work that the force does when only that joint turns.

    A point that moves with a joint's child goes as MuJoCo says; with the child held, the reverse.
    """
    torque = np.zeros(s.sim.model.nv)
    for joint, sign in chain:
        for axis in range(3):
            dof = s.c.joint_dof[s.joint(joint), axis]
            if dof >= 0:
                column = s.moves(point, int(s.c.joint_child[s.joint(joint)]))[:, dof]
                torque[dof] = sign * column @ force
    return torque


@pytest.mark.parametrize("force", FORCES)
@pytest.mark.parametrize(("chain", "part"), [(LEG, "trunk"), (ARM, "lForearm")])
def test_vf_is_the_transposed_jacobian(plain: Plain, scene: Plain, chain: Any, part: str, force: Any) -> None:
    s = scene()
    columns = {VF_FORWARD: force[0], VF_LEFT: force[1], VF_UP: force[2], VF_ON_PART: s.part(part)}
    s.say({**columns, ACT_ROW: s.chain(*chain)})
    plain(vf)(s.c, 0, 0)
    expected = by_jacobian(s, chain, s.sim.data.xipos[s.body(part)], s.world(*force))
    assert np.abs(expected).max() > 1.0
    np.testing.assert_allclose(s.c.tau, expected, atol=1e-9)


def test_vf_pulls_at_the_centre_of_mass(plain: Plain, scene: Plain) -> None:
    s = scene()
    s.say({VF_FORWARD: 50.0, VF_LEFT: 0.0, VF_UP: 20.0, VF_ON_PART: COM, ACT_ROW: s.chain(*LEG)})
    plain(vf)(s.c, 0, 0)
    np.testing.assert_allclose(s.c.tau, by_jacobian(s, LEG, s.com, s.world(50, 0, 20)), atol=1e-9)


@pytest.mark.parametrize("body", ["human", "planar7"])
@pytest.mark.parametrize(("cd", "cv"), [(2000.0, 0.0), (0.0, 250.0), (900.0, 300.0)])
def test_vffb_pushes_the_centre_of_mass_back_over_a_place(
    plain: Plain, scene: Plain, body: str, cd: float, cv: float
) -> None:
    s = scene(body)
    place = JOINT_PLACES + s.joint("lAnkle")
    s.say({VFFB_CD: cd, VFFB_CV: cv, VFFB_OVER_PLACE: place, ACT_ROW: s.chain(*LEG)})
    plain(vffb)(s.c, 0, 0)
    d, v = s.ahead(s.com - s.anchor("lAnkle.pitch")), s.ahead(s.velocity)
    force = -(cd * d + cv * v)
    force = s.world(force[0], 0.0 if body == "planar7" else force[1])
    expected = by_jacobian(s, LEG, s.com, force)
    assert np.abs(expected).max() > 1.0
    np.testing.assert_allclose(s.c.tau, expected, atol=1e-9)


def test_vffb_is_over_the_support_unless_told_otherwise(plain: Plain, scene: Plain) -> None:
    s = scene()
    s.c.touching[:] = 0
    s.c.touching[s.part("rFoot")] = 1
    s.say({VFFB_CD: 1000.0, VFFB_CV: 0.0, ACT_ROW: s.chain(*LEG)})
    plain(vffb)(s.c, 0, 0)
    d = s.com - s.sim.data.xipos[s.body("rFoot")]
    force = np.array([-1000.0 * d[0], -1000.0 * d[1], 0.0])
    np.testing.assert_allclose(s.c.tau, by_jacobian(s, LEG, s.com, force), atol=1e-9)


@pytest.mark.parametrize("body", ["human", "planar7"])
@pytest.mark.parametrize("speed", [1.5, -1.5])
@pytest.mark.parametrize("aside", [None, 0.4, -0.4])
def test_vfsfb_pushes_towards_a_speed(
    plain: Plain, scene: Plain, speed: float, aside: float | None, body: str
) -> None:
    s = scene(body)
    columns = {VFSFB_CV: 300.0, VFSFB_SPEED_SPEED: speed, ACT_ROW: s.chain(*LEG)}
    s.say(columns if aside is None else {**columns, VFSFB_SPEED_SIDE: aside}, "VFSFB")
    plain(vfsfb)(s.c, 0, 0)
    v = s.ahead(s.velocity)
    left = 0.0 if body == "planar7" else 300.0 * ((aside or 0.0) - v[1])
    force = s.world(300.0 * (speed - v[0]), left)
    np.testing.assert_allclose(s.c.tau, by_jacobian(s, LEG, s.com, force), atol=1e-9)


def test_a_push_forwards_extends_the_ankle(floating: Plain, dof: Plain) -> None:
    """In words, through the kernel: the ankle pushes the toes down, so that the body goes ahead."""
    torques = {}
    for force in (-100, 0, 100):
        sim: Sim = floating(f"VF ({force}, 0, 0).on(trunk).by(lAnkle);", "planar7", start="rest")
        sim.step(1)
        torques[force] = float(sim.actors[0].state.tau[dof(sim, "lAnkle.pitch")])
    trunk, ankle = sim.model.body("torso").id, int(sim.model.dof_jntid[dof(sim, "lAnkle.pitch")])
    high = float(sim.data.xipos[trunk, 2] - sim.data.xanchor[ankle, 2])
    assert torques[0] - torques[100] == pytest.approx(100 * high, rel=0.01)
    assert torques[-100] - torques[0] == pytest.approx(100 * high, rel=0.01)


def test_gc_carries_what_hangs_on_the_joints(plain: Plain, scene: Plain) -> None:
    """The torque that holds an arm still: MuJoCo's own gravity compensation at rest."""
    s = scene()
    chain = (*ARM, ("waist", -1))  # a joint with the part on its parent's side carries nothing of it
    s.say({ACT_ROW: s.chain(*chain)})
    plain(gc)(s.c, 0, 0)
    expected = np.zeros(s.sim.model.nv)
    for joint, _ in ARM:
        for dof in s.c.joint_dof[s.joint(joint)]:
            if dof >= 0:
                child = int(s.c.joint_child[s.joint(joint)])
                centre, mass = s.sim.data.subtree_com[child], s.sim.model.body_subtreemass[child]
                expected[dof] = s.moves(centre, child)[2, dof] * mass * 9.81
    assert np.abs(expected).max() > 0.5
    np.testing.assert_allclose(s.c.tau, expected, atol=1e-9)


@pytest.mark.parametrize(("hand", "side"), [(0, "l"), (1, "r")])
def test_gc_carries_what_the_hand_bears(plain: Plain, scene: Plain, hand: int, side: str) -> None:
    without, laden = scene(), scene()
    laden.c.hand_load[hand] = 80.0
    for s in (without, laden):
        s.say({ACT_ROW: s.chain((f"{side}Elbow", 1), (f"{side}Shoulder", 1))})
        plain(gc)(s.c, 0, 0)
    body = int(laden.c.hand_body[hand])
    at = laden.sim.data.xpos[body] + laden.sim.data.xmat[body].reshape(3, 3) @ laden.c.hand_at[hand]
    expected = 80.0 * laden.moves(at, body)[2]
    dofs = [d for j in ("Elbow", "Shoulder") for d in laden.c.joint_dof[laden.joint(side + j)] if d >= 0]
    np.testing.assert_allclose((laden.c.tau - without.c.tau)[dofs], expected[dofs], atol=1e-9)
    other = laden.c.joint_dof[laden.joint("rElbow" if side == "l" else "lElbow")]
    assert not laden.c.tau[other[other >= 0]].any()


@pytest.mark.parametrize("force", FORCES)
def test_ef_is_a_real_force_in_the_heading_frame(plain: Plain, scene: Plain, force: Any) -> None:
    s = scene()
    s.c.xfrc_applied[:] = 1.0  # others push too
    s.say({EF_FORWARD: force[0], EF_LEFT: force[1], EF_UP: force[2], EF_PART: s.part("trunk")})
    plain(ef)(s.c, 0, 0)
    expected = np.ones_like(s.c.xfrc_applied)
    expected[s.body("trunk"), :3] += s.world(*force)
    np.testing.assert_allclose(s.c.xfrc_applied, expected)


@pytest.mark.parametrize("yaw", [0.8, -2.0])
def test_forward_and_left_become_x_and_y(plain: Plain, scene: Plain, yaw: float) -> None:
    s = scene("human", yaw)
    np.testing.assert_allclose(plain(to_world)(s.c, 2.0, -3.0), s.world(2.0, -3.0)[:2])
