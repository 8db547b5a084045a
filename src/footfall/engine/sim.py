"""Sim: the only thing that runs a kernel. Command line, studio, search and gym all use it."""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from footfall.body import Body, load_body
from footfall.body.data import body_data
from footfall.control.columns import (
    CLOCK_ASKED,
    CLOCK_ENDED,
    CLOCK_LOG_ROW,
    CLOCK_TRACE_ROW,
)
from footfall.engine.alone import alone, guarded
from footfall.engine.arguments import between, params_of, seed_of, ticks_of
from footfall.engine.ball_tables import ball_tables
from footfall.engine.events import Event
from footfall.engine.header import LOG_HZ, MOST_TICKS
from footfall.engine.host import serve
from footfall.engine.kernel import loop
from footfall.engine.kernel.ends import RUNNING
from footfall.engine.log import Log
from footfall.engine.recording import Recording, keep_last_second
from footfall.engine.session import Session
from footfall.engine.setting import Cast, Setting, Watcher, cast_all, world_of
from footfall.engine.shelf import Shelf
from footfall.engine.snapshot import Snapshot, restore, take
from footfall.engine.swap import compile_swap, same_shape, swap, swap_body
from footfall.engine.switch import arm, plan
from footfall.engine.throw import throw
from footfall.errors import FootfallError
from footfall.script import Program, compile_skill, skill_near
from footfall.script.stored import program_data
from footfall.world import Push, World

__all__ = ["Cast", "Sim"]

_CHUNK = 1000  # ticks per call of the kernel: often enough for progress and Ctrl-C


class Sim(Session):
    """A scene that runs.

    Args:
        skill: A library name, a path, a compiled Program; or one Cast for each of several actors.
        body: A name, a path, or a Body; the skill's own when None.
        world: A World, or a ground as on the command line; the skill's own when None.
        start: A named start; the skill's own, else "rest", when None.
        seed: 0 for the exact start; else it is drawn around it.
        dt: Time step, s; the body's own when None.
        scale_mass: All masses times this.
        physics: One of the bodies' named settings ("careful"); their own when None.
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
        physics: str | None = None,
        set: Mapping[str, float] | None = None,
        watch: Watcher | None = None,
        saves: str = "files",
        states: Mapping[str, str] | None = None,
    ) -> None:
        casts = skill if isinstance(skill, tuple) else (Cast(skill, body, start, set=set or {}),)
        seed = seed_of(seed)
        if dt is not None:
            dt = between(dt, 1e-6, 0.1, "dt", "s")
        programs, bodies = cast_all(casts, between(scale_mass, 1e-3, 1e3, "scale_mass", "times"), physics)
        setting = Setting(bodies, world_of(world, programs, casts, seed), dt)
        super().__init__(setting, programs, seed=seed, watch=watch, shelf=Shelf(saves, states))
        self._casts, self._fresh = casts, take(self)
        self._begin()

    def _begin(self) -> None:
        self.place(self._casts)
        for k, cast in enumerate(self._casts):
            for name, value in cast.set.items():
                self.set(actor=k, **{name: value})

    # -- asking and changing --------------------------------------------------------------------

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
        self.set_pushes([*self.pushes, push])
        self.events.append(Event(self.tick, "push", dataclasses.asdict(push)))

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
        self.not_now("reset")
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
        self.set_pushes(list(self.world.pushes if pushes is None else pushes))

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
        self.not_now("restore")
        restore(self, snapshot)

    @property
    def state_hash(self) -> str:
        """A short hash of every bit of the state."""
        return take(self).hash

    @alone
    def goal_reached(self) -> bool:
        """Whether the first actor's GOAL holds now; False without one."""
        return super().goal_reached()

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
            self.not_now("swap of the body")
            who = body if isinstance(body, Body) else load_body(body)
            swap_body(self, who)
            self.events.append(Event(self.tick, "swap", {"body": body_data(who)}))

    @alone
    def swap_program(self, program: Program) -> None:
        """Replace the first actor's script by one that is compiled; what has the same key goes on."""
        if self.log is not None and not same_shape(self.programs[0], program):
            self.log.begin(program)
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
        self.not_now("run")
        before, ticks = self.state(), ticks_of(ticks)
        log = Log.make(self.model, len(self.actors), max(1, int(round(1.0 / (LOG_HZ * self.dt)))))
        log.begin(self.programs[0])
        wall, done = time.perf_counter(), 0
        stops = list(at)
        self.log = log
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
            self.log = None
        rec = Recording.of(self, log, before, time.perf_counter() - wall, go_on)
        return rec if rec.end != "diverged" else keep_last_second(rec)

    def _run(self, n: int, log: Log, go_on: bool) -> int:
        balls, ball_at = ball_tables(self.world.balls, self.model, self.seed, self.bodies[0].planar)
        done = 0
        while done < n:
            asked = arm(self, n - done)
            self.clocks[CLOCK_LOG_ROW], self.clocks[CLOCK_TRACE_ROW] = log.rows, log.moves
            ran = guarded(
                self, loop.run,
                self.addresses, self.model._address, self.data._address, asked, self.dt, self.clocks,
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
