"""Small scenes in which the torques of one tick can be worked out by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import FunctionType, SimpleNamespace
from typing import Any

import mujoco
import numpy as np
import pytest

from footfall.control.columns import ACT_ARGS, ACT_COLUMNS, ACT_REFS, SCALE_LEG, SCALE_WEIGHT
from footfall.engine.link.link import arg_columns
from footfall.engine.sim import Sim
from footfall.script import compile_text
from footfall.script.statements import BY_WORD, opcodes
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


@pytest.fixture(scope="session")
def linked() -> Callable[[Sim, str], np.ndarray]:
    """``linked(sim, "step")``: the first statement of a primitive, as the kernel reads it."""

    def find(sim: Sim, op: str) -> np.ndarray:
        acts = sim.actors[0].arrays["acts"][0]
        return np.array(acts[np.flatnonzero(acts[:, 0] == opcodes()[op])[0]])

    return find


@pytest.fixture(scope="session")
def plain() -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """``plain(primitive)``: the primitive and all it calls as Python: no compiling, any kind of context."""
    made: dict[Any, Any] = {}

    def twin(primitive: Any) -> Any:
        if not hasattr(primitive, "py_func"):
            return primitive  # NUMBA_DISABLE_JIT=1: it is plain already
        if primitive not in made:
            function = primitive.py_func
            names: dict[str, Any] = {}
            made[primitive] = FunctionType(
                function.__code__, names, function.__name__, function.__defaults__, function.__closure__
            )
            names.update(
                {k: twin(v) if hasattr(v, "py_func") else v for k, v in function.__globals__.items()}
            )
        return made[primitive]

    return twin


@dataclass
class Scene:
    """A body in a pose and motion of its own, and its Context as plain copies that tests may change.

    Attributes:
        sim: The body, with everything that MuJoCo works out from the pose.
        c: The Context of plain primitives.
    """

    sim: Sim
    c: SimpleNamespace

    def say(self, given: dict[int, float], word: str = "") -> None:
        """Make statement 0 of both sides: arguments by value, references as they are.

        The rest is absent, or what the statement of a word has where it is left out.
        """
        self.c.acts = np.full((2, 1, ACT_COLUMNS), -1, np.int32)
        self.c.scratch = np.zeros((1, max(16, self.c.scratch.shape[1])))
        self.c.reg = np.zeros(ACT_REFS + 1)
        for column, value in {**(self.defaults(word) if word else {}), **given}.items():
            if ACT_ARGS <= column < ACT_REFS:
                self.c.reg[column] = value
                self.c.acts[:, 0, column] = column
            else:
                self.c.acts[:, 0, column] = int(value)

    def defaults(self, word: str) -> dict[int, float]:
        """What the arguments of a statement are when they are left out, by column."""
        share = {"": 1.0, "leg": self.c.scale[SCALE_LEG], "weight": self.c.scale[SCALE_WEIGHT]}
        return {
            column: arg.default * float(share[arg.of])
            for arg, column, _ in arg_columns(BY_WORD[word])
            if arg.default is not None
        }

    def chain(self, *joints: tuple[str, int]) -> int:
        """Make the one chain of joints, from the part on, each with its sign; returns its number."""
        self.c.path_start = np.array([0, len(joints)], np.int32)
        self.c.path_joint = np.array([self.joint(name) for name, _ in joints], np.int32)
        self.c.path_sign = np.array([sign for _, sign in joints], np.int32)
        return 0

    def joint(self, name: str) -> int:
        """Index of a joint among the body's."""
        return self.sim.actors[0].anatomy.joint(name)

    def part(self, name: str) -> int:
        """Index of a part."""
        return self.sim.actors[0].anatomy.part(name)

    def dof(self, axis: str) -> int:
        """Index of an axis such as lHip.pitch among MuJoCo's degrees of freedom."""
        return self.sim.actors[0].anatomy.dof_names.index(axis)

    def body(self, part: str) -> int:
        """Index of a part among MuJoCo's bodies."""
        return int(self.c.part_body[self.part(part)])

    def anchor(self, axis: str) -> np.ndarray:
        """World place of a hinge."""
        return np.array(self.sim.data.xanchor[self.sim.model.dof_jntid[self.dof(axis)]])

    def axis(self, axis: str) -> np.ndarray:
        """World direction of a hinge."""
        return np.array(self.sim.data.xaxis[self.sim.model.dof_jntid[self.dof(axis)]])

    def moves(self, point: np.ndarray, body: int) -> np.ndarray:
        """(3, nv) MuJoCo's own Jacobian of a world point that moves with a body."""
        jacobian = np.zeros((3, self.sim.model.nv))
        mujoco.mj_jac(self.sim.model, self.sim.data, jacobian, None, point, body)
        return jacobian

    @property
    def com(self) -> np.ndarray:
        """The centre of mass, world."""
        return np.array(self.sim.data.subtree_com[self.c.root_body[0]])

    @property
    def velocity(self) -> np.ndarray:
        """The centre of mass' velocity, world, by MuJoCo."""
        mujoco.mj_subtreeVel(self.sim.model, self.sim.data)
        return np.array(self.sim.data.subtree_linvel[self.c.root_body[0]])

    @property
    def yaw(self) -> float:
        """The pelvis' facing, rad."""
        m = self.sim.data.xmat[self.c.root_body[0]]
        return 0.0 if self.sim.bodies[0].planar else float(np.arctan2(-m[1], m[4]))

    def ahead(self, vector: np.ndarray) -> np.ndarray:
        """A world vector as (forward, left, up)."""
        cos, sin = np.cos(self.yaw), np.sin(self.yaw)
        return np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]]) @ vector

    def world(self, forward: float, left: float, up: float = 0.0) -> np.ndarray:
        """(forward, left, up) as a world vector."""
        cos, sin = np.cos(self.yaw), np.sin(self.yaw)
        return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]]) @ np.array([forward, left, up])


@pytest.fixture(scope="session")
def _posed() -> Callable[[str, float], Sim]:
    @cache
    def pose(body: str, yaw: float) -> Sim:
        sim = Sim(compile_text("SKILL test()\nPHASE only\n"), body=body, start="rest")
        draw = np.random.default_rng(7)
        if not sim.bodies[0].planar:
            sim.data.qpos[3:7] = np.cos(yaw / 2), 0.0, 0.0, np.sin(yaw / 2)
        mujoco.mj_integratePos(sim.model, sim.data.qpos, draw.normal(0.0, 0.15, sim.model.nv), 1.0)
        sim.data.qvel[:] = draw.normal(0.0, 0.5, sim.model.nv)
        mujoco.mj_forward(sim.model, sim.data)
        return sim

    return pose


@pytest.fixture
def scene(_posed: Callable[[str, float], Sim]) -> Callable[..., Scene]:
    """``scene(body, yaw)``: a Scene of a scattered pose, facing roughly `yaw`."""

    def make(body: str = "human", yaw: float = 0.8) -> Scene:
        sim = _posed(body, yaw)
        made = Scene(sim, SimpleNamespace(**{k: v.copy() for k, v in sim.actors[0].arrays.items()}))
        made.c.com[:] = made.com
        made.c.com_velocity[3] = 0.0
        made.c.tau[:] = made.c.damp[:] = 0.0
        return made

    return make
