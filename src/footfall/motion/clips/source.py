"""A clip as a body sees it: orientations of its parts, and places of hips, ankles and toes."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from footfall.motion.clips import rotations as rot
from footfall.motion.clips.clip import Clip
from footfall.motion.clips.parts import Parts
from footfall.motion.clips.rotations import F64

_HOP = 0.15  # m: toes of a foot that rise higher are no hop
_UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True)
class Source:
    """n rows, turned and moved so that the figure begins at the origin, facing +x.

    Attributes:
        rate: Rows a second.
        parts: Part → (n, 4) orientation.
        hips, ankles: (n, 2, 3) places of the left and the right one, m.
        soles: (n, 2, k, 3) points of each foot that may touch the ground: ankle and toes, m.
        leg: Mean length from hip to ankle, m.
    """

    rate: float
    parts: dict[str, F64]
    hips: F64
    ankles: F64
    soles: F64
    leg: float


def read_source(clip: Clip, parts: Parts, begin: Clip | None = None) -> Source:
    """Look at a clip with a body's eyes.

    Args:
        clip: The motion.
        parts: Which joint is what.
        begin: The clip whose first frame says what is forward and where the origin is; `clip` when None.
    """
    turns, places = clip.world
    first = clip if begin is None else begin
    pelvis = parts.joints["pelvis"]
    back = rot.about(_UP, -rot.heading(parts.orientation(first.world[0][:1], "pelvis")[0]))
    origin = first.world[1][0, pelvis] * np.array([1.0, 1.0, 0.0])
    moved = rot.rotate(back, places - origin)
    oriented = {part: rot.multiply(back, parts.orientation(turns, part)) for part in parts.joints}

    def pair(part: str) -> F64:
        return np.stack([moved[:, parts.joints[side + part]] for side in "lr"], axis=1)

    return Source(
        rate=clip.rate,
        parts=oriented,
        hips=pair("Thigh"),
        ankles=pair("Foot"),
        soles=np.stack([moved[:, _points(clip, parts, side)] for side in "lr"], axis=1),
        leg=_leg(clip, parts),
    )


def anchor(source: Source) -> int:
    """The foot (0 or 1) that is low all the time; -1 when none is."""
    heights = source.soles[..., -1, 2]
    high = np.percentile(heights, 98, axis=0) - np.percentile(heights, 5)
    foot = int(np.argmin(high))
    return foot if high[foot] < _HOP else -1


def toes_way(source: Source, foot: int) -> F64:
    """How far (n, 2) the toes of a foot are from where they are at the most, on the level, m."""
    toes = source.soles[:, foot, -1, :2]
    return np.asarray(toes - np.median(toes, axis=0))


def moved(source: Source, way: F64) -> Source:
    """The same without a way (n, 2) that all of it has gone on the level, m."""
    back = np.zeros((len(way), 1, 3))
    back[:, 0, :2] = -way
    return replace(
        source,
        hips=source.hips + back,
        ankles=source.ankles + back,
        soles=source.soles + back[:, None],
    )


def _points(clip: Clip, parts: Parts, side: str) -> list[int]:
    """Joints of a foot: ankle and toes, or the end of a foot that has none."""
    ankle = parts.joints[side + "Foot"]
    ends = clip.skeleton.children(ankle)
    return [ankle, parts.joints.get(side + "Toes", ends[0] if ends else ankle)]


def _leg(clip: Clip, parts: Parts) -> float:
    places = clip.skeleton.places

    def apart(a: str, b: str) -> float:
        return float(np.linalg.norm(places[parts.joints[a]] - places[parts.joints[b]]))

    return sum(0.5 * (apart(s + "Thigh", s + "Shin") + apart(s + "Shin", s + "Foot")) for s in "lr")
