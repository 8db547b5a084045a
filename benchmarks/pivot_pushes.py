"""Pushes on the walk by a virtual pivot point, at the centre of mass as its paper has them.

A push acts at the height of the centre of mass: it is shared between pelvis and trunk so that together they
have no lever about it. A walk is pushed at six phases of its cycle of two steps, from eight directions.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from footfall.engine.sim import Sim
from footfall.engine.snapshot import Snapshot
from footfall.robust.subject import Subject, settle, stays_up

Row = dict[str, Any]
Case = Callable[[], Row]

WALK, GO, STAND = "pivot/walk", "pivot/go", "pivot/stand"
PHASES = tuple(k / 6 for k in range(6))
DIRECTIONS = tuple(45 * k for k in range(8))  # degrees, forwards first, then to the left
PAPER = ((50.0, 0.1), (50.0, 0.4), (100.0, 0.1), (100.0, 0.4))  # N, s
HARD, HARD_SECONDS, HARD_BAR = 200.0, 0.2, 40
AFTER = 6.0  # s to stay up


def push_at_com(sim: Sim, force: float, seconds: float, degrees: float) -> None:
    """Push now, at the height of the centre of mass.

    Args:
        sim: With a body that has a pelvis; a trunk apart from it shares the push.
        force: N.
        seconds: How long.
        degrees: To where, in the heading frame: 0 forwards, 90 to the left.
    """
    actor = sim.actors[0]
    rows = {name: actor.anatomy.named(name) for name in ("trunk", "pelvis")}
    high = {name: float(sim.data.xipos[actor.arrays["part_body"][row], 2]) for name, row in rows.items()}
    apart = high["trunk"] - high["pelvis"]
    share = 1.0 if apart < 1e-3 else (float(actor.state.com[2]) - high["pelvis"]) / apart
    forward, left = force * math.cos(math.radians(degrees)), force * math.sin(math.radians(degrees))
    for part, part_share in (("trunk", share), ("pelvis", 1.0 - share)):
        if abs(part_share) > 1e-9:
            sim.push(forward=part_share * forward, left=part_share * left, seconds=seconds, part=part)


@cache
def walking(body: str | None = None, skill: str = WALK) -> tuple[Sim, dict[float, Snapshot]]:
    """A walk that has settled, and its states at the phases."""
    sim = Subject.of(skill, body).sim()
    return sim, settle(sim, PHASES).snapshots


def pushed(force: float, seconds: float, phase: float, body: str | None = None, skill: str = WALK) -> Row:
    """Eight pushes at one phase: which of them it stands."""
    sim, states = walking(body, skill)
    falls = []
    for degrees in DIRECTIONS:
        sim.reset(pushes=())
        sim.restore(states[phase])
        push_at_com(sim, force, seconds, degrees)
        if not stays_up(sim, seconds + AFTER):
            falls.append(degrees)
    held = len(DIRECTIONS) - len(falls)
    return {"held": held, "of": len(DIRECTIONS), "falls": falls, "passed": not falls}


def paper() -> dict[str, Case]:
    """The paper's whole range, 192 pushes."""
    return {
        f"{force:g} N {seconds:g} s phase {phase:.2f}": partial(pushed, force, seconds, phase)
        for force, seconds in PAPER
        for phase in PHASES
    }


def hard() -> dict[str, Case]:
    """Twice as hard: of 48 most must be stood."""

    def all_phases() -> Row:
        rows = [pushed(HARD, HARD_SECONDS, phase) for phase in PHASES]
        held, of = sum(row["held"] for row in rows), sum(row["of"] for row in rows)
        return {
            "held": held,
            "of": of,
            "by_phase": [row["falls"] for row in rows],
            "passed": held >= HARD_BAR,
        }

    return {f"{HARD:g} N {HARD_SECONDS:g} s": all_phases}


def standing() -> dict[str, Case]:
    """100 N for 0.1 s while it stands; it may step and stand again."""

    def push(degrees: float) -> Row:
        sim = Sim(GO)
        up = stays_up(sim, 2.0)
        push_at_com(sim, 100.0, 0.1, degrees)
        up = up and stays_up(sim, AFTER)
        return {"passed": up}

    return {f"{degrees} degrees": partial(push, degrees) for degrees in DIRECTIONS}
