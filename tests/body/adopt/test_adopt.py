"""Adopting a robot: roles from names and tree, another root, gains from mass, and what is in its way."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np
import pytest

from footfall.body import load_body
from footfall.body.adopt import adopt
from footfall.body.adopt.guess import guess_roles
from footfall.body.adopt.reroot import reroot
from footfall.errors import FootfallError

LEG = """
<body name="{s}_thigh" pos="0 {y} -.05">
  <joint name="{s}_hip_x" axis="1 0 0"/><joint name="{s}_hip_y" axis="0 1 0"/>
  <geom type="capsule" fromto="0 0 0 0 0 -.4" size=".05"/>
  <body name="{s}_shin" pos="0 0 -.42">
    <joint name="{s}_knee" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 -.38" size=".04"/>
    <body name="{s}_foot" pos="0 0 -.42">
      {ankle}<geom type="box" pos=".05 0 0" size=".12 .05 .02"/>
    </body>
  </body>
</body>
"""
ROBOT = """
<mujoco><worldbody><body name="torso" pos="0 0 1.4"><freejoint/>
  <geom type="box" size=".1 .15 .2" mass="12"/>
  <body name="waist" pos="0.02 0 -.28" quat="0.9998 0 0.02 0">
    <joint name="bend" axis="0 1 0" pos="0 0 .05" range="-70 30"/>
    <joint name="turn" axis="0 0 1" pos="0 0 .05" range="-40 50"/>
    <geom type="sphere" size=".1" mass="3"/>
    <body name="pelvis" pos="0 0 -.15"><joint name="lean" axis="1 0 0" pos="0 0 .08" range="-35 30"/>
      <geom type="capsule" fromto="0 -.1 0 0 .1 0" size=".09" mass="6"/>
      {left}{right}
    </body>
  </body>
</body></worldbody></mujoco>
"""


def robot(ankle: str = '<joint name="{s}_ankle" axis="0 1 0"/>') -> str:
    legs = {
        side: LEG.format(s=side, y=y, ankle=ankle.format(s=side))
        for side, y in (("left", 0.1), ("right", -0.1))
    }
    return ROBOT.format(**legs)


def test_roles_come_from_names() -> None:
    roles = guess_roles(mujoco.MjModel.from_xml_string(robot()))
    assert {name: guess.words for name, guess in roles.items()} == {
        "torso": "upper_back", "waist": "lower_back", "pelvis": "pelvis",
        "left_thigh": "left thigh", "left_shin": "left shank", "left_foot": "left foot",
        "right_thigh": "right thigh", "right_shin": "right shank", "right_foot": "right foot",
    }  # fmt: skip
    nameless = robot().replace('name="pelvis"', 'name="base"')
    assert guess_roles(mujoco.MjModel.from_xml_string(nameless))["base"].role == "pelvis"


def test_another_root_changes_nothing_but_the_tree() -> None:
    text = robot()
    old, new = (mujoco.MjModel.from_xml_string(t) for t in (text, reroot(text, {}, "pelvis", "x")))
    assert new.body(int(new.body("pelvis").parentid[0])).name == "world"
    a, b = mujoco.MjData(old), mujoco.MjData(new)
    rng = np.random.default_rng(1)
    for j in range(1, old.njnt):
        a.joint(old.joint(j).name).qpos[0] = b.joint(old.joint(j).name).qpos[0] = rng.uniform(-0.4, 0.4)
    for model, data in ((old, a), (new, b)):
        mujoco.mj_kinematics(model, data)
    places = []
    for data in (a, b):
        back = data.body("pelvis").xmat.reshape(3, 3).T
        names = ["torso", "waist", "left_foot", "right_shin"]
        places.append([back @ (data.body(n).xpos - data.body("pelvis").xpos) for n in names])
    assert np.allclose(places[0], places[1], atol=1e-6)


def test_it_writes_a_table_that_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "robot.xml"
    file.write_text(robot())
    found = adopt(file, "mine.footfall.xml")
    (tmp_path / "mine.footfall.xml").write_text(found.mjcf)
    (tmp_path / "mine.toml").write_text(found.toml)
    body = load_body(tmp_path / "mine.toml")
    assert body.root.name == "pelvis" and body.part("lFoot") is not None
    hip, ankle = (found.gains[name][0] for name in ("Hip", "Ankle"))
    assert 3 < hip / ankle < 5 and 100 < hip < 1000
    assert found.faults == ("its tree began above the legs: 'pelvis' is its root now, in an MJCF of its own",)


def test_it_says_what_is_in_the_way(tmp_path: Path) -> None:
    file = tmp_path / "robot.xml"
    file.write_text(robot(ankle=""))
    assert any("cannot stand still" in fault for fault in adopt(file, "m.xml").faults)
    file.write_text(
        robot().replace('axis="1 0 0"/><joint name="left_hip_y"', 'axis="0 0 1"/><joint name="left_hip_y"')
    )
    assert any("falls sideways" in fault for fault in adopt(file, "m.xml").faults)
    file.write_text(
        "<mujoco><worldbody><body name='cart'><freejoint/><geom size='1'/></body></worldbody></mujoco>"
    )
    with pytest.raises(FootfallError, match="no pelvis"):
        adopt(file, "m.xml")
