"""Which script is open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Opened:
    """A script that is open.

    Attributes:
        name, path: Of its Source.
        file: The project's file it is saved to; "" for one of the library.
        disk: What that file was when it was read or written; see `Project.digest`.
        build: The proportions that were saved with it.
    """

    name: str
    path: str
    file: str = ""
    disk: str = ""
    build: Mapping[str, float] = field(default_factory=dict)
