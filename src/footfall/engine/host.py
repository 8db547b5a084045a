"""What the kernel asks its host to do: SAVE, LOAD, switching entities of the world, switching gaits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import mujoco
import numpy as np

from footfall.control.columns import (
    ACT_KEEP,
    ACT_OP,
    ACT_REFS,
    CLOCK_ASKED,
    SERVO_KD,
    SERVO_KP,
    SERVO_ON,
    SERVO_TARGET,
)
from footfall.engine.actor import Actor
from footfall.engine.classic_state import load_classic
from footfall.engine.session import Session
from footfall.engine.switch import take_over
from footfall.errors import FootfallError
from footfall.script.statements import opcodes
from footfall.world.props import PREFIX

if TYPE_CHECKING:
    from footfall.engine.running import Log

_MAGIC = "footfall-state 1"
_OPS = {number: name for name, number in opcodes().items()}


def serve(sim: Session, log: Log) -> None:
    """Carry out what the actors have asked for, once."""
    for actor in tuple(sim.actors):
        s = int(actor.state.request[0]) - 1
        if s < -1:
            take_over(sim, -2 - s, log)
        if s < 0:
            continue
        actor.state.request[0] = 0
        actor.state.scratch[s, 0] = 1.0
        act = actor.arrays["acts"][0, s]
        op, name = _OPS[int(act[ACT_OP])], actor.linked.program.names[int(act[ACT_REFS])].strip()
        if op == "save":
            sim.shelf.save(sim.programs[0].units[0], name, _state_text(sim, actor))
        elif op == "load":
            _load(sim, actor, sim.shelf.load(sim.programs[0].units[0], name), name)
            if act[ACT_KEEP] == 1:
                own = actor.arrays["dofs"]
                actor.state.kept[own] = actor.state.servo[own]
        else:
            _toggle(sim, name, "visible" if int(act[ACT_REFS + 1]) == 0 else "collidable")
    sim.clocks[CLOCK_ASKED] = 0


def _joints(sim: Session, actor: Actor) -> list[str]:
    """The model's joints of this actor, root first; hinges and slides only."""
    prefix, body = actor.anatomy.prefix, actor.anatomy.body
    return [prefix + n for n in body.root_joints] + [prefix + a.model_name for a in body.axes]


def _state_text(sim: Session, actor: Actor) -> str:
    """Joint angles and rates and the servos, one joint a line."""
    lines = [_MAGIC]
    for name in _joints(sim, actor):
        joint = sim.model.joint(name)
        q, v = sim.data.joint(name).qpos, sim.data.joint(name).qvel
        servo = actor.state.servo[joint.dofadr[0], [SERVO_ON, SERVO_TARGET, SERVO_KP, SERVO_KD]]
        numbers = [*q, *v, *servo]
        lines.append(" ".join([name.removeprefix(actor.anatomy.prefix), *(repr(float(x)) for x in numbers)]))
    return "\n".join(lines) + "\n"


def _load(sim: Session, actor: Actor, text: str, where: str) -> None:
    """Take over what `_state_text` wrote, or a classic .sav file.

    Raises:
        FootfallError: It is broken; nothing has changed then.
    """
    if not text.startswith(_MAGIC):
        load_classic(sim, actor, text, Path(where))
        return
    rows = [row for line in text.splitlines()[1:] if (row := _read_row(sim, actor, line, where))]
    for name, values in rows:
        view = sim.data.joint(actor.anatomy.prefix + name)
        nq, nv = len(view.qpos), len(view.qvel)
        view.qpos[:], view.qvel[:] = values[:nq], values[nq : nq + nv]
        dof = int(sim.model.joint(actor.anatomy.prefix + name).dofadr[0])
        actor.state.servo[dof, [SERVO_ON, SERVO_TARGET, SERVO_KP, SERVO_KD]] = values[nq + nv :]


def _read_row(sim: Session, actor: Actor, line: str, where: str) -> tuple[str, list[float]] | None:
    """A joint's name and its numbers; None for a joint that this body lacks."""
    name, *numbers = line.split() or [""]
    joint = mujoco.mj_name2id(sim.model, mujoco.mjtObj.mjOBJ_JOINT, actor.anatomy.prefix + name)
    if joint < 0:
        return None
    view = sim.data.joint(actor.anatomy.prefix + name)
    try:
        values = [float(x) for x in numbers]
    except ValueError:
        values = []
    if len(values) != len(view.qpos) + len(view.qvel) + 4 or not np.all(np.isfinite(values)):
        raise FootfallError(f"the line of {name} is broken", where=where, help="SAVE it anew")
    return name, values


def _toggle(sim: Session, name: str, what: str) -> None:
    """Switch an entity's collisions with bodies, or whether it is seen; ground, balls and bodies are none.

    Bodies find the world by its `contype`, and the world's things find each other by their `conaffinity` too:
    an entity that keeps that still rests on the ground.
    """
    for g in range(sim.model.ngeom):
        if sim.model.geom(g).name.split("#")[0] != PREFIX + name:
            continue
        if what == "visible":
            sim.model.geom_rgba[g, 3] = 0.0 if sim.model.geom_rgba[g, 3] > 0 else 1.0
            continue
        on = sim.model.geom_contype[g] != 0
        sim.model.geom_contype[g] = 0 if on else sim.masks[0, g]
