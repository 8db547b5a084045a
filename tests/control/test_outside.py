"""Torques and shifts from outside, by hand: added after all, or instead of all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from footfall.control.columns import GAIN_KP, OUTSIDE_SHIFT, OUTSIDE_TORQUE, SERVO_ON
from footfall.control.outside import BESIDES, INSTEAD, outside_torques, shifted

Plain = Callable[..., Any]


def driven(scene: Plain, how: int) -> tuple[Any, int]:
    s = scene()
    dof = int(s.c.dofs[0])
    s.c.driven[0] = how
    s.c.tau[dof], s.c.damp[dof] = 7.0, 3.0
    s.c.outside[dof, OUTSIDE_TORQUE], s.c.outside[dof, OUTSIDE_SHIFT] = 5.0, 0.2
    s.c.gain[dof, GAIN_KP] = 100.0
    return s, dof


def test_torques_are_added_and_a_servo_has_the_shift_in_its_target(plain: Plain, scene: Plain) -> None:
    s, dof = driven(scene, BESIDES)
    s.c.servo[dof, SERVO_ON] = 1.0
    plain(outside_torques)(s.c)
    assert (s.c.tau[dof], s.c.damp[dof]) == (12.0, 3.0)
    assert plain(shifted)(s.c, dof) == 0.2


def test_a_joint_without_a_servo_is_shifted_by_its_own_stiffness(plain: Plain, scene: Plain) -> None:
    s, dof = driven(scene, BESIDES)
    s.c.servo[dof, SERVO_ON] = 0.0
    plain(outside_torques)(s.c)
    assert s.c.tau[dof] == pytest.approx(7.0 + 5.0 + 100.0 * 0.2)


def test_instead_of_the_script_nothing_else_is_left(plain: Plain, scene: Plain) -> None:
    s, dof = driven(scene, INSTEAD)
    plain(outside_torques)(s.c)
    assert (s.c.tau[dof], s.c.damp[dof]) == (5.0, 0.0)
    assert plain(shifted)(s.c, dof) == 0.0


def test_nobody_drives(plain: Plain, scene: Plain) -> None:
    s, dof = driven(scene, 0)
    assert plain(shifted)(s.c, dof) == 0.0
