"""The process that makes files: a stretch of the session, run again and recorded, then drawn."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

from footfall import faults
from footfall.engine.recording import Recording
from footfall.errors import FootfallError
from footfall.studio.playback import restore_point
from footfall.studio.playback.worker import problem_of
from footfall.studio.protocol.process_messages import ExportOrder

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
    moment, first = order.moment, order.first_tick
    sim = restore_point.go_to(replace(moment, tick=moment.begin, commands=()))
    early = [(tick, command) for tick, command in moment.commands if tick < first]
    for tick, command in early:
        sim.step(max(0, tick - sim.tick))
        restore_point.do(sim, command)
    sim.step(max(0, first - sim.tick))
    if moment.tick <= sim.tick:
        raise FootfallError("there is nothing to export yet", help="let it run for a moment")
    late = [
        (tick, partial(restore_point.do, sim, command)) for tick, command in moment.commands[len(early) :]
    ]
    ticks = moment.tick - sim.tick

    def tell(seconds: float) -> None:
        if pipe is not None:
            pipe.send(RUNNING_SHARE * seconds / (ticks * sim.dt))

    return sim.record(ticks, go_on=True, at=late, progress=tell)
