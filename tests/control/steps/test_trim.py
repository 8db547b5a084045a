"""Trim: a walk that is too slow asks for more, one that is too fast for less, step by step."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from footfall.control.columns import (
    ACT_REFS,
    GAIT_FROM_X,
    GAIT_FROM_Y,
    GAIT_SECONDS,
    GAIT_TRIM,
    GAIT_WANTED,
    SCALE_COLUMNS,
    SCALE_LEG,
)
from footfall.control.opcodes import STEP_TRIM_FORGET, STEP_TRIM_GAIN, STEP_TRIM_LONGEST, STEP_TRIM_MOST
from footfall.control.steps.trim import trimmed
from footfall.script.statements import BY_WORD

LENGTH, G = 0.9, 9.81
UNIT = LENGTH / math.sqrt(LENGTH / G)  # the natural speed, m/s
DT, STEP = 1e-3, 0.5  # s
GAIN, MOST, LONGEST, FORGET = (
    BY_WORD["STEP"].defaults[f"trim_{x}"] for x in ("gain", "most", "longest", "forget")
)
ACT = np.arange(ACT_REFS)  # a linked STEP whose columns are its registers


def walker(yaw: float) -> SimpleNamespace:
    """A body that faces `yaw`, at the start of a step that follows one of half a second."""
    scale = np.zeros(SCALE_COLUMNS)
    scale[SCALE_LEG] = LENGTH
    cos, sin = math.cos(yaw), math.sin(yaw)
    gait, reg = np.zeros(8), np.zeros(ACT_REFS)
    reg[[STEP_TRIM_GAIN, STEP_TRIM_MOST, STEP_TRIM_LONGEST, STEP_TRIM_FORGET]] = GAIN, MOST, LONGEST, FORGET
    gait[GAIT_WANTED], gait[GAIT_SECONDS], gait[GAIT_FROM_X], gait[GAIT_FROM_Y] = 1.0, STEP, 2.0, -1.0
    return SimpleNamespace(
        gait=gait,
        reg=reg,
        scale=scale,
        gravity=np.array([0.0, 0.0, -G]),
        step=np.array([DT]),
        planar=np.zeros(1, np.int32),
        root_body=np.zeros(1, np.int32),
        xmat=np.array([[cos, -sin, 0.0, sin, cos, 0.0, 0.0, 0.0, 1.0]]),
        com=np.array([2.0, -1.0, 0.9]),
    )


@pytest.mark.parametrize("yaw", [0.0, 2.0])
@pytest.mark.parametrize("speed", [0.7, 1.2, -0.3])
def test_a_share_of_the_last_steps_error_is_added(
    plain: Callable[..., Any], speed: float, yaw: float
) -> None:
    c = walker(yaw)
    c.com[:2] += speed * STEP * np.array([math.cos(yaw), math.sin(yaw)])
    c.com[:2] += 0.2 * np.array([-math.sin(yaw), math.cos(yaw)])  # sideways does not count
    wanted = GAIN * (1.0 - speed)
    assert plain(trimmed)(c, ACT, 1.0, True, 0.0) == pytest.approx(1.0 + wanted)
    assert c.gait[GAIT_TRIM] == pytest.approx(wanted)
    assert (c.gait[GAIT_FROM_X], c.gait[GAIT_FROM_Y]) == (
        c.com[0],
        c.com[1],
    )  # the next step is measured from here
    assert c.gait[GAIT_SECONDS] == pytest.approx(DT)


def test_within_a_step_only_time_passes(plain: Callable[..., Any]) -> None:
    c = walker(0.0)
    c.gait[GAIT_TRIM] = 0.1
    c.com[0] += 5.0
    assert plain(trimmed)(c, ACT, 1.0, False, 0.0) == pytest.approx(1.1)
    assert c.gait[GAIT_SECONDS] == pytest.approx(STEP + DT)
    assert (c.gait[GAIT_FROM_X], c.gait[GAIT_FROM_Y]) == (2.0, -1.0)


@pytest.mark.parametrize("way", [100.0, -100.0])
def test_the_trim_is_bounded(plain: Callable[..., Any], way: float) -> None:
    c = walker(0.0)
    c.com[0] += way
    assert plain(trimmed)(c, ACT, 1.0, True, 0.0) == pytest.approx(1.0 - math.copysign(MOST * UNIT, way))


def test_a_step_that_took_too_long_was_none(plain: Callable[..., Any]) -> None:
    c = walker(0.0)
    c.gait[GAIT_SECONDS] = 1.01 * LONGEST * math.sqrt(LENGTH / G)
    c.com[0] += 3.0
    assert plain(trimmed)(c, ACT, 1.0, True, 0.0) == pytest.approx(1.0)


@pytest.mark.parametrize("change", [0.05, -0.05])
def test_another_speed_makes_it_forget(plain: Callable[..., Any], change: float) -> None:
    c = walker(0.0)
    c.gait[GAIT_TRIM] = 0.1
    kept = 0.1 * (1.0 - abs(change) / (FORGET * UNIT))
    assert plain(trimmed)(c, ACT, 1.0 + change, False, 0.0) == pytest.approx(1.0 + change + kept)
    assert c.gait[GAIT_WANTED] == 1.0 + change
    assert plain(trimmed)(c, ACT, 3.0, False, 0.0) == pytest.approx(3.0)  # all of it


def test_the_time_between_two_swings_counts(plain: Callable[..., Any]) -> None:
    c = walker(0.0)
    plain(trimmed)(c, ACT, 1.0, True, 0.2)
    assert c.gait[GAIT_SECONDS] == pytest.approx(0.2 + DT)
    c.com[0] += 1.0 * (0.2 + DT)  # as far as the wanted speed takes it in that time
    before = c.gait[GAIT_TRIM]
    plain(trimmed)(c, ACT, 1.0, True, 0.2)
    assert c.gait[GAIT_TRIM] == pytest.approx(before)
