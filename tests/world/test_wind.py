from __future__ import annotations

import mujoco
import numpy as np
import pytest

from footfall.engine.kernel.loop import QUICK_GUST, SLOW_GUST
from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.script import compile_text
from footfall.world import Wind, World, parse_wind
from footfall.world.data import world_data, world_from


@pytest.mark.parametrize(
    ("text", "wind"), [("40", Wind(40.0)), ("-20:30", Wind(-20.0, 30.0)), ("0:5.5", Wind(0.0, 5.5))]
)
def test_winds(text, wind):
    assert parse_wind(text) == wind


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "the wind must be a number"), ("1:2:3", "one or two"), ("5:-1", "the gust"), ("nan", "finite")],
)
def test_what_is_no_wind(text, words):
    with pytest.raises(FootfallError, match=words):
        parse_wind(text)


def test_a_world_keeps_its_wind():
    world = World(wind=Wind(12.0, 3.0))
    assert world_from(world_data(world)).wind == world.wind
    assert world_from(world_data(World())).wind is None


def test_a_wind_that_cannot_blow_is_refused():
    with pytest.raises(FootfallError, match="wind"):
        world_from({**world_data(World()), "wind": {"force": 1e9, "gust": 0.0}})


@pytest.mark.sim
@pytest.mark.parametrize(("force", "gust"), [(50.0, 0.0), (0.0, 80.0)])
def test_it_moves_the_centre_of_mass_by_its_force(force, gust):
    limp = compile_text("SKILL limp()\nIDLE limp\nPHASE only\n")
    world = World(gravity=(0.0, 0.0, 0.0), wind=Wind(force, gust))
    sim = Sim(limp, body="human", world=world, start="rest")
    sim.data.qpos[2] += 5.0
    ticks = round(0.2 / sim.dt)
    sim.step(ticks)
    at = np.arange(ticks) * sim.dt
    blown = force + gust * np.sin(SLOW_GUST * at) * np.sin(QUICK_GUST * at)
    assert _momentum(sim) == pytest.approx(np.sum(blown) * sim.dt, rel=0.01)


def _momentum(sim: Sim) -> float:
    """Of all links along x, kg m/s."""
    mujoco.mj_forward(sim.model, sim.data)
    mujoco.mj_subtreeVel(sim.model, sim.data)
    root = int(sim.actors[0].arrays["root_body"][0])
    return float(sim.model.body_subtreemass[root] * sim.data.subtree_linvel[root, 0])
