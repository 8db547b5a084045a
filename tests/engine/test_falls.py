"""Bodies that fall, go limp and are driven again never diverge (`benchmarks/falls.py` has many more)."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from footfall.engine.kernel.ends import DIVERGED
from footfall.engine.sim import Sim
from footfall.script import compile_text

pytestmark = pytest.mark.sim

HAND_OVER = """
SKILL both(at = 15)
FALL time < 0
PHASE a
  DO simbicon/run3d();
  TO b WHEN time > at;
PHASE b
  DO simbicon/walk3d();
"""


@pytest.fixture(scope="module")
def falls() -> ModuleType:
    """The benchmark."""
    path = Path(__file__).parents[2] / "benchmarks" / "falls.py"
    spec = importlib.util.spec_from_file_location("falls", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["falls"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("seed", "at"), [(1, 15.5)])
def test_a_walk_that_takes_over_from_a_run_and_falls(falls: ModuleType, seed: int, at: float) -> None:
    sim = Sim(compile_text(HAND_OVER), body="human", start="walking", seed=seed, set={"at": at})
    sim.step(int(round((at - 0.1) / sim.dt)))
    top = 0.0
    while sim.time < at + 4 and sim.actors[0].state.verdict[0] != DIVERGED:
        sim.step(5)
        top = max(top, falls.fastest(sim))
    assert sim.actors[0].state.verdict[0] != DIVERGED
    assert top < falls.TOO_FAST


@pytest.mark.parametrize("number", range(2))
def test_random_falls(falls: ModuleType, number: int) -> None:
    found = falls.run(falls.draw(7, number))
    assert found["end"] == "lies" and found["fastest"] < falls.TOO_FAST


def test_limp_shoulders_do_not_lock(falls: ModuleType) -> None:
    """At 90 degrees of roll yaw and pitch turn about one axis: without an inertia they spin without end."""
    sim = Sim(compile_text("SKILL limp()\nFALL time < 0\nIDLE limp\nPHASE limp\n"), body="human")
    names = list(sim.actors[0].anatomy.dof_names)
    for side in "lr":
        dof = names.index(f"{side}Shoulder.roll")
        sim.data.qpos[dof + 1] = np.pi / 2 - 1e-4
        sim.data.qvel[names.index(f"{side}Shoulder.pitch")] = 5.0
        sim.data.qvel[dof] = 0.5
    top = 0.0
    for _ in range(400):
        sim.step(5)
        top = max(top, float(np.abs(sim.data.qvel).max()))
    assert sim.actors[0].state.verdict[0] != DIVERGED
    assert top < 150.0  # rad/s
    # away from the lock the body is as its data say
    assert sim.actors[0].arrays["rotor"].max() == 0.0


def test_a_driven_joint_cannot_go_at_any_speed() -> None:
    """A servo that never reaches its target speeds a weightless toe up to a bound, not without end."""
    from footfall.world import World

    text = "SKILL spin()\nFALL time < 0\nPHASE p\nPOSE lToe(100, 1000, 0);\n"
    sim = Sim(compile_text(text), body="human", world=World(gravity=(0.0, 0.0, 0.0)))
    sim.data.qpos[2] += 5.0
    dof = list(sim.actors[0].anatomy.dof_names).index("lToe.pitch")
    sim.model.jnt_range[sim.model.dof_jntid[dof]] = [-1e6, 1e6]
    fast, spent = 12.0, 16.0  # of engine/link/measures.py, in natural rates
    natural = np.sqrt(sim.actors[0].arrays["scale"][2] / 9.81)
    sim.step(300)
    assert fast / natural < sim.data.qvel[dof] < 1.5 * spent / natural
    assert sim.actors[0].state.clipped[dof] < sim.actors[0].arrays["body_limit"][dof]
