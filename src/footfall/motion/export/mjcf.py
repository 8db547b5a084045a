"""MJCF: the scene as MuJoCo reads it, with a keyframe for each instant."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np

from footfall.errors import FootfallError
from footfall.motion.export.axes import Floats
from footfall.motion.export.take import Cut, Take
from footfall.motion.files import writing


def write_mjcf(take: Take, cut: Cut, path: Path) -> list[Path]:
    """Write the model and its keyframes: time, positions and velocities.

    Raises:
        FootfallError: The model needs files besides, or the file cannot be written.
    """
    text = mjcf_text(take, cut)
    try:
        model = mujoco.MjModel.from_xml_string(text)
    except ValueError as error:
        raise FootfallError(
            f"the scene cannot be written as one MJCF file: {str(error).splitlines()[0]}",
            where=str(path),
            help="a body that was read from MJCF with files of its own needs them: use that file",
        ) from None
    if (model.nq, model.nkey) != (take.model.nq, len(take.time)):
        raise FootfallError("the recording's model is of another body than its log", where=str(path))
    with writing(path, (".xml",)) as draft:
        draft.write_text(text, encoding="utf-8")
    return [path]


def mjcf_text(take: Take, cut: Cut) -> str:
    """The file's text."""
    velocities = _velocities(take, cut)
    keys = ["  <keyframe>"]
    for k, time in enumerate(take.time.tolist()):
        keys.append(
            f'    <key name="frame{k}" time="{time - float(take.time[0]):.9g}" '
            f'qpos="{_numbers(take.qpos[k])}" qvel="{_numbers(velocities[k])}"/>'
        )
    head, closing, tail = take.rec.model_xml.rpartition("</mujoco>")
    return "\n".join([head.rstrip(), *keys, "  </keyframe>", closing]) + tail


def _velocities(take: Take, cut: Cut) -> Floats:
    """(n, nv); those of roots that stay in place have no horizontal part."""
    rows = np.asarray(take.rec.qvel[: len(take.motion.time)], float)
    out = np.stack([np.interp(take.time, take.motion.time, column) for column in rows.T], axis=1)
    if cut.in_place:
        model = take.model
        for body, prefix in take.characters:
            root = model.body(prefix + body.root.model_name).id
            for joint in np.flatnonzero(model.jnt_bodyid == root).tolist():
                dof, axis = int(model.jnt_dofadr[joint]), model.jnt_axis[joint]
                if model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_FREE:
                    out[:, dof : dof + 2] = 0.0
                elif model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_SLIDE and abs(axis[2]) < 0.5:
                    out[:, dof] = 0.0
    return out


def _numbers(row: Floats) -> str:
    return " ".join(f"{value:.10g}" for value in row.tolist())
