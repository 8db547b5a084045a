"""What the studio must refuse, tried on a studio of its own.

    python benchmarks/studio_refusals.py

A page of another origin, a name of another host, messages that are too large or no messages, and paths that
lead out of the project. Each must be refused and logged, and nothing may change: the script, the project's
files, and the body that walks. Prints one JSON object, with 1 for each that was.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import websockets

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.studio_serve import Studio, serving

SETTLE = 1.0  # s for an answer, or for a frame
PATHS = ("../outside.skill", "/etc/outside.skill", "a/b.skill", "..\\outside.skill", ".hidden.skill")


async def connect(studio: Studio, **options: Any) -> Any:
    """A connection to the studio."""
    return await websockets.connect(f"ws://127.0.0.1:{studio.port}/ws", max_size=None, **options)


async def closed_with(socket: Any) -> int:
    """The code a connection is closed with; 0 when it stays open."""
    try:
        async with asyncio.timeout(SETTLE * 5):
            async for _ in socket:
                pass
    except TimeoutError:
        return 0
    except websockets.ConnectionClosed:
        pass
    return int(socket.close_code or 0)


async def hear(socket: Any, type: str) -> dict[str, Any]:
    """The next message of a type."""
    async with asyncio.timeout(SETTLE * 10):
        async for data in socket:
            if isinstance(data, str) and (message := json.loads(data))["type"] == type:
                return dict(message)
    raise RuntimeError(f"no {type} came")


async def other_origin(studio: Studio) -> bool:
    """A page of another site opens a connection."""
    return await closed_with(await connect(studio, origin="http://elsewhere.example")) == 4403


async def other_host(studio: Studio) -> bool:
    """A request for another host's name, which a page of another site may have point here."""

    def ask() -> int:
        link = http.client.HTTPConnection("127.0.0.1", studio.port, timeout=10)
        link.request("GET", "/", headers={"Host": "elsewhere.example"})
        return link.getresponse().status

    return await asyncio.to_thread(ask) == 403


async def oversized(studio: Studio) -> bool:
    """Three million characters in one message."""
    socket = await connect(studio)
    await socket.send(json.dumps({"type": "edit", "version": 10**6, "text": "x" * 3_000_000}))
    return await closed_with(socket) == 1009


async def malformed(studio: Studio) -> bool:
    """No JSON, an unknown type, a field too many, a number out of range."""
    socket = await connect(studio)
    bad = ("{", '{"type": "no"}', '{"type": "play", "now": 1}', '{"type": "setSpeed", "factor": 1e9}')
    for text in bad:
        await socket.send(text)
        await hear(socket, "refused")
    await socket.close()
    return True


async def outside(studio: Studio) -> bool:
    """Scripts to be read or written outside the project, and exports to be fetched from outside."""
    socket = await connect(studio)
    for path in PATHS:
        for message in (
            {"type": "openSkill", "name": path},
            {"type": "save", "text": "SKILL out()\n", "to": path},
            {"type": "duplicate", "name": "simbicon/walk", "to": path},
        ):
            await socket.send(json.dumps(message))
            await hear(socket, "refused")
    await socket.close()

    def ask(path: str) -> int:
        link = http.client.HTTPConnection("127.0.0.1", studio.port, timeout=10)
        link.request("GET", path)
        return link.getresponse().status

    ways = ("/exports/..%2f..%2fetc%2fpasswd", "/exports/../studio.log", "/../../etc/passwd")
    return [await asyncio.to_thread(ask, way) for way in ways] == [404] * len(ways)


TRIALS: dict[str, tuple[Callable[[Studio], Awaitable[bool]], str]] = {
    "other origin": (other_origin, "refused a page"),
    "other host": (other_host, "refused a request"),
    "oversized": (oversized, "refused a message of"),
    "malformed": (malformed, "refused a malformed message"),
    "path outside": (outside, "refused Save"),
}


async def state_of(studio: Studio) -> tuple[str, tuple[str, ...]]:
    """The script as a page that comes now gets it, and the project's files."""
    socket = await connect(studio)
    text = str((await hear(socket, "script"))["text"])
    await socket.close()
    return text, tuple(sorted(p.name for p in studio.folder.rglob("*") if p.name != "studio.log"))


async def walks(studio: Studio) -> bool:
    """Whether new frames come."""
    socket = await connect(studio)
    frames = 0
    async with asyncio.timeout(SETTLE * 20):
        async for data in socket:
            frames += isinstance(data, bytes)
            if frames > 5:
                break
    await socket.close()
    return True


async def measure(studio: Studio) -> dict[str, int]:
    """Try everything."""
    result = {}
    for name, (trial, logged) in TRIALS.items():
        before = await state_of(studio)
        refused = await trial(studio)
        same = await state_of(studio) == before and await walks(studio)
        said = logged in studio.log.read_text(encoding="utf-8", errors="replace")
        print(f"{name}: refused {refused}, logged {said}, nothing changed {same}", file=sys.stderr)
        result[name] = int(refused and said and same)
    return result


def main() -> None:
    with serving() as studio:
        print(json.dumps(asyncio.run(measure(studio))))


if __name__ == "__main__":
    main()
