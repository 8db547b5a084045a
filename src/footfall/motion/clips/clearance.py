"""Legs that pass each other: a person's are thinner than a body's, or swing wider than they seem to."""

from __future__ import annotations

import mujoco
import numpy as np

from footfall.motion.clips.figure import Figure
from footfall.motion.clips.rotations import F64
from footfall.motion.clips.stance import Bools

CLEAR = 0.02
"""m that is left between the legs, at least, where one of them swings."""
_FAR = 0.2  # m beyond which nobody asks how far
_PARTS = ("Thigh", "Shin", "Foot", "Toes")


def needed_way(figure: Figure, qpos: F64, stance: Bools) -> F64:
    """(k, 2, 3) how far each foot must go to the side, so that its leg clears the other one, m.

    Args:
        figure: The body.
        qpos: (k, nq) positions.
        stance: (k, 2) feet that stand, which do not give way to one that swings; two that stand share it.
    """
    lefts, rights = (_shapes(figure, side) for side in "lr")
    out, fromto = np.zeros((len(qpos), 2, 3)), np.zeros(6)
    for i, row in enumerate(qpos):
        figure.data.qpos[:] = row
        mujoco.mj_kinematics(figure.model, figure.data)
        nearest, way = CLEAR, np.zeros(3)
        for a in lefts:
            for b in rights:
                gap = mujoco.mj_geomDistance(figure.model, figure.data, a, b, _FAR, fromto)
                if gap < nearest:
                    nearest, way = gap, np.sign(gap) * (fromto[3:] - fromto[:3])
        level = np.hypot(way[0], way[1])
        if nearest < CLEAR and level > 1e-6:
            apart = (CLEAR - nearest) * way[:2] / level  # from the left leg to the right one
            right = 0.5 if stance[i, 0] == stance[i, 1] else 1.0 - float(stance[i, 1])
            out[i, 0, :2], out[i, 1, :2] = (right - 1.0) * apart, right * apart
    return out


def _shapes(figure: Figure, side: str) -> list[int]:
    """Shapes of a leg that touch things."""
    model = figure.model
    links = [figure.body.part(side + part) for part in _PARTS]
    ids = {figure.body_id(link) for link in links if link is not None}
    return [g for g in range(model.ngeom) if model.geom_bodyid[g] in ids and model.geom_contype[g]]
