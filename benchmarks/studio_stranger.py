"""Another user of the machine, who tries to come into a studio."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
from pathlib import Path

import websockets

from benchmarks.studio_serve import Studio

NOBODY = 65534
OUTSIDE = "SKILL outside()\nPHASE x\n"
PLACES = (
    "/",
    "/index.html",
    "/app.js",
    "/build.json",
    "/thumbnails/index.json",
    "/exports/a.png",
    "/ws",
    "/none",
)
WRONG = ("", "?token=", "?token=wrong", "?token[]=x", "?TOKEN=x")
MESSAGES = (
    {"type": "save", "to": "evil.skill"},
    {"type": "openSkill", "name": "simbicon/run"},
    {"type": "edit", "version": 1, "changes": [{"start": 0, "end": 0, "text": "# evil\n"}]},
)


def other_user() -> bool:
    """Whether there can be another user: only root can become one."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def curl_is_refused(studio: Studio) -> bool:
    """Ask for everything with curl, as the other user; whether nothing is given."""
    before = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"] if other_user() else []
    for place in PLACES:
        for wrong in WRONG:
            address = f"http://127.0.0.1:{studio.port}{place}{wrong}"
            ways: tuple[list[str], ...] = (
                [],
                ["-H", f"Cookie: footfall-{studio.port}=wrong"],
                ["-X", "POST"],
                ["-H", "Host: localhost"],
            )
            for way in ways:
                command = [*before, "curl", "-gsS", "-m", "20", "-w", "\n%{http_code}", *way, address]
                answer = subprocess.run(command, capture_output=True, text=True, check=True, cwd="/")
                body, _, status = answer.stdout.rpartition("\n")
                if status not in ("401", "403") or "set-cookie" in body.lower() or str(studio.folder) in body:
                    print(f"  {' '.join(command)}: {status}")
                    return False
    return True


def script_is_refused(studio: Studio) -> bool:
    """The same with a script that speaks to the WebSocket and looks for the token, in its own process."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        found = b"0"
        with contextlib.suppress(BaseException):
            if other_user():
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            found = b"1" if asyncio.run(_speak(studio.port)) and not _finds(studio.token) else b"0"
        os.write(write, found)
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        result = pipe.read()
    os.waitpid(child, 0)
    return result == b"1"


async def _speak(port: int) -> bool:
    """Whether no connection is let in, whatever it shows."""
    for wrong in WRONG:
        for headers in ({}, {"Cookie": f"footfall-{port}=wrong"}, {"Origin": f"http://127.0.0.1:{port}"}):
            address = f"ws://127.0.0.1:{port}/ws{wrong}"
            async with websockets.connect(address, additional_headers=headers, max_size=None) as link:
                heard = 0
                with contextlib.suppress(websockets.ConnectionClosed):
                    for message in MESSAGES:
                        await link.send(json.dumps(message))
                    async for _ in link:
                        heard += 1
                        break
                if heard or link.close_code != 4401:
                    return False
    return True


def _finds(token: str) -> bool:
    """Whether the token stands where every user can read it: command lines, and files of open folders."""
    if not other_user():
        return False  # one's own files hold it, and may
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if token.encode() in path.read_bytes():
                return True
    for folder in (Path("/tmp"), Path("/var/tmp"), Path("/dev/shm")):
        for path in folder.glob("footfall*/*"):
            with contextlib.suppress(OSError):
                if path.is_file() and token.encode() in path.read_bytes():
                    return True
    return False
