"""BVH: the bones of one character and their turns; y up, facing +z, every rotation as Z, Y, X."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from footfall.errors import ArgumentError, nearest
from footfall.motion.clips.bvh_text import Bones
from footfall.motion.clips.bvh_text import bvh_text as clip_text
from footfall.motion.export.axes import Floats, to_file, turn_to_file
from footfall.motion.export.rig import Skeleton, find_rig, skeleton
from footfall.motion.export.take import UNITS, Cut, Take
from footfall.motion.files import writing


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
    offsets = np.where(np.array(moving)[:, None], 0.0, np.array(bones.offsets))
    tips = [
        None if bones.children(k) else to_file(np.asarray(bones.tips[k])) * scale
        for k in range(len(bones.names))
    ]
    drawn = Bones(bones.names, bones.parents, to_file(offsets) * scale, tips, moving)
    return clip_text(drawn, to_file(at) * scale, turn_to_file(turns), step)
