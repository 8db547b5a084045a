"""DRIVE by hand: the force on the centre of mass, how feet share it, and what each joint gives for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from footfall.control.columns import (
    GAIT_BEHIND,
    GAIT_PLANNED,
    LEG_ANKLE_HEIGHT,
    LEG_BACK,
    LEG_FRONT,
    LEG_HALF_WIDTH,
    LIMB_HIP,
    LIMB_KNEE,
    SCALE_LEG,
    SCALE_MASS,
)
from footfall.control.opcodes import (
    DRIVE_BEAR_KNEE,
    DRIVE_BEAR_PITCH,
    DRIVE_BEAR_ROLL,
    DRIVE_GAINS_CV,
    DRIVE_GAINS_SIDE_CD,
    DRIVE_GAINS_SIDE_CV,
    DRIVE_MOST_FORWARD,
    DRIVE_MOST_SIDE,
    DRIVE_OVER_PLACE,
    DRIVE_PART,
    DRIVE_SIDE,
    DRIVE_SPEED,
    DRIVE_WIDTH_DISTANCE,
)
from footfall.control.place import JOINT_PLACES
from footfall.control.servos.pose import PITCH, ROLL
from footfall.control.steps.drive import drive, held, load_joint, push_off, wanted_force, within_sole
from footfall.script.statements import BY_WORD

Plain = Callable[..., Any]
DEFAULTS = BY_WORD["DRIVE"].defaults
CAPTURE = DEFAULTS["capture_gain"]
EDGE = DEFAULTS["sole_width"]
FORWARD = DEFAULTS["gains_cv"]
LOADED = DEFAULTS["load_flying"]
MOST = DEFAULTS["most_forward"]
MOST_SIDE = DEFAULTS["most_side"]
SIDE_D = DEFAULTS["gains_side_cd"]
SIDE_V = DEFAULTS["gains_side_cv"]
SOLE = DEFAULTS["sole_length"]
WIDE = {DRIVE_MOST_FORWARD: 9.0, DRIVE_MOST_SIDE: 9.0}  # weights: bounds that nothing reaches
HIGH = {"lHip": LIMB_HIP, "lKnee": LIMB_KNEE}


def driving(scene: Plain) -> Any:
    """A body with a DRIVE that says nothing."""
    s = scene()
    s.say({}, "DRIVE")
    return s


def units(s: Any) -> tuple[float, float]:
    """The body's weight, N, and its natural speed, m/s."""
    leg = float(s.c.scale[SCALE_LEG])
    return float(s.c.scale[SCALE_MASS]) * 9.81, leg / np.sqrt(leg / 9.81)


def sole(s: Any, side: str) -> np.ndarray:
    """The middle of a sole, world (x, y)."""
    leg = "lr".index(side)
    mat = s.sim.data.xmat[s.body(f"{side}Foot")].reshape(3, 3)
    way = mat[:2, 0] / np.linalg.norm(mat[:2, 0])
    half = 0.5 * (s.c.legs[leg, LEG_FRONT] - s.c.legs[leg, LEG_BACK])
    return np.array(s.anchor(f"{side}Ankle.pitch")[:2] + half * way)


@pytest.mark.parametrize("yaw", [0.8, -2.0])
@pytest.mark.parametrize(("speed", "aside"), [(1.5, 0.0), (-1.5, 0.3), (0.3, -0.6)])
def test_the_force_goes_with_the_error_of_the_velocity(
    plain: Plain, scene: Plain, speed: float, aside: float, yaw: float
) -> None:
    s = scene("human", yaw)
    weight, unit = units(s)
    s.c.gait[GAIT_PLANNED] = 0.0
    s.say({DRIVE_SPEED: speed, DRIVE_SIDE: aside, DRIVE_GAINS_SIDE_CD: 0.0, **WIDE}, "DRIVE")
    v = s.ahead(s.velocity)
    expected = weight * FORWARD * (speed - v[0]) / unit, weight * SIDE_V * (aside - v[1]) / unit
    assert plain(wanted_force)(s.c, s.c.acts[0, 0], 0) == pytest.approx(expected)
    s.say(
        {DRIVE_SPEED: speed, DRIVE_GAINS_CV: 0.4, DRIVE_GAINS_SIDE_CV: 0.0, DRIVE_GAINS_SIDE_CD: 0.0, **WIDE},
        "DRIVE",
    )
    expected = weight * 0.4 * (speed - v[0]) / unit, 0.0
    assert plain(wanted_force)(s.c, s.c.acts[0, 0], 0) == pytest.approx(expected)


@pytest.mark.parametrize(("side", "inwards"), [("l", -1.0), ("r", 1.0)])
def test_sideways_it_pulls_to_half_a_width_beside_the_foot(
    plain: Plain, scene: Plain, side: str, inwards: float
) -> None:
    s = scene()
    weight, _ = units(s)
    gains = {DRIVE_GAINS_CV: 0.0, DRIVE_GAINS_SIDE_CV: 0.0}
    s.say({DRIVE_SPEED: 0.0, DRIVE_WIDTH_DISTANCE: 0.5, **gains, **WIDE}, "DRIVE")
    left = s.ahead(np.append(s.com[:2] - sole(s, side), 0.0))[1]
    expected = -weight * SIDE_D * (left - inwards * 0.25) / s.c.scale[SCALE_LEG]
    got = plain(wanted_force)(s.c, s.c.acts[0, 0], "lr".index(side))
    assert got == pytest.approx((0.0, expected), abs=1e-9)


def test_over_a_place_it_pulls_both_ways(plain: Plain, scene: Plain) -> None:
    s = scene()
    weight, _ = units(s)
    gains = {DRIVE_GAINS_CV: 0.0, DRIVE_GAINS_SIDE_CV: 0.0}
    s.say({DRIVE_SPEED: 0.0, DRIVE_OVER_PLACE: JOINT_PLACES + s.joint("rAnkle"), **gains, **WIDE}, "DRIVE")
    off = s.ahead(s.com - s.anchor("rAnkle.pitch"))
    expected = -weight * SIDE_D / s.c.scale[SCALE_LEG] * off[:2]
    assert np.abs(expected).min() > 1.0
    np.testing.assert_allclose(plain(wanted_force)(s.c, s.c.acts[0, 0], 0), expected)


@pytest.mark.parametrize("late", [0.05, -0.05])
def test_a_planned_step_is_hurried_or_held_back(plain: Plain, scene: Plain, late: float) -> None:
    s = scene()
    weight, _ = units(s)
    s.c.gait[GAIT_PLANNED], s.c.gait[GAIT_BEHIND] = 1.0, late
    s.say({DRIVE_SPEED: 5.0, **WIDE}, "DRIVE")
    forward, _ = plain(wanted_force)(s.c, s.c.acts[0, 0], 0)
    assert forward == pytest.approx(weight * CAPTURE * late / s.c.scale[SCALE_LEG])


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_force_is_bounded(plain: Plain, scene: Plain, sign: float) -> None:
    s = scene()
    weight, _ = units(s)
    s.say({DRIVE_SPEED: sign * 50.0, DRIVE_SIDE: sign * 50.0}, "DRIVE")
    got = plain(wanted_force)(s.c, s.c.acts[0, 0], 0)
    assert got == pytest.approx((sign * weight * MOST, sign * weight * MOST_SIDE))
    flat = scene("planar7")
    flat.say({DRIVE_SPEED: sign * 50.0, DRIVE_SIDE: sign * 50.0}, "DRIVE")
    forward, left = plain(wanted_force)(flat.c, flat.c.acts[0, 0], 0)
    assert left == 0.0 and sign * forward > 0.0


@pytest.mark.parametrize("leg", [0, 1])
@pytest.mark.parametrize("force", [(40.0, 0.0), (0.0, 40.0), (-30.0, -20.0)])
def test_a_leg_pushes_by_the_transposed_jacobian(
    plain: Plain, scene: Plain, force: tuple[float, float], leg: int
) -> None:
    s = driving(scene)
    s.c.foot_load[:] = 0.0
    s.c.foot_load[leg] = 1e6  # the sole bounds nothing; what holds the foot is tested below
    plain(push_off)(s.c, s.c.acts[0, 0], leg, *force)
    still = driving(scene)
    still.c.foot_load[:] = s.c.foot_load
    plain(push_off)(still.c, still.c.acts[0, 0], leg, 0.0, 0.0)
    expected = np.zeros(s.sim.model.nv)
    for joint in s.c.leg_joints[leg]:
        for dof in s.c.joint_dof[joint]:
            if dof >= 0:  # with the foot held, the centre of mass moves against the joint's child
                column = s.moves(s.com, int(s.c.joint_child[joint]))[:, dof]
                expected[dof] = -column @ [*force, 0.0]
    assert np.abs(expected).max() > 5.0
    np.testing.assert_allclose(s.c.tau - still.c.tau, expected, atol=1e-6)


@pytest.mark.parametrize("leg", [0, 1])
def test_a_loaded_foot_stands_still(plain: Plain, scene: Plain, leg: int) -> None:
    """The ground pushes from the sole's middle to the centre of mass; its moment on the foot is held."""
    s = driving(scene)
    side = "lr"[leg]
    s.c.foot_load[leg] = 400.0
    ankle, middle = s.anchor(f"{side}Ankle.pitch"), sole(s, side)
    low = float(s.c.legs[leg, LEG_ANKLE_HEIGHT])
    high = s.com[2] - ankle[2] + low
    ground = 400.0 * np.append((s.com[:2] - middle) / high, 0.0)
    moment = np.cross([0.0, 0.0, -low], ground)  # of the ground on the foot; the ankle gives the reverse
    for axis in (f"{side}Ankle.roll", f"{side}Ankle.pitch"):
        jnt = int(s.sim.model.dof_jntid[s.dof(axis)])
        expected = -s.axis(axis) @ moment
        assert abs(expected) > 0.01
        assert plain(held)(s.c, s.c.acts[0, 0], leg, jnt) == pytest.approx(expected)
    s.c.foot_load[leg] = -1.0
    assert plain(held)(s.c, s.c.acts[0, 0], leg, jnt) == 0.0


def test_the_pressure_stays_inside_the_sole(plain: Plain, scene: Plain) -> None:
    s = driving(scene)
    s.c.foot_load[1] = 300.0
    front, back, half = (float(s.c.legs[1, k]) for k in (LEG_FRONT, LEG_BACK, LEG_HALF_WIDTH))
    bounded = plain(within_sole)
    assert bounded(s.c, s.c.acts[0, 0], 1, PITCH, 900.0) == pytest.approx(SOLE * 300.0 * front)
    assert bounded(s.c, s.c.acts[0, 0], 1, PITCH, -900.0) == pytest.approx(-SOLE * 300.0 * back)
    assert bounded(s.c, s.c.acts[0, 0], 1, PITCH, -3.0) == -3.0
    assert bounded(s.c, s.c.acts[0, 0], 1, ROLL, 900.0) == pytest.approx(EDGE * 300.0 * half)
    assert bounded(s.c, s.c.acts[0, 0], 1, ROLL, -900.0) == pytest.approx(-EDGE * 300.0 * half)
    assert bounded(s.c, s.c.acts[0, 0], 1, ROLL, 2.0) == 2.0


@pytest.mark.parametrize("joint", HIGH)
@pytest.mark.parametrize(("roll", "pitch"), [(500.0, 0.0), (0.0, 500.0), (300.0, -200.0)])
def test_bear_is_the_moment_of_a_force_from_sole_to_centre_of_mass(
    plain: Plain, scene: Plain, joint: str, roll: float, pitch: float
) -> None:
    s = driving(scene)
    plain(load_joint)(s.c, s.c.acts[0, 0], 0, HIGH[joint], roll, pitch)
    middle = np.append(sole(s, "l"), 0.0)
    force = (s.com - middle) / s.com[2]  # of one newton upwards
    moment = s.ahead(np.cross(s.com - s.anchor(f"{joint}.pitch"), force))
    moment = s.world(roll * moment[0], pitch * moment[1])
    for dof in s.c.joint_dof[s.joint(joint)]:
        if dof >= 0:
            axis = s.sim.data.xaxis[s.sim.model.dof_jntid[dof]]
            assert s.c.tau[dof] == pytest.approx(-axis @ moment, abs=1e-9)
    assert np.abs(s.c.tau).max() > 1.0


@pytest.mark.parametrize("loads", [(600.0, 0.0), (150.0, 450.0), (400.0, -5.0)])
def test_feet_share_the_force_by_their_load(plain: Plain, scene: Plain, loads: tuple[float, float]) -> None:
    s, by_hand = scene(), scene()
    columns = {DRIVE_SPEED: 2.0, DRIVE_PART: s.part("lFoot")}
    bearing = {DRIVE_BEAR_ROLL: 0.5, DRIVE_BEAR_PITCH: 0.4, DRIVE_BEAR_KNEE: 0.3}
    weight, _ = units(s)
    s.say({**columns, **bearing}, "DRIVE")
    by_hand.say({**columns, **bearing}, "DRIVE")
    for one in (s, by_hand):
        one.c.foot_load[:] = loads
    plain(drive)(s.c, 0, 0)
    force = by_hand.world(*plain(wanted_force)(by_hand.c, by_hand.c.acts[0, 0], 0))
    total = sum(max(0.0, load) for load in loads)
    for leg, load in enumerate(loads):
        if load > 0.0:
            plain(push_off)(by_hand.c, by_hand.c.acts[0, 0], leg, *(load / total * force[:2]))
            plain(load_joint)(
                by_hand.c,
                by_hand.c.acts[0, 0],
                leg,
                LIMB_HIP,
                load / total * weight * 0.5,
                load / total * weight * 0.4,
            )
            plain(load_joint)(
                by_hand.c, by_hand.c.acts[0, 0], leg, LIMB_KNEE, 0.0, load / total * weight * 0.3
            )
    assert np.abs(s.c.tau).max() > 5.0
    np.testing.assert_allclose(s.c.tau, by_hand.c.tau, atol=1e-9)


def test_a_body_that_flies_pushes_nothing(plain: Plain, scene: Plain) -> None:
    s = scene()
    s.say({DRIVE_SPEED: 2.0, DRIVE_PART: s.part("lFoot")}, "DRIVE")
    s.c.foot_load[:] = 0.4 * LOADED * units(s)[0], 0.4 * LOADED * units(s)[0]
    plain(drive)(s.c, 0, 0)
    assert not s.c.tau.any()
