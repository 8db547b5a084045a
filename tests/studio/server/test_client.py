"""A page that reads slowly, or not at all, costs little and delays nobody."""

from __future__ import annotations

import asyncio
from typing import Any

from footfall.studio.server.client import MOST_BYTES, MOST_WAITING, TRY_LATER, Client


class Socket:
    """A socket whose reader takes nothing until it is let."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.got: list[str | bytes] = []
        self.closed = 0

    async def send_text(self, text: str) -> None:
        await self.open.wait()
        self.got.append(text)

    async def send_bytes(self, data: bytes) -> None:
        await self.open.wait()
        self.got.append(data)

    async def close(self, code: int) -> None:
        self.closed = code


def stuck(then: Any) -> None:
    """Run something with a client whose first message does not get through."""

    async def main() -> None:
        socket = Socket()
        client = Client(socket)  # type: ignore[arg-type]
        task = asyncio.create_task(client.run())
        client.send("first")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await then(socket, client)
        client.close()
        await asyncio.wait_for(task, 60)

    asyncio.run(main())


async def _let(socket: Socket) -> None:
    socket.open.set()
    for _ in range(50):
        await asyncio.sleep(0)


def test_of_what_says_how_things_stand_only_the_newest_waits() -> None:
    async def then(socket: Socket, client: Client) -> None:
        for k in range(10_000):
            client.send(f"clock {k}", "Transport")
            client.send(b"ghost %d" % k, "ghost 0")
            client.pose(b"\1\0\0\0" + k.to_bytes(4, "little"))
        client.send("must arrive")
        assert client.waiting[0] == 3 and client.dropped == 9_999
        await _let(socket)
        assert socket.got[1:4] == ["clock 9999", b"ghost 9999", "must arrive"]
        assert client.waiting == (0, 0)

    stuck(then)


def test_a_page_for_which_too_much_waits_is_let_go_at_once() -> None:
    async def then(socket: Socket, client: Client) -> None:
        big = "x" * 1_000_000
        for _ in range(MOST_BYTES // len(big) + 2):
            client.send(big)
        assert client.waiting == (0, 0)  # nothing is kept for it
        client.send(big)
        assert client.waiting == (0, 0)
        for _ in range(50):
            await asyncio.sleep(0)
        assert socket.closed == TRY_LATER  # although it never read a thing

    stuck(then)


def test_so_is_one_for_which_too_many_messages_wait() -> None:
    async def then(socket: Socket, client: Client) -> None:
        for k in range(MOST_WAITING + 2):
            client.send(str(k))
        assert client.waiting == (0, 0)
        for _ in range(50):
            await asyncio.sleep(0)
        assert socket.closed == TRY_LATER

    stuck(then)


def test_one_message_may_be_large() -> None:
    async def then(socket: Socket, client: Client) -> None:
        await _let(socket)
        client.send("x" * (MOST_BYTES + 1))
        await _let(socket)
        assert len(socket.got[-1]) == MOST_BYTES + 1 and not socket.closed

    stuck(then)
