"""What can be done to a run while it goes on. Each is an event, and a replay repeats it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from footfall.body import Body, load_body
from footfall.body.data import body_data
from footfall.control.columns import CLOCK_ENDED, VERDICT_CODE
from footfall.engine.drive import drive
from footfall.engine.events import Event, throw
from footfall.engine.kernel.ends import RUNNING
from footfall.engine.recording.header import MOST_TICKS
from footfall.engine.session import Session, alone
from footfall.engine.swap import compile_swap, same_shape, swap, swap_body
from footfall.engine.switch import at_once, plan
from footfall.errors import FootfallError
from footfall.script import Program, compile_skill, skill_near
from footfall.script.stored import program_data
from footfall.world import Push


class Interactive(Session):
    """A Session whose run can be changed from outside: parameters, keys, pushes, scripts, bodies, gaits."""

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
        actor: int = 0,
    ) -> None:
        """Push a part of an actor, in its heading frame, in newtons.

        Args:
            forward: Along the heading.
            left: To its left.
            up: Upwards.
            seconds: How long.
            part: Which part, at its centre of mass.
            time: Seconds since the start; now when None.
            phase: Instead of a time: a fraction of the two-step cycle, as soon as it is reached after
                10 s, when a gait has settled; a shorter run is not pushed.
            actor: Which of several.

        Raises:
            FootfallError: There is no such actor, its body lacks the part, or a number is not finite.
        """
        when = None if phase is not None else (self.time if time is None else time)
        numbers = float(forward), float(left), float(up)
        push = Push(time=when, phase=phase, duration=float(seconds), force=numbers, part=part, actor=actor)
        self.set_pushes([*self.pushes, push])
        self.events.append(Event(self.tick, "push", dataclasses.asdict(push)))

    @alone
    def drive(
        self,
        torques: Sequence[float] | NDArray[np.float64] | None = None,
        *,
        shifts: Sequence[float] | NDArray[np.float64] | None = None,
        instead: bool = False,
        actor: int = 0,
    ) -> None:
        """Drive the joints of an actor from outside, from the next tick on and until the next call.

        The script goes on: its phases, its conditions, its FALL. What is given is added to what it asks
        for, or takes its place; the limits of the joints hold for both. Without arguments the script is
        alone again.

        Args:
            torques: N m, one for each of `axes`.
            shifts: Added to the targets of the servos, rad, one for each of `axes`.
            instead: Whether the torques replace those of the script, damping included.
            actor: Which of several.

        Raises:
            FootfallError: There is no such actor, or these are not as many finite numbers as it has axes.
        """
        row = drive(self, actor, torques, shifts, instead)
        if self.log is not None:  # a run that is recorded later begins from the State, which has it
            plain = {name: None if given is None else given.tolist() for name, given in row.items()}
            what = {"actor": actor, "instead": bool(instead), **plain}
            self.events.append(Event(self.tick, "drive", what))

    def axes(self, actor: int = 0) -> tuple[str, ...]:
        """Names of the joint axes that `drive` drives, in order, such as "lKnee.pitch"."""
        found = self.actors[actor]
        return tuple(found.anatomy.dof_names[dof] for dof in found.arrays["dofs"])

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
        if not self.clocks[CLOCK_ENDED] and all(
            a.state.verdict[VERDICT_CODE] == RUNNING for a in self.actors
        ):
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
    def then(
        self, skill: str | Program, at: float | None = None, *, instead: bool = False, now: bool = False
    ) -> None:
        """Switch the first actor to another gait, at a transition of the running one.

        Its parameters take their defaults, but those that were set live and that both gaits have
        (a heading, say) go on. See engine/switch.py for where it is entered.

        Args:
            skill: A name (a bare one means a skill of the running one's group), a path, or a Program.
            at: From this second of the simulation on; now when None.
            instead: Forget the switches that have not taken place yet.
            now: At once, without waiting for a transition, and even after the run's end: from a fall, say.

        Raises:
            FootfallError: There is no such skill, or it is for another body.
        """
        if at is not None and not 0 <= at <= MOST_TICKS * self.dt:
            raise FootfallError(f"{at} is no time to switch at", help="give seconds since the start")
        if isinstance(skill, str):
            skill = compile_skill(skill_near(skill, self.first[0].name))
        if now:
            at_once(self, skill)
            return
        tick = self.tick if at is None else max(self.tick, int(round(at / self.dt)))
        plan(self, skill, tick, instead)
