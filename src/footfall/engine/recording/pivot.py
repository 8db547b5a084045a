"""What the ground did to a body, from a Recording: its force, where it acts, and whether a pivot explains it.

The force is not what a controller asked for. It is measured by the momentum theorem, from positions and
velocities alone: F = d(m v)/dt - m g, and the centre of pressure p from dL/dt = (p - com) x F, with L about
the centre of mass. Maus et al. (2010) ask of people what `explained` asks here: how much of the direction of
that force follows from a fixed point of the trunk through which it should pass.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import mujoco
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from footfall.engine.recording.recording import Recording

F64 = NDArray[np.float64]
SETTLED = 2.0  # s of the start that are left out
FEWEST = 40  # rows in single support; fewer tell nothing
LEAST_LOAD = 0.3  # of the weight: a foot that bears less is landing or leaving
STRIKE = 0.03  # s after a strike that are left out: the impact is no control


@dataclass(frozen=True)
class GroundForce:
    """Between each two rows of a log (n - 1 of them).

    Attributes:
        time: s.
        force: (n - 1, 3) on the whole body, N.
        at: (n - 1, 3) centre of pressure, m.
        com: (n - 1, 3) centre of mass, m.
        turned: (n - 1, 3, 3) orientation of the root.
        heading: (n - 1,) rad.
        single: (n - 1,) whether one foot alone bears the body, and nothing else pushes it.
    """

    time: F64
    force: F64
    at: F64
    com: F64
    turned: F64
    heading: F64
    single: NDArray[np.bool_]


def ground_force(rec: Recording) -> GroundForce:
    """What the ground did to the first actor of a recording."""
    model = rec.model()
    data = mujoco.MjData(model)
    root = model.body(rec.root_name).id
    mass, g = float(model.body_subtreemass[root]), np.asarray(model.opt.gravity)
    linear, angular = np.zeros((2, len(rec.time), 3))
    turned = np.zeros((len(rec.time), 3, 3))
    for row in range(len(rec.time)):
        data.qpos[:], data.qvel[:] = rec.qpos[row], rec.qvel[row]
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_comVel(model, data)
        mujoco.mj_subtreeVel(model, data)
        linear[row], angular[row] = mass * data.subtree_linvel[root], data.subtree_angmom[root]
        turned[row] = data.xmat[root].reshape(3, 3)
    step = np.diff(rec.time)[:, None]
    force, turn = np.diff(linear, axis=0) / step - mass * g, np.diff(angular, axis=0) / step
    com = 0.5 * (rec.com[1:] + rec.com[:-1])
    down, up = rec.ground[:-1] - com[:, 2], np.maximum(force[:, 2], 1e-3 * mass)
    x = com[:, 0] + (down * force[:, 0] - turn[:, 1]) / up
    y = com[:, 1] + (down * force[:, 1] + turn[:, 0]) / up
    at = np.column_stack((x, y, rec.ground[:-1]))
    single = _single(rec, mass * float(np.linalg.norm(g)))
    return GroundForce(rec.time[:-1], force, at, com, turned[:-1], rec.heading[:-1], single)


def _single(rec: Recording, weight: float) -> NDArray[np.bool_]:
    """The rows between which one foot bears the body and no push acts."""
    loads = rec.loads
    alone = (loads.min(axis=1) <= 0.0) & (loads.max(axis=1) > LEAST_LOAD * weight)
    single = alone[1:] & alone[:-1] & (rec.time[:-1] >= SETTLED)
    strikes = np.flatnonzero(((loads[1:] > 0.0) & (loads[:-1] <= 0.0)).any(axis=1))
    for strike in strikes:
        single &= (rec.time[:-1] < rec.time[strike]) | (rec.time[:-1] > rec.time[strike] + STRIKE)
    for begin, end, _, _ in rec.pushes:
        single &= (rec.time[1:] < begin) | (rec.time[:-1] > end)
    return np.asarray(single)


def directions(found: GroundForce, towards: F64) -> tuple[F64, F64]:
    """Angle of the force from the vertical, forwards and to the left, and that of a line from where it acts.

    Args:
        found: The force.
        towards: (n - 1, 3) a point that the line goes to.

    Returns:
        (m, 2) measured and (m, 2) expected, in single support, rad.
    """
    rows = found.single
    cos, sin = np.cos(found.heading[rows]), np.sin(found.heading[rows])
    both = []
    for line in (found.force[rows], (towards - found.at)[rows]):
        forward, left = cos * line[:, 0] + sin * line[:, 1], cos * line[:, 1] - sin * line[:, 0]
        both.append(np.column_stack((np.arctan2(forward, line[:, 2]), np.arctan2(left, line[:, 2]))))
    return both[0], both[1]


def explained(measured: F64, expected: F64) -> float:
    """Share of the variance that is explained, R² = 1 - sum (a - b)² / sum (a - mean a)²; may be negative."""
    spread = float(np.sum((measured - measured.mean()) ** 2))
    return 1.0 - float(np.sum((measured - expected) ** 2)) / max(spread, 1e-12)


def pivots(found: GroundForce, height: float, forward: float = 0.0, left: float = 0.0) -> F64:
    """Where a point that is fixed to the pelvis' orientation, above the centre of mass, was; (n - 1, 3) m."""
    return np.asarray(found.com + found.turned @ np.array([forward, left, height]))


def pivot_facts(rec: Recording) -> dict[str, Any]:
    """What a report says of a run by VPP: sway of the trunk, and how much of the force's direction follows.

    Returns:
        sway_pitch, sway_roll: Of the root, peak to peak in the second half, degrees.
        pivot_r2, com_r2: Share of the variance of the force's sagittal direction in single support that
            the line to the pivot explains, and the line to the centre of mass. None without enough rows.
        pivot_r2_side: The same in the frontal plane.
    """
    pivot = rec.header.get("pivot")
    if pivot is None or len(rec.time) < FEWEST or rec.planar:
        return {}
    found = ground_force(rec)
    out: dict[str, Any] = dict(zip(("sway_pitch", "sway_roll"), sway(found), strict=True))
    if int(found.single.sum()) < FEWEST:
        return out | {"pivot_r2": None, "com_r2": None, "pivot_r2_side": None}
    force, line = directions(found, pivots(found, **pivot))
    _, to_com = directions(found, found.com)
    return out | {
        "pivot_r2": round(explained(force[:, 0], line[:, 0]), 4),
        "com_r2": round(explained(force[:, 0], to_com[:, 0]), 4),
        "pivot_r2_side": round(explained(force[:, 1], line[:, 1]), 4),
    }


def sway(found: GroundForce) -> tuple[float, float]:
    """Pitch and roll of the root, peak to peak in the second half, degrees."""
    half = len(found.time) // 2
    up = found.turned[half:, :, 2]
    cos, sin = np.cos(found.heading[half:]), np.sin(found.heading[half:])
    pitch = np.arctan2(cos * up[:, 0] + sin * up[:, 1], up[:, 2])
    roll = np.arctan2(cos * up[:, 1] - sin * up[:, 0], up[:, 2])
    return round(float(np.degrees(np.ptp(pitch))), 3), round(float(np.degrees(np.ptp(roll))), 3)
