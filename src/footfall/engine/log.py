"""The table that the kernel writes while it runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import TRACE_COLUMNS, TRACE_ENTERED, TRACE_LEFT, TRACE_MOVE
from footfall.engine.kernel.loop import LOG_ACTOR
from footfall.script.program import END, Program

_MOST_MOVES = 100_000  # transitions kept per run


@dataclass(frozen=True)
class Stretch:
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
    """Rows of (time, qpos, qvel, torques, per actor) and the transitions taken.

    Attributes:
        table: (capacity, width).
        trace: (capacity, 12) tick, frame, transition, phase left, phase entered, clock, sensed values.
        every: Ticks between rows.
        rows, moves: How much of each is filled.
        stretches: Which gait of the first actor wrote which rows; phases are numbered through them.
    """

    table: NDArray[np.float64]
    trace: NDArray[np.float64]
    every: int
    rows: int = 0
    moves: int = 0
    stretches: list[Stretch] = field(default_factory=list)

    @staticmethod
    def width(model: mujoco.MjModel, actors: int) -> int:
        """Numbers in a row."""
        return 1 + int(model.nq) + 2 * int(model.nv) + LOG_ACTOR * actors

    @classmethod
    def make(cls, model: mujoco.MjModel, actors: int, every: int) -> Log:
        """An empty log; `make_room` before each stretch that it is to hold."""
        return cls(np.zeros((0, cls.width(model, actors))), np.zeros((_MOST_MOVES, TRACE_COLUMNS)), every)

    def make_room(self, ticks: int) -> None:
        """See to it that so many more ticks find room."""
        wanted = self.rows + ticks // self.every + 3
        if wanted > len(self.table):
            table = np.zeros((max(wanted, 2 * self.rows), self.table.shape[1]))
            table[: self.rows] = self.table[: self.rows]
            self.table = table

    @classmethod
    def none(cls, model: mujoco.MjModel, actors: int) -> Log:
        """A log that keeps nothing."""
        return cls(np.zeros((0, cls.width(model, actors))), np.zeros((0, TRACE_COLUMNS)), 1_000_000_000)

    def begin(self, program: Program) -> None:
        """Note that a gait begins to write here."""
        phases, transitions = 0, 0
        if self.stretches:
            last = self.stretches[-1]
            phases = last.phases + len(last.program.phases)
            transitions = last.transitions + len(last.program.transitions)
        self.stretches.append(Stretch(program, self.rows, self.moves, phases, transitions))

    def recast(self, program: Program, move: tuple[float, ...] | None) -> None:
        """Note that another gait takes over from the running one.

        Args:
            program: The gait.
            move: The transition as the trace has it: tick, frame, transition, phase left, phase of
                the new gait entered, clock; None when it needed none.
        """
        if not self.stretches:
            return
        last = self.stretches[-1]
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
        return [stretch.program for stretch in self.stretches]

    def columns(self, model: mujoco.MjModel) -> dict[str, NDArray[Any]]:
        """The filled part, by name; the last block is the first actor's."""
        t = self.table[: self.rows]
        nq, nv = int(model.nq), int(model.nv)
        a = 1 + nq + 2 * nv
        phase, trace = t[:, a].astype(np.int64), self.trace[: self.moves].copy()
        for last, stretch in pairwise(self.stretches):
            rows, moves = slice(stretch.row, None), slice(stretch.move, None)
            phase[rows] += stretch.phases - last.phases
            trace[moves, TRACE_MOVE] += stretch.transitions - last.transitions
            trace[moves, TRACE_LEFT] += stretch.phases - last.phases
            trace[moves, TRACE_ENTERED] += np.where(
                trace[moves, TRACE_ENTERED] == END, 0, stretch.phases - last.phases
            )
        return {
            "time": t[:, 0].copy(),
            "qpos": t[:, 1 : 1 + nq].copy(),
            "qvel": t[:, 1 + nq : 1 + nq + nv].copy(),
            "tau": t[:, 1 + nq + nv : a].copy(),
            "phase": phase,
            "side": t[:, a + 1].astype(np.int64),
            "com": t[:, a + 2 : a + 5].copy(),
            "loads": t[:, a + 5 : a + 7].copy(),
            "heading": t[:, a + 7].copy(),
            "ground": t[:, a + 8].copy(),
            "slip": t[:, a + 9 : a + 13].copy(),
            "trace": trace,
        }
