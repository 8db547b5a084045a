"""Sends replies to all open pages, and the current state to a page that has just connected."""

from __future__ import annotations

from typing import Any

from footfall.studio.protocol import replies as r
from footfall.studio.server.client import Client

# The last of each is sent to a page that has just connected, in this order.
STATE_REPLIES = (
    r.Gallery,
    r.Projects,
    r.Project,
    r.Script,
    r.Checked,
    r.Program,
    r.Scene,
    r.Values,
    r.Transport,
    r.Going,
)
# They describe the current state: for a page that reads slowly, the last of each is enough.
COALESCED = (r.Checked, r.Program, r.Scene, r.Values, r.Transport, r.GhostInfo, r.Projects, r.Going)


class Broadcast:
    """The open pages, and the last reply of each kind.

    Attributes:
        clients: The open pages.
    """

    def __init__(self) -> None:
        self.clients: set[Client] = set()
        self._latest: dict[type, Any] = {}
        self._texts: dict[type, str] = {}  # the same, encoded

    def latest(self, kind: type) -> Any:
        """The last reply of a kind that was sent to all pages, None before the first."""
        return self._latest.get(kind)

    def broadcast(self, reply: Any) -> None:
        """Send a reply to all pages."""
        if type(reply) in STATE_REPLIES:
            self._latest[type(reply)] = reply
        self.broadcast_text(type(reply), r.encode(reply).decode())

    def broadcast_text(self, kind: type, text: str) -> None:
        """Send a reply that is encoded already to all pages."""
        if kind in STATE_REPLIES:
            self._texts[kind] = text
        for client in self.clients:
            client.send(text, kind.__name__ if kind in COALESCED else "")

    def set_latest(self, reply: Any) -> None:
        """Set the reply that pages get when they connect later."""
        self._latest[type(reply)], self._texts[type(reply)] = reply, r.encode(reply).decode()

    def send_to(self, client: Client, reply: Any) -> None:
        """Send a reply to one page."""
        client.send(r.encode(reply).decode())

    def send_state(self, client: Client, script: r.Script) -> None:
        """Send the current state to a page that has just connected."""
        for kind in STATE_REPLIES:
            if kind is r.Script:
                self.send_to(client, script)
            elif kind in self._texts:
                client.send(self._texts[kind])
