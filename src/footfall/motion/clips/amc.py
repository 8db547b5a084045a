"""Acclaim's ASF (a skeleton) and AMC (its motion), as the CMU database keeps them.

A bone turns about the axes C that its skeleton file gives it: its rotation against its parent is C·M·C⁻¹,
with M from the angles of a frame. Files are y up, a figure at rest faces +z.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from footfall.errors import FootfallError, nearest
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.clip import END, Clip, Skeleton
from footfall.motion.clips.rotations import F64
from footfall.motion.clips.scan import Lines

INCH = 0.0254
RATE = 120.0
"""Frames a second: AMC files do not say; those of CMU have 120."""
_ANGLES = ("rx", "ry", "rz")
_PLACES = ("tx", "ty", "tz")


@dataclass
class _Bone:
    name: str
    direction: F64 = field(default_factory=lambda: np.zeros(3))
    length: float = 0.0
    axis: F64 = field(default_factory=lambda: rot.IDENTITY)
    dofs: tuple[str, ...] = ()
    parent: str = ""


class _Asf:
    """Reads a skeleton file."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.lines = Lines.of(path, "#")
        self.bones = {"root": _Bone("root", dofs=(*_PLACES, *_ANGLES))}
        self.unit, self.turn = 1.0, 1.0
        sections = {
            ":units": self._units,
            ":root": self._root,
            ":bonedata": self._bonedata,
            ":hierarchy": self._hierarchy,
        }
        while self.lines:
            word = self.lines.take(":bonedata")[0].lower()
            if word in sections:
                sections[word]()
        loose = [bone.name for bone in self.bones.values() if not bone.parent and bone.name != "root"]
        if loose or len(self.bones) < 2:
            raise FootfallError(
                f"the bone '{loose[0]}' hangs on nothing" if loose else "the skeleton has no bones",
                where=self.lines.where,
                help="the file is cut short, or is no ASF: its :hierarchy names each bone's parent",
            )

    def _rows(self) -> list[list[str]]:
        rows = []
        while self.lines and not self.lines.peek()[0].startswith(":"):
            rows.append(self.lines.take("a line"))
        return rows

    def _units(self) -> None:
        while self.lines and not self.lines.peek()[0].startswith(":"):
            word, *rest = self.lines.take("a unit")
            if word.lower() == "length":
                self.unit = self.lines.numbers(rest, 1, "length")[0]
                if not self.unit > 0.0:
                    raise self.lines.error(f"a unit of length of {self.unit:g}", "it must be above 0")
            elif word.lower() == "angle":
                self.turn = np.radians(1.0) if rest and rest[0].lower().startswith("deg") else 1.0

    def _root(self) -> None:
        while self.lines and not self.lines.peek()[0].startswith(":"):
            word, *rest = self.lines.take("the root")
            if word.lower() == "order":
                self.bones["root"].dofs = self._dofs(rest)

    def _dofs(self, words: list[str]) -> tuple[str, ...]:
        dofs = tuple(word.lower() for word in words)
        unknown = [dof for dof in dofs if dof not in (*_ANGLES, *_PLACES, "l")]
        if unknown:
            raise self.lines.error(
                f"the degree of freedom '{unknown[0]}' is not known", "rx, ry, rz, tx, ty, tz"
            )
        return dofs

    def _bonedata(self) -> None:
        bone = _Bone("")
        while self.lines and not self.lines.peek()[0].startswith(":"):
            word, *rest = self.lines.take("a bone")
            word = word.lower()
            if word == "begin":
                bone = _Bone("")
            elif word == "name" and rest:
                bone.name = rest[0]
            elif word == "direction":
                bone.direction = np.array(self.lines.numbers(rest, 3, "direction"))
            elif word == "length":
                bone.length = self.lines.numbers(rest, 1, "length")[0]
            elif word == "axis":
                order = rest[3].lower() if len(rest) > 3 else "xyz"
                if sorted(order) != ["x", "y", "z"]:
                    raise self.lines.error(f"the order of axes '{order[:20]}' is not known", "write XYZ")
                bone.axis = _fixed(self.turn * np.array(self.lines.numbers(rest[:3], 3, "axis")), order)
            elif word == "dof":
                bone.dofs = self._dofs(rest)
            elif word == "end":
                if not bone.name or bone.name in self.bones:
                    raise self.lines.error(f"a bone {'twice' if bone.name else 'without a name'}")
                self.bones[bone.name] = bone

    def _hierarchy(self) -> None:
        for parent, *children in self._rows():
            if parent in ("begin", "end"):
                continue
            for name in (parent, *children):
                if name not in self.bones:
                    raise self.lines.error(
                        f"the hierarchy names a bone '{name}' that has no data",
                        nearest(name, list(self.bones)),
                    )
            for child in children:
                self.bones[child].parent = parent


def _fixed(angles: F64, order: str) -> F64:
    """Rotations about the axes of the parent, the first letter first."""
    return rot.from_euler(angles[..., ::-1], order[::-1])


def read_amc(
    path: str | os.PathLike[str], skeleton: str | os.PathLike[str] = "", *, rate: float = RATE
) -> Clip:
    """A clip from an AMC file and its skeleton.

    Args:
        path: The motion.
        skeleton: Its .asf file; one of the same subject beside it when left out (``11_01.amc``: ``11.asf``).
        rate: Frames a second.

    Raises:
        FootfallError: One of them is missing or damaged; it names the line.
    """
    asf = _Asf(skeleton or find_skeleton(Path(path)))
    lines = Lines.of(path, "#")
    names = _ordered(asf)
    order = {name: i for i, name in enumerate(names)}
    frames: list[dict[str, list[float]]] = []
    while lines:
        words = lines.take("a frame")
        if words[0].startswith(":"):
            continue
        if len(words) == 1 and words[0].isdigit():
            frames.append({})
            continue
        if words[0] not in order:
            raise lines.error(f"the skeleton has no bone '{words[0][:40]}'", nearest(words[0], names))
        if not frames:
            raise lines.error("a bone before the first frame's number", "is this the right file?")
        bone = asf.bones[words[0]]
        frames[-1][bone.name] = lines.numbers(words[1:], len(bone.dofs), f"frame {len(frames)}, {bone.name}")
    if not frames:
        raise lines.error("the clip has no frames", "export it again, with its motion")
    short = next((i for i, frame in enumerate(frames) if len(frame) < len(frames[0])), None)
    if short is not None:
        lost = next(name for name in frames[0] if name not in frames[short])
        raise lines.error(
            f"frame {short + 1} lacks the bone '{lost}'", "the file is cut short: copy it again"
        )
    return _clip(Path(path).stem, asf, names, frames, rate)


def find_skeleton(path: Path) -> Path:
    """The .asf file of an .amc file: of the same name, of its subject, or the only one beside it.

    Raises:
        FootfallError: There is none.
    """
    there = sorted(path.parent.glob("*.asf"))
    stems = (path.stem, path.stem.split("_")[0], path.stem.rstrip("0123456789"))
    for stem in stems:
        for file in there:
            if file.stem == stem:
                return file
    if len(there) == 1:
        return there[0]
    raise FootfallError(
        "an .amc file needs the .asf file of its skeleton",
        where=str(path),
        help=f"put {stems[1]}.asf beside it",
    )


def _ordered(asf: _Asf) -> list[str]:
    """Names of bones, parents before children."""
    names = ["root"]
    for name in names:
        names += [bone.name for bone in asf.bones.values() if bone.parent == name]
    return names


def _clip(name: str, asf: _Asf, names: list[str], frames: list[dict[str, list[float]]], rate: float) -> Clip:
    """A bone of the file begins at its parent's end: that is where its joint is."""
    unit = INCH / asf.unit
    tips = [n for n in names if n != "root" and not any(b.parent == n for b in asf.bones.values())]
    parents = [-1] + [names.index(asf.bones[n].parent) for n in names[1:]] + [names.index(n) for n in tips]
    ends = [np.zeros(3), *(asf.bones[n].direction * asf.bones[n].length for n in names[1:])]
    offsets = np.array([np.zeros(3) if p < 0 else ends[p] for p in parents]) * unit
    skeleton = Skeleton((*names, *(n + END for n in tips)), tuple(parents), offsets[:, [2, 0, 1]])
    root = np.zeros((len(frames), 3))
    turns = np.tile(rot.IDENTITY, (len(frames), len(parents), 1))
    for i, bone in enumerate(asf.bones[n] for n in names):
        if not bone.dofs or bone.name not in frames[0]:
            continue
        values = np.array([frame[bone.name] for frame in frames])
        angles = [j for j, dof in enumerate(bone.dofs) if dof in _ANGLES]
        motion = _fixed(values[:, angles] * asf.turn, "".join(bone.dofs[j][1] for j in angles))
        turns[:, i] = rot.multiply(rot.multiply(bone.axis, motion), rot.inverse(bone.axis))
        if bone.name == "root":
            for j, dof in enumerate(bone.dofs):
                if dof in _PLACES:
                    root[:, _PLACES.index(dof)] = values[:, j] * unit
    turns[..., 1:] = turns[..., [3, 1, 2]]  # (w, X, Y, Z) to the clip's axes
    return Clip(name, skeleton, rate, root[:, [2, 0, 1]], turns)
