"""The options of ``footfall robust``, checked before any work is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from footfall.cli import options
from footfall.errors import FootfallError, nearest

if TYPE_CHECKING:
    from footfall.robust.measure import PushSettings

STANCES = {"left": ("left",), "right": ("right",), "both": ("left", "right")}


def refuse_alone(wanted: str, given: dict[str, object]) -> None:
    """Refuse options that say nothing without another one."""
    for option, value in given.items():
        if value is not None:
            raise FootfallError(f"{option} says nothing here", where=option, help=f"give {wanted} too")


def wanted_groups(only: str | None) -> tuple[str, ...]:
    """The groups of `--only`, all when it is left out."""
    from footfall.robust.groups import GROUP_NAMES

    if only is None:
        return GROUP_NAMES
    wanted = tuple(word.strip() for word in only.split(","))
    for word in wanted:
        if word not in GROUP_NAMES:
            raise FootfallError(
                f"there is no group '{word}'", where="--only", help=nearest(word, GROUP_NAMES)
            )
    return wanted


def wanted_pushes(
    phase: list[float] | None,
    phases: int | None,
    directions: int,
    duration: float | None,
    part: str,
    stance: str,
) -> PushSettings:
    """The options of the pushes, checked."""
    if phase and phases is not None:
        raise FootfallError(
            "--phase and --phases exclude each other", where="--phases", help="give one of them"
        )
    for p in phase or ():
        if not 0 <= p < 1:
            raise FootfallError(
                f"{p:g} is no phase", where="--phase", help="give a number from 0 up to below 1"
            )
    if stance not in STANCES:
        raise FootfallError(
            f"there is no stance '{stance}'", where="--stance", help=nearest(stance, list(STANCES))
        )
    options.count("--directions", directions, least=1, most=360)
    if duration is not None:
        options.number("--duration", duration, above=0, most=10, unit="s")
    if phases is not None:
        options.count("--phases", phases, least=1, most=100)
    from footfall.body.roles import plain_part
    from footfall.world.pushes import PLAIN_PARTS

    if plain_part(part) not in PLAIN_PARTS:
        raise FootfallError(f"there is no part '{part}'", where="--part", help=nearest(part, PLAIN_PARTS))
    from footfall.robust.measure import PushSettings

    spread = tuple((k + 0.5) / phases for k in range(phases)) if phases is not None else None
    chosen = spread or tuple(sorted(set(phase or ()))) or PushSettings().phases
    return PushSettings(chosen, directions, duration, STANCES[stance], part)
