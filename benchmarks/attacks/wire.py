"""Bytes on the studio's port: requests, upgrades and frames, right and wrong."""

from __future__ import annotations

import base64
import os
import random
import struct
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.attacks.case import Bench, Case, Failure
from benchmarks.attacks.messages import message
from benchmarks.attacks.mutate import listed, mutate_bytes

if TYPE_CHECKING:
    from benchmarks.attacks.pages import Server

_HOSTS = (
    *listed(
        "127.0.0.1 localhost [::1] [ ] [::1 elsewhere.example 127.0.0.1:99999 localhost:[ %5b http://127.0.0.1"
    ),
    *("a" * 3000, "", "é", "\0", "127.0.0.1\r\nX: y"),
)
_PATHS = (
    *listed(
        "/ /ws /exports/..%2f..%2fetc%2fpasswd /exports/%00 /exports/ /../../etc/passwd // * /index.html"
    ),
    *listed("/thumbnails/../server.py /thumbnails/%2e%2e/%2e%2e/errors.py /%ff%fe /?token=TOKEN /?token=%ff"),
    *listed("/exports/a.mp4?token=TOKEN /ws?token=TOKEN http://elsewhere.example/ /exports/..\\x"),
    *("/exports/%2e%2e%2f%2e%2e%2foutside%2fkeep.skill", "/" + "a" * 5000),
)
_METHODS = ("GET", "GET", "GET", "HEAD", "POST", "PUT", "OPTIONS", "CONNECT", "TRACE", "X" * 200, "")
_HEADERS = (
    *(f"Origin: {o}" for o in listed("null http://127.0.0.1 http://[ http://elsewhere.example \0 é")),
    *("Connection: close", "Connection: Upgrade", "Upgrade: websocket", "Transfer-Encoding: chunked"),
    *(f"Content-Length: {n}" for n in listed("5 -1 99999999999999999999 x")),
    *("Expect: 100-continue", "Cookie: footfall=x", "Cookie: " + "a=b; " * 500, "Cookie: \x7f"),
    *("Range: bytes=0-,1-,2-", "Range: bytes=9-1", "Sec-WebSocket-Key: x", "Sec-WebSocket-Version: 99"),
    *("If-Modified-Since: \0", "X: " + "y" * 9000, "no colon"),
)
_OPCODES = (1, 2, 0, 8, 9, 10, 3, 15)


class Wire:
    """Bytes on the studio's port."""

    name = "wire"

    def make(self, rng: random.Random, number: int) -> Case:
        """See `Surface`."""
        data = _frames(rng) if rng.random() < 0.4 else _request(rng)
        if rng.random() < 0.4:
            data = mutate_bytes(rng, data)
        return Case(self.name, {}, [base64.b64encode(data).decode()])

    def run(self, case: Case, bench: Bench) -> bool:
        """See `Surface`. One server for all cases: it must live through them."""
        server = _server(os.getpid())
        data = base64.b64decode(case.orders[0]).replace(b"TOKEN", server.token.encode())
        try:
            with bench.work("request"):
                answer = server.ask(data)
        except TimeoutError:
            raise Failure("the connection stays open for ever") from None
        except ConnectionError:
            answer = b""
        if answer.startswith(b"HTTP/1.1 5") and b"501" not in answer[:20]:
            raise Failure(f"answered with {answer[:60].decode(errors='replace')!r}")
        for secret in (b"root:x:", b"SKILL keep"):
            if secret in answer:
                raise Failure("a file outside the project was sent")
        with bench.work("still there"):
            if not server.answers():
                raise Failure("the server does not answer any more")
        return answer.startswith((b"HTTP/1.1 2", b"HTTP/1.1 1", b"HTTP/1.1 3"))


@cache
def _server(pid: int) -> Server:
    """The server of this process."""
    import tempfile

    from benchmarks.attacks.pages import Server

    return Server(Path(tempfile.mkdtemp()) / "projects" / "first")


def _request(rng: random.Random) -> bytes:
    method = rng.choice(_METHODS)
    headers = [f"Host: {rng.choice(_HOSTS)}"]
    headers += rng.sample(_HEADERS, rng.choice((0, 1, 2, 5)))
    version = rng.choice(("HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/9.9", ""))
    head = f"{method} {rng.choice(_PATHS)} {version}\r\n" + "".join(f"{h}\r\n" for h in headers) + "\r\n"
    return head.encode() + rng.choice((b"", b"", b"5\r\nhello\r\n0\r\n\r\n", b"\xff" * 100))


def _frames(rng: random.Random) -> bytes:
    """An upgrade, then frames: some right, some not."""
    path = rng.choice(("/ws?token=TOKEN", "/ws?token=TOKEN", "/ws", "/ws?token=x"))
    head = (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    data = head.encode()
    for _ in range(rng.choice((1, 2, 5, 30))):
        payload = rng.choice((message(rng).encode("utf-8", "surrogatepass"), b"\xff\xfe", b"", os.urandom(0)))
        data += _frame(rng, payload)
    return data


def _frame(rng: random.Random, payload: bytes) -> bytes:
    first = rng.choice((0x80, 0x80, 0x80, 0x00, 0xF0)) | rng.choice(_OPCODES[: rng.choice((1, 1, 8))])
    size = rng.choice((len(payload), len(payload), len(payload), 2**62, 2_500_000))
    masked = 0x80 if rng.random() < 0.9 else 0
    if size < 126:
        head = bytes((first, masked | size))
    elif size < 65536:
        head = bytes((first, masked | 126)) + struct.pack(">H", size)
    else:
        head = bytes((first, masked | 127)) + struct.pack(">Q", size)
    return head + (bytes(4) if masked else b"") + payload
