"""TEMPLATE: the pendulum's forces against closed forms, and that it walks, listens and leads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from footfall.control import leading, template
from footfall.control.columns import (
    PENDULUM_AT,
    PENDULUM_BEGUN,
    PENDULUM_CLOCK,
    PENDULUM_FEET,
    PENDULUM_LAND,
    PENDULUM_LEADS,
    PENDULUM_LOAD,
    PENDULUM_MAT,
    PENDULUM_PIVOT,
    PENDULUM_SPIN,
    PENDULUM_SWING,
    PENDULUM_TURN,
    PENDULUM_VELOCITY,
    SCALE_LEG,
    SCALE_MASS,
)
from footfall.control.opcodes import (
    TEMPLATE_BOTH_SHARE,
    TEMPLATE_DAMP_SHIFT,
    TEMPLATE_EVERY_TIME,
    TEMPLATE_HEIGHT_COM,
    TEMPLATE_LEADS_TIME,
    TEMPLATE_LISTENS_TIME,
    TEMPLATE_OFFSET_FORWARD,
    TEMPLATE_OFFSET_LEFT,
    TEMPLATE_PIVOT_HEIGHT,
    TEMPLATE_SPEED,
    TEMPLATE_TRUNK_INERTIA,
    TEMPLATE_YAW_ANGLE,
)
from footfall.control.scale import natural_time

pytestmark = pytest.mark.sim
Plain = Any
G = 9.81


def three(t: Any, at: int) -> np.ndarray:
    return np.array(t[at : at + 3])


def begun(plain: Plain, scene: Plain, given: dict[int, float] | None = None) -> Any:
    """A scattered body whose template has just begun, with the load on its left foot."""
    s = scene()
    s.c.gravity[:] = 0.0, 0.0, -G
    s.c.foot_load[:] = 600.0, 200.0
    s.say({TEMPLATE_SPEED: 0.0, TEMPLATE_DAMP_SHIFT: 0.0, **(given or {})}, "TEMPLATE")
    s.c.template[:] = 0.0
    plain(template.begin)(s.c, s.c.template)
    return s


def test_it_begins_where_the_body_is(plain: Plain, scene: Plain) -> None:
    s = begun(plain, scene)
    t, root = s.c.template, s.c.root_body[0]
    np.testing.assert_allclose(three(t, PENDULUM_AT), s.com)
    np.testing.assert_allclose(three(t, PENDULUM_VELOCITY), s.velocity)
    np.testing.assert_allclose(three(t, PENDULUM_SPIN), s.sim.data.cvel[root, :3])
    np.testing.assert_allclose(t[PENDULUM_MAT : PENDULUM_MAT + 9], s.sim.data.xmat[root], atol=1e-9)
    assert t[PENDULUM_SWING] == 1.0 and t[PENDULUM_BEGUN] == 1.0  # the left foot bears: the right one swings


def test_the_pivot_goes_with_its_trunk(plain: Plain, scene: Plain) -> None:
    given = {TEMPLATE_PIVOT_HEIGHT: 0.25, TEMPLATE_OFFSET_FORWARD: 0.03, TEMPLATE_OFFSET_LEFT: -0.02}
    s = begun(plain, scene, given)
    plain(template.find_pivot)(s.c, s.c.acts[0, 0], s.c.template)
    turned = s.c.template[PENDULUM_MAT : PENDULUM_MAT + 9].reshape(3, 3)
    np.testing.assert_allclose(
        three(s.c.template, PENDULUM_PIVOT), s.com + turned @ np.array([0.03, -0.02, 0.25])
    )


@pytest.mark.parametrize("rate", [(0.0, 1.5), (1.5, 0.0)])
def test_a_trunk_that_tips_takes_the_pivot_along(plain: Plain, scene: Plain, rate: Any) -> None:
    s = begun(plain, scene, {TEMPLATE_DAMP_SHIFT: 0.1})
    s.c.template[PENDULUM_SPIN : PENDULUM_SPIN + 3] = 0.0
    plain(template.find_pivot)(s.c, s.c.acts[0, 0], s.c.template)
    still = three(s.c.template, PENDULUM_PIVOT)
    s.c.template[PENDULUM_SPIN : PENDULUM_SPIN + 3] = s.world(*rate)
    plain(template.find_pivot)(s.c, s.c.acts[0, 0], s.c.template)
    turned = s.c.template[PENDULUM_MAT : PENDULUM_MAT + 9].reshape(3, 3)
    unit = 0.1 * s.c.scale[SCALE_LEG] * plain(natural_time)(s.c)
    moved = three(s.c.template, PENDULUM_PIVOT) - still
    np.testing.assert_allclose(moved, turned @ np.array([unit * rate[1], -unit * rate[0], 0.0]), atol=1e-9)


def test_the_load_goes_over_to_the_foot_that_landed(plain: Plain, scene: Plain) -> None:
    s = begun(plain, scene, {TEMPLATE_EVERY_TIME: 2.0, TEMPLATE_BOTH_SHARE: 0.5})
    act, t = s.c.acts[0, 0], s.c.template
    shares = []
    for part in (0.0, 0.25, 0.5, 1.0):
        t[PENDULUM_CLOCK] = part * plain(natural_time)(s.c)
        plain(template.share_load)(s.c, act, t, False)
        shares.append(tuple(t[PENDULUM_LOAD : PENDULUM_LOAD + 2]))
    assert shares == [(0.0, 1.0), (0.25, 0.75), (0.5, 0.5), (1.0, 0.0)]
    plain(template.share_load)(s.c, act, t, True)  # listening: as the body's feet
    assert tuple(t[PENDULUM_LOAD : PENDULUM_LOAD + 2]) == (0.75, 0.25)


def test_forces_point_at_the_pivot_and_turn_the_trunk(plain: Plain, scene: Plain) -> None:
    s = begun(plain, scene, {TEMPLATE_TRUNK_INERTIA: 0.05})
    act, t, dt = s.c.acts[0, 0], s.c.template, 1e-3
    t[PENDULUM_VELOCITY : PENDULUM_VELOCITY + 3] = t[PENDULUM_SPIN : PENDULUM_SPIN + 3] = 0.0
    t[PENDULUM_LOAD], t[PENDULUM_LOAD + 1] = 1.0, 0.0
    s.c.reg[act[TEMPLATE_HEIGHT_COM]] = t[PENDULUM_AT + 2] - t[PENDULUM_FEET + 2]  # no stretch: its weight
    s.c.reg[act[TEMPLATE_YAW_ANGLE]] = s.yaw
    plain(template.find_pivot)(s.c, act, t)
    com, foot, pivot = three(t, PENDULUM_AT), three(t, PENDULUM_FEET), three(t, PENDULUM_PIVOT)
    mass, leg = s.c.scale[SCALE_MASS], s.c.scale[SCALE_LEG]
    force = mass * G * (pivot - foot) / (pivot - foot)[2]
    np.testing.assert_allclose(plain(template.foot_force)(s.c, act, t, 0), force)
    assert plain(template.foot_force)(s.c, act, t, 1) == (0.0, 0.0, 0.0)
    plain(template.push)(s.c, act, t, dt)
    np.testing.assert_allclose(three(t, PENDULUM_VELOCITY), (force / mass - [0, 0, G]) * dt, atol=1e-12)
    turned = np.cross(foot - com, force) / (0.05 * mass * leg * leg) * dt
    np.testing.assert_allclose(three(t, PENDULUM_SPIN)[:2], turned[:2])
    np.testing.assert_allclose(three(t, PENDULUM_AT), com + dt * three(t, PENDULUM_VELOCITY))
    assert np.linalg.norm(t[PENDULUM_TURN : PENDULUM_TURN + 4]) == pytest.approx(1.0)


def test_a_low_pendulum_is_pushed_up_and_a_rising_one_less(plain: Plain, scene: Plain) -> None:
    s = begun(plain, scene)
    act, t = s.c.acts[0, 0], s.c.template
    t[PENDULUM_LOAD], t[PENDULUM_LOAD + 1] = 1.0, 0.0
    height = t[PENDULUM_AT + 2] - t[PENDULUM_FEET + 2]
    ups = []
    for wanted, rising in ((height, 0.0), (height + 0.02, 0.0), (height + 0.02, 0.3), (height + 5.0, 0.0)):
        s.c.reg[act[TEMPLATE_HEIGHT_COM]], t[PENDULUM_VELOCITY + 2] = wanted, rising
        ups.append(plain(template.upward)(s.c, act, t) / (s.c.scale[SCALE_MASS] * G))
    assert ups[0] == pytest.approx(1.0) and ups[3] == pytest.approx(2.5)
    assert ups[1] == pytest.approx(1.0 + 14.0 * 0.02 / s.c.scale[SCALE_LEG])
    assert ups[2] < ups[1]


def test_a_foot_that_has_landed_stands_and_the_other_swings(plain: Plain, scene: Plain) -> None:
    s = begun(plain, scene)
    act, t = s.c.acts[0, 0], s.c.template
    t[PENDULUM_LAND : PENDULUM_LAND + 3] = 0.4, -0.1, 0.02
    t[PENDULUM_CLOCK] = s.c.reg[act[TEMPLATE_EVERY_TIME]] * plain(natural_time)(s.c)
    plain(template.swing_foot)(s.c, act, t, 1e-3)
    np.testing.assert_allclose(three(t, PENDULUM_FEET + 3), (0.4, -0.1, 0.02))
    assert t[PENDULUM_SWING] == 0.0 and t[PENDULUM_CLOCK] == 0.0


def test_it_comes_a_share_nearer_to_the_body(plain: Plain, scene: Plain) -> None:
    s = begun(plain, scene)
    t = s.c.template
    t[PENDULUM_AT : PENDULUM_AT + 3] += (0.1, -0.2, 0.3)
    t[PENDULUM_VELOCITY] += 1.0
    plain(template.listen)(s.c, t, 0.25)
    np.testing.assert_allclose(three(t, PENDULUM_AT) - s.com, (0.075, -0.15, 0.225))
    assert t[PENDULUM_VELOCITY] - s.velocity[0] == pytest.approx(0.75)


@pytest.mark.parametrize("clause", [None, TEMPLATE_LISTENS_TIME, TEMPLATE_LEADS_TIME])
def test_only_one_that_leads_is_gone_by(plain: Plain, scene: Plain, clause: int | None) -> None:
    s = begun(plain, scene, {} if clause is None else {clause: 0.5})
    s.c.template[PENDULUM_AT] += 1.0
    plain(template.template)(s.c, 0, 0)
    leads = clause == TEMPLATE_LEADS_TIME
    assert (s.c.template[PENDULUM_LEADS] != 0.0) == leads
    at = np.array(plain(leading.leader_com)(s.c))
    np.testing.assert_allclose(at, three(s.c.template, PENDULUM_AT) if leads else s.com)
    turn = plain(leading.leader_turn)(s.c)
    expected = s.c.template[PENDULUM_MAT : PENDULUM_MAT + 9] if leads else s.sim.data.xmat[s.c.root_body[0]]
    np.testing.assert_allclose(turn, expected, atol=1e-9)
