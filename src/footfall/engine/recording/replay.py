"""Running a Recording again: a Sim from its header, and the events at their ticks."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import msgspec
import numpy as np

from footfall.body.data import body_from
from footfall.control.columns import GOAL_COLUMNS, GOAL_PART, GOAL_STEP
from footfall.control.monitor import GOAL_ANGLES, QUANTITIES
from footfall.engine.actor import Monitor, Watch
from footfall.engine.events import Event, Switch
from footfall.engine.learned import put_learned
from footfall.engine.learned import unpack as unpack_learned
from footfall.engine.link.anatomy import Anatomy
from footfall.engine.link.link import Linked
from footfall.engine.recording.archive import BROKEN
from footfall.engine.recording.header import Header, WatchData, check_header
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.engine.snapshot import Snapshot
from footfall.engine.spec import ActorSpec, RunSpec
from footfall.engine.switch import at_once, plan
from footfall.errors import FootfallError
from footfall.script.stored import program_from
from footfall.world import Push
from footfall.world.data import unpack, world_from

_MOST_DELAYED = 100_000  # ticks from what is sensed to the torque that answers it
_MOST_EARLIER = 10**7  # ticks that a recording of schema 1 may have to be run before its first


def replay(rec: Recording) -> Recording:
    """Run a Recording again from what it holds, event by event. Nothing is read and nothing written.

    Raises:
        FootfallError: It is damaged, or of a version whose states are others.
    """
    try:
        header = check_header(rec.header)
        sim = _sim_of(header)
        if rec.start.arrays and sim.dt != header.dt:
            raise FootfallError("its time step is not that of its body")
        if rec.start.arrays:
            sim.restore(_start_of(header, rec.start))
        elif header.first_tick > _MOST_EARLIER:
            raise FootfallError("the recording begins too late in its run")
        return _run_events(sim, header, rec)
    except FootfallError as error:
        raise FootfallError(
            f"the recording cannot be run again: {error.message}", where=error.where, help=error.help
        ) from error
    except BROKEN as error:
        raise FootfallError(f"the recording cannot be run again: {error}", help="it is damaged") from error


def _sim_of(header: Header) -> Sim:
    for actor in header.actors:
        body = body_from(actor.body)
        if header.step is not None and body.physics.delay > _MOST_DELAYED * header.step:
            raise FootfallError("its torques are delayed beyond all reason")
    actors = tuple(
        ActorSpec(
            program_from(actor.program),
            body_from(actor.body),
            actor.start,
            actor.at,
            facing=actor.facing,
        )
        for actor in header.actors
    )
    watch = None if header.watch is None else partial(_watch, header.watch)
    return Sim.of(
        RunSpec(
            actors,
            world_from(header.world),
            header.seed,
            header.step,
            watch=watch,
            saves="memory",
            states=header.states,
            cast=False,
        )
    )


def _watch(data: WatchData, linked: Linked, anatomy: Anatomy) -> Watch:
    """What was measured; the kernel trusts its indices."""
    program = linked.program
    most = max(len(program.phases), len(anatomy.parts))
    for one in data.monitors:
        if one.quantity not in QUANTITIES or not 0 <= one.index < max(1, most):
            raise FootfallError("it measures what is not there")
        if not -1 <= one.command < program.n_registers:
            raise FootfallError("it measures what is not there")
    monitors = [Monitor(**msgspec.structs.asdict(one)) for one in data.monitors]
    if data.goal is None:
        return Watch(monitors)
    goal = unpack(data.goal, 2)
    terms = data.goal_frame
    if goal.shape[1] != GOAL_ANGLES + len(anatomy.dof_names) or len(goal) < 1:
        raise FootfallError("its goal is of another body")
    if (
        len(terms) != GOAL_COLUMNS
        or not terms[GOAL_STEP] > 0
        or not 0 <= terms[GOAL_PART] < len(anatomy.parts)
    ):
        raise FootfallError("its goal is of another body")
    return Watch(monitors, goal, terms)


def _start_of(header: Header, start: Snapshot) -> Snapshot:
    begin, before = header.begin, header.events[: header.events_before]
    return Snapshot(
        start.arrays,
        pending=tuple(Switch(program_from(one.program), one.tick) for one in begin.pending),
        pushes=begin.pushes,
        events=tuple(Event(event.tick, event.kind, event.what) for event in before),
        saved=begin.saved,
        seed=header.seed,
    )


def _run_events(sim: Sim, header: Header, rec: Recording) -> Recording:
    """Run up to where the original was recorded, then record; each event is done at its tick.

    A recording of schema 1 begins before its first tick. There a change of body changes what a row of the
    log holds: only what comes after it is recorded.
    """
    events = header.events[header.events_before :]
    first, last = header.first_tick, header.first_tick + header.ticks
    bodies = [k for k, event in enumerate(events) if "body" in event.what]
    early = max([k for k, event in enumerate(events) if event.tick < first] + bodies, default=-1) + 1
    for event in events[:early]:
        if event.tick > sim.tick:
            sim.step(event.tick - sim.tick)
        _do(sim, event.kind, event.what)
    if sim.tick < first:
        sim.step(first - sim.tick)
    # the tick of a verdict is judged but not stepped, so it needs one more to be reached
    judged = header.ended and (not header.go_on or header.verdict == "diverged")
    stops = [(event.tick, partial(_do, sim, event.kind, event.what)) for event in events[early:]]
    # a tape can end with such a tick, too
    taped = header.go_on and header.ended and not judged and header.verdict_tick == last
    ticks = max(0, last - sim.tick + int(judged))
    again = sim.record(ticks, go_on=header.go_on, at=stops, judge=taped)
    # what was asked for and never came is no event: the same run has missed the same
    kept = {key: rec.header[key] for key in ("missed", "path") if key in rec.header}
    return replace(again, header=again.header | kept)


def _do(sim: Sim, kind: str, what: dict[str, Any]) -> None:
    if kind == "set":
        sim.set(actor=what["actor"], **{what["name"]: what["value"]})
    elif kind == "key":
        sim.key(what["name"], what["down"])
    elif kind == "swap" and "body" in what:
        sim.swap(body=body_from(what["body"]))
    elif kind == "swap" and "program" in what:
        sim.swap_program(program_from(what["program"]))
    elif kind == "swap":
        sim.swap(what["text"])  # schema 1
    elif kind == "then" and what.get("now"):
        at_once(sim, program_from(what["program"]))
    elif kind == "then":
        plan(sim, program_from(what["program"]), what["tick"], what["instead"])
    elif kind == "learned":
        table = unpack_learned(sim, what["table"])
        if not np.all(np.isfinite(table)):
            raise FootfallError("a learned table is broken")
        put_learned(sim, table)
    elif kind == "throw":
        sim.throw(what["ball"], what["speed"], what["angle"])
    elif kind == "drive":
        sim.drive(what["torques"], shifts=what["shifts"], instead=what["instead"], actor=what["actor"])
    elif kind == "go_on":
        sim.go_on()
    elif kind == "push":
        push = msgspec.convert(what, Push)
        forward, left, up = push.force
        sim.push(
            forward=forward, left=left, up=up, seconds=push.duration, part=push.part,
            time=push.time, phase=push.phase, actor=push.actor,
        )  # fmt: skip
