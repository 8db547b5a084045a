"""The text of a BVH file, for clips and for recordings: every rotation as Z, Y, X."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from footfall.motion.clips.rotations import to_euler

F64 = NDArray[np.float64]
_ROTATION = "Zrotation Yrotation Xrotation"
_POSITION = "Xposition Yposition Zposition"


@dataclass(frozen=True)
class Bones:
    """What a file says of its bones, in its own axes (y up, z forward) and unit.

    Attributes:
        names: Of the joints, parents first.
        parents: Index of each one's parent; -1 for the root.
        offsets: (J, 3) from the parent.
        tips: Where a bone without a joint at its end has that end, (3,); None: none.
        moving: Whether a joint has a place besides its rotation; the root has.
    """

    names: Sequence[str]
    parents: Sequence[int]
    offsets: F64
    tips: Sequence[F64 | None]
    moving: Sequence[bool]


def bvh_text(bones: Bones, places: F64, turns: F64, step: float) -> str:
    """The text of a file.

    Args:
        bones: The skeleton.
        places: (n, J, 3) of the joints that move, in the unit of the file.
        turns: (n, J, 4) of each joint against its parent, in the file's axes.
        step: Seconds from frame to frame.
    """
    order: list[int] = []
    text = ["HIERARCHY", *_joint(bones, 0, 0, order)]
    angles, columns = np.degrees(to_euler(turns, "zyx")), []
    for bone in order:
        columns += [places[:, bone]] if bones.moving[bone] else []
        columns.append(angles[:, bone])
    rows = np.hstack(columns)
    text += ["MOTION", f"Frames: {len(rows)}", f"Frame Time: {step:.9f}"]
    text += [" ".join(f"{value:.6f}" for value in row) for row in rows.tolist()]
    return "\n".join(text) + "\n"


def _joint(bones: Bones, bone: int, depth: int, order: list[int]) -> list[str]:
    """The lines of a joint and of all below it; `order` gets the bones as their numbers follow."""
    order.append(bone)
    pad = "\t" * depth
    channels = f"6 {_POSITION} {_ROTATION}" if bones.moving[bone] else f"3 {_ROTATION}"
    lines = [
        f"{pad}{'JOINT' if depth else 'ROOT'} {bones.names[bone]}",
        f"{pad}{{",
        f"{pad}\t{_offset(bones.offsets[bone])}",
        f"{pad}\tCHANNELS {channels}",
    ]
    for child in (k for k, parent in enumerate(bones.parents) if parent == bone):
        lines += _joint(bones, child, depth + 1, order)
    tip = bones.tips[bone]
    if tip is not None:
        lines += [f"{pad}\tEnd Site", f"{pad}\t{{", f"{pad}\t\t{_offset(tip)}", f"{pad}\t}}"]
    return [*lines, f"{pad}}}"]


def _offset(offset: F64) -> str:
    x, y, z = offset.tolist()
    return f"OFFSET {x:.6f} {y:.6f} {z:.6f}"
