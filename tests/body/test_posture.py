"""How a grown body holds itself: arms off the ground, its weight between its hips."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from footfall.body import Body
from footfall.body.grow import grow
from footfall.body.grown import grown_body
from footfall.body.posture import Posture, posture
from footfall.body.proportions import HEAD, Proportions, default_proportions
from footfall.body.strength import places
from footfall.engine.sim import Sim


def held(proportions: Proportions) -> Posture:
    return posture(grow(proportions), proportions.one("leg_length") * HEAD)


def at_rest(proportions: Proportions) -> tuple[Body, mujoco.MjData]:
    """A body in its start, after one tick."""
    body = grown_body(proportions, "grown")
    sim = Sim("genbicon/walk", body=body)
    sim.advance(1)
    return body, sim.data


def test_a_person_stands_upright_with_arms_that_hang() -> None:
    assert held(default_proportions()) == Posture()


def test_long_arms_keep_off_the_ground() -> None:
    long = default_proportions(leg_length=2.0, trunk_length=1.8, arm_length=5.0, elbow=0.9)
    assert held(long).out > 0.3
    _, data = at_rest(long)
    forearm = data.body("lForearm")
    hand = forearm.xpos - 0.1 * 5.0 * HEAD * forearm.xmat.reshape(3, 3)[:, 2]
    assert min(forearm.xpos[2], hand[2]) > 0.02


def test_bent_elbows_are_held_back_so_that_the_weight_stays_where_it_is() -> None:
    plain, long = (default_proportions(leg_length=2.0, arm_length=arm) for arm in (2.0, 4.5))
    assert held(plain).back == 0.0
    assert held(long).back > 0.05
    ahead = [data.subtree_com[0, 0] - data.body("lFoot").xpos[0] for _, data in map(at_rest, (plain, long))]
    assert ahead[1] == pytest.approx(ahead[0], abs=0.03)


@pytest.mark.parametrize("heavy", [0, 1])
def test_a_body_with_one_heavy_arm_leans_the_other_way(heavy: int) -> None:
    thick = (1.0, 0.3) if heavy == 0 else (0.3, 1.0)
    uneven = default_proportions(upper_arm_diameter=thick, forearm_diameter=thick)
    tilt = held(uneven).tilt
    assert np.sign(tilt) == (-1 if heavy == 0 else 1)
    body, data = at_rest(uneven)
    middle = 0.5 * (data.body("lThigh").xpos[1] + data.body("rThigh").xpos[1])
    limbs = grow(uneven)
    where = places(limbs)
    upright = sum(limb.mass * (where[limb.name] + limb.com)[1] for limb in limbs) / body.mass
    assert abs(data.subtree_com[0, 1] - middle) < 0.5 * abs(upright)
