"""A person's sitting at the studio: a server of its own, a real browser, and what went wrong in it."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = os.environ.get("CHROMIUM_PATH") or shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-gpu-compositing",  # as without a graphics card: an emulated one for the page takes a core
    "--disable-gpu-rasterization",
]
KNEE = "1.15"  # rad: the swing knee of the walk while it lifts, as its script writes it
PATIENCE = 90.0  # s; machines that draw without a graphics card are slow
MARKS = [
    pytest.mark.sim,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here (Debian: apt-get install chromium)"),
]


@dataclass
class Sitting:
    """One page, and what went wrong in it."""

    page: Any
    folder: Path
    port: int
    server: Server
    complaints: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def at(self, testid: str) -> Any:
        return self.page.locator(f'[data-testid="{testid}"]').first

    def ask(self, expression: str) -> Any:
        """A value of the page. Between two scenes there is no pose: what asks for one waits for the next."""
        there = "s.pose" if "s.pose." in expression else "true"
        script = f"(() => {{ const s = window.__studio; return {there} ? [{expression}] : null; }})()"
        return self.until("a pose", lambda: self.page.evaluate(script))[0]

    def until(self, what: str, true: Callable[[], Any]) -> Any:
        """Wait until something holds.

        Raises:
            AssertionError: It does not hold in time.
        """
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            value = true()
            if value:
                return value
            time.sleep(0.1)
        raise AssertionError(f"waited in vain: {what}")

    def time(self) -> float:
        return float(self.ask("s.pose ? s.pose.time : -1"))

    def bodies(self) -> list[float]:
        """Where all parts are, as shown."""
        found: list[float] = self.ask("Array.from(s.pose.bodies)")
        return found

    def open(self, skill: str) -> None:
        """Show a skill of the library."""
        self.show_by(f"open-{skill}", skill)

    def gone(self, testid: str) -> None:
        """Wait until something is not there any more."""
        self.until(f"{testid} is gone", lambda: self.at(testid).count() == 0)

    def place(self, locator: Any) -> dict[str, float]:
        """Where something is, once it stays there: a page that has just changed is still being laid out."""
        seen: list[Any] = [None]

        def still() -> Any:
            seen.append(locator.bounding_box())
            return seen[-1] if seen[-1] is not None and seen[-1] == seen[-2] else None

        box: dict[str, float] = self.until("it stays in its place", still)
        return box

    def clear(self) -> None:
        """Close whatever an earlier test may have left lying over the page."""
        if self.at("tour").count():
            self.at("tour-skip").click()
            self.gone("tour")
        if self.page.locator(".veil").count():
            self.page.locator(".veil").first.press("Escape")
            self.until("nothing lies over the page", lambda: self.page.locator(".veil").count() == 0)

    def gallery(self) -> None:
        """Open the gallery, unless it is open."""
        self.clear()
        if self.at("gallery").count() == 0:
            self.at("gallery-button").click()
        self.until("cards", lambda: self.page.locator(".card").count() > 1)

    def show_by(self, testid: str, name: str) -> None:
        """Show what a button of the gallery opens."""
        self.gallery()
        self.until("a scene", lambda: self.ask("s.scene"))
        before = self.ask("s.scene.id")
        self.at(testid).click()
        self.until(f"{name} is open", lambda: name in self.at("open-name").inner_text())
        self.until("another scene", lambda: self.ask("s.scene.id") != before)
        self.until("time passes", lambda: self.time() > 0.3)
        drawn = self.ask("s.frames")
        self.until("it is drawn", lambda: self.ask("s.frames") > drawn + 2)
        if self.at("changed").count():  # an earlier test has edited it: unsaved work stays
            self.at("revert").click()
            self.gone("changed")
            self.settled()

    def resume(self, name: str) -> None:
        """Show a skill or a file as it was left, with what was edited and not saved."""
        self.gallery()
        before = self.ask("s.scene.id")
        button = self.at(f"file-{name}") if self.at(f"file-{name}").count() else self.at(f"open-{name}")
        button.click()
        self.until(f"{name} is open", lambda: name in self.at("open-name").inner_text())
        self.until("another scene", lambda: self.ask("s.scene.id") != before)

    def set(self, testid: str, value: str) -> None:
        """Type a value into a slider."""
        field = self.page.locator(f'[data-testid="{testid}"] .value')
        field.fill(value)
        field.press("Enter")

    def copy(self, skill: str) -> Path:
        """Duplicate a skill of the library into the project, and have the copy shown; its file."""
        made = self.folder / f"{skill.rpartition('/')[2]}.skill"
        self.show_by(f"duplicate-{skill}", made.name)
        self.until("a file", made.is_file)
        return made

    def watch(self, page: Any) -> None:
        """Note what goes wrong in a page."""
        page.set_default_timeout(PATIENCE * 1000)
        page.on("console", self._hear)
        page.on("pageerror", lambda e: self.complaints.append(str(e)))
        page.on("request", lambda r: self.outside.append(r.url) if not self._ours(r.url) else None)

    def _hear(self, message: Any) -> None:
        if message.type == "error":
            self.complaints.append(f"{message.text} {message.location.get('url', '')}")

    def _ours(self, url: str) -> bool:
        return url.startswith((self.origin, self.origin.replace("http", "ws"), "data:", "blob:"))

    def settled(self) -> None:
        """Wait until the server has all that was typed."""
        self.until("the server has it", lambda: self.ask("s.settled"))

    def let_in(self) -> None:
        """Open the link of a server that has been started again, in another tab."""
        other = self.page.context.new_page()
        other.goto(f"{self.server.link}&start=stage&quality=low")
        other.locator('[data-testid="canvas"]').wait_for()
        other.close()

    def stop_server(self) -> None:
        self.server.stop()


@dataclass(frozen=True)
class Server:
    """A studio.

    Attributes:
        process: Its process.
        link: What it printed: the address with the token.
    """

    process: subprocess.Popen[str]
    link: str

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(60)


def serve(folder: Path, port: int) -> Server:
    """A studio, as soon as it has printed its link; requests wait from then on."""
    command = [sys.executable, "-m", "footfall", "studio", "--no-browser", "--port", str(port), str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    for line in process.stdout:  # the kernel may have to be compiled
        if found := re.search(r"http://\S+token=[\w-]+", line):
            threading.Thread(target=process.stdout.read, daemon=True).start()  # it may go on talking
            return Server(process, found[0])
    raise AssertionError("the studio ended by itself")


def sit(folder: Path) -> Iterator[Sitting]:
    """Open the page and close it in the end."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    now = Sitting(None, folder, port, serve(folder, port))
    try:
        with playwright.sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            now.page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
            now.watch(now.page)
            now.page.goto(
                f"{now.server.link}&quality=low&rest=200"
            )  # few pictures: they cost most of the time
            now.at("gallery").wait_for()  # the link leads on to the page
            yield now
            browser.close()
    finally:
        now.stop_server()
