from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from footfall.errors import FootfallError
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.clip import Clip, Skeleton
from footfall.motion.clips.deepmimic import skeleton
from footfall.motion.clips.parts import find_parts

# Joint, parent, place: a person in a T-pose whose elbows bend about the vertical.
PERSON = [
    ("Hips", "", (0, 0, 0)),
    ("Spine", "Hips", (0, 0, 0.2)),
    ("Head", "Spine", (0, 0, 0.4)),
] + [
    row
    for side, y in (("Left", 1.0), ("Right", -1.0))
    for row in (
        (f"{side}UpLeg", "Hips", (0, 0.1 * y, 0)),
        (f"{side}Leg", f"{side}UpLeg", (0, 0, -0.4)),
        (f"{side}Foot", f"{side}Leg", (0, 0, -0.4)),
        (f"{side}Arm", "Spine", (0, 0.2 * y, 0.3)),
        (f"{side}ForeArm", f"{side}Arm", (0, 0.3 * y, 0)),
        (f"{side}Hand", f"{side}ForeArm", (0, 0.25 * y, 0)),
    )
]


def person(bend: float = 0.0, prefix: str = "") -> Clip:
    names = [name for name, _, _ in PERSON]
    parents = tuple(names.index(parent) if parent else -1 for _, parent, _ in PERSON)
    bones = Skeleton(
        tuple(prefix + n for n in names), parents, np.array([at for _, _, at in PERSON], dtype=float)
    )
    turns = np.tile(rot.IDENTITY, (3, len(names), 1))
    turns[1:, names.index("LeftForeArm")] = rot.about(np.array([0, 0, -1.0]), np.array(bend))
    return Clip("person", bones, 30.0, np.zeros((3, 3)), turns)


def test_arms_in_a_t_pose_lie_a_quarter_turn_from_hanging() -> None:
    parts = find_parts(person())
    assert np.allclose(rot.to_vector(parts.aligned["lArm"]), [np.pi / 2, 0, 0])
    assert np.allclose(rot.to_vector(parts.aligned["rArm"]), [-np.pi / 2, 0, 0])
    assert np.allclose(parts.aligned["lThigh"], rot.IDENTITY)


def test_the_elbow_s_axis_is_seen_from_how_it_bends() -> None:
    clip = person(bend=1.0)
    parts = find_parts(clip)
    arm = parts.orientation(clip.world[0], "lArm")
    forearm = parts.orientation(clip.world[0], "lForearm")
    bent = rot.to_vector(rot.multiply(rot.inverse(arm), forearm))
    assert np.allclose(bent[1], [0, -1.0, 0], atol=1e-9)  # a body's elbow bends about -y


def test_prefixes_and_other_names() -> None:
    assert set(find_parts(person(prefix="mixamorig:")).joints) == set(find_parts(person()).joints)
    still = Clip("deep", skeleton(), 30.0, np.zeros((1, 3)), np.tile(rot.IDENTITY, (1, 18, 1)))
    names = {part: still.skeleton.names[i] for part, i in find_parts(still).joints.items()}
    assert (names["lArm"], names["rThigh"], names["trunk"], names["head"]) == (
        "left_shoulder",
        "right_hip",
        "chest",
        "neck",
    )


def test_unknown_joints() -> None:
    clip = person()
    names = tuple(name.replace("UpLeg", "Banana") for name in clip.skeleton.names)
    with pytest.raises(FootfallError, match="no joint of the clip moves the lThigh") as problem:
        find_parts(replace(clip, skeleton=replace(clip.skeleton, names=names)))
    assert "leftupleg" in problem.value.help
