"""Messages of the studio's page: JSON as the server gets it, and bytes on the wire."""

from __future__ import annotations

import base64
import json
import os
import random
import struct
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.attacks import corpus
from benchmarks.attacks.case import Bench, Case, Failure
from benchmarks.attacks.mutate import mutate_bytes, mutate_json, mutate_text

_NAMES = ("mine.skill", "new", "../outside/keep", "simbicon/walk", "a b", "", "\0", ".hidden", "nosuch.skill", "mine")
_TEXT = corpus.modern
_OPCODES = (1, 2, 0, 8, 9, 10, 3, 15)


def _sound(rng: random.Random) -> dict[str, Any]:
    """A message as the page may send it."""
    from benchmarks.attacks.pages import SKILL

    text = mutate_text(rng, SKILL, _TEXT(), corpus.WORDS) if rng.random() < 0.6 else rng.choice(_TEXT())
    name, at = rng.choice(_NAMES), rng.choice((0.0, 0.01, 0.1, 5.0))
    choices: tuple[dict[str, Any], ...] = (
        {"type": "ack", "seq": rng.choice((0, 1, 10**6))},
        *({"type": word} for word in ("play", "pause", "reset")),
        {"type": "step", "frames": rng.choice((1, -1, 5, -3600))},
        {"type": "setSpeed", "factor": rng.choice((0.01, 1.0, 8.0))},
        *({"type": word, "time": at} for word in ("scrub", "branch")),
        {"type": "edit", "version": rng.choice((2, 3, 10**9, -1)), "text": text, "ghost": rng.random() < 0.3},
        *({"type": word, "id": 1, "text": text, "offset": rng.randrange(len(text) + 2)} for word in ("complete", "hover")),
        {"type": "setParameter", "name": rng.choice(("lean", "nosuch")), "value": rng.choice((0, 1e6, -1e6))},
        {"type": "setGhosts", "next": True, "last": True, "seconds": 0.1, "fromTime": rng.choice((None, at))},
        {"type": "push", "part": rng.choice(("trunk", "x", "lFoot")), "force": [rng.choice((50, 1e5)), 0, 0],
         "seconds": rng.choice((0.05, 10.0)), "world": rng.random() < 0.5},
        {"type": "throw", "mass": 2.0, "speed": 8.0, "angle": 1.5},
        {"type": "setGround", "ground": rng.choice(("flat", "slope:5", "stairs:.1,.3,5", "bumps:.03", "x", "slope:nan"))},
        {"type": "setRagdoll", "on": rng.random() < 0.5},
        {"type": "key", "name": "A", "down": True},
        {"type": "setProportions", "values": {rng.choice(("shins", "thighs", "nosuch", "height")): rng.choice((0.05, 1.2, 20))}},
        {"type": "startSearch", "terms": [{"kind": rng.choice(("speed", "nosuch", "track")), "target": at}], "seconds": 1.0},
        {"type": "stopSearch", "keep": True},
        *({"type": word, "name": name} for word in ("openSkill", "newProject", "openProject", "duplicateProject")),
        {"type": "duplicate", "name": name, "to": rng.choice((None, *_NAMES))},
        {"type": "save", "text": text, "to": rng.choice((None, *_NAMES))},
        {"type": "export", "id": rng.choice((1, 2)), "kind": rng.choice(("recording", "strip", "x")), "start": at, "end": None},
    )  # fmt: skip
    return rng.choice(choices)


def _message(rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.55:
        return json.dumps(_sound(rng))
    if kind < 0.85:
        return json.dumps(mutate_json(rng, _sound(rng)))
    if kind < 0.95:
        return mutate_text(rng, json.dumps(_sound(rng)), (), ('"', "{", "}", "[", "null", "1e999", "\\ud800"))
    return rng.choice(("", "null", "[]", "[" * 10_000, "\0", '{"type": {}}', "{" * 500, '"' + "x" * 100_000, "NaN"))


class Messages:
    """Conversations with the studio."""

    name = "messages"

    def make(self, rng: random.Random, number: int) -> Case:
        """See `Surface`."""
        return Case(self.name, {}, [_message(rng) for _ in range(rng.choice((1, 2, 4, 8)))])

    def run(self, case: Case, bench: Bench) -> bool:
        """See `Surface`. After all of them, the page still answers."""
        refused = 0
        with bench.work("begin"):
            studio = _Studio(bench.folder / "projects" / "first")
        with studio:
            for text in case.orders:
                with bench.work(f"message {text[:40]}", 4.0):  # and what it makes the body do
                    studio.say(text)
            with bench.work("still there"):
                refused = studio.settle()
        return refused < len(case.orders)


class _Studio:
    """One page at a studio, through the application that the server runs."""

    def __init__(self, folder: Path) -> None:
        from starlette.testclient import TestClient

        from benchmarks.attacks.pages import SKILL, stand_in
        from footfall.studio.project import Project
        from footfall.studio.server import Access, make_app

        stand_in()
        folder.mkdir(parents=True)
        (folder / "mine.skill").write_text(SKILL)
        access = Access.on("127.0.0.1")
        self._token = access.token
        self._client = TestClient(
            make_app(Project(folder), "mine.skill", access), base_url="http://127.0.0.1:8765"
        )

    def __enter__(self) -> _Studio:
        self._client.__enter__()
        shown = f"?token={self._token}" if self._token else ""
        self._page = self._client.websocket_connect(f"ws://127.0.0.1:8765/ws{shown}")
        self._page.__enter__()
        return self

    def __exit__(self, *why: Any) -> None:
        from starlette.websockets import WebSocketDisconnect

        try:
            self._page.__exit__(*why)
        except WebSocketDisconnect:
            pass
        finally:
            self._client.__exit__(*why)

    def say(self, text: str) -> None:
        self._page.send_text(text)

    def settle(self) -> int:
        """Wait until all was heard; how many messages were refused.

        Raises:
            Failure: The page was let go.
        """
        mark = random.getrandbits(40)
        self.say(json.dumps({"type": "hover", "id": mark, "text": "SKILL a()", "offset": 1}))
        refused = 0
        while True:
            heard = self._page.receive()
            if heard["type"] == "websocket.close":
                raise Failure(f"the page was let go with {heard.get('code')}")
            if heard.get("text"):
                message = json.loads(heard["text"])
                refused += message["type"] == "refused"
                if message["type"] == "hovered" and message["id"] == mark:
                    return refused


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
def _server(pid: int) -> Any:
    """The server of this process."""
    import tempfile

    from benchmarks.attacks.pages import Server

    return Server(Path(tempfile.mkdtemp()) / "projects" / "first")


_HOSTS = ("127.0.0.1", "localhost", "[::1]", "[", "]", "[::1", "a" * 3000, "", "elsewhere.example", "127.0.0.1:99999",
          "é", "\0", "127.0.0.1\r\nX: y", "localhost:[", "%5b", "http://127.0.0.1")  # fmt: skip
_PATHS = ("/", "/ws", "/exports/..%2f..%2fetc%2fpasswd", "/exports/%00", "/exports/", "/../../etc/passwd", "//", "*",
          "/thumbnails/../server.py", "/thumbnails/%2e%2e/%2e%2e/errors.py", "/%ff%fe", "/?token=TOKEN", "/?token=%ff",
          "/exports/a.mp4?token=TOKEN", "/" + "a" * 5000, "/ws?token=TOKEN", "http://elsewhere.example/", "/index.html",
          "/exports/%2e%2e%2f%2e%2e%2foutside%2fkeep.skill", "/exports/..\\x")  # fmt: skip


def _request(rng: random.Random) -> bytes:
    method = rng.choice(("GET", "GET", "GET", "HEAD", "POST", "PUT", "OPTIONS", "CONNECT", "TRACE", "X" * 200, ""))
    headers = [f"Host: {rng.choice(_HOSTS)}"]
    odd = (
        *(f"Origin: {o}" for o in ("null", "http://127.0.0.1", "http://[", "http://elsewhere.example", "\0", "é")),
        *("Connection: close", "Connection: Upgrade", "Upgrade: websocket", "Transfer-Encoding: chunked"),
        *("Content-Length: 5", "Content-Length: -1", "Content-Length: 99999999999999999999", "Expect: 100-continue"),
        *("Cookie: footfall=x", "Cookie: " + "a=b; " * 500, "Cookie: \x7f", "Range: bytes=0-,1-,2-", "Range: bytes=9-1"),
        *("Sec-WebSocket-Key: x", "Sec-WebSocket-Version: 99", "If-Modified-Since: \0", "X: " + "y" * 9000, "no colon"),
    )  # fmt: skip
    headers += rng.sample(odd, rng.choice((0, 1, 2, 5)))
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
        payload = rng.choice((_message(rng).encode("utf-8", "surrogatepass"), b"\xff\xfe", b"", os.urandom(0)))
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
