"""One page: reliable messages in order, and of the pose frames always the freshest."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque

from starlette.websockets import WebSocket, WebSocketDisconnect

from footfall.studio.language import MAX_UNACKED

ACK_PATIENCE = 2.0  # s; then frames that were never acknowledged are taken for lost
MOST_WAITING = 2000  # messages; a page that reads none of them is let go
TRY_LATER = 1013
GOING_AWAY = 4408


class Client:
    """A connected page.

    Args:
        socket: Its WebSocket, accepted.

    Attributes:
        dropped: Pose frames that were replaced by fresher ones before they could be sent.
    """

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._queue: deque[str | bytes] = deque()
        self._pose: bytes | None = None
        self._wake = asyncio.Event()
        self._unacked: deque[tuple[int, float]] = deque()
        self._closing = 0
        self.dropped = 0

    def send(self, message: str | bytes) -> None:
        """Queue a message that must arrive: text, or a ghost."""
        if len(self._queue) >= MOST_WAITING:
            self._closing = TRY_LATER
        else:
            self._queue.append(message)
        self._wake.set()

    def pose(self, frame: bytes) -> None:
        """Offer a pose frame; it replaces one that has not been sent yet."""
        self.dropped += self._pose is not None
        self._pose = frame
        self._wake.set()

    def ack(self, seq: int) -> None:
        """The page has drawn a frame, and so all before it."""
        while self._unacked and self._unacked[0][0] <= seq:
            self._unacked.popleft()
        self._wake.set()

    def close(self) -> None:
        """Say goodbye."""
        self._closing = GOING_AWAY
        self._wake.set()

    async def run(self) -> None:
        """Send until the connection ends."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while not self._closing:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), ACK_PATIENCE)
                self._wake.clear()
                while self._queue:
                    await self._send(self._queue.popleft())
                if self._pose is not None and self._may_send():
                    frame, self._pose = self._pose, None
                    self._unacked.append((int.from_bytes(frame[4:8], "little"), time.monotonic()))
                    await self._send(frame)
            await self._socket.close(self._closing)

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
