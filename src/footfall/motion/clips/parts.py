"""Which joint of a file moves which part of a body, and how its bones lie at rest.

Files name their joints each in their own way. What a part of a body does is the world orientation of the
joint that moves it, turned by the part's alignment: what lays the body's bone on the file's at rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from footfall.errors import FootfallError, nearest
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.clip import Clip, Skeleton
from footfall.motion.clips.rotations import F64

# Part of a body (its script name) → names of joints in files, without case and signs, the best first.
_MIDDLE = {
    "pelvis": ("hips", "pelvis", "root", "hip"),
    "trunk": (
        *("spine3", "spine2", "upperchest", "chest", "thorax", "torso", "utorso", "trunk"),
        *("spine03", "spine02", "spine01", "spine1", "spine", "ltorso", "lowerback"),
    ),
    "head": ("head", "neck2", "neck1", "neck"),
}
_SIDED = {
    "Thigh": ("{s}upleg", "{s}thigh", "{l}femur", "{l}thigh", "thigh{l}", "{s}upperleg", "{s}hip", "{l}hip"),
    "Shin": (
        *("{s}leg", "{s}shin", "{l}tibia", "{l}shin", "{l}shank", "{s}lowerleg", "{s}calf", "calf{l}"),
        *("{s}knee", "{l}knee"),
    ),
    "Foot": ("{s}foot", "{l}foot", "foot{l}", "{s}ankle", "{l}ankle"),
    "Toes": ("{s}toebase", "{s}toe", "{s}toes", "{l}toes", "{l}toe", "ball{l}"),
    "Arm": (
        *("{s}arm", "{s}upperarm", "{l}humerus", "{l}arm", "{l}upperarm", "upperarm{l}"),
        *("{s}shoulder", "{l}shoulder"),
    ),
    "Forearm": (
        "{s}forearm",
        "{s}lowerarm",
        "{l}radius",
        "{l}forearm",
        "lowerarm{l}",
        "{s}elbow",
        "{l}elbow",
    ),
    "Hand": ("{s}hand", "{l}wrist", "{s}wrist", "{l}hand", "hand{l}", "{s}wristend", "{l}handend"),
}
NEEDED = ("pelvis", "trunk", *(side + part for side in "lr" for part in ("Thigh", "Shin", "Foot")))
_NEXT = {"Thigh": "Shin", "Shin": "Foot", "Arm": "Forearm", "Forearm": "Hand"}
_DOWN: F64 = np.array([0.0, 0.0, -1.0])
_BENT = 0.3  # rad: an elbow that never bends further does not show about which axis it does


@dataclass(frozen=True)
class Parts:
    """The joints of a skeleton that move the parts of a body.

    Attributes:
        joints: Part (``lThigh``, ``trunk`` …) → index of the joint.
        aligned: Part → (4,) what turns the body's part to where it lies in the file's rest pose.
    """

    joints: Mapping[str, int]
    aligned: Mapping[str, F64]

    def orientation(self, turns: F64, part: str) -> F64:
        """(n, 4) orientation of a body's part, from those of all joints in the world (n, J, 4)."""
        return rot.multiply(turns[:, self.joints[part]], self.aligned[part])


def find_parts(clip: Clip) -> Parts:
    """Find the parts of a body in a clip.

    Raises:
        FootfallError: A part that every figure needs is not there.
    """
    joints = _named(clip.skeleton)
    missing = [part for part in NEEDED if part not in joints]
    if missing:
        known = tuple(name for name in clip.skeleton.names if not name.endswith(".end"))
        wanted = ", ".join(_words(missing[0])[:4])
        raise FootfallError(
            f"no joint of the clip moves the {missing[0]}"
            + (f" (nor {len(missing) - 1} others)" if missing[1:] else ""),
            where=clip.name,
            help=f"it would be named like {wanted}; {nearest(_words(missing[0])[0], known)}",
        )
    return Parts(joints, _aligned(clip, joints))


def spine(clip: Clip, parts: Parts) -> set[int]:
    """Joints of the pelvis, the trunk and the head, and all between them."""
    out: set[int] = set()
    for part in ("pelvis", "trunk", "head"):
        joint = parts.joints.get(part, -1)
        while joint >= 0:
            out.add(joint)
            joint = clip.skeleton.parents[joint]
    return out


def _words(part: str) -> tuple[str, ...]:
    if part in _MIDDLE:
        return _MIDDLE[part]
    side = {"l": "left", "r": "right"}[part[0]]
    return tuple(word.format(s=side, l=part[0]) for word in _SIDED[part[1:]])


def _named(skeleton: Skeleton) -> dict[str, int]:
    plain: dict[str, int] = {}
    for i, name in enumerate(skeleton.names):
        word = "".join(c for c in name.rpartition(":")[2].lower() if c.isalnum())
        plain.setdefault(word, i)
    found: dict[str, int] = {}
    parts = (*_MIDDLE, *(side + part for side in "lr" for part in _SIDED))
    for part in parts:
        index = next((plain[word] for word in _words(part) if word in plain), None)
        if index is not None and index not in found.values():
            found[part] = index
    return found


def _bone(skeleton: Skeleton, joints: Mapping[str, int], part: str) -> F64:
    """Direction of a limb's bone at rest, (3,)."""
    begin = joints[part]
    after = joints.get(part[0] + _NEXT[part[1:]])
    if after is None:
        after = next(
            (i for i in skeleton.children(begin) if np.linalg.norm(skeleton.offsets[i]) > 1e-6), begin
        )
    bone = skeleton.places[after] - skeleton.places[begin]
    return np.asarray(bone if np.linalg.norm(bone) > 1e-9 else _DOWN)


def _aligned(clip: Clip, joints: Mapping[str, int]) -> dict[str, F64]:
    """A body at rest hangs its limbs straight down; the pelvis, trunk and head are upright in every file."""
    out = {part: rot.IDENTITY for part in joints}
    for part in joints:
        if part[1:] in _NEXT:
            out[part] = rot.arc(_DOWN, _bone(clip.skeleton, joints, part))
    for side in "lr":
        for part in ("Foot", "Toes"):  # flat when the shin is upright
            if side + part in joints:
                out[side + part] = out[side + "Shin"]
        arm, forearm = side + "Arm", side + "Forearm"
        if arm in joints and forearm in joints:
            twist = _elbow_twist(clip, joints[arm], joints[forearm], out[arm])
            out[arm] = rot.multiply(twist, out[arm])
            out[forearm] = rot.multiply(
                rot.arc(rot.rotate(out[arm], _DOWN), _bone(clip.skeleton, joints, forearm)), out[arm]
            )
        if side + "Hand" in joints and forearm in joints:
            out[side + "Hand"] = out[forearm]
    return out


def _elbow_twist(clip: Clip, arm: int, forearm: int, aligned: F64) -> F64:
    """The turn about an upper arm after which the body's elbow bends as the clip's forearm is seen to."""
    turns = clip.world[0]
    bend = rot.to_vector(rot.multiply(rot.inverse(turns[:, arm]), turns[:, forearm]))
    if np.linalg.norm(bend, axis=1).max() < _BENT:
        return rot.IDENTITY
    axis = np.linalg.eigh(bend.T @ bend)[1][:, -1]
    axis = axis * (1.0 if np.sum(bend @ axis) >= 0.0 else -1.0)  # towards a bent elbow
    along = rot.rotate(aligned, _DOWN)
    wanted = axis - along * (along @ axis)
    here = rot.rotate(aligned, np.array([0.0, -1.0, 0.0]))  # elbows bend about -y
    if np.linalg.norm(wanted) < 0.3:
        return rot.IDENTITY
    angle = np.arctan2(np.cross(here, wanted) @ along, here @ wanted)
    return rot.about(along, np.array(angle))
