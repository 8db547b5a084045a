"""Keeps the simulation alive: a player process that hangs or dies is replaced, from its last checkpoint."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from footfall.studio.playback.ghosts import look_ahead
from footfall.studio.playback.restore_point import Moment
from footfall.studio.playback.worker import play
from footfall.studio.protocol import replies as r
from footfall.studio.protocol.process_messages import Begin, Checkpoint, GhostOrder, Swap
from footfall.studio.session.process import Child

SILENCE = 1.5  # s of its own without a sign of life, after which a player is taken for hung
BUSY = 20.0  # the same for one that has said that it will be busy: it compiles a long text
PATIENCE = 180.0  # s for the first process, which may have to compile the kernel
GHOST_PATIENCE = 10.0  # s for a ghost
TRIES = 3  # losses within `SOON` from the checkpoint; then from the start
SOON = 10.0  # s
_LOOK = 0.2  # s between looks

log = logging.getLogger("footfall.studio")


class Keeper:
    """The player and the ghost maker.

    Args:
        on_message: Called with all that they say.

    Attributes:
        restarts: How often a player was replaced.
    """

    def __init__(self, on_message: Callable[[Any], None]) -> None:
        self._on_message = on_message
        self._player: Child | None = None
        self._coming: Child | None = None  # replaces the player as soon as it is ready
        self._spare: Child | None = None  # waits to be told what to run: there is no time to lose then
        self._ghosts: Child | None = None
        self._begin: Begin | None = None
        self._next: Begin | None = None
        self._late: Swap | None = None
        self._checkpoint: Checkpoint | None = None
        self._ghost_since: float | None = None
        self._lost: list[float] = []
        self._lost_at: float | None = None
        self._why = ""
        self._closed = False
        self._watcher = asyncio.create_task(self._watch())
        self.restarts = 0

    @property
    def pid(self) -> int | None:
        """The player's process, None while there is none."""
        return self._player.pid if self._player else None

    @property
    def running(self) -> bool:
        """Whether a player is there and ready."""
        return self._player is not None and self._player.ready

    # -- asking -----------------------------------------------------------------------------------

    def begin(self, begin: Begin) -> None:
        """Run something else; what runs now goes on until that is ready, or if it cannot be run."""
        if self._coming is not None:
            self._coming.kill()
        self._next, self._late = begin, None
        self._coming = self._start(begin)

    def later_text(self, text: str, version: int) -> None:
        """The text that a player goes on with that takes over from now on."""
        self._late = Swap(version, text, False, None)
        if self._begin is not None:
            self._begin = replace(self._begin, text=text, version=version)

    def send(self, message: Any) -> None:
        """To the player; lost with a player that is being replaced."""
        if self._player is not None:
            self._player.send(message)

    def ghost(self, order: GhostOrder | Moment) -> None:
        """To the ghost maker: an order, or a Moment of a run that orders will be about."""
        if self._ghosts is None:
            self._ghosts = Child(look_ahead, (), self._from_ghosts)
        if self._ghost_since is None and isinstance(order, GhostOrder):
            self._ghost_since = time.monotonic()
        self._ghosts.send(order)

    def close(self) -> None:
        """End all processes."""
        self._closed = True
        self._watcher.cancel()
        for child in (self._player, self._coming, self._spare, self._ghosts):
            if child is not None:
                child.kill()

    # -- hearing ------------------------------------------------------------------------------------

    def _start(self, begin: Begin) -> Child:
        child = self._spare or self._new()
        self._spare = None
        child.heard = time.monotonic()
        child.send(begin)
        return child

    def _new(self) -> Child:
        def hear(message: Any) -> None:
            self._from_player(child, message)

        child = Child(play, (), hear)
        return child

    def _from_player(self, child: Child, message: Any) -> None:
        if message is None:
            self._gone(child)
        elif child is self._coming:
            self._from_coming(child, message)
        elif child is self._player:
            if isinstance(message, Checkpoint):
                self._checkpoint = message
            elif not isinstance(message, str):
                self._on_message(message)
            elif message == "ready" and self._spare is None:
                self._spare = self._new()

    def _from_coming(self, child: Child, message: Any) -> None:
        """A new player takes over with the first thing it says, unless that is a refusal."""
        if isinstance(message, r.Refused):
            self._coming = self._next = None
            self._on_message(message)
            return
        if self._player is not None:
            self._player.kill()
        self._player, self._coming = child, None
        self._begin, self._next = self._next, None
        if self._begin is None or self._begin.moment is None:
            self._checkpoint = None  # of another run
        if self._late is not None:
            self.later_text(self._late.text, self._late.version)
            child.send(self._late)  # an edit that came while it was being made
        if self._lost_at is not None:
            self._back()
        self._from_player(child, message)

    def _from_ghosts(self, message: Any) -> None:
        self._ghost_since = None
        if message is None:
            self._ghosts = None
        elif message != "ready":
            self._on_message(message)

    # -- losing ---------------------------------------------------------------------------------------

    def _gone(self, child: Child) -> None:
        if self._closed:
            return
        if child is self._spare:
            self._spare = None
        elif child is self._coming:
            self._coming = None
            log.warning("a simulation process ended before it was ready")
            if self._player is None and self._next is not None:
                self._replace("died", self._next)
        elif child is self._player:
            self._lose("died")

    def _lose(self, why: str) -> None:
        """The player is lost: begin another where it last was."""
        assert self._begin is not None
        begin, saved = self._begin, self._checkpoint
        if self._player is not None:
            self._player.kill()
        self._player = None
        if self._coming is None:
            if saved is not None and len(self._recent()) < TRIES:
                begin = replace(
                    begin, setup=saved.moment.setup, scene=saved.scene, moment=saved.moment,
                    playing=saved.playing, speed=saved.speed, values=saved.values,
                    text=begin.text or saved.moment.text,
                )  # fmt: skip
            else:
                begin = replace(
                    begin, moment=None, setup=replace(begin.setup, text=begin.text or begin.setup.text)
                )
            self._replace(why, begin)

    def _replace(self, why: str, begin: Begin) -> None:
        now = time.monotonic()
        if len(self._recent()) > 2 * TRIES:
            log.error("the simulation ends again and again; giving up")
            help = "open another script, or start the studio again"
            self._on_message(r.Note(level="error", text="The simulation ends again and again.", help=help))
            return
        self._lost.append(now)
        if self._lost_at is None:
            self._lost_at, self._why = now, why
        log.warning("the simulation process %s; starting another", why)
        self._next = begin
        self._coming = self._start(begin)

    def _back(self) -> None:
        assert self._lost_at is not None
        seconds = time.monotonic() - self._lost_at
        self._lost_at = None
        self.restarts += 1
        moment = self._begin.moment if self._begin else None
        at = 0.0 if moment is None else float(moment.snapshot.arrays["physics"][0])
        log.warning("the simulation is back after %.2f s", seconds)
        self._on_message(r.Restarted(reason=self._why, seconds=seconds, time=at))

    def _recent(self) -> list[float]:
        self._lost = [t for t in self._lost if t > time.monotonic() - SOON]
        return self._lost

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            now = time.monotonic()
            player = self._player
            if player is not None and player.silence() > (BUSY if player.busy else SILENCE):
                self._lose("hung")
            coming = self._coming
            if coming is not None and now - coming.heard > PATIENCE:
                coming.kill()
                self._gone(coming)
            if self._ghost_since is not None and now - self._ghost_since > GHOST_PATIENCE:
                assert self._ghosts is not None
                self._ghosts.kill()
                self._ghosts, self._ghost_since = None, None
