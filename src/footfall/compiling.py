"""Who is told when something is compiled: it takes long, and users want to know why they wait."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str], None]
Work = Callable[[Progress], None]


def _silently(work: Work) -> None:
    work(lambda _: None)


listener: Callable[[Work], None] = _silently  # is given the work, and does it; commands show it on the way
