"""Running commands for the benchmarks: as a user would, in processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOOTFALL = Path(sys.executable).parent / "footfall"
PATIENCE = 1800.0  # s; nothing here takes half an hour


@dataclass(frozen=True)
class Answer:
    """What a command did.

    Attributes:
        command: As a user would type it.
        code: Its exit code.
        out: Its stdout.
        err: Its stderr.
        seconds: Wall time, process start included.
    """

    command: str
    code: int
    out: str
    err: str
    seconds: float

    def json(self) -> dict[str, Any]:
        """The one object that it printed."""
        if self.code != 0:
            raise RuntimeError(f"`{self.command}` ended with code {self.code}: {last_line(self.err)}")
        if self.out.count("\n") != 1:
            raise RuntimeError(f"`{self.command}` printed {self.out.count(chr(10))} lines, not one")
        value: dict[str, Any] = json.loads(self.out)
        return value


def call(
    *words: str, cwd: Path = ROOT, env: dict[str, str] | None = None, patience: float = PATIENCE
) -> Answer:
    """Run a program to its end; after `patience` seconds it counts as hanging."""
    began = time.perf_counter()
    done = subprocess.run(
        words,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
        timeout=patience,
        check=False,
    )
    return Answer(" ".join(words), done.returncode, done.stdout, done.stderr, time.perf_counter() - began)


def footfall(*arguments: str, cwd: Path = ROOT) -> Answer:
    """Run the installed command ``footfall``."""
    answer = call(str(FOOTFALL), *arguments, cwd=cwd)
    return Answer(shown(*arguments), answer.code, answer.out, answer.err, answer.seconds)


def shown(*arguments: str) -> str:
    """A footfall command as a user would type it."""
    return " ".join(("footfall", *arguments))


def last_line(text: str) -> str:
    """The last line that says something."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "(it said nothing)"
