"""A scene: a world and one or more bodies, compiled into one MuJoCo model, and where the bodies begin."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import mujoco
import numpy as np

from footfall.body import Body, Start, add_body, apply_physics, place
from footfall.body.data import body_data
from footfall.control.random import START, generator
from footfall.engine.actor import NOTHING, Actor, Watch
from footfall.engine.link.anatomy import Anatomy, anatomy
from footfall.engine.link.link import Linked, link
from footfall.errors import FootfallError
from footfall.quiet import keep_warnings
from footfall.script import Program
from footfall.world import World, add_world
from footfall.world.data import world_data

# Bytes for contacts and constraints, and besides for each thing that moves: a heap of boxes that overlap
# has 40 contacts each. An exhausted arena ends the process. Memory that is never used costs nothing.
_MEMORY, _MEMORY_EACH = 64 << 20, 1 << 20
MOST_THINGS = 400  # that move, in one world

keep_warnings()

Watcher = Callable[[Linked, Anatomy], Watch]


@dataclass(frozen=True)
class Scene:
    """A compiled model and what it was made of.

    Attributes:
        model: The model; the scene's own, since the kernel writes to it.
        xml: The same as MJCF, for people and other programs.
        world: The world.
        bodies: The bodies, with the prefix of each.
    """

    model: mujoco.MjModel
    xml: str
    world: World
    bodies: tuple[tuple[Body, str], ...]


def build_scene(bodies: tuple[tuple[Body, str], ...], world: World, dt: float | None = None) -> Scene:
    """Compile a world with bodies in it.

    Args:
        bodies: Each with the prefix of its names in the model.
        world: The world.
        dt: Time step in seconds; the first body's own when None.

    Raises:
        FootfallError: MuJoCo refuses the model, or too much moves in the world.
    """
    spec = mujoco.MjSpec()
    spec.modelname = "+".join(body.name for body, _ in bodies)
    moving = sum(not prop.fixed for prop in world.props)
    if moving > MOST_THINGS:
        raise FootfallError(
            f"the world has {moving} things that move, and {MOST_THINGS} are the most",
            help="let those that need not move be fixed",
        )
    spec.memory = _MEMORY + moving * _MEMORY_EACH
    apply_physics(spec, bodies[0][0].physics)
    if dt is not None:
        spec.option.timestep = dt
    # A diverged run must end with a reason, not start again from the reference pose.
    spec.option.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_AUTORESET)
    alone = len(bodies) == 1 and moving == 0 and world.balls is None
    if alone and bodies[0][0].physics.jacobian == "sparse":
        # One body is one island; to look for others takes a twentieth of a step.
        spec.option.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_ISLAND)
    try:
        add_world(spec, world, planar=bodies[0][0].planar)
        for body, prefix in bodies:
            add_body(spec, body, prefix)
            if world.friction is not None:
                _set_friction(spec, body, prefix, world.friction)
        model = spec.compile()
    except (ValueError, mujoco.FatalError) as error:
        raise FootfallError(f"MuJoCo refuses the model: {error}", where=bodies[0][0].path) from error
    return Scene(model, spec.to_xml(), world, bodies)


def forward(model: mujoco.MjModel, data: mujoco.MjData, where: str) -> None:
    """Work out positions, contacts and forces of a scene as it stands.

    Raises:
        FootfallError: MuJoCo cannot: there is an error that would end the process inside the kernel.
    """
    try:
        mujoco.mj_forward(model, data)
    except mujoco.FatalError as error:
        reason = str(error).splitlines()[0]
        help = "place the things of the world apart from each other and from the body"
        raise FootfallError(f"MuJoCo cannot simulate this scene: {reason}", where=where, help=help) from None


def _set_friction(spec: mujoco.MjSpec, body: Body, prefix: str, friction: float) -> None:
    names = {prefix + link.model_name for link in body.links}
    for geom in spec.geoms:
        if geom.parent.name in names:
            geom.friction[0] = friction


ANGLE_NOISE = 0.02  # rad
RATE_NOISE = 0.1  # rad/s
VELOCITY_NOISE = 0.05  # m/s, of the root
FAR_APART = 20.0  # m between bodies that have not been placed yet
FALL_SHARE = 0.5  # of the standing height of the centre of mass


def noisy(body: Body, start: Start, seed: int, actor: int = 0) -> Start:
    """A start drawn around another; the exact one for seed 0.

    Args:
        body: Whose joints are disturbed; angles stay within their limits.
        start: The start.
        seed: 0 for no noise.
        actor: Each actor of a scene draws its own.
    """
    if seed == 0:
        return start
    draw, much = generator(seed, START + 16 * actor), start.noise
    angles, rates = {}, {}
    for axis in body.axes:
        angle = start.angles.get(axis.name, axis.rest) + draw.normal(0.0, much * ANGLE_NOISE)
        low, high = (-np.inf, np.inf) if axis.low is None or axis.high is None else (axis.low, axis.high)
        angles[axis.name] = float(np.clip(angle, low, high))
        rates[axis.name] = float(start.rates.get(axis.name, 0.0) + draw.normal(0.0, much * RATE_NOISE))
    vx, vy, vz = (float(v + draw.normal(0.0, much * VELOCITY_NOISE)) for v in start.velocity)
    return replace(start, angles=angles, rates=rates, velocity=(vx, 0.0 if body.planar else vy, vz))


def lay_apart(model: mujoco.MjModel, data: mujoco.MjData, bodies: Sequence[tuple[Body, str]]) -> None:
    """Move bodies that have not been placed yet away from each other.

    A model has all of them at one place. Twenty bodies inside each other have thousands of contacts, and
    forces of these take minutes to find.
    """
    if len(bodies) == 1:
        return
    for k, (body, prefix) in enumerate(bodies):
        joint = model.joint(prefix + ("root.x" if body.planar else "root"))
        data.qpos[joint.qposadr[0]] = FAR_APART * (k + 1)


def fall_height(
    model: mujoco.MjModel, body: Body, prefix: str = "", others: Sequence[tuple[Body, str]] = ()
) -> float:
    """Half the height of the centre of mass of the body at rest, m; `others` are all bodies of the model."""
    data = mujoco.MjData(model)
    lay_apart(model, data, others)
    place(model, data, body, body.starts["rest"], prefix=prefix, ground_height=lambda x, y: 0.0)
    mujoco.mj_comPos(model, data)
    return FALL_SHARE * float(data.subtree_com[model.body(prefix + body.root.model_name).id, 2])


@dataclass(frozen=True, eq=False)
class Setting:
    """Bodies in a world.

    Attributes:
        bodies: Each with the prefix of its names in the model.
        world: Its pushes are those that a run begins with.
        dt: Time step, s; the first body's own when None.
    """

    bodies: tuple[tuple[Body, str], ...]
    world: World
    dt: float | None

    @cached_property
    def key(self) -> str:
        """Equal for Settings whose models are the same, in whatever process they were made."""
        names = ("path", "mjcf", "title")  # where it came from, not what it is
        bodies = [
            ({k: v for k, v in body_data(body).items() if k not in names}, prefix)
            for body, prefix in self.bodies
        ]
        plain = bodies, world_data(replace(self.world, pushes=())), self.dt
        return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Built:
    """A Setting, compiled: the model, its data, and an actor for each body."""

    setting: Setting
    scene: Scene
    data: mujoco.MjData
    actors: tuple[Actor, ...]


def build(setting: Setting, programs: Sequence[Program], watch: Watcher | None) -> Built:
    """Compile a model and link programs to its bodies.

    Args:
        setting: The bodies and their world.
        programs: What drives each body.
        watch: What is measured of the first.

    Raises:
        FootfallError: MuJoCo refuses the model, or a program does not fit its body.
    """
    scene = build_scene(setting.bodies, setting.world, setting.dt)
    data = mujoco.MjData(scene.model)
    lay_apart(scene.model, data, setting.bodies)
    forward(scene.model, data, programs[0].name)
    actors: list[Actor] = []
    for (body, prefix), program in zip(setting.bodies, programs, strict=True):
        parts = anatomy(scene.model, body, prefix)
        linked = link(program, parts)
        measured = watch(linked, parts) if watch and not actors else NOTHING
        actor = Actor(scene.model, data, parts, linked, setting.world, measured)
        actor.fall_height[0] = fall_height(scene.model, body, prefix, setting.bodies)
        actors.append(actor)
    return Built(setting, scene, data, tuple(actors))
