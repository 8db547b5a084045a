"""The process that makes files: a stretch of the session, run again and recorded, then drawn."""

from __future__ import annotations

from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np

from footfall import faults
from footfall.engine.recording import Recording
from footfall.errors import FootfallError
from footfall.studio import moments
from footfall.studio.orders import ExportOrder
from footfall.studio.worker import problem_of

SUFFIX = {"video": ".mp4", "gif": ".gif", "strip": ".png", "plot": ".png", "recording": ".npz"}
RUNNING_SHARE = 0.3  # share of the work that running it again takes


def export(pipe: Connection, order: ExportOrder) -> None:
    """Carry out one order: tells shares of the work done, then the number of bytes, or a problem."""
    try:
        rec = record(order, pipe)
        path = Path(order.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        if order.kind == "recording":
            rec.save(path)
        elif order.kind == "strip":
            rec.strip(path)
        elif order.kind == "plot":
            rec.plot(path)
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


def record(order: ExportOrder, pipe: Connection | None = None) -> Recording:
    """Run a stretch again, with all that was done to it.

    Args:
        order: What stretch.
        pipe: Told how far it is.
    """
    moment = order.moment
    sim = moments.go_to(replace(moment, tick=moment.begin, commands=()))
    pieces: list[Recording] = []
    span = max(1, moment.tick - order.first_tick)
    for ticks, command in moments.stretches(moment):
        skipped = min(ticks, max(0, order.first_tick - sim.tick))
        sim.step(skipped)
        if ticks > skipped:
            pieces.append(sim.run((ticks - skipped) * sim.dt, go_on=True))
            if pipe is not None:
                pipe.send(RUNNING_SHARE * (sim.tick - order.first_tick) / span)
        if command is not None:
            moments.do(sim, command)
    if not pieces:
        raise FootfallError("there is nothing to export yet", help="let it run for a moment")
    return join(pieces)


def join(pieces: list[Recording]) -> Recording:
    """Recordings of one Sim that follow each other, as one."""
    first, last = pieces[0], pieces[-1]
    arrays = {name: np.concatenate([p.arrays[name] for p in pieces]) for name in first.arrays}
    header = last.header | {
        "first_tick": first.header["first_tick"],
        "ticks": sum(p.header["ticks"] for p in pieces),
        "wall_seconds": sum(p.header["wall_seconds"] for p in pieces),
    }
    return replace(last, header=header, arrays=arrays, start=first.start)
