"""A leg between its own pelvis and its own foot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from footfall.control import own_legs, stepping
from footfall.control.columns import SERVO_KD, SERVO_KP, SERVO_ON, SERVO_TARGET
from footfall.control.kinematics import heading
from footfall.control.steps.hinged import leg_angles, leg_dofs
from footfall.engine.sim import Sim
from footfall.learn.track.skill import skill_text
from footfall.script import compile_text
from footfall.script.source import LIBRARY, DictLoader

pytestmark = pytest.mark.sim
Plain = Callable[..., Any]


@pytest.fixture
def stood() -> tuple[Any, Any, int]:
    """Context, statement and its number of a body that stands at ease."""
    from footfall.body import load_body

    text = skill_text("stand", load_body("human"), doc="Stands.", numbers={"step": 0.25})
    reference = (LIBRARY / "tracked" / "stand.ref").read_text(encoding="utf-8")
    sim = Sim(compile_text(text, loader=DictLoader({"stand.ref": reference})))
    sim.advance(50)
    c = sim.actors[0].context
    s = next(k for k in range(c.acts.shape[1]) if c.acts[0, k, 0] == c.acts[0, :, 0].max())
    return c, c.acts[0, s], s


def test_angles_differ_by_less_than_a_turn(plain: Plain) -> None:
    six = plain(own_legs.six)((3.1, 0, 0, 0, 0, 1.0), (-3.1, 0, 0, 0, 0, 0.5), 2.0)
    assert np.array(six) == pytest.approx([2 * (6.2 - 2 * np.pi), 0, 0, 0, 0, 1.0])


def test_a_leg_goes_over_to_the_clip_while_its_foot_is_up(plain: Plain, stood: Any) -> None:
    c, _, s = stood
    share = plain(own_legs.own_share)
    c.scratch[s, stepping.OWN] = 1.0
    ticks = round(0.5 * own_legs.FADES / float(c.step[0]))
    for _ in range(ticks):
        now = share(c, s, 0, False)
    assert now == pytest.approx(0.5, abs=0.02)
    c.scratch[s, stepping.SWING] = 1.0
    assert share(c, s, 0, False) == 1.0  # a foot that steps is the body's own at once


@pytest.mark.parametrize("leg", [0, 1])
def test_an_ankle_is_led_from_where_the_hip_is(plain: Plain, stood: Any, leg: int) -> None:
    c, _, s = stood
    dofs, out = plain(leg_dofs)(c, leg)
    signs = np.array([out, out, 1.0, 1.0, out, 1.0])
    c.servo[:, SERVO_ON], c.servo[:, SERVO_TARGET] = 1.0, 0.0
    c.servo[:, SERVO_KP], c.servo[:, SERVO_KD] = 100.0, 10.0
    pelvis, hip = plain(own_legs.real_hip)(c, leg)
    goal = (hip[0] + 0.1, hip[1], hip[2] - 0.8)
    wanted = plain(leg_angles)(c, leg, pelvis, hip, goal, plain(heading)(c))
    plain(own_legs.lead_ankle)(c, s, leg, goal, goal, (0.0,) * 6, 1.0)
    assert c.servo[list(dofs), SERVO_TARGET] == pytest.approx(signs * np.array(wanted), abs=1e-9)
    assert c.servo[dofs[2], SERVO_KP] == 100.0 * own_legs.FIRM
    assert c.servo[dofs[2], SERVO_KD] == 10.0  # it does not swing
