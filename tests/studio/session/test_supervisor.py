"""The processes themselves: they are killed and stopped here, and must come back."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import pytest

from footfall.studio.playback.restore_point import RestorePoint
from footfall.studio.protocol import messages as m
from footfall.studio.protocol import replies as r
from footfall.studio.protocol.process_messages import (
    GetRestorePoint,
    GhostRequest,
    GhostResult,
    RestorePointReply,
    StartRun,
    SwapScript,
)
from footfall.studio.session.supervisor import Supervisor
from tests.studio.runs import setup_of

pytestmark = [
    pytest.mark.sim,
    pytest.mark.skipif(sys.platform == "win32", reason="processes are stopped by signals here"),
]
PATIENCE = 120.0  # s; a machine under load is no failure


class Watched:
    """A supervisor and the messages that it has received."""

    def __init__(self) -> None:
        self.received: list[Any] = []
        self.supervisor = Supervisor(self.received.append)

    async def until(self, what: Callable[[], Any]) -> Any:
        async with asyncio.timeout(PATIENCE):
            while not (found := what()):
                await asyncio.sleep(0.01)
            return found

    def all(self, kind: type) -> list[Any]:
        return [x for x in self.received if isinstance(x, kind)]

    async def restore_point(self) -> RestorePoint:
        before = len(self.all(RestorePointReply))
        self.supervisor.send(GetRestorePoint(1))
        await self.until(lambda: len(self.all(RestorePointReply)) > before)
        found: RestorePoint = self.all(RestorePointReply)[-1].point
        return found

    async def lose(self, number: signal.Signals) -> r.Restarted:
        """Take the player away, and wait for the next."""
        before = len(self.all(r.Restarted))
        pid = self.supervisor.pid
        assert pid is not None
        os.kill(pid, number)
        await self.until(lambda: len(self.all(r.Restarted)) > before)
        assert self.supervisor.pid != pid
        back: r.Restarted = self.all(r.Restarted)[-1]
        return back


def run(test: Callable[[Watched], Any]) -> None:
    async def body() -> None:
        watched = Watched()
        try:
            await test(watched)
        finally:
            watched.supervisor.close()

    asyncio.run(body())


def test_a_lost_player_comes_back_with_every_edit() -> None:
    async def test(w: Watched) -> None:
        setup = setup_of()
        w.supervisor.begin(StartRun(setup, 1, 0))
        await w.until(lambda: len(w.all(bytes)) > 90)
        w.supervisor.send(m.SetParameter(name="lean", value=0.07))
        await w.until(lambda: any(v.values.get("lean") == 0.07 for v in w.all(r.Values)))
        reached = (await w.restore_point()).tick
        await w.until(lambda: w.supervisor._checkpoint and w.supervisor._checkpoint.point.tick >= reached)
        for number, reason in ((signal.SIGKILL, "died"), (signal.SIGSTOP, "hung"), (signal.SIGKILL, "died")):
            edited = setup.text + f"# {reason} {number}\n"
            w.supervisor.update_text(edited, 2)
            w.supervisor.send(SwapScript(2, edited, False, None))
            back = await w.lose(number)  # the swap may be lost; the edit must not
            assert back.reason == reason
            now = await w.restore_point()
            assert now.text == edited and now.tick >= reached
            assert w.all(r.Values)[-1].values["lean"] == 0.07
        frames = len(w.all(bytes))
        await w.until(lambda: len(w.all(bytes)) > frames + 10)

    run(test)


def test_what_cannot_be_run_leaves_the_old_one_running() -> None:
    async def test(w: Watched) -> None:
        from dataclasses import replace

        w.supervisor.begin(StartRun(setup_of(), 1, 0))
        await w.until(lambda: len(w.all(bytes)) > 5)
        pid = w.supervisor.pid
        w.supervisor.begin(StartRun(replace(setup_of(), body="nobody"), 2, 100))
        refused = (await w.until(lambda: w.all(r.Refused)))[0]
        assert "nobody" in refused.text and w.supervisor.pid == pid
        frames = len(w.all(bytes))
        await w.until(lambda: len(w.all(bytes)) > frames + 5)

    run(test)


def test_ghosts_are_made_in_another_process() -> None:
    async def test(w: Watched) -> None:
        setup = setup_of()
        w.supervisor.begin(StartRun(setup, 1, 0))
        await w.until(lambda: len(w.all(bytes)) > 5)
        point = await w.restore_point()
        for version in range(5):
            w.supervisor.ghost(GhostRequest(0, 1, version, point, setup.text, 0.2, asked=0.0))
        await w.until(lambda: [g for g in w.all(GhostResult) if g.version == 4])

    run(test)
