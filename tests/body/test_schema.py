"""Script names of parts and joints, and bodies made from bodies."""

from __future__ import annotations

import pytest

from footfall.body import load_body, scale_mass


@pytest.mark.parametrize(
    ("name", "link", "joint"),
    [
        ("human", "lThigh", "lHip"),
        ("human", "rShank", "rKnee"),
        ("human", "lFoot", "lAnkle"),
        ("human", "rToes", "rToe"),
        ("human", "lUpperArm", "lShoulder"),
        ("human", "rForearm", "rElbow"),
        ("human", "torso", "waist"),
        ("human", "torso", "lTorso2uTorso"),  # the one spine joint it has
        ("human", "head", "neck2head"),
        ("human", "head", "uTorso2neck"),
        ("planar7", "lThigh", "lHip"),
    ],
)
def test_joints_by_script_name(name, link, joint):
    found = load_body(name).joint(joint)
    assert found is not None and found.child == link


@pytest.mark.parametrize(
    ("name", "part", "link"),
    [
        ("human", "pelvis", "pelvis"),
        ("human", "trunk", "torso"),
        ("human", "uTorso", "torso"),
        ("human", "lTorso", "torso"),
        ("human", "head", "head"),
        ("human", "lShin", "lShank"),
        ("human", "rToes", "rToes"),
        ("human", "lArm", "lUpperArm"),
        ("planar7", "trunk", "torso"),
        ("planar7", "pelvis", "torso"),
    ],
)
def test_parts_by_script_name(name, part, link):
    found = load_body(name).part(part)
    assert found is not None and found.name == link


def test_what_a_body_lacks_is_none():
    planar7 = load_body("planar7")
    assert planar7.joint("waist") is None
    assert planar7.joint("lElbow") is None
    assert planar7.part("lHand") is None
    assert planar7.part("swFoot") is None  # only plain names


def test_joint_axes_go_yaw_roll_pitch():
    human = load_body("human")
    assert [axis.axis for axis in human.joint("lHip").axes] == ["yaw", "roll", "pitch"]
    assert [axis.axis for axis in human.joint("lAnkle").axes] == ["roll", "pitch"]
    assert human.joint("lHip").axes[1].low == -0.25  # inwards
    assert human.joint("rHip").axes[1].low == -0.25


def test_scale_mass(any_body):
    light = scale_mass(any_body, 0.8)
    assert light.mass == pytest.approx(0.8 * any_body.mass)
    assert light.root.inertia[0] == pytest.approx(0.8 * any_body.root.inertia[0])
    assert light.axes == any_body.axes
    assert light.part("trunk").mass == pytest.approx(0.8 * any_body.part("trunk").mass)
