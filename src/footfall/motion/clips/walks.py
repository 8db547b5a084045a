"""A captured walk on a body, as the measures of a gait read it.

Joints turn as the clip has them; feet are not kept where they stand, for that bends knees of a body whose
feet are shorter than the person's. Strikes and toe-offs are where a foot is furthest ahead of the pelvis and
behind it.
"""

from __future__ import annotations

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.motion.clips import rotations as rot
from footfall.motion.clips.clip import Clip, resampled
from footfall.motion.clips.figure import Figure
from footfall.motion.clips.filters import filtered
from footfall.motion.clips.parts import find_parts
from footfall.motion.clips.reference import velocities
from footfall.motion.clips.rotations import F64
from footfall.motion.clips.source import Source, read_source
from footfall.motion.clips.upper import pose_joints
from footfall.natural import Motion, motion_of

RATE = 120.0  # Hz
CUTOFF = 8.0
"""Hz: what a walk has above this is noise of the capture; 3 Hz, as other clips have, would flatten knees."""
WALKING = 0.6  # m/s: rows in which the body is slower are no part of a walk
_APART = 0.35  # s between two strikes of a foot, at least
_REACH = 0.1  # m: a foot that is not this far ahead of the pelvis, or behind it, makes no step


def walk_positions(clip: Clip, figure: Figure) -> tuple[F64, Source]:
    """Positions (n, nq) of a clip on a body at `RATE`, joints as the clip has them, and the clip itself."""
    parts = find_parts(clip)
    even = resampled(clip, RATE)
    source = read_source(filtered(even, CUTOFF), parts, even)
    pelvis = source.parts["pelvis"]
    out = np.tile(figure.rest, (even.frames, 1))
    for name, values in pose_joints(figure.body, source, legs=True, clamp=False).angles.items():
        out[:, figure.columns[name]] = values
    middle = 0.5 * (figure.legs[0].at + figure.legs[1].at)
    place = figure.leg_length / max(source.leg, 1e-6) * source.hips.mean(axis=1)
    out[:, figure.root : figure.root + 3] = place - rot.rotate(pelvis, middle)
    out[:, figure.root + 3 : figure.root + 7] = rot.continuous(pelvis)
    return out, source


def motion_of_clip(clip: Clip, figure: Figure) -> Motion:
    """What a clip of a walk is for the measures of a gait; standing feet bear the weight in equal shares."""
    qpos, source = walk_positions(clip, figure)
    stands = stance(source)
    qpos[:, figure.root + 2] -= _ground(figure, qpos, stands)
    weight = figure.body.mass * float(np.linalg.norm(figure.model.opt.gravity))
    share = stands / np.maximum(stands.sum(axis=1, keepdims=True), 1)
    rows = {
        "time": np.arange(len(qpos)) / RATE,
        "qpos": qpos,
        "qvel": velocities(figure.model, qpos, RATE),
        "com": figure.centres(qpos),
        "heading": rot.heading(source.parts["pelvis"]),
        "loads": share * weight,
    }
    return motion_of(figure.model, figure.body, rows, torques=False)


def stance(source: Source) -> NDArray[np.bool_]:
    """(n, 2) which feet stand, from how far heel and toes are ahead of the pelvis.

    A foot strikes where its ankle is furthest ahead, and leaves where its toes are furthest behind.
    """
    middle = source.hips.mean(axis=1)
    speed = np.gradient(middle[:, :2], 1.0 / source.rate, axis=0)
    way = speed / np.maximum(np.linalg.norm(speed, axis=1, keepdims=True), 1e-6)
    out = np.ones((len(middle), 2), dtype=bool)
    for side in range(2):
        ahead = np.sum((source.soles[:, side, 0, :2] - middle[:, :2]) * way, axis=1)
        behind = -np.sum((source.soles[:, side, -1, :2] - middle[:, :2]) * way, axis=1)
        strikes, offs = _peaks(ahead, source.rate), _peaks(behind, source.rate)
        stands = len(strikes) == 0 or (len(offs) > 0 and offs[0] < strikes[0])
        state = {**dict.fromkeys(offs, False), **dict.fromkeys(strikes, True)}
        for row in range(len(middle)):
            stands = state.get(row, stands)
            out[row, side] = stands
    return out


def _peaks(reach: F64, rate: float) -> list[int]:
    """Rows at which a foot is furthest away, at least `_APART` from each other."""
    wide = max(1, int(round(0.5 * _APART * rate)))
    return [
        row
        for row in range(1, len(reach) - 1)
        if reach[row] > _REACH and reach[row] == reach[max(0, row - wide) : row + wide + 1].max()
    ]


def _ground(figure: Figure, qpos: F64, stands: NDArray[np.bool_]) -> float:
    """Height at which the ankles of standing feet are too high for their soles, m."""
    feet = [figure.body_id(foot) for foot in figure.body.feet]
    heights = []
    for row in range(0, len(qpos), 4):
        figure.data.qpos[:] = qpos[row]
        mujoco.mj_kinematics(figure.model, figure.data)
        heights += [float(figure.data.xpos[feet[i], 2]) for i in range(2) if stands[row, i]]
    drop = float(np.mean([leg.drop for leg in figure.legs]))
    return float(np.percentile(heights, 20)) - drop


def steady_rows(motion: Motion) -> tuple[int, int]:
    """First row and row after the last of the longest part in which the body walks."""
    speed = np.linalg.norm(np.gradient(motion.com[:, :2], motion.time, axis=0), axis=1)
    edges = np.diff(np.concatenate([[False], speed > WALKING, [False]]).astype(np.int8))
    spans = list(zip(np.flatnonzero(edges == 1).tolist(), np.flatnonzero(edges == -1).tolist(), strict=True))
    return max(spans, key=lambda span: span[1] - span[0], default=(0, len(speed)))
