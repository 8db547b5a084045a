"""What a run was made of, and what pictures need to know of it: plain data in a Recording's header.

engine/recording/replay.py is the way back.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from footfall.body import Body
from footfall.body.data import body_data, body_from
from footfall.control.columns import PUSH_BODY, PUSH_TICKS
from footfall.engine.actor import Watch
from footfall.engine.recording.trace import describe_phases, describe_transitions
from footfall.engine.scene import Scene, build_scene
from footfall.engine.session import Session, starts_of
from footfall.engine.snapshot import Snapshot
from footfall.script.stored import program_data
from footfall.world.data import pack, world_data, world_from

if TYPE_CHECKING:
    from footfall.engine.running import Log


def recipe(sim: Session, start: Snapshot) -> dict[str, Any]:
    """What a run was made of, as plain data: nothing else is needed to run it again.

    Args:
        sim: The Sim; its bodies and its world are those of the start.
        start: Where the run began.
    """
    actors = zip(start.programs, sim.bodies, sim.starts, sim.places, strict=True)
    inputs, parameters = start.arrays["inputs0"], start.programs[0].units[0].parameters
    return {
        "skill": start.programs[0].name,
        "body": sim.bodies[0].name,
        "actors": [
            {
                "program": program_data(program),
                "body": body_data(body),
                "start": name if name in starts_of(program, body) else "rest",
                "at": [float(x) for x in at],
                "facing": float(facing),
            }
            for program, body, name, (at, facing) in actors
        ],
        "world": world_data(sim.world),
        "seed": int(start.seed),
        "step": sim.setting.dt,
        "begin": {
            "pending": [{"program": program_data(s.program), "tick": s.tick} for s in start.pending],
            "pushes": [asdict(push) for push in start.pushes],
            "saved": dict(start.saved),
        },
        "states": dict(sim.shelf.read),
        "watch": _watch_data(sim.actors[0].watch),
        "inputs": {p.name: float(inputs[k]) for k, p in enumerate(parameters)},
        "knees": knees(sim.bodies[0]),
    }


def knees(body: Body) -> dict[str, int]:
    """Axis name -> +1 for a knee that bends as ours do, -1 for a bird's."""
    out = {}
    for name in ("lKnee", "rKnee"):
        joint = body.joint(name)
        for axis in joint.axes if joint else ():
            if axis.axis == "pitch":
                low, high = axis.low or 0.0, axis.high or 0.0
                out[axis.name] = -1 if -low > high else 1
    return out


def _watch_data(watch: Watch) -> dict[str, Any] | None:
    if not watch.monitors:
        return None
    goal = None if watch.goal is None else pack(watch.goal)
    return {
        "monitors": [asdict(m) for m in watch.monitors],
        "goal": goal,
        "goal_frame": list(watch.goal_terms),
    }


def scene_of(header: dict[str, Any]) -> Scene:
    """The model of a recording, with its bodies.

    Raises:
        FootfallError: The header does not hold them.
    """
    actors = header["actors"]
    prefixes = [""] if len(actors) == 1 else [f"actor{k}/" for k in range(len(actors))]
    bodies = tuple((body_from(a["body"]), prefix) for a, prefix in zip(actors, prefixes, strict=True))
    return build_scene(bodies, world_from(header["world"]), header["step"])


def run_facts(sim: Session, log: Log) -> dict[str, Any]:
    """What pictures and reports need to know of the first actor and cannot read from the log."""
    actor = sim.actors[0]
    body, names = actor.anatomy.body, [sim.model.body(b).name for b in range(sim.model.nbody)]
    rows = zip(sim.pushes, sim.push_rows, sim.push_ticks, strict=True)
    return {
        "planar": body.planar,
        "root_name": actor.anatomy.prefix + body.root.model_name,
        "dof_names": list(actor.anatomy.dof_names),
        "phase_names": [name for program in log.programs for name in program.phase_names],
        **describe_phases(log.programs),
        "transitions": [move for program in log.programs for move in describe_transitions(program)],
        "extremes": actor.state.extremes[actor.arrays["dofs"]].tolist(),
        "axes": [actor.anatomy.dof_names[d] for d in actor.arrays["dofs"]],
        "foot_track": actor.state.foot_track.tolist(),
        "pushes": [
            {
                "force": list(p.force),
                "tick": int(t),
                "ticks": int(row[PUSH_TICKS]),
                "body": names[int(row[PUSH_BODY])],
            }
            for p, row, t in rows
        ],
    }
