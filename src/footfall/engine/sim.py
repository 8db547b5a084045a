"""Sim: the only thing that runs a kernel. Command line, studio, search and gym all use it."""

from __future__ import annotations

import dataclasses
import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.body import Body, load_body, place
from footfall.body.data import body_data
from footfall.control.columns import (
    CLOCK_ASKED,
    CLOCK_COLUMNS,
    CLOCK_ENDED,
    CLOCK_LOG_ROW,
    CLOCK_TICK,
    CLOCK_TRACE_ROW,
    PUSH_COLUMNS,
)
from footfall.control.expression import execute
from footfall.engine.actor import Actor
from footfall.engine.alone import alone, guarded
from footfall.engine.arguments import between, params_of, seed_of, ticks_of
from footfall.engine.ball_tables import ball_tables
from footfall.engine.events import Event, push_rows
from footfall.engine.header import LOG_HZ, MOST_TICKS
from footfall.engine.host import serve
from footfall.engine.kernel import loop
from footfall.engine.kernel.ends import RUNNING
from footfall.engine.kernel.frames import open_window
from footfall.engine.log import Log
from footfall.engine.recording import Recording, keep_last_second
from footfall.engine.scene import settle
from footfall.engine.setting import Built, Cast, Setting, Watcher, build, cast_all, world_of
from footfall.engine.shelf import Shelf
from footfall.engine.snapshot import PHYSICS, Snapshot, physics_of, restore, take
from footfall.engine.starts import noisy
from footfall.engine.swap import compile_swap, same_shape, swap, swap_body
from footfall.engine.switch import Switch, arm, plan
from footfall.engine.throw import throw
from footfall.errors import ArgumentError, FootfallError, nearest
from footfall.script import Program, compile_skill, skill_near
from footfall.script.stored import program_data
from footfall.world import Push, World

__all__ = ["Cast", "Sim"]

_PLACED = 256  # starts that are remembered
_CHUNK = 1000  # ticks per call of the kernel: often enough for progress and Ctrl-C


class Sim:
    """A scene that runs.

    Args:
        skill: A library name, a path, a compiled Program; or one Cast for each of several actors.
        body: A name, a path, or a Body; the skill's own when None.
        world: A World, or a ground as on the command line; the skill's own when None.
        start: A named start; the skill's own, else "rest", when None.
        seed: 0 for the exact start; else it is drawn around it.
        dt: Time step, s; the body's own when None.
        scale_mass: All masses times this.
        set: Values of the skill's parameters.
        watch: What is measured of the first actor.
        saves: "files": SAVE writes files beside the script; "memory": it does not, and a LOAD in the same
            run still finds what was saved.
        states: Saved states that LOAD finds instead of files, by their names.

    Raises:
        FootfallError: Something that was asked for is not there, or does not fit.

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
        watch: Watcher | None = None,
        saves: str = "files",
        states: Mapping[str, str] | None = None,
    ) -> None:
        casts = skill if isinstance(skill, tuple) else (Cast(skill, body, start, set=set or {}),)
        self.lock = threading.RLock()
        self.broken = ""  # why it cannot go on, after a fault of the kernel
        self.seed = seed_of(seed)
        if dt is not None:
            dt = between(dt, 1e-6, 0.1, "dt", "s")
        scale_mass = between(scale_mass, 1e-3, 1e3, "scale_mass", "times")
        self.watcher = watch
        self.shelf = Shelf(saves, states)
        programs, bodies = cast_all(casts, scale_mass)
        self.first = (programs[0], bodies[0][0])
        self.programs: list[Program] = programs
        self.settings: dict[str, Setting] = {}  # all that it has been, by key: a snapshot may lead back
        self.clocks = np.zeros(CLOCK_COLUMNS, np.int64)
        self.events: list[Event] = []
        self.pending: tuple[Switch, ...] = ()
        self.pushes: list[Push] = []
        self.event_rows, self.event_ticks = np.zeros((0, PUSH_COLUMNS)), np.zeros(0, np.int64)
        self._log: Log | None = None  # of the run that is being recorded
        setting = Setting(bodies, world_of(world, programs, casts, seed), dt)
        self.adopt(build(setting, programs, watch))
        self._set_pushes(list(self.world.pushes))
        self._casts, self._fresh = casts, take(self)
        self._placed: dict[int, NDArray[np.float64]] = {}  # the physics of a start, by seed
        self.places = tuple(cast.at for cast in casts)
        self._begin()

    # -- building -------------------------------------------------------------------------------

    def adopt(self, built: Built) -> None:
        """Go on in a model that has just been built."""
        self.built, self.setting, self.scene = built, built.setting, built.scene
        self.settings[built.setting.key] = built.setting
        self.world, self.model, self.data = built.setting.world, built.scene.model, built.data
        self.bodies = [body for body, _ in built.setting.bodies]
        self.prefixes = [prefix for _, prefix in built.setting.bodies]
        self.dt = float(self.model.opt.timestep)
        # contact masks as built: a script may switch entities off and on
        self.masks = np.stack([self.model.geom_contype, self.model.geom_conaffinity])
        self.replace_actors(built.actors, self.programs)

    def replace_actors(self, actors: Sequence[Actor], programs: Sequence[Program]) -> None:
        """Go on with other actors in the same model."""
        self.actors, self.programs = list(actors), list(programs)
        self.contexts = tuple(actor.context for actor in self.actors)

    def _begin(self) -> None:
        self._place(self._casts)
        for k, cast in enumerate(self._casts):
            for name, value in cast.set.items():
                self.set(actor=k, **{name: value})

    def _place(self, casts: tuple[Cast, ...]) -> None:
        """Put the bodies into their starts. Finding where they touch the ground takes long: it is kept."""
        known = self._placed.get(self.seed)
        if known is not None:
            mujoco.mj_setState(self.model, self.data, known, PHYSICS)
            mujoco.mj_kinematics(self.model, self.data)
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
            start = body.starts[name]
            if known is None:
                place(
                    self.model, self.data, body, noisy(body, start, self.seed, k), prefix=self.prefixes[k],
                    ground_height=self.world.ground.height, at=cast.at,
                )  # fmt: skip
        if known is None and len(self._placed) < _PLACED:
            self._placed[self.seed] = physics_of(self)
        settle(self.model, self.data, self.programs[0].name)
        for k, (body, name) in enumerate(zip(self.bodies, self.starts, strict=True)):
            self.actors[k].begin(body.starts[name].stance, self.seed)

    # -- asking and changing --------------------------------------------------------------------

    @property
    def tick(self) -> int:
        """Physics steps so far."""
        return int(self.clocks[CLOCK_TICK])

    @property
    def time(self) -> float:
        """Simulated seconds so far."""
        return self.tick * self.dt

    @property
    def notes(self) -> tuple[str, ...]:
        """What a body lacks that its program asks for."""
        return tuple(note for actor in self.actors for note in actor.linked.notes)

    @alone
    def set(self, actor: int = 0, **values: float) -> None:
        """Change live parameters of an actor's skill, from the next tick on.

        Raises:
            FootfallError: There is no such actor or parameter, or a value is not finite.
        """
        if actor not in range(len(self.actors)):
            raise FootfallError(f"there is no actor {actor}", where="set", help="the first is 0")
        for name, value in values.items():
            self.actors[actor].set(name, float(value))
            self.events.append(Event(self.tick, "set", {"actor": actor, "name": name, "value": float(value)}))
        if values and self.tick == 0:
            self.actors[actor].call_first()  # classic arguments are read at the call, which was too early

    @alone
    def key(self, name: str, down: bool = True) -> None:
        """Press or release a key that scripts may wait for, from the next tick on."""
        if not isinstance(name, str) or not name:
            raise FootfallError(f"{name!r} is no key", where="key", help="give its character, like 'A'")
        for actor in self.actors:
            actor.state.keys[ord(name.upper()[:1]) & 127] = int(down)
        self.events.append(Event(self.tick, "key", {"name": name, "down": down}))

    @alone
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

        Raises:
            FootfallError: The body lacks the part, or a number is not finite.
        """
        when = None if phase is not None else (self.time if time is None else time)
        numbers = float(forward), float(left), float(up)
        push = Push(time=when, phase=phase, duration=float(seconds), force=numbers, part=part)
        self._set_pushes([*self.pushes, push])
        self.events.append(Event(self.tick, "push", dataclasses.asdict(push)))

    def _set_pushes(self, pushes: list[Push]) -> None:
        rows, ticks = push_rows(pushes, self.actors[0].anatomy, self.dt)
        if self.tick > 0:  # pushes that already wait or run keep the tick they started at
            ticks[: len(self.event_ticks)] = self.event_ticks
        self.pushes, self.event_rows, self.event_ticks = pushes, rows, ticks

    @alone
    def reset(
        self,
        *,
        params: NDArray[np.float64] | None = None,
        seed: int | None = None,
        pushes: Sequence[Push] | None = None,
    ) -> None:
        """Begin again as a new Sim would, without building one: with the first script and the first body.

        Args:
            params: Other numbers for the first actor's Program, in the order of `Program.params`.
            seed: Another draw of the start; the ground stays as it is.
            pushes: Other pushes.

        Raises:
            FootfallError: These are no numbers of the Program, or no seed: nothing has changed then; or the
                pushes do not fit the body: it has begun again without them.
        """
        self._not_now("reset")
        if params is not None:
            params = params_of(params, len(self._fresh.programs[0].params))
        new_seed = self.seed if seed is None else seed_of(seed)
        restore(self, self._fresh, trusted=True)
        self.seed = new_seed
        self.shelf.read.clear()
        if params is not None:
            program, actor = self.programs[0], self.actors[0]
            actor.arrays["reg"][: len(params)] = params
            actor.inputs[:] = [params[p.slot] for p in program.units[0].parameters]
        self._begin()
        self._set_pushes(list(self.world.pushes if pushes is None else pushes))

    @alone
    def state(self) -> Snapshot:
        """A snapshot to come back to."""
        return take(self)

    @alone
    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of this Sim, or of one of the same scene in another process.

        All that was done since is undone: pushes, events, switches, another script, another body.

        Raises:
            FootfallError: It is of another scene, or broken; nothing has changed then.
        """
        self._not_now("restore")
        restore(self, snapshot)

    @property
    def state_hash(self) -> str:
        """A short hash of every bit of the state."""
        return take(self).hash

    @alone
    def goal_reached(self) -> bool:
        """Whether the first actor's GOAL holds now; False without one."""
        c, program = self.actors[0].context, self.programs[0]
        if program.goal is None:
            return False
        open_window(c, 0)
        execute(c, int(self.actors[0].state.frame_side[0]), 0, program.goal.first, program.goal.last)
        return bool(self.actors[0].arrays["reg"][program.goal.value] != 0.0)

    @alone
    def swap(self, text: str | None = None, *, body: str | Body | None = None) -> None:
        """Replace the first actor's script or body while it moves; what has the same key goes on.

        Args:
            text: The new script.
            body: The new body (a Sim with one actor only).

        Raises:
            ScriptError: The text does not compile; the old script goes on.
            FootfallError: The body does not fit; the old one goes on.
        """
        if text is not None:
            self.swap_program(compile_swap(self, text))
        if body is not None:
            self._not_now("swap of the body")
            who = body if isinstance(body, Body) else load_body(body)
            swap_body(self, who)
            self.events.append(Event(self.tick, "swap", {"body": body_data(who)}))

    @alone
    def swap_program(self, program: Program) -> None:
        """Replace the first actor's script by one that is compiled; what has the same key goes on."""
        if self._log is not None and not same_shape(self.programs[0], program):
            self._log.begin(program)
        swap(self, program)
        self.events.append(Event(self.tick, "swap", {"program": program_data(program)}))

    @alone
    def go_on(self) -> None:
        """Forget that the run has ended, if it has: another script may get up from the ground."""
        if not self.clocks[CLOCK_ENDED] and all(a.state.verdict[0] == RUNNING for a in self.actors):
            return
        for actor in self.actors:
            actor.state.verdict[:] = RUNNING
        self.clocks[CLOCK_ENDED] = 0
        self.events.append(Event(self.tick, "go_on", {}))

    @alone
    def throw(self, ball: int, speed: float, angle: float) -> None:
        """Throw one of the world's balls at the first actor.

        Args:
            ball: Which of the pool.
            speed: m/s.
            angle: Where it comes from in the world, rad.

        Raises:
            FootfallError: The world has no such ball, or a number is not finite.
        """
        throw(self, ball, float(speed), float(angle))
        what = {"ball": ball, "speed": float(speed), "angle": float(angle)}
        self.events.append(Event(self.tick, "throw", what))

    @alone
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
        if at is not None and not 0 <= at <= MOST_TICKS * self.dt:
            raise FootfallError(f"{at} is no time to switch at", help="give seconds since the start")
        if isinstance(skill, str):
            skill = compile_skill(skill_near(skill, self.first[0].name))
        tick = self.tick if at is None else max(self.tick, int(round(at / self.dt)))
        plan(self, skill, tick, instead)

    # -- running --------------------------------------------------------------------------------

    @alone
    def step(self, n: int = 1) -> None:
        """Run n ticks and record nothing.

        Raises:
            FootfallError: n is no whole number of ticks.
        """
        self._run(ticks_of(n), Log.none(self.model, len(self.actors)), go_on=True)

    @alone
    def advance(self, n: int) -> int:
        """Run at most n ticks, to the end of the run at most, and record nothing.

        Returns:
            The ticks that were run.
        """
        return self._run(ticks_of(n), Log.none(self.model, len(self.actors)), go_on=False)

    @alone
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

        Raises:
            FootfallError: It cannot run for so long.
        """
        if not (math.isfinite(seconds) and 0 <= seconds <= MOST_TICKS * self.dt):
            raise FootfallError(f"it cannot run for {seconds} s", where="run", help="give seconds, like 10")
        return self.record(int(round(seconds / self.dt)), progress=progress, go_on=go_on, at=at)

    def record(
        self,
        ticks: int,
        *,
        progress: Callable[[float], None] | None = None,
        go_on: bool = False,
        at: Sequence[tuple[int, Callable[[], None]]] = (),
    ) -> Recording:
        """Like `run`, for so many ticks."""
        self._not_now("run")
        before, ticks = self.state(), ticks_of(ticks)
        log = Log.make(self.model, len(self.actors), max(1, int(round(1.0 / (LOG_HZ * self.dt)))))
        log.begin(self.programs[0])
        wall, done = time.perf_counter(), 0
        stops = list(at)
        self._log = log
        try:
            while done < ticks:
                while stops and stops[0][0] <= self.tick:
                    stops.pop(0)[1]()
                asked = min(_CHUNK, ticks - done, stops[0][0] - self.tick if stops else ticks)
                log.make_room(asked)
                ran = self._run(asked, log, go_on)
                done += ran
                if progress:
                    progress(done * self.dt)
                if ran < asked:  # it ended; after a divergence even `go_on` cannot go on
                    break
            while stops and stops[0][0] <= self.tick:
                stops.pop(0)[1]()
        finally:
            self._log = None
        rec = Recording.of(self, log, before, time.perf_counter() - wall, go_on)
        return rec if rec.end != "diverged" else keep_last_second(rec)

    def _not_now(self, what: str) -> None:
        if self._log is not None:
            raise FootfallError(
                f"no {what} while a run is recorded", where=what, help="do it before or after the run"
            )

    def _run(self, n: int, log: Log, go_on: bool) -> int:
        balls, ball_at = ball_tables(self.world.balls, self.model, self.seed, self.bodies[0].planar)
        actors = np.array([context.address for context in self.contexts], np.int64)
        done = 0
        while done < n:
            asked = arm(self, n - done)
            self.clocks[CLOCK_LOG_ROW], self.clocks[CLOCK_TRACE_ROW] = log.rows, log.moves
            ran = guarded(
                self, loop.run,
                actors, self.model._address, self.data._address, asked, self.dt, self.clocks,
                self.event_rows, self.event_ticks, balls, ball_at,
                log.table, log.every, log.trace, go_on,
            )  # fmt: skip
            log.rows, log.moves = int(self.clocks[CLOCK_LOG_ROW]), int(self.clocks[CLOCK_TRACE_ROW])
            done += int(ran)
            if self.clocks[CLOCK_ASKED]:
                serve(self, log)
            elif ran < asked:
                break
        return done
