"""Finding clips: by name in the library, or a file of any kind that is read."""

from __future__ import annotations

import os
from pathlib import Path

from footfall.errors import FootfallError, nearest
from footfall.motion.clips.clip import KINDS, Clip

_DATA = Path(__file__).parent / "data"
SUFFIX = ".clip"
SUFFIXES = (".bvh", ".amc", ".json", ".txt", ".c3d", SUFFIX, ".npz")
"""Files that are read: BVH, Acclaim, DeepMimic (two), markers, keys of our own, Recordings."""


def clip_names() -> list[str]:
    """Names of the clips that come along, in the order of the paper's Table 1."""
    return [kind for kind in KINDS if (_DATA / f"{kind}{SUFFIX}").is_file()]


def read_clip(
    name_or_path: str | os.PathLike[str], *, unit: float | None = None, rest: str = "auto", skeleton: str = ""
) -> Clip:
    """A clip of the library, or from a file.

    Args:
        name_or_path: ``wave``, or a file.
        unit: Metres of a BVH file's unit; guessed when None.
        rest: Whether a BVH file's frame 0 is an added rest pose: "auto", "yes", "no".
        skeleton: The .asf file of an .amc file; found beside it when "".

    Raises:
        FootfallError: There is none, or it is damaged.
    """
    text = os.fspath(name_or_path)
    path = Path(text)
    suffix = path.suffix.lower()
    if text in clip_names():
        return _keyed(_DATA / f"{text}{SUFFIX}")
    if suffix not in SUFFIXES:
        known = clip_names()
        raise FootfallError(
            f"there is no clip '{text}'", help=f"{nearest(text, known)}, or a file: {', '.join(SUFFIXES)}"
        )
    if suffix == ".bvh":
        from footfall.motion.clips.bvh import read_bvh

        return read_bvh(path, unit=unit, rest=rest)
    if suffix == ".amc":
        from footfall.motion.clips.amc import read_amc

        return read_amc(path, skeleton)
    if suffix == ".c3d":
        from footfall.motion.clips.c3d import read_c3d
        from footfall.motion.clips.markers import fit_markers

        return fit_markers(read_c3d(path))
    if suffix == SUFFIX:
        return _keyed(path)
    if suffix == ".npz":
        return _recorded(path)
    from footfall.motion.clips.deepmimic import read_deepmimic

    return read_deepmimic(path)


def _keyed(path: Path) -> Clip:
    from footfall.motion.clips.keyed import keyed_clip

    return keyed_clip(path)


def _recorded(path: Path) -> Clip:
    from footfall.engine.recording.recording import Recording
    from footfall.motion.clips.bodies import recording_clip

    return recording_clip(Recording.load(path), path.stem)


def clip_doc(name: str) -> str:
    """What a clip of the library says of itself."""
    text = (_DATA / f"{name}{SUFFIX}").read_text(encoding="utf-8")
    return text.partition("\n")[0].removeprefix("## ")
