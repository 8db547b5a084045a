"""The part of a Recording that is exported: its instants, and the positions at each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import mujoco
import numpy as np

from footfall.body import Body
from footfall.errors import ArgumentError
from footfall.motion.export.axes import Floats
from footfall.motion.samples import MotionSamples

if TYPE_CHECKING:
    from footfall.engine.recording.recording import Recording

RATE = 60.0  # frames a second of what is shown
MOST_RATE = 1000.0
MOST_FRAMES = 1_000_000
UNITS = {"m": 1.0, "cm": 100.0}


@dataclass(frozen=True)
class Cut:
    """What is wanted of a Recording.

    Attributes:
        start: First instant, s; the Recording's first when None.
        end: Last instant, s; the Recording's last when None.
        rate: Frames a second; when None, 60, and in tables the rows that were recorded.
        in_place: Whether the characters stay above the spot where they began.
        loop: Whether to cut one gait cycle out of it, the one that closes best.
        rig: Whose names and rest pose the bones have (`rig.RIGS`).
        unit: Of lengths in a BVH, "m" or "cm"; the other formats have units of their own.
    """

    start: float | None = None
    end: float | None = None
    rate: float | None = None
    in_place: bool = False
    loop: bool = False
    rig: str = "plain"
    unit: str = "cm"


@dataclass(frozen=True)
class Take:
    """What is exported of a Recording: n instants.

    Attributes:
        rec: The Recording.
        motion: Its samples.
        characters: Each body, with the prefix of its names in the model.
        time: (n,) s of the Recording.
        step: Seconds from one instant to the next.
        qpos: (n, nq) positions; the root's path removed when it was asked for.
        removed: (n, 2) how far the first character was moved back, m.
        seam: Of a loop: the largest difference of a joint's angle between its ends, rad; None without.
    """

    rec: Recording
    motion: MotionSamples
    characters: tuple[tuple[Body, str], ...]
    time: Floats
    step: float
    qpos: Floats
    removed: Floats
    seam: float | None

    @classmethod
    def of(cls, rec: Recording, cut: Cut, *, recorded: bool = False) -> Take:
        """Cut out what is wanted.

        Args:
            rec: The Recording.
            cut: What is wanted.
            recorded: Whether its own rows are taken where no rate is asked for.

        Raises:
            FootfallError: It has no such part, or the rate makes no sense.
        """
        motion = MotionSamples.of(rec)
        bodies = rec.bodies()
        characters = tuple((b, "" if len(bodies) == 1 else f"actor{k}/") for k, b in enumerate(bodies))
        begin, end = _window(motion, cut)
        seam = None
        if cut.loop:
            begin, end, seam = _cycle(motion, characters, begin, end)
        time, step = _instants(motion, cut, begin, end, recorded)
        qpos = np.stack([motion.pose(t) for t in time.tolist()])
        removed = np.zeros((len(time), 2))
        if cut.in_place:
            for k, (body, prefix) in reversed(list(enumerate(characters))):
                moved = _stay(motion.model, prefix + body.root.model_name, qpos)
                removed = moved if k == 0 else removed
        return cls(rec, motion, characters, time, step, qpos, removed, seam)

    @property
    def model(self) -> mujoco.MjModel:
        """The model that the motion was made with."""
        return self.motion.model

    @property
    def seconds(self) -> float:
        """From the first instant to the last."""
        return float(self.time[-1] - self.time[0])

    @property
    def rate(self) -> float:
        """Frames a second."""
        return 1.0 / self.step

    def places(self) -> tuple[Floats, Floats]:
        """Where every body of the model is.

        Returns:
            Positions (n, nbody, 3) in m, and quaternions (n, nbody, 4), in the world.
        """
        model, data = self.model, mujoco.MjData(self.model)
        at = np.empty((len(self.qpos), model.nbody, 3))
        turns = np.empty((len(self.qpos), model.nbody, 4))
        for k, row in enumerate(self.qpos):
            data.qpos[:] = row
            mujoco.mj_kinematics(model, data)
            at[k], turns[k] = data.xpos, data.xquat
        return at, turns


def _window(motion: MotionSamples, cut: Cut) -> tuple[float, float]:
    """First and last instant (s)."""
    known = f"it runs from {motion.first:g} to {motion.last:g} s"
    begin = motion.first if cut.start is None else cut.start
    end = motion.last if cut.end is None else cut.end
    reach = 1e-6 + float(motion.time[-1] - motion.time[-2] if len(motion.time) > 1 else 0.0)
    for name, value in (("from", begin), ("to", end)):
        # the end of a run of 2 s is one sample before 2 s: nobody should have to know that
        if not motion.first - 1e-9 <= value <= motion.last + reach:
            raise ArgumentError(f"{value:g} s is outside the recording", argument=name, help=known)
    if not begin <= end:
        raise ArgumentError(f"the part ends ({end:g} s) before it begins", argument="to", help=known)
    return min(begin, motion.last), min(end, motion.last)


def _instants(
    motion: MotionSamples, cut: Cut, begin: float, end: float, recorded: bool
) -> tuple[Floats, float]:
    """The instants (n,) and the seconds between two of them; a loop's last frame is the next one's first."""
    rate = RATE if cut.rate is None else cut.rate
    if not 0.0 < rate <= MOST_RATE:
        help = f"give more than 0 and up to {MOST_RATE:g} frames a second"
        raise ArgumentError(f"a rate of {rate:g}", argument="rate", help=help)
    if cut.rate is None and recorded:
        rows = motion.time[(motion.time >= begin - 1e-9) & (motion.time <= end + 1e-9)]
        return rows, float(np.median(np.diff(rows))) if len(rows) > 1 else 1.0 / rate
    if (end - begin) * rate > MOST_FRAMES:
        raise ArgumentError(
            f"more than {MOST_FRAMES:,} frames", argument="rate", help="ask for fewer a second, or a part"
        )
    if cut.loop:
        count = max(1, round((end - begin) * rate))
        return np.linspace(begin, end, count + 1), (end - begin) / count
    return begin + np.arange(int((end - begin) * rate + 1e-6) + 1) / rate, 1.0 / rate


def _cycle(
    motion: MotionSamples, characters: tuple[tuple[Body, str], ...], begin: float, end: float
) -> tuple[float, float, float]:
    """The gait cycle within a part whose ends are most alike.

    A cycle lasts from one beginning of the left leg's stance to the next.

    Returns:
        Its first and last instant (s), and the largest difference of a joint's angle between them (rad).
    """
    inside = (motion.time >= begin) & (motion.time <= end)
    to_left = np.flatnonzero(np.diff(motion.side) < 0) + 1
    starts = [int(i) for i in to_left if inside[i]]
    if len(starts) < 2:
        raise ArgumentError(
            f"there is no whole gait cycle between {begin:g} and {end:g} s",
            argument="loop",
            help="take a longer part of a walk or a run",
        )
    model = motion.model
    hinges = np.flatnonzero(model.jnt_type == mujoco.mjtJoint.mjJNT_HINGE)
    columns = model.jnt_qposadr[hinges]
    gaps = [
        float(np.abs(motion.qpos[a] - motion.qpos[b])[columns].max(initial=0.0)) for a, b in _pairs(starts)
    ]
    best = int(np.argmin(gaps))
    return float(motion.time[starts[best]]), float(motion.time[starts[best + 1]]), gaps[best]


def _pairs(values: list[int]) -> list[tuple[int, int]]:
    return list(zip(values[:-1], values[1:], strict=True))


def _stay(model: mujoco.MjModel, root: str, qpos: Floats) -> Floats:
    """Keep a root above where it is in the first row; heights and turns stay.

    Args:
        model: The model.
        root: Name of the root's body.
        qpos: (n, nq); changed.

    Returns:
        How far it was moved back, (n, 2) m.
    """
    moved = np.zeros((len(qpos), 2))
    for joint in range(model.njnt):
        if model.body(int(model.jnt_bodyid[joint])).name != root:
            continue
        first, axis = int(model.jnt_qposadr[joint]), model.jnt_axis[joint]
        if model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_FREE:
            moved += qpos[:, first : first + 2] - qpos[0, first : first + 2]
            qpos[:, first : first + 2] = qpos[0, first : first + 2]
        elif model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_SLIDE and abs(axis[2]) < 0.5:
            moved += (qpos[:, [first]] - qpos[0, first]) * axis[:2]
            qpos[:, first] = qpos[0, first]
    return moved
