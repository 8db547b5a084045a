"""The samples of a Recording that pictures need, read once, and the pose at any instant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from footfall.engine.pendulum import Pendulum, read_drawn
from footfall.errors import FootfallError

if TYPE_CHECKING:
    import mujoco

Floats = NDArray[np.float64]
PushSpan = tuple[float, float, str, Floats]
"""Start (s), end (s), model body name, world force (3,) in newtons."""


JUMP = 1.0
"""A larger change between two samples, in rad or m, is no motion: a ball was moved to another place."""


class RecordingLike(Protocol):
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
    def loads(self) -> Floats:
        """(n, 2) vertical force under the left and the right foot, N."""

    @property
    def phase(self) -> NDArray[np.integer]:
        """(n,) index into `phase_names`."""

    @property
    def phase_paths(self) -> tuple[str, ...]:
        """(n,) the active phases from the outermost inwards, ``go › lift``."""

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
class Instant:
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


@dataclass(frozen=True)
class MotionSamples:
    """A Recording as pictures use it: every array read once, cut off where it diverged.

    Attributes are those of `RecordingLike`; `speed` is its `speed_forward`, `drawn` the `pendulum` of a
    Recording that has one.
    """

    model: mujoco.MjModel
    time: Floats
    qpos: Floats
    tau: Floats
    com: Floats
    loads: Floats
    heading: Floats
    speed: Floats
    phase: NDArray[np.integer]
    side: NDArray[np.integer]
    phase_names: tuple[str, ...]
    paths: tuple[str, ...]
    dof_names: tuple[str, ...]
    root_name: str
    title: str
    pushes: tuple[PushSpan, ...]
    planar: bool
    end: str
    drawn: Floats | None = None

    @classmethod
    def of(cls, rec: RecordingLike) -> MotionSamples:
        """Read a recording.

        Raises:
            FootfallError: It has no sample that can be shown.
        """
        finite = np.isfinite(np.hstack([rec.qpos, rec.com])).all(axis=1)
        count = finite.size if finite.all() else int(np.argmin(finite))
        if count == 0:
            raise FootfallError("the recording is empty: there is nothing to show", help="run it for longer")

        def cut(values: NDArray[np.floating]) -> Floats:
            return np.array(values[:count], dtype=np.float64)

        drawn = getattr(rec, "pendulum", None)
        return cls(
            drawn=None if drawn is None else cut(drawn),
            model=rec.model(),
            time=cut(rec.time),
            qpos=cut(rec.qpos),
            tau=cut(rec.tau),
            com=cut(rec.com),
            loads=cut(rec.loads),
            heading=np.unwrap(cut(rec.heading)),
            speed=cut(rec.speed_forward),
            phase=np.asarray(rec.phase[:count]),
            side=np.asarray(rec.side[:count]),
            phase_names=tuple(rec.phase_names),
            paths=tuple(rec.phase_paths[:count]),
            dof_names=tuple(rec.dof_names),
            root_name=rec.root_name,
            title=rec.title,
            pushes=tuple(rec.pushes),
            planar=rec.planar,
            end=rec.end,
        )

    @property
    def first(self) -> float:
        """Time of the first sample, s."""
        return float(self.time[0])

    @property
    def last(self) -> float:
        """Time of the last sample, s."""
        return float(self.time[-1])

    def instant(self, time: float, reach: float = 0.0) -> Instant:
        """The sample nearest to `time`, with the pushes on at any instant within `reach` seconds of it."""
        i = self._index(time)
        on = tuple(
            (name, np.asarray(force, dtype=float))
            for t0, t1, name, force in self.pushes
            if t0 - reach <= time < t1 + reach
        )
        return Instant(
            time=time,
            phase=self.paths[i] if self.paths else "",
            side="left" if int(self.side[i]) == 0 else "right",
            load=(float(self.loads[i, 0]), float(self.loads[i, 1])),
            speed=float(self.speed[i]),
            pushes=on,
        )

    def pendulum(self, time: float) -> Pendulum | None:
        """The pendulum beside the body at `time`, between samples too; None where no TEMPLATE runs."""
        i = self._index(time)
        if self.drawn is None or not self.drawn[i].any():
            return None
        k = int(np.clip(np.searchsorted(self.time, time) - 1, 0, max(len(self.time) - 2, 0)))
        near = self.drawn[k : k + 2]
        if len(near) < 2 or not near.any(axis=1).all():
            return read_drawn(self.drawn[i])
        share = float(np.clip((time - self.time[k]) / (self.time[k + 1] - self.time[k]), 0.0, 1.0))
        return read_drawn(near[0] + share * (near[1] - near[0]))

    def pose(self, time: float) -> Floats:
        """Positions (nq,) at `time`, interpolated between samples so that films do not judder."""
        import mujoco

        i = int(np.clip(np.searchsorted(self.time, time) - 1, 0, max(len(self.time) - 2, 0)))
        pose = np.array(self.qpos[i])
        if len(self.time) == 1:
            return pose
        share = float(np.clip((time - self.time[i]) / (self.time[i + 1] - self.time[i]), 0.0, 1.0))
        change = np.zeros(self.model.nv)
        mujoco.mj_differentiatePos(self.model, change, 1.0, pose, self.qpos[i + 1])
        if np.abs(change).max(initial=0.0) > JUMP:
            return np.array(self.qpos[self._index(time)])
        mujoco.mj_integratePos(self.model, pose, change, share)
        return pose

    def window(self, start: float | None, seconds: float | None) -> tuple[float, float]:
        """First and last instant (s) of the asked-for part.

        Raises:
            FootfallError: The part lies outside the recording.
        """
        begin = self.first if start is None else float(start)
        if not 0 <= begin <= self.last:
            raise FootfallError(
                f"start {begin:g} s is outside the recording",
                help=f"it runs from {self.first:g} to {self.last:g} s",
            )
        if seconds is not None and not seconds > 0:
            raise FootfallError(f"seconds must be above 0, not {seconds:g}", help="leave it out to show all")
        begin = max(begin, self.first)
        return begin, self.last if seconds is None else min(self.last, begin + seconds)

    def _index(self, time: float) -> int:
        """Index of the sample nearest to `time` (s)."""
        if len(self.time) == 1:
            return 0
        right = int(np.clip(np.searchsorted(self.time, time), 1, len(self.time) - 1))
        return right - 1 if time - self.time[right - 1] <= self.time[right] - time else right
