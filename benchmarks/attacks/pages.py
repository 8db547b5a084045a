"""A studio in this process, for messages and for raw bytes: its player moves when it is spoken to."""

from __future__ import annotations

import re
import socket
import threading
import time
from pathlib import Path
from typing import Any

from footfall.errors import FootfallError
from footfall.studio.playback.ghosts import GhostMaker
from footfall.studio.playback.player import Player
from footfall.studio.playback.worker import problem_of
from footfall.studio.protocol.process_messages import ExportRequest, GhostRequest, StartRun
from footfall.studio.server import serve
from footfall.studio.session import session
from footfall.studio.workspace import search, workspace
from footfall.studio.workspace.project import Project

SKILL = """## Stands.
SKILL mine(lean = 0)
BODY planar7
PHASE only
  POSE lKnee(.05~.1<0,1>), rKnee(.05);
  VPD  pelvis(lean).close(stHip);
  TO end WHEN time > 100;
"""
_EXPORTED = ("recording",)  # pictures take long by nature


class Here:
    """A supervisor whose player and ghosts are in this process."""

    restarts = 0
    pid = 0

    def __init__(self, on_message: Any, *_: Any) -> None:
        self._say, self._maker = on_message, GhostMaker()
        self._player: Player | None = None

    def begin(self, begin: StartRun) -> None:
        """Run something."""
        try:
            self._player = Player(begin, self._say)
        except FootfallError as problem:
            self._say(problem_of("begin", problem))

    def update_text(self, text: str, version: int) -> None:
        """Nothing: there is no player that comes later."""

    def send(self, message: object) -> None:
        """To the player, and let its clock go on."""
        player = self._player
        if player is None:
            return
        try:
            player.handle(message)
            player.display()
        except FootfallError as problem:
            self._say(problem_of(type(message).__name__, problem))

    def ghost(self, request: object) -> None:
        """Make a ghost."""
        try:
            if isinstance(request, GhostRequest):
                self._say(self._maker.make(request))
        except FootfallError as problem:
            self._say(problem_of("ghost", problem))

    def close(self) -> None:
        """Nothing to end."""


class Child:
    """An export in this process; of the slow kinds none."""

    def __init__(self, target: Any, args: tuple[Any, ...], on_message: Any) -> None:
        import asyncio

        self._loop, self._on_message = asyncio.get_running_loop(), on_message
        request = args[0] if args else None
        if isinstance(request, ExportRequest) and request.kind in _EXPORTED:
            self._loop.call_soon(target, self, request)

    def send(self, said: object) -> None:
        """As the pipe's end: heard at once."""
        self._loop.call_soon(self._on_message, said)

    def kill(self) -> None:
        """Nothing to end."""


class Search(search.Search):
    """A search that is begun, and runs nothing."""

    async def _run(self) -> None:
        self._command()


def stand_in() -> None:
    """No processes: what they do is done here."""
    vars(session)["Supervisor"] = Here
    vars(workspace)["Child"] = Child
    vars(workspace)["Search"] = Search


class Server:
    """The studio's own server on a thread, listening on a free port.

    Args:
        folder: Of its project.

    Attributes:
        port: Where it listens.
        token: What its address carries, "" when it carries none.
    """

    def __init__(self, folder: Path) -> None:
        stand_in()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "mine.skill").write_text(SKILL)
        sock = serve.listen("127.0.0.1", 0, 0, 1)
        self.port = int(sock.getsockname()[1])
        said: list[str] = []
        serving = threading.Thread(
            target=serve.run,
            args=(sock, Project(folder.resolve()), "mine.skill", "127.0.0.1"),
            kwargs={"browser": False, "say": said.append},
            daemon=True,
        )
        serving.start()
        for _ in range(500):
            if said and self.answers():
                break
            time.sleep(0.02)
        found = re.search(r"token=([\w-]+)", " ".join(said))
        self.token = found[1] if found else ""

    def answers(self) -> bool:
        """Whether it still serves its page."""
        request = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
        try:
            return self.ask(request, quiet=20.0).startswith(b"HTTP/1.1")
        except OSError:
            return False

    def ask(self, data: bytes, *, quiet: float = 0.05) -> bytes:
        """Send bytes, hear the answer until nothing more comes, and hang up: then the other end does too.

        Raises:
            TimeoutError: It does not.
        """
        with socket.create_connection(("127.0.0.1", self.port), timeout=5.0) as link:
            link.sendall(data)
            link.settimeout(quiet)
            out = b""
            try:
                while len(out) < 5_000_000 and (piece := link.recv(65536)):
                    out += piece
            except TimeoutError:
                link.shutdown(socket.SHUT_WR)
                link.settimeout(20.0)
                while piece := link.recv(65536):
                    out += piece
            return out
