"""Planned steps by hand: their lengths, their cost, and the moment at which a pendulum should land."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from footfall.control.columns import ACT_REFS, GAIT_BEHIND, GAIT_CLIMB, GAIT_PLANNED, SCALE_LEG
from footfall.control.steps import strides as t
from footfall.control.steps.footing import half_sole
from footfall.control.steps.pendulum import sole_middle
from footfall.script.statements import BY_WORD

Plain = Callable[..., Any]
STEP = BY_WORD["STEP"].defaults
DEAD_END = STEP["choose_dead_end"]
USUAL = STEP["choose_usual"]
FARTHEST = STEP["farthest_length"]
MARGIN = STEP["edge_margin"]
KEPT = STEP["edge_kept"]
LOWEST = STEP["lowest_height"]
PATIENT = STEP["choose_patient"]
FASTER = STEP["timing_faster"]
SLOWER = STEP["timing_slower"]
LATEST = STEP["timing_latest"]
SOONEST = STEP["timing_soonest"]
ACT = np.arange(ACT_REFS)  # a linked STEP whose columns are its registers, as `say` makes it
# stairs of 0.15 m, 0.3 m deep, from x = 1 m on
STAIRS = np.array(
    [[0, 0], [1, 0], [1, 0.15], [1.3, 0.15], [1.3, 0.3], [1.6, 0.3], [1.6, 0.45], [9, 0.45]], float
)


def walker(scene: Plain, yaw: float = 0.8) -> Any:
    s = scene("human", yaw)
    s.c.ground = STAIRS
    s.c.scale[SCALE_LEG] = 0.9
    s.say({}, "STEP")
    return s


def test_a_step_ends_with_the_sole_on_one_tread(plain: Plain, scene: Plain) -> None:
    c = walker(scene).c
    assert plain(t.stride_to)(c, ACT, 0.85, 1.0, 0.25, 0.1) == pytest.approx(1.145 - 0.85)  # and its comfort
    assert plain(t.stride_to)(c, ACT, 1.15, -1.0, 0.25, 0.1) == pytest.approx(1.15 - 0.855, abs=1e-6)
    assert plain(t.stride_to)(c, ACT, 0.4, 1.0, 0.02, 0.1) == 0.0  # too short to go anywhere


def test_what_a_step_costs(plain: Plain, scene: Plain) -> None:
    c = walker(scene).c
    dead = (DEAD_END * 0.9) ** 2
    assert plain(t.dead_end)(c, ACT) == pytest.approx(dead)
    assert plain(t.effort)(c, ACT, 0.5, 1.0, 0.0, 0.3, 0.3) == pytest.approx(dead)
    level = (0.2 - 0.35) ** 2 + USUAL * (0.2 - 0.3) ** 2
    assert plain(t.effort)(c, ACT, 0.5, 1.0, 0.2, 0.35, 0.3) == pytest.approx(level)
    up = (0.3 + 0.15 - 0.35) ** 2 + USUAL * (0.3 - 0.3) ** 2
    assert plain(t.effort)(c, ACT, 0.85, 1.0, 0.3, 0.35, 0.3) == pytest.approx(up)
    assert plain(t.effort)(c, ACT, 1.15, -1.0, 0.3, 0.35, 0.3) == pytest.approx(0.05**2)  # down costs no more


def test_wishes_go_up_to_almost_the_farthest(plain: Plain, scene: Plain) -> None:
    c = walker(scene).c
    got = [plain(t.candidate_length)(c, ACT, k) for k in range(t.CANDIDATES)]
    np.testing.assert_allclose(got, FARTHEST * 0.9 * (np.arange(t.CANDIDATES) + 0.9) / t.CANDIDATES)


def test_the_best_of_three_steps(plain: Plain, scene: Plain) -> None:
    """Compared with all triples of candidates."""
    c = walker(scene).c
    stride, half, before = 0.3, 0.1, 0.25
    for x, way in ((0.75, 1.0), (1.75, -1.0)):
        first, second = plain(t.best_strides)(c, ACT, x, way, stride, half, before)
        best = (9.0, 0.0, 0.0)
        for i in range(t.CANDIDATES):
            a = plain(t.stride_to)(c, ACT, x, way, plain(t.candidate_length)(c, ACT, i), half)
            for j in range(t.CANDIDATES):
                b = plain(t.stride_to)(c, ACT, x + way * a, way, plain(t.candidate_length)(c, ACT, j), half)
                last = plain(t.dead_end)(c, ACT)
                for k in range(t.CANDIDATES):
                    e = plain(t.stride_to)(
                        c, ACT, x + way * (a + b), way, plain(t.candidate_length)(c, ACT, k), half
                    )
                    if b > 0:
                        last = min(last, plain(t.effort)(c, ACT, x + way * (a + b), way, e, b, stride))
                cost = plain(t.effort)(c, ACT, x, way, a, before, stride) + last
                cost += plain(t.effort)(c, ACT, x + way * a, way, b, a, stride)
                if a > 0 and cost < best[0] - 1e-12:
                    best = (cost, a, b)
        assert (first, second) == pytest.approx(best[1:])
        assert min(first, second) > 0.1


@pytest.mark.parametrize("speed", [0.5, -0.5])
def test_near_an_edge_steps_are_planned(plain: Plain, scene: Plain, speed: float) -> None:
    s = walker(scene)
    way = math.copysign(1.0, speed)
    ox = 0.7 if speed > 0 else 1.9
    frame = (ox, 0.0, 1.0, 0.0, -1.0)
    got = plain(t.strides)(s.c, ACT, 1, frame, speed, 0.6)
    half = plain(half_sole)(s.c, 1, 1.0, 0.0) + MARGIN * 0.9
    x, _ = plain(sole_middle)(s.c, 1)
    before = min(FARTHEST * 0.9, max(0.0, way * (ox - x)))
    assert got == pytest.approx(plain(t.best_strides)(s.c, ACT, ox, way, 0.3, half, before))
    assert min(got) > 0.1


def test_elsewhere_nothing_is_planned(plain: Plain, scene: Plain) -> None:
    s = walker(scene)
    ask = plain(t.strides)
    assert ask(s.c, ACT, 1, (-3.0, 0.0, 1.0, 0.0, -1.0), 0.5, 0.6) == (0.0, 0.0)  # far off
    assert ask(s.c, ACT, 1, (0.7, 0.0, 0.2, 0.98, -1.0), 0.5, 0.6) == (0.0, 0.0)  # along the edge
    assert ask(s.c, ACT, 1, (0.7, 0.0, 1.0, 0.0, -1.0), 0.01, 0.6) == (0.0, 0.0)  # on the spot
    s.c.ground = np.array([[0, 0], [1, 0], [1, 9], [9, 9]], float)
    first, second = ask(s.c, ACT, 1, (0.76, 0.0, 1.0, 0.0, -1.0), 0.5, 0.6)
    assert 0.05 < first < 0.15 and second == pytest.approx(0.3)  # a wall: no second step, so a usual one
    s.c.ground = np.array(
        [[0, 0], [0.5, 0], [0.5, 9], [0.6, 9], [0.6, 0], [0.75, 0], [0.75, 9], [9, 9]], float
    )
    assert ask(s.c, ACT, 1, (0.65, 0.0, 1.0, 0.0, -1.0), 0.5, 0.6) == (0.0, 0.0)  # no way out


@pytest.mark.parametrize("way", [1.0, -1.0])
def test_the_capture_point_along_the_way(plain: Plain, scene: Plain, way: float) -> None:
    s = walker(scene)
    omega, xi = plain(t.capture_point)(s.c, ACT, 0.2, 0.1, way)
    assert omega == pytest.approx(math.sqrt(9.81 / s.com[2]))
    assert xi == pytest.approx(way * (s.com[0] - 0.2 + s.velocity[0] / omega))
    s.c.com[2] = 0.1
    assert plain(t.capture_point)(s.c, ACT, 0.2, 0.1, way)[0] == pytest.approx(
        math.sqrt(9.81 / (LOWEST * 0.9))
    )


def test_long_steps_take_longer_and_clocks_keep_up(plain: Plain, scene: Plain) -> None:
    c = walker(scene).c
    assert plain(t.step_time)(0.4, 0.2, 0.5, PATIENT) == pytest.approx(0.5 * 2.0**PATIENT)
    assert plain(t.step_time)(0.1, 0.2, 0.5, PATIENT) == 0.5
    assert plain(t.step_time)(0.4, 0.0, 0.5, PATIENT) == 0.5
    assert plain(t.clock_rate)(c, ACT, 0.5, 0.25, 0.2) == pytest.approx(1.25)
    assert plain(t.clock_rate)(c, ACT, 0.5, 0.25, 0.01) == FASTER
    assert plain(t.clock_rate)(c, ACT, 0.5, 0.25, 9.0) == SLOWER


@pytest.mark.parametrize("way", [1.0, -1.0])
@pytest.mark.parametrize("xi", [0.05, 0.2, -0.1])
def test_when_and_where_a_planned_step_lands(plain: Plain, scene: Plain, way: float, xi: float) -> None:
    """The capture point goes on as xi exp(omega t), and should be L / (exp(omega T) - 1) beyond the foot."""
    s = walker(scene)
    ox, goal, second, seconds, elapsed, stride = (0.85, 1.15, 0.3, 0.5, 0.1, 0.3)
    if way < 0:
        ox, goal = 1.15, 0.82
    first = abs(goal - ox)
    frame = (ox, 0.0, way, 0.0, 1.0)
    omega = math.sqrt(9.81 / (s.com[2] - (0.15 if way < 0 else 0.0)))
    s.c.com[0] = ox + way * xi - s.velocity[0] / omega
    left, x = plain(t.timed)(s.c, ACT, 0, frame, stride, goal, second, seconds, elapsed)
    height = {0.82: 0.0, 0.85: 0.0, 1.15: 0.15}
    here, there = height[ox], height[goal]
    then = 0.3 if way > 0 else 0.0
    usual = seconds * max(1.0, first / stride) ** PATIENT
    next_seconds = seconds * max(1.0, second / stride) ** PATIENT
    beyond = (second + max(0.0, then - there)) / (math.exp(omega * next_seconds) - 1.0)
    aim = first + beyond
    expected = math.log(aim / max(xi, t.STALLED * 0.9)) / omega
    expected = min(
        max(LATEST * usual - elapsed, 0.1 * usual), max(SOONEST * usual - elapsed, 0.08 * usual, expected)
    )
    assert left == pytest.approx(expected)
    room = plain(half_sole)(s.c, 0, way, 0.0) + (MARGIN + KEPT) * 0.9
    low, high = (max(1.0 + room, 0), 1.3 - room) if way > 0 else (-9.0, 1.0 - room)
    low, high = (min(low, goal), max(high, goal)) if low > high else (low, high)
    lands = min(
        max(high, goal) if way > 0 else high, max(low, ox + way * (xi * math.exp(omega * left) - beyond))
    )
    if way > 0 and 1.3 - room < 1.0 + room:
        lands = goal  # a tread as short as the sole: there is one place
    assert x == pytest.approx((lands - ox) / way)
    assert s.c.gait[GAIT_PLANNED] == pytest.approx(first)
    assert s.c.gait[GAIT_CLIMB] == pytest.approx(there - here)
    late = aim * math.exp(-omega * max(0.1 * usual, usual - elapsed)) - xi
    assert s.c.gait[GAIT_BEHIND] == pytest.approx(late)
