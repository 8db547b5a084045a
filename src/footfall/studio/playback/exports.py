"""The export process: runs a span of the session again, records it and draws it."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

from footfall import faults
from footfall.engine.recording.recording import Recording
from footfall.errors import FootfallError
from footfall.motion.export import export as write_motion
from footfall.studio.playback import restore_point
from footfall.studio.playback.worker import problem_of
from footfall.studio.protocol.process_messages import ExportRequest

SUFFIX = {
    "video": ".mp4", "gif": ".gif", "strip": ".png", "plot": ".png", "recording": ".npz",
    "glb": ".glb", "bvh": ".bvh", "csv": ".csv",
}  # fmt: skip
MOTION = ("glb", "bvh", "csv")  # for other programs
RUNNING_SHARE = 0.3  # share of the work that running it again takes


def export(pipe: Connection, request: ExportRequest) -> None:
    """Carry out one request: sends the share that is done, then the number of bytes, or a problem."""
    if hasattr(os, "setsid"):  # a film has a process of its own, which is to be killed together with this one
        os.setsid()
    try:
        rec = record(request, pipe)
        path = Path(request.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        if request.kind == "recording":
            rec.save(path)
        elif request.kind == "strip":
            rec.strip(path)
        elif request.kind == "plot":
            rec.plot(path)
        elif request.kind in MOTION:
            write_motion(rec, [path])
        else:
            rec.video(path)
        pipe.send(path.stat().st_size)
    except FootfallError as problem:
        pipe.send(problem_of("export", problem))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the server has gone
    except OSError as problem:
        reason = problem.strerror or str(problem)
        pipe.send(problem_of("export", FootfallError(f"the file cannot be written: {reason}")))
    except Exception as error:
        pipe.send(problem_of("export", faults.tell(error, "studio: export")))


def record(request: ExportRequest, pipe: Connection | None = None) -> Recording:
    """Run a span of the session again, with all commands that were given in it.

    Args:
        request: Which span.
        pipe: Gets the share that is done.
    """
    point, first = request.point, request.first_tick
    sim = restore_point.restore(replace(point, tick=point.begin, commands=()))
    before = [(tick, command) for tick, command in point.commands if tick < first]
    for tick, command in before:
        sim.step(max(0, tick - sim.tick))
        restore_point.carry_out(sim, command)
    sim.step(max(0, first - sim.tick))
    if point.tick <= sim.tick:
        raise FootfallError("there is nothing to export yet", help="let it run for a moment")
    during = [
        (tick, partial(restore_point.carry_out, sim, command))
        for tick, command in point.commands[len(before) :]
    ]
    ticks = point.tick - sim.tick

    def report(seconds: float) -> None:
        if pipe is not None:
            pipe.send(RUNNING_SHARE * seconds / (ticks * sim.dt))

    return sim.record(ticks, go_on=True, at=during, progress=report)
