"""Curves of a recording that plots show: angles, attitude of the pelvis, spans of phases."""

from __future__ import annotations

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.motion.samples import MotionSamples

Floats = NDArray[np.float64]


def joint_dofs(motion: MotionSamples, word: str) -> dict[str, int]:
    """Degrees of freedom of the left and right joint called `word`, its pitch axis when it has several.

    Returns:
        Name → index, e.g. ``{"lKnee.pitch": 8, "rKnee.pitch": 14}``.
    """
    named = {name: i for i, name in enumerate(motion.dof_names) if word in name.lower()}
    pitch = {name: i for name, i in named.items() if "." not in name or name.endswith("pitch")}
    return pitch or named


def angle(motion: MotionSamples, dof: int) -> Floats:
    """(n,) angle of a hinge, degrees."""
    joint = int(motion.model.dof_jntid[dof])
    radians = motion.qpos[:, int(motion.model.jnt_qposadr[joint])]
    return np.asarray(np.degrees(radians), dtype=np.float64)


def attitude(motion: MotionSamples, most: int = 2000) -> tuple[Floats, Floats, Floats]:
    """Lean of the pelvis in its heading frame, at up to `most` instants.

    Returns:
        time (k,) s, pitch (k,) and roll (k,) in degrees; forwards and to the left are positive.
    """
    picks = np.unique(np.linspace(0, len(motion.time) - 1, min(most, len(motion.time))).astype(int))
    model, data = motion.model, mujoco.MjData(motion.model)
    root = model.body(motion.root_name).id
    pitch, roll = np.zeros(len(picks)), np.zeros(len(picks))
    for k, i in enumerate(picks):
        data.qpos[:] = motion.qpos[i]
        mujoco.mj_kinematics(model, data)
        up = np.array(data.xmat[root])[[2, 5, 8]]
        cos, sin = np.cos(motion.heading[i]), np.sin(motion.heading[i])
        pitch[k] = np.degrees(np.arctan2(cos * up[0] + sin * up[1], up[2]))
        roll[k] = np.degrees(np.arctan2(-sin * up[0] + cos * up[1], up[2]))
    return motion.time[picks], pitch, roll


def runs(time: Floats, values: NDArray[np.integer]) -> list[tuple[float, float, int]]:
    """Spans of equal value: (begin s, end s, value)."""
    if len(values) == 0:
        return []
    edges = np.flatnonzero(np.diff(values)) + 1
    starts = np.concatenate([[0], edges])
    ends = np.concatenate([edges, [len(values) - 1]])
    return [(float(time[a]), float(time[b]), int(values[a])) for a, b in zip(starts, ends, strict=True)]


def peaks(motion: MotionSamples, most: int = 14) -> list[tuple[str, float]]:
    """The joints with the largest torques, strongest first: (name, N m)."""
    tau = np.abs(motion.tau).max(axis=0, initial=0.0)
    rows = [(name, float(t)) for name, t in zip(motion.dof_names, tau, strict=False) if name and t > 0.0]
    return sorted(rows, key=lambda row: -row[1])[:most]
