"""A clip: a skeleton, and how it moves.

Axes are the world's: x forward, y left, z up, in metres. In the rest pose of a skeleton every frame is
parallel to the world's, so a rotation says how a bone has turned since then, whatever file it came from.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from footfall.errors import FootfallError
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.rotations import F64

END = ".end"
"""What the name of a bone's tip ends in; it has no rotation of its own."""
MOST_RATE = 10_000.0  # Hz
KINDS = ("stand", "arm", "wave", "squat", "bow", "hips", "single", "kick", "side", "dance")
"""The kinds of motion in the paper's Table 1."""


@dataclass(frozen=True)
class Skeleton:
    """Joints and how they hang together.

    Attributes:
        names: Of the J joints, the root first, parents before children.
        parents: Index of each joint's parent, -1 for the root.
        offsets: (J, 3) from the parent to the joint in the rest pose, m; of the root (0, 0, 0).
    """

    names: tuple[str, ...]
    parents: tuple[int, ...]
    offsets: F64

    def children(self, joint: int) -> list[int]:
        """Indices of the joints that hang on this one."""
        return [i for i, parent in enumerate(self.parents) if parent == joint]

    @cached_property
    def places(self) -> F64:
        """(J, 3) joints in the rest pose, from the root, m."""
        out = np.zeros((len(self.names), 3))
        for i, parent in enumerate(self.parents):
            if parent >= 0:
                out[i] = out[parent] + self.offsets[i]
        return out


@dataclass(frozen=True)
class Clip:
    """A motion of n frames at an even rate.

    Attributes:
        name: What it is called.
        skeleton: J joints.
        rate: Frames a second, Hz.
        root: (n, 3) place of the root, m.
        rotations: (n, J, 4) of each joint against its parent, of the root against the world.
        loop: Whether the first frame follows the last.
        kind: One of `KINDS`, "" when nobody said.
    """

    name: str
    skeleton: Skeleton
    rate: float
    root: F64
    rotations: F64
    loop: bool = False
    kind: str = ""

    def __post_init__(self) -> None:
        check(self)

    @property
    def frames(self) -> int:
        """How many."""
        return len(self.root)

    @property
    def seconds(self) -> float:
        """From the first frame to the last."""
        return (self.frames - 1) / self.rate

    @property
    def times(self) -> F64:
        """(n,) s."""
        return np.arange(self.frames) / self.rate

    @cached_property
    def world(self) -> tuple[F64, F64]:
        """Forward kinematics: orientations (n, J, 4) and places (n, J, 3) of all joints in the world."""
        turns = np.empty_like(self.rotations)
        places = np.empty((self.frames, len(self.skeleton.names), 3))
        for i, parent in enumerate(self.skeleton.parents):
            if parent < 0:
                turns[:, i], places[:, i] = self.rotations[:, i], self.root
            else:
                turns[:, i] = rot.multiply(turns[:, parent], self.rotations[:, i])
                places[:, i] = places[:, parent] + rot.rotate(turns[:, parent], self.skeleton.offsets[i])
        return turns, places

    def joint(self, name: str) -> int:
        """Index of a joint.

        Raises:
            FootfallError: There is none of that name.
        """
        if name in self.skeleton.names:
            return self.skeleton.names.index(name)
        from footfall.errors import nearest

        raise FootfallError(
            f"the clip has no joint '{name}'", where=self.name, help=nearest(name, self.skeleton.names)
        )


def check(clip: Clip) -> None:
    """Refuse what is no motion.

    Raises:
        FootfallError: No frames, a rate that is not above 0, numbers that are not finite.
    """
    if not (np.isfinite(clip.rate) and 0.0 < clip.rate <= MOST_RATE):
        raise FootfallError(
            f"a rate of {clip.rate:g} frames a second",
            where=clip.name,
            help="a clip needs a frame time above 0, like 0.0333333 for 30 frames a second",
        )
    joints = len(clip.skeleton.names)
    if clip.root.shape != (clip.frames, 3) or clip.rotations.shape != (clip.frames, joints, 4):
        raise FootfallError("the clip's root and rotations differ in length", where=clip.name)
    if clip.frames == 0:
        raise FootfallError("the clip has no frames", where=clip.name, help="is the file complete?")
    finite = np.isfinite(clip.root).all(axis=1) & np.isfinite(clip.rotations).all(axis=(1, 2))
    if not finite.all():
        raise FootfallError(
            f"frame {int(np.argmin(finite))} has a number that is not finite",
            where=clip.name,
            help="cut the clip before it, or export it again",
        )


def from_world(
    name: str, skeleton: Skeleton, rate: float, root: F64, turns: F64, *, loop: bool = False, kind: str = ""
) -> Clip:
    """A clip from orientations (n, J, 4) in the world."""
    local = np.empty_like(turns)
    for i, parent in enumerate(skeleton.parents):
        local[:, i] = turns[:, i] if parent < 0 else rot.multiply(rot.inverse(turns[:, parent]), turns[:, i])
    return Clip(name, skeleton, rate, root, rot.unit(local), loop, kind)


def rested(clip: Clip, rest: F64) -> Clip:
    """The same motion on a skeleton whose rest pose is another one.

    Args:
        clip: The motion.
        rest: (J, 4) rotations of the pose that is to be the rest pose.
    """
    pose = replace(clip, root=np.zeros((1, 3)), rotations=rest[None])
    turns, places = pose.world
    offsets = np.array(places[0])
    for i, parent in enumerate(clip.skeleton.parents):
        offsets[i] = 0.0 if parent < 0 else places[0, i] - places[0, parent]
    skeleton = replace(clip.skeleton, offsets=offsets)
    world = rot.multiply(clip.world[0], rot.inverse(turns[0])[None])
    return from_world(clip.name, skeleton, clip.rate, clip.root, world, loop=clip.loop, kind=clip.kind)


def resampled(clip: Clip, rate: float) -> Clip:
    """The clip at another rate: places on straight lines, rotations at an even turn between frames."""
    if not rate > 0.0:
        raise FootfallError(f"a rate of {rate:g} frames a second", where=clip.name, help="give one above 0")
    if clip.frames == 1 or rate == clip.rate:
        return replace(clip, rate=rate)
    count = int(np.floor(clip.seconds * rate + 1e-6)) + 1
    return replace(at(clip, np.arange(count) / rate), rate=rate)


def at(clip: Clip, times: F64) -> Clip:
    """The clip's poses at times (k,) s; beyond the ends the nearest frame."""
    where = np.clip(np.asarray(times) * clip.rate, 0.0, clip.frames - 1)
    low = np.minimum(np.floor(where + 1e-9).astype(int), max(clip.frames - 2, 0))
    high = np.minimum(low + 1, clip.frames - 1)
    share = np.clip(where - low, 0.0, 1.0)
    root = clip.root[low] + share[:, None] * (clip.root[high] - clip.root[low])
    turns = rot.slerp(clip.rotations[low], clip.rotations[high], share[:, None])
    return replace(clip, root=root, rotations=rot.unit(turns))
