"""How the second skill moves by itself: what a bridge has to lead into."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import MOVE_TARGET
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.errors import FootfallError, nearest
from footfall.graph.grow import own_moves
from footfall.script import Program
from footfall.script.program import END

RATE = 100.0  # frames a second, as in the paper
SETTLED = 4.0  # s after which a gait goes on as it will
LENGTH = 2.0  # s that are compared
LONGEST, TO_ITS_END = 12.0, 40.0  # s of a second skill that goes on, and of one that ends by itself
REST = 1.0  # s that a skill which ends may take longer than by itself


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


@dataclass(frozen=True)
class Aim:
    """What a bridge leads into.

    Attributes:
        courses: How the second skill moves by itself: for each side that a gait may begin on, or one.
        seconds: How long a candidate is watched after it has arrived, s.
        ends: Whether the second skill ends by itself.
        pose: How it ends by itself: height of the centre of mass, m, lean of the root, rad, and by how much
            the root has turned, rad. Asked for in place of its GOAL where it is entered partway, which may be
            about what was left out. None else.
    """

    courses: tuple[Course, ...]
    seconds: float = LENGTH
    ends: bool = False
    pose: tuple[float, float, float] | None = None


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


def watch(program: Program, body: str | None = None) -> Recording:
    """The second skill by itself, from its own start."""
    ends = bool(np.any(program.transitions[own_moves(program), MOVE_TARGET] == END))
    return Sim(program, body=body).run(TO_ITS_END if ends else LONGEST)


def lean_of(rec: Recording) -> float:
    """The lean of the root at the end of a recording, rad, from -pi to pi."""
    if rec.planar:
        return float(np.remainder(rec.qpos[-1, 2] + np.pi, 2 * np.pi) - np.pi)
    w, x, y, z = (float(v) for v in rec.qpos[-1, 3:7])
    return float(np.arctan2(2 * (x * z + w * y), 1 - 2 * (x * x + y * y)))


def turned_since(rec: Recording, begin: float) -> float:
    """By how much the root of a planar body turns from a moment on, rad, whole turns counted; 0 in 3D."""
    first = min(int(np.searchsorted(rec.time, begin - 1e-9)), len(rec.time) - 1)
    return float(rec.qpos[-1, 2] - rec.qpos[first, 2]) if rec.planar else 0.0


def aim_of(rec: Recording, at: str = "") -> Aim:
    """What is to be reached.

    Args:
        rec: The second skill by itself.
        at: The phase that is to be arrived in; "" for its first.

    Raises:
        FootfallError: By itself it never comes to that phase.
    """
    ends = rec.end == "done"
    begin = _entered(rec, at) if at else 0.0
    left = float(rec.time[-1]) - begin
    swaps = [float(t) for t, a, b in zip(rec.time[1:], rec.side[1:], rec.side[:-1], strict=True) if a != b]
    late = [t for t in swaps if t >= SETTLED and t + LENGTH <= rec.time[-1]]
    if at or ends or len(late) < 2:
        course = course_of(rec, begin, min(left, LENGTH) if not ends else left)
        pose = (float(rec.com[-1, 2]), lean_of(rec), turned_since(rec, begin)) if at else None
        return Aim((course,), left + REST if ends else LENGTH, ends, pose)
    found: dict[int, Course] = {}
    for time in late:
        side = int(rec.side[np.searchsorted(rec.time, time)])
        found.setdefault(side, course_of(rec, time))
    return Aim(tuple(found[side] for side in sorted(found)))


def _entered(rec: Recording, phase: str) -> float:
    """When a phase of the root skill is first entered, s."""
    moves = [move for move in rec.moves() if move.frame == 0]
    for move in moves:
        if move.target == phase:
            return move.time
    seen = list(dict.fromkeys(move.target for move in moves))
    raise FootfallError(
        f"by itself it never comes to the phase '{phase}'", where=f"--at {phase}", help=nearest(phase, seen)
    )
