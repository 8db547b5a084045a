"""A RestorePoint: all that another process needs to continue a session from one tick, bit for bit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import mujoco
import numpy as np

from footfall.body import Body, lift_to_ground, load_body
from footfall.body.transform import stretch
from footfall.control.columns import PUSH_TICKS
from footfall.engine.sim import Sim
from footfall.engine.snapshot import Snapshot
from footfall.engine.spec import ActorSpec, RunSpec
from footfall.script import compile_text
from footfall.world import Balls, World, parse_ground

POOL = 3  # balls in the model once one has been thrown
_NEVER = 1e6  # s between throws of the world's own: ours are thrown by hand


@dataclass(frozen=True)
class Setup:
    """All that a Sim is made from.

    Attributes:
        name: The skill's.
        path: Its file; "" for a text without one.
        text: Its text when the Sim was made.
        body: The body's name or path.
        proportions: Factors on it.
        ground: As on the command line.
        ball: Mass of the balls that can be thrown, kg; 0: there are none.
        seed: Of all that is drawn.
    """

    name: str
    path: str
    text: str
    body: str
    proportions: Mapping[str, float] = field(default_factory=dict)
    ground: str = "flat"
    ball: float = 0.0
    seed: int = 0

    @property
    def key(self) -> tuple[Any, ...]:
        """Equal for Setups whose Sims differ in nothing but their script's text."""
        factors = tuple(sorted((k, v) for k, v in self.proportions.items() if v != 1.0))
        return self.name, self.path, self.body, factors, self.ground, self.ball, self.seed

    def build_body(self) -> Body:
        """The body."""
        return stretch(load_body(self.body), self.proportions)

    def make(self) -> Sim:
        """A Sim at its start.

        Raises:
            FootfallError: Script, body or ground are wrong.
        """
        balls = Balls(self.ball, 1.0, _NEVER) if self.ball else None
        world = World(ground=parse_ground(self.ground, self.seed), balls=balls, ball_pool=POOL)
        program = compile_text(self.text, name=self.name, path=self.path)
        return Sim.of(RunSpec((ActorSpec(program, self.build_body()),), world, self.seed, saves="memory"))


@dataclass(frozen=True)
class Command:
    """An action on a Sim between two ticks: set, push, swap, key, throw or then (another script)."""

    kind: str
    what: Mapping[str, Any]


@dataclass(frozen=True)
class RestorePoint:
    """A state of a Sim, and the commands that lead from it to a tick.

    Attributes:
        setup: What the Sim was made from.
        text: The script that ran then.
        snapshot: Its state, with all that was pending.
        tick: The tick to restore.
        commands: What was done on the way there, with ticks.
    """

    setup: Setup
    text: str
    snapshot: Snapshot
    tick: int
    commands: tuple[tuple[int, Command], ...] = ()

    @property
    def begin(self) -> int:
        """Tick of the snapshot."""
        return self.snapshot.tick


def capture(sim: Sim, setup: Setup) -> RestorePoint:
    """The RestorePoint of a Sim as it is now."""
    text = sim.programs[0].units[0].text
    return RestorePoint(setup, text, replace(sim.state(), events=()), sim.tick)


def restore(point: RestorePoint, sim: Sim | None = None) -> Sim:
    """A Sim at a RestorePoint.

    Args:
        point: What to restore.
        sim: One of the same `Setup.key` to be used again; a new one when None.
    """
    if sim is None or point.snapshot.scene not in sim.settings:  # a script may bring other things along
        sim = point.setup.make()
    sim.restore(point.snapshot)
    for tick, command in point.commands:
        if tick > sim.tick:
            sim.step(tick - sim.tick)
        carry_out(sim, command)
    if point.tick > sim.tick:
        sim.step(point.tick - sim.tick)
    drop_finished_pushes(sim)
    return sim


def carry_out(sim: Sim, command: Command) -> None:
    """Carry out a Command.

    Raises:
        FootfallError: It does not fit the Sim; nothing has changed.
    """
    what = command.what
    if command.kind == "set":
        sim.set(**{what["name"]: what["value"]})
    elif command.kind == "push":
        forward, left, up = what["force"]
        sim.push(forward=forward, left=left, up=up, seconds=what["seconds"], part=what["part"])
    elif command.kind == "swap":
        sim.swap(what["text"])
        sim.go_on()
    elif command.kind == "key":
        sim.key(what["name"], what["down"])
    elif command.kind == "throw":
        sim.throw(**what)
    elif command.kind == "then":
        program = compile_text(what["text"], name=what["name"], path=what["path"])
        if what.get("step"):  # at the end of the step that is under way
            sim.then(program, instead=True)
        else:
            sim.then(program, now=True)


def drop_finished_pushes(sim: Sim) -> None:
    """Drop pushes that are over: a long session must not slow down."""
    ends = sim.push_ticks + sim.push_rows[:, PUSH_TICKS]
    keep = np.nonzero((sim.push_ticks < 0) | (ends > sim.tick))[0]
    if len(keep) < len(sim.pushes):
        sim.pushes = [sim.pushes[k] for k in keep]
        sim.push_rows, sim.push_ticks = sim.push_rows[keep].copy(), sim.push_ticks[keep].copy()


_BY_DOF = ("servo", "kept", "tau", "damp", "clipped")  # State views with a row per degree of freedom
_OWN = ("limit", "extremes")  # those that belong to the new body


def transplant(old: Sim, setup: Setup) -> Sim:
    """A Sim of another Setup that continues the motion of `old`: same script, phase, clocks and parameters.

    Joints of the same name keep angle and rate; the body is set on the ground.
    """
    new = replace(setup, text=old.programs[0].units[0].text).make()
    before, after = old.actors[0], new.actors[0]
    for j in range(new.model.njnt):
        name = new.model.joint(j).name
        if name.startswith("ball") or mujoco.mj_name2id(old.model, mujoco.mjtObj.mjOBJ_JOINT, name) < 0:
            continue
        new.data.joint(name).qpos[:] = old.data.joint(name).qpos
        new.data.joint(name).qvel[:] = old.data.joint(name).qvel
        v, u = new.model.joint(name).dofadr[0], old.model.joint(name).dofadr[0]
        for view in _BY_DOF:
            after.state.views[view][v] = before.state.views[view][u]
    for name, rows in after.state.views.items():
        if name not in (*_BY_DOF, *_OWN) and rows.shape == before.state.views[name].shape:
            rows[...] = before.state.views[name]
    after.inputs[:] = before.inputs
    new.clocks[:] = old.clocks
    new.shelf.saved = dict(old.shelf.saved)
    mujoco.mj_kinematics(new.model, new.data)
    lift_to_ground(new.model, new.data, new.bodies[0], ground_height=new.world.ground.height)
    return new
