"""From markers to a clip: the body's pose in each frame that brings its own markers nearest to those seen.

Where a marker sits on a body is known by its label; labels are those of the common set for whole bodies. The
pose is found by Gauss and Newton's method, each frame from the one before; a person larger or smaller than
the body is scaled to it.
"""

from __future__ import annotations

import mujoco
import numpy as np

from footfall.body import load_body
from footfall.errors import FootfallError, listed
from footfall.motion.clips import hinges
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.bodies import body_clip
from footfall.motion.clips.c3d import Markers
from footfall.motion.clips.clip import Clip
from footfall.motion.clips.figure import Figure
from footfall.motion.clips.rotations import F64

BODY = "human"
LEAST = 12  # markers that must be known
# Label → part of the body and place in it, m; those with {s} on both sides, y outwards.
_MIDDLE = {
    "SACR": ("pelvis", (-0.11, 0.0, 0.04)),
    "C7": ("trunk", (-0.06, 0.0, 0.34)),
    "T10": ("trunk", (-0.09, 0.0, 0.15)),
    "CLAV": ("trunk", (0.12, 0.0, 0.29)),
    "STRN": ("trunk", (0.13, 0.0, 0.17)),
}
_SIDED = {
    "ASI": ("pelvis", (0.10, 0.12, 0.04)),
    "PSI": ("pelvis", (-0.10, 0.05, 0.04)),
    "THI": ("{s}Thigh", (0.02, 0.08, -0.22)),
    "KNE": ("{s}Thigh", (0.0, 0.055, -0.47)),
    "TIB": ("{s}Shin", (0.02, 0.06, -0.22)),
    "ANK": ("{s}Shin", (0.01, 0.05, -0.46)),
    "HEE": ("{s}Foot", (-0.055, 0.0, -0.02)),
    "TOE": ("{s}Foot", (0.10, 0.01, -0.02)),
    "SHO": ("trunk", (0.03, 0.19, 0.34)),
    "UPA": ("{s}Arm", (0.0, 0.05, -0.15)),
    "ELB": ("{s}Arm", (0.006, 0.045, -0.345)),
    "FRM": ("{s}Forearm", (0.0, 0.04, -0.13)),
    "WRA": ("{s}Forearm", (0.02, 0.0, -0.26)),
    "WRB": ("{s}Forearm", (-0.02, 0.0, -0.26)),
    "FIN": ("{s}Forearm", (0.0, 0.01, -0.34)),
    "FHD": ("head", (0.09, 0.07, 0.22)),
    "BHD": ("head", (-0.07, 0.07, 0.20)),
}
_FIRST, _NEXT = 60, 4  # steps for the first frame, and for the others
_HOLD = 1e-3  # how strongly a pose is held where no marker says what it is
_ROUNDS = 3  # of finding the size and the first pose


def marker_places() -> dict[str, tuple[str, tuple[float, float, float]]]:
    """Label → part and place in it (m)."""
    out = dict(_MIDDLE)
    for label, (part, (x, y, z)) in _SIDED.items():
        for side, sign in (("l", 1.0), ("r", -1.0)):
            out[side.upper() + label] = part.format(s=side), (x, sign * y, z)
    return out


class _Fit:
    """A body whose markers are compared with those of a file."""

    def __init__(self, figure: Figure, labels: tuple[str, ...]) -> None:
        self.figure = figure
        known = marker_places()
        self.columns = [i for i, label in enumerate(labels) if label.upper() in known]
        rows = [known[labels[i].upper()] for i in self.columns]
        links = [figure.body.part(part) or figure.body.root for part, _ in rows]
        self.bodies = [figure.body_id(link) for link in links]
        self.local = np.array([place for _, place in rows]).reshape(-1, 3)
        self.limits = [(figure.columns[a.name], *hinges.bounds(a, 0.0)) for a in figure.body.axes]

    def places(self, qpos: F64) -> F64:
        """(m, 3) of the body's markers."""
        data = self.figure.data
        data.qpos[:] = qpos
        mujoco.mj_kinematics(self.figure.model, data)
        turns = data.xmat[self.bodies].reshape(-1, 3, 3)
        return np.asarray(data.xpos[self.bodies] + np.einsum("mij,mj->mi", turns, self.local))

    def pose(self, begin: F64, seen: F64, steps: int) -> F64:
        """(nq,) the pose near `begin` whose markers are nearest to those seen (m, 3); NaN: not seen."""
        model, data = self.figure.model, self.figure.data
        there = np.flatnonzero(np.isfinite(seen).all(axis=1))
        qpos = np.array(begin)
        jacobian = np.zeros((len(there), 3, model.nv))
        for _ in range(steps):
            places = self.places(qpos)
            mujoco.mj_comPos(model, data)
            for row, marker in enumerate(there):
                mujoco.mj_jac(model, data, jacobian[row], None, places[marker], self.bodies[marker])
            flat = jacobian.reshape(-1, model.nv)
            error = (seen[there] - places[there]).ravel()
            change = np.linalg.solve(flat.T @ flat + _HOLD * np.eye(model.nv), flat.T @ error)
            mujoco.mj_integratePos(model, qpos, np.clip(change, -0.3, 0.3), 1.0)
            for column, low, high in self.limits:
                qpos[column] = min(max(qpos[column], low), high)
            if np.abs(change).max() < 1e-5:
                break
        return qpos


def fit_markers(markers: Markers) -> Clip:
    """A clip of the body that does what the markers show.

    Raises:
        FootfallError: Too few of the labels are known, or a frame shows too few markers.
    """
    figure = Figure(load_body(BODY))
    fit = _Fit(figure, markers.labels)
    if len(fit.columns) < LEAST:
        raise FootfallError(
            f"{len(fit.columns)} of {len(markers.labels)} markers are known, and {LEAST} are needed",
            where=markers.name,
            help=f"label them as whole-body sets are: {listed(sorted(marker_places()))}",
        )
    seen = markers.points[:, fit.columns]
    first = seen[0][np.isfinite(seen[0]).all(axis=1)]
    if len(first) < LEAST:
        raise FootfallError(
            f"the first frame shows {len(first)} known markers, and {LEAST} are needed",
            where=markers.name,
            help="cut the take where all are seen",
        )
    qpos, scale = _size(fit, seen[0])
    rows = np.empty((len(seen), figure.model.nq))
    for i, frame in enumerate(seen):
        qpos = rows[i] = fit.pose(qpos, frame * scale, _NEXT)
    return body_clip(figure.body, figure.model, rows, markers.rate, markers.name)


def _size(fit: _Fit, seen: F64) -> tuple[F64, float]:
    """The first pose, and what places are multiplied by so that the person is as large as the body."""
    there = np.isfinite(seen).all(axis=1)
    scale, best = 1.0, (np.inf, fit.figure.rest)
    for _ in range(_ROUNDS):
        poses = (
            [best[1]]
            if np.isfinite(best[0])
            else [_begin(fit, seen, turn) for turn in np.arange(4) * np.pi / 2]
        )
        tried = []
        for pose in poses:
            found = fit.pose(pose, seen * scale, _FIRST)
            off = fit.places(found)[there] - seen[there] * scale
            tried.append((float(np.sum(off**2)), found))
        best = min(tried, key=lambda one: one[0])
        own, theirs = fit.places(best[1])[there], seen[there]
        spread, wanted = (points - points.mean(axis=0) for points in (theirs, own))
        scale = float(np.sum(spread * wanted) / np.sum(spread**2))
    return fit.pose(best[1], seen * scale, _FIRST), scale


def _begin(fit: _Fit, seen: F64, turn: float) -> F64:
    """The body at rest where the markers are, facing `turn` (rad)."""
    qpos, root = np.array(fit.figure.rest), fit.figure.root
    qpos[root + 3 : root + 7] = rot.about(np.array([0.0, 0.0, 1.0]), np.array(turn))
    there = np.isfinite(seen).all(axis=1)
    qpos[root : root + 3] += seen[there].mean(axis=0) - fit.places(qpos)[there].mean(axis=0)
    return qpos


def body_markers(figure: Figure, qpos: F64, rate: float, name: str) -> Markers:
    """Markers of a body in rows of positions (n, nq): what a system of cameras would have seen."""
    labels = tuple(marker_places())
    fit = _Fit(figure, labels)
    return Markers(name, labels, rate, np.stack([fit.places(row) for row in qpos]))
