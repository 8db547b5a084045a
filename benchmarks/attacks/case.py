"""A case: files and orders, plain data, made from a seed; and the surfaces that make and try cases."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from benchmarks.attacks.limits import Clock

LINK = b"\0link:"  # a file of this beginning is made a symbolic link to what follows
PIPE = b"\0fifo"  # and one of this content a named pipe


@dataclass(frozen=True)
class Case:
    """One input.

    Attributes:
        surface: Where it goes.
        files: Content by name, put into an empty project folder.
        orders: What is done with them; JSON.
    """

    surface: str
    files: dict[str, bytes] = field(default_factory=dict)
    orders: list[Any] = field(default_factory=list)

    def to_json(self) -> str:
        """As text; files in base64."""
        files = {name: base64.b64encode(data).decode() for name, data in self.files.items()}
        return json.dumps({"surface": self.surface, "files": files, "orders": self.orders})

    @classmethod
    def from_json(cls, text: str) -> Case:
        """From `to_json`."""
        table = json.loads(text)
        files = {name: base64.b64decode(data) for name, data in table["files"].items()}
        return cls(table["surface"], files, table["orders"])


@dataclass
class Bench:
    """What a surface may use while it tries a case.

    Attributes:
        folder: The project; the working folder.
        clock: Bounds the time of each piece of work.
        physics: Whether to simulate what can be simulated.
    """

    folder: Path
    clock: Clock
    physics: bool

    @contextmanager
    def work(self, name: str, seconds: float = 2.0) -> Iterator[None]:
        """A piece of work that a user would wait for, s of processor time at most."""
        with self.clock.bounded(name, seconds):
            yield


class Surface(Protocol):
    """A place where input comes in."""

    name: str

    def make(self, rng: random.Random, number: int) -> Case:
        """Case `number`; depends on these two and on the repository's files only."""
        ...

    def run(self, case: Case, bench: Bench) -> bool:
        """Try a case.

        Returns:
            Whether it was accepted and ran.

        Raises:
            FootfallError: It was refused.
        """
        ...


class Failure(Exception):  # noqa: N818 - of the program under test
    """Something that must not happen and that raised nothing."""


def write(case: Case, folder: Path) -> None:
    """Put the files of a case into a folder."""
    import os

    for name, data in case.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if data.startswith(LINK):
            path.symlink_to(data[len(LINK) :].decode())
        elif data == PIPE:
            os.mkfifo(path)
        else:
            path.write_bytes(data)


Make = Callable[[random.Random], Case]
