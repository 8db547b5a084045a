"""Running: the kernel is called, and what it writes is kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import (
    BALLS_COLUMNS,
    CLOCK_ASKED,
    CLOCK_LOG_ROW,
    CLOCK_TRACE_ROW,
    LOG_COLUMNS,
    LOG_COM,
    LOG_DEPTH,
    LOG_GROUND,
    LOG_HEADING,
    LOG_LOADS,
    LOG_PHASE,
    LOG_SIDE,
    LOG_SLIP,
    PENDULUM_COLUMNS,
    TRACE_COLUMNS,
    TRACE_ENTERED,
    TRACE_LEFT,
    TRACE_MOVE,
)
from footfall.engine.events import ball_tables
from footfall.engine.host import serve
from footfall.engine.kernel import loop
from footfall.engine.pendulum import drawn_rows
from footfall.engine.recording.recording import Recording, keep_last_second
from footfall.engine.session import Session, guarded
from footfall.engine.snapshot import take
from footfall.engine.state import ticks_a_row
from footfall.engine.switch import arm
from footfall.script.program import END, Program

Stop = tuple[int, Callable[[], None]]  # a tick, and what is done before it

_MOST_MOVES = 100_000  # transitions kept per run
_NO_BALLS = np.zeros(BALLS_COLUMNS), np.zeros((0, 2), np.int64)
_CHUNK = 1000  # ticks per call of the kernel: often enough for progress and Ctrl-C


@dataclass(frozen=True)
class Segment:
    """Rows that one gait wrote.

    Attributes:
        program: The gait.
        row, move: Its first row of the table and of the trace.
        phases, transitions: How many of each the gaits before it have: its numbers begin there.
    """

    program: Program
    row: int
    move: int
    phases: int
    transitions: int


@dataclass
class Log:
    """Rows of (time, qpos, qvel, torques, per actor, the first one's pendulum) and the transitions taken.

    Attributes:
        table: (capacity, width).
        trace: (capacity, TRACE_COLUMNS) the transitions taken.
        every: Ticks between rows.
        rows, moves: How much of each is filled.
        segments: Which gait of the first actor wrote which rows; phases are numbered through them.
    """

    table: NDArray[np.float64]
    trace: NDArray[np.float64]
    every: int
    rows: int = 0
    moves: int = 0
    segments: list[Segment] = field(default_factory=list)

    @staticmethod
    def width(model: mujoco.MjModel, actors: int) -> int:
        """Numbers in a row."""
        return 1 + int(model.nq) + 2 * int(model.nv) + LOG_COLUMNS * actors + PENDULUM_COLUMNS

    @classmethod
    def make(cls, model: mujoco.MjModel, actors: int, every: int) -> Log:
        """An empty log; `make_room` before each segment that it is to hold."""
        return cls(np.zeros((0, cls.width(model, actors))), np.zeros((_MOST_MOVES, TRACE_COLUMNS)), every)

    def make_room(self, ticks: int) -> None:
        """See to it that so many more ticks find room."""
        wanted = self.rows + ticks // self.every + 3
        if wanted > len(self.table):
            table = np.zeros((max(wanted, 2 * self.rows), self.table.shape[1]))
            table[: self.rows] = self.table[: self.rows]
            self.table = table

    def drop_from(self, time: float) -> None:
        """Drop the row of a tick that was judged but not run: when the run goes on, it is written again."""
        if self.rows and self.table[self.rows - 1, 0] >= time - 1e-9:
            self.rows -= 1

    @classmethod
    def none(cls, model: mujoco.MjModel, actors: int) -> Log:
        """A log that keeps nothing."""
        return cls(np.zeros((0, cls.width(model, actors))), np.zeros((0, TRACE_COLUMNS)), 1_000_000_000)

    def begin(self, program: Program) -> None:
        """Note that a gait begins to write here."""
        phases, transitions = 0, 0
        if self.segments:
            last = self.segments[-1]
            phases = last.phases + len(last.program.phases)
            transitions = last.transitions + len(last.program.transitions)
        self.segments.append(Segment(program, self.rows, self.moves, phases, transitions))

    def take_over(self, program: Program, move: tuple[float, ...] | None) -> None:
        """Note that another gait takes over from the running one.

        Args:
            program: The gait.
            move: The transition as the trace has it: tick, frame, transition, phase left, phase of
                the new gait entered, clock; None when it needed none.
        """
        if not self.segments:
            return
        last = self.segments[-1]
        if move is not None and self.moves < len(self.trace):
            self.trace[self.moves, : len(move)] = move
            self.trace[self.moves, TRACE_ENTERED] += len(
                last.program.phases
            )  # counted on from the old gait's
            self.moves += 1
        self.begin(program)

    @property
    def programs(self) -> list[Program]:
        """The gaits that wrote it, in order."""
        return [segment.program for segment in self.segments]

    def columns(self, model: mujoco.MjModel) -> dict[str, NDArray[Any]]:
        """The filled part, by name; of the actors, only what concerns the first."""
        t = self.table[: self.rows]
        nq, nv = int(model.nq), int(model.nv)
        a = 1 + nq + 2 * nv
        phase, trace = t[:, a + LOG_PHASE].astype(np.int64), self.trace[: self.moves].copy()
        for last, segment in pairwise(self.segments):
            rows, moves = slice(segment.row, None), slice(segment.move, None)
            phase[rows] += segment.phases - last.phases
            trace[moves, TRACE_MOVE] += segment.transitions - last.transitions
            trace[moves, TRACE_LEFT] += segment.phases - last.phases
            trace[moves, TRACE_ENTERED] += np.where(
                trace[moves, TRACE_ENTERED] == END, 0, segment.phases - last.phases
            )
        return {
            "time": t[:, 0].copy(),
            "qpos": t[:, 1 : 1 + nq].copy(),
            "qvel": t[:, 1 + nq : 1 + nq + nv].copy(),
            "tau": t[:, 1 + nq + nv : a].copy(),
            "phase": phase,
            "side": t[:, a + LOG_SIDE].astype(np.int64),
            "com": t[:, a + LOG_COM : a + LOG_LOADS].copy(),
            "loads": t[:, a + LOG_LOADS : a + LOG_HEADING].copy(),
            "heading": t[:, a + LOG_HEADING].copy(),
            "ground": t[:, a + LOG_GROUND].copy(),
            "slip": t[:, a + LOG_SLIP : a + LOG_DEPTH].copy(),
            "trace": trace,
        }

    def pendulum(self, leg: float) -> dict[str, NDArray[Any]]:
        """The pendulum of TEMPLATE as pictures draw it, by the name of its column; {} where none ran.

        Args:
            leg: Length of the first actor's legs, m.
        """
        rows = self.table[: self.rows, -PENDULUM_COLUMNS:]
        if not rows.any():
            return {}
        drawn = drawn_rows(rows, leg)
        return {"pendulum": drawn} if drawn.any() else {}


def run_ticks(sim: Session, n: int, log: Log, go_on: bool) -> int:
    """Run at most n ticks; what the kernel asks of its host on the way is done.

    Args:
        sim: The Session.
        n: Ticks.
        log: What it writes.
        go_on: Whether to go on after a fall or the script's end.

    Returns:
        The ticks that were run: fewer than n when the run has ended.
    """
    balls, ball_at = _NO_BALLS
    if sim.world.balls is not None:
        balls, ball_at = ball_tables(sim.world.balls, sim.model, sim.seed, sim.bodies[0].planar)
    done = 0
    while done < n:
        asked = n - done
        if sim.listeners:
            asked = 1
            sim.listeners.begin(sim)
        if sim.pending:
            asked = arm(sim, asked)
        else:  # nobody waits to take over
            sim.actors[0].state.armed[0] = 0
        sim.clocks[CLOCK_LOG_ROW], sim.clocks[CLOCK_TRACE_ROW] = log.rows, log.moves
        ran = guarded(
            sim, loop.run,
            sim.addresses, sim.model._address, sim.data._address, asked, sim.dt, sim.clocks,
            sim.push_rows, sim.push_ticks, balls, ball_at,
            log.table, log.every, log.trace, go_on,
        )  # fmt: skip
        log.rows, log.moves = int(sim.clocks[CLOCK_LOG_ROW]), int(sim.clocks[CLOCK_TRACE_ROW])
        done += ran
        if sim.clocks[CLOCK_ASKED]:
            serve(sim, log)
        elif ran < asked:
            _tell(sim)
            break
        _tell(sim)
    return done


def _tell(sim: Session) -> None:
    if sim.listeners:
        sim.listeners.look(sim)


def log_for(sim: Session, ticks: int) -> Log:
    """Where so many ticks outside of a recorded run are written: onto the tape that runs, else nowhere."""
    if sim.log is None:
        if sim.unlogged is None:
            sim.unlogged = Log.none(sim.model, len(sim.actors))
        return sim.unlogged
    sim.log.make_room(ticks)
    return sim.log


@dataclass
class Tape:
    """What a `Sim.tape` has recorded.

    Attributes:
        recording: None while it still runs.
    """

    recording: Recording | None = None


@contextmanager
def tape(sim: Session) -> Iterator[Tape]:
    """Record what is run inside a `with` block; see `Sim.tape`."""
    before, made = take(sim), Tape()
    log = Log.make(sim.model, len(sim.actors), ticks_a_row(sim.dt))
    log.begin(sim.programs[0])
    wall, sim.log = time.perf_counter(), log
    try:
        yield made
    finally:
        sim.log = None
    made.recording = Recording.of(sim, log, before, time.perf_counter() - wall, go_on=True)


def record(
    sim: Session,
    ticks: int,
    progress: Callable[[float], None] | None,
    go_on: bool,
    at: Sequence[Stop],
    judge: bool = False,
) -> Recording:
    """Run so many ticks and record them; see `Sim.record`."""
    before = take(sim)
    log = Log.make(sim.model, len(sim.actors), ticks_a_row(sim.dt))
    log.begin(sim.programs[0])
    wall, done = time.perf_counter(), 0
    stops = list(at)
    sim.log = log
    try:
        while done < ticks:
            _stop(sim, stops)
            asked = min(_CHUNK, ticks - done, stops[0][0] - sim.tick if stops else ticks)
            log.make_room(asked)
            ran = run_ticks(sim, asked, log, go_on)
            done += ran
            if progress:
                progress(done * sim.dt)
            if ran < asked:  # it ended; after a divergence even `go_on` cannot go on
                break
        _stop(sim, stops)
        if judge:
            log.make_room(1)
            run_ticks(sim, 1, log, go_on=False)
            log.drop_from(sim.time)
    finally:
        sim.log = None
    rec = Recording.of(sim, log, before, time.perf_counter() - wall, go_on)
    return rec if rec.end != "diverged" else keep_last_second(rec)


def _stop(sim: Session, stops: list[Stop]) -> None:
    """Do what is due now."""
    while stops and stops[0][0] <= sim.tick:
        stops.pop(0)[1]()
