"""The session: what is edited, what runs, and who watches. All pages share one."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from footfall.errors import FootfallError
from footfall.script import Source, skill_names
from footfall.studio import assist, editing
from footfall.studio import messages as m
from footfall.studio import replies as r
from footfall.studio.client import Client
from footfall.studio.desk import Desk
from footfall.studio.editing import Draft, draft
from footfall.studio.keeper import Keeper
from footfall.studio.language import hello
from footfall.studio.lookahead import LookAhead
from footfall.studio.moments import Moment, Setup
from footfall.studio.orders import AskMoment, Begin, GhostMade, HereIs, Swap
from footfall.studio.project import Project
from footfall.studio.worker import problem_of

log = logging.getLogger("footfall.studio")
_OUTLINE_LATE = 0.25  # s after an edit at most
_MOST_WAITING = 100  # questions to the player
_PREPARE_ID = -2  # of the Moment that is asked for when a run begins

# Carried out by the player as they are.
TO_PLAYER = (
    m.Play, m.Pause, m.Step, m.SetSpeed, m.Scrub, m.Branch, m.Reset, m.SetParameter, m.Push, m.Throw,
    m.SetGround, m.SetRagdoll, m.Key, m.SetProportions,
)  # fmt: skip
# The last of each is sent to a page that has just come, in this order.
KEPT = (r.Gallery, r.Projects, r.Project, r.Script, r.Checked, r.Program, r.Scene, r.Values, r.Transport)


class Session:
    """See the module.

    Args:
        project: Where scripts are kept.
        skill: What is opened first.

    Attributes:
        clients: The pages.
        keeper: Its processes.
        ghosts: What asks it for ghosts.
        draft: The text as last edited.
        good: The last text that could run.
    """

    def __init__(self, project: Project, skill: str) -> None:
        self.clients: set[Client] = set()
        self.keeper = Keeper(self._from_process)
        self.desk = Desk(self, project)
        self._kept: dict[type, Any] = {}
        self._hello = hello()
        self._values: dict[str, float] = {}
        self.ghosts = LookAhead(self)
        self._waiting: dict[int, asyncio.Future[HereIs]] = {}
        self._next_id = 1
        self._outline_due: asyncio.TimerHandle | None = None
        self._scenes = 0
        self.draft: Draft = draft(Source("still", "", editing.STILL), 0)
        self.good: Draft = self.draft
        self.file = ""
        self.desk.begin()
        self.open(project.open(skill), reason="opened", file="" if skill in skill_names() else skill)

    # -- pages ----------------------------------------------------------------------------------------

    def join(self, client: Client) -> None:
        """A page has come: tell it how things stand."""
        self.clients.add(client)
        self.tell_one(client, self._hello)
        for kind in KEPT:
            if kind is r.Script and self.draft.version:
                self.tell_one(client, self._script("restored"))
            elif kind in self._kept:
                self.tell_one(client, self._kept[kind])
        self.tell_one(client, self.desk.search_state())
        self.keeper.send(m.SetSpeed(factor=self._speed()))  # has the clock and a frame sent

    def leave(self, client: Client) -> None:
        """A page has gone."""
        self.clients.discard(client)

    def tell(self, reply: Any) -> None:
        """To all pages."""
        if type(reply) in KEPT:
            self._kept[type(reply)] = reply
        text = r.encode(reply).decode()
        for client in self.clients:
            client.send(text)

    def tell_one(self, client: Client, reply: Any) -> None:
        """To one page."""
        client.send(r.encode(reply).decode())

    def dt(self) -> float:
        """Physics step of what is on the stage, s."""
        scene = self._kept.get(r.Scene)
        return scene.dt if scene else 0.001

    def proportions(self) -> dict[str, float]:
        """Factors on the body as designed, those that are not 1."""
        scene = self._kept.get(r.Scene)
        return {p.name: p.value for p in scene.proportions if p.value != 1.0} if scene else {}

    def ground(self) -> str:
        """What it walks on."""
        scene = self._kept.get(r.Scene)
        return scene.ground if scene else "flat"

    def close(self) -> None:
        """End everything."""
        self.desk.close()
        self.keeper.close()
        for client in self.clients:
            client.close()

    def _speed(self) -> float:
        transport = self._kept.get(r.Transport)
        return transport.speed if transport else 1.0

    async def handle(self, client: Client, message: m.FromPage) -> None:
        """Carry out a message; what cannot be done is refused, and nothing has changed then."""
        try:
            if isinstance(message, m.Ack):
                client.ack(message.seq)
            elif isinstance(message, TO_PLAYER):
                self.keeper.send(message)
            elif isinstance(message, m.Edit):
                await self._edit(client, message)
            elif isinstance(message, m.Complete):
                source = self.draft.source
                self.tell_one(client, assist.complete(message.id, message.text, message.offset, source))
            elif isinstance(message, m.Hover):
                self.tell_one(client, assist.hover(message.id, message.text, message.offset))
            elif isinstance(message, m.SetGhosts):
                self.ghosts.set(message)
            else:
                self.desk.handle(client, message)
        except FootfallError as problem:
            self.refuse(client, message, problem)

    def refuse(self, client: Client, message: m.FromPage, problem: FootfallError) -> None:
        """Tell a page that something was not done."""
        log.warning("refused %s: %s", type(message).__name__, problem.message)
        self.tell_one(client, problem_of(type(message).__name__, problem))

    # -- the script -----------------------------------------------------------------------------------

    def open(self, source: Source, *, reason: str, file: str = "") -> None:
        """Edit and run another script; a broken one is shown, and a still body stands beside it."""
        version = self.draft.version + 1
        self.draft, self.file = draft(source, version), file
        self.ghosts.forget()
        if self.draft.ok:
            self.good = self.draft
        else:
            self.good = draft(Source(source.name, source.path, editing.STILL), version)
        program = self.good.program
        assert program is not None
        self._values = {}
        text = self.good.source.text
        setup = Setup(
            source.name,
            source.path,
            text,
            program.body or "human",
            proportions=self.desk.project.build(file) if file else {},
            ground=program.ground or "flat",
        )
        self._scenes += 1000
        self.keeper.begin(Begin(setup, version, self._scenes, playing=True))
        self.tell(self._script(reason))
        self._tell_draft()

    def _script(self, reason: str) -> r.Script:
        source = self.draft.source
        name = self.file or source.name
        return r.Script(
            version=self.draft.version, name=name, file=self.file, text=source.text, reason=reason
        )

    def _tell_draft(self) -> None:
        self.tell(self.draft.checked())
        self._tell_outline()

    def _tell_outline(self) -> None:
        if self._outline_due is not None:
            self._outline_due.cancel()
            self._outline_due = None
        outline = self.draft.outline(self._values)
        if outline is not None:
            self.tell(outline)

    async def _edit(self, client: Client, message: m.Edit) -> None:
        arrived = time.monotonic()
        here = self.ghosts.ask() if message.ghost else None  # it comes while the text is looked at
        made = await asyncio.to_thread(
            draft, editing.with_text(self.draft.source, message.text), message.version
        )
        if made.version < self.draft.version:
            return  # a later one has come while this was looked at
        self.draft = made
        for other in self.clients - {client}:
            self.tell_one(other, self._script("edited"))
        self.tell(made.checked())
        if made.ok:
            self._run(made, arrived, here)
            if here is None:
                self._tell_outline()
            elif (
                self._outline_due is None
            ):  # what lies beside the text may follow the ghost, which is awaited
                self._outline_due = asyncio.get_running_loop().call_later(_OUTLINE_LATE, self._tell_outline)

    def replace_text(self, text: str, reason: str) -> None:
        """Put another text into the editors, and run it."""
        source = editing.with_text(self.draft.source, text)
        self.draft = draft(source, self.draft.version + 1)
        self.tell(self._script(reason))
        self._tell_draft()
        if self.draft.ok:
            self._run(self.draft, time.monotonic(), self.ghosts.ask())

    def saved_as(self, source: Source, file: str) -> None:
        """The script has a file now."""
        self.draft = draft(source, self.draft.version)
        self.file = file

    def _run(self, made: Draft, arrived: float, here: asyncio.Future[HereIs] | None) -> None:
        """Run a text that is right; its ghosts begin at `here`, or there are none."""
        before, self.good = self.good, made
        self.keeper.later_text(made.source.text, made.version)
        late = self.ghosts.edited(before, made, arrived, here)
        self.keeper.send(Swap(made.version, made.source.text, late, self.ghosts.wish.from_time))

    # -- processes ------------------------------------------------------------------------------------

    def _from_process(self, message: Any) -> None:
        if isinstance(message, bytes):
            for client in self.clients:
                client.pose(message)
        elif isinstance(message, HereIs):
            self._here_is(message)
        elif isinstance(message, GhostMade):
            self.ghosts.made(message)
            if self._outline_due is not None:
                self._tell_outline()
        else:
            if isinstance(message, r.Values):
                self._values = dict(message.values)
            elif isinstance(message, r.Scene):
                self._scenes = max(self._scenes, message.id)
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
