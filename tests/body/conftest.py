"""Models of bodies on flat ground."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import mujoco
import pytest

from footfall.body import Body, add_body, apply_physics, body_names, load_body
from footfall.world import World, add_world


@dataclass(frozen=True)
class Stage:
    """A body alone in a world."""

    body: Body
    model: mujoco.MjModel
    data: mujoco.MjData

    def joint(self, name: str) -> int:
        """Address in qpos of a hinge."""
        return int(self.model.joint(name).qposadr[0])

    def position(self, link: str) -> list[float]:
        """Where a link's origin is, after bringing positions up to date."""
        mujoco.mj_kinematics(self.model, self.data)
        return list(self.data.body(link).xpos)


def make_stage(body: Body, world: World | None = None) -> Stage:
    spec = mujoco.MjSpec()
    apply_physics(spec, body.physics)
    add_world(spec, world or World())
    add_body(spec, body)
    model = spec.compile()
    return Stage(body, model, mujoco.MjData(model))


@pytest.fixture
def stage() -> Callable[..., Stage]:
    return make_stage


@pytest.fixture(params=body_names())
def any_body(request: pytest.FixtureRequest) -> Body:
    return load_body(request.param)


@pytest.fixture
def human() -> Stage:
    return make_stage(load_body("human"))


@pytest.fixture
def planar7() -> Stage:
    return make_stage(load_body("planar7"))
