"""The player process: a Player at 60 frames a second, controlled through a pipe."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from footfall import compiling, faults
from footfall.errors import FootfallError
from footfall.studio.playback.player import Player
from footfall.studio.playback.run import DISPLAY
from footfall.studio.protocol import messages as m
from footfall.studio.protocol import replies as r
from footfall.studio.protocol.process_messages import SwapScript

BEAT = 0.25  # s between heartbeat messages
CHECKPOINT = 0.5  # s between checkpoints
_BATCH = 200  # messages handled at once
_LATEST = (m.Scrub, m.SetSpeed, m.SetGround, m.SetParameter, m.SetProportions, SwapScript)
_LONG_TEXT = 10_000  # characters of a script that takes a while to compile
_LATE = 0.1  # s; a clock that is further behind skips the time it lost


def play(pipe: Connection) -> None:
    """Wait for a StartRun, and play it until the pipe is closed."""
    try:
        begin = pipe.recv()
        _tell_of_compiling(pipe, begin.setup.name)
        try:
            player = Player(begin, pipe.send)
        except FootfallError as problem:
            pipe.send(problem_of("begin", problem))
            return
        except (EOFError, BrokenPipeError, ConnectionResetError):
            raise
        except Exception as error:
            pipe.send(problem_of("begin", faults.tell(error, "studio: begin")))
            return
        pipe.send("ready")
        loop = _Loop(player, pipe)
        while True:
            loop.turn()
    except (EOFError, BrokenPipeError, ConnectionResetError, KeyboardInterrupt):
        return  # the server has gone


def _tell_of_compiling(pipe: Connection, name: str) -> None:
    """Have whoever waits told what is compiled, as "walk (3 of 40)"."""
    began = time.perf_counter()

    def listen(work: compiling.Work) -> None:
        def progress(text: str) -> None:
            count = re.search(r"\((\d+) of (\d+)\)", text)
            share = (int(count[1]) - 1) / int(count[2]) if count else None
            seconds = time.perf_counter() - began
            pipe.send(r.Starting(name=name, text=f"Compiling {text}", share=share, seconds=seconds))

        work(progress)

    compiling.listener = listen


def _takes_long(message: object) -> bool:
    """Whether a message asks for work of a second or more: a long text, or a way over the graph."""
    if isinstance(message, SwapScript):
        return len(message.text) > _LONG_TEXT
    return isinstance(message, m.Go | m.GetUp)  # both read the graph's skills and compile some of them


class _Loop:
    """The clock of a Player."""

    def __init__(self, player: Player, pipe: Connection) -> None:
        self._player, self._pipe = player, pipe
        self._next = self._beat = time.perf_counter()
        self._saved = self._next - CHECKPOINT  # the first one at once
        self._rate_from = (self._next, player.run.sim.time)
        self._changed = True

    def turn(self) -> None:
        """Wait for messages until the next display tick, then show it."""
        wait = max(0.0, self._next - time.perf_counter())
        if self._pipe.poll(wait):
            batch = [self._pipe.recv()]
            while self._pipe.poll(0) and len(batch) < _BATCH:
                batch.append(self._pipe.recv())
            for message in coalesce(batch):
                self._do(self._player.handle, message)
                self._tell(time.perf_counter())
        now = time.perf_counter()
        if now < self._next:
            return
        self._do(self._player.display)
        self._next = self._next + DISPLAY if now - self._next < _LATE else now + DISPLAY
        self._changed = self._changed or self._player.playing
        self._tell(now)

    def _do(self, what: Callable[..., None], *message: object) -> None:
        name = type(message[0]).__name__ if message else "play"
        if message and _takes_long(message[0]):
            self._pipe.send("busy")
        try:
            what(*message)
            self._changed = self._changed or bool(message)
        except FootfallError as problem:
            self._refuse(name, problem)
        except (EOFError, BrokenPipeError, ConnectionResetError):  # the server has gone
            raise
        except Exception as error:
            self._refuse(name, faults.tell(error, f"studio: {name}"))

    def _refuse(self, name: str, problem: FootfallError) -> None:
        if name == "play":  # the script itself asked for something that cannot be done
            self._player.handle(m.Pause())
        self._pipe.send(problem_of(name, problem))

    def _tell(self, now: float) -> None:
        began, sim_began = self._rate_from
        if now - began >= 1.0:
            self._player.rate = max(0.0, self._player.run.sim.time - sim_began) / (now - began)
            self._rate_from = (now, self._player.run.sim.time)
        if now - self._beat >= BEAT:
            self._beat = now
            self._pipe.send("beat")
        if self._changed and now - self._saved >= CHECKPOINT:
            self._saved, self._changed = now, False
            self._pipe.send(self._player.checkpoint())


def coalesce(batch: list[Any]) -> list[Any]:
    """A batch without messages that a later one replaces: a slider may send faster than models are built."""
    kept: list[Any] = []
    seen: set[object] = set()
    factors: dict[str, float] = {}
    for message in reversed(batch):
        if isinstance(message, m.SetProportions):
            factors = {**message.values, **factors}
        if isinstance(message, _LATEST):
            key = (type(message), getattr(message, "name", ""))
            if key in seen:
                continue
            seen.add(key)
        kept.append(message)
    together = [m.SetProportions(values=factors) if isinstance(x, m.SetProportions) else x for x in kept]
    return together[::-1]


def problem_of(what: str, problem: FootfallError) -> r.Refused:
    """A message for the page about something that could not be done."""
    return r.Refused(what=what[:1].lower() + what[1:], text=problem.message, help=problem.help)
