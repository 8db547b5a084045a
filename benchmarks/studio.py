"""The studio measured through its WebSocket, as a page would: latency, endurance, recovery.

    python benchmarks/studio.py first              seconds until the page is there, and whether it walks
    python benchmarks/studio.py latency            frames a second, key press to diagnostics and to ghost
    python benchmarks/studio.py server             the same as the server alone has it, without a browser
    python benchmarks/studio.py others             what a page feels while another sends texts of a megabyte
    python benchmarks/studio.py soak [SECONDS]     simulated seconds of random input; memory must stay flat
    python benchmarks/studio.py kill [TIMES]       the simulation process killed again and again
    python benchmarks/studio.py hang [TIMES]       the same, but it hangs

Prints one JSON object. Latencies are medians that the page itself measures in a real browser, from a key
press on; it draws in its low quality, since there may be no graphics card. With --alone the studio and the
browser go before all other processes (root only): a machine that others keep busy measures those, too.
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
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import websockets

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.studio_serve import Studio, browsing, family, feel_alone, memory, serving

EDITS = 30
SPEED = 8.0  # of a soak, times real time
SETTLED = 10  # s of walking after which all that opens with the page is there
ALONE = False  # whether to go before all other processes
PARTS = ("trunk", "pelvis", "head", "lThigh", "rFoot", "lArm")
GROUNDS = ("flat", "slope:3", "bumps:0.02", "stairs:0.02,0.5,4")


class Page:
    """A connection that acknowledges frames and keeps what it hears."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self.poses = self.ghosts = 0
        self.time = self.speed = 0.0
        self.version = 0  # of the script that runs, low bits
        self.last: dict[str, tuple[float, dict[str, Any]]] = {}
        self.restarts = 0
        self._text: tuple[int, int] = (0, 0)  # version and length of the server's text, UTF-16 units

    async def listen(self) -> None:
        """Take in all that comes."""
        async for data in self._socket:
            now = time.perf_counter()
            if isinstance(data, str):
                message = json.loads(data)
                self.last[message["type"]] = (now, message)
                self.restarts += message["type"] == "restarted"
                self._take(message)
            elif data[0] == 1:
                self.poses += 1
                self.time = struct.unpack_from("<d", data, 8)[0]
                self.speed = struct.unpack_from("<f", data, 48)[0]
                self.version = struct.unpack_from("<H", data, 34)[0]
                await self.send("ack", seq=struct.unpack_from("<I", data, 4)[0])
            else:
                self.ghosts += 1

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "script":
            self._text = message["version"], _units(message["text"])
        elif message["type"] == "edited":
            self._text = message["version"], self._sent

    async def edit(self, text: str, **fields: object) -> int:
        """Put another text in place of all; its version, once it counts."""
        version, length = self._text
        self._sent = _units(text)
        change = {"start": 0, "end": length, "text": text}
        await self.send("edit", version=version, changes=[change], **fields)
        await self.until(lambda: self._text[0] > version)
        return self._text[0]

    async def send(self, type: str, **fields: object) -> None:
        """Say something."""
        await self._socket.send(json.dumps({"type": type, **fields}))

    async def until(self, what: Callable[[], object], seconds: float = 120.0) -> None:
        """Wait for something to become true."""
        async with asyncio.timeout(seconds):
            while not what():
                await asyncio.sleep(0.0005)


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def latency(studio: Studio) -> dict[str, object]:
    """Thirty digits typed into the script while it walks, and what the page says about each."""
    with browsing() as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"{studio.link}&quality=low")
        page.locator('[data-testid="gallery-close"]').click()
        while page.evaluate("window.__studio.pose ? window.__studio.pose.time : 0") < SETTLED:
            time.sleep(0.1)
        if ALONE:
            feel_alone()
        before, began = page.evaluate("window.__studio.received"), time.perf_counter()
        page.wait_for_timeout(5000)
        frames = (page.evaluate("window.__studio.received") - before) / (time.perf_counter() - began)
        page.locator(".cm-number").nth(1).dblclick()  # a parameter of the skill
        page.keyboard.press("ArrowRight")
        for k in range(EDITS):
            page.keyboard.press("1" if k % 2 == 0 else "Backspace")
            page.wait_for_timeout(900)
        took = page.evaluate("window.__studio.timings")
        server_ms = round(statistics.median(took["server"][-EDITS:]), 1)
        medians = _medians(took["diagnostics"], took["ghost"])
        return {"frames_per_second": round(frames, 1), **medians, "ghost_server_ms": server_ms}


def _medians(diagnostics: list[float], ghost: list[float]) -> dict[str, object]:
    return {
        "edits": len(diagnostics),
        "ghosts": len(ghost),
        "diagnostics_ms": round(statistics.median(diagnostics), 1),
        "ghost_ms": round(statistics.median(ghost), 1),
        "diagnostics_ms_worst": round(max(diagnostics), 1),
        "ghost_ms_worst": round(max(ghost), 1),
    }


async def first(page: Page, studio: Studio) -> dict[str, object]:
    """How soon the page is there, and how fast the body on it walks; the kernel has been compiled before."""
    await page.until(lambda: page.time > 3.0)
    return {"page_s": round(studio.seconds, 1), "speed": round(page.speed, 2)}


async def server(page: Page, studio: Studio) -> dict[str, object]:
    """Medians over thirty edits while it walks."""
    await asyncio.sleep(2.0)
    before, began = page.poses, time.perf_counter()
    await asyncio.sleep(5.0)
    frames = (page.poses - before) / (time.perf_counter() - began)
    script = page.last["script"][1]
    checked, ghost = [], []
    for k in range(EDITS):
        ghosts, sent = page.ghosts, time.perf_counter()
        text = re.sub(r"dt = [\d.]+~", f"dt = 0.18{k:02d}~", script["text"])
        version = await page.edit(text)
        await page.until(lambda v=version: page.last["checked"][1]["version"] == v)  # type: ignore[misc]
        checked.append(1000 * (time.perf_counter() - sent))
        await page.until(lambda n=ghosts: page.ghosts > n)  # type: ignore[misc]
        ghost.append(1000 * (time.perf_counter() - sent))
        await asyncio.sleep(0.4)
    return {"frames_per_second": round(frames, 1), **_medians(checked, ghost)}


async def soak(page: Page, studio: Studio, seconds: float) -> dict[str, object]:
    """Random input at eightfold speed; memory after a tenth of it against memory at its end."""
    draw, began, wall = random.Random(1), 0.0, time.perf_counter()
    script = page.last["script"][1]
    total, last_time = 0.0, page.time
    first_memory, told = 0.0, 0
    await page.send("setSpeed", factor=SPEED)
    back: float | None = None
    looked = wall
    while total < seconds:
        await asyncio.sleep(0.15)
        now, looked, before = page.time, time.perf_counter(), looked
        # after a reset or a branch what is simulated begins anew; never more than there was time for
        since = last_time if back is None else min(last_time, back)
        total += min(max(0.0, now - since), SPEED * (looked - before))
        last_time = now
        if not first_memory and total > seconds / 10:
            first_memory, began = memory(studio.process.pid), total
        back = await poke(page, draw, script["text"])
        if int(total / seconds * 20) > told:
            told = int(total / seconds * 20)
            print(f"{total:.0f} of {seconds:.0f} s, {memory(studio.process.pid):.0f} MB", file=sys.stderr)
    end_memory = memory(studio.process.pid)
    await page.send("hover", id=99, text=script["text"], offset=script["text"].index("POSE"))
    await page.until(lambda: page.last.get("hovered", (0, {}))[1].get("id") == 99)
    return {
        "simulated_seconds": round(total),
        "wall_seconds": round(time.perf_counter() - wall),
        "memory_mb_at": {f"{began:.0f} s": round(first_memory), f"{total:.0f} s": round(end_memory)},
        "restarts": page.restarts,
        "answers": True,
    }


async def poke(page: Page, draw: random.Random, text: str) -> float | None:
    """One random thing that a user may do; the moment to which the run goes back, if it does."""
    what = draw.choices(
        ["push", "edit", "broken", "set", "throw", "scrub", "branch", "ground", "body", "ragdoll", "reset"],
        [10, 6, 2, 8, 2, 2, 2, 1, 1, 1, 3],
    )[0]
    if what == "push":
        force = [draw.uniform(-150, 150) for _ in range(3)]
        await page.send("push", part=draw.choice(PARTS), force=force, seconds=draw.uniform(0.05, 0.3))
    elif what == "edit":
        number = draw.uniform(0.25, 0.35)
        await page.edit(re.sub(r"dt = [\d.]+~", f"dt = {number:.3f}~", text))
    elif what == "broken":
        await page.edit(text.replace("POSE", "POZE", 1))
    elif what == "set":
        await page.send("setParameter", name="heading", value=draw.uniform(-1, 1))
    elif what == "throw":
        await page.send("throw", angle=draw.uniform(-3, 3))
    elif what == "scrub":
        await page.send("scrub", time=max(0.0, page.time - draw.uniform(0, 50)))
        await page.send("play")
    elif what == "branch":
        there = max(0.0, page.time - draw.uniform(0, 20))
        await page.send("branch", time=there)
        return there
    elif what == "ground":
        await page.send("setGround", ground=draw.choice(GROUNDS))
    elif what == "body":
        await page.send("setProportions", values={"shins": draw.uniform(0.9, 1.1)})
    elif what == "ragdoll":
        await page.send("setRagdoll", on=True)
        await page.send("setRagdoll", on=False)
    else:
        await page.send("reset")
        return 0.0
    return None


async def others(page: Page, studio: Studio) -> dict[str, object]:
    """What a page feels while another one sends texts of a megabyte, and a third one reads nothing."""
    before = memory(studio.process.pid)
    text = page.last["script"][1]["text"]
    big = text + "# much\n" * ((1_000_000 - len(text)) // 7)
    rude = await websockets.connect(studio.socket, max_size=None)
    deaf = await websockets.connect(studio.socket, max_size=None, max_queue=1)
    drain = asyncio.create_task(_drain(rude))
    asks = (
        {"type": kind, "id": 1, "text": big, "offset": len(big) - 10} for kind in ("hover", "complete") * 10
    )
    took: list[float] = []
    for ask in asks:
        await rude.send(json.dumps(ask))
        for _ in range(5):
            sent, answered = time.perf_counter(), page.last["transport"][0]
            await page.send("setSpeed", factor=1.0)
            await deaf.send(json.dumps({"type": "setGhosts", "next": True, "last": True, "seconds": 10.0}))
            await page.until(lambda at=answered: page.last["transport"][0] > at)  # type: ignore[misc]
            took.append(1000 * (time.perf_counter() - sent))
    grown = memory(studio.process.pid) - before
    drain.cancel()
    return {
        "answer_ms": round(statistics.median(took), 1),
        "answer_ms_worst": round(max(took), 1),
        "memory_grew_mb": round(grown),
    }


async def _drain(socket: Any) -> None:
    async for _ in socket:
        pass


async def lose(page: Page, studio: Studio, times: int, how: signal.Signals) -> dict[str, object]:
    """An edit, then a signal to the process that plays; seconds until frames of that edit come."""
    script = page.last["script"][1]
    took, kept = [], 0
    for k in range(times):
        await asyncio.sleep(1.5)
        version = await page.edit(script["text"] + f"# edit {k}\n", ghost=False)
        await page.until(lambda v=version: page.last["checked"][1]["version"] == v)  # type: ignore[misc]
        restarts, victim = page.restarts, playing(studio.process.pid)
        began = time.perf_counter()
        os.kill(victim, how)
        await page.until(lambda n=restarts: page.restarts > n)  # type: ignore[misc]
        poses = page.poses
        await page.until(lambda n=poses: page.poses > n + 1)  # type: ignore[misc]
        took.append(time.perf_counter() - began)
        kept += page.version == version & 0xFFFF
    seconds = {"seconds_median": round(statistics.median(took), 2), "seconds_worst": round(max(took), 2)}
    return {"lost": times, "recovered": len(took), "edits_kept": kept, **seconds}


def playing(pid: int) -> int:
    """The process below the server that works most: the one that plays."""

    def used(each: int) -> int:
        rest = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        return int(rest[11]) + int(rest[12])

    before = {each: used(each) for each in family(pid) if each != pid}
    time.sleep(0.5)
    return max(before, key=lambda each: used(each) - before[each])


async def talk(arguments: argparse.Namespace, studio: Studio) -> dict[str, object]:
    socket = await websockets.connect(studio.socket, max_size=None)
    page = Page(socket)
    listener = asyncio.create_task(page.listen())
    await page.until(lambda: page.poses > 30)
    if ALONE:
        feel_alone()
    if arguments.what == "first":
        result = await first(page, studio)
    elif arguments.what == "server":
        result = await server(page, studio)
    elif arguments.what == "others":
        result = await others(page, studio)
    elif arguments.what == "soak":
        result = await soak(page, studio, float(arguments.amount or 3600))
    else:
        how = signal.SIGKILL if arguments.what == "kill" else signal.SIGSTOP
        result = await lose(page, studio, int(arguments.amount or 10), how)
    listener.cancel()
    return result


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["first", "latency", "server", "others", "soak", "kill", "hang"])
    parser.add_argument("amount", nargs="?", type=float, help="seconds of a soak, times of a kill")
    parser.add_argument("--alone", action="store_true", help="go before all other processes (root, Linux)")
    arguments = parser.parse_args()
    global ALONE
    ALONE = arguments.alone
    with serving() as studio:
        result = latency(studio) if arguments.what == "latency" else asyncio.run(talk(arguments, studio))
    print(json.dumps({"what": arguments.what, "load": round(os.getloadavg()[0], 1), **result}))


if __name__ == "__main__":
    main()
