"""The studio measured through its WebSocket, as a page would: latency, endurance, recovery.

    python benchmarks/studio.py latency            frames a second, key press to diagnostics and to ghost
    python benchmarks/studio.py soak [SECONDS]     simulated seconds of random input; memory must stay flat
    python benchmarks/studio.py kill [TIMES]       the simulation process killed again and again

Prints one JSON object. The page adds its own drawing time to the latencies; `tests/studio/test_page.py`
measures those in a browser.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import websockets

SKILL = "simbicon/walk3d"
PARTS = ("trunk", "pelvis", "head", "lThigh", "rFoot", "lArm")
GROUNDS = ("flat", "slope:3", "bumps:0.02", "stairs:0.02,0.5,4")


class Page:
    """A connection that acknowledges frames and keeps what it hears."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self.poses = self.ghosts = 0
        self.time = 0.0
        self.last: dict[str, tuple[float, dict[str, Any]]] = {}
        self.pid_restarts = 0

    async def listen(self) -> None:
        """Take in all that comes."""
        async for data in self._socket:
            now = time.perf_counter()
            if isinstance(data, str):
                message = json.loads(data)
                self.last[message["type"]] = (now, message)
                self.pid_restarts += message["type"] == "restarted"
            elif data[0] == 1:
                self.poses += 1
                self.time = struct.unpack_from("<d", data, 8)[0]
                await self.send("ack", seq=struct.unpack_from("<I", data, 4)[0])
            else:
                self.ghosts += 1

    async def send(self, type: str, **fields: object) -> None:
        """Say something."""
        await self._socket.send(json.dumps({"type": type, **fields}))

    async def until(self, what: Callable[[], object], seconds: float = 120.0) -> None:
        """Wait for something to become true."""
        async with asyncio.timeout(seconds):
            while not what():
                await asyncio.sleep(0.0005)


async def latency(page: Page, server: subprocess.Popen[str]) -> dict[str, object]:
    """Medians over thirty edits, one every 0.4 s, while it walks."""
    await asyncio.sleep(2.0)
    before, began = page.poses, time.perf_counter()
    await asyncio.sleep(5.0)
    frames = (page.poses - before) / (time.perf_counter() - began)
    script = page.last["script"][1]
    version, checked, ghost = script["version"], [], []
    for k in range(30):
        version += 1
        ghosts, sent = page.ghosts, time.perf_counter()
        await page.send(
            "edit", version=version, text=script["text"].replace("dt = 0.3~", f"dt = 0.3{k:02d}~")
        )
        await page.until(lambda v=version: page.last["checked"][1]["version"] == v)  # type: ignore[misc]
        checked.append(1000 * (time.perf_counter() - sent))
        await page.until(lambda n=ghosts: page.ghosts > n)  # type: ignore[misc]
        ghost.append(1000 * (time.perf_counter() - sent))
        await asyncio.sleep(0.4)
    return {
        "frames_per_second": round(frames, 1),
        "diagnostics_ms": round(statistics.median(checked), 1),
        "ghost_ms": round(statistics.median(ghost), 1),
        "diagnostics_ms_worst": round(max(checked), 1),
        "ghost_ms_worst": round(max(ghost), 1),
    }


async def soak(page: Page, server: subprocess.Popen[str], seconds: float) -> dict[str, object]:
    """Random input at eightfold speed; memory after a tenth of it against memory at its end."""
    draw, began, wall = random.Random(1), 0.0, time.perf_counter()
    script = page.last["script"][1]
    version, total, last_time = script["version"], 0.0, page.time
    first_memory, told = 0.0, 0
    await page.send("setSpeed", factor=8.0)
    while total < seconds:
        await asyncio.sleep(0.15)
        now = page.time
        total += max(0.0, now - last_time)
        last_time = now
        if not first_memory and total > seconds / 10:
            first_memory, began = memory(server.pid), total
        version += 1
        await poke(page, draw, script["text"], version)
        if int(total / seconds * 20) > told:
            told = int(total / seconds * 20)
            print(f"{total:.0f} of {seconds:.0f} s, {memory(server.pid):.0f} MB", file=sys.stderr)
    end_memory = memory(server.pid)
    await page.send("hover", id=99, text=script["text"], offset=script["text"].index("POSE"))
    await page.until(lambda: page.last.get("hovered", (0, {}))[1].get("id") == 99)
    return {
        "simulated_seconds": round(total),
        "wall_seconds": round(time.perf_counter() - wall),
        "memory_mb_at": {f"{began:.0f} s": round(first_memory), f"{total:.0f} s": round(end_memory)},
        "restarts": page.pid_restarts,
        "answers": True,
    }


async def poke(page: Page, draw: random.Random, text: str, version: int) -> None:
    """One random thing that a user may do."""
    what = draw.choices(
        ["push", "edit", "broken", "set", "throw", "scrub", "branch", "ground", "body", "ragdoll", "reset"],
        [10, 6, 2, 8, 2, 2, 2, 1, 1, 1, 3],
    )[0]
    if what == "push":
        force = [draw.uniform(-150, 150) for _ in range(3)]
        await page.send("push", part=draw.choice(PARTS), force=force, seconds=draw.uniform(0.05, 0.3))
    elif what == "edit":
        number = draw.uniform(0.25, 0.35)
        await page.send("edit", version=version, text=re.sub(r"dt = [\d.]+~", f"dt = {number:.3f}~", text))
    elif what == "broken":
        await page.send("edit", version=version, text=text.replace("POSE", "POZE", 1))
    elif what == "set":
        await page.send("setParameter", name="heading", value=draw.uniform(-1, 1))
    elif what == "throw":
        await page.send("throw", angle=draw.uniform(-3, 3))
    elif what == "scrub":
        await page.send("scrub", time=max(0.0, page.time - draw.uniform(0, 50)))
        await page.send("play")
    elif what == "branch":
        await page.send("branch", time=max(0.0, page.time - draw.uniform(0, 20)))
    elif what == "ground":
        await page.send("setGround", ground=draw.choice(GROUNDS))
    elif what == "body":
        await page.send("setProportions", values={"shins": draw.uniform(0.9, 1.1)})
    elif what == "ragdoll":
        await page.send("setRagdoll", on=True)
        await page.send("setRagdoll", on=False)
    else:
        await page.send("reset")


async def kill(page: Page, server: subprocess.Popen[str], times: int) -> dict[str, object]:
    """An edit, then SIGKILL to the process that plays; seconds until frames of that edit come."""
    script = page.last["script"][1]
    version, took = script["version"], []
    for k in range(times):
        await asyncio.sleep(1.5)
        version += 1
        await page.send("edit", version=version, text=script["text"] + f"# edit {k}\n", ghost=False)
        await page.until(lambda v=version: page.last["checked"][1]["version"] == v)  # type: ignore[misc]
        restarts, began = page.pid_restarts, time.perf_counter()
        os.kill(playing(server.pid), signal.SIGKILL)
        await page.until(lambda n=restarts: page.pid_restarts > n)  # type: ignore[misc]
        poses = page.poses
        await page.until(lambda n=poses: page.poses > n + 1)  # type: ignore[misc]
        took.append(time.perf_counter() - began)
    return {"killed": times, "recovered": len(took), "seconds_worst": round(max(took), 2)}


def family(pid: int) -> list[int]:
    """A process and all below it."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            rest = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(rest[1]), []).append(int(path.parent.name))
    found, todo = [], [pid]
    while todo:
        found.append(todo.pop())
        todo += children.get(found[-1], [])
    return found


def memory(pid: int) -> float:
    """Memory of a process and all below it, shared pages once, MB."""
    total = 0.0
    for each in family(pid):
        try:
            text = Path(f"/proc/{each}/smaps_rollup").read_text()
        except OSError:
            continue
        total += int(text.partition("\nPss:")[2].split()[0]) / 1024
    return total


def playing(pid: int) -> int:
    """The process below the server that works most: the one that plays."""

    def used(each: int) -> int:
        rest = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        return int(rest[11]) + int(rest[12])

    before = {each: used(each) for each in family(pid) if each != pid}
    time.sleep(0.5)
    return max(before, key=lambda each: used(each) - before[each])


async def measure(arguments: argparse.Namespace) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "footfall",
            "studio",
            "--no-browser",
            "--port",
            str(arguments.port),
            SKILL,
        ]
        paths = os.pathsep.join(os.path.abspath(path) for path in sys.path)
        environment = {**os.environ, "PYTHONPATH": paths}
        server = subprocess.Popen(command, cwd=folder, text=True, stdout=subprocess.DEVNULL, env=environment)
        try:
            return await talk(arguments, server)
        finally:
            server.terminate()
            server.wait(20)


async def talk(arguments: argparse.Namespace, server: subprocess.Popen[str]) -> dict[str, object]:
    address = f"ws://127.0.0.1:{arguments.port}/ws"
    for _ in range(600):
        try:
            socket = await websockets.connect(address, max_size=None)
            break
        except OSError:
            await asyncio.sleep(0.2)
    page = Page(socket)
    listener = asyncio.create_task(page.listen())
    await page.until(lambda: page.poses > 30)
    if arguments.what == "latency":
        result = await latency(page, server)
    elif arguments.what == "soak":
        result = await soak(page, server, float(arguments.amount or 3600))
    else:
        result = await kill(page, server, int(arguments.amount or 10))
    listener.cancel()
    return {"what": arguments.what, "load": round(os.getloadavg()[0], 1), **result}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["latency", "soak", "kill"])
    parser.add_argument("amount", nargs="?", type=float, help="seconds of a soak, times of a kill")
    parser.add_argument("--port", type=int, default=8790)
    print(json.dumps(asyncio.run(measure(parser.parse_args()))))


if __name__ == "__main__":
    main()
