"""What a Sim's model and actors are made of, and how they are built from it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import mujoco

from footfall.body import Body, load_body, scale_mass, with_physics
from footfall.body.data import body_data
from footfall.engine.actor import Actor
from footfall.engine.anatomy import Anatomy, anatomy
from footfall.engine.link import Linked, link
from footfall.engine.scene import Scene, build_scene, settle
from footfall.engine.starts import fall_height
from footfall.engine.watch import NOTHING, Watch
from footfall.errors import FootfallError
from footfall.script import Program, compile_skill
from footfall.script.props import prop_specs
from footfall.world import World, parse_ground, prop_of
from footfall.world.data import world_data

Watcher = Callable[[Linked, Anatomy], Watch]


@dataclass(frozen=True)
class Cast:
    """One actor of a Sim, as asked for.

    Attributes:
        skill: A library name, a path, or a compiled Program.
        body: A name, a path, or a Body; the skill's own when None.
        start: A named start; the skill's own, else "rest", when None.
        at: Where it stands on the ground, (x, y) in metres.
        set: Values of the skill's parameters.
    """

    skill: str | Program
    body: str | Body | None = None
    start: str | None = None
    at: tuple[float, float] = (0.0, 0.0)
    set: Mapping[str, float] = field(default_factory=dict)


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
    settle(scene.model, data, programs[0].name)
    actors: list[Actor] = []
    for (body, prefix), program in zip(setting.bodies, programs, strict=True):
        parts = anatomy(scene.model, body, prefix)
        linked = link(program, parts)
        measured = watch(linked, parts) if watch and not actors else NOTHING
        actor = Actor(scene.model, data, parts, linked, setting.world, measured)
        actor.fall_height[0] = fall_height(scene.model, body, prefix)
        actors.append(actor)
    return Built(setting, scene, data, tuple(actors))


def world_of(
    asked: World | str | None, programs: Sequence[Program], casts: Sequence[Cast], seed: int
) -> World:
    """The world as asked for, with what the programs declare by PROP.

    Args:
        asked: A world, or a ground as on the command line; the first program's own when None.
        programs: Of the actors. What the world has of the name of one of their things stands instead.
        casts: How the actors were asked for.
        seed: Draws bumps.
    """
    if not isinstance(asked, World):
        asked = World(ground=parse_ground(asked or programs[0].ground or "flat", seed))
    there = {prop.name for prop in asked.props}
    props = list(asked.props)
    for program, cast in zip(programs, casts, strict=True):
        wanted = [prop_of(spec) for spec in prop_specs(program, cast.set)] if program.props else []
        props += [prop for prop in wanted if prop.name not in there]
        there |= {prop.name for prop in wanted}
    return replace(asked, props=tuple(props))


def cast_all(
    casts: tuple[Cast, ...], factor: float = 1.0, physics: str | None = None
) -> tuple[list[Program], tuple[tuple[Body, str], ...]]:
    """The programs and the bodies of the actors, each body with its prefix."""
    if not casts:
        raise FootfallError("a Sim needs an actor", help="give a skill, or a tuple of Casts")
    programs: list[Program] = []
    bodies: list[tuple[Body, str]] = []
    for k, cast in enumerate(casts):
        program = cast.skill if isinstance(cast.skill, Program) else compile_skill(cast.skill)
        wanted = cast.body if cast.body is not None else (program.body or "human")
        who = wanted if isinstance(wanted, Body) else load_body(wanted)
        programs.append(program)
        prefix = "" if len(casts) == 1 else f"actor{k}/"
        if physics is not None:
            who = with_physics(who, physics)
        bodies.append((scale_mass(who, factor) if factor != 1.0 else who, prefix))
    return programs, tuple(bodies)
