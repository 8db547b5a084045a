"""The pages that watch a session: what all of them are told, and what one hears that has just come."""

from __future__ import annotations

from typing import Any

from footfall.studio.protocol import replies as r
from footfall.studio.server.client import Client

# The last of each is sent to a page that has just come, in this order.
KEPT = (r.Gallery, r.Projects, r.Project, r.Script, r.Checked, r.Program, r.Scene, r.Values, r.Transport)
# They say how things stand: to a page that reads slowly, the last of each is enough.
NEWEST = (r.Checked, r.Program, r.Scene, r.Values, r.Transport, r.GhostInfo, r.Projects)


class Pages:
    """See the module.

    Attributes:
        clients: The pages.
    """

    def __init__(self) -> None:
        self.clients: set[Client] = set()
        self._kept: dict[type, Any] = {}
        self._texts: dict[type, str] = {}  # the same, as they are sent

    def kept(self, kind: type) -> Any:
        """The last reply of a kind that was told to all, None before the first."""
        return self._kept.get(kind)

    def tell(self, reply: Any) -> None:
        """To all pages."""
        if type(reply) in KEPT:
            self._kept[type(reply)] = reply
        self.tell_text(type(reply), r.encode(reply).decode())

    def tell_text(self, kind: type, text: str) -> None:
        """To all pages, a reply of a kind as it is sent."""
        if kind in KEPT:
            self._texts[kind] = text
        for client in self.clients:
            client.send(text, kind.__name__ if kind in NEWEST else "")

    def keep(self, reply: Any) -> None:
        """Have a page that comes later told something else than was told to all."""
        self._kept[type(reply)], self._texts[type(reply)] = reply, r.encode(reply).decode()

    def tell_one(self, client: Client, reply: Any) -> None:
        """To one page."""
        client.send(r.encode(reply).decode())

    def tell_kept(self, client: Client, script: r.Script) -> None:
        """To a page that has just come: how things stand."""
        for kind in KEPT:
            if kind is r.Script:
                self.tell_one(client, script)
            elif kind in self._texts:
                client.send(self._texts[kind])
