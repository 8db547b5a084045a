"""Figures of the SIMBICON paper and chapter (Yin, Loken, van de Panne 2007), to be shown beside ours."""

from __future__ import annotations

import math

# 3D walk: 0.4 s at the chest, phase 0.1 of the cycle of two steps; (lateral, sagittal) N.
WALK3D_DURATION = 0.4
WALK3D_PHASE = 0.1
WALK3D_PUSHES = (
    (0.0, 340.0), (230.0, 230.0), (330.0, 0.0), (220.0, -220.0),
    (0.0, -270.0), (-190.0, -190.0), (-240.0, 0.0), (-190.0, 190.0),
)  # fmt: skip

# 2D: ten pushes of 0.1 s, 5 s apart, forwards and backwards (N); the point they act on is not stated.
PLANAR_DURATION = 0.1
PLANAR_PUSHES = {"simbicon/walk": (600.0, -500.0), "simbicon/skip": (40.0, -50.0)}

DROP = 0.2  # m: unexpected steps down of the 2D walk
SLOPE = 6.0  # degrees, up and down, of the 2D walk
LEAN = 15.0  # degrees of change of the torso's pitch that the walk takes as a disturbance
WALK_TORQUE = 90.0  # N m: the lowest torque limit with which the 2D walk works


def walk3d_norms() -> tuple[float, ...]:
    """Newtons, in the order of `WALK3D_PUSHES`, which is that of `pushes.compass(8)`."""
    return tuple(math.hypot(*force) for force in WALK3D_PUSHES)
