"""What a picture needs of a Recording, and how to ask it for one moment in time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from footfall.errors import FootfallError

if TYPE_CHECKING:
    import mujoco

Floats = NDArray[np.float64]
PushSpan = tuple[float, float, str, Floats]
"""Start (s), end (s), model body name, world force (3,) in newtons."""


class Footage(Protocol):
    """The part of a Recording that pictures read; n samples, usually at 200 Hz."""

    def model(self) -> mujoco.MjModel:
        """The model that the motion was made with."""

    @property
    def time(self) -> Floats:
        """(n,) s."""

    @property
    def qpos(self) -> Floats:
        """(n, nq) positions."""

    @property
    def tau(self) -> Floats:
        """(n, nv) joint torques, N m."""

    @property
    def com(self) -> Floats:
        """(n, 3) centre of mass, m."""

    @property
    def load(self) -> Floats:
        """(n, 2) vertical force under the left and the right foot, N."""

    @property
    def phase(self) -> NDArray[np.integer]:
        """(n,) index into `phase_names`."""

    @property
    def phase_names(self) -> tuple[str, ...]:
        """Names of the phases."""

    @property
    def side(self) -> NDArray[np.integer]:
        """(n,) the stance side, 0 for left."""

    @property
    def root_name(self) -> str:
        """Model name of the pelvis body."""

    @property
    def dof_names(self) -> tuple[str, ...]:
        """(nv,) names of the degrees of freedom."""

    @property
    def title(self) -> str:
        """What is shown."""

    @property
    def pushes(self) -> tuple[PushSpan, ...]:
        """Every push of the run, in order of time."""

    @property
    def planar(self) -> bool:
        """Whether the body moves in the x-z plane only."""

    @property
    def end(self) -> str:
        """Why the run ended."""

    @property
    def heading(self) -> Floats:
        """(n,) facing of the pelvis, rad about +z."""

    @property
    def speed_forward(self) -> Floats:
        """(n,) m/s along the heading."""


@dataclass(frozen=True)
class Moment:
    """One instant of a recording, as its caption shows it.

    Attributes:
        time: s.
        phase: Name of the phase.
        side: "left" or "right", the stance side.
        load: Vertical force under the left and the right foot, N.
        speed: Forward speed, m/s.
        pushes: (body name, world force (3,) in N) of every push that is on.
    """

    time: float
    phase: str
    side: str
    load: tuple[float, float]
    speed: float
    pushes: tuple[tuple[str, Floats], ...]


def moment(rec: Footage, time: float, reach: float = 0.0) -> Moment:
    """The sample nearest to `time`, with the pushes on at any instant within `reach` seconds of it."""
    i = index_at(rec, time)
    on = tuple(
        (name, np.asarray(force, dtype=float))
        for t0, t1, name, force in rec.pushes
        if t0 - reach <= time < t1 + reach
    )
    names = rec.phase_names
    return Moment(
        time=time,
        phase=names[int(rec.phase[i])] if names else "",
        side="left" if int(rec.side[i]) == 0 else "right",
        load=(float(rec.loads[i, 0]), float(rec.loads[i, 1])),
        speed=float(rec.speed_forward[i]),
        pushes=on,
    )


def index_at(rec: Footage, time: float) -> int:
    """Index of the sample nearest to `time` (s)."""
    times = rec.time
    right = int(np.clip(np.searchsorted(times, time), 1, max(len(times) - 1, 1)))
    if len(times) == 1 or time - times[right - 1] <= times[right] - time:
        return right - 1
    return right


def pose_at(rec: Footage, model: mujoco.MjModel, time: float) -> Floats:
    """Positions (nq,) at `time`, interpolated between samples so that films do not judder."""
    import mujoco

    times = rec.time
    i = int(np.clip(np.searchsorted(times, time) - 1, 0, max(len(times) - 2, 0)))
    pose = np.array(rec.qpos[i], dtype=float)
    if len(times) == 1:
        return pose
    share = float(np.clip((time - times[i]) / (times[i + 1] - times[i]), 0.0, 1.0))
    change = np.zeros(model.nv)
    mujoco.mj_differentiatePos(model, change, 1.0, pose, np.array(rec.qpos[i + 1], dtype=float))
    if share == 0.0 or np.abs(change).max(initial=0.0) > 1.0:
        return pose  # a jump (a ball that was thrown again): halfway would be nowhere
    mujoco.mj_integratePos(model, pose, change, share)
    return pose


def window(rec: Footage, start: float | None, seconds: float | None) -> tuple[float, float]:
    """First and last instant (s) of the asked-for part of a recording.

    Raises:
        FootfallError: The recording is empty, or the part lies outside it.
    """
    if len(rec.time) == 0:
        raise FootfallError("the recording is empty: there is nothing to show", help="run it for longer")
    first, last = float(rec.time[0]), float(rec.time[-1])
    begin = first if start is None else float(start)
    if not begin <= last or begin < 0:
        raise FootfallError(
            f"start {begin:g} s is outside the recording, which runs from {first:g} to {last:g} s",
            help=f"choose a start between {first:g} and {last:g}",
        )
    if seconds is not None and not seconds > 0:
        raise FootfallError(f"seconds must be above 0, not {seconds:g}", help="leave it out to show all")
    begin = max(begin, first)
    return begin, last if seconds is None else min(last, begin + seconds)
