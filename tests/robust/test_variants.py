"""Bodies that are a little different."""

from __future__ import annotations

import mujoco
import pytest

from footfall.body import load_body
from footfall.engine.scene import build_scene
from footfall.robust.variants import scale_length, with_solver
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
