"""The session: what is edited, what runs, and who watches. All pages share one."""

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
from footfall.studio.playback.restore_point import Moment, Setup
from footfall.studio.playback.worker import problem_of
from footfall.studio.protocol import messages as m
from footfall.studio.protocol import replies as r
from footfall.studio.protocol.process_messages import AskMoment, Begin, GhostMade, HereIs
from footfall.studio.server.client import Client
from footfall.studio.session.broadcast import Pages
from footfall.studio.session.document import Writing
from footfall.studio.session.ghost_requests import LookAhead
from footfall.studio.session.offload import Offload
from footfall.studio.session.supervisor import Keeper
from footfall.studio.workspace.project import Project
from footfall.studio.workspace.workspace import Desk

log = logging.getLogger("footfall.studio")
_MOST_WAITING = 100  # questions to the player
_PREPARE_ID = -2  # of the Moment that is asked for when a run begins

# Carried out by the player as they are.
TO_PLAYER = (
    m.Play, m.Pause, m.Step, m.SetSpeed, m.Scrub, m.Branch, m.Reset, m.SetParameter, m.Push, m.Throw,
    m.SetGround, m.SetRagdoll, m.Key, m.SetProportions,
)  # fmt: skip


class Session(Pages):
    """See the module.

    Args:
        project: Where scripts are kept.
        skill: What is opened first.

    Attributes:
        id: Unlike that of any other session.
        keeper: Its processes.
        writing: The script.
        desk: What lies beside the stage.
        ghosts: What asks for ghosts.
        values: The live parameters.
        proportions: Factors on the body as designed, those that are not 1.
    """

    def __init__(self, project: Project, skill: str) -> None:
        super().__init__()
        self.id = secrets.token_hex(8)
        self.keeper = Keeper(self._from_process)
        self.writing = Writing(self)
        self.desk = Desk(self, project)
        self.ghosts = LookAhead(self)
        self.values: dict[str, float] = {}
        self.proportions: dict[str, float] = {}
        self._assists = Offload()
        self._hello = hello()
        self._waiting: dict[int, asyncio.Future[HereIs]] = {}
        self._next_id = 1
        self._scenes = 0
        self.desk.begin()
        self.writing.begin(*self.desk.read(skill, file=skill not in skill_names()))

    # -- pages ----------------------------------------------------------------------------------------

    def join(self, client: Client) -> None:
        """A page has come: tell it how things stand."""
        self.clients.add(client)
        self.tell_one(client, self._hello)
        self.tell_kept(client, self.writing.script("restored"))
        self.tell_one(client, self.desk.search_state())
        self.keeper.send(m.SetSpeed(factor=self._speed()))  # has the clock and a frame sent

    def leave(self, client: Client) -> None:
        """A page has gone."""
        self.clients.discard(client)
        self._assists.forget(id(client))

    def dt(self) -> float:
        """Physics step of what is on the stage, s."""
        scene = self.kept(r.Scene)
        return scene.dt if scene else 0.001

    def ground(self) -> str:
        """What it walks on."""
        scene = self.kept(r.Scene)
        return scene.ground if scene else "flat"

    def close(self) -> None:
        """End everything."""
        self.writing.close()
        self._assists.close()
        self.desk.close()
        self.keeper.close()
        for client in self.clients:
            client.close()

    def _speed(self) -> float:
        transport = self.kept(r.Transport)
        return transport.speed if transport else 1.0

    async def handle(self, client: Client, message: m.FromPage) -> None:
        """Carry out a message; what cannot be done is refused, and nothing has changed then.

        Never raises: a fault of ours gets a report, and this page and all others go on.
        """
        try:
            if isinstance(message, m.Ack):
                client.ack(message.seq)
            elif isinstance(message, TO_PLAYER):
                self.keeper.send(message)
            elif isinstance(message, m.Edit):
                self.writing.edit(client, message)
            elif isinstance(message, (m.Complete, m.Hover)):
                self._assist(client, message)
            elif isinstance(message, m.SetGhosts):
                self.ghosts.set(message)
            else:
                await self.desk.handle(client, message)
        except FootfallError as problem:
            self.refuse(client, message, problem)
        except Exception as error:
            self.refuse(client, message, faults.tell(error, f"studio: {type(message).__name__}"))

    def _assist(self, client: Client, message: m.Complete | m.Hover) -> None:
        def work() -> r.Completions | r.Hovered:
            if isinstance(message, m.Hover):
                return assist.hover(message.id, message.text, message.offset, source)
            return assist.complete(message.id, message.text, message.offset, source)

        source = self.writing.source
        self._assists.do(
            (id(client), type(message).__name__),
            work,
            lambda reply: self.tell_one(client, reply),
            lambda problem: self.refuse(client, message, problem),
        )

    def refuse(self, client: Client, message: m.FromPage, problem: FootfallError) -> None:
        """Tell a page that something was not done."""
        log.warning("refused %s: %s", type(message).__name__, problem.message)
        self.tell_one(client, problem_of(type(message).__name__, problem))

    # -- processes ------------------------------------------------------------------------------------

    def begin(self, setup: Setup, version: int) -> None:
        """Run something else."""
        self.values, self.proportions = {}, {k: v for k, v in setup.proportions.items() if v != 1.0}
        self._scenes += 1000  # beyond all scenes of what runs until then
        self.keeper.begin(Begin(setup, version, self._scenes, playing=True))

    def _from_process(self, message: Any) -> None:
        if isinstance(message, bytes):
            for client in self.clients:
                client.pose(message)
        elif isinstance(message, HereIs):
            self._here_is(message)
        elif isinstance(message, GhostMade):
            self.ghosts.made(message)
            self.writing.ghosts_made()
        else:
            if isinstance(message, r.Values):
                self.values = dict(message.values)
            elif isinstance(message, r.Scene):
                if message.id > self._scenes:
                    self._scenes = message.id
                    self.proportions = {p.name: p.value for p in message.proportions if p.value != 1.0}
                self.keeper.send(AskMoment(_PREPARE_ID))
            self.tell(message)

    def _here_is(self, message: HereIs) -> None:
        waiting = self._waiting.pop(message.id, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(message)
        elif message.id == _PREPARE_ID:
            self.keeper.ghost(message.moment)
        elif message.id <= 0:
            self.ghosts.begin(message.scene, message.version, message.moment)

    async def moment(self, time: float | None, since: float | None) -> Moment:
        """A Moment of the session, from the player.

        Raises:
            FootfallError: It does not answer.
        """
        id, future = self.ask(time, since)
        try:
            return (await asyncio.wait_for(future, 10.0)).moment
        except TimeoutError:
            self._waiting.pop(id, None)
            raise FootfallError("the simulation does not answer", help="try again") from None

    def ask(self, time: float | None, since: float | None) -> tuple[int, asyncio.Future[HereIs]]:
        """Ask the player for a Moment; of those that never come (it was replaced), some are kept waiting."""
        id, self._next_id = self._next_id, self._next_id + 1
        for old in [k for k in self._waiting if k < id - _MOST_WAITING]:
            self._waiting.pop(old)
        future: asyncio.Future[HereIs] = asyncio.get_running_loop().create_future()
        self._waiting[id] = future
        self.keeper.send(AskMoment(id, time, since))
        return id, future
