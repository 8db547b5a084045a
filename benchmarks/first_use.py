"""The first things that a user does, in processes of their own: run, demo, studio, tune, some Python."""

from __future__ import annotations

import os
import re
import select
import subprocess
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.commands import PATIENCE, ROOT, last_line

RUN = ("run", "simbicon/walk", "--seconds", "2", "--json")
TUNE = ("tune", "simbicon/walk", "--speed", "1.2", "--evaluations", "8", "--seconds", "0.5", "--no-pictures")
DEMO = ("demo", "--out", "out")
_LINK = re.compile(rb"http://[^\s\x1b]+")


@dataclass(frozen=True)
class Place:
    """Where and as whom commands are run.

    Attributes:
        python: The interpreter, which has Footfall.
        folder: The working folder.
        env: The whole environment.
        user: Number of the user; None for this one.
    """

    python: Path
    folder: Path
    env: dict[str, str] = field(default_factory=lambda: dict(os.environ))
    user: int | None = None

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        """Start the interpreter with these arguments; what it says can be read."""
        return subprocess.Popen(
            [str(self.python), *words],
            cwd=self.folder,
            env=self.env,
            user=self.user,
            group=self.user,
            extra_groups=None if self.user is None else [],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def problem(self, *words: str) -> str:
        """What goes wrong when the interpreter is run to its end; "" if nothing."""
        process = self.start(*words)
        try:
            said = process.communicate(timeout=PATIENCE)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return f"no end after {PATIENCE:.0f} s"
        if process.returncode != 0 or "Traceback" in said:
            return f"exit code {process.returncode}: {last_line(said)}"
        return ""


def footfall_problem(place: Place, arguments: tuple[str, ...]) -> str:
    """What goes wrong when a footfall command is run to its end."""
    return place.problem("-m", "footfall", *arguments)


def studio_problem(place: Place) -> str:
    """What goes wrong when the studio is started, its printed link is opened, and it is stopped."""
    process = place.start("-m", "footfall", "studio", "--no-browser")  # on a free port
    assert process.stdout is not None
    os.set_blocking(process.stdout.fileno(), False)
    said, until = b"", time.monotonic() + PATIENCE
    try:
        while time.monotonic() < until and process.poll() is None:
            select.select([process.stdout], [], [], 0.2)
            said += process.stdout.read() or b""
            link = _LINK.search(said)
            if link is not None and b"\n" in said[link.end() :]:
                browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
                browser.open(link[0].decode(), timeout=60).close()  # it gives the cookie, and leads on
                with browser.open(link[0].decode().partition("?")[0], timeout=60) as page:
                    return "" if b"<script" in page.read() else "the page holds no program"
        return f"no link: {last_line(said.decode(errors='replace'))}"
    except OSError as problem:
        return f"the page did not come: {problem}"
    finally:
        process.terminate()
        process.wait(60)


def readme_python() -> str:
    """The first Python of the README."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return text.partition("```python\n")[2].partition("```")[0]
