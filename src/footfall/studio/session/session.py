"""The session: the document, the simulation and the open pages. All pages share one session."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Any

from footfall import faults
from footfall.errors import FootfallError
from footfall.script import skill_names
from footfall.studio.editing import assist
from footfall.studio.editing.language import hello
from footfall.studio.playback.restore_point import RestorePoint, Setup
from footfall.studio.playback.worker import problem_of
from footfall.studio.protocol import messages as m
from footfall.studio.protocol import replies as r
from footfall.studio.protocol.process_messages import (
    GetRestorePoint,
    GhostResult,
    RestorePointReply,
    StartRun,
)
from footfall.studio.server.client import Client
from footfall.studio.session.broadcast import Broadcast
from footfall.studio.session.document import Document
from footfall.studio.session.ghost_requests import GhostRequests
from footfall.studio.session.offload import Offload
from footfall.studio.session.supervisor import Supervisor
from footfall.studio.workspace.project import Project
from footfall.studio.workspace.workspace import Workspace

log = logging.getLogger("footfall.studio")
_MOST_WAITING = 100  # questions to the player
_PREPARE_ID = -2  # of the RestorePoint that is asked for when a run begins

# Carried out by the player as they are.
TO_PLAYER = (
    m.Play, m.Pause, m.Step, m.SetSpeed, m.Scrub, m.Branch, m.Reset, m.SetParameter, m.Push, m.Throw,
    m.SetGround, m.SetRagdoll, m.GetUp, m.Go, m.Key, m.SetProportions,
)  # fmt: skip


class Session(Broadcast):
    """Connects the pages with the document, the workspace and the simulation.

    Args:
        project: Where scripts are saved.
        skill: What is opened first.

    Attributes:
        id: Unique.
        supervisor: Of its processes.
        document: The script that is edited.
        workspace: Gallery, projects, searches and exports.
        ghosts: Requests for ghosts.
        values: The live parameters.
        proportions: Factors on the body as designed, those that are not 1.
    """

    def __init__(self, project: Project, skill: str) -> None:
        super().__init__()
        self.id = secrets.token_hex(8)
        self.supervisor = Supervisor(self._from_process)
        self.document = Document(self)
        self.workspace = Workspace(self, project)
        self.ghosts = GhostRequests(self)
        self.values: dict[str, float] = {}
        self.proportions: dict[str, float] = {}
        self._assist_queue = Offload()
        self._hello = hello()
        self._waiting: dict[int, asyncio.Future[RestorePointReply]] = {}
        self._next_id = 1
        self._scenes = 0
        self.workspace.begin()
        self.document.begin(*self.workspace.read(skill, file=skill not in skill_names()))

    # -- pages ----------------------------------------------------------------------------------------

    def join(self, client: Client) -> None:
        """A page has connected: send it the current state."""
        self.clients.add(client)
        self.send_to(client, self._hello)
        self.send_state(client, self.document.script("restored"))
        self.send_to(client, self.workspace.search_state())
        self.supervisor.send(m.SetSpeed(factor=self._speed()))  # makes the player send the clock and a pose

    def leave(self, client: Client) -> None:
        """A page has disconnected."""
        self.clients.discard(client)
        self._assist_queue.forget(id(client))

    def dt(self) -> float:
        """Physics step of the scene, s."""
        scene = self.latest(r.Scene)
        return scene.dt if scene else 0.001

    def ground(self) -> str:
        """What it walks on."""
        scene = self.latest(r.Scene)
        return scene.ground if scene else "flat"

    def close(self) -> None:
        """End everything."""
        self.document.close()
        self._assist_queue.close()
        self.workspace.close()
        self.supervisor.close()
        for client in self.clients:
            client.close()

    def _speed(self) -> float:
        transport = self.latest(r.Transport)
        return transport.speed if transport else 1.0

    async def handle(self, client: Client, message: m.FromPage) -> None:
        """Carry out a message, or refuse it; a refused message changes nothing.

        Never raises: an unexpected error gets a report, and all pages stay connected.
        """
        try:
            if isinstance(message, m.Ack):
                client.ack(message.seq)
            elif isinstance(message, TO_PLAYER):
                self.supervisor.send(message)
            elif isinstance(message, m.Edit):
                self.document.edit(client, message)
            elif isinstance(message, (m.Complete, m.Hover)):
                self._complete_or_hover(client, message)
            elif isinstance(message, m.SetGhosts):
                self.ghosts.set(message)
            else:
                await self.workspace.handle(client, message)
        except FootfallError as problem:
            self.refuse(client, message, problem)
        except Exception as error:
            self.refuse(client, message, faults.tell(error, f"studio: {type(message).__name__}"))

    def _complete_or_hover(self, client: Client, message: m.Complete | m.Hover) -> None:
        def work() -> r.Completions | r.Hovered:
            if isinstance(message, m.Hover):
                return assist.hover(message.id, message.text, message.offset, source)
            return assist.complete(message.id, message.text, message.offset, source)

        source = self.document.source
        self._assist_queue.do(
            (id(client), type(message).__name__),
            work,
            lambda reply: self.send_to(client, reply),
            lambda problem: self.refuse(client, message, problem),
        )

    def refuse(self, client: Client, message: m.FromPage, problem: FootfallError) -> None:
        """Tell a page that something was not done."""
        log.warning("refused %s: %s", type(message).__name__, problem.message)
        self.send_to(client, problem_of(type(message).__name__, problem))

    # -- processes ------------------------------------------------------------------------------------

    def begin(self, setup: Setup, version: int) -> None:
        """Run something else."""
        self.values, self.proportions = {}, {k: v for k, v in setup.proportions.items() if v != 1.0}
        self._scenes += 1000  # beyond all scenes of what runs until then
        self.supervisor.begin(StartRun(setup, version, self._scenes, playing=True))

    def _from_process(self, message: Any) -> None:
        if isinstance(message, bytes):
            for client in self.clients:
                client.pose(message)
        elif isinstance(message, RestorePointReply):
            self._receive_restore_point(message)
        elif isinstance(message, GhostResult):
            self.ghosts.made(message)
            self.document.ghosts_made()
        else:
            if isinstance(message, r.Values):
                self.values = dict(message.values)
            elif isinstance(message, r.Scene):
                if message.id > self._scenes:
                    self._scenes = message.id
                    self.proportions = {p.name: p.value for p in message.proportions if p.value != 1.0}
                    self.workspace.drafts.touch()  # the body may have been edited
                self.supervisor.send(GetRestorePoint(_PREPARE_ID))
            self.broadcast(message)

    def _receive_restore_point(self, message: RestorePointReply) -> None:
        waiting = self._waiting.pop(message.id, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(message)
        elif message.id == _PREPARE_ID:
            self.supervisor.ghost(message.point)
        elif message.id <= 0:
            self.ghosts.begin(message.scene, message.version, message.point)

    async def restore_point(self, time: float | None, since: float | None) -> RestorePoint:
        """A RestorePoint of the session, from the player.

        Raises:
            FootfallError: It does not answer.
        """
        id, future = self.ask(time, since)
        try:
            return (await asyncio.wait_for(future, 10.0)).point
        except TimeoutError:
            self._waiting.pop(id, None)
            raise FootfallError("the simulation does not answer", help="try again") from None

    def ask(self, time: float | None, since: float | None) -> tuple[int, asyncio.Future[RestorePointReply]]:
        """Ask the player for a RestorePoint; requests that a lost player never answers are dropped later."""
        id, self._next_id = self._next_id, self._next_id + 1
        for old in [k for k in self._waiting if k < id - _MOST_WAITING]:
            self._waiting.pop(old)
        future: asyncio.Future[RestorePointReply] = asyncio.get_running_loop().create_future()
        self._waiting[id] = future
        self.supervisor.send(GetRestorePoint(id, time, since))
        return id, future
