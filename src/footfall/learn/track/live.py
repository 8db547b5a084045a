"""A body that follows poses as they come: a TRACK whose reference is written while it is read.

The reference is a ring of rows. A pose that was taken at a time t is written for the time t + `DELAY`; the
body reads the ring by its own clock, so early, late and lost poses do not show. Where nothing has come, the
last pose is held.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from footfall.body import Body
from footfall.control.columns import ROW_ANGLES
from footfall.engine.kernel.ends import RUNNING
from footfall.engine.sim import Sim
from footfall.files import write_text
from footfall.learn.track.skill import skill_text
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.clip import Clip
from footfall.motion.clips.live import CUTOFF, LiveFigure
from footfall.motion.clips.rotations import F64
from footfall.script import compile_skill
from footfall.script.reference import ReferenceTable, reference_text

RATE = 60.0
"""Rows a second of the ring."""
DELAY = 4  # rows that poses wait, so that late ones are in time: 67 ms
ROWS = 128  # of the ring
HELD = 48  # rows ahead that hold the last pose


@dataclass
class Grid:
    """Poses at even times, from poses at any times: on straight lines between them.

    Attributes:
        next: Number of the next even time.
    """

    next: int = 1
    _last: tuple[float, F64, F64] | None = field(default=None, repr=False)

    def feed(self, time: float, root: F64, turns: F64) -> list[tuple[int, F64, F64]]:
        """Poses at the even times up to this one: their numbers, places (3,) and rotations (J, 4)."""
        out: list[tuple[int, F64, F64]] = []
        if self._last is not None and time <= self._last[0]:
            return out  # too late, or sent twice
        if self._last is not None:
            t0, root0, turns0 = self._last
            first = self.next
            for k in range(first, int(np.floor(time * RATE + 1e-9)) + 1):
                share = float(np.clip((k / RATE - t0) / (time - t0), 0.0, 1.0))
                out.append((k, root0 + share * (root - root0), rot.slerp(turns0, turns, np.array(share))))
                self.next = k + 1
        self._last = (time, root, turns)
        return out


class LiveTracker:
    """Follows a stream.

    Args:
        first: The pose that it begins with, a clip of one frame.
        body: That follows.
        cutoff: Of the filter, Hz.
    """

    def __init__(self, first: Clip, body: Body, cutoff: float = CUTOFF) -> None:
        self.figure = LiveFigure(first, body, RATE, cutoff)
        self.grid = Grid()
        self.grid.feed(0.0, first.root[0], first.rotations[0])
        begin = self.figure.still(self.figure.row(first.root[0], first.rotations[0]))
        width = ROW_ANGLES + len(body.axes)
        table = ReferenceTable(
            "live", body.name, RATE, True, tuple(a.name for a in body.axes), np.tile(begin[:width], (ROWS, 1))
        )
        with tempfile.TemporaryDirectory() as home:
            path = Path(home) / "live.skill"
            write_text(path.with_suffix(".ref"), reference_text(table))
            write_text(path, skill_text("live", body, doc="Follows poses as they come."))
            self.sim = Sim(compile_skill(str(path)))
        self.rows = self.sim.actors[0].arrays["clip_rows"]
        self.written = 0  # number of the last row that a pose was written to
        self.held = 0  # ticks whose row nobody had sent yet

    @property
    def fell(self) -> bool:
        """Whether the body has fallen."""
        return int(self.sim.actors[0].state.verdict[0]) != RUNNING

    def feed(self, time: float, root: F64, rotations: F64) -> None:
        """Take a pose that was taken at a time (s) since the stream began.

        Args:
            time: May be late, early, or far from the one before.
            root: (3,) place, m.
            rotations: (J, 4).
        """
        now = int(self.sim.time * RATE)
        for k, place, turns in self.grid.feed(time, root, rotations):
            row = self.figure.row(place, turns)
            if k + DELAY <= now + ROWS - HELD:  # further ahead it would be read before its time
                self._write(k + DELAY, row, now)

    def _write(self, number: int, row: F64, now: int) -> None:
        """Write a row, and hold its pose in those behind it."""
        self.rows[number % ROWS, : len(row)] = row
        self.rows[np.arange(number + 1, number + 1 + HELD) % ROWS, : len(row)] = self.figure.still(row)
        self.written = number

    def advance(self, time: float) -> None:
        """Simulate up to a time, s."""
        sim = self.sim
        row = int(sim.time * RATE)
        while sim.time < time - 1e-9 and not self.fell:
            sim.advance(max(1, min(round(1.0 / (RATE * sim.dt)), round((time - sim.time) / sim.dt))))
            row = int(sim.time * RATE)
            if row > self.written:
                self.held += 1
                last = self.rows[self.written % ROWS].copy()
                self._write(row, self.figure.still(last), row)
