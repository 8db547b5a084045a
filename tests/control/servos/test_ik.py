"""IK: forward kinematics of the answer hits the target, by MuJoCo; and the pieces of it by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np
import pytest

from footfall.control.columns import ACT_ROW, SERVO_KD, SERVO_KP, SERVO_ON, SERVO_TARGET
from footfall.control.opcodes import (
    IK_BASE_JOINT,
    IK_GAINS_KD,
    IK_GAINS_KP,
    IK_LOCAL_FORWARD,
    IK_LOCAL_LEFT,
    IK_LOCAL_UP,
    IK_PART,
    IK_TARGET_X,
    IK_TARGET_Y,
    IK_TARGET_Z,
    IK_TOLERANCE_DISTANCE,
)
from footfall.control.place import HAND_PLACES
from footfall.control.servos.ik import (
    ANCHOR,
    AXIS,
    DOF,
    ITERATIONS,
    STARTED,
    begin_at,
    column,
    copy_chain,
    ik,
    ik_target,
    improve,
    rotate,
    servo_chain,
    solve3,
    turn,
)
from footfall.control.servos.pose import ONCE, OWNED
from footfall.script.statements import BY_WORD

Plain = Callable[..., Any]
BENT, DAMPING = (BY_WORD["IK"].defaults[f"search_{name}"] for name in ("bent", "damping"))
ARM = (("lElbow", 1), ("lShoulder", 1))  # chains begin at the part
AXES = ["lShoulder.yaw", "lShoulder.roll", "lShoulder.pitch", "lElbow.pitch"]


def aim(s: Any, target: np.ndarray, **more: float) -> None:
    """Say: the left forearm's centre to a place."""
    columns = {IK_TARGET_X: target[0], IK_TARGET_Y: target[1], IK_TARGET_Z: target[2]}
    s.say({**columns, IK_PART: s.part("lForearm"), ACT_ROW: s.chain(*ARM)}, "IK")


def reached(s: Any) -> np.ndarray:
    """Where the forearm's centre is when its servos have got what they ask for."""
    data = mujoco.MjData(s.sim.model)
    data.qpos[:] = s.sim.data.qpos
    for axis in AXES:
        data.qpos[s.c.dof_qpos[s.dof(axis)]] = s.c.servo[s.dof(axis), SERVO_TARGET]
    mujoco.mj_kinematics(s.sim.model, data)
    return np.array(data.xipos[s.body("lForearm")])


@pytest.mark.parametrize("off", [(0.1, 0.0, 0.1), (-0.1, 0.05, 0.1), (0.05, 0.1, 0.05), (0.0, 0.0, 0.08)])
def test_the_answer_puts_the_part_there(plain: Plain, scene: Plain, off: tuple[float, float, float]) -> None:
    s = scene()
    target = s.sim.data.xipos[s.body("lForearm")] + s.world(*off)
    aim(s, target)
    for _ in range(30):  # ticks
        plain(ik)(s.c, 0, 0)
    np.testing.assert_allclose(reached(s), target, atol=2e-3)
    for axis in AXES:
        dof = s.dof(axis)
        assert s.c.dof_low[dof] <= s.c.servo[dof, SERVO_TARGET] <= s.c.dof_high[dof]
        assert s.c.servo[dof, SERVO_ON] == ONCE
    assert s.c.scratch[0, STARTED] != 0.0


def test_out_of_reach_it_points_there_and_stays_within_limits(plain: Plain, scene: Plain) -> None:
    s = scene()
    shoulder = s.anchor("lShoulder.pitch")
    aim(s, shoulder + s.world(5.0, 0.5, 0.0))
    for _ in range(60):
        plain(ik)(s.c, 0, 0)
    way = s.ahead(reached(s) - shoulder)
    assert way[0] > 0.9 * np.linalg.norm(way)


def test_a_planar_body_ignores_what_lies_beside_it(plain: Plain, scene: Plain) -> None:
    answers = []
    for aside in (0.0, 0.7):
        s = scene("planar7")
        at = s.sim.data.xipos[s.body("lShank")] + [0.1, aside, 0.05]
        columns = {IK_TARGET_X: at[0], IK_TARGET_Y: at[1], IK_TARGET_Z: at[2]}
        s.say({**columns, IK_PART: s.part("lShank"), ACT_ROW: s.chain(("lKnee", 1), ("lHip", 1))}, "IK")
        plain(ik)(s.c, 0, 0)
        answers.append(s.c.servo[:, SERVO_TARGET].copy())
    np.testing.assert_array_equal(*answers)


def test_within_the_tolerance_it_rests(plain: Plain, scene: Plain) -> None:
    s = scene()
    here = s.sim.data.xipos[s.body("lForearm")].copy()
    low, high = s.c.dof_low[s.dof("lElbow.pitch")], s.c.dof_high[s.dof("lElbow.pitch")]
    assert abs(low) < 0.05 or abs(high) < 0.05  # the search would begin bent
    aim(s, here + [0.02, 0.0, 0.0])
    s.c.scratch[0, STARTED] = 1.0
    s.c.scratch[0, 1:5] = [s.c.qpos[s.c.dof_qpos[s.dof(axis)]] for axis in AXES]
    s.c.reg[IK_TOLERANCE_DISTANCE], s.c.acts[:, 0, IK_TOLERANCE_DISTANCE] = 0.05, IK_TOLERANCE_DISTANCE
    before = s.c.scratch[0, 1:5].copy()
    plain(ik)(s.c, 0, 0)
    np.testing.assert_array_equal(s.c.scratch[0, 1:5], before)
    s.c.reg[IK_TOLERANCE_DISTANCE] = 0.001
    plain(ik)(s.c, 0, 0)
    assert (s.c.scratch[0, 1:5] != before).all()


def test_targets_in_the_world_and_from_the_base(plain: Plain, scene: Plain) -> None:
    s = scene()
    s.say({IK_TARGET_X: 1.0, IK_TARGET_Y: -2.0, IK_TARGET_Z: 0.7, IK_PART: s.part("lForearm")}, "IK")
    assert plain(ik_target)(s.c, s.c.acts[0, 0]) == (1.0, -2.0, 0.7)
    local = {IK_LOCAL_FORWARD: 0.3, IK_LOCAL_LEFT: 0.1, IK_LOCAL_UP: -0.2}
    s.say({**local, IK_BASE_JOINT: s.joint("lShoulder"), IK_PART: HAND_PLACES}, "IK")
    expected = s.anchor("lShoulder.pitch") + s.world(0.3, 0.1, -0.2)
    np.testing.assert_allclose(plain(ik_target)(s.c, s.c.acts[0, 0]), expected)


@pytest.mark.parametrize("angle", [0.4, -1.3])
def test_rotate_is_mujocos(plain: Plain, angle: float) -> None:
    axis, vector = np.array([2.0, -1.0, 2.0]) / 3.0, np.array([0.3, 0.5, -0.7])
    quat, expected = np.zeros(4), np.zeros(3)
    mujoco.mju_axisAngle2Quat(quat, axis, angle)
    mujoco.mju_rotVecQuat(expected, vector, quat)
    np.testing.assert_allclose(plain(rotate)(*axis, angle, *vector), expected, atol=1e-12)


def test_the_copy_of_the_chain_turns_as_the_body_does(plain: Plain, scene: Plain) -> None:
    """Turn the second axis: the later hinges and the end point go where MuJoCo puts them."""
    s = scene()
    path, point = s.chain(*ARM), s.sim.data.xipos[s.body("lForearm")].copy()
    assert plain(copy_chain)(s.c, path) == 4
    assert s.c.work[:4, DOF].tolist() == [s.dof(axis) for axis in AXES]
    for k, axis in enumerate(AXES):
        np.testing.assert_allclose(s.c.work[k, ANCHOR : ANCHOR + 3], s.anchor(axis), atol=1e-12)
        np.testing.assert_allclose(s.c.work[k, AXIS : AXIS + 3], s.axis(axis), atol=1e-12)
        np.testing.assert_allclose(
            plain(column)(s.c, k, *point), s.moves(point, s.body("lForearm"))[:, s.dof(axis)], atol=1e-12
        )
    end = plain(turn)(s.c, 4, 1, 0.5, *point)
    data = mujoco.MjData(s.sim.model)
    data.qpos[:] = s.sim.data.qpos
    data.qpos[s.c.dof_qpos[s.dof(AXES[1])]] += 0.5
    mujoco.mj_kinematics(s.sim.model, data)
    np.testing.assert_allclose(end, data.xipos[s.body("lForearm")], atol=1e-9)
    for k in (2, 3):
        jnt = s.sim.model.dof_jntid[s.dof(AXES[k])]
        np.testing.assert_allclose(s.c.work[k, ANCHOR : ANCHOR + 3], data.xanchor[jnt], atol=1e-9)
        np.testing.assert_allclose(s.c.work[k, AXIS : AXIS + 3], data.xaxis[jnt], atol=1e-9)


def test_solve3(plain: Plain) -> None:
    m = np.array([[4.0, 1.0, -0.5], [1.0, 3.0, 0.7], [-0.5, 0.7, 2.0]])
    right = np.array([1.0, -2.0, 0.5])
    got = plain(solve3)(m[0, 0], m[0, 1], m[0, 2], m[1, 1], m[1, 2], m[2, 2], *right)
    np.testing.assert_allclose(got, np.linalg.solve(m, right))


def test_a_step_is_that_of_damped_least_squares(plain: Plain, scene: Plain) -> None:
    s = scene()
    s.say({}, "IK")
    n = plain(copy_chain)(s.c, s.chain(*ARM))
    dofs = [s.dof(axis) for axis in AXES]
    s.c.dof_low[:], s.c.dof_high[:] = -9.0, 9.0
    now = s.c.qpos[s.c.dof_qpos[dofs]]
    s.c.scratch[0, 1 : 1 + n] = now
    point, error = s.sim.data.xipos[s.body("lForearm")], np.array([0.02, -0.01, 0.03])
    J = s.moves(point, s.body("lForearm"))[:, dofs]
    change = J.T @ np.linalg.solve(J @ J.T + DAMPING**2 * np.eye(3), error)
    end = plain(improve)(s.c, s.c.acts[0, 0], 0, n, *(point + error), *point)
    np.testing.assert_allclose(s.c.scratch[0, 1 : 1 + n], now + change, atol=1e-12)
    s.c.servo[dofs, SERVO_TARGET] = now + change
    np.testing.assert_allclose(end, reached(s), atol=1e-9)


def test_a_knee_begins_bent_the_way_it_can_bend(plain: Plain, scene: Plain) -> None:
    s = scene()
    s.say({}, "IK")
    c = s.c
    for low, high, now, begin in [
        (0.0, 2.5, 0.1, BENT),
        (0.0, 0.3, 0.1, 0.3),
        (0.0, 2.5, 1.2, 1.2),
        (-2.5, 0.0, -0.1, -BENT),
        (-2.5, 0.0, -1.2, -1.2),
        (-1.0, 1.0, -0.3, -0.3),
    ]:
        c.dof_low[9], c.dof_high[9] = low, high
        assert plain(begin_at)(c, c.acts[0, 0], 9, now) == begin


def test_servos_take_the_answer_in_the_chains_order(plain: Plain, scene: Plain) -> None:
    s = scene()
    s.say({ACT_ROW: s.chain(*ARM), IK_GAINS_KP: 90.0, IK_GAINS_KD: 7.0}, "IK")
    s.c.scratch[0, 1:5] = 0.1, 0.2, 0.3, -0.4
    plain(servo_chain)(s.c, 0, s.c.acts[0, 0])
    rows = [s.c.servo[s.dof(axis)] for axis in AXES]
    assert [row[SERVO_TARGET] for row in rows] == [0.1, 0.2, 0.3, -0.4]
    assert (rows[3][SERVO_KP], rows[3][SERVO_KD], rows[3][SERVO_ON]) == (
        pytest.approx(90.0),
        pytest.approx(7.0),
        ONCE,
    )
    s.c.depth[0] = 1  # the phase calls a skill: its arms are its own
    plain(servo_chain)(s.c, 0, s.c.acts[0, 0])
    assert all(s.c.servo[s.dof(axis), SERVO_ON] == OWNED for axis in AXES)
    assert ITERATIONS > 1
