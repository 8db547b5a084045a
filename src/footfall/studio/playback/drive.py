"""What drives the body of a Run: its script, nothing (limp), a script that gets it up again, or a route."""

from __future__ import annotations

import re
from dataclasses import dataclass

from footfall.body import Body
from footfall.errors import FootfallError
from footfall.graph.script import Route
from footfall.script import compile_skill

SCRIPT, LIMP, GET_UP, ROUTE = "script", "limp", "get up", "route"
LIMP_TEXT = "SKILL ragdoll()\nIDLE limp\nFALL time < 0\nPHASE limp\n"
GRAVITY = 9.81  # m/s²
GET_UP_SKILL = "moves/get-up"
WEAK = 0.02  # m, times its weight: the torque of a body that is driven while it lies; it does not jump


@dataclass(frozen=True)
class Drive:
    """What drives the body from a tick on.

    Attributes:
        by: SCRIPT, LIMP, GET_UP or ROUTE.
        weak: Whether its torques are limited to a small share, because it lies.
        tick: Since when.
        route: The way through the graph of the moves that it goes.
    """

    by: str = SCRIPT
    weak: bool = False
    tick: int = 0
    route: Route | None = None

    @property
    def own(self) -> bool:
        """Whether the script that drives has a name of its own."""
        return self.by in (GET_UP, ROUTE)


class Drives:
    """What has driven a Run, so that going back in time also goes back to what drove it then."""

    def __init__(self) -> None:
        self._list = [Drive()]

    @property
    def now(self) -> Drive:
        """What drives it now."""
        return self._list[-1]

    def note(self, drive: Drive) -> None:
        """Something else drives it."""
        self._list.append(drive)

    def go_back(self, tick: int) -> Drive:
        """Forget what began after a tick, or at it; what drove it then."""
        while len(self._list) > 1 and self._list[-1].tick >= tick:
            self._list.pop()
        return self.now


def text_of(drive: Drive, script: str, body: Body) -> str:
    """The text that drives a body.

    Args:
        drive: What drives it.
        script: The script that is edited.
        body: The body.
    """
    if drive.by == LIMP:
        return LIMP_TEXT
    if drive.route is not None:
        return drive.route.text
    if drive.by == GET_UP:
        return (
            f"SKILL up()\nBODY {body.name}\nFALL time < 0\nPHASE getting_up\n"
            f"  DO {GET_UP_SKILL}();\n  TO end WHEN complete;\n"
        )
    return weakened(script, WEAK * GRAVITY * body.mass) if drive.weak else script


def weakened(script: str, limit: float) -> str:
    """A script with a smaller LIMIT (N m); a classic one as it is."""
    first = re.search(r"(?m)^[ \t]*PHASE\b", script)
    if first is None:
        return script
    head = re.sub(r"(?m)^[ \t]*LIMIT\b.*\n", "", script[: first.start()])
    return f"{head}LIMIT {limit:.3g}\n{script[first.start() :]}"


def can_get_up(body: str) -> bool:
    """Whether the library has a script that gets this body up."""
    try:
        return compile_skill(GET_UP_SKILL).body == body
    except FootfallError:
        return False
