"""Every kind of sense and every attribute of one moment, against MuJoCo, on both sides."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from footfall.control import sense as senses
from footfall.control.columns import GAIT_CLIMB, PHASE_LASTS, SCALE_LEG
from footfall.control.place import HAND_PLACES
from footfall.control.sense import JOINT_RATE, PLACE_ATTRS, moving_point, sense

Plain = Callable[..., Any]


def ask(
    plain: Plain, s: Any, kind: int, index: int = 0, attr: int = 0, *, side: int = 0, frame: int = 0
) -> float:
    s.c.senses = np.zeros((2, 3, 3), np.int32)
    s.c.senses[side, 2] = kind, index, attr
    return float(plain(sense)(s.c, side, 2, frame))


@pytest.mark.parametrize(("side", "to_swing"), [(0, -1.0), (1, 1.0)])
def test_a_point_in_the_words_of_scripts(plain: Plain, scene: Plain, side: int, to_swing: float) -> None:
    s = scene()
    s.c.ground = np.array([[0.0, 0.3]])
    point, velocity = np.array([0.7, -0.4, 1.2]), np.array([0.6, 0.5, -0.2])
    d = s.ahead(point - s.anchor(f"{'lr'[side]}Ankle.pitch"))
    v = s.ahead(velocity)
    expected = {
        "height": 0.9, "x": 0.7, "y": -0.4, "speed": v[0], "side": v[1], "rise": -0.2,
        "drift": to_swing * v[1], "ahead": d[0], "aside": to_swing * d[1],
    }  # fmt: skip
    for word, value in expected.items():
        got = plain(moving_point)(s.c, side, PLACE_ATTRS.index(word), *point, *velocity)
        assert got == pytest.approx(value), word
        assert abs(value) > 1e-3


@pytest.mark.parametrize("side", [0, 1])
def test_the_centre_of_mass_and_a_parts_centre(plain: Plain, scene: Plain, side: int) -> None:
    s = scene()
    foot = s.body("lFoot")
    things = {
        (senses.COM, 0): (s.com, s.velocity),
        (senses.PART, s.part("lFoot")): (
            s.sim.data.xipos[foot],
            s.moves(s.sim.data.xipos[foot], foot) @ s.sim.data.qvel,
        ),
    }
    for (kind, index), (point, velocity) in things.items():
        for word in ("height", "x", "y", "speed", "side", "rise", "drift", "ahead", "aside"):
            attr = PLACE_ATTRS.index(word)
            expected = plain(moving_point)(s.c, side, attr, *point, *velocity)
            assert ask(plain, s, kind, index, attr, side=side) == pytest.approx(expected), word
            assert expected != 0.0


@pytest.mark.parametrize("hand", [0, 1])
def test_a_hand_is_sensed_where_it_grips(plain: Plain, scene: Plain, hand: int) -> None:
    s = scene()
    body = int(s.c.hand_body[hand])
    at = s.sim.data.xpos[body] + s.sim.data.xmat[body].reshape(3, 3) @ s.c.hand_at[hand]
    v = s.ahead(s.moves(at, body) @ s.sim.data.qvel)
    for word, value in (("x", at[0]), ("y", at[1]), ("height", at[2]), ("speed", v[0]), ("rise", v[2])):
        got = ask(plain, s, senses.PART, HAND_PLACES + hand, PLACE_ATTRS.index(word))
        assert got == pytest.approx(value), word


@pytest.mark.parametrize(
    ("part", "roll_sign", "yaw_sign"), [("lThigh", 1, 1), ("rThigh", -1, -1), ("trunk", -1, 1)]
)
def test_a_parts_angles_and_rate(
    plain: Plain, scene: Plain, part: str, roll_sign: int, yaw_sign: int
) -> None:
    s = scene()
    m = s.sim.data.xmat[s.body(part)].reshape(3, 3)
    turn = np.arctan2(-m[0, 1], m[1, 1])
    expected = {
        "pitch": np.arctan2(-m[2, 0], m[2, 2]),
        "roll": roll_sign * np.arcsin(m[2, 1]),
        "yaw": turn if part == "trunk" else yaw_sign * (turn - s.yaw),
        "pitchrate": s.ahead(s.sim.data.cvel[s.body(part), :3])[1],
    }
    for word, value in expected.items():
        assert ask(plain, s, senses.PART, s.part(part), PLACE_ATTRS.index(word)) == pytest.approx(value), word
        assert abs(value) > 1e-3, word
    assert ask(plain, s, senses.PART, -1, 0) == 0.0  # a body without that part


def test_joints(plain: Plain, scene: Plain) -> None:
    s = scene()
    hip, knee = s.joint("rHip"), s.joint("rKnee")
    for attr, axis in enumerate(("rHip.yaw", "rHip.roll", "rHip.pitch")):
        assert ask(plain, s, senses.JOINT, hip, attr) == s.sim.data.qpos[s.c.dof_qpos[s.dof(axis)]] != 0.0
    assert ask(plain, s, senses.JOINT, hip, JOINT_RATE) == s.sim.data.qvel[s.dof("rHip.pitch")] != 0.0
    assert ask(plain, s, senses.JOINT, knee, 0) == 0.0  # a hinge has no yaw


def test_clocks_calls_and_keys(plain: Plain, scene: Plain) -> None:
    s = scene()
    c = s.c
    c.clock[:3], c.returned[:3], c.returns[:3] = (0.1, 0.2, 0.3), (0, 1, 0), (0, 5, 0)
    assert ask(plain, s, senses.TIME, frame=2) == 0.3
    assert ask(plain, s, senses.COMPLETE, frame=1) == 1.0
    assert ask(plain, s, senses.RETURNS, frame=1) == 5.0
    c.keys[7] = 1
    assert (ask(plain, s, senses.KEY, 7), ask(plain, s, senses.KEY, 8)) == (1.0, 0.0)
    c.depth[0], c.frame_side[:2] = 1, (0, 1)
    assert ask(plain, s, senses.SW_SIDE) == 1.0
    c.frame_side[:2] = 1, 0
    assert ask(plain, s, senses.SW_SIDE) == -1.0
    c.gait[GAIT_CLIMB] = -0.17
    assert ask(plain, s, senses.CLIMB) == -0.17
    c.scale[2] = 0.93
    assert ask(plain, s, senses.BODY, attr=2) == 0.93


def test_gravity_and_the_body_s_natural_time_and_speed(plain: Plain, scene: Plain) -> None:
    s = scene()
    s.c.gravity[:], s.c.scale[SCALE_LEG] = (0.0, 0.0, -1.62), 0.8
    assert ask(plain, s, senses.GRAVITY) == 1.62
    assert ask(plain, s, senses.BODY, attr=senses.BODY_TIME) == pytest.approx(
        math.sqrt(0.8 / 1.62), rel=1e-15
    )
    assert ask(plain, s, senses.BODY, attr=senses.BODY_SPEED) == pytest.approx(
        math.sqrt(0.8 * 1.62), rel=1e-15
    )


def test_touch_and_force(plain: Plain, scene: Plain) -> None:
    s = scene()
    s.c.touching[:], s.c.contact_force[:] = 0, 0.0
    s.c.touching[3], s.c.contact_force[3] = 2, 321.0
    assert [ask(plain, s, senses.CONTACT, k) for k in (2, 3)] == [0.0, 1.0]
    assert [ask(plain, s, senses.FORCE, k) for k in (2, 3)] == [0.0, 321.0]


def test_phi_of_a_phase_and_of_what_it_calls(plain: Plain, scene: Plain) -> None:
    s = scene()
    c = s.c
    c.phases = np.full((2, 12), -1, np.int32)
    c.phases[1, PHASE_LASTS] = 3
    c.reg = np.array([0.0, 0.0, 0.0, 0.5])
    c.depth[0], c.frame_phase[:3], c.clock[:3] = 2, (0, 1, 0), (0.9, 0.2, 0.1)
    c.lasting[:3] = 0.0, 0.0, 0.4
    assert ask(plain, s, senses.PHI, frame=1) == pytest.approx(0.2 / 0.5)
    c.clock[1] = 9.0
    assert ask(plain, s, senses.PHI, frame=1) == 1.0
    assert ask(plain, s, senses.PHI, frame=0) == pytest.approx(0.1 / 0.4)  # of what it calls
    c.clock[2] = 9.0
    assert ask(plain, s, senses.PHI, frame=0) == 1.0
    c.lasting[2] = 0.0
    assert ask(plain, s, senses.PHI, frame=0) == 0.0
    c.reg[3] = 0.0
    assert ask(plain, s, senses.PHI, frame=1) == 0.0


def test_motion_is_the_fastest_of_centre_and_joints(plain: Plain, scene: Plain) -> None:
    s = scene()
    rates = np.abs(s.sim.data.qvel[s.c.dofs])
    assert ask(plain, s, senses.MOTION) == pytest.approx(max(rates.max(), np.linalg.norm(s.velocity)))
    s.c.qvel[:] = 0.0
    assert ask(plain, s, senses.MOTION) == pytest.approx(np.linalg.norm(s.velocity))
    s.c.qvel[s.c.dofs[4]] = -9.0
    assert ask(plain, s, senses.MOTION) == 9.0


def test_nearness_to_an_entity(plain: Plain, scene: Plain) -> None:
    s = scene()
    x = s.sim.data.xipos[s.c.bodies, 0]
    s.c.geom_xpos[1, 0] = x.max() + 0.3
    assert ask(plain, s, senses.NEAR, 1) == pytest.approx(0.3)
    s.c.geom_xpos[1, 0] = x.min() - 0.2
    assert ask(plain, s, senses.NEAR, 1) == pytest.approx(0.2)
    assert ask(plain, s, senses.NEAR, -1) > 1e6


def test_a_thing_is_asked_for_its_attribute(plain: Plain, scene: Plain) -> None:
    s = scene()
    s.c.geom_xpos[1] = 0.4, 0.5, 0.6
    assert [ask(plain, s, senses.THING, 1, attr) for attr in (0, 1, 2)] == [0.6, 0.4, 0.5]


def test_the_trunk_s_turn_adds_up_beyond_half_a_turn(plain: Plain, scene: Plain) -> None:
    s = scene("planar17")
    body = s.c.trunk_body[0]
    s.c.turned[:] = 0.0
    for pitch in np.arange(0.3, 9.0, 0.7):
        s.c.xmat[body] = [math.cos(pitch), 0, math.sin(pitch), 0, 1, 0, -math.sin(pitch), 0, math.cos(pitch)]
        plain(senses.count_turn)(s.c)
        assert ask(plain, s, senses.TURNED) == pytest.approx(pitch - 0.3)
    s.c.xmat[body] = np.eye(3).ravel()  # backwards from 8.7, by less than half a turn: to 8.378
    plain(senses.count_turn)(s.c)
    assert ask(plain, s, senses.TURNED) == pytest.approx(math.tau - 0.3)
