"""The legs of a body in numbers: lengths for inverse kinematics, the sole, and what sizes are measured by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from footfall.body import Body, Link
from footfall.control.leg import ANKLE_HEIGHT, BACK, FRONT, HALF_WIDTH, KNEE_SIDE, LEG_WIDTH, SHANK, THIGH
from footfall.control.scale import KNEES, LEG, MASS, SCALE_WIDTH, WEIGHT

_LEG_JOINTS = ("Hip", "Knee", "Ankle")
_GRAVITY = 9.81  # m/s², of a body on its own; the world's is read while it runs


def leg_tables(body: Body, joints: dict[str, int]) -> dict[str, NDArray[Any]]:
    """Tables of the legs, by the names of Context fields.

    Args:
        body: The body.
        joints: Joint name -> row of the joint tables.
    """
    rows = np.zeros((2, LEG_WIDTH))
    index = np.full((2, 3), -1, np.int32)
    for k, side in enumerate("lr"):
        rows[k] = _leg(body, side)
        for i, stem in enumerate(_LEG_JOINTS):
            joint = body.joint(side + stem)
            index[k, i] = -1 if joint is None else joints[joint.name]
    scale = np.zeros(SCALE_WIDTH)
    scale[MASS], scale[WEIGHT] = body.mass, body.mass * _GRAVITY
    scale[KNEES] = -1.0 if min(rows[:, KNEE_SIDE]) < 0 else 1.0
    scale[LEG] = np.mean([_length(row) for row in rows])
    return {"legs": rows, "leg_joints": index, "scale": scale}


def _length(row: NDArray[np.float64]) -> float:
    """Hip to sole of a straight leg, m."""
    thigh, shank = row[THIGH : THIGH + 2], row[SHANK : SHANK + 2]
    return float(np.hypot(*thigh) + np.hypot(*shank) + row[ANKLE_HEIGHT])


def _leg(body: Body, side: str) -> NDArray[np.float64]:
    row = np.zeros(LEG_WIDTH)
    shin, foot, toes = (body.part(side + stem) for stem in ("Shin", "Foot", "Toes"))
    knee = body.joint(side + "Knee")
    if shin is None or foot is None:
        return row
    row[THIGH : THIGH + 2] = shin.at[0], shin.at[2]
    row[SHANK : SHANK + 2] = foot.at[0], foot.at[2]
    corners = [*_corners(foot, (0.0, 0.0, 0.0)), *(_corners(toes, toes.at) if toes else ())]
    if corners:
        low, high = np.min(corners, axis=0), np.max(corners, axis=0)
        row[ANKLE_HEIGHT], row[FRONT], row[BACK] = -low[2], high[0], -low[0]
        row[HALF_WIDTH] = 0.5 * (high[1] - low[1])
    bends = knee.axes[-1] if knee else None
    backward = bends is not None and bends.high is not None and bends.high <= 0.1
    row[KNEE_SIDE] = -1.0 if backward else 1.0
    return row


def _corners(link: Link, at: tuple[float, float, float]) -> Iterator[NDArray[np.float64]]:
    """Lowest and highest corner of each shape that touches things, from `at` of the foot's frame."""
    for shape in link.shapes:
        if not shape.contact:
            continue
        size = np.array(shape.size if shape.kind in ("box", "ellipsoid") else (shape.size[0],) * 3)
        for end in (shape.at, shape.to):
            yield np.array(at) + end - size
            yield np.array(at) + end + size
