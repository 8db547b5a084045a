"""What scripts sense, against MuJoCo's own answers."""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np
import pytest

from footfall.engine.sim import Sim
from footfall.script import compile_text

pytestmark = pytest.mark.sim

# joints whose servo targets carry sensed numbers out of the kernel; any nine will do
OUT = ("lKnee", "rKnee", "lElbow", "rElbow", "lAnkle", "rAnkle", "lToe", "rToe", "lHip")


def sensing(senses: list[str], *, body: str = "human", stance: str = "l", **options: Any) -> Sim:
    """A Sim whose servo targets are the sensed values, times a factor that no kind of number minds."""
    assert len(senses) <= len(OUT)
    poses = ", ".join(f"{joint}(1 * ({sense}))" for joint, sense in zip(OUT, senses, strict=False))
    swap = "" if stance == "l" else "PHASE other\n TO only SWAP WHEN time >= 0;\n"
    return Sim(compile_text(f"SKILL test()\n{swap}PHASE only\n POSE {poses};\n"), body=body, **options)


def sensed(sim: Sim, n: int) -> np.ndarray:
    names = sim.actors[0].anatomy.dof_names
    return np.array([sim.actors[0].state.servo[names.index(f"{joint}.pitch"), 0] for joint in OUT[:n]])


def scatter(sim: Sim, yaw: float) -> None:
    """A random pose and motion, facing `yaw`."""
    draw = np.random.default_rng(3)
    sim.data.qpos[3:7] = np.cos(yaw / 2), 0.0, 0.0, np.sin(yaw / 2)
    mujoco.mj_integratePos(sim.model, sim.data.qpos, draw.normal(0.0, 0.15, sim.model.nv), 1.0)
    sim.data.qvel[:] = draw.normal(0.0, 0.8, sim.model.nv)
    mujoco.mj_forward(sim.model, sim.data)


def heading(sim: Sim) -> float:
    m = sim.data.xmat[sim.model.body("pelvis").id]
    return float(np.arctan2(-m[1], m[4]))


def in_heading(sim: Sim, velocity: np.ndarray) -> np.ndarray:
    yaw = heading(sim)
    turn = np.array([[np.cos(yaw), np.sin(yaw), 0], [-np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
    return turn @ velocity


@pytest.mark.parametrize("yaw", [0.0, 2.2])
def test_centre_of_mass(yaw: float) -> None:
    sim = sensing(["com.x", "com.y", "com.height", "com.speed", "com.side", "com.rise"])
    scatter(sim, yaw)
    mujoco.mj_subtreeVel(sim.model, sim.data)
    root = sim.model.body("pelvis").id
    com = sim.data.subtree_com[root].copy()
    velocity = in_heading(sim, sim.data.subtree_linvel[root])
    sim.step(1)
    np.testing.assert_allclose(sensed(sim, 6), [*com, *velocity], atol=1e-9)


@pytest.mark.parametrize("part", ["lFoot", "trunk", "rForearm"])
def test_a_parts_centre(part: str) -> None:
    sim = sensing([f"{part}.{a}" for a in ("x", "y", "height", "speed", "side", "rise", "pitchrate")])
    scatter(sim, 1.3)
    body = sim.model.body(sim.bodies[0].part(part).model_name).id
    spin = np.zeros(6)
    # at the centre of mass (mjOBJ_BODY), in world axes; angular first
    mujoco.mj_objectVelocity(sim.model, sim.data, mujoco.mjtObj.mjOBJ_BODY, body, spin, 0)
    place, velocity = sim.data.xipos[body].copy(), in_heading(sim, spin[3:])
    rate = in_heading(sim, spin[:3])[1]
    sim.step(1)
    np.testing.assert_allclose(sensed(sim, 7), [*place, *velocity, rate], atol=1e-9)


@pytest.mark.parametrize(("stance", "to_swing"), [("l", -1.0), ("r", 1.0)])
@pytest.mark.parametrize("thing", ["com", "pelvis"])
def test_from_the_stance_ankle(thing: str, stance: str, to_swing: float) -> None:
    """Sideways distance and speed count towards the swing side, so that one number serves both legs."""
    sim = sensing([f"{thing}.{a}" for a in ("ahead", "aside", "drift")], stance=stance)
    scatter(sim, 1.3)
    mujoco.mj_subtreeVel(sim.model, sim.data)
    root = sim.model.body("pelvis").id
    if thing == "com":
        place, velocity = sim.data.subtree_com[root], sim.data.subtree_linvel[root]
    else:
        spin = np.zeros(6)
        mujoco.mj_objectVelocity(sim.model, sim.data, mujoco.mjtObj.mjOBJ_BODY, root, spin, 0)
        place, velocity = sim.data.xipos[root], spin[3:]
    ankle = sim.data.xanchor[sim.model.joint(f"{stance}Ankle.pitch").id]
    ahead, left, _ = in_heading(sim, place - ankle)
    expected = [ahead, to_swing * left, to_swing * in_heading(sim, velocity)[1]]
    sim.step(1)
    np.testing.assert_allclose(sensed(sim, 3), expected, atol=1e-9)


@pytest.mark.parametrize(
    ("part", "roll_sign", "yaw_sign"),
    [("lThigh", 1, 1), ("rThigh", -1, -1), ("trunk", -1, 1), ("pelvis", -1, 1)],
)
def test_a_parts_angles(part: str, roll_sign: int, yaw_sign: int) -> None:
    sim = sensing([f"{part}.pitch", f"{part}.roll", f"{part}.yaw"])
    scatter(sim, 0.8)
    m = sim.data.xmat[sim.model.body(sim.bodies[0].part(part).model_name).id].reshape(3, 3)
    turn = np.arctan2(-m[0, 1], m[1, 1])
    limb = part[1:] == "Thigh"
    expected = [
        np.arctan2(-m[2, 0], m[2, 2]),  # forward lean
        roll_sign * np.arcsin(m[2, 1]),  # m[2, 1] > 0: the left side is up, the top leans right
        yaw_sign * (turn - heading(sim)) if limb else turn,
    ]
    sim.step(1)
    np.testing.assert_allclose(sensed(sim, 3), expected, atol=1e-9)


def test_signs_in_words() -> None:
    """Lean left, turn left, thigh outwards: all positive."""
    sim = sensing(["trunk.roll", "trunk.yaw", "lThigh.roll", "rThigh.roll"])
    names = sim.actors[0].anatomy.dof_names
    for axis in ("waist.roll", "waist.yaw", "lHip.roll", "rHip.roll"):
        sim.data.qpos[names.index(axis) + 1] = 0.2
    mujoco.mj_forward(sim.model, sim.data)
    left_knee, right_knee = (sim.data.xpos[sim.model.body(n).id, 1] for n in ("lShank", "rShank"))
    head = sim.data.xpos[sim.model.body("head").id, 1]
    assert left_knee > 0.12 and right_knee < -0.12 and head > 0.02
    sim.step(1)
    assert np.all(sensed(sim, 4) > 0.1)


def test_joints() -> None:
    sim = sensing(["lHip", "lHip.roll", "lHip.yaw", "lHip.rate", "rKnee"])
    scatter(sim, 0.0)
    names = sim.actors[0].anatomy.dof_names
    pitch, roll, yaw, knee = (names.index(a) for a in ("lHip.pitch", "lHip.roll", "lHip.yaw", "rKnee.pitch"))
    q, v = sim.data.qpos.copy(), sim.data.qvel.copy()
    sim.step(1)
    np.testing.assert_allclose(sensed(sim, 5), [q[pitch + 1], q[roll + 1], q[yaw + 1], v[pitch], q[knee + 1]])


@pytest.mark.parametrize("stance", ["l", "r"])
def test_swing_and_stance_names_follow_the_side(stance: str) -> None:
    sim = sensing(["stKnee", "swKnee", "stFoot.x", "swFoot.x"], stance=stance)
    scatter(sim, 0.0)
    swing = "r" if stance == "l" else "l"
    names = sim.actors[0].anatomy.dof_names
    knees = [sim.data.qpos[names.index(f"{s}Knee.pitch") + 1] for s in (stance, swing)]
    feet = [sim.data.xipos[sim.model.body(f"{s}Foot").id, 0] for s in (stance, swing)]
    sim.step(1)
    np.testing.assert_allclose(sensed(sim, 4), [*knees, *feet], atol=1e-12)


@pytest.mark.parametrize("ground", ["slope:10", "steps:0.05=0.3", "profile:-1=0,1=0.4", "bumps:0.2"])
def test_heights_are_above_the_ground_below(ground: str) -> None:
    sim = sensing(["com.height", "lFoot.height", "rHip"], world=ground)
    sim.data.qpos[0] += 1.3
    sim.data.qpos[1] += 0.4
    mujoco.mj_forward(sim.model, sim.data)
    points = sim.data.subtree_com[sim.model.body("pelvis").id], sim.data.xipos[sim.model.body("lFoot").id]
    expected = [p[2] - sim.world.ground.height(p[0], p[1]) for p in points]
    sim.step(1)
    np.testing.assert_allclose(sensed(sim, 2), expected, atol=1e-9)
    assert abs(sim.world.ground.height(1.3, 0.4)) > 0.01
