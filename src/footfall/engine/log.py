"""The table that the kernel writes while it runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.engine.frames import TRACE_WIDTH
from footfall.engine.kernel import LOG_ACTOR

_MOST_MOVES = 100_000  # transitions kept per run


@dataclass
class Log:
    """Rows of (time, qpos, qvel, torques, per actor) and the transitions taken.

    Attributes:
        table: (capacity, width).
        trace: (capacity, 12) tick, frame, transition, phase left, phase entered, clock, sensed values.
        every: Ticks between rows.
        rows, moves: How much of each is filled.
    """

    table: NDArray[np.float64]
    trace: NDArray[np.float64]
    every: int
    rows: int = 0
    moves: int = 0

    @staticmethod
    def width(model: mujoco.MjModel, actors: int) -> int:
        """Numbers in a row."""
        return 1 + int(model.nq) + 2 * int(model.nv) + LOG_ACTOR * actors

    @classmethod
    def make(cls, model: mujoco.MjModel, actors: int, ticks: int, every: int) -> Log:
        """A log with room for a run of that many ticks."""
        rows = ticks // every + 3
        return cls(np.zeros((rows, cls.width(model, actors))), np.zeros((_MOST_MOVES, TRACE_WIDTH)), every)

    @classmethod
    def none(cls, model: mujoco.MjModel, actors: int) -> Log:
        """A log that keeps nothing."""
        return cls(np.zeros((0, cls.width(model, actors))), np.zeros((0, TRACE_WIDTH)), 1_000_000_000)

    def columns(self, model: mujoco.MjModel) -> dict[str, NDArray[Any]]:
        """The filled part, by name; the last block is the first actor's."""
        t = self.table[: self.rows]
        nq, nv = int(model.nq), int(model.nv)
        a = 1 + nq + 2 * nv
        return {
            "time": t[:, 0].copy(),
            "qpos": t[:, 1 : 1 + nq].copy(),
            "qvel": t[:, 1 + nq : 1 + nq + nv].copy(),
            "tau": t[:, 1 + nq + nv : a].copy(),
            "phase": t[:, a].astype(np.int64),
            "side": t[:, a + 1].astype(np.int64),
            "com": t[:, a + 2 : a + 5].copy(),
            "loads": t[:, a + 5 : a + 7].copy(),
            "heading": t[:, a + 7].copy(),
            "ground": t[:, a + 8].copy(),
            "slip": t[:, a + 9 : a + 13].copy(),
            "trace": self.trace[: self.moves].copy(),
        }
