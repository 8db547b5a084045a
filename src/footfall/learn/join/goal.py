"""How the second skill moves by itself: what a bridge has to lead into."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.script import Program

RATE = 100.0  # frames a second, as in the paper
SETTLED = 4.0  # s after which a gait goes on as it will
LENGTH = 2.0  # s that are compared


@dataclass(frozen=True)
class Course:
    """A piece of motion, at RATE.

    Attributes:
        com: (n, 3) centre of mass, m; x counts from the first frame.
        turn: (n,) pitch of the root of a planar body, or (n, 4) its quaternion.
        joints: (n, j) angles, rad.
    """

    com: NDArray[np.float64]
    turn: NDArray[np.float64]
    joints: NDArray[np.float64]

    def distance(self, other: Course) -> tuple[float, float, float]:
        """Mean squared distances over the frames that both have: of the COM, the root's angle, the joints."""
        n = min(len(self.com), len(other.com))
        com = float(np.mean(np.sum((self.com[:n] - other.com[:n]) ** 2, axis=1)))
        joints = float(np.mean(np.sum((self.joints[:n] - other.joints[:n]) ** 2, axis=1)))
        if self.turn.ndim == 1:
            turn = float(np.mean((self.turn[:n] - other.turn[:n]) ** 2))
        else:
            dots = np.abs(np.sum(self.turn[:n] * other.turn[:n], axis=1))
            turn = float(np.mean((2.0 * np.arccos(np.minimum(1.0, dots))) ** 2))
        return com, turn, joints


def course_of(rec: Recording, begin: float, length: float = LENGTH) -> Course:
    """The motion of a recording from a moment on."""
    times = begin + np.arange(0.0, length, 1.0 / RATE)
    times = times[times <= rec.time[-1] + 1e-9]
    rows = np.minimum(np.searchsorted(rec.time, times - 1e-9), len(rec.time) - 1)
    com, qpos = rec.com[rows].copy(), rec.qpos[rows]
    com[:, 0] -= com[0, 0] if len(com) else 0.0
    if rec.planar:
        return Course(com, qpos[:, 2], qpos[:, 3:])
    com[:, 1] -= com[0, 1] if len(com) else 0.0
    return Course(com, qpos[:, 3:7], qpos[:, 7:])


def goals(program: Program, body: str | None = None) -> tuple[Course, ...]:
    """What is to be reached, for each side that a gait may begin on; one for a skill that does not step."""
    sim = Sim(program, body=body)
    rec = sim.run(SETTLED + LENGTH + 2.0)
    swaps = [float(t) for t, a, b in zip(rec.time[1:], rec.side[1:], rec.side[:-1], strict=True) if a != b]
    late = [t for t in swaps if t >= SETTLED and t + LENGTH <= rec.time[-1]]
    if len(late) < 2:
        return (course_of(rec, 0.0),)
    found: dict[int, Course] = {}
    for begin in late:
        side = int(rec.side[np.searchsorted(rec.time, begin)])
        found.setdefault(side, course_of(rec, begin))
    return tuple(found[side] for side in sorted(found))
