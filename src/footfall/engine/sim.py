"""Sim: the only thing that runs a kernel. Command line, studio, search and gym all use it."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.body import Body, load_body, place, scale_mass
from footfall.control.expression import execute
from footfall.engine import kernel
from footfall.engine.actor import Actor
from footfall.engine.anatomy import Anatomy, anatomy
from footfall.engine.ball_tables import ball_tables
from footfall.engine.events import Event, push_rows
from footfall.engine.frames import open_window
from footfall.engine.host import serve
from footfall.engine.link import Linked, link
from footfall.engine.log import Log
from footfall.engine.recording import Recording, keep_last_second
from footfall.engine.scene import build_scene
from footfall.engine.snapshot import Snapshot, restore, take
from footfall.engine.starts import fall_height, noisy
from footfall.engine.switch import Switch, arm, plan
from footfall.engine.watch import NOTHING, Watch
from footfall.errors import ArgumentError, FootfallError, nearest
from footfall.script import Program, compile_skill, skill_near
from footfall.script.things import things
from footfall.world import Push, World, parse_ground, prop_of

_CHUNK = 1000  # ticks per call of the kernel: often enough for progress and Ctrl-C
_LOG_HZ = 200.0


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


class Sim:
    """A scene that runs.

    Attributes:
        model, data: MuJoCo's.
        actors: One or more.
        tick: Physics steps so far.
        dt: Time step, s.
    """

    def __init__(
        self,
        skill: str | Program | tuple[Cast, ...],
        *,
        body: str | Body | None = None,
        world: World | str | None = None,
        start: str | None = None,
        seed: int = 0,
        dt: float | None = None,
        scale_mass: float = 1.0,
        set: Mapping[str, float] | None = None,
        watch: Callable[[Linked, Anatomy], Watch] | None = None,
    ) -> None:
        casts = skill if isinstance(skill, tuple) else (Cast(skill, body, start, set=set or {}),)
        self.seed = seed
        self.options: dict[str, Any] = {"dt": dt, "scale_mass": scale_mass}
        self._cast(casts, scale_mass)
        wanted = _world(world if world is not None else self.programs[0].ground, seed)
        self.world = _with_things(wanted, self.programs, casts)
        self.scene = build_scene(
            tuple((b, p) for b, p in zip(self.bodies, self.prefixes, strict=True)), self.world, dt
        )
        self.model = self.scene.model
        self.data = mujoco.MjData(self.model)
        mujoco.mj_forward(self.model, self.data)
        self.dt = float(self.model.opt.timestep)
        self.clocks = np.zeros(8, np.int64)
        self.events: list[Event] = []
        self.pending: tuple[Switch, ...] = ()
        self.masks: dict[int, tuple[int, int]] = {}  # contact masks of entities that were switched off
        self.event_ticks = np.zeros(0, np.int64)
        self._load_actors(watch)
        self._set_pushes(list(self.world.pushes))
        self._casts, self._fresh = casts, take(self)
        self._begin()

    # -- building -------------------------------------------------------------------------------

    def _cast(self, casts: tuple[Cast, ...], factor: float) -> None:
        self.programs: list[Program] = []
        self.bodies: list[Body] = []
        self.prefixes: list[str] = []
        for k, cast in enumerate(casts):
            program = cast.skill if isinstance(cast.skill, Program) else compile_skill(cast.skill)
            wanted = cast.body if cast.body is not None else (program.body or "human")
            who = wanted if isinstance(wanted, Body) else load_body(wanted)
            self.programs.append(program)
            self.bodies.append(scale_mass(who, factor) if factor != 1.0 else who)
            self.prefixes.append("" if len(casts) == 1 else f"actor{k}/")
        self.first = (self.programs[0], self.bodies[0])  # what a replay begins with

    def _load_actors(self, watch: Callable[[Linked, Anatomy], Watch] | None) -> None:
        self.actors: list[Actor] = []
        for body, prefix, program in zip(self.bodies, self.prefixes, self.programs, strict=True):
            parts = anatomy(self.model, body, prefix)
            linked = link(program, parts)
            measured = watch(linked, parts) if watch and not self.actors else NOTHING
            self.actors.append(Actor(self.model, self.data, parts, linked, self.world, measured))
        self.contexts = tuple(actor.context for actor in self.actors)

    def _begin(self) -> None:
        self._place(self._casts)
        for k, cast in enumerate(self._casts):
            for name, value in cast.set.items():
                self.set(actor=k, **{name: value})

    def _place(self, casts: tuple[Cast, ...]) -> None:
        self.starts: list[str] = []
        for k, (cast, body, program) in enumerate(zip(casts, self.bodies, self.programs, strict=True)):
            name = cast.start or (program.start if program.start in body.starts else "") or "rest"
            if name not in body.starts:
                raise ArgumentError(
                    f"{body.name} has no start '{name}'",
                    argument="start",
                    help=nearest(name, list(body.starts)),
                )
            self.starts.append(name)
            start = noisy(body, body.starts[name], self.seed, k)
            place(
                self.model, self.data, body, start, prefix=self.prefixes[k],
                ground_height=self.world.ground.height, at=cast.at,
            )  # fmt: skip
            self.actors[k].begin(start.stance, fall_height(self.model, body, self.prefixes[k]), self.seed)
        mujoco.mj_forward(self.model, self.data)

    # -- asking and changing --------------------------------------------------------------------

    @property
    def tick(self) -> int:
        """Physics steps so far."""
        return int(self.clocks[kernel.TICK])

    @property
    def time(self) -> float:
        """Simulated seconds so far."""
        return self.tick * self.dt

    @property
    def notes(self) -> tuple[str, ...]:
        """What a body lacks that its program asks for."""
        return tuple(note for actor in self.actors for note in actor.linked.notes)

    def set(self, actor: int = 0, **values: float) -> None:
        """Change live parameters of an actor's skill, from the next tick on."""
        for name, value in values.items():
            self.actors[actor].set(name, float(value))
            self.events.append(Event(self.tick, "set", {"actor": actor, "name": name, "value": float(value)}))
        if values and self.tick == 0:
            self.actors[actor].call_first()  # classic arguments are read at the call, which was too early

    def key(self, name: str, down: bool = True) -> None:
        """Press or release a key that scripts may wait for, from the next tick on."""
        for actor in self.actors:
            actor.state.keys[ord(name.upper()[:1]) & 127] = int(down)
        self.events.append(Event(self.tick, "key", {"name": name, "down": down}))

    def push(
        self,
        *,
        forward: float = 0.0,
        left: float = 0.0,
        up: float = 0.0,
        seconds: float = 0.1,
        part: str = "trunk",
        time: float | None = None,
        phase: float | None = None,
    ) -> None:
        """Push a part of the first actor, in its heading frame, in newtons.

        Args:
            forward: Along the heading.
            left: To its left.
            up: Upwards.
            seconds: How long.
            part: Which part, at its centre of mass.
            time: Seconds since the start; now when None.
            phase: Instead of a time: a fraction of the two-step cycle, once the gait has settled.
        """
        when = None if phase is not None else (self.time if time is None else time)
        push = Push(time=when, phase=phase, duration=seconds, force=(forward, left, up), part=part)
        self._set_pushes([*self.pushes, push])
        self.events.append(Event(self.tick, "push", dataclasses.asdict(push)))

    def _set_pushes(self, pushes: list[Push]) -> None:
        rows, ticks = push_rows(pushes, self.actors[0].anatomy, self.dt)
        if self.tick > 0:  # pushes that already wait or run keep the tick they started at
            ticks[: len(self.event_ticks)] = self.event_ticks
        self.pushes, self.event_rows, self.event_ticks = pushes, rows, ticks

    def reset(
        self,
        *,
        params: NDArray[np.float64] | None = None,
        seed: int | None = None,
        pushes: Sequence[Push] | None = None,
    ) -> None:
        """Begin again as a new Sim would, without building one.

        Args:
            params: Other numbers for the first actor's Program, in the order of `Program.params`.
            seed: Another draw of the start; the ground stays as it is.
            pushes: Other pushes.
        """
        restore(self, self._fresh)
        self.pending = ()
        self.seed = self.seed if seed is None else seed
        self.events.clear()
        if params is not None:
            program, actor = self.programs[0], self.actors[0]
            actor.arrays["reg"][: len(params)] = params
            actor.inputs[:] = [params[p.slot] for p in program.units[0].parameters]
        self._set_pushes(list(self.world.pushes if pushes is None else pushes))
        self._begin()

    def state(self) -> Snapshot:
        """A snapshot to come back to."""
        return take(self)

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of this Sim."""
        restore(self, snapshot)

    @property
    def state_hash(self) -> str:
        """A short hash of every bit of the state."""
        return take(self).hash

    def goal_reached(self) -> bool:
        """Whether the first actor's GOAL holds now; False without one."""
        c, program = self.actors[0].context, self.programs[0]
        if program.goal is None:
            return False
        open_window(c, 0)
        execute(c, int(self.actors[0].state.frame_side[0]), 0, program.goal.first, program.goal.last)
        return bool(self.actors[0].arrays["reg"][program.goal.value] != 0.0)

    def swap(self, text: str | None = None, *, body: str | Body | None = None) -> None:
        """Replace the first actor's script or body while it moves; what has the same key goes on.

        Args:
            text: The new script.
            body: The new body (a Sim with one actor only).

        Raises:
            ScriptError: The text does not compile; the old script goes on.
        """
        from footfall.engine.swap import swap, swap_body

        if text is not None:
            swap(self, text)
            self.events.append(Event(self.tick, "swap", {"text": text}))
        if body is not None:
            who = body if isinstance(body, Body) else load_body(body)
            swap_body(self, who)
            self.events.append(Event(self.tick, "swap", {"body": who.path}))

    def then(self, skill: str | Program, at: float | None = None, *, instead: bool = False) -> None:
        """Switch the first actor to another gait, at a transition of the running one.

        Its parameters take their defaults, but those that were set live and that both gaits have
        (a heading, say) go on. See engine/switch.py for where it is entered.

        Args:
            skill: A name (a bare one means a skill of the running one's group), a path, or a Program.
            at: From this second of the simulation on; now when None.
            instead: Forget the switches that have not taken place yet.

        Raises:
            FootfallError: There is no such skill, or it is for another body.
        """
        if at is not None and not (np.isfinite(at) and at >= 0):
            raise FootfallError(f"{at} is no time to switch at", help="give seconds since the start")
        if isinstance(skill, str):
            skill = compile_skill(skill_near(skill, self.first[0].name))
        tick = self.tick if at is None else max(self.tick, int(round(at / self.dt)))
        plan(self, skill, tick, instead)

    # -- running --------------------------------------------------------------------------------

    def step(self, n: int = 1) -> None:
        """Run n ticks and record nothing."""
        self._run(n, Log.none(self.model, len(self.actors)), go_on=True)

    def advance(self, n: int) -> int:
        """Run at most n ticks, to the end of the run at most, and record nothing.

        Returns:
            The ticks that were run.
        """
        return self._run(n, Log.none(self.model, len(self.actors)), go_on=False)

    def run(
        self,
        seconds: float,
        *,
        progress: Callable[[float], None] | None = None,
        go_on: bool = False,
        at: Sequence[tuple[int, Callable[[], None]]] = (),
    ) -> Recording:
        """Run and record.

        Args:
            seconds: Simulated seconds; fewer when the run ends earlier.
            progress: Called now and then with the seconds done.
            go_on: Whether to go on after a fall or the script's end.
            at: What to do on the way, each with the tick before which it is done, in order.
        """
        ticks = int(round(seconds / self.dt))
        before = self.state()
        log = Log.make(self.model, len(self.actors), ticks, max(1, int(round(1.0 / (_LOG_HZ * self.dt)))))
        log.begin(self.programs[0])
        started, wall, done = self.tick, time.perf_counter(), 0
        stops = list(at)
        while done < ticks:
            while stops and stops[0][0] <= self.tick:
                stops.pop(0)[1]()
            asked = min(_CHUNK, ticks - done, stops[0][0] - self.tick if stops else ticks)
            ran = self._run(asked, log, go_on)
            done += ran
            if progress:
                progress(done * self.dt)
            if ran < asked:  # it ended; after a divergence even `go_on` cannot go on
                break
        rec = Recording.of(self, log, before, started, time.perf_counter() - wall)
        return rec if rec.end != "diverged" else keep_last_second(rec)

    def _run(self, n: int, log: Log, go_on: bool) -> int:
        balls, ball_at = ball_tables(self.world.balls, self.model, self.seed, self.bodies[0].planar)
        done = 0
        while done < n:
            asked = arm(self, n - done)
            self.clocks[kernel.LOG_ROW], self.clocks[kernel.TRACE_ROW] = log.rows, log.moves
            ran = kernel.run(
                self.contexts, self.model._address, self.data._address, asked, self.dt, self.clocks,
                self.event_rows, self.event_ticks, balls, ball_at,
                log.table, log.every, log.trace, go_on,
            )  # fmt: skip
            log.rows, log.moves = int(self.clocks[kernel.LOG_ROW]), int(self.clocks[kernel.TRACE_ROW])
            done += int(ran)
            if self.clocks[kernel.ASKED]:
                serve(self, log)
            elif ran < asked:
                break
        return done


def _world(world: World | str | None, seed: int) -> World:
    if isinstance(world, World):
        return world
    return World(ground=parse_ground(world or "flat", seed))


def _with_things(world: World, programs: Sequence[Program], casts: Sequence[Cast]) -> World:
    """A world with what the programs declare by PROP; what it has of the same name stands instead."""
    there = {prop.name for prop in world.props}
    props = list(world.props)
    for program, cast in zip(programs, casts, strict=True):
        wanted = [prop_of(thing) for thing in things(program, cast.set)]
        props += [prop for prop in wanted if prop.name not in there]
        there |= {prop.name for prop in wanted}
    return dataclasses.replace(world, props=tuple(props))
