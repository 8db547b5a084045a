"""A recorded motion as a goal: centre of mass, trunk and joint angles at even steps of time."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.control.monitor import GOAL_ANGLES
from footfall.control.rotation import pitch_of, roll_of, yaw_of
from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.engine.link.anatomy import Anatomy
    from footfall.engine.recording.recording import Recording

F64 = NDArray[np.float64]
STEP = 0.01  # s between rows


def goal_from(rec: Recording, start: float = 0.0, where: str = "") -> dict[str, Any]:
    """A Recording as plain data for a Bundle.

    Args:
        rec: The recording.
        start: Seconds that are cut off its beginning.
        where: For messages.

    Raises:
        FootfallError: Nothing is left of it.
    """
    time = rec.time - rec.time[0] if len(rec.time) else rec.time
    if len(time) < 2 or start >= time[-1]:
        lasts = time[-1] if len(time) else 0.0
        raise FootfallError(
            f"the recording lasts {lasts:g} s, so nothing is left after {start:g} s",
            where=where,
            help="start earlier",
        )
    angles = np.unwrap(_trunk_angles(rec), axis=0)
    model = rec.model()
    names = [name for name in rec.dof_names if name]
    joints = [
        rec.qpos[:, model.jnt_qposadr[model.dof_jntid[d]]] for d, name in enumerate(rec.dof_names) if name
    ]
    columns = np.column_stack([rec.com, angles, *joints])
    at = np.arange(start, time[-1] + 1e-9, STEP)
    rows = np.column_stack([np.interp(at, time, columns[:, k]) for k in range(columns.shape[1])])
    return {
        "step": STEP,
        "joints": names,
        "shape": list(rows.shape),
        "rows": base64.b64encode(np.ascontiguousarray(rows, "<f8").tobytes()).decode(),
    }


def _trunk_angles(rec: Recording) -> F64:
    """Pitch, roll and yaw of the trunk at each row, (n, 3) rad."""
    model = rec.model()
    data = mujoco.MjData(model)
    body = _trunk(rec, model)
    out = np.zeros((len(rec.time), 3))
    for k, qpos in enumerate(rec.qpos):
        data.qpos[:] = qpos
        mujoco.mj_kinematics(model, data)
        mat = data.xmat[body]
        out[k] = pitch_of(mat), roll_of(mat), yaw_of(mat)
    return out


def _trunk(rec: Recording, model: mujoco.MjModel) -> int:
    link = rec.bodies()[0].part("trunk")
    return int(model.body(link.model_name).id) if link else int(model.body(rec.root_name).id)


def goal_table(goal: dict[str, Any], anatomy: Anatomy, nv: int) -> F64:
    """The goal for a body: (rows, 6 + nv), joints by dof.

    Raises:
        FootfallError: The body has other joints than the one that was recorded.
    """
    try:
        flat = np.frombuffer(base64.b64decode(goal["rows"]), "<f8").reshape(goal["shape"])
        sound = flat.shape[1] == GOAL_ANGLES + len(goal["joints"]) and goal["step"] > 0
    except (KeyError, ValueError, TypeError, IndexError):
        sound = False
    if not sound:
        raise FootfallError("the recorded motion is damaged", where="term 'track'", help="record it again")
    own = [name for name in anatomy.dof_names if name]
    if set(own) != set(goal["joints"]):
        odd = sorted(set(own) ^ set(goal["joints"]))[0]
        raise FootfallError(
            f"the recording is of another body: {odd} is in one of them only",
            where="term 'track'",
            help=f"record the motion with {anatomy.body.name}",
        )
    table = np.zeros((len(flat), GOAL_ANGLES + nv))
    table[:, :GOAL_ANGLES] = flat[:, :GOAL_ANGLES]
    for k, name in enumerate(goal["joints"]):
        table[:, GOAL_ANGLES + anatomy.dof_names.index(name)] = flat[:, GOAL_ANGLES + k]
    return table
