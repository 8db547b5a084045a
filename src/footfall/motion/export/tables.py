"""Tables, CSV and Parquet: a row for each instant, a column for each quantity."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.motion.export.axes import Floats
from footfall.motion.export.take import Cut, Take
from footfall.motion.files import writing

Column = tuple[str, NDArray[Any]]
CONTACT = 1.0  # N under a foot from which on it counts as touching
_FREE = ("x", "y", "z", "qw", "qx", "qy", "qz")
_FREE_RATES = ("vx", "vy", "vz", "wx", "wy", "wz")


def write_csv(take: Take, cut: Cut, path: Path) -> list[Path]:
    """Write a CSV with a line of names on top; UTF-8, point and comma.

    Raises:
        FootfallError: The file cannot be written.
    """
    columns = table(take)
    with writing(path, (".csv",)) as draft, draft.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow([name for name, _ in columns])
        cells = [[_cell(value) for value in values.tolist()] for _, values in columns]
        out.writerows(zip(*cells, strict=True))
    return [path]


def write_parquet(take: Take, cut: Cut, path: Path) -> list[Path]:
    """Write the same as a Parquet file.

    Raises:
        FootfallError: The file cannot be written.
    """
    import pyarrow
    import pyarrow.parquet

    with writing(path, (".parquet",)) as draft:
        pyarrow.parquet.write_table(pyarrow.table(dict(table(take))), draft)
    return [path]


def table(take: Take) -> list[Column]:
    """The columns, by name: SI units, radians; the world's axes.

    Foot loads, contacts and the centre of mass are those of the first character. Their names end in what
    they are: ``lKnee.pitch.angle``, ``.rate``, ``.torque``; ``root.x``, ``root.qw``, ``root.vx``.
    """
    motion = take.motion
    nearest = np.array([np.abs(motion.time - t).argmin() for t in take.time])

    def along(values: Floats) -> Floats:
        return np.interp(take.time, motion.time, values)

    paths = motion.paths or tuple("" for _ in motion.time)
    com = np.stack([along(motion.com[:, k]) for k in range(3)], axis=1)
    com[:, :2] -= take.removed
    loads = [along(motion.loads[:, k]) for k in range(2)]
    columns: list[Column] = [
        ("time", take.time),
        ("phase", np.array([paths[i] for i in nearest])),
        ("stance", np.array(["right" if motion.side[i] else "left" for i in nearest])),
        *((f"com.{axis}", com[:, k]) for k, axis in enumerate("xyz")),
        ("speed", along(motion.speed)),
        ("heading", along(motion.heading)),
        ("lFoot.load", loads[0]),
        ("rFoot.load", loads[1]),
        ("lFoot.contact", (loads[0] > CONTACT).astype(np.int8)),
        ("rFoot.contact", (loads[1] > CONTACT).astype(np.int8)),
    ]
    return columns + _joint_columns(take, along)


def _joint_columns(take: Take, along: Any) -> list[Column]:
    """Positions, rates and torques of every joint, those of things included."""
    model, rows = take.model, len(take.motion.time)
    qvel = np.asarray(take.rec.qvel[:rows], float)
    columns: list[Column] = []
    for joint in range(model.njnt):
        name = model.joint(joint).name or f"joint{joint}"
        first, dof = int(model.jnt_qposadr[joint]), int(model.jnt_dofadr[joint])
        if model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_FREE:
            columns += [(f"{name}.{w}", take.qpos[:, first + k]) for k, w in enumerate(_FREE)]
            columns += [(f"{name}.{w}", along(qvel[:, dof + k])) for k, w in enumerate(_FREE_RATES)]
        elif model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_BALL:
            columns += [(f"{name}.{w}", take.qpos[:, first + k]) for k, w in enumerate(_FREE[3:])]
            columns += [(f"{name}.{w}", along(qvel[:, dof + k])) for k, w in enumerate(_FREE_RATES[3:])]
        else:
            slides = model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_SLIDE
            what = ("position", "velocity", "force") if slides else ("angle", "rate", "torque")
            values = (take.qpos[:, first], along(qvel[:, dof]), along(take.motion.tau[:, dof]))
            columns += [(f"{name}.{w}", v) for w, v in zip(what, values, strict=True)]
    return columns


def _cell(value: Any) -> Any:
    return f"{value:.9g}" if isinstance(value, float) else value
