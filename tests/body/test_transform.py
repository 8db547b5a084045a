"""Bodies that are a little different."""

from __future__ import annotations

from dataclasses import replace

import mujoco
import pytest

from footfall.body import load_body
from footfall.body.transform import (
    PROPORTIONS,
    lopsided,
    scale_length,
    scale_mass,
    stretch,
    with_delay,
    with_limits,
    with_physics,
    with_solver,
)
from footfall.engine.scene import build_scene
from footfall.errors import ArgumentError
from footfall.studio.playback.proportions import SLIDERS
from footfall.world import World


def test_a_longer_body_is_as_heavy_and_as_much_higher() -> None:
    body = load_body("human")
    longer = scale_length(body, 1.2)
    assert longer.mass == body.mass
    heights = []
    for who in (body, longer):
        model = build_scene(((who, ""),), World()).model
        data = mujoco.MjData(model)
        mujoco.mj_forward(model, data)
        feet = [model.body(foot.model_name).id for foot in who.feet]
        heights.append(float(data.xpos[model.body("head").id, 2] - data.xpos[feet, 2].min()))
    assert heights[1] == pytest.approx(1.2 * heights[0])


def test_inertia_follows_the_square_of_the_length() -> None:
    body = load_body("planar7")
    longer = scale_length(body, 2.0)
    assert longer.links[1].inertia == pytest.approx([4 * i for i in body.links[1].inertia])


def test_another_solver_reaches_the_model() -> None:
    body = with_solver(load_body("planar7"), "CG", "pyramidal")
    model = build_scene(((body, ""),), World()).model
    assert model.opt.solver == mujoco.mjtSolver.mjSOL_CG
    assert model.opt.cone == mujoco.mjtCone.mjCONE_PYRAMIDAL


def test_a_body_knows_how_it_was_made() -> None:
    body = load_body("human")
    assert body.made == ()
    made = with_delay(scale_mass(scale_length(stretch(body, {"shins": 1.1, "arms": 1.0}), 0.9), 1.5), 0.01)
    assert made.made == ("shins × 1.1", "lengths × 0.9", "masses × 1.5", "delay 0.01 s")


def test_every_slider_is_a_proportion() -> None:
    assert tuple(SLIDERS) == PROPORTIONS


def test_a_lopsided_body_has_one_longer_leg_and_keeps_the_other() -> None:
    body = load_body("human")
    made = lopsided(body, "left", 1.1)
    for side, factor in (("l", 1.1), ("r", 1.0)):
        for name in ("Shin", "Foot"):
            old, new = body.part(side + name), made.part(side + name)
            assert old is not None and new is not None
            assert new.at == pytest.approx([factor * x for x in old.at])
            assert new.mass == pytest.approx(factor * old.mass)
    hips = [(body.part(s + "Thigh"), made.part(s + "Thigh")) for s in "lr"]
    assert all(old is not None and new is not None and old.at == new.at for old, new in hips)


def test_named_physics_replace_the_body_s_own() -> None:
    body = load_body("planar7")
    quick = replace(body.physics, timestep=0.002, jacobian="sparse")
    made = with_physics(replace(body, settings={"quick": quick}), "quick")
    model = build_scene(((made, ""),), World()).model
    assert model.opt.timestep == 0.002 and model.opt.jacobian == mujoco.mjtJacobian.mjJAC_SPARSE
    assert with_physics(body, "careful").physics == body.settings["careful"]
    alone = replace(body, settings={})
    assert with_physics(alone, "careful").physics == body.physics
    with pytest.raises(ArgumentError, match="no physics 'quik'"):
        with_physics(replace(body, settings={"quick": quick}), "quik")


def test_limits_of_torque_are_set_by_joint_on_both_sides_or_on_one() -> None:
    body = with_limits(load_body("planar17"), {"Hip": 400.0, "lKnee": 50.0})
    limits = {axis.joint: axis.limit for axis in body.axes}
    assert (limits["lHip"], limits["rHip"]) == (400.0, 400.0)
    assert (limits["lKnee"], limits["rKnee"]) == (50.0, 1000.0)
    assert "Hip at most 400 N m" in body.made[-1]


@pytest.mark.parametrize(
    ("limits", "said"),
    [({"Hipp": 1.0}, "'Hipp'"), ({"Hip": -1.0}, "no limit"), ({"Hip": float("nan")}, "nan")],
)
def test_limits_that_cannot_be_are_refused(limits: dict[str, float], said: str) -> None:
    with pytest.raises(ArgumentError, match=said):
        with_limits(load_body("planar17"), limits)
