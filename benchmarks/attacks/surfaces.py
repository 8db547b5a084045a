"""The surfaces by name."""

from __future__ import annotations

from functools import cache

from benchmarks.attacks.api import Api
from benchmarks.attacks.bodies import Bodies, Wrapped
from benchmarks.attacks.case import Surface
from benchmarks.attacks.commands import Commands
from benchmarks.attacks.messages import Messages
from benchmarks.attacks.recordings import Recordings
from benchmarks.attacks.scripts import Classic, Modern
from benchmarks.attacks.searches import Searches
from benchmarks.attacks.wire import Wire
from benchmarks.attacks.world_files import Saved, Worlds


@cache
def surfaces() -> dict[str, Surface]:
    """All, in the order in which they are tried."""
    made: tuple[Surface, ...] = (
        *(Modern(), Classic(), Bodies(), Wrapped(), Worlds(), Saved(), Recordings(), Searches()),
        *(Messages(), Wire(), Commands(), Api()),
    )
    return {one.name: one for one in made}


def surface(name: str) -> Surface:
    """One of them."""
    return surfaces()[name]
