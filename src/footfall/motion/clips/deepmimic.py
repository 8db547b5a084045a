"""DeepMimic's JSON clips: rows of 44 numbers for one character, whose skeleton is known.

A row: its time (s), the root's place (3, y up) and quaternion (4), then for each joint a quaternion or one
angle about z. The figure faces +x, its right is +z; at rest it stands upright with its arms hanging.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from footfall.errors import FootfallError
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.clip import END, Clip, Skeleton
from footfall.motion.clips.rotations import F64
from footfall.motion.clips.scan import MOST
from footfall.reading import read_text

NUMBERS = 44
_STEP = 1e-4  # s: how far frames may be from an even rate

# Joints in the order of a row: parent, place against it in the figure's own axes (m), numbers.
_JOINTS: tuple[tuple[str, str, tuple[float, float, float], int], ...] = (
    ("chest", "root", (0.0, 0.236151, 0.0), 4),
    ("neck", "chest", (0.0, 0.223894, 0.0), 4),
    ("right_hip", "root", (0.0, 0.0, 0.084887), 4),
    ("right_knee", "right_hip", (0.0, -0.421546, 0.0), 1),
    ("right_ankle", "right_knee", (0.0, -0.409870, 0.0), 4),
    ("right_shoulder", "chest", (-0.02405, 0.24350, 0.18311), 4),
    ("right_elbow", "right_shoulder", (0.0, -0.274788, 0.0), 1),
    ("left_hip", "root", (0.0, 0.0, -0.084887), 4),
    ("left_knee", "left_hip", (0.0, -0.421546, 0.0), 1),
    ("left_ankle", "left_knee", (0.0, -0.409870, 0.0), 4),
    ("left_shoulder", "chest", (-0.02405, 0.24350, -0.18311), 4),
    ("left_elbow", "left_shoulder", (0.0, -0.274788, 0.0), 1),
)
# Tips of bones: they move nothing, and say where a bone points.
_TIPS: tuple[tuple[str, str, tuple[float, float, float]], ...] = (
    ("neck" + END, "neck", (0.0, 0.35, 0.0)),
    ("right_wrist" + END, "right_elbow", (0.0, -0.258947, 0.0)),
    ("left_wrist" + END, "left_elbow", (0.0, -0.258947, 0.0)),
    ("right_ankle" + END, "right_ankle", (0.13, -0.04, 0.0)),
    ("left_ankle" + END, "left_ankle", (0.13, -0.04, 0.0)),
)


def skeleton() -> Skeleton:
    """The character's, in the clip's axes."""
    rows = [(name, parent, place) for name, parent, place, _ in _JOINTS] + list(_TIPS)
    names = ["root", *(name for name, _, _ in rows)]
    parents = [-1] + [names.index(parent) for _, parent, _ in rows]
    offsets = np.array([(0.0, 0.0, 0.0), *(place for _, _, place in rows)])
    return Skeleton(tuple(names), tuple(parents), _to_clip(offsets))


def read_deepmimic(path: str | os.PathLike[str]) -> Clip:
    """A clip from a DeepMimic file.

    Raises:
        FootfallError: It is no such file, or a damaged one; it names the line or the frame.
    """
    where = os.fspath(path)
    text = read_text(path, MOST)
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise FootfallError(
            f"this is not JSON: {error.msg}",
            where=f"{where}:{error.lineno}",
            help="the file is cut short or damaged",
        ) from None
    except RecursionError:
        raise FootfallError("this is not a clip: it is nested too deeply", where=where) from None
    if not isinstance(found, dict) or not isinstance(found.get("Frames"), list):
        raise FootfallError(
            "this JSON has no list 'Frames'",
            where=where,
            help='a DeepMimic clip is {"Loop": …, "Frames": [[…], …]}',
        )
    rows = _rows(found["Frames"], where)
    steps = rows[:-1, 0] if len(rows) > 1 else rows[:, 0]
    if not (steps > 0.0).all():
        raise FootfallError(f"a frame time of {steps.min():g} s", where=where, help="it must be above 0")
    return _clip(Path(path).stem, rows, steps, found.get("Loop") == "wrap")


def _rows(frames: list[Any], where: str) -> F64:
    if not frames:
        raise FootfallError("the clip has no frames", where=where, help="export it again, with its motion")
    for i, row in enumerate(frames):
        if not isinstance(row, list) or len(row) != NUMBERS:
            count = len(row) if isinstance(row, list) else 0
            raise FootfallError(
                f"frame {i} has {count} numbers, not {NUMBERS}",
                where=where,
                help="only the humanoid's clips are read",
            )
        if not all(_is_number(x) for x in row):
            raise FootfallError(
                f"frame {i} has a value that is no finite number", where=where, help="cut the clip before it"
            )
    return np.array(frames, dtype=float)


def _is_number(value: Any) -> bool:
    """Whether it is finite; JSON has whole numbers beyond any float."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e300


def _clip(name: str, rows: F64, steps: F64, loop: bool) -> Clip:
    bones = skeleton()
    turns = np.tile(rot.IDENTITY, (len(rows), len(bones.names), 1))
    turns[:, 0] = rows[:, 4:8]
    column = 8
    for i, (_, _, _, count) in enumerate(_JOINTS, 1):
        values = rows[:, column : column + count]
        turns[:, i] = values if count == 4 else rot.about(np.array([0.0, 0.0, 1.0]), values[:, 0])
        column += count
    turns[..., 1:] = _to_clip(turns[..., 1:])
    rate = 1.0 / float(np.mean(steps))
    clip = Clip(name, bones, rate, _to_clip(rows[:, 1:4]), rot.unit(turns), loop)
    if len(steps) > 1 and np.ptp(steps) > _STEP:
        return _even(clip, np.concatenate([[0.0], np.cumsum(steps)]))
    return clip


def _even(clip: Clip, times: F64) -> Clip:
    """Frames at uneven times, brought to an even rate."""
    from dataclasses import replace

    from footfall.motion.clips.clip import at

    count = int(times[-1] * clip.rate + 1e-6) + 1
    index = np.interp(np.arange(count) / clip.rate, times, np.arange(len(times)))
    return replace(at(clip, index / clip.rate), rate=clip.rate)


def _to_clip(v: F64) -> F64:
    """Vectors (…, 3) of a file (x forward, y up, z right) in the clip's axes."""
    return np.stack([v[..., 0], -v[..., 2], v[..., 1]], axis=-1)
