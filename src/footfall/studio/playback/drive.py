"""What drives the body of a Run: its script, nothing (limp), or a script that gets it up again."""

from __future__ import annotations

from dataclasses import dataclass

from footfall.errors import FootfallError
from footfall.script import compile_skill

SCRIPT, LIMP, GET_UP = "script", "limp", "get up"
LIMP_TEXT = "SKILL ragdoll()\nIDLE limp\nFALL time < 0\nPHASE limp\n"
GET_UP_SKILL = "moves/get-up"
WEAK = 0.04  # of its torque limits, for a body that is driven while it lies: it moves and does not jump


@dataclass(frozen=True)
class Drive:
    """What drives the body from a tick on.

    Attributes:
        by: SCRIPT, LIMP or GET_UP.
        weak: Whether its torques are limited to a small share, because it lies.
        tick: Since when.
    """

    by: str = SCRIPT
    weak: bool = False
    tick: int = 0


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


def text_of(by: str, script: str, body: str) -> str:
    """The text that drives a body.

    Args:
        by: SCRIPT, LIMP or GET_UP.
        script: The script that is edited.
        body: The body's name.
    """
    if by == LIMP:
        return LIMP_TEXT
    if by == GET_UP:
        return (
            f"SKILL up()\nBODY {body}\nFALL time < 0\nPHASE getting_up\n"
            f"  DO {GET_UP_SKILL}();\n  TO end WHEN complete;\n"
        )
    return script


def can_get_up(body: str) -> bool:
    """Whether the library has a script that gets this body up."""
    try:
        return compile_skill(GET_UP_SKILL).body == body
    except FootfallError:
        return False
