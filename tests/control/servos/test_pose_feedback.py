"""Eq. (4): any joint's POSE may carry gains on where the body is and how fast it goes, in 2D and 3D."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import mujoco
import numpy as np
import pytest

from footfall.engine.sim import Sim
from footfall.script import compile_text

pytestmark = pytest.mark.sim

CD, CV, LATERAL_CD, LATERAL_CV = 0.7, 0.4, 0.5, 0.3


def targets(sim: Sim, joint: str) -> dict[str, float]:
    """A joint's servo targets after one more tick, by axis."""
    sim.step(1)
    actor = sim.actors[0]
    names = {n: d for d, n in enumerate(actor.anatomy.dof_names) if n.startswith(joint + ".")}
    return {name.partition(".")[2]: float(actor.state.servo[d, 0]) for name, d in names.items()}


def anchor(sim: Sim, joint: str) -> np.ndarray:
    axes = next(j for j in sim.bodies[0].joints if j.name == joint).axes
    return sim.data.xanchor[sim.model.joint(axes[-1].model_name).id].copy()


def place(sim: Sim, name: str) -> np.ndarray:
    """A joint's anchor, a part's centre, the hips' middle or the centre of mass, world."""
    if name == "hips":
        return 0.5 * (anchor(sim, "lHip") + anchor(sim, "rHip"))
    if name == "com":
        return sim.data.subtree_com[int(sim.actors[0].arrays["root_body"][0])].copy()
    if sim.bodies[0].part(name) is not None:
        return sim.data.xipos[sim.model.body(sim.bodies[0].part(name).model_name).id].copy()
    return anchor(sim, name)


def moved(floating: Callable[..., Sim], statement: str, body: str) -> Sim:
    """A body in a pose of its own that drifts forwards, and in 3D to the left."""
    sim = floating(statement, body, start="rest")
    rng = np.random.default_rng(3)
    first = 3 if body == "planar7" else 7
    sim.data.qpos[first:] += 0.1 * rng.random(sim.model.nq - first)
    sim.data.qvel[:2] = (0.5, 0.0) if body == "planar7" else (0.5, 0.3)
    mujoco.mj_forward(sim.model, sim.data)
    return sim


@pytest.mark.parametrize("body", ["planar7", "human"])
@pytest.mark.parametrize("joint", ["lAnkle", "rAnkle", "rKnee", "lHip"])
@pytest.mark.parametrize(
    ("what", "over", "clauses"),
    [
        ("hips", "stance", ""),
        ("com", "stance", ".of(com)"),
        ("hips", "rAnkle", ".over(rAnkle)"),
        ("com", "lFoot", ".of(com).over(lFoot)"),
    ],
)
def test_sagittal_gains_work_on_any_joint(
    floating: Callable[..., Sim], body: str, joint: str, what: str, over: str, clauses: str
) -> None:
    sim = moved(floating, f"POSE {joint}(.2).feedback({CD}, {CV}){clauses};", body)
    stance = "lAnkle" if sim.actors[0].state.frame_side[0] == 0 else "rAnkle"
    d = (place(sim, what) - place(sim, stance if over == "stance" else over))[0]
    got = targets(sim, joint)["pitch"]
    assert abs(d) > 0.002
    assert got == pytest.approx(0.2 + CD * d + CV * 0.5, abs=0.002)


@pytest.mark.parametrize(
    ("joint", "sign"), [("lAnkle", 1.0), ("rAnkle", -1.0), ("lHip", 1.0), ("rHip", -1.0), ("waist", 1.0)]
)
def test_lateral_gains_turn_every_joint_the_same_way_in_the_world(
    floating: Callable[..., Sim], joint: str, sign: float
) -> None:
    sim = moved(
        floating, f"POSE {joint}(0).roll(.1).lateral({LATERAL_CD}, {LATERAL_CV}).over(rAnkle);", "human"
    )
    d = (place(sim, "hips") - place(sim, "rAnkle"))[1]
    got = targets(sim, joint)
    assert got["roll"] == pytest.approx(0.1 + sign * (LATERAL_CD * d + LATERAL_CV * 0.3), abs=0.002)
    assert got["pitch"] == 0.0  # nothing was said about it


def test_the_stance_ankle_is_the_one_of_the_side(floating: Callable[..., Sim]) -> None:
    """Without `.over`, d is measured from the stance ankle, whichever joint carries the gains."""
    sim = moved(floating, f"POSE swKnee(.3).feedback({CD}, 0);", "planar7")
    side = int(sim.actors[0].state.frame_side[0])
    sim.actors[0].state.frame_side[0] = 1 - side
    stance, swing = ("rAnkle", "l") if side == 0 else ("lAnkle", "r")
    d = (place(sim, "hips") - place(sim, stance))[0]
    assert targets(sim, f"{swing}Knee")["pitch"] == pytest.approx(0.3 + CD * d, abs=0.002)


QUIET = (Path(__file__).parents[3] / "docs" / "examples" / "quiet.skill").read_text()


@pytest.mark.long
@pytest.mark.parametrize("push", [{}, {"forward": -120.0}, {"left": 110.0}])
def test_ankles_alone_stand_quietly_in_3d(push: dict[str, float]) -> None:
    sim = Sim(compile_text(QUIET))
    if push:
        sim.push(seconds=0.1, time=1.0, **push)
    rec = sim.run(6)
    assert rec.end == "time" and np.abs(rec.qvel[-1]).max() < 0.2
    still = Sim(compile_text(QUIET), set={"cd": 0.0, "cv": 0.0})
    assert still.run(6).end == "fell"  # it is the feedback that holds it


@pytest.mark.long
def test_ankles_alone_stand_quietly_in_2d() -> None:
    text = "SKILL quiet(cd = 4, cv = 1)\nPHASE stand\n POSE lAnkle(0).feedback(cd, cv).of(com).over(feet);\n"
    text += " POSE rAnkle(0).feedback(cd, cv).of(com).over(feet);\n"
    sim = Sim(compile_text(text), body="planar7", start="rest")
    sim.push(forward=60, seconds=0.1, time=1.0)
    rec = sim.run(6)
    assert rec.end == "time" and np.abs(rec.qvel[-1]).max() < 0.2
