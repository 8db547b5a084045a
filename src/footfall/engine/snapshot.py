"""Snapshots: all that is needed to go on from a moment, bit for bit, here or in another process."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import CLOCK_ENDED, CLOCK_THROWN, CLOCK_TICK
from footfall.engine.events import Event, Switch, push_arrays
from footfall.engine.scene import build
from footfall.engine.session import PHYSICS, Session
from footfall.engine.snapshot_check import check_snapshot
from footfall.engine.swap import another_actor
from footfall.errors import FootfallError
from footfall.script.program import Program
from footfall.world import Push

_CLOCKS = [CLOCK_TICK, CLOCK_THROWN, CLOCK_ENDED]


@dataclass(frozen=True)
class Snapshot:
    """The physics, each actor's State, numbers and inputs, the kernel's clocks, and all that is pending.

    It can be copied, pickled and sent; restoring it checks it first.

    Attributes:
        arrays: By name; copies.
        programs: Which Program each actor ran; empty: those that run where it is restored.
        pending: Switches of gaits that had not taken place.
        pushes: Forces that had begun or were to begin.
        events: What had been done to the run by then.
        saved: What its scripts had saved.
        seed: Of all that is drawn.
        scene: Key of the bodies and the world (`Setting.key`); "": not known.
    """

    arrays: dict[str, NDArray[Any]]
    programs: tuple[Program, ...] = ()
    pending: tuple[Switch, ...] = ()
    pushes: tuple[Push, ...] = ()
    events: tuple[Event, ...] = ()
    saved: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    scene: str = ""

    @property
    def tick(self) -> int:
        """Physics steps until then."""
        return int(self.arrays["clocks"][0])

    @property
    def hash(self) -> str:
        """A short hash of every bit of the state; the numbers of the program are no part of it."""
        digest = hashlib.sha256()
        for name in sorted(name for name in self.arrays if not name.startswith("params")):
            digest.update(name.encode())
            digest.update(np.ascontiguousarray(self.arrays[name]).tobytes())
        return digest.hexdigest()[:16]


def take(sim: Session) -> Snapshot:
    """A snapshot of a Sim."""
    arrays: dict[str, NDArray[Any]] = {
        "physics": sim.physics(),
        "damping": sim.model.dof_damping.copy(),
        "clocks": sim.clocks[_CLOCKS].copy(),
        "event_rows": sim.push_rows.copy(),
        "event_ticks": sim.push_ticks.copy(),
        "masks": np.stack([sim.model.geom_contype, sim.model.geom_conaffinity]),
    }
    for k, actor in enumerate(sim.actors):
        arrays[f"floats{k}"] = actor.state.floats.copy()
        arrays[f"ints{k}"] = actor.state.ints.copy()
        arrays[f"inputs{k}"] = actor.inputs.copy()
        arrays[f"params{k}"] = actor.arrays["reg"][: len(sim.programs[k].params)].copy()
    return Snapshot(
        arrays,
        tuple(sim.programs),
        sim.pending,
        tuple(sim.pushes),
        tuple(sim.events),
        dict(sim.shelf.saved),
        sim.seed,
        sim.setting.key,
    )


def restore(sim: Session, snapshot: Snapshot, *, trusted: bool = False) -> None:
    """Put a Sim back to a snapshot; what was changed, added or replaced since is undone.

    Args:
        sim: The Sim.
        snapshot: Of it, or of one of the same scene.
        trusted: Whether this very Sim has just made it, so that it needs no check.

    Raises:
        FootfallError: The snapshot is of another scene, or broken; nothing has changed then.
    """
    setting = sim.settings.get(snapshot.scene) if snapshot.scene else sim.setting
    if setting is None:
        raise FootfallError(
            "the snapshot is of another scene",
            where="restore",
            help="restore it into a Sim of the same bodies, ground and time step",
        )
    programs = snapshot.programs or tuple(sim.programs)
    if len(programs) != len(sim.actors):
        raise FootfallError(
            f"the snapshot has {len(programs)} actors, not {len(sim.actors)}", where="restore"
        )
    built = sim.built if setting is sim.setting else build(setting, programs, sim.watcher)
    actors = []
    for actor, program in zip(built.actors if built is not sim.built else sim.actors, programs, strict=True):
        same = same_program(actor.linked.program, program)
        actors.append(
            actor if same else another_actor(built.scene.model, built.data, setting.world, actor, program)
        )
    if not trusted:
        check_snapshot(snapshot, built.scene.model, actors, PHYSICS)
    anatomies, dt = [actor.anatomy for actor in actors], float(built.scene.model.opt.timestep)
    rows, _ = push_arrays(list(snapshot.pushes), anatomies, dt)

    if built is not sim.built:
        sim.adopt(built)
    sim.replace_actors(actors, programs)
    sim.pending, sim.seed, sim.events = snapshot.pending, snapshot.seed, list(snapshot.events)
    sim.shelf.saved = dict(snapshot.saved)
    sim.pushes, sim.push_rows = list(snapshot.pushes), rows
    arrays = snapshot.arrays
    sim.push_ticks = arrays["event_ticks"].copy()
    mujoco.mj_setState(sim.model, sim.data, arrays["physics"], PHYSICS)
    sim.model.dof_damping[:] = arrays["damping"]
    sim.clocks[_CLOCKS] = arrays["clocks"]
    sim.model.geom_contype[:], sim.model.geom_conaffinity[:] = arrays["masks"]
    for k, actor in enumerate(actors):
        actor.seed[0] = snapshot.seed
        actor.state.floats[:] = arrays[f"floats{k}"]
        actor.state.ints[:] = arrays[f"ints{k}"]
        actor.arrays["reg"][: len(programs[k].params)] = arrays[f"params{k}"]
        actor.inputs[:] = arrays[f"inputs{k}"]


def same_program(one: Program, other: Program) -> bool:
    """Whether two Programs are the same, made in one process or in two."""
    return one is other or (one.units == other.units and np.array_equal(one.params, other.params))
