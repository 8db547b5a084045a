"""Supervises the simulation processes: a player that hangs or dies is replaced, from its last checkpoint."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from footfall.studio.playback.ghosts import look_ahead
from footfall.studio.playback.restore_point import RestorePoint
from footfall.studio.playback.worker import play
from footfall.studio.protocol import replies as r
from footfall.studio.protocol.process_messages import Checkpoint, GhostRequest, StartRun, SwapScript
from footfall.studio.session.process import Child

SILENCE = 1.5  # s of processor time without a message, after which a player counts as hung
BUSY = 20.0  # the same for one that has said "busy": it compiles a long text
PATIENCE = 180.0  # s for the first process, which may have to compile the kernel
GHOST_PATIENCE = 10.0  # s for a ghost
TRIES = 3  # losses within `SOON` from the checkpoint; then from the start
SOON = 10.0  # s
_LOOK = 0.2  # s between looks
_SAY = 0.5  # s without a word from a new player, after which one is said for it

log = logging.getLogger("footfall.studio")


class Supervisor:
    """Starts, watches and replaces the player and the ghost maker.

    Args:
        on_message: Called with every message that they send.

    Attributes:
        restarts: How often a player was replaced.
    """

    def __init__(self, on_message: Callable[[Any], None]) -> None:
        self._on_message = on_message
        self._player: Child | None = None
        self._next_player: Child | None = None  # replaces the player as soon as it is ready
        self._spare: Child | None = None  # started already: a restart takes no time then
        self._ghosts: Child | None = None
        self._current_run: StartRun | None = None
        self._next_run: StartRun | None = None
        self._pending_swap: SwapScript | None = None
        self._checkpoint: Checkpoint | None = None
        self._ghost_since: float | None = None
        self._losses: list[float] = []
        self._lost_at: float | None = None
        self._loss_reason = ""
        self._began = time.monotonic()
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

    # -- requests ---------------------------------------------------------------------------------

    def begin(self, begin: StartRun) -> None:
        """Run something else; the current player continues until the new one is ready, or if it fails."""
        if self._next_player is not None:
            self._next_player.kill()
        self._next_run, self._pending_swap = begin, None
        self._began = time.monotonic()
        self._next_player = self._start(begin)
        self._tell_starting()

    def update_text(self, text: str, version: int) -> None:
        """Set the text that the next player starts with."""
        self._pending_swap = SwapScript(version, text, False, None)
        if self._current_run is not None:
            self._current_run = replace(self._current_run, text=text, version=version)

    def send(self, message: Any) -> None:
        """Send a message to the player; it is lost if the player is being replaced."""
        if self._player is not None:
            self._player.send(message)

    def ghost(self, request: GhostRequest | RestorePoint) -> None:
        """Send the ghost maker a request, or a RestorePoint to prepare for."""
        if self._ghosts is None:
            self._ghosts = Child(look_ahead, (), self._from_ghosts)
        if self._ghost_since is None and isinstance(request, GhostRequest):
            self._ghost_since = time.monotonic()
        self._ghosts.send(request)

    def close(self) -> None:
        """End all processes."""
        self._closed = True
        self._watcher.cancel()
        for child in (self._player, self._next_player, self._spare, self._ghosts):
            if child is not None:
                child.kill()

    # -- messages -----------------------------------------------------------------------------------

    def _start(self, begin: StartRun) -> Child:
        child = self._spare or self._new()
        self._spare = None
        child.last_heard = time.monotonic()
        child.send(begin)
        return child

    def _new(self) -> Child:
        def receive(message: Any) -> None:
            self._from_player(child, message)

        child = Child(play, (), receive)
        return child

    def _from_player(self, child: Child, message: Any) -> None:
        if message is None:
            self._on_exit(child)
        elif child is self._next_player:
            self._from_next_player(child, message)
        elif child is self._player:
            if isinstance(message, Checkpoint):
                self._checkpoint = message
            elif not isinstance(message, str):
                self._on_message(message)
            elif message == "ready" and self._spare is None:
                self._spare = self._new()

    def _from_next_player(self, child: Child, message: Any) -> None:
        """A new player takes over with its first message, unless that is a refusal."""
        if isinstance(message, r.Starting):
            self._on_message(message)
            return
        if isinstance(message, r.Refused):
            self._next_player = self._next_run = None
            self._on_message(message)
            return
        if self._player is not None:
            self._player.kill()
        self._player, self._next_player = child, None
        self._current_run, self._next_run = self._next_run, None
        if self._current_run is None or self._current_run.point is None:
            self._checkpoint = None  # of another run
        if self._pending_swap is not None:
            self.update_text(self._pending_swap.text, self._pending_swap.version)
            child.send(self._pending_swap)  # an edit that came while it was being started
        if self._lost_at is not None:
            self._report_restart()
        self._from_player(child, message)

    def _from_ghosts(self, message: Any) -> None:
        self._ghost_since = None
        if message is None:
            self._ghosts = None
        elif message != "ready":
            self._on_message(message)

    # -- restarts -------------------------------------------------------------------------------------

    def _tell_starting(self) -> None:
        """Say that a simulation is being made ready; what it compiles it says itself."""
        if self._next_run is None:
            return
        seconds = time.monotonic() - self._began
        text = "Building the body and its world" if self._spare_ready else "Loading the simulation"
        if self._lost_at is not None:
            text = "Starting the simulation again"
        self._on_message(
            r.Starting(name=self._next_run.setup.name, text=text, share=None, seconds=round(seconds, 1))
        )

    @property
    def _spare_ready(self) -> bool:
        """Whether the new player is a process that runs already."""
        return self._next_player is not None and self._next_player.pid is not None

    def _on_exit(self, child: Child) -> None:
        if self._closed:
            return
        if child is self._spare:
            self._spare = None
        elif child is self._next_player:
            self._next_player = None
            log.warning("a simulation process ended before it was ready")
            if self._player is None and self._next_run is not None:
                self._start_replacement("died", self._next_run)
        elif child is self._player:
            self._restart("died")

    def _restart(self, reason: str) -> None:
        """The player is lost: start another from its last checkpoint."""
        assert self._current_run is not None
        begin, checkpoint = self._current_run, self._checkpoint
        if self._player is not None:
            self._player.kill()
        self._player = None
        if self._next_player is None:
            if checkpoint is not None and len(self._recent()) < TRIES:
                begin = replace(
                    begin, setup=checkpoint.point.setup, scene=checkpoint.scene, point=checkpoint.point,
                    playing=checkpoint.playing, speed=checkpoint.speed, values=checkpoint.values,
                    text=begin.text or checkpoint.point.text,
                )  # fmt: skip
            else:
                begin = replace(
                    begin, point=None, setup=replace(begin.setup, text=begin.text or begin.setup.text)
                )
            self._start_replacement(reason, begin)

    def _start_replacement(self, reason: str, begin: StartRun) -> None:
        now = time.monotonic()
        if len(self._recent()) > 2 * TRIES:
            log.error("the simulation ends again and again; giving up")
            help = "open another script, or start the studio again"
            self._on_message(r.Note(level="error", text="The simulation ends again and again.", help=help))
            return
        self._losses.append(now)
        if self._lost_at is None:
            self._lost_at, self._loss_reason = now, reason
        log.warning("the simulation process %s; starting another", reason)
        self._next_run, self._began = begin, now
        self._next_player = self._start(begin)

    def _report_restart(self) -> None:
        assert self._lost_at is not None
        seconds = time.monotonic() - self._lost_at
        self._lost_at = None
        self.restarts += 1
        point = self._current_run.point if self._current_run else None
        at = 0.0 if point is None else float(point.snapshot.arrays["physics"][0])
        log.warning("the simulation is back after %.2f s", seconds)
        self._on_message(r.Restarted(reason=self._loss_reason, seconds=seconds, time=at))

    def _recent(self) -> list[float]:
        self._losses = [t for t in self._losses if t > time.monotonic() - SOON]
        return self._losses

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            now = time.monotonic()
            player = self._player
            if player is not None and player.silence() > (BUSY if player.busy else SILENCE):
                self._restart("hung")
            next_player = self._next_player
            if next_player is not None and now - max(self._began, next_player.last_heard) > _SAY:
                self._tell_starting()
            if next_player is not None and now - next_player.last_heard > PATIENCE:
                next_player.kill()
                self._on_exit(next_player)
            if self._ghost_since is not None and now - self._ghost_since > GHOST_PATIENCE:
                assert self._ghosts is not None
                self._ghosts.kill()
                self._ghosts, self._ghost_since = None, None
