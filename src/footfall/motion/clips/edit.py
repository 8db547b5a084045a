"""Cutting, mirroring, looping and blending clips."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from footfall.errors import FootfallError
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.clip import Clip, Skeleton, at, resampled
from footfall.motion.clips.rotations import F64

FADE = 0.3
"""s of a cross-fade."""
_SWAY = 0.2  # m
_UP = np.array([0.0, 0.0, 1.0])
_MIRROR = np.array([1.0, -1.0, 1.0])
_SIDES = (("left", "right"), ("Left", "Right"), ("LEFT", "RIGHT"), ("l", "r"), ("L", "R"))


def cut(clip: Clip, start: float = 0.0, end: float | None = None) -> Clip:
    """The part from `start` to `end` (s).

    Raises:
        FootfallError: There is no such part.
    """
    last = clip.seconds if end is None else end
    if not 0.0 <= start < last or start >= clip.seconds or last > clip.seconds + 1.0 / clip.rate:
        raise FootfallError(
            f"cannot cut from {start:g} to {last:g} s",
            where=clip.name,
            help=f"the clip runs from 0 to {clip.seconds:.3g} s",
        )
    rows = slice(int(round(start * clip.rate)), int(round(min(last, clip.seconds) * clip.rate)) + 1)
    return replace(clip, root=clip.root[rows], rotations=clip.rotations[rows], loop=False)


def mirrored(clip: Clip) -> Clip:
    """Left and right exchanged.

    Raises:
        FootfallError: The skeleton's sides do not hang together in the same way.
    """
    bones = clip.skeleton
    twin = [_twin(bones, i) for i in range(len(bones.names))]
    for i, parent in enumerate(bones.parents):
        if parent >= 0 and twin[parent] != bones.parents[twin[i]]:
            raise FootfallError(
                f"'{bones.names[i]}' and '{bones.names[twin[i]]}' hang on different joints",
                where=clip.name,
                help="only a skeleton with two sides alike can be mirrored",
            )
    turns = clip.rotations[:, twin] * np.array([1.0, -1.0, 1.0, -1.0])
    skeleton = replace(bones, offsets=bones.offsets[twin] * _MIRROR)
    return replace(
        clip, name=f"{clip.name}-mirrored", skeleton=skeleton, root=clip.root * _MIRROR, rotations=turns
    )


def _twin(bones: Skeleton, joint: int) -> int:
    """The joint of the other side; the joint itself in the middle."""
    name = bones.names[joint]
    prefix, colon, word = name.rpartition(":")
    for pair in (*_SIDES, *((b, a) for a, b in _SIDES)):
        other = prefix + colon + pair[1] + word.removeprefix(pair[0])
        if word.startswith(pair[0]) and other in bones.names:
            return bones.names.index(other)
    return joint


def looped(clip: Clip, *, fade: float = 0.0) -> Clip:
    """A clip that goes on for ever.

    Args:
        clip: The motion.
        fade: Seconds over which its end goes over into its beginning; the way between is what it travels in a
            round. 0: forwards and back, which drags no foot that has moved.

    Raises:
        FootfallError: It is shorter than two fades.
    """
    if fade == 0.0:
        rows = np.r_[0 : clip.frames, clip.frames - 2 : 0 : -1]
        return replace(clip, root=clip.root[rows], rotations=clip.rotations[rows], loop=True)
    count = int(round(fade * clip.rate))
    if not 0 < 2 * count < clip.frames:
        raise FootfallError(
            f"a fade of {fade:g} s in a clip of {clip.seconds:.3g} s",
            where=clip.name,
            help="it may be half of the clip at most",
        )
    keep = clip.frames - count
    way = (clip.root[keep] - clip.root[0]) * np.array([1.0, 1.0, 0.0])
    share = np.arange(count) / count
    root, turns = np.array(clip.root[:keep]), np.array(clip.rotations[:keep])
    tail = clip.root[keep:] - way
    root[:count] = tail + share[:, None] * (root[:count] - tail)
    turns[:count] = rot.slerp(clip.rotations[keep:], turns[:count], share[:, None])
    return replace(clip, root=root, rotations=rot.unit(turns), loop=True)


def extended(clip: Clip, count: int) -> Clip:
    """A loop with `count` frames of the round before and of the round after; it is no loop any more.

    What the root has travelled in a round goes on, if it is more than the fifth of a metre that sways.
    """
    rows = np.arange(-count, clip.frames + count)
    step = clip.root[1] - clip.root[0] if clip.frames > 1 else np.zeros(3)
    way = (clip.root[-1] + step - clip.root[0]) * np.array([1.0, 1.0, 0.0])
    way = way if np.linalg.norm(way) > _SWAY else np.zeros(3)
    rounds = np.floor_divide(rows, clip.frames)
    root = clip.root[rows % clip.frames] + rounds[:, None] * way
    return replace(clip, root=root, rotations=clip.rotations[rows % clip.frames], loop=False)


def joined(first: Clip, second: Clip, *, fade: float = FADE) -> Clip:
    """One clip after the other, turned and moved so that it goes on where the first one ends.

    Raises:
        FootfallError: Their skeletons differ, or one is shorter than the fade.
    """
    second = _alike(first, second)
    count = max(int(round(fade * first.rate)), 1)
    if count >= min(first.frames, second.frames):
        raise FootfallError(
            f"a fade of {fade:g} s is longer than one of the clips",
            where=second.name,
            help="give a shorter one",
        )
    start = first.frames - count
    second = _placed(second, first.root[start], first.rotations[start, 0])
    share = (np.arange(count) + 0.5) / count
    root = first.root[start:] + share[:, None] * (second.root[:count] - first.root[start:])
    turns = rot.slerp(first.rotations[start:], second.rotations[:count], share[:, None])
    return replace(
        first,
        name=f"{first.name}-{second.name}",
        root=np.concatenate([first.root[:start], root, second.root[count:]]),
        rotations=rot.unit(np.concatenate([first.rotations[:start], turns, second.rotations[count:]])),
        loop=False,
    )


def mixed(first: Clip, second: Clip, share: float) -> Clip:
    """Something between two clips of the same motion: the second is stretched to the first one's time.

    Raises:
        FootfallError: Their skeletons differ.
    """
    other = _alike(first, second)
    other = at(other, first.times * (other.seconds / max(first.seconds, 1e-9)))
    other = _placed(other, first.root[0], first.rotations[0, 0])
    turns = rot.slerp(first.rotations, other.rotations, np.full((1, 1), share))
    root = first.root + share * (other.root - first.root)
    return replace(first, name=f"{first.name}-{second.name}", root=root, rotations=rot.unit(turns))


def _alike(first: Clip, second: Clip) -> Clip:
    if first.skeleton.names != second.skeleton.names or first.skeleton.parents != second.skeleton.parents:
        lost = set(first.skeleton.names) ^ set(second.skeleton.names)
        raise FootfallError(
            "the two clips have different skeletons" + (f": '{min(lost)}' is in one only" if lost else ""),
            where=second.name,
            help="blend clips of the same kind of file, or carry both over to a body first",
        )
    return resampled(second, first.rate)


def _placed(clip: Clip, place: F64, turn: F64) -> Clip:
    """The clip, turned about the vertical and moved on the ground so that it begins there."""
    yaw = rot.about(_UP, rot.heading(turn) - rot.heading(clip.rotations[0, 0]))
    flat = np.array([1.0, 1.0, 0.0])
    root = rot.rotate(yaw, clip.root - clip.root[0] * flat) + place * flat
    turns = np.array(clip.rotations)
    turns[:, 0] = rot.multiply(yaw, turns[:, 0])
    return replace(clip, root=root, rotations=turns)
