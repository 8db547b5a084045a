"""The push table: directions, stances, and that a limit is what `run --push` would find."""

from __future__ import annotations

import math

import numpy as np
import pytest

from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.robust import published
from footfall.robust.pushes import PushTable, _absolute, _world_force, compass, push_table
from footfall.robust.subject import settle


def test_the_compass_is_that_of_the_published_pushes() -> None:
    for way, force in zip(compass(8), published.WALK3D_PUSHES, strict=True):
        norm = math.hypot(*force)
        assert way == pytest.approx((force[0] / norm, force[1] / norm))
    assert sum(published.walk3d_norms()) == pytest.approx(2354, abs=1)


def test_a_planar_body_has_two_directions() -> None:
    assert compass(8, planar=True) == ((0.0, 1.0), (0.0, -1.0))


@pytest.mark.parametrize(
    "arguments",
    [
        {"phases": (1.0,)},
        {"phases": ()},
        {"stances": ("middle",)},
        {"directions": ((0.0, 0.0),)},
        {"directions": ((1.0, 0.0),)},
        {"part": "tail"},
    ],
)
def test_what_cannot_be_is_refused(arguments: dict[str, object]) -> None:
    with pytest.raises(FootfallError):
        push_table("simbicon/walk", **arguments)


def test_the_right_stance_is_the_mirrored_left_one_half_a_cycle_later() -> None:
    assert (_absolute(0.1, "left"), _absolute(0.1, "right"), _absolute(0.7, "right")) == (0.1, 0.6, 0.2)
    assert _world_force((1.0, 0.0), "left") == (0.0, 1.0)  # forwards, left
    assert _world_force((1.0, 0.0), "right") == (0.0, -1.0)
    assert _world_force((0.0, -1.0), "right") == (-1.0, 0.0)


def test_means_and_sums() -> None:
    limits = np.array([[[100.0, 200.0]], [[300.0, 0.0]]])
    table = PushTable(
        "a", "b", "trunk", 0.4, (0.1,), compass(2, planar=True), ("left", "right"), limits, limits
    )
    assert table.mean.tolist() == [[200.0, 100.0]]
    assert table.sums.tolist() == [300.0]
    assert table.plain()["limits"] == limits.tolist()


@pytest.mark.sim
def test_moments_are_those_of_a_push_that_waits_for_its_phase() -> None:
    sim = Sim("simbicon/walk")
    gait = settle(sim, [0.1, 0.6])
    assert gait.cyclic
    assert 0.4 < gait.stride / gait.speed < 1.5  # s, of two steps
    waiting = Sim("simbicon/walk")
    waiting.push(phase=0.6, forward=300.0, seconds=0.1)
    waiting.advance(14_000)
    sim.reset(pushes=())
    sim.restore(gait.snapshots[0.6])
    assert sim.tick == waiting.push_ticks[0]
    sim.push(forward=300.0, seconds=0.1)
    sim.advance(14_000 - sim.tick)
    np.testing.assert_array_equal(sim.data.qpos, waiting.data.qpos)


@pytest.mark.sim
def test_a_skill_without_a_cycle_is_pushed_as_it_stands() -> None:
    gait = settle(Sim("moves/stand"), [0.1, 0.7])
    assert not gait.cyclic
    assert set(gait.snapshots) == {0.1, 0.7}
    assert abs(gait.speed) < 0.02


@pytest.mark.sim
def test_a_limit_holds_and_a_little_more_does_not() -> None:
    quick = {"after": 3.0, "precision": 40.0, "checks": False}
    one = push_table("simbicon/walk", (0.1,), 2, 0.1, ("left",), threads=1, **quick)
    two = push_table("simbicon/walk", (0.1,), 2, 0.1, ("left",), threads=2, **quick)
    np.testing.assert_array_equal(one.limits, two.limits)
    assert one.limits.min() > 300.0
    for way, sign in enumerate((1.0, -1.0)):
        limit = one.limits[0, 0, way]
        ends = []
        for force in (limit, limit + 40.0):
            sim = Sim("simbicon/walk")
            sim.push(phase=0.1, forward=sign * force, seconds=0.1)
            wanted = settle_ticks(sim)
            ends.append(sim.advance(wanted) == wanted)
        assert ends == [True, False]


def settle_ticks(sim: Sim) -> int:
    """Ticks until three seconds after a push at phase 0.1."""
    waiting = Sim("simbicon/walk")
    waiting.push(phase=0.1, forward=1e-9, seconds=sim.dt)
    while waiting.push_ticks[0] < 0:
        waiting.advance(100)
    return int(waiting.push_ticks[0]) + int(round(3.1 / sim.dt))
