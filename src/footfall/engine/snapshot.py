"""Snapshots: all that is needed to go on from a moment, bit for bit."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.engine.swap import recast

if TYPE_CHECKING:
    from footfall.engine.sim import Sim
    from footfall.engine.switch import Switch
    from footfall.script.program import Program

_SPEC = int(mujoco.mjtState.mjSTATE_INTEGRATION)


@dataclass(frozen=True)
class Snapshot:
    """The physics, each actor's State and inputs, and the kernel's clocks, at one tick.

    Attributes:
        arrays: By name; copies.
        programs: Which Program each actor ran; empty in a snapshot that was read from a file.
        pending: Switches of gaits that had not taken place.
    """

    arrays: dict[str, NDArray[Any]]
    programs: tuple[Program, ...] = ()
    pending: tuple[Switch, ...] = ()

    @property
    def hash(self) -> str:
        """A short hash of every bit."""
        digest = hashlib.sha256()
        for name in sorted(self.arrays):
            digest.update(name.encode())
            digest.update(np.ascontiguousarray(self.arrays[name]).tobytes())
        return digest.hexdigest()[:16]


def take(sim: Sim) -> Snapshot:
    """A snapshot of a Sim."""
    physics = np.zeros(mujoco.mj_stateSize(sim.model, _SPEC))
    mujoco.mj_getState(sim.model, sim.data, physics, _SPEC)
    arrays: dict[str, NDArray[Any]] = {
        "physics": physics,
        "damping": sim.model.dof_damping.copy(),
        "clocks": sim.clocks[[0, 3, 4]].copy(),
        "event_ticks": sim.event_ticks.copy(),
        "masks": np.stack([sim.model.geom_contype, sim.model.geom_conaffinity]),
    }
    for k, actor in enumerate(sim.actors):
        arrays[f"floats{k}"] = actor.state.floats.copy()
        arrays[f"ints{k}"] = actor.state.ints.copy()
        arrays[f"inputs{k}"] = actor.inputs.copy()
    return Snapshot(arrays, tuple(sim.programs), sim.pending)


def restore(sim: Sim, snapshot: Snapshot) -> None:
    """Put a Sim of the same scene back to a snapshot; a Program that was replaced since comes back."""
    arrays = snapshot.arrays
    for k, program in enumerate(snapshot.programs):
        if sim.programs[k] is not program:
            recast(sim, k, program)
    sim.pending = snapshot.pending
    mujoco.mj_setState(sim.model, sim.data, arrays["physics"], _SPEC)
    sim.model.dof_damping[:] = arrays["damping"]
    sim.clocks[[0, 3, 4]] = arrays["clocks"]
    sim.model.geom_contype[:], sim.model.geom_conaffinity[:] = arrays["masks"]
    kept = min(len(arrays["event_ticks"]), len(sim.event_ticks))
    sim.event_ticks[:kept] = arrays["event_ticks"][:kept]
    for k, actor in enumerate(sim.actors):
        actor.state.floats[:] = arrays[f"floats{k}"]
        actor.state.ints[:] = arrays[f"ints{k}"]
        actor.inputs[:] = arrays[f"inputs{k}"]
