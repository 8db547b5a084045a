"""How to make a Sim again: plain data in a Recording's header, and the way back."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from footfall.engine.learned import put_learned, unpack
from footfall.engine.state import END_WORDS, RUNNING
from footfall.engine.switch import plan
from footfall.errors import FootfallError
from footfall.script import DictLoader, Program, compile_text

if TYPE_CHECKING:
    from footfall.engine.recording import Recording
    from footfall.engine.sim import Sim


def recipe(sim: Sim) -> dict[str, Any]:
    """What a Sim was made of, as plain data."""
    program, body = sim.first
    world = sim.world
    return {
        "skill": program.name,
        "texts": {u.name: u.text for u in program.units},
        "params": program.params.tolist(),
        "inputs": {p.name: float(program.params[p.slot]) for p in program.units[0].parameters},
        "body": body.name,
        "body_path": body.path,
        "body_text": _text_of(body.path),
        "start": sim.starts[0],
        "seed": sim.seed,
        "options": sim.options,
        "actors": len(sim.actors),
        "knees": knees(sim),
        "world": {
            "ground": world.ground.text,
            "friction": world.friction,
            "gravity": world.gravity,
            "pushes": [asdict(p) for p in world.pushes],
            "balls": asdict(world.balls) if world.balls else None,
            "props": [asdict(p) for p in world.props],
        },
    }


def _text_of(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError:
        return ""


def knees(sim: Sim) -> dict[str, int]:
    """Axis name -> +1 for a knee that bends as ours do, -1 for a bird's."""
    out = {}
    for name in ("lKnee", "rKnee"):
        joint = sim.bodies[0].joint(name)
        for axis in joint.axes if joint else ():
            if axis.axis == "pitch":
                low, high = axis.low or 0.0, axis.high or 0.0
                out[axis.name] = -1 if -low > high else 1
    return out


def replay(rec: Recording) -> Recording:
    """Run a Recording again from its recipe, event by event.

    Raises:
        FootfallError: It holds several actors, or its body is not the one it was made with.
    """
    from footfall.body import load_body
    from footfall.engine.sim import Sim
    from footfall.world import Balls, Prop, Push, World, parse_ground

    header = rec.header
    if header["actors"] != 1:
        raise FootfallError("a recording of several actors cannot be run again")
    program = _program(header["skill"], header["texts"], header["params"])
    body = load_body(header["body_path"] if Path(header["body_path"]).is_file() else header["body"])
    if _text_of(body.path) != header["body_text"]:
        raise FootfallError(
            f"the body {header['body']} has changed since the recording was made",
            help="install the version it was made with, or keep the body's file",
        )
    w = header["world"]
    world = World(
        ground=parse_ground(w["ground"], header["seed"]),
        friction=w["friction"],
        gravity=w["gravity"],
        pushes=tuple(Push(**{**p, "force": tuple(p["force"])}) for p in w["pushes"]),
        balls=Balls(**w["balls"]) if w["balls"] else None,
        props=tuple(
            Prop(**{**p, "size": tuple(p["size"]), "position": tuple(p["position"])})
            for p in w.get("props", ())
        ),
    )
    sim = Sim(
        program, body=body, world=world, start=header["start"], seed=header["seed"], **header["options"]
    )
    return _run_events(sim, rec)


def _program(skill: str, texts: dict[str, str], params: list[float]) -> Program:
    """A Program from the texts of its scripts, with the numbers it had."""
    program = compile_text(texts[skill], name=skill, loader=DictLoader(texts))
    program.params[:] = params
    return program


def _run_events(sim: Sim, rec: Recording) -> Recording:
    """Run up to where the original was recorded, then record; each event is done at its tick.

    A change of body changes what a row of the log holds: only what comes after it is recorded.
    """
    header, events = rec.header, rec.header["events"]
    first, last = header["first_tick"], header["first_tick"] + header["ticks"]
    bodies = [k for k, event in enumerate(events) if event["what"].get("body")]
    early = max([k for k, event in enumerate(events) if event["tick"] <= first] + bodies, default=-1) + 1
    for event in events[:early]:
        if event["tick"] > sim.tick:
            sim.step(event["tick"] - sim.tick)
        _do(sim, event["kind"], event["what"])
    if sim.tick < first:
        sim.step(first - sim.tick)
    ended = header["verdict"] != END_WORDS[RUNNING]
    went_on = ended and header["verdict_tick"] < last
    # the tick of a verdict is judged but not stepped, so it needs one more to be reached
    ticks = last - sim.tick + int(ended and not went_on)
    late = [(event["tick"], partial(_do, sim, event["kind"], event["what"])) for event in events[early:]]
    again = sim.run(ticks * sim.dt, go_on=went_on, at=late)
    # what was asked for and never came is no event: the same run has missed the same
    kept = {key: header[key] for key in ("missed", "path") if key in header}
    return replace(again, header=again.header | kept)


def _do(sim: Sim, kind: str, what: dict[str, Any]) -> None:
    if kind == "set":
        sim.set(actor=what["actor"], **{what["name"]: what["value"]})
    elif kind == "key":
        sim.key(what["name"], what["down"])
    elif kind == "swap":
        sim.swap(what.get("text"), body=what.get("body"))
    elif kind == "then":
        plan(sim, _program(what["skill"], what["texts"], what["params"]), what["tick"], what["instead"])
    elif kind == "learned":
        put_learned(sim, unpack(sim, what["table"]))
    elif kind == "push":
        forward, left, up = what["force"]
        sim.push(
            forward=forward, left=left, up=up, seconds=what["duration"], part=what["part"],
            time=what["time"], phase=what["phase"],
        )  # fmt: skip
