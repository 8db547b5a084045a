"""Readers of the original's data files: saved states (``.sav``) and goal trajectories (``.traj``).

The original's plane is x forward, y up; ours is x forward, z up. Angles keep their signs: part
angles are leans forward, joint angles those of scripts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...errors import FootfallError
from ..source import read_lenient

F64 = NDArray[np.float64]

# the order of both kinds of file
PART_ORDER: tuple[str, ...] = (
    *("lTorso", "uTorso", "pelvis", "head", "neck", "lArm", "rArm", "lForearm", "rForearm"),
    *("lThigh", "rThigh", "lShin", "rShin", "lFoot", "rFoot", "lHand", "rHand"),
)
JOINT_ORDER: tuple[str, ...] = (
    *("neck2head", "uTorso2neck", "lShoulder", "rShoulder", "lElbow", "rElbow", "lHip", "rHip"),
    *("lKnee", "rKnee", "lAnkle", "rAnkle", "lTorso2uTorso", "waist", "lWrist", "rWrist"),
)
_PARENT_CHILD: dict[str, tuple[str, str]] = {
    "neck2head": ("neck", "head"),
    "uTorso2neck": ("uTorso", "neck"),
    "lTorso2uTorso": ("lTorso", "uTorso"),
    "waist": ("pelvis", "lTorso"),
} | {
    side + joint: (parent if parent in ("uTorso", "pelvis") else side + parent, side + child)
    for joint, parent, child in (
        *(("Shoulder", "uTorso", "Arm"), ("Elbow", "Arm", "Forearm"), ("Wrist", "Forearm", "Hand")),
        *(("Hip", "pelvis", "Thigh"), ("Knee", "Thigh", "Shin"), ("Ankle", "Shin", "Foot")),
    )
    for side in ("l", "r")
}
_HEAD = 12  # four triples on the centre of mass
_PART = 22  # index, position, 3x4 rotation, velocity, angular velocity
_JOINT = 6  # flag, target, target rate, kp, kd, previous rate
MAX_BYTES = 50_000_000


@dataclass(frozen=True)
class PartState:
    """A part: place of its centre (x, z; m), lean (rad), velocity (m/s) and rate of the lean (rad/s)."""

    x: float
    z: float
    pitch: float
    vx: float
    vz: float
    rate: float


@dataclass(frozen=True)
class JointState:
    """A joint: angle (rad), rate (rad/s), and its POSE: on, target (rad), kp, kd."""

    angle: float
    rate: float
    on: bool
    target: float
    kp: float
    kd: float


@dataclass(frozen=True)
class SavedState:
    """A saved state of the original; the pelvis is the root."""

    parts: dict[str, PartState]
    joints: dict[str, JointState]


@dataclass(frozen=True, eq=False)  # arrays have no single answer to ==
class Trajectory:
    """A goal trajectory.

    Attributes:
        dt: Seconds between frames; 0 in files that hold every tick.
        com: (F, 2) centre of mass, x and z (m).
        pitch: (F,) lean of the trunk (rad); empty in files of three columns.
        joints: (F, 16) angles in `JOINT_ORDER` (rad); (F, 0) in files without them.
    """

    dt: float
    com: F64
    pitch: F64
    joints: F64

    def __len__(self) -> int:
        return len(self.com)


def read_saved(path: str | Path) -> SavedState:
    """Read a ``.sav`` file.

    Raises:
        FootfallError: It cannot be read, or is not a saved state.
    """
    return parse_saved(read_lenient(Path(path), MAX_BYTES), str(path))


def parse_saved(text: str, where: str = "") -> SavedState:
    """The state in the text of a ``.sav`` file; see `read_saved`."""
    numbers = _numbers(text, where)
    size = _HEAD + _PART * len(PART_ORDER) + _JOINT * len(JOINT_ORDER)
    if len(numbers) < size:
        message = f"a saved state has {size} numbers, this file has {len(numbers)}"
        raise FootfallError(message, where=where, help="is it a .sav file, and complete?")
    rows = numbers[_HEAD : _HEAD + _PART * len(PART_ORDER)].reshape(-1, _PART)
    parts: dict[str, PartState] = {}
    for row in rows:
        index = int(row[0]) if 0 <= row[0] < len(PART_ORDER) else -1
        if index < 0 or PART_ORDER[index] in parts:
            raise FootfallError(f"there is no part {row[0]:g}", where=where, help="is it a .sav file?")
        parts[PART_ORDER[index]] = _part(row)
    tail = numbers[_HEAD + rows.size : size].reshape(-1, _JOINT)
    joints = {name: _joint(name, row, parts) for name, row in zip(JOINT_ORDER, tail, strict=True)}
    return SavedState(parts, joints)


def _part(row: F64) -> PartState:
    x, y = row[1], row[2]
    theta = math.atan2(row[8], row[4])  # R[1][0], R[0][0]: counter-clockwise seen from the viewer
    return PartState(float(x), float(y), -theta, float(row[16]), float(row[17]), -float(row[21]))


def _joint(name: str, row: F64, parts: dict[str, PartState]) -> JointState:
    parent, child = (parts[p] for p in _PARENT_CHILD[name])
    angle = math.remainder(child.pitch - parent.pitch, math.tau)
    if name.endswith("Shoulder") and angle > math.pi / 2 + 0.2:  # an arm overhead is at -3.14, not at +3.14
        angle -= math.tau
    return JointState(
        angle, child.rate - parent.rate, bool(row[0]), float(row[1]), float(row[3]), float(row[4])
    )


def read_trajectory(path: str | Path) -> Trajectory:
    """Read a ``.traj`` file: frames of 20 numbers, or of the older 4 or 3.

    A header that counts fewer frames than there are trims the rest.

    Raises:
        FootfallError: It cannot be read, or is not a trajectory.
    """
    where, text = str(path), read_lenient(Path(path), MAX_BYTES)
    numbers = _numbers(text, where)
    help = "a trajectory begins with 'dt count', then frames of 20, 4 or 3 numbers"
    if len(numbers) < 2 or numbers[0] < 0 or numbers[1] < 1 or numbers[1] != int(numbers[1]):
        raise FootfallError("this is not a trajectory", where=where, help=help)
    count = int(numbers[1])
    width = _width(text, len(numbers) - 2, count)
    if not width:
        raise FootfallError(f"{len(numbers) - 2} numbers are not {count} frames", where=where, help=help)
    frames = numbers[2 : 2 + width * ((len(numbers) - 2) // width)].reshape(-1, width)[:count]
    pitch = frames[:, 3].copy() if width > 3 else np.zeros(0)
    joints = frames[:, 4:].copy() if width == 20 else np.zeros((len(frames), 0))
    return Trajectory(float(numbers[0]), frames[:, :2].copy(), pitch, joints)


def _width(text: str, n: int, count: int) -> int:
    """Numbers per frame: by the layout of the first lines, else by the count; 0 when neither fits."""
    lines = [len(line.split()) for line in text.splitlines() if line.strip()]
    first = lines[1] if len(lines) > 1 and lines[0] == 2 else 0
    if first == 4 and len(lines) > 2 and lines[2] == 1:  # joint angles stand on lines of their own
        first = 20
    for width in (first, 20, 4, 3):
        if width in (20, 4, 3) and (n == width * count or (width == first and n > width * count)):
            return width
    return 0


def _numbers(text: str, where: str) -> F64:
    words = text.split()
    try:
        numbers = np.array([float(w) for w in words], dtype=np.float64)
    except ValueError:
        bad = next(w for w in words if not _is_number(w))
        message = f"'{bad[:30]}' is not a number"
        raise FootfallError(message, where=where, help="is this the right file?") from None
    if not np.isfinite(numbers).all():
        raise FootfallError("a number is not finite", where=where, help="is this the right file?")
    return numbers


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
