"""Monitors against the same quantities worked out from a recording."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from footfall.control.columns import SUM_ERROR, SUM_RAW, SUM_TIME, SUM_WORST
from footfall.engine.actor import Monitor, Watch
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim

pytestmark = pytest.mark.sim

WALK = "simbicon/walk"
SECONDS = 4.0


def watched(*monitors: Monitor, **options: Any) -> tuple[Sim, Recording, np.ndarray]:
    sim = Sim(WALK, watch=lambda linked, anatomy: Watch(monitors), **options)
    rec = sim.run(SECONDS)
    return sim, rec, sim.actors[0].state.monitored


@pytest.mark.long
def test_watching_does_not_change_the_motion() -> None:
    kinds = ("speed", "step", "slide", "torque", "power", "shake", "height")
    sim, _, _ = watched(*(Monitor(kind) for kind in kinds))
    bare = Sim(WALK)
    bare.run(SECONDS)
    assert np.array_equal(sim.data.qpos, bare.data.qpos)


@pytest.mark.long
def test_speed_is_the_way_over_the_time() -> None:
    _, rec, sums = watched(Monitor("speed", target=1.0))
    way = rec.com[-1, 0] - rec.com[0, 0]
    assert sums[0, SUM_TIME] == pytest.approx(SECONDS)
    assert sums[0, SUM_RAW] == pytest.approx(way, abs=0.01)
    assert sums[0, SUM_ERROR] >= abs(sums[0, SUM_RAW] - SECONDS)  # |mean| is at most the mean of sizes


@pytest.mark.long
def test_torque_and_power_are_those_of_the_log() -> None:
    _, rec, sums = watched(Monitor("torque"), Monitor("effort"), Monitor("power"))
    assert sums[0, SUM_RAW] / SECONDS == pytest.approx(np.abs(rec.tau).sum(axis=1).mean(), rel=0.03)
    assert sums[1, SUM_RAW] / SECONDS == pytest.approx((rec.tau**2).sum(axis=1).mean(), rel=0.05)
    assert sums[2, SUM_RAW] / SECONDS == pytest.approx(
        np.abs(rec.tau * rec.qvel).sum(axis=1).mean(), rel=0.05
    )


@pytest.mark.long
def test_slide_is_that_of_the_report() -> None:
    _, rec, sums = watched(Monitor("slide"))
    assert sums[0, SUM_WORST] == pytest.approx(rec.report()["foot_slide"], abs=1e-3)


@pytest.mark.long
def test_each_strike_is_a_step() -> None:
    sim, rec, sums = watched(Monitor("step"))
    assert sums[0, SUM_TIME] == pytest.approx(rec.report()["steps"], abs=1)
    way = rec.com[-1, 0] - rec.com[0, 0]
    assert sums[0, SUM_RAW] == pytest.approx(way, rel=0.25)  # steps add up to the way


@pytest.mark.long
def test_shake_is_near_the_report() -> None:
    _, rec, sums = watched(Monitor("shake"))
    assert sums[0, SUM_ERROR] / sums[0, SUM_RAW] == pytest.approx(rec.report()["shake"], abs=0.04)


@pytest.mark.long
def test_time_in_phases_adds_up() -> None:
    _, _, sums = watched(Monitor("phase", index=0), Monitor("phase", index=1))
    assert sums[:, SUM_RAW].sum() == pytest.approx(SECONDS)
    assert sums[0, SUM_RAW] > 0 and sums[1, SUM_RAW] > 0


@pytest.mark.long
def test_what_comes_before_does_not_count() -> None:
    _, _, sums = watched(Monitor("torque", after=3.0))
    assert sums[0, SUM_TIME] == pytest.approx(1.0)


@pytest.mark.long
def test_a_window_smooths() -> None:
    _, rec, sums = watched(Monitor("height", target=0.7), Monitor("height", target=0.7, window=50.0))
    assert rec.com[:, 2].std() > 0.005
    first = rec.com[0, 2] - 0.7
    assert sums[0, SUM_ERROR] != pytest.approx(first * SECONDS, rel=0.01)
    assert sums[1, SUM_ERROR] == pytest.approx(
        first * SECONDS, rel=0.01
    )  # so slow that it stays where it began


@pytest.mark.long
def test_an_error_above_its_limit_ends_the_run() -> None:
    _, rec, sums = watched(Monitor("speed", target=5.0, limit=1.0, after=1.0))
    assert rec.end == "threshold"
    assert rec.seconds == pytest.approx(1.0, abs=0.01)
    assert sums[0, SUM_WORST] > 1.0


@pytest.mark.long
def test_a_snapshot_holds_the_sums() -> None:
    whole, _, expected = watched(Monitor("speed"), Monitor("shake"))
    sim = Sim(WALK, watch=lambda linked, anatomy: Watch((Monitor("speed"), Monitor("shake"))))
    sim.advance(700)
    middle = sim.state()
    sim.advance(500)
    sim.restore(middle)
    sim.advance(int(round(SECONDS / sim.dt)) - 700)
    assert np.array_equal(sim.actors[0].state.monitored, expected)
    assert sim.state_hash == whole.state_hash


def test_heading_follows_the_command() -> None:
    def watch(linked: Any, anatomy: Any) -> Watch:
        return Watch((Monitor("heading", command=linked.program.input_offset),))

    sim = Sim("simbicon/walk3d", watch=watch, set={"heading": 0.5})
    sim.advance(1)
    assert sim.actors[0].state.monitored[0, SUM_WORST] == pytest.approx(0.5, abs=0.01)
