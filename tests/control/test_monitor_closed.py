"""Monitors by hand: each quantity of one moment, how it is smoothed, summed and held against its limit."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from footfall.control import columns, monitor
from footfall.control.columns import (
    MONITOR_COLUMNS,
    MONITOR_COMMAND,
    MONITOR_KIND,
    MONITOR_LIMIT,
    SUM_BEST,
    SUM_COLUMNS,
    SUM_ERROR,
    SUM_LEAST,
    SUM_MOST,
    SUM_OWN_A,
    SUM_OWN_B,
    SUM_RAW,
    SUM_SEEN,
    SUM_SMOOTH,
    SUM_TIME,
    SUM_WORST,
    TRACK_AIR_TIME,
    TRACK_SLIDE_X,
    TRACK_SLIDE_Y,
    TRACK_STRIKES,
)
from footfall.control.monitor import GOAL_ANGLES, SHAKE_HZ, SHAKE_WIDTH, STRIKE_SECONDS

Plain = Callable[..., Any]
DT = 1e-3


def spec(kind: int, **values: float) -> np.ndarray:
    row = np.zeros(MONITOR_COLUMNS)
    row[MONITOR_KIND], row[MONITOR_LIMIT], row[MONITOR_COMMAND] = kind, 1e9, -1.0
    for name, value in values.items():
        row[getattr(columns, "MONITOR_" + name.upper())] = value
    return row


def test_a_value_is_smoothed_and_its_error_summed(plain: Plain) -> None:
    sums, rules = np.zeros(SUM_COLUMNS), spec(monitor.SPEED, target=1.0, window=0.01)
    for value in (3.0, -2.0):
        plain(monitor.add)(rules, sums, value, DT)
    smooth = 3.0 - 5.0 * DT / 0.01
    errors = [2.0, smooth - 1.0]
    assert sums[SUM_SMOOTH] == pytest.approx(smooth)
    assert sums[SUM_ERROR] == pytest.approx(DT * sum(errors))
    assert sums[SUM_RAW] == pytest.approx(DT * 1.0)
    assert (sums[SUM_TIME], sums[SUM_WORST], sums[SUM_SEEN]) == (
        pytest.approx(2 * DT),
        pytest.approx(2.0),
        1.0,
    )
    plain(monitor.add)(spec(monitor.SPEED, target=-6.0), sums, -2.0, DT)  # no window: the value itself
    assert (sums[SUM_SMOOTH], sums[SUM_WORST]) == (-2.0, pytest.approx(4.0))


@pytest.mark.parametrize("command", [None, 0.7])
def test_speed_drift_and_heading_follow_the_command(
    plain: Plain, scene: Plain, command: float | None
) -> None:
    s = scene()
    s.c.reg = np.array([0.0, command or 0.0])
    column = {"command": 1.0} if command is not None else {}
    yaw = command or 0.0
    v = s.velocity
    ask = plain(monitor.quantity)
    forward, left = np.cos(yaw) * v[0] + np.sin(yaw) * v[1], np.cos(yaw) * v[1] - np.sin(yaw) * v[0]
    assert ask(s.c, monitor.SPEED, spec(monitor.SPEED, **column)) == pytest.approx(forward)
    assert ask(s.c, monitor.DRIFT, spec(monitor.DRIFT, **column)) == pytest.approx(left)
    assert ask(s.c, monitor.HEADING, spec(monitor.HEADING, **column)) == pytest.approx(s.yaw - yaw)
    assert min(abs(forward), abs(left), abs(s.yaw - yaw)) > 1e-3


def test_quantities_of_one_moment(plain: Plain, scene: Plain) -> None:
    s = scene()
    ask = plain(monitor.quantity)
    s.c.clipped[:] = np.linspace(-20, 30, len(s.c.clipped))
    tau, rate = s.c.clipped[s.c.dofs], s.c.qvel[s.c.dofs]
    assert ask(s.c, monitor.TORQUE, spec(monitor.TORQUE)) == pytest.approx(np.abs(tau).sum())
    assert ask(s.c, monitor.EFFORT, spec(monitor.EFFORT)) == pytest.approx((tau**2).sum())
    assert ask(s.c, monitor.POWER, spec(monitor.POWER)) == pytest.approx(np.abs(tau * rate).sum())
    head = s.body("head")
    moving = s.moves(s.sim.data.xipos[head], head) @ s.sim.data.qvel - s.velocity
    index = {"index": s.part("head")}
    assert ask(s.c, monitor.HEAD, spec(monitor.HEAD, **index)) == pytest.approx(np.linalg.norm(moving))
    up = s.sim.data.xmat[head].reshape(3, 3)[2, 2]
    assert ask(s.c, monitor.TILT, spec(monitor.TILT, **index)) == pytest.approx(math.acos(up))
    s.c.ground = np.array([[0.0, 0.25]])
    assert ask(s.c, monitor.HEIGHT, spec(monitor.HEIGHT)) == pytest.approx(s.com[2] - 0.25)
    s.c.depth[0], s.c.frame_phase[:2] = 1, (4, 6)
    phases = [ask(s.c, monitor.PHASE, spec(monitor.PHASE, index=k)) for k in (4, 5, 6)]
    assert phases == [1.0, 0.0, 1.0]  # of every frame of the call


def test_slide_is_the_farthest_of_the_planted_feet(plain: Plain, scene: Plain) -> None:
    s = scene()
    s.c.foot_track[:] = 0.0
    s.c.foot_track[0, TRACK_SLIDE_X], s.c.foot_track[0, TRACK_SLIDE_Y] = -0.03, 0.04
    s.c.foot_track[1, TRACK_SLIDE_X], s.c.foot_track[1, TRACK_AIR_TIME] = (
        9.0,
        0.1,
    )  # in the air: it does not count
    assert plain(monitor.quantity)(s.c, monitor.SLIDE, spec(monitor.SLIDE)) == pytest.approx(0.05)


def test_a_step_is_the_distance_of_the_feet_at_a_strike(plain: Plain, scene: Plain) -> None:
    s = scene()
    sums, rules = np.zeros(SUM_COLUMNS), spec(monitor.STEP, target=0.9)
    s.c.foot_track[:] = 0.0
    s.c.foot_track[:, TRACK_STRIKES] = 2.0, 3.0
    add = plain(monitor.add_step)
    add(s.c, rules, sums)
    assert (sums[SUM_OWN_A], sums[SUM_SEEN], sums[SUM_TIME]) == (5.0, 1.0, 0.0)  # strikes before it began
    s.c.foot_track[0, TRACK_STRIKES] = 3.0
    add(s.c, rules, sums)
    add(s.c, rules, sums)
    feet = [s.sim.data.xpos[s.body(f"{side}Foot")] for side in "lr"]
    length = abs(s.ahead(feet[0] - feet[1])[0])
    assert (sums[SUM_TIME], sums[SUM_OWN_A]) == (1.0, 6.0)
    assert (sums[SUM_RAW], sums[SUM_SMOOTH]) == (pytest.approx(length), pytest.approx(length))
    assert (sums[SUM_ERROR], sums[SUM_WORST]) == (pytest.approx(0.9 - length), pytest.approx(0.9 - length))


def shaker() -> SimpleNamespace:
    return SimpleNamespace(
        foot_track=np.zeros((2, 5)),
        dofs=np.array([0, 2], np.int32),
        qvel=np.zeros(3),
        shaken=np.zeros((3, SHAKE_WIDTH)),
    )


@pytest.mark.parametrize("hertz", [1.0, SHAKE_HZ, 60.0])
def test_shake_is_the_power_above_twelve_hertz(plain: Plain, hertz: float) -> None:
    """A fourth-order high pass of two Butterworth filters: |H|^2 = (r^4 / (1 + r^4))^2, r = tan ratio."""
    c, sums = shaker(), np.zeros(SUM_COLUMNS)
    seconds = 4.0
    late = np.zeros(SUM_COLUMNS)
    for k in range(int(seconds / DT)):
        c.qvel[:] = 2.0 * math.cos(2.0 * math.pi * hertz * k * DT), 99.0, 0.0  # the second is not a joint's
        plain(monitor.add_shake)(c, sums, DT)
        if k == int(1.0 / DT) - 1:
            late[:] = sums
    r = (math.tan(math.pi * hertz * DT) / math.tan(math.pi * SHAKE_HZ * DT)) ** 4
    power, whole = (sums - late)[[SUM_ERROR, SUM_RAW]]
    assert whole == pytest.approx(2.0 * (seconds - 1.0), rel=1e-6)
    assert power / whole == pytest.approx((r / (1.0 + r)) ** 2, rel=1e-3, abs=1e-6)
    assert (sums[SUM_TIME], sums[SUM_SEEN]) == (pytest.approx(seconds), 1.0)


def test_a_steady_rate_does_not_shake_not_even_at_first(plain: Plain) -> None:
    c, sums = shaker(), np.zeros(SUM_COLUMNS)
    c.qvel[:] = 3.0
    for _ in range(100):
        plain(monitor.add_shake)(c, sums, DT)
    assert sums[SUM_ERROR] == pytest.approx(0.0, abs=1e-20)
    assert sums[SUM_RAW] == pytest.approx(2 * 9.0 * 100 * DT)


def test_what_follows_a_strike_is_left_out_of_the_shake(plain: Plain) -> None:
    c, sums = shaker(), np.zeros(SUM_COLUMNS)
    c.qvel[:] = 1.0
    c.foot_track[1, TRACK_STRIKES] = 1.0
    for _ in range(round(STRIKE_SECONDS / DT) - 2):
        plain(monitor.add_shake)(c, sums, DT)
    assert (sums[SUM_RAW], sums[SUM_OWN_A]) == (0.0, 1.0)
    assert sums[SUM_OWN_B] == pytest.approx(2 * DT)
    for _ in range(12):
        plain(monitor.add_shake)(c, sums, DT)
    assert sums[SUM_RAW] == pytest.approx(2.0 * 10 * DT, abs=2.1 * DT)


def test_tracking_is_the_weighted_distance_from_the_goal(plain: Plain, scene: Plain) -> None:
    s = scene()
    draw, nv = np.random.default_rng(1), s.sim.model.nv
    s.c.goal = draw.normal(0.0, 0.4, (3, GOAL_ANGLES + nv))
    s.c.goal_terms = np.array([0.02, 2.0, 3.0, 5.0, s.part("trunk")])
    sums = np.zeros(SUM_COLUMNS)
    first = plain(monitor.track_error)(s.c, sums, 0)
    np.testing.assert_allclose(
        sums[[SUM_OWN_A, SUM_OWN_B]], s.com[:2] - s.c.goal[0, :2]
    )  # both begin in one place
    mat = s.sim.data.xmat[s.body("trunk")]
    angles = np.array([math.atan2(-mat[6], mat[8]), math.asin(mat[7]), math.atan2(-mat[1], mat[4])])
    joints = s.c.qpos[s.c.dof_qpos[s.c.dofs]]

    def by_hand(row: int, moved: np.ndarray) -> float:
        goal = s.c.goal[row]
        way = s.com - moved - goal[:3]
        turn = (angles - goal[3:6] + math.pi) % (2 * math.pi) - math.pi
        off = joints - goal[GOAL_ANGLES + s.c.dofs]
        return float(2.0 * way @ way + 3.0 * turn @ turn + 5.0 * off @ off)

    moved = np.append(s.com[:2] - s.c.goal[0, :2], 0.0)
    assert first == pytest.approx(by_hand(0, moved))
    sums[SUM_SEEN] = 1.0
    assert plain(monitor.track_error)(s.c, sums, 2) == pytest.approx(by_hand(2, moved))


def test_watching_adds_each_kind_and_says_when_one_is_over_its_limit(plain: Plain, scene: Plain) -> None:
    s = scene()
    height = float(s.com[2])
    rules = [
        spec(monitor.HEIGHT, target=height - 0.5, limit=0.6),
        spec(monitor.HEIGHT, after=0.5),
        spec(monitor.SHAKE),
        spec(monitor.STEP),
        spec(monitor.TRACK),
    ]
    s.c.monitors, s.c.monitored = np.array(rules), np.zeros((len(rules), SUM_COLUMNS))
    s.c.shaken = np.zeros((s.sim.model.nv, SHAKE_WIDTH))
    s.c.goal = np.zeros((1, GOAL_ANGLES + s.sim.model.nv))
    s.c.goal_terms = np.array([0.1, 1.0, 1.0, 1.0, s.part("trunk")])
    assert not plain(monitor.watch)(s.c, 10, DT)
    assert s.c.monitored[0, SUM_SMOOTH] == pytest.approx(height)
    assert s.c.monitored[1, SUM_SEEN] == 0.0  # not yet
    assert s.c.monitored[2, SUM_TIME] == pytest.approx(DT)
    assert s.c.monitored[3, SUM_SEEN] == 1.0
    assert s.c.monitored[4, SUM_TIME] == pytest.approx(DT)
    assert not plain(monitor.watch)(s.c, 300, DT)
    assert s.c.monitored[4, SUM_TIME] == pytest.approx(DT)  # the goal is over
    s.c.monitors[0, MONITOR_LIMIT] = 0.4
    assert plain(monitor.watch)(s.c, 20, DT)


def test_the_error_that_is_held_against_the_limit(plain: Plain) -> None:
    sums = np.zeros(SUM_COLUMNS)
    sums[SUM_SMOOTH], sums[SUM_ERROR], sums[SUM_RAW] = -2.0, 3.0, 4.0
    assert plain(monitor.error_now)(monitor.SPEED, spec(monitor.SPEED, target=1.0), sums) == 3.0
    assert plain(monitor.error_now)(monitor.SHAKE, spec(monitor.SHAKE), sums) == 0.75
    sums[SUM_RAW] = 0.0
    assert plain(monitor.error_now)(monitor.SHAKE, spec(monitor.SHAKE), sums) == 0.0


@pytest.mark.parametrize(("bound", "errors"), [(0.0, (1.0, 1.0)), (1.0, (1.0, 0.0)), (-1.0, (0.0, 1.0))])
def test_a_bound_leaves_one_side_free(plain: Plain, bound: float, errors: tuple[float, float]) -> None:
    rules = spec(monitor.SPEED, target=2.0, bound=bound)
    assert tuple(plain(monitor.error_of)(rules, value) for value in (1.0, 3.0)) == errors


def test_the_most_the_least_and_the_best_of_a_window(plain: Plain) -> None:
    sums, rules = np.zeros(SUM_COLUMNS), spec(monitor.SPEED, target=5.0)
    for value in (1.0, 4.0, -2.0):
        plain(monitor.add)(rules, sums, value, DT)
    assert (sums[SUM_MOST], sums[SUM_LEAST], sums[SUM_BEST]) == (4.0, -2.0, 1.0)
    sums, rules = np.zeros(SUM_COLUMNS), spec(monitor.SPEED, target=0.0, window=0.01)
    for value in (0.0, *(1.0,) * 400):  # what was so before a window has passed does not count
        plain(monitor.add)(rules, sums, value, DT)
    assert 0.6 < sums[SUM_BEST] < 0.7  # 1 - 1/e, after one window


def test_a_monitor_may_wait_for_a_phase(plain: Plain, scene: Plain) -> None:
    s = scene()
    s.c.monitors, s.c.monitored = np.array([spec(monitor.HEIGHT, once=5.0)]), np.zeros((1, SUM_COLUMNS))
    s.c.depth[0], s.c.frame_phase[:2] = 1, (2, 3)
    plain(monitor.watch)(s.c, 10, DT)
    assert s.c.monitored[0, SUM_SEEN] == 0.0
    s.c.frame_phase[1] = 4
    plain(monitor.watch)(s.c, 11, DT)
    s.c.frame_phase[1] = 3  # it has begun, and goes on
    plain(monitor.watch)(s.c, 12, DT)
    assert s.c.monitored[0, SUM_TIME] == pytest.approx(2 * DT)
