"""Starts in the middle of a skill: at the beginning of one of its phases, and drawn around that moment.

A start that is drawn while the body stands proves little: it has settled before anything hard begins. Here
the body is disturbed where the hard part begins.
"""

from __future__ import annotations

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.body.starts import ground_gap
from footfall.control.columns import CLOCK_TICK, VERDICT_CODE
from footfall.control.random import START, generator
from footfall.engine.kernel.ends import RUNNING
from footfall.engine.kernel.frames import begin_phase
from footfall.engine.scene import ANGLE_NOISE, RATE_NOISE, VELOCITY_NOISE
from footfall.engine.session import Session
from footfall.engine.sim import Sim
from footfall.errors import FootfallError, nearest

LONGEST = 60.0  # s until a phase must have begun
_STREAM = START + 2048  # a stream of random numbers of our own


def phase_of(sim: Session, name: str, where: str = "--at") -> int:
    """The index of a phase of the root script.

    Raises:
        FootfallError: It has none of that name.
    """
    program = sim.programs[0]
    first, last = program.units[0].phases
    names = list(program.phase_names[first:last])
    if name not in names:
        raise FootfallError(
            f"{program.name} has no phase '{name}'", where=f"{where} {name}", help=nearest(name, names)
        )
    return first + names.index(name)


def run_to(sim: Sim, name: str, where: str = "--at") -> None:
    """Run a fresh Sim until a phase of its script begins, and count time from there.

    Raises:
        FootfallError: It has no such phase, or never gets there.
    """
    phase, state = phase_of(sim, name, where), sim.actors[0].state
    while state.frame_phase[0] != phase:
        if sim.time > LONGEST or state.verdict[VERDICT_CODE] != RUNNING or sim.advance(1) < 1:
            raise FootfallError(
                f"{sim.programs[0].name} never comes to its phase '{name}'",
                where=f"{where} {name}",
                help=f"name one that it enters within {LONGEST:g} s by itself",
            )
    _from_now(sim)


def put(sim: Sim, qpos: NDArray[np.float64], qvel: NDArray[np.float64], name: str, where: str = "") -> None:
    """Put the body of a fresh Sim into a state, at the beginning of a phase.

    Args:
        sim: The Sim.
        qpos: (nq,) of its model.
        qvel: (nv,) of its model.
        name: The phase; "" for the script's first one.
        where: The place that errors name.

    Raises:
        FootfallError: The state is of another body, or there is no such phase.
    """
    if len(qpos) != sim.model.nq or len(qvel) != sim.model.nv:
        raise FootfallError(
            "the state is of another body or world",
            where=where,
            help=f"record it with {sim.bodies[0].name}, on the same ground",
        )
    sim.data.qpos[:], sim.data.qvel[:] = qpos, qvel
    mujoco.mj_forward(sim.model, sim.data)
    if name:
        begin_phase(sim.actors[0].context, 0, phase_of(sim, name))
        sim.actors[0].call_first()
    _from_now(sim)


def _from_now(sim: Session) -> None:
    sim.clocks[CLOCK_TICK] = 0
    sim.actors[0].state.monitored[:] = 0.0


def disturb(sim: Session, seed: int) -> None:
    """Draw a state around that of the first actor's body; seed 0 leaves it as it is.

    Angles, rates and velocity get the noise of a drawn start. No part is lower above the ground than before.
    """
    if seed == 0:
        return
    draw, body, model, data = generator(seed, _STREAM), sim.bodies[0], sim.model, sim.data
    height = sim.world.ground.height
    before = ground_gap(model, data, body, prefix=sim.prefixes[0], ground_height=height)
    for axis in body.axes:
        joint = model.joint(sim.prefixes[0] + axis.model_name)
        q, v = joint.qposadr[0], joint.dofadr[0]
        low, high = (-np.inf, np.inf) if axis.low is None or axis.high is None else (axis.low, axis.high)
        data.qpos[q] = np.clip(data.qpos[q] + draw.normal(0.0, ANGLE_NOISE), low, high)
        data.qvel[v] += draw.normal(0.0, RATE_NOISE)
    root = model.joint(sim.prefixes[0] + body.root_joints[0])
    up = model.joint(sim.prefixes[0] + "root.z") if body.planar else root
    v = root.dofadr[0]
    data.qvel[v : v + (1 if body.planar else 3)] += draw.normal(0.0, VELOCITY_NOISE, 1 if body.planar else 3)
    if body.planar:
        data.qvel[up.dofadr[0]] += draw.normal(0.0, VELOCITY_NOISE)
    after = ground_gap(model, data, body, prefix=sim.prefixes[0], ground_height=height)
    data.qpos[up.qposadr[0] + (0 if body.planar else 2)] += max(0.0, before - after)
    mujoco.mj_forward(model, data)
