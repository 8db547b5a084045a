"""Touch, load, centre of pressure and slide of feet that stand, hang or skate."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from footfall.body import lift_to_ground
from footfall.engine.sim import Sim
from footfall.script import compile_text
from footfall.world import World, parse_ground

pytestmark = pytest.mark.sim

_HEAD = "SKILL stand()\nPHASE only\n POSE "
STAND = _HEAD + "lHip(-.04), rHip(-.04), lKnee(.2), rKnee(.2), lAnkle(-.16), rAnkle(-.16);\n"
# planar7 stands with one foot ahead: its `rest`
SPLIT = _HEAD + "lHip(-.195), rHip(.045), lKnee(.15), rKnee(.15), lAnkle(.045), rAnkle(-.195);\n"


def standing(body: str, world: World | None = None) -> Sim:
    text = STAND if body == "human" else SPLIT
    return Sim(compile_text(text), body=body, start="rest", world=world, physics="careful")  # steps of 1 ms


# MuJoCo puts a plane first in a contact, but a sphere before a box: then the body comes first
@pytest.mark.long
@pytest.mark.parametrize("ground", ["flat", "steps:-5=0.1"])
@pytest.mark.parametrize("body", ["planar7", "human"])
def test_a_standing_body_weighs_what_it_weighs(body: str, ground: str) -> None:
    sim = standing(body, World(ground=parse_ground(ground)))
    loads = []
    for _ in range(400):
        sim.step(1)
        loads.append(sim.actors[0].state.foot_load.copy())
    weight = 9.81 * sim.bodies[0].mass
    mean = np.mean(loads[100:], axis=0)
    assert mean.sum() == pytest.approx(weight, rel=0.05)
    assert np.all(mean > 0.2 * weight)
    assert sim.actors[0].state.verdict[0] == 0


@pytest.mark.long
@pytest.mark.parametrize("body", ["planar7", "human"])
def test_the_centre_of_pressure_lies_under_the_foot(body: str) -> None:
    sim = standing(body)
    sim.step(300)
    mujoco.mj_forward(sim.model, sim.data)
    anatomy, state = sim.actors[0].anatomy, sim.actors[0].state
    for side in "lr":
        part = anatomy.part(f"{side}Foot")
        x, y, z, force = state.pressure[part]
        foot = sim.model.body(f"{side}Foot").id
        geoms = [
            g
            for g in range(sim.model.ngeom)
            if sim.model.geom_bodyid[g] == foot and sim.model.geom_contype[g]
        ]
        middle, reach = sim.data.geom_xpos[geoms], sim.model.geom_rbound[geoms][:, None]
        low, high = (middle - reach).min(axis=0), (middle + reach).max(axis=0)
        assert force > 50.0
        assert low[0] < x < high[0] and low[1] < y < high[1] and abs(z) < 0.01


@pytest.mark.long
def test_the_centre_of_pressure_balances_the_moments() -> None:
    sim = standing("human")
    sim.step(300)
    before = sim.data.contact.pos.copy()
    state, anatomy = sim.actors[0].state, sim.actors[0].anatomy
    wrench, total, moment = np.zeros(6), 0.0, np.zeros(3)
    for k in range(sim.data.ncon):
        geoms = sim.data.contact.geom[k]
        if sim.model.body("lFoot").id in sim.model.geom_bodyid[geoms]:
            mujoco.mj_contactForce(sim.model, sim.data, k, wrench)
            total += wrench[0]
            moment += wrench[0] * before[k]
    pressure = state.pressure[anatomy.part("lFoot")]
    assert pressure[3] == pytest.approx(total)
    np.testing.assert_allclose(pressure[:3], moment / total)


def test_a_body_in_the_air_touches_nothing() -> None:
    sim = standing("human")
    sim.data.qpos[2] += 0.5
    sim.step(1)
    assert not sim.actors[0].state.touching.any()
    assert not sim.actors[0].state.foot_load.any()


def test_the_touch_of_a_toe_is_its_foots() -> None:
    sim = standing("human")
    names = sim.actors[0].anatomy.dof_names
    sim.data.qpos[names.index("lAnkle.pitch") + 1] = 0.6  # on tiptoe, the right foot in the air
    sim.data.qpos[names.index("rKnee.pitch") + 1] = 1.5
    lift_to_ground(sim.model, sim.data, sim.bodies[0], ground_height=sim.world.ground.height)
    sim.data.qpos[2] -= 0.002
    sim.step(1)
    touching, parts = sim.actors[0].state.touching, sim.actors[0].anatomy.parts
    assert touching[parts["lToes"]] > 0 and touching[parts["lFoot"]] >= touching[parts["lToes"]]
    assert touching[parts["rFoot"]] == 0


@pytest.mark.long
@pytest.mark.parametrize("body", ["planar7", "human"])
def test_a_standing_body_does_not_slide(body: str) -> None:
    sim = standing(body)
    sim.step(800)
    assert sim.actors[0].state.foot_track[:, 2].max() < 0.004


@pytest.mark.long
def test_slide_is_the_way_a_foot_went_over_the_ground() -> None:
    sim = standing("human", World(friction=1e-4))
    sim.data.qvel[0] = 1.0  # on ice, all of it together
    feet = [sim.model.body(f"{s}Foot").id for s in "lr"]
    mujoco.mj_forward(sim.model, sim.data)
    before = sim.data.xipos[feet].copy()
    sim.step(400)
    mujoco.mj_kinematics(sim.model, sim.data)
    way = np.linalg.norm((sim.data.xipos[feet] - before)[:, :2], axis=1)
    assert np.all(way > 0.2)
    np.testing.assert_allclose(sim.actors[0].state.foot_track[:, 2], way, rtol=0.1)


@pytest.mark.long
@pytest.mark.parametrize("ground", ["flat", "slope:8", "slope:-8"])
def test_loads_account_for_the_vertical_momentum(ground: str) -> None:
    sim = standing("human", World(ground=parse_ground(ground)))
    pelvis, mass = sim.model.body("pelvis").id, sim.bodies[0].mass

    def rising() -> float:
        mujoco.mj_forward(sim.model, sim.data)
        mujoco.mj_subtreeVel(sim.model, sim.data)
        return float(mass * sim.data.subtree_linvel[pelvis, 2])

    before, impulse = rising(), 0.0
    for _ in range(150):
        sim.step(1)
        impulse += sim.dt * (sim.actors[0].state.foot_load.sum() - 9.81 * mass)
    assert rising() - before == pytest.approx(impulse, abs=0.01 * 9.81 * mass * 0.15)
