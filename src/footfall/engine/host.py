"""What the kernel asks its host to do: SAVE, LOAD, switching entities of the world, switching gaits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import mujoco
import numpy as np

from footfall.control.pose import KD, KP, ON, TARGET
from footfall.engine import kernel
from footfall.engine.gen import REFS
from footfall.engine.switch import take_over
from footfall.errors import FootfallError
from footfall.reading import read_text
from footfall.script.statements import opcodes
from footfall.world.props import PREFIX

if TYPE_CHECKING:
    from footfall.engine.actor import Actor
    from footfall.engine.log import Log
    from footfall.engine.sim import Sim

_MAGIC = "footfall-state 1"
_OPS = {number: name for name, number in opcodes().items()}


def serve(sim: Sim, log: Log) -> None:
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
        op, name = _OPS[int(act[0])], actor.linked.program.names[int(act[REFS])].strip()
        if op == "save":
            _save(sim, actor, _inside(sim, name))
        elif op == "load":
            _load(sim, actor, _inside(sim, name))
        else:
            _toggle(sim, name, "visible" if int(act[REFS + 1]) == 0 else "collidable")
    sim.clocks[kernel.ASKED] = 0


def _inside(sim: Sim, name: str) -> Path:
    """A file of the script's folder, or of the working folder for a script of the library.

    Raises:
        FootfallError: The name leads outside.
    """
    unit = sim.programs[0].units[0]
    in_library = Path(unit.path).is_relative_to(Path(__file__).resolve().parent.parent)
    folder = Path(unit.path).parent if unit.path and not in_library else Path()
    if Path(name).is_absolute() or ".." in Path(name).parts:
        raise FootfallError(
            f"'{name}' is outside the script's folder",
            where=unit.path or unit.name,
            help="use a plain file name",
        )
    return folder / name


def _joints(sim: Sim, actor: Actor) -> list[str]:
    """The model's joints of this actor, root first; hinges and slides only."""
    prefix, body = actor.anatomy.prefix, actor.anatomy.body
    return [prefix + n for n in body.root_joints] + [prefix + a.model_name for a in body.axes]


def _save(sim: Sim, actor: Actor, path: Path) -> None:
    """Write joint angles and rates and the servos, one joint a line."""
    lines = [_MAGIC]
    for name in _joints(sim, actor):
        joint = sim.model.joint(name)
        q, v = sim.data.joint(name).qpos, sim.data.joint(name).qvel
        servo = actor.state.servo[joint.dofadr[0], [ON, TARGET, KP, KD]]
        numbers = [*q, *v, *servo]
        lines.append(" ".join([name.removeprefix(actor.anatomy.prefix), *(repr(float(x)) for x in numbers)]))
    try:
        path.write_text("\n".join(lines) + "\n")
    except OSError as error:
        raise FootfallError(f"cannot save the state: {error.strerror}", where=str(path)) from error


def _load(sim: Sim, actor: Actor, path: Path) -> None:
    """Read what `_save` wrote, or a classic .sav file."""
    text = read_text(path, help="SAVE a state there first")
    if not text.startswith(_MAGIC):
        from footfall.engine.classic_state import load_classic

        load_classic(sim, actor, text, path)
        return
    for line in text.splitlines()[1:]:
        name, *numbers = line.split()
        joint = mujoco.mj_name2id(sim.model, mujoco.mjtObj.mjOBJ_JOINT, actor.anatomy.prefix + name)
        if joint < 0:
            continue
        values = [float(x) for x in numbers]
        view = sim.data.joint(actor.anatomy.prefix + name)
        nq, nv = len(view.qpos), len(view.qvel)
        if len(values) != nq + nv + 4 or not np.all(np.isfinite(values)):
            raise FootfallError(f"the line of {name} is broken", where=str(path))
        view.qpos[:], view.qvel[:] = values[:nq], values[nq : nq + nv]
        actor.state.servo[sim.model.jnt_dofadr[joint], [ON, TARGET, KP, KD]] = values[nq + nv :]


def _toggle(sim: Sim, name: str, what: str) -> None:
    """Switch an entity's collisions, or whether it is seen; ground, balls and bodies are no entities."""
    for g in range(sim.model.ngeom):
        if sim.model.geom(g).name.split("#")[0] != PREFIX + name:
            continue
        if what == "visible":
            sim.model.geom_rgba[g, 3] = 0.0 if sim.model.geom_rgba[g, 3] > 0 else 1.0
            continue
        masks = sim.masks.setdefault(g, (int(sim.model.geom_contype[g]), int(sim.model.geom_conaffinity[g])))
        off = sim.model.geom_contype[g] != 0 or sim.model.geom_conaffinity[g] != 0
        sim.model.geom_contype[g], sim.model.geom_conaffinity[g] = (0, 0) if off else masks
