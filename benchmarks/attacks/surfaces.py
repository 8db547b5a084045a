"""The surfaces by name."""

from __future__ import annotations

from functools import cache

from benchmarks.attacks.case import Surface
from benchmarks.attacks.scripts import Classic, Modern
from benchmarks.attacks.world_files import Saved, Worlds


@cache
def surfaces() -> dict[str, Surface]:
    """All, in the order in which they are tried."""
    made: tuple[Surface, ...] = (Modern(), Classic(), Worlds(), Saved())
    return {one.name: one for one in made}


def surface(name: str) -> Surface:
    """One of them."""
    return surfaces()[name]
