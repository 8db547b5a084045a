"""A run as it is asked for: names, grounds and options, checked and resolved in one place.

`Sim`, the command line, robustness, searches and the studio all make their runs from a `RunSpec`.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from footfall.body import Body, load_body, scale_mass, with_physics
from footfall.engine.cast import SUFFIX, read_cast
from footfall.engine.recording.header import MOST_SEEDS, MOST_TICKS
from footfall.engine.scene import Setting, Watcher
from footfall.engine.shelf import MODES
from footfall.errors import FootfallError
from footfall.script import Program, compile_skill
from footfall.script.props import prop_specs
from footfall.world import Balls, Prop, Push, Wind, World, parse_ground, prop_of


@dataclass(frozen=True)
class ActorSpec:
    """One actor of a Sim, as asked for.

    Attributes:
        skill: A library name, a path, or a compiled Program.
        body: A name, a path, or a Body; the skill's own when None.
        start: A named start; the skill's own, else "rest", when None.
        at: Where it stands on the ground, (x, y) in metres.
        set: Values of the skill's parameters.
        preset: A preset of the skill (PRESET); `set` goes before it.
        facing: Where it looks, rad, to the left from x.
    """

    skill: str | Program
    body: str | Body | None = None
    start: str | None = None
    at: tuple[float, float] = (0.0, 0.0)
    set: Mapping[str, float] = field(default_factory=dict)
    preset: str | None = None
    facing: float = 0.0


@dataclass(frozen=True)
class WorldSpec:
    """A world as asked for; what is random in it is drawn by the run's seed.

    Attributes:
        ground: As on the command line; the skill's own when None.
        environment: A whole world to begin with, instead of a ground.
        friction: Of ground and feet; None leaves it to the bodies.
        pushes: Forces on the body.
        balls: What is thrown at the body.
        props: What stands there besides.
        wind: What blows.
    """

    ground: str | None = None
    environment: World | None = None
    friction: float | None = None
    pushes: tuple[Push, ...] = ()
    balls: Balls | None = None
    props: tuple[Prop, ...] = ()
    wind: Wind | None = None

    def build(self, own: str, seed: int) -> World:
        """The world.

        Args:
            own: The skill's own ground, "" without one.
            seed: Draws bumps.

        Raises:
            FootfallError: There is no such ground.
        """
        base = self.environment or World(ground=parse_ground(self.ground or own or "flat", seed))
        return replace(
            base,
            friction=self.friction,
            pushes=self.pushes,
            balls=self.balls,
            props=(*base.props, *self.props),
            wind=self.wind,
        )


@dataclass(frozen=True)
class RunSpec:
    """A run as asked for.

    Attributes:
        actors: One or more.
        world: A World, one as asked for, or only a ground; the first skill's own ground when None.
        seed: 0 for the exact start; else it is drawn around it.
        dt: Time step, s; the first body's own when None.
        scale_mass: All masses times this.
        physics: One of the bodies' named settings ("careful"); their own when None.
        watch: What is measured of the first actor.
        saves: "files": SAVE writes files beside the script; "memory": it does not.
        states: Saved states that LOAD finds instead of files, by their names.
        cast: Whether a skill that is asked for alone brings its cast along, if it has one.
    """

    actors: tuple[ActorSpec, ...]
    world: World | WorldSpec | str | None = None
    seed: int = 0
    dt: float | None = None
    scale_mass: float = 1.0
    physics: str | None = None
    watch: Watcher | None = None
    saves: str = "files"
    states: Mapping[str, str] | None = None
    cast: bool = True

    def with_cast(self) -> RunSpec:
        """The same run with all who are in the scene of its skill.

        Raises:
            FootfallError: There is no such skill, or its cast is wrong.
        """
        if not self.cast or len(self.actors) != 1:
            return self
        first = self.actors[0]
        program = first.skill if isinstance(first.skill, Program) else compile_skill(first.skill)
        return replace(self, actors=(replace(first, skill=program), *_others(program)), cast=False)

    def resolve(self) -> Resolved:
        """Find and check all that is named.

        Raises:
            FootfallError: Something that was asked for is not there, or is out of range.
        """
        if not self.actors:
            raise FootfallError("a Sim needs an actor", help="give a skill, or a tuple of ActorSpecs")
        if self.saves not in MODES:
            help = f"it can be {' or '.join(MODES)}"
            raise FootfallError(f"there is no mode '{self.saves}' of saving", where="saves", help=help)
        seed = seed_of(self.seed)
        dt = None if self.dt is None else between(self.dt, 1e-6, 0.1, "dt", "s")
        factor = between(self.scale_mass, 1e-3, 1e3, "scale_mass", "times")
        programs = tuple(
            one.skill if isinstance(one.skill, Program) else compile_skill(one.skill) for one in self.actors
        )
        alone = len(self.actors) == 1
        bodies = tuple(
            (_body_of(one, program, factor, self.physics), "" if alone else f"actor{k}/")
            for k, (one, program) in enumerate(zip(self.actors, programs, strict=True))
        )
        world = _world_of(self.world, programs, self.actors, seed)
        return Resolved(self, programs, Setting(bodies, world, dt), seed)


@dataclass(frozen=True)
class Resolved:
    """A run whose every name has been found.

    Attributes:
        spec: As it was asked for.
        programs: What drives each actor.
        setting: Their bodies in their world.
        seed: Checked.
    """

    spec: RunSpec
    programs: tuple[Program, ...]
    setting: Setting
    seed: int


def _others(program: Program) -> tuple[ActorSpec, ...]:
    """Who else is in a skill's scene; none where no cast lies beside its file."""
    own = program.units[0].path
    path = Path(own).with_suffix(SUFFIX) if own else None
    return read_cast(path) if path is not None and path.is_file() else ()


def _body_of(asked: ActorSpec, program: Program, factor: float, physics: str | None) -> Body:
    """The body of an actor, with other physics and masses where they were asked for."""
    wanted = asked.body if asked.body is not None else (program.body or "human")
    body = wanted if isinstance(wanted, Body) else load_body(wanted)
    if physics is not None:
        body = with_physics(body, physics)
    return scale_mass(body, factor) if factor != 1.0 else body


def _world_of(
    asked: World | WorldSpec | str | None, programs: Sequence[Program], actors: Sequence[ActorSpec], seed: int
) -> World:
    """The world as asked for, with what the programs declare by PROP.

    Args:
        asked: A world, or a ground as on the command line; the first program's own when None.
        programs: Of the actors. What the world has of the name of one of their things stands instead.
        actors: How they were asked for.
        seed: Draws bumps.
    """
    if not isinstance(asked, World):
        wanted = asked if isinstance(asked, WorldSpec) else WorldSpec(asked)
        asked = wanted.build(programs[0].ground, seed)
    there = {prop.name for prop in asked.props}
    props = list(asked.props)
    for program, one in zip(programs, actors, strict=True):
        wanted_props = [prop_of(spec) for spec in prop_specs(program, one.set)] if program.props else []
        props += [prop for prop in wanted_props if prop.name not in there]
        there |= {prop.name for prop in wanted_props}
    return replace(asked, props=tuple(props))


def seed_of(value: Any) -> int:
    """A seed: what a recording can hold.

    Raises:
        FootfallError: It is none.
    """
    try:
        seed = operator.index(value)
    except TypeError:
        seed = -1
    if not 0 <= seed < MOST_SEEDS:
        raise FootfallError(f"{value!r} is no seed", where="seed", help="give a whole number from 0 on")
    return seed


def between(value: Any, low: float, high: float, name: str, unit: str) -> float:
    """A number of a range.

    Raises:
        FootfallError: It is none, or outside.
    """
    if not isinstance(value, int | float | np.number) or not low <= value <= high:
        help = f"give a number from {low:g} to {high:g} ({unit})"
        raise FootfallError(f"{value!r} is out of range", where=name, help=help)
    return float(value)


def params_of(values: Any, count: int) -> NDArray[np.float64]:
    """Numbers for a Program that has so many.

    Raises:
        FootfallError: They are more, fewer, or not finite.
    """
    try:
        params = np.asarray(values, np.float64)
    except (TypeError, ValueError):
        params = np.zeros(0)
    if params.shape != (count,) or not np.isfinite(params).all():
        raise FootfallError(
            f"these are not {count} finite numbers", where="params", help="change a copy of `Program.params`"
        )
    return params


def ticks_of(n: Any) -> int:
    """A number of ticks.

    Raises:
        FootfallError: It is none.
    """
    whole = isinstance(n, int | np.integer) and not isinstance(n, bool)
    if not whole or not 0 <= n <= MOST_TICKS:
        raise FootfallError(
            f"{n!r} is no number of ticks",
            where="step",
            help=f"give a whole number from 0 to {MOST_TICKS:,}",
        )
    return int(n)
