"""TRACK against its closed forms: which row, which servo, which force, which torque."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np
import pytest

from footfall.control import track
from footfall.control.columns import (
    SERVO_KD,
    SERVO_KP,
    SERVO_ON,
    SERVO_TARGET,
    TRACKED_PHI,
    TRACKED_STANCE,
    TRACKED_TIME,
)
from footfall.control.kinematics import angular_momentum, com_velocity
from footfall.engine.sim import Sim
from footfall.script import compile_text
from footfall.script.reference import LEADING, ReferenceTable, reference_text
from footfall.script.source import DictLoader

pytestmark = pytest.mark.sim
Plain = Any
AXES = ("lHip.pitch", "lHip.roll", "rKnee.pitch", "lShoulder.pitch", "waist.yaw", "nowhere.pitch")
COM, VELOCITY, MOMENTUM, TRUNK, ANKLES, ROOT, ANGLES = 2, 5, 8, 11, 15, 21, 28


def quat(vector: Any) -> np.ndarray:
    """The rotation by a rotation vector (3,)."""
    out, size = np.zeros(4), float(np.linalg.norm(vector))
    mujoco.mju_axisAngle2Quat(out, np.asarray(vector) / max(size, 1e-12), size)
    return out


def times(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The rotation b, then a."""
    out = np.zeros(4)
    mujoco.mju_mulQuat(out, a, b)
    return out


def turned(rotation: np.ndarray, vector: Any) -> np.ndarray:
    """A vector (3,), rotated."""
    out = np.zeros(3)
    mujoco.mju_rotVecQuat(out, np.asarray(vector, float), rotation)
    return out


def table(*, loop: bool = False, stance: tuple[float, float] = (1.0, 1.0), rows: int = 4) -> ReferenceTable:
    """Numbers that mean nothing, with orientations that are some."""
    draw = np.random.default_rng(5)
    numbers = draw.uniform(-0.3, 0.3, (rows, len(LEADING) + len(AXES)))
    numbers[:, :2] = stance
    for at, small in ((TRUNK, 0.3), (ROOT + 3, 0.4)):
        numbers[:, at : at + 4] = [quat(vector) for vector in draw.uniform(-small, small, (rows, 3))]
    return ReferenceTable("move", "human", 10.0, loop, AXES, numbers)


def tracking(made: ReferenceTable, clauses: str = "", before: str = "", speed: str = "") -> Sim:
    text = f"SKILL test()\nBODY human\nPHASE only\n{before}  TRACK move({speed}){clauses};\n"
    program = compile_text(text, loader=DictLoader({"move.ref": reference_text(made)}))
    sim = Sim(program)
    sim.advance(1)
    sim.actors[0].state.tau[:] = 0.0
    return sim


def context(sim: Sim) -> tuple[Any, Any, int]:
    """The Context, the linked statement, and its number."""
    c = sim.actors[0].context
    s = int(np.flatnonzero(c.acts[0, :, 0] == c.acts[0, :, 0].max())[0])
    return c, c.acts[0, s], s


def axis(sim: Sim, name: str) -> int:
    return sim.actors[0].anatomy.dof_names.index(name)


@pytest.mark.parametrize("loop", [False, True])
def test_rows_around_a_time(plain: Plain, loop: bool) -> None:
    c, _, _ = context(tracking(table(loop=loop)))
    assert plain(track.clip_length)(c, 0) == pytest.approx(0.4 if loop else 0.3)
    assert plain(track.rows_at)(c, 0, 0.12) == (1, 2, pytest.approx(0.2))
    low, high, share = plain(track.rows_at)(c, 0, 0.3)
    assert (low, high) == (3, 0 if loop else 3)
    assert share == pytest.approx(0.0)
    assert plain(track.within)(c, 0, 0.45) == pytest.approx(0.05 if loop else 0.3)
    assert plain(track.within)(c, 0, -0.1) == pytest.approx(0.3 if loop else 0.0)


def test_the_clock_begins_where_it_is_told_and_goes_at_its_speed(plain: Plain) -> None:
    sim = tracking(table(), ".begin(.1)", speed=".5")
    c, act, s = context(sim)
    assert c.clip_now[TRACKED_TIME] == pytest.approx(0.1)
    sim.advance(10)
    assert c.clip_now[TRACKED_TIME] == pytest.approx(0.1 + 0.5 * 10 * sim.dt)
    assert c.clip_now[TRACKED_PHI] == pytest.approx(c.clip_now[TRACKED_TIME] / 0.3)
    assert c.clip_now[TRACKED_STANCE] == 3.0


def test_the_heading_of_a_clip_follows_that_of_the_body(plain: Plain) -> None:
    made = table()
    sim = tracking(made, ".turn(.1)")
    c, act, s = context(sim)
    matrix = np.zeros(9)
    mujoco.mju_quat2Mat(matrix, made.rows[0, ROOT + 3 : ROOT + 7])
    yaw = np.arctan2(-matrix[1], matrix[4])
    assert plain(track.clip_heading)(c, 0) == pytest.approx(yaw, abs=1e-4)
    assert c.scratch[s, track.TURN] == pytest.approx(-yaw, abs=1e-3)
    c.scratch[s, track.TURN] = off = 0.5
    _, turn = plain(track.advance)(c, act, s, 0)
    low = plain(track.rows_at)(c, 0, c.scratch[s, track.AT])[0]
    wanted = plain(track.heading)(c) - plain(track.clip_heading)(c, low)
    assert turn == pytest.approx(off + (wanted - off) * sim.dt / 0.1)


def test_servos_take_the_angles_and_the_rates(plain: Plain) -> None:
    made = table()
    sim = tracking(made, ".gains(2, 3)", "  POSE lHip(0, 500, 20);\n", speed="1.5")
    c, act, s = context(sim)
    c.servo[:] = 0.0
    hip, knee = axis(sim, "lHip.pitch"), axis(sim, "rKnee.pitch")
    c.servo[hip, [SERVO_KP, SERVO_KD, SERVO_ON]] = 500.0, 20.0, 1.0
    plain(track.servos)(c, act, s, 0, 1, 2, 0.25)
    angles = made.rows[:, ANGLES:]
    wanted = angles[1] + 0.25 * (angles[2] - angles[1])
    rates = np.gradient(angles, 0.1, axis=0)
    rate = rates[1] + 0.25 * (rates[2] - rates[1])
    np.testing.assert_allclose(
        c.servo[hip, [SERVO_TARGET, SERVO_KP, SERVO_KD]], [wanted[0], 1000.0, 60.0], atol=1e-4
    )
    own = c.gain[knee]
    np.testing.assert_allclose(
        c.servo[knee, [SERVO_TARGET, SERVO_KP, SERVO_KD]], [wanted[2], 2 * own[0], 3 * own[1]], atol=1e-4
    )
    np.testing.assert_allclose(
        c.tau[[hip, knee]], [60.0 * 1.5 * rate[0], 3 * own[1] * 1.5 * rate[2]], rtol=1e-3
    )
    assert c.servo[axis(sim, "rHip.pitch"), SERVO_ON] == 0.0


@pytest.mark.parametrize(
    ("words", "followed"),
    [("all", AXES[:5]), ("upper", ("lShoulder.pitch", "waist.yaw")), ("arms", ("lShoulder.pitch",))],
)
def test_only_some_parts_follow(plain: Plain, words: str, followed: tuple[str, ...]) -> None:
    sim = tracking(table(), f".only({words})")
    c, act, s = context(sim)
    c.servo[:] = 0.0
    plain(track.servos)(c, act, s, 0, 0, 1, 0.5)
    on = {name for name in AXES[:5] if c.servo[axis(sim, name), SERVO_ON]}
    assert on == set(followed)


@pytest.mark.parametrize("stance", [(1.0, 1.0), (1.0, 0.0), (0.0, 1.0), (0.0, 0.0)])
def test_the_force_on_the_centre_of_mass(plain: Plain, stance: tuple[float, float]) -> None:
    made = table(stance=stance)
    sim = tracking(made, ".dual(300, 40, 0, 0)", speed="2")
    c, act, s = context(sim)
    left, right = stance[0] > 0.5, stance[1] > 0.5
    feet = [k for k in range(2) if stance[k]] or [0, 1]
    row = made.rows[1] + 0.4 * (made.rows[2] - made.rows[1])
    base = np.mean([row[ANKLES + 3 * k : ANKLES + 3 * k + 2] for k in feet], axis=0)
    turn = quat([0.0, 0.0, 0.7])
    wanted = turned(turn, [*(row[COM : COM + 2] - base), row[COM + 2]])
    velocity = 2.0 * turned(turn, row[VELOCITY : VELOCITY + 3])
    anchors = [sim.data.joint(f"{'lr'[k]}Ankle.pitch").xanchor for k in feet]
    below = np.array([*np.mean(anchors, axis=0)[:2], 0.0])
    expected = 300.0 * (wanted - (c.com - below)) + 40.0 * (velocity - plain(com_velocity)(c))
    weights = act[track.TRACK_DUAL_POSITION : track.TRACK_DUAL_POSITION + 4]
    force = plain(track.com_force)(c, weights, 2.0, 1, 2, 0.4, 0.7, left, right, (0.0, 0.0, 0.0))
    np.testing.assert_allclose(force, expected, rtol=1e-3, atol=0.02)
    position = float(c.reg[weights[0]])
    shifted = plain(track.com_force)(c, weights, 2.0, 1, 2, 0.4, 0.7, left, right, (0.1, 0.0, -0.2))
    np.testing.assert_allclose(np.subtract(shifted, force), position * np.array([0.1, 0.0, -0.2]), atol=1e-6)


def test_the_torque_on_the_trunk(plain: Plain) -> None:
    made = table()
    sim = tracking(made, ".dual(0, 0, 80, 7)", speed="2")
    c, act, s = context(sim)
    weights = act[track.TRACK_DUAL_POSITION : track.TRACK_DUAL_POSITION + 4]
    turn, back, error = quat([0.0, 0.0, 0.3]), np.zeros(4), np.zeros(3)
    mujoco.mju_negQuat(back, np.array(c.xquat[c.trunk_body[0]]))
    mujoco.mju_quat2Vel(error, times(times(turn, made.rows[2, TRUNK : TRUNK + 4]), back), 1.0)
    row = made.rows[1] + 0.6 * (made.rows[2] - made.rows[1])
    spin = 2.0 * turned(turn, row[MOMENTUM : MOMENTUM + 3]) - plain(angular_momentum)(c)
    torque = plain(track.turning)(c, weights, 2.0, 1, 2, 0.6, 0.3)
    np.testing.assert_allclose(torque, 80.0 * error + 7.0 * spin, rtol=1e-3, atol=0.01)


@pytest.mark.parametrize("loads", [(700.0, 0.0), (0.0, 700.0), (3.0, 3.0)])
def test_a_leg_that_stands_alone_gives_it_by_its_jacobian(plain: Plain, loads: tuple[float, float]) -> None:
    sim = tracking(table(), ".single(20, 3, 5, 0).dual(100, 30, 20, 0)")  # within what a sole can give
    c, act, s = context(sim)
    c.foot_load[:] = loads
    c.tau[:] = 0.0
    still = (0.0, 0.0, 0.0)
    plain(track.balance)(c, act, s, 0, 1, 2, 0.4, 0.2, False, False, -1, still)
    weights = act[track.TRACK_SINGLE_POSITION : track.TRACK_SINGLE_POSITION + 4]
    force = np.array(plain(track.com_force)(c, weights, 1.0, 1, 2, 0.4, 0.2, False, False, still))
    torque = np.array(plain(track.turning)(c, weights, 1.0, 1, 2, 0.4, 0.2))
    for k in range(2):
        for name in ("Hip.roll", "Hip.pitch", "Knee.pitch", "Ankle.roll", "Ankle.pitch"):
            joint = sim.data.joint(f"{'lr'[k]}{name}")
            moment = np.cross(c.com - joint.xanchor, force) + torque
            expected = -joint.xaxis @ moment if loads[k] > 10.0 else 0.0
            assert c.tau[axis(sim, f"{'lr'[k]}{name}")] == pytest.approx(expected, rel=1e-3, abs=0.01)


def test_a_foot_that_is_near_the_ground_stands_when_it_does_in_the_clip(plain: Plain) -> None:
    c, _, _ = context(tracking(table()))
    c.foot_load[:] = 0.0
    assert plain(track.stands_now)(c, 0, True, 0.06, 700.0)
    assert not plain(track.stands_now)(c, 0, True, -0.1, 700.0)
    assert not plain(track.stands_now)(c, 0, False, 0.06, 700.0)


def test_a_clip_feeds_its_own_accelerations_forward(plain: Plain) -> None:
    made = table()
    c, _, _ = context(tracking(made))
    x, y, z = made.rows[2, VELOCITY : VELOCITY + 3] - made.rows[1, VELOCITY : VELOCITY + 3]
    rate = plain(track.row_rate)(c, 0, VELOCITY, 1, 2, 2.0, np.pi / 2)
    np.testing.assert_allclose(rate, [-40.0 * y, 40.0 * x, 40.0 * z], atol=0.01)


def test_motor_noise_is_held(plain: Plain) -> None:
    sim = tracking(table(), ".noise(5, .01)")
    c, act, s = context(sim)

    def draw() -> np.ndarray:
        c.tau[:] = 0.0
        with np.errstate(over="ignore"):
            plain(track.motor_noise)(c, act, s)
        return np.array(c.tau[c.dofs])

    c.scratch[s, track.DRAWN] = 0.0
    first = draw()
    assert np.abs(first).max() <= 5.0
    assert 1.0 < np.abs(first).mean() < 4.0
    np.testing.assert_array_equal(draw(), first)
    c.scratch[s, track.DRAWN] = 0.0101
    assert not np.array_equal(draw(), first)


def test_upper_parts_alone_do_not_balance(plain: Plain) -> None:
    sim = tracking(table(), ".only(upper)")
    c, _, s = context(sim)
    c.foot_load[:] = 400.0
    c.tau[:] = 0.0
    plain(track.track)(c, 0, s)
    assert np.all(
        c.tau[[axis(sim, f"l{name}") for name in ("Hip.pitch", "Knee.pitch", "Ankle.pitch")]] == 0.0
    )
