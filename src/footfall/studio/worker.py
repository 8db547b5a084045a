"""The process that plays: a Player at 60 display ticks a second, told what to do through a pipe."""

from __future__ import annotations

import time
from multiprocessing.connection import Connection

from footfall.errors import FootfallError
from footfall.studio import replies as r
from footfall.studio.player import Player
from footfall.studio.run import DISPLAY

BEAT = 0.25  # s between signs of life while nothing else is said
CHECKPOINT = 0.5  # s between checkpoints
_LATE = 0.1  # s; a clock that is further behind gives the time up for lost


def play(pipe: Connection) -> None:
    """Wait to be told what to run, and run it until the pipe is closed."""
    try:
        begin = pipe.recv()
        try:
            player = Player(begin, pipe.send)
        except FootfallError as problem:
            pipe.send(problem_of("begin", problem))
            return
        pipe.send("ready")
        loop = _Loop(player, pipe)
        while True:
            loop.turn()
    except (EOFError, BrokenPipeError, ConnectionResetError, KeyboardInterrupt):
        return  # the server has gone


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
        while self._pipe.poll(wait):
            self._receive(self._pipe.recv())
            wait = max(0.0, self._next - time.perf_counter()) if self._player.playing else 0.0
        now = time.perf_counter()
        if now < self._next:
            return
        self._player.display()
        self._next = self._next + DISPLAY if now - self._next < _LATE else now + DISPLAY
        self._changed = self._changed or self._player.playing
        self._tell(now)

    def _receive(self, message: object) -> None:
        try:
            self._player.handle(message)
            self._changed = True
        except FootfallError as problem:
            self._pipe.send(problem_of(type(message).__name__, problem))

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


def problem_of(what: str, problem: FootfallError) -> r.Refused:
    """A message for the page about something that could not be done."""
    return r.Refused(what=what[:1].lower() + what[1:], text=problem.message, help=problem.help)
