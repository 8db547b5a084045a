"""BVH: Biovision's hierarchy and motion, any order of channels, and how to write it.

Files are y up; a figure at rest faces +z. The clip's axes are x forward, y left, z up: (x, y, z) = (Z, X, Y).
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from footfall.errors import FootfallError
from footfall.files import write_text
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.bvh_text import Bones, bvh_text
from footfall.motion.clips.clip import END, Clip, Skeleton, rested
from footfall.motion.clips.rotations import F64
from footfall.motion.clips.scan import Lines
from footfall.motion.clips.units import guess_unit

MOST_JOINTS = 1000
MOST_NUMBERS = 50_000_000
_ROTATIONS = {f"{letter}rotation": letter for letter in "xyz"}
_POSITIONS = {f"{letter}position": letter for letter in "xyz"}
_STILL = 0.6  # share of angles that are exactly 0 in a frame that is an added rest pose
_JUMP = 5.0  # degrees from there to the first real frame


class _Reader:
    """Reads the hierarchy: joints, and what each number of a frame means."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.names: list[str] = []
        self.parents: list[int] = []
        self.offsets: list[list[float]] = []
        self.channels: list[tuple[int, str]] = []  # (joint, "xrotation" …) of each number of a frame

    def hierarchy(self) -> None:
        lines = self.lines
        lines.expect(lines.take("HIERARCHY"), "HIERARCHY")
        words = lines.expect(lines.take("ROOT"), "ROOT")
        stack: list[int] = []
        self._open(" ".join(words), -1, stack)
        while stack:
            words = lines.take("}")
            word = words[0].lower()
            if word == "joint":
                self._open(" ".join(words[1:]), stack[-1], stack)
            elif word == "end":
                self._open(self.names[stack[-1]] + END, stack[-1], stack)
            elif word == "offset":
                self.offsets[stack[-1]] = lines.numbers(words[1:], 3, "OFFSET")
            elif word == "channels":
                self._channels(words[1:], stack[-1])
            elif word == "}":
                stack.pop()
            else:
                raise lines.error(
                    f"'{words[0][:40]}' is not known here", "JOINT, End Site, OFFSET, CHANNELS or }"
                )

    def _open(self, name: str, parent: int, stack: list[int]) -> None:
        if not name:
            raise self.lines.error("a joint without a name", "write ROOT Hips or JOINT LeftLeg")
        if len(self.names) >= MOST_JOINTS:
            raise self.lines.error(f"more than {MOST_JOINTS} joints", "is this the right file?")
        if name in self.names:
            if not name.endswith(END):
                raise self.lines.error(f"there are two joints '{name}'", "give each its own name")
            name = f"{name.removesuffix(END)}.{len(self.names)}{END}"  # a bone with two tips
        if self.lines.take("{") != ["{"]:
            raise self.lines.error(f"'{{' should open the joint '{name}'")
        self.names.append(name)
        self.parents.append(parent)
        self.offsets.append([0.0, 0.0, 0.0])
        stack.append(len(self.names) - 1)

    def _channels(self, words: list[str], joint: int) -> None:
        count = int(self.lines.value(words[0], "CHANNELS")) if words else 0
        kinds = [word.lower() for word in words[1:]]
        if len(kinds) != count:
            raise self.lines.error(f"CHANNELS says {count} and names {len(kinds)}")
        for kind in kinds:
            if kind not in _ROTATIONS and kind not in _POSITIONS:
                raise self.lines.error(
                    f"the channel '{kind[:40]}' is not known", "Xposition … Zposition, Xrotation … Zrotation"
                )
        self.channels += [(joint, kind) for kind in kinds]


def read_bvh(path: str | os.PathLike[str], *, unit: float | None = None, rest: str = "auto") -> Clip:
    """A clip from a BVH file.

    Args:
        path: The file.
        unit: Metres of one of its units; guessed from the figure's height when None. CMU: 0.0254 / 0.45.
        rest: Whether frame 0 is an added rest pose, to be dropped from the motion: "yes", "no" or "auto"
            (CMU's conversions have one).

    Raises:
        FootfallError: It is no BVH, or a damaged one; it names the line.
    """
    lines = Lines.of(path)
    reader, frames, step = _head(lines)
    count = len(reader.channels)
    values = np.array(
        [lines.numbers(lines.take(f"frame {i} of {frames}"), count, f"frame {i}") for i in range(frames)]
    )
    if lines:
        lines.take("")
        raise lines.error(f"there is more after frame {frames - 1}, the last one that 'Frames:' counts")
    return _clip(Path(path).stem, reader, values, 1.0 / step, unit, rest)


def _head(lines: Lines, *, endless: bool = False) -> tuple[_Reader, int, float]:
    """The hierarchy, how many frames there are (a stream need not know), and the seconds between them."""
    reader = _Reader(lines)
    reader.hierarchy()
    lines.expect(lines.take("MOTION"), "MOTION")
    words = lines.expect(lines.take("Frames:"), "Frames:")
    frames = int(lines.numbers(words, 1, "Frames:")[0])
    if frames < 1 and not endless:
        raise lines.error("the clip has no frames", "export it again, with its motion")
    if frames * max(len(reader.channels), 1) > MOST_NUMBERS:
        raise lines.error(f"{frames} frames are too many", "cut it into pieces")
    words = lines.take("Frame Time:")
    if [word.lower() for word in words[:2]] != ["frame", "time:"]:
        raise lines.error(f"'Frame Time:' should stand here, not '{words[0][:40]}'")
    step = lines.numbers(words[2:], 1, "Frame Time:")[0]
    if not step > 0.0:
        raise lines.error(f"a frame time of {step:g} s", "it must be above 0, like 0.0333333")
    return reader, frames, step


class BvhHead:
    """What stands before the frames: frames that come later are read with it.

    Attributes:
        where: What messages call it.
        step: Seconds from frame to frame.
        count: Numbers of a frame.
    """

    def __init__(self, reader: _Reader, step: float, where: str) -> None:
        self._reader, self.step, self.where, self.count = reader, step, where, len(reader.channels)

    @classmethod
    def of(cls, text: str, where: str) -> BvhHead:
        """Read it.

        Raises:
            FootfallError: It is no BVH; it names the line.
        """
        reader, _, step = _head(Lines(text, where), endless=True)
        return cls(reader, step, where)

    def clip(self, values: F64) -> Clip:
        """Frames (n, count) as a clip; the zero pose is the rest pose."""
        return _clip(self.where, self._reader, values, 1.0 / self.step, None, "no")


def _clip(name: str, reader: _Reader, values: F64, rate: float, unit: float | None, rest: str) -> Clip:
    offsets = np.array(reader.offsets)
    skeleton = Skeleton(tuple(reader.names), tuple(reader.parents), _to_clip(offsets))
    scale = unit or guess_unit(skeleton)
    root = np.tile(offsets[0], (len(values), 1))
    turns = np.tile(rot.IDENTITY, (len(values), len(reader.names), 1))
    for column, (joint, kind) in enumerate(reader.channels):
        axis = "xyz".index(kind[0])
        if kind in _ROTATIONS:
            turn = rot.about(np.eye(3)[axis], np.radians(values[:, column]))
            turns[:, joint] = rot.multiply(turns[:, joint], turn)
        elif joint == 0:  # positions of other joints would stretch bones
            root[:, axis] = values[:, column]
    turns[..., 1:] = _to_clip(turns[..., 1:])
    offsets = _to_clip(offsets) * scale
    offsets[0] = 0.0
    skeleton = Skeleton(skeleton.names, skeleton.parents, offsets)
    whole = Clip(name, skeleton, rate, _to_clip(root) * scale, turns)
    turning = np.array([kind in _ROTATIONS for _, kind in reader.channels], dtype=bool)
    if rest == "yes" or (rest == "auto" and _added_rest(values[:2, turning], values[:2, ~turning])):
        if len(values) < 2:
            raise FootfallError("the clip has a rest pose and no other frame", where=name)
        moving = Clip(name, skeleton, rate, whole.root[1:], whole.rotations[1:])
        return rested(moving, whole.rotations[0])
    return whole


def _added_rest(angles: F64, places: F64) -> bool:
    """Whether the first of two frames was added: it is where the next is, and turned as nobody ever is.

    Most of its angles are 0, the root's among them, and some of the next one's are far from there.
    """
    if len(angles) < 2 or angles[0, :3].any() or not np.array_equal(places[0], places[1]):
        return False
    still = (angles == 0.0).mean(axis=1)
    return bool(
        still[0] > _STILL and still[1] < still[0] - 0.2 and np.abs(angles[1] - angles[0]).max() > _JUMP
    )


def _to_clip(v: F64) -> F64:
    """Vectors (…, 3) of a file (y up, z forward) in the clip's axes."""
    return np.ascontiguousarray(v[..., [2, 0, 1]])


def write_bvh(clip: Clip, path: str | os.PathLike[str]) -> None:
    """Write a clip: in centimetres, y up, all rotations as Z, Y, X; the zero pose is the rest pose.

    Raises:
        OSError: The folder or the disk refuses.
    """
    write_text(path, clip_text(clip))


def clip_text(clip: Clip) -> str:
    """The text of a BVH file."""
    names, parents = clip.skeleton.names, clip.skeleton.parents
    kept = [k for k, name in enumerate(names) if not name.endswith(END)]
    index = {-1: -1, **{k: i for i, k in enumerate(kept)}}
    offsets, turns = _to_file(clip.skeleton.offsets) * 100.0, np.array(clip.rotations)
    turns[..., 1:] = _to_file(turns[..., 1:])
    tips: list[F64 | None] = [None] * len(kept)
    for k, name in enumerate(names):
        if name.endswith(END) and parents[k] in index:
            tips[index[parents[k]]] = offsets[k]
    above = [index[parents[k]] for k in kept]
    bones = Bones([names[k] for k in kept], above, offsets[kept], tips, [up < 0 for up in above])
    places = np.zeros((clip.frames, len(kept), 3))
    places[:, 0] = _to_file(clip.root) * 100.0
    return bvh_text(bones, places, turns[:, kept], 1.0 / clip.rate)


def _to_file(v: F64) -> F64:
    return np.ascontiguousarray(v[..., [1, 2, 0]])
