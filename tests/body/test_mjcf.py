"""Wrapping a user's own MJCF."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from footfall.body import add_body, load_body, place, scale_mass
from footfall.errors import FootfallError

# pytest resets the filter that the module sets.
pytestmark = pytest.mark.filterwarnings("ignore:Attaching a spec")

# Degrees, reversed axes, an unnamed joint, a default class, an actuator: as people write them.
MJCF = """
<mujoco>
  <compiler angle="degree"/>
  <default><joint damping="3" armature="0.02"/><geom rgba="0.5 0.6 0.7 1"/></default>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body name="hips" pos="1 2 1">
      <freejoint/>
      <geom type="sphere" size="0.12" mass="20"/>
      <body name="chest" pos="0 0 0.15">
        <joint name="lean" axis="0 1 0" range="-30 40"/>
        <joint name="bend" axis="1 0 0" range="-20 10"/>
        <geom type="capsule" fromto="0 0 0 0 0 0.4" size="0.1" mass="20"/>
      </body>
      <body name="thigh_L" pos="0 0.1 0">
        <joint name="hip_x_L" axis="1 0 0" range="-10 45"/>
        <joint name="hip_L" axis="0 -1 0" range="-60 110"/>
        <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.05" mass="5"/>
        <body name="shin_L" pos="0 0 -0.4">
          <joint axis="0 -1 0" range="-140 0"/>
          <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.04" mass="3"/>
          <body name="foot_L" pos="0 0 -0.4">
            <joint name="ankle_L" axis="0 1 0"/>
            <geom type="box" pos="0.05 0 -0.03" size="0.1 0.05 0.02" mass="1"/>
          </body>
        </body>
      </body>
      <body name="thigh_R" pos="0 -0.1 0">
        <joint name="hip_x_R" axis="1 0 0" range="-45 10"/>
        <joint name="hip_R" axis="0 -1 0" range="-60 110"/>
        <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.05" mass="5"/>
        <body name="shin_R" pos="0 0 -0.4">
          <joint axis="0 -1 0" range="-140 0"/>
          <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.04" mass="3"/>
          <body name="foot_R" pos="0 0 -0.4">
            <joint name="ankle_R" axis="0 1 0"/>
            <geom type="box" pos="0.05 0 -0.03" size="0.1 0.05 0.02" mass="1"/>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator><position joint="hip_L" kp="1000"/></actuator>
  <sensor><jointpos joint="hip_L"/></sensor>
  <keyframe><key qpos="0 0 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0"/></keyframe>
</mujoco>
"""
TOML = """
mjcf = "robot.xml"
[roles]
hips = "pelvis"
chest = "upper_back"
thigh_L = "left thigh"
shin_L = "left shank"
foot_L = "left foot"
thigh_R = "right thigh"
shin_R = "right shank"
foot_R = "right foot"
[root_servo]
kp = 500
[gains]
default = { kp = 100, limit = 80 }
Hip = { kp = 300, kd = 20, limit = 200 }
"Hip.roll" = { kp = 250, limit = 150 }
rKnee = { kp = 222, limit = 99, rest = 0.2 }
[start.rest]
angles = { Knee = 0.3, Hip = -0.15, Ankle = -0.15 }
"""


@pytest.fixture
def files(tmp_path):
    def write(mjcf: str = MJCF, toml: str = TOML):
        (tmp_path / "robot.xml").write_text(mjcf)
        (tmp_path / "mine.toml").write_text(toml)
        return tmp_path / "mine.toml"

    return write


def _model(body, prefix=""):
    spec = mujoco.MjSpec()
    add_body(spec, body, prefix)
    model = spec.compile()
    return model, mujoco.MjData(model)


def test_roles_joints_and_gains(files):
    body = load_body(files())
    assert body.name == "mine" and not body.planar
    assert body.mass == pytest.approx(58)
    assert body.part("lThigh").model_name == "thigh_L"
    assert [a.name for a in body.joint("lHip").axes] == ["lHip.roll", "lHip.pitch"]
    assert [a.model_name for a in body.joint("lHip").axes] == ["hip_x_L", "hip_L"]
    gains = {a.name: (a.kp, a.kd, a.limit) for a in body.axes}
    assert gains["lHip.pitch"] == (300, 20, 200)
    assert gains["rHip.roll"] == (250, 25, 150)
    assert gains["rKnee.pitch"] == (222, 22.2, 99)
    assert gains["lKnee.pitch"] == (100, 10, 80)
    assert body.joint("lAnkle").axes[0].low is None
    assert body.joint("lHip").axes[0].armature == pytest.approx(0.02)


def test_hinges_are_turned_to_our_signs_with_their_ranges(files):
    body = load_body(files())
    ranges = {a.name: (a.low, a.high) for a in body.axes}
    for name, degrees in {
        "lHip.pitch": (-110, 60),
        "lKnee.pitch": (0, 140),
        "waist.pitch": (-30, 40),
        "waist.roll": (-10, 20),
        "lHip.roll": (-10, 45),
        "rHip.roll": (-10, 45),
    }.items():
        np.testing.assert_allclose(np.degrees(ranges[name]), degrees, atol=1e-9)
    model, data = _model(body, "x_")
    for axis in body.axes:
        joint = model.joint("x_" + axis.model_name)
        np.testing.assert_allclose(joint.axis, axis.vector)
        assert joint.damping[0] == 0
        if axis.low is not None:
            np.testing.assert_allclose(joint.range, [axis.low, axis.high])
    assert model.nu == model.nsensor == model.nkey == 0
    assert model.joint("x_root").type[0] == mujoco.mjtJoint.mjJNT_FREE
    assert [model.body(i).name for i in range(model.nbody)][:2] == ["world", "x_hips"]


def test_it_stands_where_it_is_put(files):
    body = load_body(files())
    model, data = _model(body)
    place(model, data, body, body.starts["rest"], ground_height=lambda x, y: 0.5, at=(3.0, -1.0))
    assert data.body("foot_L").xpos[2] == pytest.approx(0.55, abs=1e-3)
    np.testing.assert_allclose(data.joint("root").qpos[:2], [3.0, -1.0])
    assert data.joint(body.joint("lKnee").axes[0].model_name).qpos[0] == pytest.approx(0.3)
    assert data.body("shin_L").xpos[0] > 3.0  # hip flexion is negative: the knee is ahead


def test_mass_is_scaled(files):
    body = load_body(files())
    plain, _ = _model(body)
    heavy, _ = _model(scale_mass(body, 1.5))
    np.testing.assert_allclose(heavy.body_mass, 1.5 * plain.body_mass)
    np.testing.assert_allclose(heavy.body_inertia, 1.5 * plain.body_inertia)


def test_two_of_them(files):
    body = load_body(files())
    spec = mujoco.MjSpec()
    add_body(spec, body, "a_")
    add_body(spec, body, "b_")
    model = spec.compile()
    assert model.nv == 2 * (6 + len(body.axes))
    a, b = (
        model.geom_contype[model.body("a_chest").geomadr[0]],
        model.geom_contype[model.body("b_chest").geomadr[0]],
    )
    assert a & b == 0


PLANAR = """<mujoco><worldbody><body name="t" pos="0 0 1">
  <joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><joint axis="0 1 0"/>
  <geom type="sphere" size="0.1"/>
  <body name="l" pos="0 0.1 0">
    <joint axis="0 -1 0"/><geom type="capsule" fromto="0 0 0 0 0 -.5" size="0.04"/>
  </body>
  <body name="r" pos="0 -0.1 0">
    <joint axis="0 -1 0"/><geom type="capsule" fromto="0 0 0 0 0 -.5" size="0.04"/>
  </body>
</body></worldbody></mujoco>"""
PLANAR_TOML = """
mjcf = "robot.xml"
roles = { t = ["pelvis", "upper_back"], l = ["left thigh", "left foot"], r = ["right thigh", "right foot"] }
gains = { default = { kp = 100, limit = 80 } }
root_servo = { kp = 100 }
"""


def test_planar_root(files):
    body = load_body(files(PLANAR, PLANAR_TOML))
    assert body.planar
    model, data = _model(body)
    place(model, data, body, body.starts["rest"], ground_height=lambda x, y: 0.0)
    assert data.joint("root.z").qpos[0] + 1 == pytest.approx(0.54, abs=1e-3)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('hips = "pelvis"', 'hip = "pelvis"', "did you mean 'hips'"),
        ('hips = "pelvis"', "", "no body has the role 'pelvis'"),
        ('hips = "pelvis"', 'thigh_L2 = "left toe"\nhips = "pelvis"', "did you mean 'thigh_L'"),
        ('"left shank"', '"shank"', "wrong side"),
        ('"left shank"', '"left shnk"', "did you mean 'shank'"),
        ('"left foot"', '"left toe"', "no left foot"),
        ("default = ", "defalt = ", "no gains for waist"),
        ("Hip = { kp = 300", "Hipp = { kp = 300", "no joint 'Hipp'"),
        ('mjcf = "robot.xml"', 'mjcf = "robo.xml"', "no such MJCF"),
        ("kp = 500", "kp = nan", "finite"),
    ],
)
def test_bad_wrapping_is_refused(files, old, new, words):
    assert old in TOML
    with pytest.raises(FootfallError, match=words):
        load_body(files(toml=TOML.replace(old, new)))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("<freejoint/>", "", "freejoint"),
        ("</mujoco>", "", "MuJoCo refuses"),
        ('size="0.1" mass="20"', 'size="1e20" mass="20"', "."),
        ('fromto="0 0 0 0 0 0.4" size="0.1"', 'fromto="0 0 0 0 0 1e6" size="0.1"', "cannot be"),
        ('size="0.1 0.05 0.02" mass="1"', 'size="0.1 2000 0.02" mass="1"', "cannot be"),
        ('mass="5"', 'mass="1e300"', "."),
        ('mass="5"', 'mass="1e9"', "mass cannot be 1e\\+09"),
        ('armature="0.02"', 'armature="1e30"', "."),
        ('<joint name="ankle_L" axis="0 1 0"/>', '<joint name="ankle_L" type="ball"/>', "no hinge"),
        (
            '<joint name="ankle_L" axis="0 1 0"/>',
            '<joint name="ankle_L" axis="0 1 0"/><joint name="again" axis="0 1 0.1"/>',
            "nearly one axis",
        ),
        (
            '<geom type="box" pos="0.05 0 -0.03" size',
            '<geom contype="0" conaffinity="0" type="box" size',
            "touch",
        ),
    ],
)
def test_bad_mjcf_is_refused(files, old, new, words):
    assert old in MJCF
    with pytest.raises(FootfallError, match=words):
        load_body(files(MJCF.replace(old, new)))


def test_meshes_beside_the_file_are_found(files, tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "tet.obj").write_text(
        "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
    )
    mjcf = MJCF.replace(
        'angle="degree"/>', 'angle="degree" meshdir="assets"/><asset><mesh file="tet.obj"/></asset>'
    )
    mjcf = mjcf.replace(
        '<geom type="sphere" size="0.12" mass="20"/>', '<geom type="mesh" mesh="tet" mass="20"/>'
    )
    model, _ = _model(load_body(files(mjcf)))
    assert model.nmesh == 1


@pytest.mark.parametrize("prefix", ["", "a_"])
def test_the_scene_can_be_saved_as_xml(files, prefix):
    spec = mujoco.MjSpec()
    add_body(spec, load_body(files()), prefix)
    model = spec.compile()
    again = mujoco.MjModel.from_xml_string(spec.to_xml())
    np.testing.assert_allclose(again.jnt_range, model.jnt_range, atol=1e-5)
    np.testing.assert_allclose(again.jnt_axis, model.jnt_axis)
    np.testing.assert_allclose(again.body_mass, model.body_mass)
    assert [again.joint(i).name for i in range(again.njnt)] == [
        model.joint(i).name for i in range(model.njnt)
    ]


@pytest.mark.parametrize(
    "large",
    [
        '<asset><hfield name="h" nrow="9999999" ncol="9999999" size="1 1 1 1"/></asset>',
        '<asset><texture name="t" type="2d" builtin="flat" width="60000" height="9"/></asset>',
        '<worldbody><replicate count="900"><replicate count="900"/></replicate></worldbody>',
        "<worldbody><composite type='grid' count='900 900 1' spacing='1'/></worldbody>",
    ],
)
def test_a_model_that_would_fill_the_memory_is_refused(files, large):
    with pytest.raises(FootfallError, match="too large"):
        load_body(files(mjcf=MJCF.replace("</mujoco>", f"{large}</mujoco>")))
