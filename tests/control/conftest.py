"""Small scenes in which the torques of one tick can be worked out by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from footfall.engine.sim import Sim
from footfall.script import compile_text
from footfall.world import World

WEIGHTLESS = World(gravity=(0.0, 0.0, 0.0))


@pytest.fixture
def floating() -> Callable[..., Sim]:
    """``floating(phase_text, body)``: a body 5 m up without gravity, running that one phase."""

    def make(statements: str, body: Any, **options: Any) -> Sim:
        program = compile_text(f"SKILL test()\nPHASE only\n{statements}\n")
        sim = Sim(program, body=body, world=WEIGHTLESS, **options)
        sim.data.qpos[1 if sim.bodies[0].planar else 2] += 5.0
        return sim

    return make


@pytest.fixture
def dof() -> Callable[[Sim, str], int]:
    """``dof(sim, "lHip.pitch")``: the axis' index among MuJoCo's degrees of freedom."""

    def find(sim: Sim, axis: str) -> int:
        return sim.actors[0].anatomy.dof_names.index(axis)

    return find
