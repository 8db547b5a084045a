"""Whom VPP and STEP go by: the body, or a template that leads it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from footfall.control import leading
from footfall.control.columns import (
    PENDULUM_AT,
    PENDULUM_LEADS,
    PENDULUM_MAT,
    PENDULUM_SPIN,
    PENDULUM_VELOCITY,
)
from footfall.control.kinematics import com_velocity

pytestmark = pytest.mark.sim
Plain = Any


def scattered(scene: Plain, leads: bool) -> Any:
    """A scattered body beside a template whose numbers are all different."""
    s = scene()
    s.c.template[:] = 100.0 + np.arange(len(s.c.template))
    s.c.template[PENDULUM_LEADS] = float(leads)
    return s


def test_a_template_that_leads_is_gone_by(plain: Plain, scene: Plain) -> None:
    c = scattered(scene, True).c
    assert plain(leading.led)(c)
    for asked, at, n in (
        (leading.leader_com, PENDULUM_AT, 3),
        (leading.leader_velocity, PENDULUM_VELOCITY, 3),
        (leading.leader_turn, PENDULUM_MAT, 9),
        (leading.leader_spin, PENDULUM_SPIN, 3),
    ):
        assert list(plain(asked)(c)) == [100.0 + at + k for k in range(n)]


def test_without_one_the_body_is(plain: Plain, scene: Plain) -> None:
    s = scattered(scene, False)
    root = s.c.root_body[0]
    assert not plain(leading.led)(s.c)
    np.testing.assert_array_equal(plain(leading.leader_com)(s.c), s.c.com)
    np.testing.assert_array_equal(plain(leading.leader_velocity)(s.c), plain(com_velocity)(s.c))
    np.testing.assert_array_equal(plain(leading.leader_turn)(s.c), s.c.xmat[root])
    np.testing.assert_array_equal(plain(leading.leader_spin)(s.c), s.c.cvel[root][:3])
