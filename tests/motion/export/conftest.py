"""Short recordings, made once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import mujoco
import numpy as np
import pytest

from footfall.body import load_body
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.engine.spec import ActorSpec, RunSpec, WorldSpec
from footfall.world import parse_balls, parse_prop

CRATE = "crate.box(.4,.3,.2).at(.9,.1,.6).mass(5)"


@cache
def _record(kind: str) -> Recording:
    """A body of the library for 0.3 s; or "crate", "two", "bumps", "balls"; or "walk", which lasts 2 s."""
    if kind == "two":
        actors = (ActorSpec("simbicon/walk3d"), ActorSpec("simbicon/walk3d", "bird", at=(0.0, 1.5)))
        return Sim.of(RunSpec(actors)).run(0.3)
    if kind in ("crate", "bumps", "walk"):
        ground = "bumps:.02" if kind == "bumps" else "stairs:.1,.4,3" if kind == "crate" else "flat"
        world = WorldSpec(ground, props=(parse_prop(CRATE),) if kind == "crate" else ())
        return Sim.of(RunSpec((ActorSpec("simbicon/walk3d"),), world)).run(2.0 if kind == "walk" else 0.3)
    if kind == "balls":
        world = WorldSpec(balls=parse_balls("1:5:.15"))
        return Sim.of(RunSpec((ActorSpec("simbicon/walk3d"),), world)).run(0.3)
    skill = "simbicon/walk" if load_body(kind).planar else "simbicon/walk3d"
    return Sim(skill, body=kind).run(0.3)


@pytest.fixture(scope="session")
def record() -> Callable[[str], Recording]:
    """``record("human")``."""
    return _record


@pytest.fixture(scope="session")
def places() -> Callable[[Recording, np.ndarray], dict[str, np.ndarray]]:
    """Where the model's bodies are at rows of a recording: name -> (n, 3)."""

    def where(rec: Recording, rows: np.ndarray) -> dict[str, np.ndarray]:
        model = rec.model()
        data = mujoco.MjData(model)
        out = []
        for row in rows:
            data.qpos[:] = rec.qpos[row]
            mujoco.mj_kinematics(model, data)
            out.append(np.array(data.xpos))
        return {model.body(k).name: np.array(out)[:, k] for k in range(1, model.nbody)}

    return where
