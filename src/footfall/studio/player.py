"""The Player: one Sim, its clock and its history. It answers the page's messages; see `worker`."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from footfall.engine.state import END_WORDS, RUNNING
from footfall.errors import FootfallError
from footfall.script import compile_text
from footfall.studio import messages as m
from footfall.studio import moments, proportions, scene
from footfall.studio import replies as r
from footfall.studio.capture import Camera
from footfall.studio.frames import pack_body, stamp
from footfall.studio.history import Frame, History
from footfall.studio.language import FRAMES_PER_SECOND, HISTORY_SECONDS
from footfall.studio.moments import Command, Moment, Setup
from footfall.studio.orders import AskMoment, Begin, Checkpoint, HereIs, Swap
from footfall.world import parse_ground

DISPLAY = 1.0 / FRAMES_PER_SECOND
Say = Callable[[object], None]


class Player:
    """See the module.

    Args:
        begin: What to run.
        say: Takes what is told to the server: pose frames (bytes), replies, answers.

    Raises:
        FootfallError: It cannot be run.
    """

    def __init__(self, begin: Begin, say: Say) -> None:
        self._say = say
        self.setup, self.version, self._scene = begin.setup, begin.version, begin.scene
        self.playing, self.speed = begin.playing, begin.speed
        self.ragdoll = False
        self.rate = 0.0
        self._shown: int | None = None  # tick of an earlier moment that is shown
        self._seq = self._balls = 0
        self._owed = 0.0  # ticks that the clock is behind
        self._told_end = ""
        self.sim = moments.go_to(begin.moment) if begin.moment else begin.setup.make()
        self.text = begin.text or begin.setup.text
        self._open()
        if self.sim.programs[0].units[0].text != self.text:
            self._do(Command("swap", {"text": self.text}))
        for name, value in begin.values:
            if name in self._names():
                self._do(Command("set", {"name": name, "value": value}))

    # -- running --------------------------------------------------------------------------------

    def display(self) -> None:
        """One display tick: go on if the clock runs, and show it."""
        if not self.playing:
            return
        self._owed += self.speed * DISPLAY / self.sim.dt
        ticks = int(self._owed)
        self._owed -= ticks
        self._advance(ticks)
        self._show()

    def _advance(self, ticks: int) -> None:
        """Run, and keep a frame for every 1/60 s on the way."""
        step = max(1, int(round(DISPLAY / self.sim.dt)))
        while ticks > 0:
            n = min(ticks, max(1, self.history.head + step - self.sim.tick))
            before = self.sim.tick
            self.sim.step(n)
            ticks -= n
            if self.sim.tick >= self.history.head + step or ticks <= 0:
                self._remember()
            if self.sim.tick - before < n:  # it has diverged: there is nothing to go on with
                self.playing = False
                self._tell_transport()
                break
        self._tell_end()

    def _remember(self, still: bool = False) -> None:
        tick = self.sim.tick
        key = None
        if self.history.wants_key(tick):
            moments.forget_pushes(self.sim)
            key = moments.take(self.sim, self.setup)
        pose = self._camera.take(ragdoll=self.ragdoll, still=still)
        self.history.add(Frame(tick, pack_body(pose, self._scene, self.version)), key)

    def _show(self) -> None:
        """Send the frame that is to be seen now."""
        earlier = self._shown is not None
        frame = self.history.at(self._shown if self._shown is not None else self.history.head)
        if frame is None:
            return
        self._seq += 1
        dt = self.sim.dt
        self._say(
            stamp(
                frame.data,
                self._seq,
                head=self.history.head * dt,
                tail=self.history.tail * dt,
                rate=self.rate,
                playing=self.playing,
                earlier=earlier,
            )
        )

    # -- telling --------------------------------------------------------------------------------

    def _open(self) -> None:
        """The Sim is another one: new scene, empty history."""
        self._scene += 1
        self._camera = Camera(self.sim)
        self.history = History(HISTORY_SECONDS, self.sim.dt)
        self._shown = None
        self._remember(still=True)
        self._say(scene.describe(self.sim, self._scene, self.setup.proportions))
        for note in self.sim.notes:
            self._say(r.Note(level="info", text=note, help=""))
        self._tell_values()
        self._tell_transport()
        self._show()

    def _tell_transport(self) -> None:
        dt, shown = self.sim.dt, self._shown
        self._say(
            r.Transport(
                playing=self.playing,
                speed=self.speed,
                time=(self.sim.tick if shown is None else shown) * dt,
                head=self.history.head * dt,
                tail=self.history.tail * dt,
                live=shown is None,
                ragdoll=self.ragdoll,
            )
        )

    def _tell_values(self) -> None:
        self._say(r.Values(values=self.values()))

    def _tell_end(self) -> None:
        code, tick = (int(x) for x in self.sim.actors[0].state.verdict)
        word = END_WORDS[code] if code != RUNNING else ""
        if word != self._told_end:
            self._told_end = word
            if word:
                self._say(r.Ended(reason=word, time=tick * self.sim.dt, text=_ENDS.get(word, word)))

    def values(self) -> dict[str, float]:
        """The live parameters."""
        inputs = self.sim.actors[0].inputs
        return {name: float(inputs[k]) for k, name in enumerate(self._names())}

    def checkpoint(self) -> Checkpoint:
        """Where to go on if this process is lost."""
        moment = moments.take(self.sim, self.setup)
        return Checkpoint(moment, self._scene, self.playing, self.speed, tuple(self.values().items()))

    def _names(self) -> list[str]:
        return [p.name for p in self.sim.programs[0].units[0].parameters]

    # -- time -------------------------------------------------------------------------------------

    def handle(self, message: object) -> None:
        """Carry out a message of the page or an order of the server.

        Raises:
            FootfallError: It cannot be done; nothing has changed.
        """
        handler = _HANDLERS.get(type(message))
        if handler is not None:
            handler(self, message)

    def _play(self, _: m.Play) -> None:
        self.playing, self._shown = True, None
        self._tell_transport()

    def _pause(self, _: m.Pause) -> None:
        self.playing = False
        self._tell_transport()
        self._show()

    def _step(self, message: m.Step) -> None:
        self.playing = False
        now = self.history.head if self._shown is None else self._shown
        frame = self.history.beside(now, message.frames)
        if message.frames > 0 and now >= self.history.head:
            self._shown = None
            self._advance(max(1, int(round(message.frames * DISPLAY / self.sim.dt))))
        elif frame is not None:
            self._shown = frame.tick if frame.tick < self.history.head else None
        self._tell_transport()
        self._show()

    def _set_speed(self, message: m.SetSpeed) -> None:
        self.speed = message.factor
        self._tell_transport()

    def _scrub(self, message: m.Scrub) -> None:
        self.playing = False
        frame = self.history.at(self._tick(message.time))
        if frame is not None:
            self._shown = frame.tick if frame.tick < self.history.head else None
        self._tell_transport()
        self._show()

    def _branch(self, message: m.Branch) -> None:
        frame = self.history.at(self._tick(message.time))
        moment = self.history.moment(frame.tick) if frame else None
        if frame is None or moment is None:
            raise FootfallError("there is no such moment in the history")
        values = self.values()
        # the Sim itself goes back: its scripts of then and now are of one Setup
        self.sim = moments.go_to(moment, self.sim)
        self._camera = Camera(self.sim)
        self.history.cut(self.sim.tick)
        self._told_end = ""
        if self.sim.programs[0].units[0].text != self._driving():
            self._do(Command("swap", {"text": self._driving()}))
        self._set_all(values)
        self._shown, self.playing = None, True
        self._remember(still=True)
        self._tell_values()
        self._tell_transport()
        self._show()

    def _reset(self, _: m.Reset) -> None:
        self._begin_anew(replace(self.setup, text=self.text))

    def _begin_anew(self, setup: Setup, text: str = "") -> None:
        """A new run of a Setup; the old one goes on if it cannot be made."""
        values = self.values()
        self.sim = setup.make()
        self.setup, self.text, self.ragdoll = setup, text or setup.text, False
        self._told_end, self._owed, self._balls = "", 0.0, 0
        self._open()
        self._set_all(values)
        self._tell_values()

    def _tick(self, time: float) -> int:
        return int(math.floor(time / self.sim.dt + 0.5))

    # -- changing -----------------------------------------------------------------------------------

    def _do(self, command: Command) -> None:
        """Carry out a Command now, and note it."""
        moments.do(self.sim, command)
        self.sim.events.clear()  # ours are in the history
        self.history.note(self.sim.tick, command)

    def _set_all(self, values: Mapping[str, float]) -> None:
        for name, value in values.items():
            now = self.values()
            if name in now and now[name] != value:
                self._do(Command("set", {"name": name, "value": value}))

    def _driving(self) -> str:
        return moments.LIMP if self.ragdoll else self.text

    def _live(self) -> None:
        """What is done to the body is done to the newest moment: show it."""
        if self._shown is not None:
            self._shown = None
            self._tell_transport()

    def _swap(self, order: Swap) -> None:
        program = compile_text(order.text, name=self.setup.name, path=self.setup.path)
        old_body = compile_text(self.text, name=self.setup.name, path=self.setup.path).body
        self.version = order.version
        if program.body != old_body:  # BODY was edited: nothing of the old run fits
            setup = replace(self.setup, text=order.text, body=program.body or "human")
            self._begin_anew(setup)
        else:
            self.text = order.text
            if not self.ragdoll:
                self._do(Command("swap", {"text": order.text}))
                self._told_end = ""
            self._tell_values()
        if order.ghost:
            self._answer(0, order.version, order.from_time, None)

    def _ask_moment(self, order: AskMoment) -> None:
        self._answer(order.id, self.version, order.time, order.since)

    def _answer(self, id: int, version: int, time: float | None, since: float | None) -> None:
        moment: Moment | None = None
        if time is not None or since is not None:
            tick = self.history.head if time is None else self._tick(time)
            back = None if since is None else self._tick(since)
            moment = self.history.moment(min(tick, self.history.head), since=back)
        self._say(HereIs(id, version, self._scene, moment or moments.take(self.sim, self.setup)))

    def _set_parameter(self, message: m.SetParameter) -> None:
        self._do(Command("set", {"name": message.name, "value": message.value}))
        self._tell_values()

    def _push(self, message: m.Push) -> None:
        forward, left, up = message.force
        if message.world:
            yaw = self._camera.heading()
            cos, sin = math.cos(yaw), math.sin(yaw)
            forward, left = cos * forward + sin * left, cos * left - sin * forward
        if self.sim.bodies[0].planar:
            left = 0.0
        self._live()
        what = {"part": message.part, "force": (forward, left, up), "seconds": message.seconds}
        self._do(Command("push", what))

    def _key(self, message: m.Key) -> None:
        self._do(Command("key", {"name": message.name, "down": message.down}))

    def _throw(self, message: m.Throw) -> None:
        if self.setup.ball != message.mass:
            self._change(replace(self.setup, ball=message.mass))
        self._live()
        angle = self._camera.heading() + message.angle
        what = {"ball": self._balls % moments.POOL, "speed": message.speed, "angle": angle}
        self._do(Command("throw", what))
        self._balls += 1

    def _set_ragdoll(self, message: m.SetRagdoll) -> None:
        if message.on == self.ragdoll:
            return
        self._live()
        values = self.values()
        self.ragdoll = message.on
        if message.on:
            self._limp_values: Mapping[str, float] = values
        self._do(Command("swap", {"text": self._driving()}))
        if not message.on:
            self._set_all(self._limp_values)
            self._told_end = ""
        self._tell_transport()

    def _set_ground(self, message: m.SetGround) -> None:
        parse_ground(message.ground, self.setup.seed)
        self._change(replace(self.setup, ground=message.ground))

    def _set_proportions(self, message: m.SetProportions) -> None:
        proportions.check(message.values)
        self._change(replace(self.setup, proportions={**self.setup.proportions, **message.values}))

    def _change(self, setup: Setup) -> None:
        """Go on in another model: ground, balls or build of the body."""
        self.sim = moments.transplant(self.sim, setup)
        self.setup = setup
        self._open()


_ENDS = {
    "fell": "It fell: its FALL rule came true.",
    "done": "The script is done.",
    "stuck": "The script is stuck: it changes phases without time passing.",
    "diverged": "The simulation has diverged: some gain or force is too large.",
}

_HANDLERS: dict[type, Any] = {
    m.Play: Player._play,
    m.Pause: Player._pause,
    m.Step: Player._step,
    m.SetSpeed: Player._set_speed,
    m.Scrub: Player._scrub,
    m.Branch: Player._branch,
    m.Reset: Player._reset,
    Swap: Player._swap,
    AskMoment: Player._ask_moment,
    m.SetParameter: Player._set_parameter,
    m.Push: Player._push,
    m.Key: Player._key,
    m.Throw: Player._throw,
    m.SetRagdoll: Player._set_ragdoll,
    m.SetGround: Player._set_ground,
    m.SetProportions: Player._set_proportions,
}
