"""A studio of its own for measurements and pictures: the server, a browser, and all their processes."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SKILL = "simbicon/walk3d"
# As a browser does on a machine without a graphics card: the processor puts the page together itself, only
# WebGL is emulated. An emulated card for the whole page takes more than a core to blend its layers.
FLAGS = [
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-gpu-compositing",
]
_PATIENCE = 180.0  # s; the kernel may have to be compiled
_HIGH = -20  # niceness of the scheduler's group of processes that are to feel alone


@dataclass(frozen=True)
class Studio:
    """A server that runs.

    Attributes:
        process: The server.
        folder: Its project.
        port: Where it listens, on this machine.
        log: The file that takes what it says.
        link: The address with the token, as it prints it.
        seconds: From its start until the page was there.
    """

    process: subprocess.Popen[bytes]
    folder: Path
    port: int
    log: Path
    link: str
    seconds: float

    @property
    def token(self) -> str:
        """What lets in."""
        return self.link.rpartition("token=")[2]

    @property
    def socket(self) -> str:
        """The address of the WebSocket, with the token."""
        return f"ws://127.0.0.1:{self.port}/ws?token={self.token}"


@contextlib.contextmanager
def serving(skill: str = SKILL, files: dict[str, str] | None = None) -> Iterator[Studio]:
    """Run a studio in a folder of its own.

    Args:
        skill: What it shows first; or a file of `files`.
        files: Put into its project beforehand, by name.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (files or {}).items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "footfall", "studio", "--no-browser", "--port", str(port), skill]
        paths = os.pathsep.join(os.path.abspath(path) for path in sys.path)
        log = Path(folder) / "studio.log"
        with log.open("wb") as out:
            process = subprocess.Popen(
                command, cwd=folder, stdout=out, stderr=out, env={**os.environ, "PYTHONPATH": paths}
            )
        try:
            link, seconds = _wait(process, log)
            yield Studio(process, Path(folder), port, log, link, seconds)
        finally:
            process.terminate()
            process.wait(20)


def _wait(process: subprocess.Popen[bytes], log: Path) -> tuple[str, float]:
    """Wait for the page; its link, and the seconds that it took."""
    began = time.monotonic()
    while time.monotonic() < began + _PATIENCE:
        if process.poll() is not None:
            raise RuntimeError("the studio ended by itself")
        if found := re.search(r"http://\S+token=[\w-]+", log.read_text(encoding="utf-8", errors="replace")):
            urllib.request.urlopen(found[0], timeout=_PATIENCE).close()
            return found[0], time.monotonic() - began
        time.sleep(0.1)
    raise RuntimeError("the studio did not start")


@contextlib.contextmanager
def browsing() -> Iterator[Any]:
    """A Chromium that is driven by playwright; it draws without a graphics card."""
    from playwright.sync_api import sync_playwright

    path = os.environ.get("CHROMIUM_PATH") or shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        raise RuntimeError("there is no Chromium here (Debian: apt-get install chromium)")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


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
        with contextlib.suppress(OSError):
            text = Path(f"/proc/{each}/smaps_rollup").read_text()
            total += int(text.partition("\nPss:")[2].split()[0]) / 1024
    return total


def feel_alone() -> None:
    """Give this process and all below it way before others: a measurement of the studio on a machine that
    others keep busy. Needs the rights of root, and Linux; does nothing without them.
    """
    for each in family(os.getpid()):
        with contextlib.suppress(OSError):
            Path(f"/proc/{each}/autogroup").write_text(str(_HIGH))
