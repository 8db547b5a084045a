"""Terms about the gait: the score of naturalness, its parts, and figures of a walk.

They are the only terms that need the log of a run: its second half is measured when the run is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from footfall.engine.recording.gait import ROWS
from footfall.engine.running import Log
from footfall.engine.state import ticks_a_row
from footfall.errors import FootfallError, nearest
from footfall.natural import PARTS, Gait, measure, motion_of
from footfall.natural.score import UNITS

if TYPE_CHECKING:
    from footfall.engine.sim import Sim
    from footfall.learn.objective.terms import Term

LOGGED = ("natural", "gait")
"""Kinds of terms that need the log."""


def check_of(of: str, target: float | None, where: str) -> None:
    """Refuse a part or a figure that there is none of.

    Raises:
        FootfallError: With the nearest one.
    """
    known = list(PARTS) if target is None else list(UNITS)
    if of not in known:
        what = "part of the score" if target is None else "figure of a gait"
        raise FootfallError(f"there is no {what} '{of}'", where=where, help=nearest(of, known))


def begin_log(sim: Sim, seconds: float) -> Log:
    """Have a run write its log from here on."""
    log = Log.make(sim.model, len(sim.actors), ticks_a_row(sim.dt))
    log.begin(sim.programs[0])
    log.make_room(int(round(seconds / sim.dt)))
    sim.log = log
    return log


def end_log(sim: Sim, log: Log) -> Gait | None:
    """The gait of what was logged; None when there was none."""
    sim.log = None
    columns = log.columns(sim.model)
    actor = sim.actors[0]
    if len(columns["time"]) < 10 or len(sim.bodies[0].feet) != 2:
        return None
    rows = {name: columns[name] for name in ROWS}
    return measure(motion_of(sim.model, sim.bodies[0], rows, prefix=actor.anatomy.prefix))


def gait_value(term: Term, gait: Gait | None) -> float:
    """The value of such a term: 0 is best."""
    if term.kind == "natural":
        return 1.0 if gait is None or gait.score is None else 1.0 - gait.score / 100.0
    if term.target is None:
        parts = {} if gait is None else {part.name: part.value for part in gait.parts}
        return 1.0 - parts.get(term.of, 0.0)
    if gait is None or term.of not in gait.figures:
        return max(1.0, abs(term.target))
    return term.error(gait.figures[term.of])
