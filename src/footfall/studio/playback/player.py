"""The Player: a Run and its clock. It carries out the page's messages and sends replies and poses."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from footfall.engine.falls import why_fallen
from footfall.script import compile_text
from footfall.studio.playback import proportions, scene
from footfall.studio.playback.restore_point import Command
from footfall.studio.playback.run import DISPLAY, Run
from footfall.studio.protocol import messages as m
from footfall.studio.protocol import replies as r
from footfall.studio.protocol.packets import stamp
from footfall.studio.protocol.process_messages import (
    Checkpoint,
    GetRestorePoint,
    RestorePointReply,
    StartRun,
    SwapScript,
)
from footfall.world import parse_ground

Say = Callable[[object], None]


class Player:
    """Plays a Run in real time.

    Args:
        begin: What to run.
        say: Sends to the server: pose packets (bytes), replies, answers.

    Raises:
        FootfallError: It cannot be run.

    Attributes:
        run: What is simulated and shown.
        playing: Whether the clock runs.
        speed: Simulated seconds per second that are wanted.
        rate: The same as measured.
    """

    def __init__(self, begin: StartRun, say: Say) -> None:
        self._say = say
        self.playing, self.speed, self.rate = begin.playing, begin.speed, 0.0
        self._shown: int | None = None  # tick of an earlier moment that is shown
        self._seq = 0
        self._owed = 0.0  # ticks that the clock is behind
        self._told_end = ""
        self._limp_after_fall = True
        self._told_going = r.Going(to="", here="", way=())
        self._way: tuple[str, ...] = ()
        self.run = Run(begin.setup, begin.scene, begin.version, begin.point)
        text = begin.text or begin.setup.text
        if self.run.sim.programs[0].units[0].text != text:
            self.run.swap(text, begin.version)
        self.run.text = text
        self.run.set_all(dict(begin.values))
        self._tell_scene()

    def display(self) -> None:
        """One displayed frame: advance if the clock runs, and show the pose."""
        if not self.playing:
            return
        self._owed += self.speed * DISPLAY / self.run.sim.dt
        ticks = int(self._owed)
        self._owed -= ticks
        self._advance(ticks)
        self._show()

    def _advance(self, ticks: int) -> None:
        if not self.run.advance(ticks):
            self.playing = False
            self._tell_transport()
        self._tell_end()
        self._tell_going()

    def checkpoint(self) -> Checkpoint:
        """Where another player continues if this process is lost."""
        run = self.run
        return Checkpoint(
            run.restore_point(), run.scene, self.playing, self.speed, tuple(run.values().items())
        )

    # -- replies --------------------------------------------------------------------------------------

    def _show(self) -> None:
        """Send the pose that is shown now."""
        history, dt = self.run.history, self.run.sim.dt
        frame = history.at(history.head if self._shown is None else self._shown)
        if frame is None:
            return
        self._seq += 1
        self._say(
            stamp(
                frame.data,
                self._seq,
                head=history.head * dt,
                tail=history.tail * dt,
                rate=self.rate,
                playing=self.playing,
                earlier=self._shown is not None,
            )
        )

    def _tell_scene(self) -> None:
        """Send everything about a model that has just been made."""
        run = self.run
        self._shown, self._told_end, self._limp_after_fall = None, "", True
        self._say(scene.describe(run.sim, run.scene, run.setup.proportions))
        for note in run.sim.notes:
            self._say(r.Note(level="info", text=note, help=""))
        self._tell_values()
        self._tell_transport()
        self._show()

    def _tell_transport(self) -> None:
        history, dt = self.run.history, self.run.sim.dt
        self._say(
            r.Transport(
                playing=self.playing,
                speed=self.speed,
                time=(history.head if self._shown is None else self._shown) * dt,
                head=history.head * dt,
                tail=history.tail * dt,
                live=self._shown is None,
                ragdoll=self.run.ragdoll,
            )
        )

    def _tell_values(self) -> None:
        self._say(r.Values(values=self.run.values()))

    def _tell_end(self) -> None:
        word, time = self.run.end
        text = ""
        if self._told_end == "done" and word == "done" and self.run.lies:  # pushed over, say
            word, time = "fell", self.run.sim.time
            text = f"It fell at {time:.2f} s, after the skill had ended."
        if word == self._told_end or self.run.ragdoll:
            return
        self._told_end = word
        if not word:
            return
        verdict = self.run.verdict
        text = text or _ended(word, verdict.because, why_fallen(self.run.sim) if word == "fell" else "")
        up = word == "fell" and self.run.can_get_up
        good = word == "done" and verdict.success
        self._say(r.Ended(reason=word, time=time, text=text, good=good, can_get_up=up))
        if word == "fell" and self._limp_after_fall:  # else it would go on with its gait on the ground
            self.run.limp(True)
            self._tell_transport()

    def _tell_going(self) -> None:
        to = self.run.destination
        now = r.Going(to=to, here=(self.run.node or "") if to else "", way=self._way if to else ())
        if now != self._told_going:
            self._told_going = now
            self._say(now)

    def _answer(self, id: int, version: int, time: float | None, since: float | None) -> None:
        self._say(RestorePointReply(id, version, self.run.scene, self.run.restore_point(time, since)))

    # -- time -----------------------------------------------------------------------------------------

    def handle(self, message: object) -> None:
        """Carry out a message of the page or of the server.

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
        history = self.run.history
        now = history.head if self._shown is None else self._shown
        if message.frames > 0 and now >= history.head:
            self._shown = None
            self._advance(max(1, int(round(message.frames * DISPLAY / self.run.sim.dt))))
        else:
            frame = history.beside(now, message.frames)
            self._shown = frame.tick if frame and frame.tick < history.head else None
        self._tell_transport()
        self._show()

    def _set_speed(self, message: m.SetSpeed) -> None:
        self.speed = message.factor
        self._tell_transport()
        if not self.playing:
            self._show()

    def _scrub(self, message: m.Scrub) -> None:
        self.playing = False
        history = self.run.history
        frame = history.at(self.run.tick_of(message.time))
        self._shown = frame.tick if frame and frame.tick < history.head else None
        self._tell_transport()
        self._show()

    def _branch(self, message: m.Branch) -> None:
        self.run.go_back(message.time)
        self._told_end, self._limp_after_fall = "", True
        self._shown, self.playing = None, True
        self._tell_values()
        self._tell_transport()
        self._show()

    def _reset(self, _: m.Reset) -> None:
        self.run.begin_anew(replace(self.run.setup, text=self.run.text))
        self._tell_scene()

    def _live(self) -> None:
        """What is done to the body is done to the newest point: show that."""
        if self._shown is not None:
            self._shown = None
            self._tell_transport()

    # -- script, body, world --------------------------------------------------------------------------

    def _swap(self, request: SwapScript) -> None:
        setup = self.run.setup
        body = compile_text(request.text, name=setup.name, path=setup.path).body or "human"
        if body != setup.body:  # BODY was edited: nothing of the old run fits
            self.run.version = request.version
            self.run.begin_anew(replace(setup, text=request.text, body=body))
            self._tell_scene()
        else:
            self.run.swap(request.text, request.version)
            self._told_end = "fell" if self._told_end == "fell" and not self._limp_after_fall else ""
            self._tell_values()
        if request.ghost:
            self._answer(0, request.version, request.from_time, None)

    def _get_restore_point(self, request: GetRestorePoint) -> None:
        self._answer(request.id, self.run.version, request.time, request.since)

    def _set_parameter(self, message: m.SetParameter) -> None:
        self.run.do(Command("set", {"name": message.name, "value": message.value}))
        self._tell_values()

    def _push(self, message: m.Push) -> None:
        forward, left, up = message.force
        if message.world:
            yaw = self.run.reader.heading()
            cos, sin = math.cos(yaw), math.sin(yaw)
            forward, left = cos * forward + sin * left, cos * left - sin * forward
        if self.run.sim.bodies[0].planar:
            left = 0.0
        self._live()
        what = {"part": message.part, "force": (forward, left, up), "seconds": message.seconds}
        self.run.do(Command("push", what))

    def _key(self, message: m.Key) -> None:
        self.run.do(Command("key", {"name": message.name, "down": message.down}))

    def _throw(self, message: m.Throw) -> None:
        before = self.run.scene
        self.run.throw(message.mass, message.speed, message.angle)
        self._live()
        if self.run.scene != before:
            self._tell_scene()

    def _set_ragdoll(self, message: m.SetRagdoll) -> None:
        self._live()
        self.run.limp(message.on)
        # Whoever gives control back to a body that lies wants to see what it does with it.
        self._limp_after_fall = message.on or not self.run.lies
        self._told_end = ""
        self._tell_transport()

    def _get_up(self, _: m.GetUp) -> None:
        self._live()
        self.run.get_up()
        self._told_end, self._limp_after_fall, self.playing = "", True, True
        self._tell_transport()

    def _go(self, message: m.Go) -> None:
        self._live()
        self._way = self.run.go(message.node)
        self._told_end, self._limp_after_fall, self.playing = "", True, True
        self._tell_transport()
        self._tell_going()

    def _set_ground(self, message: m.SetGround) -> None:
        parse_ground(message.ground, self.run.setup.seed)
        self.run.change(replace(self.run.setup, ground=message.ground))
        self._tell_scene()

    def _set_proportions(self, message: m.SetProportions) -> None:
        proportions.check(message.values)
        setup = self.run.setup
        self.run.change(replace(setup, proportions={**setup.proportions, **message.values}))
        self._tell_scene()


def _ended(word: str, because: str, why: str) -> str:
    """How a run ended, for the page: in the words of the report."""
    advice = {"fell": f" Its FALL rule came true: {why}." if why else " Its FALL rule came true."}
    advice["diverged"] = " Some gain or force is too large."
    return f"{because[:1].upper()}{because[1:]}.{advice.get(word, '')}"


_HANDLERS: dict[type, Any] = {
    m.Play: Player._play,
    m.Pause: Player._pause,
    m.Step: Player._step,
    m.SetSpeed: Player._set_speed,
    m.Scrub: Player._scrub,
    m.Branch: Player._branch,
    m.Reset: Player._reset,
    SwapScript: Player._swap,
    GetRestorePoint: Player._get_restore_point,
    m.SetParameter: Player._set_parameter,
    m.Push: Player._push,
    m.Key: Player._key,
    m.Throw: Player._throw,
    m.SetRagdoll: Player._set_ragdoll,
    m.GetUp: Player._get_up,
    m.Go: Player._go,
    m.SetGround: Player._set_ground,
    m.SetProportions: Player._set_proportions,
}
