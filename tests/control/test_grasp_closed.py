"""A grip by hand: where it takes hold, how it pulls, what it bears, what is sensed of a thing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np
import pytest

from footfall.control import grasp as g
from footfall.control.columns import GRIP_ASKED, GRIP_AT, GRIP_HELD, SCALE_LEG, SCALE_WEIGHT
from footfall.control.opcodes import (
    GRASP_BEAR_SHARE,
    GRASP_MOST_FORCE,
    GRASP_PART,
    GRASP_THING,
    GRASP_WITHIN_DISTANCE,
)
from footfall.control.sense import THING_ATTRS
from footfall.script.statements import BY_WORD

Plain = Callable[..., Any]
DEFAULTS = BY_WORD["GRASP"].defaults
PALM = DEFAULTS["palm_depth"]
STIFFNESS = DEFAULTS["grip_stiffness"]
DAMPING = DEFAULTS["grip_damping"]
TWIST = DEFAULTS["grip_twist"]
SETTLE = DEFAULTS["settle_seconds"]
SIDES = {0: "l", 1: "r"}
BOX, BALL = 6, g.SPHERE  # MuJoCo's numbers


def thing(s: Any, shape: int, body: int, at: np.ndarray, yaw: float = 0.6) -> int:
    """Make a geom of the body's own into a thing of that shape; returns its index."""
    geom = int(np.flatnonzero(s.c.geom_body == s.body("head"))[0])
    quat, mat = np.zeros(4), np.zeros(9)
    mujoco.mju_euler2Quat(quat, np.array([yaw, 0.3, 0.2]), "zxy")
    mujoco.mju_quat2Mat(mat, quat)
    s.c.geom_type[geom], s.c.geom_body[geom] = shape, body
    s.c.geom_xpos[geom], s.c.geom_xmat[geom], s.c.geom_size[geom] = at, mat, (0.1, 0.2, 0.3)
    return geom


def frame(s: Any, geom: int) -> np.ndarray:
    return np.array(s.c.geom_xmat[geom].reshape(3, 3))


def gripping(s: Any, hand: int) -> np.ndarray:
    body = int(s.c.hand_body[hand])
    return np.array(s.sim.data.xpos[body] + s.sim.data.xmat[body].reshape(3, 3) @ s.c.hand_at[hand])


@pytest.mark.parametrize("off", [(0.3, 0.05, -0.1), (-0.3, 0.5, 0.4), (0.05, -0.4, 0.1), (0.02, -0.03, -0.5)])
def test_the_nearest_place_of_a_box_or_a_ball(plain: Plain, scene: Plain, off: Any) -> None:
    s = scene()
    s.c.scale[SCALE_LEG] = 0.9
    off = np.array(off)
    for shape in (BOX, BALL):
        geom = thing(s, shape, 0, np.array([1.0, 2.0, 0.5]))
        near = np.clip(off, [-0.1, -0.2, -0.3], [0.1, 0.2, 0.3])
        if shape == BALL:
            near = off * 0.1 / np.linalg.norm(off)
            if np.linalg.norm(off) < 0.1:
                near = off
        gap = float(np.linalg.norm(off - near))
        palm = min(gap, PALM * 0.9)
        expected = near + palm * (off - near) / max(gap, 1e-12)
        point = s.c.geom_xpos[geom] + frame(s, geom) @ off
        *place, far = plain(g.on_surface)(s.c, geom, *point, PALM * 0.9)
        np.testing.assert_allclose(place, expected, atol=1e-9)
        assert far == pytest.approx(gap)
        back = plain(g.in_world)(s.c, geom, *off)
        np.testing.assert_allclose(back, point, atol=1e-12)


def test_a_force_at_a_point_is_a_wrench_at_the_centre_of_mass(plain: Plain, scene: Plain) -> None:
    s = scene()
    s.c.xfrc_applied[:] = 0.5
    body, point, force = s.body("trunk"), np.array([0.3, -0.2, 1.4]), np.array([10.0, -20.0, 30.0])
    plain(g.wrench)(s.c, body, *point, *force)
    moment = np.cross(point - s.sim.data.xipos[body], force)
    np.testing.assert_allclose(s.c.xfrc_applied[body] - 0.5, [*force, *moment])


@pytest.mark.parametrize("hand", SIDES)
@pytest.mark.parametrize("fixed", [True, False])
@pytest.mark.parametrize("off", [(0.02, -0.01, 0.03), (0.6, -0.4, 0.9), (-0.6, 0.4, -0.9)])
def test_the_grip_draws_hand_and_thing_together(
    plain: Plain, scene: Plain, hand: int, fixed: bool, off: Any
) -> None:
    """F = k d + c v on the hand, -F on a thing that can move; turning is resisted on both."""
    s = scene()
    most, arm = 400.0, int(s.c.hand_body[hand])
    s.c.xfrc_applied[:] = 0.0
    s.c.scale[SCALE_WEIGHT], s.c.scale[SCALE_LEG] = 700.0, 0.9
    time = np.sqrt(0.9 / 9.81)
    at = gripping(s, hand)
    body = 0 if fixed else s.body("head")
    geom = thing(s, BOX, body, at + off)
    s.c.grips[hand, GRIP_AT : GRIP_AT + 3] = 0.0  # held by its middle
    s.say({GRASP_MOST_FORCE: most}, "GRASP")
    down = plain(g.spring_force)(s.c, s.c.acts[0, 0], hand, geom, *at)
    moving = np.zeros(3) if fixed else s.moves(at + off, body) @ s.sim.data.qvel
    v = moving - s.moves(at, arm) @ s.sim.data.qvel
    force = 700.0 / 0.9 * (STIFFNESS * np.array(off) + DAMPING * time * v)
    force *= min(1.0, most / np.linalg.norm(force))
    twist = TWIST * 700.0 * 0.9 * time * (s.sim.data.cvel[body, :3] - s.sim.data.cvel[arm, :3])
    turn = np.cross(at - s.sim.data.xipos[arm], force)
    np.testing.assert_allclose(s.c.xfrc_applied[arm], [*force, *(turn + twist)], atol=1e-9)
    if fixed:
        assert not s.c.xfrc_applied[0].any()
    else:
        turn = np.cross(at + off - s.sim.data.xipos[body], -force)
        np.testing.assert_allclose(s.c.xfrc_applied[body], [*-force, *(turn - twist)], atol=1e-9)
    assert down == pytest.approx(-force[2])


@pytest.mark.parametrize("hand", SIDES)
def test_the_load_follows_what_pulls_the_hand_down(plain: Plain, scene: Plain, hand: int) -> None:
    s = scene()
    body = s.body("head")
    geom = thing(s, BOX, body, np.zeros(3))
    s.c.grips[:, GRIP_HELD] = 0.0
    s.c.grips[hand, GRIP_HELD] = geom + 1
    weight = s.sim.model.body_mass[body] * 9.81
    share = float(s.c.step[0]) / SETTLE
    s.say({}, "GRASP")
    for down, other, goal in [
        (0.5 * weight, 0.0, 0.5 * weight),
        (9.0 * weight, 0.0, weight),
        (9.0 * weight, geom + 1, 0.5 * weight),  # two hands hold it
        (-50.0, 0.0, 0.0),
    ]:
        s.c.grips[1 - hand, GRIP_HELD] = other
        s.c.hand_load[:] = 3.0
        plain(g.take_load)(s.c, s.c.acts[0, 0], hand, geom, down)
        assert s.c.hand_load[hand] == pytest.approx(3.0 + share * (goal - 3.0))
        assert s.c.hand_load[1 - hand] == 3.0


def test_a_fixed_thing_is_no_load(plain: Plain, scene: Plain) -> None:
    s = scene()
    geom = thing(s, BOX, 0, np.zeros(3))
    s.c.hand_load[:] = 0.0
    s.say({}, "GRASP")
    plain(g.take_load)(s.c, s.c.acts[0, 0], 0, geom, 100.0)
    assert s.c.hand_load[0] == 0.0
    assert plain(g.thing_velocity)(s.c, 0, 1.0, 2.0, 3.0) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("hand", SIDES)
def test_it_takes_hold_when_the_hand_is_there(plain: Plain, scene: Plain, hand: int) -> None:
    s = scene()
    at = gripping(s, hand)
    geom = thing(s, BOX, s.body("head"), at)
    s.c.geom_xpos[geom] = at - frame(s, geom) @ [0.15, 0.05, -0.1]  # 5 cm from its side
    part = s.part(f"{SIDES[hand]}Forearm")
    assert s.c.part_side[part] == hand
    s.c.grips[:], s.c.hand_load[:], s.c.xfrc_applied[:] = 0.0, 0.0, 0.0
    s.say({GRASP_PART: part, GRASP_THING: geom, GRASP_WITHIN_DISTANCE: 0.04}, "GRASP")
    s.c.grips[hand, GRIP_HELD] = geom + 9.0  # it held another thing
    plain(g.grasp)(s.c, 0, 0)
    assert s.c.grips[hand, GRIP_HELD] == 0.0 and not s.c.xfrc_applied.any()
    s.say({GRASP_PART: part, GRASP_THING: geom, GRASP_WITHIN_DISTANCE: 0.06, GRASP_BEAR_SHARE: 0.5}, "GRASP")
    plain(g.grasp)(s.c, 0, 0)
    grip = s.c.grips[hand]
    assert (grip[GRIP_HELD], grip[GRIP_ASKED]) == (geom + 1.0, 1.0)
    np.testing.assert_allclose(
        grip[GRIP_AT : GRIP_AT + 3], [0.1 + PALM * s.c.scale[SCALE_LEG], 0.05, -0.1], atol=1e-9
    )
    assert s.c.xfrc_applied[s.c.hand_body[hand]].any()
    held = grip.copy()
    s.c.geom_xpos[geom] += [0.0, 0.0, -2.0]  # it is pulled at with all its force, and does not let go
    s.c.xfrc_applied[:], s.c.hand_load[:] = 0.0, 0.0
    s.say({GRASP_PART: part, GRASP_THING: geom, GRASP_MOST_FORCE: 30.0, GRASP_BEAR_SHARE: 0.5}, "GRASP")
    plain(g.grasp)(s.c, 0, 0)
    np.testing.assert_array_equal(grip, held)
    pull = s.c.xfrc_applied[s.c.hand_body[hand], :3]
    assert np.linalg.norm(pull) == pytest.approx(30.0)
    assert s.c.hand_load[hand] == pytest.approx(float(s.c.step[0]) / SETTLE * 0.5 * -pull[2])


def test_hands_that_nobody_asks_let_go(plain: Plain, scene: Plain) -> None:
    s = scene()
    s.c.grips[:, GRIP_HELD], s.c.hand_load[:] = 5.0, 20.0
    s.c.grips[:, GRIP_ASKED] = 1.0, 0.0
    plain(g.let_go)(s.c)
    assert s.c.grips[:, GRIP_HELD].tolist() == [5.0, 0.0]
    assert s.c.hand_load.tolist() == [20.0, 0.0]
    assert not s.c.grips[:, GRIP_ASKED].any()


@pytest.mark.parametrize("shape", [BOX, BALL])
def test_what_is_sensed_of_a_thing(plain: Plain, scene: Plain, shape: int) -> None:
    s = scene()
    at, head = np.array([0.9, -0.7, 1.1]), s.body("head")
    geom = thing(s, shape, head, at)
    s.c.ground = np.array([[0.0, 0.2]])
    s.c.grips[:, GRIP_HELD] = geom + 1, geom + 1
    v = s.ahead(s.moves(at, head) @ s.sim.data.qvel)
    way = at - s.sim.data.xpos[s.c.root_body[0]]
    size = [0.2, 0.2, 0.2] if shape == BALL else [0.2, 0.4, 0.6]
    expected = {
        "height": 0.9, "x": 0.9, "y": -0.7, "speed": v[0], "side": v[1], "rise": v[2], "yaw": 0.6,
        "distance": np.hypot(way[0], way[1]), "bearing": np.arctan2(way[1], way[0]),
        "deep": size[0], "wide": size[1], "tall": size[2], "held": 2.0,
    }  # fmt: skip
    for word, value in expected.items():
        got = plain(g.sense_thing)(s.c, geom, THING_ATTRS.index(word))
        if word == "bearing":  # it never jumps where the body faces the other way
            assert abs(got - s.yaw) <= np.pi
            got = np.arctan2(np.sin(got), np.cos(got))
        assert got == pytest.approx(value), word
    assert plain(g.sense_thing)(s.c, -1, 1) == 0.0
