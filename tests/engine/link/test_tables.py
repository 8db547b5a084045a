"""Index tables: what a body lacks is skipped or refused by name, and nothing points outside."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from footfall.body import load_body
from footfall.control.columns import ACT_REFS
from footfall.control.opcodes import STEP_TRIM_GAIN
from footfall.engine.kernel.ends import DIVERGED
from footfall.engine.link.link import link
from footfall.engine.link.tables import check_tables
from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.script import compile_text

# pytest resets the filter that the body's module sets.
pytestmark = [pytest.mark.sim, pytest.mark.filterwarnings("ignore:Attaching a spec")]

LEG = """
      <body name="thigh_{s}" pos="0 {y} 0">
        {hip}
        <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.05" mass="5"/>
        <body name="shin_{s}" pos="0 0 -0.4">
          <joint name="knee_{s}" axis="0 1 0" range="0 140"/>
          <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.04" mass="3"/>
          <body name="foot_{s}" pos="0 0 -0.4">
            <geom type="box" pos="0.05 0 -0.03" size="0.1 0.05 0.02" mass="1"/>
          </body>
        </body>
      </body>"""
MJCF = """
<mujoco><compiler angle="degree"/><worldbody><body name="hips" pos="0 0 1"><freejoint/>
  <geom type="sphere" size="0.12" mass="30"/>{legs}
</body></worldbody></mujoco>"""
TOML = """
mjcf = "robot.xml"
[roles]
hips = "pelvis"
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
"""
HIP = '<joint name="hip_{s}" axis="0 1 0" range="-60 110"/>'


def wrapped(folder: Path, hip: str = HIP) -> Path:
    """A body whose feet are part of its shins, as gymnasium's humanoid has them."""
    legs = [LEG.format(s=s, y=y, hip=hip.format(s=s)) for s, y in (("L", 0.1), ("R", -0.1))]
    (folder / "robot.xml").write_text(MJCF.format(legs="".join(legs)))
    (folder / "robot.toml").write_text(TOML)
    return folder / "robot.toml"


NEEDS_ANKLES = [
    "VPD swThigh(-.5).by(swHip).feedback(.5, .2).lateral(.5, .2);",
    "VPD pelvis(0).close(stHip, shared).grip(.2, 1);",
    "POSE stHip(0).feedback(.5, .2);",
    "STEP swFoot(.5); DRIVE stFoot(.5); LEARN pelvis(.1);",
    "POSE stHip(com.ahead), swHip(trunk.aside);",
    "IK swFoot.local(.1, 0, -.6).base(swHip); VFFB pelvis(100, 10).by(stKnee).over(hips);",
]


@pytest.mark.parametrize("statements", NEEDS_ANKLES)
@pytest.mark.parametrize("hip", [HIP, ""], ids=["hips", "no hips"])
def test_a_body_without_ankles_runs_what_it_can(statements: str, hip: str, tmp_path: Path) -> None:
    body = load_body(str(wrapped(tmp_path, hip)))
    program = compile_text(f"SKILL s()\nPHASE a LASTS .3\n{statements}\nTO a SWAP WHEN time > .3;")
    sim = Sim(program, body=body)
    sim.step(800)
    assert sim.tick == 800 and sim.actors[0].state.verdict[0] != DIVERGED
    assert np.isfinite(sim.data.qpos).all()


def test_the_ankle_is_the_foot_where_there_is_no_joint(tmp_path: Path) -> None:
    program = compile_text("SKILL s()\nPHASE a\nPOSE stHip(com.ahead);")
    sim = Sim(program, body=load_body(str(wrapped(tmp_path))))
    sim.step(1)
    foot = sim.model.body("foot_L").id
    ahead = sim.actors[0].state.com[0] - sim.data.xipos[foot, 0]
    assert sim.actors[0].state.servo[sim.model.joint("hip_L").dofadr[0], 0] == pytest.approx(ahead, abs=1e-3)


def test_a_step_without_hips_is_skipped_with_a_note(tmp_path: Path) -> None:
    program = compile_text("SKILL s()\nPHASE a\nSTEP swFoot(.5);")
    sim = Sim(program, body=load_body(str(wrapped(tmp_path, ""))))
    assert any("left hip joint" in note and "STEP" in note for note in sim.notes)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("STEP trunk(.5);", "needs a foot"),
        ("DRIVE lHand(.5);", "needs a foot"),
        ("VPD pelvis(0).close(waist);", "through a leg"),
        ("VPD pelvis(0).close(neck2head, shared);", "through a leg"),
    ],
)
def test_a_statement_on_the_wrong_part_is_refused_with_its_line(statement: str, message: str) -> None:
    with pytest.raises(FootfallError, match=message) as caught:
        Sim(compile_text(f"SKILL s()\nPHASE a\n{statement}\n"), body="human")
    assert ":3:" in caught.value.where


def test_grasp_needs_a_hand() -> None:
    text = "SKILL s()\nPROP crate.box(.4, .4, .4).at(2, 0, .2).mass(10)\nPHASE a\nGRASP lFoot(crate);\n"
    with pytest.raises(FootfallError, match="needs a hand"):
        Sim(compile_text(text), body="human")


BROKEN = [
    ("leg_joints", (0, 0), 99),
    ("joint_dof", (1, 2), -2),
    ("joint_main", (0,), -1),
    ("part_body", (3,), 10_000),
    ("ankle_place", (1,), 999),
    ("geom_part", (0,), -3),
    ("phases", (0, 5), 10_000),
    ("phases", (0, 8), 7),
    ("transitions", (0, 3), 50),
    ("transitions", (0, 2), -1),
    ("code", (0, 1), 1 << 20),
    ("code", (0, 2), -5),
    ("units", (0, 0), 44),
    ("senses", (0, 0, 0), 77),
    ("acts", (0, 0, 4), 1 << 20),
    ("acts", (0, 0, ACT_REFS), 500),
    ("acts", (0, 0, 0), 63),
    ("gimbals", (0, 1), 4000),
    ("layout", (5,), 1 << 20),
]


@pytest.mark.parametrize(("name", "at", "value"), BROKEN, ids=[f"{b[0]}{b[1]}" for b in BROKEN])
def test_a_table_that_points_outside_is_named(name: str, at: tuple[int, ...], value: int) -> None:
    actor = Sim("simbicon/walk3d").actors[0]
    check_tables(actor.arrays, actor.anatomy, actor.linked)
    arrays = actor.arrays | {name: actor.arrays[name].copy()}
    arrays[name][at] = value
    with pytest.raises(FootfallError, match=name):
        check_tables(arrays, actor.anatomy, actor.linked)


def test_a_needed_register_may_not_be_absent() -> None:
    actor = Sim("simbicon/walk3d").actors[0]
    linked = link(actor.linked.program, actor.anatomy)
    linked.arrays["acts"][:, :, 4] = -1  # the angle of every POSE and VPD
    with pytest.raises(FootfallError, match="without angle"):
        check_tables(actor.arrays | linked.arrays, actor.anatomy, linked)


def test_what_a_statement_leaves_out_may_not_be_absent() -> None:
    sim = Sim(compile_text("SKILL a()\nPHASE x\n  STEP swFoot(.7);\n"), body="human")
    linked, arrays = sim.actors[0].linked, dict(sim.actors[0].arrays)
    check_tables(arrays, sim.actors[0].anatomy, linked)
    arrays["acts"] = arrays["acts"].copy()
    arrays["acts"][:, 0, STEP_TRIM_GAIN] = -1
    with pytest.raises(FootfallError, match="STEP without trim"):
        check_tables(arrays, sim.actors[0].anatomy, linked)
