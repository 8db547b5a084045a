"""What the studio must refuse, tried on a studio of its own.

    python benchmarks/studio_refusals.py

Another user of the machine with curl and with a script, a page of another origin, odd names of hosts,
messages that are too large or no messages, and paths, links and calls that lead out of the project. Each must
be refused, and nothing may change: the script, the project's files, and the body that walks. Prints a table
and, last, one JSON object with 1 for each that was. The exit code is 1 if anything was let in.

Started by root, the other user is another user (nobody); else the same one without the token.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import websockets

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.studio_serve import Studio, serving
from benchmarks.studio_stranger import OUTSIDE, curl_is_refused, script_is_refused

SETTLE = 1.0  # s for an answer, or for a frame
PATHS = ("../outside.skill", "/etc/outside.skill", "a/b.skill", "..\\outside.skill", ".hidden.skill")
HOSTS = ("elsewhere.example", "[", "[::1", "127.0.0.1.elsewhere.example", "a b", "@", "")
CALLS = ("../outside", "moves/../../outside", "sub/../../outside", "link", "folder/outside")


async def connect(studio: Studio, **options: Any) -> Any:
    """A connection of somebody who has the token."""
    return await websockets.connect(studio.socket, max_size=None, **options)


async def closed_with(connection: Any) -> int:
    """The code a connection is closed with; 0 when it stays open."""
    try:
        async with asyncio.timeout(SETTLE * 5):
            async for _ in connection:
                pass
    except TimeoutError:
        return 0
    except websockets.ConnectionClosed:
        pass
    return int(connection.close_code or 0)


async def hear(connection: Any, type: str) -> dict[str, Any]:
    """The next message of a type."""
    async with asyncio.timeout(SETTLE * 20):
        async for data in connection:
            if isinstance(data, str) and (message := json.loads(data))["type"] == type:
                return dict(message)
    raise RuntimeError(f"no {type} came")


async def say(studio: Studio, *messages: dict[str, Any]) -> bool:
    """Whether all of some messages are refused."""
    connection = await connect(studio)
    for message in messages:
        await connection.send(json.dumps(message))
        await hear(connection, "refused")
    await connection.close()
    return True


def get(studio: Studio, path: str, host: str | None = None) -> int:
    """The status of an answer; what is asked for is sent as it is."""
    name = f"127.0.0.1:{studio.port}" if host is None else host
    with socket.create_connection(("127.0.0.1", studio.port), timeout=SETTLE * 20) as link:
        lines = (
            f"GET {path} HTTP/1.1",
            f"Host: {name}",
            f"Cookie: footfall-{studio.port}={studio.token}",
            "",
            "",
        )
        link.sendall("\r\n".join(lines).encode("latin-1"))
        return int(link.recv(100).split()[1])


async def curl(studio: Studio) -> bool:
    """Another user asks for everything, with curl."""
    return await asyncio.to_thread(curl_is_refused, studio)


async def script(studio: Studio) -> bool:
    """Another user's script looks for the token, and speaks to the WebSocket."""
    return await asyncio.to_thread(script_is_refused, studio)


async def other_origin(studio: Studio) -> bool:
    """A page of another site opens a connection, even with the token."""
    origins = ("http://elsewhere.example", "null", "http://[", f"http://127.0.0.1:{studio.port + 1}")
    codes = [await closed_with(await connect(studio, origin=origin)) for origin in origins]
    return codes == [4403] * len(origins)


async def other_host(studio: Studio) -> bool:
    """A request for another host's name, which a page of another site may have point here; and odd ones."""
    found = [await asyncio.to_thread(get, studio, "/", host) for host in HOSTS]
    return all(status in (400, 403) for status in found) and await asyncio.to_thread(get, studio, "/") == 200


async def oversized(studio: Studio) -> bool:
    """Five million characters in one message, and a text that would grow beyond its limit."""
    connection = await connect(studio)
    version = (await hear(connection, "script"))["version"]
    change = {"start": 0, "end": 0, "text": "x" * 999_999}
    await connection.send(json.dumps({"type": "edit", "version": version, "changes": [change]}))
    await hear(connection, "refused")
    await connection.send(json.dumps({"type": "hover", "id": 1, "offset": 0, "text": "x" * 5_000_000}))
    return await closed_with(connection) == 1009


async def malformed(studio: Studio) -> bool:
    """No JSON, an unknown type, a field too many, numbers out of range, control characters."""
    connection = await connect(studio)
    huge = json.dumps({"type": "edit", "version": 2**64, "changes": []})
    bad = (
        "{",
        '{"type": "no"}',
        '{"type": "play", "now": 1}',
        '{"type": "setSpeed", "factor": 1e9}',
        huge,
        "[" * 9999,
    )
    for text in bad:
        await connection.send(text)
        await hear(connection, "refused")
    await connection.close()
    await say(studio, {"type": "openSkill", "name": "\x1b[2J\r\n\x07.skill"})
    log = studio.log.read_text(encoding="utf-8", errors="replace")
    return all(c.isprintable() or c == "\n" for c in log)


async def outside(studio: Studio) -> bool:
    """Scripts to be read or written outside the project, and exports to be fetched from outside."""
    for path in PATHS:
        await say(
            studio,
            {"type": "openSkill", "name": path},
            {"type": "save", "to": path},
            {"type": "duplicate", "name": "simbicon/walk", "to": path},
        )
    ways = (
        "/exports/..%2f..%2fetc%2fpasswd",
        "/exports/../studio.log",
        "/../../etc/passwd",
        "/%00",
        "/exports/%00",
    )
    return all([await asyncio.to_thread(get, studio, way) in (400, 404) for way in ways])


async def links(studio: Studio) -> bool:
    """Links in the project that lead out of it."""
    secret = studio.folder / "secret"
    secret.mkdir()
    target = secret / "outside.skill"
    target.write_text(OUTSIDE)
    project = studio.folder / "footfall-studio" / "first"
    project.mkdir(parents=True, exist_ok=True)
    made = [project / name for name in ("link.skill", ".new.skill.part", "folder", "exports")]
    for path in made:
        path.symlink_to(secret if path.suffix == "" else target)
    try:
        await say(
            studio,
            {"type": "openSkill", "name": "link.skill"},
            {"type": "save", "to": "link.skill"},
            {"type": "duplicate", "name": "link.skill", "to": "copy"},
        )
        connection = await connect(studio)
        await connection.send(json.dumps({"type": "save", "to": "new.skill"}))
        while not (await hear(connection, "project"))["saved"]:
            pass
        fetched = [
            await asyncio.to_thread(get, studio, f"/exports/{name}") for name in ("outside.skill", "none.png")
        ]
        unread = await _calls(studio, connection)
        await connection.close()
        untouched = target.read_text() == OUTSIDE and [p.name for p in secret.iterdir()] == ["outside.skill"]
        return untouched and fetched == [404, 404] and unread
    finally:
        for path in [*made, project / "new.skill", target]:
            path.unlink(missing_ok=True)
        secret.rmdir()


async def _calls(studio: Studio, connection: Any) -> bool:
    """Whether no DO finds a script outside."""
    before = await hear_script(studio)
    for call in CALLS:
        text = f"SKILL a()\nPHASE x\n  DO {call}();\n  TO end WHEN complete;\n"
        checked = await replace(studio, connection, text)
        if checked["ok"] or "outside" in json.dumps(checked["problems"]).replace(call, ""):
            print(f"  DO {call}: {checked}", file=sys.stderr)
            return False
    return bool((await replace(studio, connection, before["text"]))["ok"])


async def replace(studio: Studio, connection: Any, text: str) -> dict[str, Any]:
    """Put another text into the editor; what is wrong with it."""
    now = await hear_script(studio)
    change = {"start": 0, "end": len(now["text"].encode("utf-16-le")) // 2, "text": text}
    await connection.send(json.dumps({"type": "edit", "version": now["version"], "changes": [change]}))
    while (checked := await hear(connection, "checked"))["version"] <= now["version"]:
        pass
    return checked


async def hear_script(studio: Studio) -> dict[str, Any]:
    """The script as a page that comes now gets it."""
    connection = await connect(studio)
    found = await hear(connection, "script")
    await connection.close()
    return found


TRIALS: dict[str, tuple[Callable[[Studio], Awaitable[bool]], str]] = {
    "another user, curl": (curl, "without the token"),
    "another user, script": (script, "refused a page"),
    "other origin": (other_origin, "refused a page"),
    "other host": (other_host, "refused a request"),
    "oversized": (oversized, "refused a message of"),
    "malformed": (malformed, "refused a malformed message"),
    "path outside": (outside, "refused Save"),
    "links and calls outside": (links, "refused OpenSkill"),
}


async def state_of(studio: Studio) -> tuple[str, tuple[str, ...]]:
    """The script as a page that comes now gets it, and the project's files."""
    files = (p.relative_to(studio.folder).as_posix() for p in studio.folder.rglob("*") if p.is_file())
    return str((await hear_script(studio))["text"]), tuple(sorted(files))


async def walks(studio: Studio) -> bool:
    """Whether new frames come."""
    connection = await connect(studio)
    frames = 0
    async with asyncio.timeout(SETTLE * 20):
        async for data in connection:
            frames += isinstance(data, bytes)
            if frames > 5:
                break
    await connection.close()
    return True


async def measure(studio: Studio) -> dict[str, int]:
    """Try everything."""
    result = {}
    for name, (trial, logged) in TRIALS.items():
        before = await state_of(studio)
        try:
            refused = await trial(studio)
        except Exception as problem:
            print(f"{name}: {type(problem).__name__}: {problem}", file=sys.stderr)
            refused = False
        same = await state_of(studio) == before and await walks(studio)
        log = studio.log.read_text(encoding="utf-8", errors="replace")
        said, sound = logged in log, "Traceback" not in log and "fault of Footfall" not in log
        words = ("refused" if refused else "LET IN", "logged" if said else "NOT LOGGED")
        kept = ("nothing changed" if same else "CHANGED", "no fault" if sound else "A FAULT")
        print(f"{name:<26} {'  '.join((*words, *kept))}", flush=True)
        result[name] = int(refused and said and same and sound)
    return result


def main() -> int:
    with serving() as studio:
        result = asyncio.run(measure(studio))
    print(json.dumps(result))
    return 0 if all(result.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
