"""A page's side of the connection, and a supervisor that runs in this process."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from footfall.errors import FootfallError
from footfall.studio.editing.shared_text import apply, difference
from footfall.studio.playback.ghosts import GhostMaker
from footfall.studio.playback.player import Player
from footfall.studio.playback.worker import problem_of
from footfall.studio.protocol.message import Change
from footfall.studio.protocol.process_messages import GhostRequest, StartRun

ADDRESS = "http://127.0.0.1:8765"
SOCKET = "ws://127.0.0.1:8765/ws"


class Here:
    """A supervisor whose player is in this process; its clock advances with every message."""

    restarts = 0

    def __init__(self, on_message: Any) -> None:
        self._say, self._maker = on_message, GhostMaker()
        self.player: Player | None = None

    def begin(self, begin: StartRun) -> None:
        self.player = Player(begin, self._say)

    def update_text(self, text: str, version: int) -> None: ...

    def send(self, message: object) -> None:
        if self.player is None:  # it is just being made
            return
        try:
            self.player.handle(message)
        except FootfallError as problem:
            self._say(problem_of(type(message).__name__, problem))
        self.player.display()

    def ghost(self, request: object) -> None:
        if isinstance(request, GhostRequest):
            self._say(self._maker.make(request))

    def close(self) -> None: ...


class Page:
    """A page: sends messages and waits for answers."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self.frames: list[bytes] = []
        self.text, self.version = "", 0
        self._own: dict[str, tuple[Change, ...]] = {}

    def send(self, type: str, **fields: object) -> None:
        self._socket.send_text(json.dumps({"type": type, **fields}))

    def next(self) -> dict[str, Any]:
        """The next message that is text."""
        while True:
            received = self._socket.receive()
            if received["type"] == "websocket.close":
                raise WebSocketDisconnect(received["code"])
            if received.get("bytes") is not None:
                self.frames.append(received["bytes"])
            else:
                message: dict[str, Any] = json.loads(received["text"])
                self._take(message)
                return message

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "script":
            self.text, self.version = message["text"], message["version"]
        elif message["type"] == "edited":
            changes = msgspec.convert(message["changes"], tuple[Change, ...])
            self.text = apply(self.text, self._own.pop(message["name"]) if message["own"] else changes)
            self.version = message["version"]

    def edit(self, text: str, **fields: object) -> None:
        """Change the text that this page knows to another."""
        name = f"{id(self)}-{self.version}"
        self._own[name] = difference(self.text, text)
        changes = msgspec.to_builtins(self._own[name])
        self.send("edit", version=self.version, changes=changes, name=name, **fields)

    def wait(self, type: str) -> dict[str, Any]:
        """The next message of a type."""
        while (message := self.next())["type"] != type:
            pass
        return message


@contextmanager
def page(client: TestClient, **headers: str) -> Iterator[Page]:
    with client.websocket_connect(SOCKET, headers=headers) as socket:
        yield Page(socket)
