"""The camera: from the side, the front or between; it moves with the figure."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.errors import FootfallError, nearest
from footfall.motion import shapes
from footfall.motion.samples import MotionSamples

Floats = NDArray[np.float64]

VIEWS = {"side": (90.0, -6.0), "front": (180.0, -6.0), "quarter": (132.0, -12.0)}
"""View name → azimuth against the figure's heading and elevation, in degrees.

The side view looks along +y when the figure faces +x: it walks from left to right.
"""

FOLLOW_SECONDS = 0.35
TURN_SECONDS = 0.8
"""Spread of the smoothing of place and heading: steps and sway stay visible, the camera stays calm."""

UPRIGHT = 0.6  # share of its upright height below which a figure begins on the ground


@dataclass(frozen=True)
class Camera:
    """A free camera: it looks at a point from a distance.

    Attributes:
        lookat: World point in the middle of the picture, m.
        distance: m.
        azimuth: Direction of view about +z, degrees; 0 looks along +x.
        elevation: Degrees above the horizon that it looks towards; negative looks down.
        fovy: Vertical opening, degrees.
    """

    lookat: tuple[float, float, float]
    distance: float
    azimuth: float
    elevation: float
    fovy: float

    def axes(self) -> tuple[Floats, Floats, Floats]:
        """Unit vectors forward, right and up of the picture, each (3,), in the world."""
        az, el = math.radians(self.azimuth), math.radians(self.elevation)
        forward = np.array([math.cos(el) * math.cos(az), math.cos(el) * math.sin(az), math.sin(el)])
        right = np.array([math.sin(az), -math.cos(az), 0.0])
        return forward, right, np.cross(right, forward)


@dataclass(frozen=True)
class Framing:
    """How a figure fills a picture.

    Attributes:
        stature: Height of the figure, m.
        drop: From the centre of mass to the middle of the picture, m, up is positive.
    """

    stature: float
    drop: float

    @classmethod
    def of(cls, motion: MotionSamples) -> Framing:
        """Measure the figure in the first pose of a recording, or upright where it begins lower than that.

        A figure that begins on the ground would fill the picture, and be cut off when it stands up.
        """
        first, upright = _framed(motion, motion.qpos[0]), _framed(motion, motion.model.qpos0)
        return first if first.stature > UPRIGHT * upright.stature else upright

    @classmethod
    def whole(cls, motion: MotionSamples, times: Floats) -> Framing:
        """A frame that the figure never leaves at some instants: head and feet stay in, in a jump, too."""
        low = high = 0.0
        for time in times.tolist():
            one = _framed(motion, motion.pose(time))
            low, high = min(low, one.drop - one.stature / 2), max(high, one.drop + one.stature / 2)
        return cls(max(high - low, 0.1), (low + high) / 2)


def _framed(motion: MotionSamples, qpos: Floats) -> Framing:
    """How the figure fills a picture in a pose (nq,)."""
    model, data = motion.model, mujoco.MjData(motion.model)
    data.qpos[:] = qpos
    mujoco.mj_kinematics(model, data)
    mujoco.mj_comPos(model, data)
    low, high = shapes.extent(model, data, shapes.figure_geoms(model, motion.root_name))
    com = data.subtree_com[model.body(motion.root_name).id]
    return Framing(max(float(high[2] - low[2]), 0.1), float((low[2] + high[2]) / 2 - com[2]))


class Follow:
    """A camera that goes with the figure; its path is smoothed over the whole recording."""

    def __init__(
        self,
        motion: MotionSamples,
        framing: Framing,
        *,
        view: str = "side",
        fovy: float = 30.0,
        tall: float = 1.5,
    ) -> None:
        """Plan the path.

        Args:
            motion: The recorded motion.
            framing: Size of the figure.
            view: A name in `VIEWS`.
            fovy: Vertical opening, degrees; small is nearly without perspective.
            tall: Height of the picture in statures of the figure.
        """
        if view not in VIEWS:
            raise FootfallError(f"unknown view '{view}'", help=nearest(view, tuple(VIEWS)))
        self._turn, self._elevation = VIEWS[view]
        self._fovy = fovy
        self._distance = 0.5 * tall * framing.stature / math.tan(math.radians(fovy) / 2)
        self._time = motion.time
        self._place = smooth(motion.time, motion.com, FOLLOW_SECONDS)
        self._place[:, 2] += framing.drop
        self._heading = np.degrees(smooth(motion.time, motion.heading[:, None], TURN_SECONDS)[:, 0])

    def at(self, time: float) -> Camera:
        """The camera at `time` (s)."""
        x, y, z = (float(np.interp(time, self._time, self._place[:, i])) for i in range(3))
        heading = float(np.interp(time, self._time, self._heading))
        return Camera((x, y, z), self._distance, self._turn + heading, self._elevation, self._fovy)


class Fixed:
    """A camera that stands still, and sees all of the way."""

    def __init__(
        self,
        motion: MotionSamples,
        framing: Framing,
        times: Floats,
        *,
        view: str = "side",
        wide: float = 1.78,
    ) -> None:
        """Find its place.

        Args:
            motion: The recorded motion.
            framing: Size of the figure.
            times: The instants (n,) s that are filmed.
            view: A name in `VIEWS`.
            wide: Width of the picture over its height.
        """
        first = Follow(motion, framing, view=view).at(float(times[0]))
        places = np.array([[np.interp(times, motion.time, motion.com[:, i]) for i in range(3)]])[0].T
        middle = (places.min(axis=0) + places.max(axis=0)) / 2
        middle[2] += framing.drop
        reach = float(np.linalg.norm(np.ptp(places[:, :2], axis=0))) / wide + 1.5 * framing.stature
        distance = 0.5 * reach / math.tan(math.radians(first.fovy) / 2)
        x, y, z = (float(v) for v in middle)
        self._camera = Camera((x, y, z), distance, first.azimuth, first.elevation, first.fovy)

    def at(self, time: float) -> Camera:
        """The same camera at any time."""
        return self._camera


class Turntable:
    """A camera that goes with the figure, and once around it."""

    def __init__(self, follow: Follow, times: Floats) -> None:
        self._follow, self._first = follow, float(times[0])
        self._last = max(float(times[-1]), self._first + 1e-9)

    def at(self, time: float) -> Camera:
        """The camera at `time` (s)."""
        share = (time - self._first) / (self._last - self._first)
        one = self._follow.at(time)
        return replace(one, azimuth=one.azimuth + 360.0 * share)


CAMERAS = ("follow", "fixed", "turntable")


def camera_of(
    name: str, motion: MotionSamples, times: Floats, view: str, wide: float
) -> Follow | Fixed | Turntable:
    """A camera by its name, for the instants (n,) s that are filmed.

    Raises:
        FootfallError: There is none of that name.
    """
    if name not in CAMERAS:
        raise FootfallError(f"there is no camera '{name}'", help=nearest(name, CAMERAS))
    framing = Framing.of(motion)
    if name == "fixed":
        return Fixed(motion, framing, times, view=view, wide=wide)
    follow = Follow(motion, framing, view=view, tall=1.5)
    return Turntable(follow, times) if name == "turntable" else follow


def smooth(time: Floats, values: Floats, spread: float) -> Floats:
    """Gaussian average of `values` (n, k) over time with standard deviation `spread` (s).

    The ends continue in a straight line, so that a figure that walks off does not lag the camera.
    """
    count = len(time)
    if count < 3:
        return np.array(values, dtype=float)
    step = float(time[-1] - time[0]) / (count - 1)
    half = max(1, min(int(3 * spread / step), count - 1))
    kernel = np.exp(-0.5 * (np.arange(-half, half + 1) * step / spread) ** 2)
    kernel /= kernel.sum()
    # Mirrored through the end point, not in it: a straight path stays straight.
    before = 2 * values[0] - values[half:0:-1]
    after = 2 * values[-1] - values[-2 : -half - 2 : -1]
    padded = np.concatenate([before, values, after])
    return np.stack([np.convolve(padded[:, i], kernel, mode="valid") for i in range(values.shape[1])], axis=1)
