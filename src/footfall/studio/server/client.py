"""The connection to one page: messages in order, and always the newest pose packet.

A page that reads slowly uses a bounded amount of memory: of messages that describe the current state, only
the newest of each kind waits; a page that leaves too many others unread is disconnected, and may come back.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque

from starlette.websockets import WebSocket, WebSocketDisconnect

from footfall.studio.editing.language import MAX_UNACKED

ACK_PATIENCE = 2.0  # s; then packets that were never acknowledged count as lost
MOST_WAITING = 2000  # messages; a page that reads none of them is disconnected
MOST_BYTES = 16_000_000  # and so is one for which so many bytes wait
GOODBYE = 2.0  # s for the close message to reach a page
TRY_LATER = 1013
GOING_AWAY = 4408

log = logging.getLogger("footfall.studio")


class Client:
    """A connected page.

    Args:
        socket: Its WebSocket, accepted.

    Attributes:
        dropped: Pose packets that were replaced by newer ones before they could be sent.
    """

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._queue: dict[object, str | bytes] = {}  # in order; by what a later one replaces
        self._count = 0
        self._bytes = 0
        self._pose: bytes | None = None
        self._wake = asyncio.Event()
        self._unacked: deque[tuple[int, float]] = deque()
        self._closing = 0
        self._sending: asyncio.Task[None] | None = None
        self.dropped = 0

    @property
    def waiting(self) -> tuple[int, int]:
        """Messages and bytes (or characters) that wait to be sent."""
        return len(self._queue), self._bytes

    def send(self, message: str | bytes, kind: str = "") -> None:
        """Queue a message that must arrive: text, or a ghost.

        Args:
            message: What to send.
            kind: A message of the same kind that still waits is replaced; "": none is.
        """
        if self._closing:
            return
        if kind and kind in self._queue:
            self._bytes -= len(self._queue.pop(kind))
        self._count += 1
        self._queue[kind or self._count] = message
        self._bytes += len(message)
        if len(self._queue) > MOST_WAITING or (self._bytes > MOST_BYTES and len(self._queue) > 1):
            log.warning("let a page go that reads too slowly: %d messages, %d bytes waiting", *self.waiting)
            self._end(TRY_LATER)
        self._wake.set()

    def pose(self, frame: bytes) -> None:
        """Offer a pose packet; it replaces one that has not been sent yet."""
        self.dropped += self._pose is not None
        self._pose = frame
        self._wake.set()

    def ack(self, seq: int) -> None:
        """The page has drawn a pose packet, and so all before it."""
        while self._unacked and self._unacked[0][0] <= seq:
            self._unacked.popleft()
        self._wake.set()

    def close(self) -> None:
        """Close the connection."""
        self._end(GOING_AWAY)

    def _end(self, code: int) -> None:
        """Send nothing more; a page that does not read is not waited for."""
        self._closing = code
        self._queue.clear()
        self._bytes, self._pose = 0, None
        if self._sending is not None:
            self._sending.cancel()
        self._wake.set()

    async def run(self) -> None:
        """Send until the connection ends."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            self._sending = asyncio.ensure_future(self._send_all())
            try:
                await asyncio.wait({self._sending})
            finally:
                self._sending.cancel()
            if self._closing:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(GOODBYE):
                        await self._socket.close(self._closing)

    async def _send_all(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while not self._closing:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(ACK_PATIENCE):  # unlike wait_for, it swallows no cancelling
                        await self._wake.wait()
                self._wake.clear()
                while self._queue:
                    message = self._queue.pop(next(iter(self._queue)))
                    self._bytes -= len(message)
                    await self._send(message)
                if self._pose is not None and self._may_send():
                    frame, self._pose = self._pose, None
                    self._unacked.append((int.from_bytes(frame[4:8], "little"), time.monotonic()))
                    await self._send(frame)

    def _may_send(self) -> bool:
        long_ago = time.monotonic() - ACK_PATIENCE
        while self._unacked and self._unacked[0][1] < long_ago:
            self._unacked.popleft()
        return len(self._unacked) < MAX_UNACKED

    async def _send(self, message: str | bytes) -> None:
        if isinstance(message, str):
            await self._socket.send_text(message)
        else:
            await self._socket.send_bytes(message)
