"""Hot swap: another script, or another body, while the body moves.

A change of numbers only writes `params`. Any other edit links the new Program and copies what
has the same key: frames by phase, scratch rows by statement, counters and ramps by their place in the
code (engine/counters.py). A phase that is gone sends its frame to the script's first.
"""

from __future__ import annotations

from dataclasses import replace

import mujoco
import numpy as np

from footfall.body import Body, lift_to_ground
from footfall.control.columns import PHASE_CALLEE
from footfall.engine.actor import Actor
from footfall.engine.counters import carry_counters
from footfall.engine.events import push_arrays
from footfall.engine.kernel.frames import call, set_limit
from footfall.engine.layout import BODY, FRAME, LEARNER, STATEMENT
from footfall.engine.link.link import link
from footfall.engine.scene import build
from footfall.engine.session import Session
from footfall.engine.state import carried
from footfall.errors import FootfallError
from footfall.script import Program, compile_text
from footfall.script.stored import NearLoader
from footfall.world import World

_CLOCKS = ("clock", "lasting", "returned", "returns", "ran")  # of a frame
_TABLES = ("code", "phases", "transitions", "statements", "args", "refs", "call_args")


def compile_swap(sim: Session, text: str) -> Program:
    """Another text of the first actor's script, compiled as that was.

    Raises:
        ScriptError: The text does not compile.
    """
    old = sim.programs[0]
    unit = old.units[0]
    return compile_text(
        text, name=unit.name, path=unit.path, loader=NearLoader(old.units[1:], old.references)
    )


def swap(sim: Session, new: Program) -> None:
    """Replace the first actor's script."""
    old = sim.programs[0]
    if same_shape(old, new):
        _write_params(sim, old, new)
    else:
        _relink(sim, old, new)
    sim.programs[0] = new


def same_shape(old: Program, new: Program) -> bool:
    """Whether two Programs differ in nothing but their numbers."""
    if (old.names, old.senses, old.phase_names, old.fall, old.goal) != (
        new.names, new.senses, new.phase_names, new.fall, new.goal,
    ):  # fmt: skip
        return False
    if [p.name for p in old.units[0].parameters] != [p.name for p in new.units[0].parameters]:
        return False
    if len(old.params) != len(new.params) or len(old.curves) != len(new.curves):
        return False
    if any(not np.array_equal(a, b) for a, b in zip(old.curves, new.curves, strict=True)):
        return False
    return all(np.array_equal(getattr(old, t), getattr(new, t)) for t in _TABLES)


def _write_params(sim: Session, old: Program, new: Program) -> None:
    actor = sim.actors[0]
    actor.arrays["reg"][: len(new.params)] = new.params
    carry_inputs(actor, actor.inputs.copy(), old, new)
    actor.linked = replace(actor.linked, program=new)


def carry_inputs(actor: Actor, values: np.ndarray, old: Program, new: Program) -> None:
    """Live parameters keep their value if someone set it; a new default counts where nobody did."""
    before = {p.name: (values[k], old.params[p.slot]) for k, p in enumerate(old.units[0].parameters)}
    for k, p in enumerate(new.units[0].parameters):
        value, default = before.get(p.name, (None, None))
        actor.inputs[k] = value if value is not None and value != default else new.params[p.slot]


def replace_program(sim: Session, k: int, program: Program) -> Actor:
    """Give an actor another Program; its State is a fresh one."""
    actor = another_actor(sim.model, sim.data, sim.world, sim.actors[k], program)
    actors, programs = list(sim.actors), list(sim.programs)
    actors[k], programs[k] = actor, program
    sim.replace_actors(actors, programs)
    return actor


def another_actor(
    model: mujoco.MjModel, data: mujoco.MjData, world: World, before: Actor, program: Program
) -> Actor:
    """An actor like another one, in the same body, with another Program and a fresh State."""
    actor = Actor(model, data, before.anatomy, link(program, before.anatomy), world, before.watch)
    actor.fall_height[0], actor.seed[0] = before.fall_height[0], before.seed[0]
    return actor


def carry_body(actor: Actor, before: Actor) -> None:
    """Copy what belongs to the body, not to the Program: servos, contacts, extremes, monitors."""
    for name in carried(BODY):
        actor.state.views[name][...] = before.state.views[name]


def carry_learned(actor: Actor, before: Actor) -> None:
    """Copy the learned tables of statements that have the same key."""
    rows = {key: k for k, key in enumerate(before.linked.learners)}
    for k, key in enumerate(actor.linked.learners):
        if key in rows:
            for name in carried(LEARNER):
                there = 2 * rows[key]
                actor.state.views[name][2 * k : 2 * k + 2] = before.state.views[name][there : there + 2]


def _relink(sim: Session, old: Program, new: Program) -> None:
    before = sim.actors[0]
    actor = replace_program(sim, 0, new)
    carry_inputs(actor, before.inputs, old, new)
    own_limits = actor.state.limit.copy()
    carry_body(actor, before)
    rows = {key: k for k, key in enumerate(old.statement_keys)}
    for k, key in enumerate(new.statement_keys):
        if key in rows:
            for name in carried(STATEMENT):
                actor.state.views[name][k] = before.state.views[name][rows[key]]
    carry_learned(actor, before)
    carry_counters(new, actor.state.counters, old, before.state.counters)
    _carry_frames(actor, before, old, new)
    if any(unit.torque_limit >= 0 for unit in (*old.units, *new.units)):
        actor.state.limit[:] = own_limits
        for frame in range(int(actor.state.depth[0]) + 1):
            set_limit(actor.context, int(actor.state.frame_unit[frame]))


def _carry_frames(actor: Actor, before: Actor, old: Program, new: Program) -> None:
    """Each frame goes on in the phase of the same key; from the first that cannot, the stack is rebuilt."""
    phases = {key: k for k, key in enumerate(new.phase_keys)}
    units = {u.name: k for k, u in enumerate(new.units)}
    a, b = actor.state, before.state
    for frame in range(int(b.depth[0]) + 1):
        unit = units.get(old.units[int(b.frame_unit[frame])].name, -1)
        if unit < 0:
            break
        a.frame_unit[frame], a.frame_side[frame] = unit, b.frame_side[frame]
        phase = phases.get(old.phase_keys[int(b.frame_phase[frame])])
        if phase is None:
            a.frame_phase[frame] = new.units[unit].first_phase
            call(actor.context, frame)
            return
        a.frame_phase[frame] = phase
        for name in _CLOCKS:
            a.views[name][frame] = b.views[name][frame]
        n = min(a.frame_args.shape[1], b.frame_args.shape[1])
        a.frame_args[frame, :n] = b.frame_args[frame, :n]
        a.depth[0] = frame
    top = int(a.depth[0])
    if new.phases[int(a.frame_phase[top]), PHASE_CALLEE] >= 0:  # its phase calls a script: go in
        call(actor.context, top)


def swap_body(sim: Session, body: Body) -> None:
    """Replace the only actor's body: joints of the same name keep angle and rate; it is set on the ground.

    Raises:
        FootfallError: There are several actors, or the script does not fit the body; nothing has changed.
    """
    if len(sim.actors) > 1:
        raise FootfallError(
            "one of several actors cannot change its body", where="swap", help="make a new Sim"
        )
    old_model, old_data, before = sim.model, sim.data, sim.actors[0]
    built = build(replace(sim.setting, bodies=((body, ""),)), sim.programs, sim.watcher)
    model, data, actor = built.scene.model, built.data, built.actors[0]
    rows, _ = push_arrays(sim.pushes, [actor.anatomy], float(model.opt.timestep))
    _carry_joints(model, data, old_model, old_data)
    mujoco.mj_forward(model, data)
    lift_to_ground(model, data, body, ground_height=sim.world.ground.height)
    actor.seed[0] = before.seed[0]
    actor.inputs[:] = before.inputs
    actor.arrays["reg"][: len(sim.programs[0].params)] = before.arrays["reg"][: len(sim.programs[0].params)]
    for name in carried(FRAME):
        actor.state.views[name][...] = before.state.views[name]
    sim.adopt(built)
    sim.push_rows = rows


def _carry_joints(
    model: mujoco.MjModel, data: mujoco.MjData, old_model: mujoco.MjModel, old_data: mujoco.MjData
) -> None:
    """Copy angle and rate of joints that have the same name and kind."""
    for j in range(model.njnt):
        old = mujoco.mj_name2id(old_model, mujoco.mjtObj.mjOBJ_JOINT, model.joint(j).name)
        if old >= 0 and old_model.jnt_type[old] == model.jnt_type[j]:
            nq = 7 if model.jnt_type[j] == mujoco.mjtJoint.mjJNT_FREE else 1
            nv = 6 if nq == 7 else 1
            q, p = model.jnt_qposadr[j], old_model.jnt_qposadr[old]
            v, u = model.jnt_dofadr[j], old_model.jnt_dofadr[old]
            data.qpos[q : q + nq] = old_data.qpos[p : p + nq]
            data.qvel[v : v + nv] = old_data.qvel[u : u + nv]
