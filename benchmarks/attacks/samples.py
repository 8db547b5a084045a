"""Models as people write them, with tables of roles: one in space, one in a plane, one like gymnasium's."""

from __future__ import annotations

_LEG = """
      <body name="thigh_{s}" pos="0 {y} 0">
        {roll}<joint name="hip_{s}" axis="0 {a} 0" range="-60 110"/>
        <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.05" mass="5"/>
        <body name="shin_{s}" pos="0 0 -0.4">
          <joint axis="0 {a} 0" range="-140 0"/>
          <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.04" mass="3"/>
          <body name="foot_{s}" pos="0 0 -0.4">
            {ankle}
            <geom type="box" pos="0.05 0 -0.03" size="0.1 0.05 0.02" mass="1"/>
          </body>
        </body>
      </body>"""
_FRAME = """<mujoco>
  <compiler angle="degree"/>
  <default><joint damping="3" armature="0.02"/><geom rgba="0.5 0.6 0.7 1"/></default>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body name="hips" pos="1 {y} 1">
      {root}
      <geom type="sphere" size="0.12" mass="20"/>
      <body name="chest" pos="0 0 0.15">
        <joint name="lean" axis="0 1 0" range="-30 40"/>
        <geom type="capsule" fromto="0 0 0 0 0 0.4" size="0.1" mass="20"/>
      </body>{legs}
    </body>
  </worldbody>
  <actuator><position joint="hip_L" kp="1000"/></actuator>
  <sensor><jointpos joint="hip_L"/></sensor>
</mujoco>
"""
_ROLES = """mjcf = "robot.xml"
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
rKnee = { kp = 222, limit = 99, rest = 0.2 }
[start.rest]
angles = { Knee = 0.3, Hip = -0.15, Ankle = -0.15 }
"""


def _legs(roll: bool, ankles: bool, aside: float) -> str:
    legs = ""
    for s, y in (("L", aside), ("R", -aside)):
        hinge = f'<joint name="hip_x_{s}" axis="1 0 0" range="-45 45"/>' if roll else ""
        ankle = f'<joint name="ankle_{s}" axis="0 1 0"/>' if ankles else ""
        legs += _LEG.format(s=s, y=y, a=-1, roll=hinge, ankle=ankle)
    return legs


_SPATIAL = _FRAME.format(y=2, root="<freejoint/>", legs=_legs(True, True, 0.1))
_PLANE_ROOT = (
    '<joint name="rx" type="slide" axis="1 0 0"/><joint name="rz" type="slide" axis="0 0 1"/>'
    '<joint name="ry" axis="0 1 0"/>'
)
_PLANAR = _FRAME.format(y=0, root=_PLANE_ROOT, legs=_legs(False, True, 0.0))
_NO_ANKLE = _FRAME.format(y=0, root="<freejoint/>", legs=_legs(True, False, 0.1))
_STIFF_ROLES = _ROLES.replace(", Ankle = -0.15", "")

MODELS: tuple[tuple[str, str], ...] = ((_SPATIAL, _ROLES), (_PLANAR, _ROLES), (_NO_ANKLE, _STIFF_ROLES))
