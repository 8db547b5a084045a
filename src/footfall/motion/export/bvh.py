"""BVH: the bones of one character and their turns; y up, facing +z, every rotation as Z, Y, X."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from footfall.errors import ArgumentError, nearest
from footfall.motion.clips.rotations import to_euler
from footfall.motion.export.axes import Floats, to_file, turn_to_file
from footfall.motion.export.rig import Skeleton, find_rig, skeleton
from footfall.motion.export.take import UNITS, Cut, Take
from footfall.motion.files import writing

_ROTATION = "Zrotation Yrotation Xrotation"
_POSITION = "Xposition Yposition Zposition"


def write_bvh(take: Take, cut: Cut, path: Path) -> list[Path]:
    """Write a file for each character: a BVH holds one. Things are left out.

    Returns:
        `path`, or ``walk-actor0.bvh``, ``walk-actor1.bvh`` … where there are several.

    Raises:
        FootfallError: There is no such unit or rig, or the file cannot be written.
    """
    if cut.unit not in UNITS:
        help = nearest(cut.unit, tuple(UNITS))
        raise ArgumentError(f"there is no unit '{cut.unit}'", argument="unit", help=help)
    rig = find_rig(cut.rig)
    places = take.places()
    written = []
    for body, prefix in take.characters:
        bones = skeleton(take.model, body, prefix, rig)
        file = path.with_name(f"{path.stem}-{prefix.strip('/')}{path.suffix}") if prefix else path
        with writing(file, (".bvh",)) as draft:
            draft.write_text(bvh_text(bones, *places, take.step, UNITS[cut.unit]), encoding="utf-8")
        written.append(file)
    return written


def bvh_text(bones: Skeleton, at: Floats, turns: Floats, step: float, scale: float) -> str:
    """The text of a file.

    Args:
        bones: Of the character.
        at: (n, nbody, 3) of the model's bodies, m.
        turns: (n, nbody, 4) of the same.
        step: Seconds from frame to frame.
        scale: Units in a metre.
    """
    at, turns = bones.local(at, turns)
    # Readers either add a joint's position to its offset or put it in its place: with an offset of 0
    # both come to the same, for the root and for what slides.
    moving = [parent < 0 or slides for parent, slides in zip(bones.parents, bones.sliding(at), strict=True)]
    order: list[int] = []
    text = ["HIERARCHY", *_joint(bones, 0, 0, moving, scale, order)]
    angles, spots = np.degrees(to_euler(turn_to_file(turns), "zyx")), to_file(at) * scale
    columns = []
    for bone in order:
        columns += [spots[:, bone]] if moving[bone] else []
        columns.append(angles[:, bone])
    rows = np.hstack(columns)
    text += ["MOTION", f"Frames: {len(rows)}", f"Frame Time: {step:.9f}"]
    text += [" ".join(f"{value:.6f}" for value in row) for row in rows.tolist()]
    return "\n".join(text) + "\n"


def _joint(
    bones: Skeleton, bone: int, depth: int, moving: list[bool], scale: float, order: list[int]
) -> list[str]:
    """The lines of a joint and of all below it; `order` gets the bones as their numbers follow."""
    order.append(bone)
    pad = "\t" * depth
    channels = f"6 {_POSITION} {_ROTATION}" if moving[bone] else f"3 {_ROTATION}"
    lines = [
        f"{pad}{'JOINT' if depth else 'ROOT'} {bones.names[bone]}",
        f"{pad}{{",
        f"{pad}\t{_offset(np.zeros(3) if moving[bone] else bones.offsets[bone], scale)}",
        f"{pad}\tCHANNELS {channels}",
    ]
    children = bones.children(bone)
    for child in children:
        lines += _joint(bones, child, depth + 1, moving, scale, order)
    if not children:
        tip = _offset(bones.tips[bone], scale)
        lines += [f"{pad}\tEnd Site", f"{pad}\t{{", f"{pad}\t\t{tip}", f"{pad}\t}}"]
    return [*lines, f"{pad}}}"]


def _offset(offset: Floats, scale: float) -> str:
    x, y, z = (to_file(offset) * scale).tolist()
    return f"OFFSET {x:.6f} {y:.6f} {z:.6f}"
