"""STEP by hand: where a foot may land, the path of its ankle, and the servos that take it there."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from footfall.control.columns import (
    ACT_REFS,
    GAIT_CLIMB,
    GAIT_PLANNED,
    GAIT_TRIM,
    LEG_ANKLE_HEIGHT,
    LEG_BACK,
    LEG_FRONT,
    LEG_ROOM,
    LIMB_HIP,
    PHASE_LASTS,
    SCALE_LEG,
    SERVO_ON,
    SERVO_TARGET,
)
from footfall.control.opcodes import (
    STEP_AHEAD_SHARE,
    STEP_BALANCE_ASIDE,
    STEP_BALANCE_FORWARD,
    STEP_CROSS_DISTANCE,
    STEP_EVERY_SECONDS,
    STEP_FIT_DISTANCE,
    STEP_FORESEE_STRIDES,
    STEP_HEIGHT_LIFT,
    STEP_HURRY_ASIDE,
    STEP_HURRY_CALM,
    STEP_HURRY_FORWARD,
    STEP_HURRY_MISSED,
    STEP_HURRY_MOST,
    STEP_PART,
    STEP_PIVOT_HEIGHT,
    STEP_REACH_DISTANCE,
    STEP_SHIFT_FORWARD,
    STEP_SHIFT_OUT,
    STEP_SHIFT_UP,
    STEP_SIDE,
    STEP_SPEED,
    STEP_TO_X,
    STEP_TO_Y,
    STEP_TWIST_ANGLE,
    STEP_WIDTH_DISTANCE,
    STEP_YAW_ANGLE,
)
from footfall.control.rotation import rotation_error
from footfall.control.servos.pose import ONCE
from footfall.control.servos.vpd import turn_by, turn_towards
from footfall.control.steps import step as st
from footfall.control.steps.footing import carried, half_sole
from footfall.control.steps.leg import two_links
from footfall.control.steps.pendulum import into_frame, landing, out_of_frame, step_frame
from footfall.control.steps.strides import clock_rate, timed
from footfall.control.steps.strides import strides as plan
from footfall.script.statements import BY_WORD

Plain = Callable[..., Any]
DEFAULTS = BY_WORD["STEP"].defaults
MARGIN = DEFAULTS["apart_gap"]
HURRY = DEFAULTS["hurry_missed"]
MOST_HURRY = DEFAULTS["hurry_most"]
REACH = DEFAULTS["reach_distance"]
CROSS = DEFAULTS["cross_distance"]
WIDTH = DEFAULTS["width_distance"]
PRESS = DEFAULTS["press_depth"]
SINK = DEFAULTS["press_sink"]
FREE = DEFAULTS["carry_clear"]
FASTEST = DEFAULTS["follow_fastest"]
STIFFER = DEFAULTS["follow_stiffer"]
STRETCH = DEFAULTS["follow_stretch"]
LOWEST = DEFAULTS["lowest_height"]
SIZE = 0.9
SECONDS = 0.6
STAIRS = np.array([[-9, 0], [0.35, 0], [0.35, 0.15], [0.7, 0.15], [0.7, 0.3], [9, 0.3]], float)


def stepping(scene: Plain, columns: dict[int, float] | None = None, leg: int = 0) -> Any:
    """A body with legs of 0.9 m that swings a leg, its feet 0.1 m of room each and 0.2 m long."""
    s = scene()
    s.c.scale[SCALE_LEG] = SIZE
    s.c.legs[:, LEG_ROOM], s.c.legs[:, LEG_FRONT], s.c.legs[:, LEG_BACK], s.c.legs[:, LEG_ANKLE_HEIGHT] = (
        0.06,
        0.14,
        0.06,
        0.08,
    )
    s.say({STEP_SPEED: 0.5, STEP_PART: s.part(f"{'lr'[leg]}Foot"), **(columns or {})}, "STEP")
    s.c.phases = np.full((1, 12), -1, np.int32)
    s.c.phases[0, PHASE_LASTS] = ACT_REFS
    s.c.reg[ACT_REFS] = SECONDS
    s.c.now[0] = s.c.depth[0] = 0
    s.c.frame_phase[0], s.c.clock[0] = 0, 0.0
    s.c.gait[:] = 0.0
    return s


CLEAR, LONG = 0.12 + MARGIN * SIZE, 0.2 + MARGIN * SIZE


def test_how_long_the_phase_lasts(plain: Plain, scene: Plain) -> None:
    s = stepping(scene)
    assert plain(st.step_seconds)(s.c, s.c.acts[0, 0]) == SECONDS
    s.c.phases[0, PHASE_LASTS] = -1
    assert plain(st.step_seconds)(s.c, s.c.acts[0, 0]) == pytest.approx(1.6 * math.sqrt(SIZE / 9.81))


@pytest.mark.parametrize(
    ("wanted", "lands"),
    [
        ((0.0, 0.5), (0.0, 0.5)),
        ((0.03, 0.05), (0.03, CLEAR)),
        ((-0.03, 0.05), (-0.03, CLEAR)),
        ((LONG, -0.05), (LONG, -0.05)),
        ((-LONG, -0.2), (-LONG, -0.1)),
        ((0.9 * LONG, -0.1), (LONG, -0.1)),
        ((-0.9 * LONG, -0.05), (-LONG, -0.05)),
        ((0.4, -0.05), (0.4, -0.05)),
        ((-0.4, -0.05), (-0.4, -0.05)),
    ],
)
def test_feet_stay_clear_of_each_other(plain: Plain, scene: Plain, wanted: Any, lands: Any) -> None:
    s = stepping(scene)
    assert plain(st.clearance)(s.c, MARGIN) == pytest.approx(CLEAR)
    assert plain(st.length_of_feet)(s.c, MARGIN) == pytest.approx(LONG)
    assert plain(st.kept_clear)(s.c, *wanted, 0.1, MARGIN) == pytest.approx(lands)


def test_a_step_hurries_by_what_it_misses(plain: Plain, scene: Plain) -> None:
    s = stepping(scene)
    ask = plain(st.hurry)
    assert ask(s.c, s.c.acts[0, 0], 0.1, 9.0, 9.0) == pytest.approx(HURRY * 0.1)
    assert ask(s.c, s.c.acts[0, 0], 9.0, 0.0, 0.0) == MOST_HURRY
    own = {STEP_HURRY_MISSED: 2.0, STEP_HURRY_FORWARD: 0.5, STEP_HURRY_ASIDE: 0.7, STEP_HURRY_CALM: 0.2}
    s = stepping(scene, {**own, STEP_HURRY_MOST: 9.0})
    assert ask(s.c, s.c.acts[0, 0], 0.1, 0.6, 0.4) == pytest.approx(0.2 + 0.5 * 0.4 + 0.7 * 0.2)
    assert ask(s.c, s.c.acts[0, 0], 0.1, 0.1, 0.1) == pytest.approx(0.2)


@pytest.mark.parametrize("leg", [0, 1])
def test_a_foot_lands_where_the_pendulum_says(plain: Plain, scene: Plain, leg: int) -> None:
    own = {STEP_SIDE: 0.2, STEP_WIDTH_DISTANCE: 0.3, STEP_AHEAD_SHARE: 0.8, STEP_BALANCE_FORWARD: 1.1}
    own |= {STEP_BALANCE_ASIDE: 0.9, STEP_HURRY_FORWARD: 0.5, STEP_HURRY_ASIDE: 0.7, STEP_HURRY_CALM: -9.0}
    s = stepping(scene, {**own, STEP_HURRY_MOST: 99.0}, leg)
    frame = plain(step_frame)(s.c, leg)
    aside = 0.2 if leg == 0 else -0.2
    d, side, ahead, out = plain(landing)(
        s.c, frame, 0.7, aside, 0.3, SECONDS, 0.8 * 0.3, 1.1, 0.9, LOWEST * SIZE, 0.0
    )
    reach = REACH * SIZE
    y_free = side + np.clip(out, -reach, reach)
    x, y = plain(st.kept_clear)(s.c, d + np.clip(ahead, -reach, reach), y_free, CROSS * SIZE, MARGIN)
    more = HURRY * max(0.0, y - side - out) / SIZE
    more += 0.5 * ((abs(ahead) - 0.5 * SECONDS * 0.7) / SIZE + 9.0)
    more += 0.7 * ((abs(out) - 0.5 * abs(0.3 + SECONDS * aside)) / SIZE + 9.0)
    got = plain(st.land_at)(s.c, s.c.acts[0, 0], leg, frame, 0.7, SECONDS, 0.3)
    assert got == pytest.approx((x, y, more))
    assert min(map(abs, got)) > 1e-3


def test_a_step_may_be_part_of_a_longer_one_about_a_pivot(plain: Plain, scene: Plain) -> None:
    s = stepping(scene, {STEP_EVERY_SECONDS: 2.0 * SECONDS, STEP_PIVOT_HEIGHT: 0.3, STEP_REACH_DISTANCE: 9.0})
    frame = plain(step_frame)(s.c, 0)
    d, side, ahead, out = plain(landing)(
        s.c, frame, 0.7, 0.0, WIDTH * SIZE, 2.0 * SECONDS, 0.3, 1.0, 1.0, LOWEST * SIZE, 0.3
    )
    near = plain(st.kept_clear)(s.c, d + ahead, side + out, CROSS * SIZE, MARGIN)
    got = plain(st.land_at)(s.c, s.c.acts[0, 0], 0, frame, 0.7, SECONDS, 0.3)
    assert got[:2] == pytest.approx(near)


@pytest.mark.parametrize("reach", [0.05, 0.02])
def test_its_reach_is_bounded(plain: Plain, scene: Plain, reach: float) -> None:
    s = stepping(scene, {STEP_REACH_DISTANCE: reach})
    frame = plain(step_frame)(s.c, 0)
    for vx in (5.0, -5.0):
        s.c.com_velocity[:] = *s.world(vx, 3.0)[:2], 0.0, 1.0
        d, side, *_ = plain(landing)(
            s.c, frame, 0.5, 0.0, WIDTH * SIZE, SECONDS, 0.1, 1.0, 1.0, LOWEST * SIZE, 0.0
        )
        x, y, _ = plain(st.land_at)(s.c, s.c.acts[0, 0], 0, frame, 0.5, SECONDS, 0.1)
        assert (x, y) == pytest.approx((d + math.copysign(reach, vx), max(side + reach, y)))


def test_a_step_can_be_told_where_to_land(plain: Plain, scene: Plain) -> None:
    s = stepping(scene, {STEP_TO_X: 0.7, STEP_TO_Y: -0.3, STEP_CROSS_DISTANCE: 5.0}, leg=1)
    frame = plain(step_frame)(s.c, 1)
    inside = plain(into_frame)(frame, 0.7, -0.3)
    got = plain(st.land_at)(s.c, s.c.acts[0, 0], 1, frame, 0.5, SECONDS, 0.1)
    assert got == pytest.approx((*plain(st.kept_clear)(s.c, *inside, 5.0, MARGIN), 0.0))
    assert min(abs(got[0]), abs(got[1])) > 1e-3


def test_easing_begins_at_once_and_ends_gently(plain: Plain) -> None:
    assert [plain(st.eased)(u, 1.0) for u in (0.0, 0.5, 1.0)] == [0.0, pytest.approx(0.625), 1.0]


@pytest.mark.parametrize("start", [0.0, 0.4, 1.0, 2.0])
def test_a_foot_sets_off_as_fast_as_it_is_told(plain: Plain, start: float) -> None:
    eased, tiny = plain(st.eased), 1e-6
    assert (eased(0.0, start), eased(1.0, start)) == (0.0, 1.0)
    assert eased(tiny, start) / tiny == pytest.approx(start, abs=1e-4)
    assert (1.0 - eased(1.0 - tiny, start)) / tiny == pytest.approx(0.0, abs=1e-4)


@pytest.mark.parametrize(("fit", "moved"), [(0.0, False), (0.3, True), (0.01, False)])
@pytest.mark.parametrize("yaw", [0.0, math.pi])
def test_a_sole_is_set_down_on_one_stretch(
    plain: Plain, scene: Plain, fit: float, moved: bool, yaw: float
) -> None:
    s = stepping(scene, {STEP_FIT_DISTANCE: fit})
    frame = (1.0, 0.0, math.cos(yaw), math.sin(yaw), 1.0)
    wanted = 1.3 if yaw == 0.0 else 0.7  # the edge is below the middle of the sole
    s.c.ground = np.array([[0.0, 0.0], [wanted, 0.0], [wanted, 0.1], [9.0, 0.1]])
    x = plain(st.fitted)(s.c, s.c.acts[0, 0], 0, frame, 0.29, 0.2)
    half = plain(half_sole)(s.c, 0, frame[2], frame[3])
    if moved:
        assert abs(frame[0] + frame[2] * x - wanted) >= half
    else:
        assert x == 0.29


def test_the_swing_foot_passes_beside_the_stance_foot(plain: Plain, scene: Plain) -> None:
    s = stepping(scene)
    way = plain(st.out_of_the_way)
    assert way(s.c, 0.0, -0.5, 0.1, MARGIN) == pytest.approx(CLEAR)
    assert way(s.c, 0.0, 0.5, 0.1, MARGIN) == 0.5
    assert way(s.c, -1.25 * LONG, -0.5, 0.1, MARGIN) == pytest.approx(CLEAR - 0.5 * (CLEAR + 0.1))
    assert way(s.c, 9.0, -0.5, 0.1, MARGIN) == pytest.approx(-0.1)


def test_ground_that_stands_out_of_the_way(plain: Plain, scene: Plain) -> None:
    s = stepping(scene)
    s.c.ground = np.array([[0.0, 0.1], [1.0, 0.2], [1.0, 0.7], [1.3, 0.7], [1.3, 0.3], [2.0, 0.5]])
    first, last, most = plain(st.obstacle)(s.c, 0.0, 0.0, 2.0, 0.0)
    assert (first, last) == (0.1, 0.5)
    assert most == pytest.approx(0.7 - (0.1 + 0.6 * 0.4))  # at 1.2 m, three fifths of the way


PATH = {STEP_HEIGHT_LIFT: 0.07, STEP_SHIFT_FORWARD: 0.03, STEP_SHIFT_OUT: 0.02, STEP_SHIFT_UP: 0.015}


@pytest.mark.parametrize("leg", [0, 1])
@pytest.mark.parametrize("t", [0.0, 0.2, 0.55, 0.7])
def test_the_path_of_the_ankle(plain: Plain, scene: Plain, t: float, leg: int) -> None:
    s = stepping(scene, PATH, leg)
    s.c.ground = np.array([[0.0, 0.05]])
    frame = plain(step_frame)(s.c, leg)
    row = s.c.scratch[0]
    lift = plain(out_of_frame)(frame, -0.3, 0.25)
    row[st.LIFT_X], row[st.LIFT_Y], row[st.LIFT_Z] = *lift, 0.2
    u = min(1.0, t / SECONDS)
    share = 1.0 - (1.0 - u) ** 2 * (1.0 + u)
    x = -0.3 + share * (0.4 - 0.04 + 0.3) + 0.03  # the sole's middle is 4 cm ahead of its ankle
    y = 0.25 + share * (0.3 - 0.25) + 0.02
    late = max(0.0, t - SECONDS) / math.sqrt(SIZE / 9.81)
    z = (
        0.05
        + 0.15
        + share * (0.08 - PRESS * SIZE - 0.15)
        + 4 * u * (1 - u) * 0.07
        + 0.015
        - SINK * SIZE * late
    )
    got = plain(st.ankle_path)(s.c, s.c.acts[0, 0], row, leg, frame, 0.4, 0.3, t, SECONDS)
    np.testing.assert_allclose(got, [*plain(out_of_frame)(frame, x, y), z], atol=1e-9)


@pytest.mark.parametrize("leg", [0, 1])
def test_over_an_edge_the_foot_is_carried(plain: Plain, scene: Plain, leg: int) -> None:
    s = stepping(scene, leg=leg)
    s.c.ground = STAIRS
    frame = (0.2, 0.0, 1.0, 0.0, 1.0 if leg == 0 else -1.0)
    row = s.c.scratch[0]
    row[st.LIFT_X], row[st.LIFT_Y], row[st.LIFT_Z] = -0.1, 0.2 * frame[4], 0.1
    x, y, z = plain(st.ankle_path)(s.c, s.c.acts[0, 0], row, leg, frame, 0.33, 0.2, 0.5 * SECONDS, SECONDS)
    share = plain(carried)(0.5)
    assert x == pytest.approx(-0.1 + share * (0.53 - 0.04 + 0.1))
    assert y == pytest.approx(0.2 * frame[4])
    assert z == pytest.approx(0.15 + 0.08 + FREE * SIZE)


def test_rates_are_bounded(plain: Plain) -> None:
    assert [plain(st.bounded)(k * st.GLANCE, FASTEST) for k in (3.0, -3.0, 99.0, -99.0)] == pytest.approx(
        [3.0, -3.0, FASTEST, -FASTEST]
    )


def test_parts_of_bodies_and_a_knee_that_bends(plain: Plain, scene: Plain) -> None:
    s = stepping(scene)
    assert plain(st.part_of)(s.c, s.body("rThigh")) == s.part("rThigh") > 0
    knee = s.dof("rKnee.pitch")
    plain(st.bend)(s.c, 1, 0.7, -2.0)
    assert (s.c.servo[knee, SERVO_TARGET], s.c.servo[knee, SERVO_ON]) == (0.7, ONCE)
    assert s.c.tau[knee] == pytest.approx(-2.0 * s.c.gain[knee, 1])


@pytest.mark.parametrize("leg", [0, 1])
@pytest.mark.parametrize("planned", [0.0, 0.4])
@pytest.mark.parametrize("turn", [{}, {STEP_YAW_ANGLE: 0.5}, {STEP_YAW_ANGLE: 9.0, STEP_TWIST_ANGLE: 0.2}])
def test_the_leg_follows_its_path(plain: Plain, scene: Plain, leg: int, planned: float, turn: Any) -> None:
    """The same servos as the pieces give, put together by hand."""
    s, by_hand = stepping(scene, turn, leg), stepping(scene, turn, leg)
    side, out = "lr"[leg], 1.0 if leg == 0 else -1.0
    frame = plain(step_frame)(s.c, leg)
    for one in (s, by_hand):
        one.c.gait[GAIT_PLANNED] = planned
        one.c.scratch[0, st.LIFT_X : st.LIFT_Z + 1] = *plain(out_of_frame)(frame, -0.2, 0.2), 0.2
    plain(st.swing_leg)(s.c, s.c.acts[0, 0], s.c.scratch[0], leg, frame, 0.3, 0.25, 0.2, SECONDS, 1.3)
    c = by_hand.c
    act, row = c.acts[0, 0], c.scratch[0]
    hip = s.anchor(f"{side}Hip.pitch")
    moving = s.moves(hip, int(c.root_body[0])) @ s.sim.data.qvel
    here = np.array(plain(st.ankle_path)(c, act, row, leg, frame, 0.3, 0.25, 0.2, SECONDS))
    soon = np.array(plain(st.ankle_path)(c, act, row, leg, frame, 0.3, 0.25, 0.2 + 1.3 * st.GLANCE, SECONDS))
    yaw = s.yaw
    if STEP_YAW_ANGLE in turn:
        wanted = (turn[STEP_YAW_ANGLE] - yaw + math.pi) % (2 * math.pi) - math.pi
        yaw += np.clip(wanted, -0.5, 0.5) * 0.2 / SECONDS
    yaw += out * turn.get(STEP_TWIST_ANGLE, 0.0)
    now, knee = plain(two_links)(c, leg, *(here - hip), yaw, STRETCH)
    then, knee_then = plain(two_links)(c, leg, *(soon - hip - st.GLANCE * moving), yaw, STRETCH)
    rate = np.clip(np.array(plain(rotation_error)(then, now)) / st.GLANCE, -FASTEST, FASTEST)
    joint = int(c.leg_joints[leg, LIMB_HIP])
    stiff = STIFFER if planned else 1.0
    kp, kd = tuple(stiff * c.joint_gain[joint, :3]), tuple(stiff * c.joint_gain[joint, 3:])
    thigh = s.body(f"{side}Thigh")
    torque = plain(turn_towards)(c, thigh, now, rate, kp, kd)
    plain(turn_by)(c, s.part(f"{side}Thigh"), joint, *torque, 1.0, kd)
    bend = np.clip((knee_then - knee) / st.GLANCE, -FASTEST, FASTEST)
    plain(st.bend)(c, leg, knee, bend)
    assert np.abs(s.c.tau).max() > 1.0
    np.testing.assert_allclose(s.c.tau, c.tau, atol=1e-9)
    np.testing.assert_allclose(s.c.servo, c.servo)
    np.testing.assert_allclose(s.c.damp, c.damp)


@pytest.mark.parametrize("leg", [0, 1])
def test_a_step_from_lift_to_landing(plain: Plain, scene: Plain, leg: int) -> None:
    s, by_hand = stepping(scene, leg=leg), stepping(scene, leg=leg)
    frame = plain(step_frame)(s.c, leg)
    dt = float(s.c.step[0])
    plain(st.step)(s.c, 0, 0)
    row = s.c.scratch[0]
    np.testing.assert_allclose(
        row[st.LIFT_X : st.LIFT_Z + 1], s.anchor(f"{'lr'[leg]}Ankle.pitch"), atol=1e-12
    )
    assert (row[st.STARTED], row[st.ELAPSED], row[st.AFTER]) == (1.0, pytest.approx(dt), 0.0)
    assert row[st.GOAL] == pytest.approx(frame[0])  # nothing is planned: no edge is near
    c = by_hand.c
    x, y, pace = plain(st.land_at)(c, c.acts[0, 0], leg, frame, 0.5, SECONDS, SECONDS)
    assert row[st.PACE] == pytest.approx(pace)
    assert s.c.clock[0] == pytest.approx(dt * pace)  # the step hurries by as much
    c.scratch[0, st.LIFT_X : st.LIFT_Z + 1] = row[st.LIFT_X : st.LIFT_Z + 1]
    plain(st.swing_leg)(c, c.acts[0, 0], c.scratch[0], leg, frame, x, y, 0.0, SECONDS, 1.0 + pace)
    np.testing.assert_allclose(s.c.tau, c.tau, atol=1e-9)
    np.testing.assert_allclose(s.c.servo, c.servo)


def test_a_step_goes_on_at_its_trim_and_its_pace(plain: Plain, scene: Plain) -> None:
    s = stepping(scene)
    frame = plain(step_frame)(s.c, 0)
    row = s.c.scratch[0]
    row[st.STARTED], row[st.PACE], row[st.ELAPSED], s.c.clock[0] = 1.0, 0.5, 0.3, 0.2
    row[st.LIFT_X : st.LIFT_Z + 1] = s.anchor("lAnkle.pitch")
    s.c.gait[GAIT_TRIM], s.c.gait[1] = 0.1, 0.5
    plain(st.step)(s.c, 0, 0)
    left = (SECONDS - 0.2) / 1.5
    _, _, pace = plain(st.land_at)(s.c, s.c.acts[0, 0], 0, frame, 0.6, SECONDS, left)
    assert row[st.PACE] == pytest.approx(pace)
    assert row[st.ELAPSED] == pytest.approx(0.3 + float(s.c.step[0]))
    s.c.clock[0] = SECONDS + 0.1
    plain(st.step)(s.c, 0, 0)
    assert s.c.clock[0] == SECONDS + 0.1  # a late step waits for the ground


@pytest.mark.parametrize("speed", [0.5, -0.5])
def test_near_an_edge_a_step_keeps_to_its_plan(plain: Plain, scene: Plain, speed: float) -> None:
    s = scene("human", 0.0)
    columns = {STEP_SPEED: speed, STEP_PART: s.part("lFoot")}
    s = stepping(lambda: s, columns)
    frame = plain(step_frame)(s.c, 0)
    edge = frame[0] + math.copysign(0.35, speed)
    s.c.ground = np.array([[-9, 0], [edge, 0], [edge, 0.1], [9, 0.1]], float)
    if speed < 0:
        s.c.ground = np.array([[-9, 0.1], [edge, 0.1], [edge, 0], [9, 0]], float)
    first, second = plain(plan)(s.c, s.c.acts[0, 0], 0, frame, speed, SECONDS)
    assert first > 0.1 and second > 0.1
    dt = float(s.c.step[0])
    goal = frame[0] + math.copysign(first, speed)
    usual = abs(speed * SECONDS * frame[2])
    left, mark = plain(timed)(s.c, s.c.acts[0, 0], 0, frame, usual, goal, second, SECONDS, dt)
    s.c.gait[:] = 0.0
    plain(st.step)(s.c, 0, 0)
    row = s.c.scratch[0]
    assert (row[st.GOAL], row[st.AFTER]) == (pytest.approx(goal), pytest.approx(second))
    assert s.c.gait[GAIT_PLANNED] == pytest.approx(first)
    assert abs(s.c.gait[GAIT_CLIMB]) == pytest.approx(0.1 if first > 0.35 else 0.0)
    rate = plain(clock_rate)(s.c, s.c.acts[0, 0], SECONDS, 0.0, left)
    assert s.c.clock[0] == pytest.approx(dt * (rate + row[st.PACE] - 1.0))
    c = stepping(lambda: scene("human", 0.0), columns).c
    c.ground, c.gait[GAIT_PLANNED] = s.c.ground, first
    c.scratch[0, st.LIFT_X : st.LIFT_Z + 1] = row[st.LIFT_X : st.LIFT_Z + 1]
    _, y, pace = plain(st.land_at)(c, c.acts[0, 0], 0, frame, speed, SECONDS, left)
    plain(st.swing_leg)(c, c.acts[0, 0], c.scratch[0], 0, frame, mark, y, 0.0, SECONDS, rate + pace)
    np.testing.assert_allclose(s.c.tau, c.tau, atol=1e-9)


@pytest.mark.parametrize("foreseen", [0.0, 4.0])
def test_a_step_that_is_not_planned_says_how_it_rises(plain: Plain, scene: Plain, foreseen: float) -> None:
    columns = {STEP_TO_X: 0.6, STEP_TO_Y: 0.15, STEP_FORESEE_STRIDES: foreseen}
    s = stepping(lambda: scene("human", 0.0), columns)
    frame = plain(step_frame)(s.c, 0)
    edge = frame[0] + 0.3
    s.c.ground = np.array([[-9, 0], [edge, 0], [edge, 0.1], [9, 0.1]], float)
    plain(st.step)(s.c, 0, 0)
    assert s.c.gait[GAIT_CLIMB] == pytest.approx(0.1 if foreseen == 0.0 else 0.0)
    assert plain(st.rise_to)(s.c, frame, 0.2, 0.1) == 0.0
    down = (edge + 0.1, frame[1], *frame[2:])
    assert plain(st.rise_to)(s.c, down, -0.3, 0.1) == pytest.approx(-0.1)
