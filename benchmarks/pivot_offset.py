"""What an offset of the pivot does: in the whole walk, and alone.

Alone means: the feet land where those of the undisturbed walk do, and no moment turns the pelvis to its
heading. What differs within STEP_SECONDS is then the pivot's doing. After that a walk with given footprints
falls, with or without an offset.
"""

from __future__ import annotations

import math
import re
import tempfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from footfall.control.columns import TRACK_STRIKES
from footfall.control.steps.pendulum import sole_middle
from footfall.engine.sim import Sim
from footfall.engine.snapshot import Snapshot
from footfall.script.source import find_skill

Row = dict[str, Any]
Case = Callable[[], Row]

WALK = "pivot/walk"
STEP, STEP_SECONDS = 0.05, 0.4  # m that the pivot jumps ahead, s in which the speed must rise
RISE, SHARE = 0.05, 1.0  # m of the next step, and the share of it by which the pivot moves
SETTLED = 6.0  # s
MOST = 1.0  # s that a step may take
EDGE = 0.16  # m from the edge of a step to the middle of the sole that lands on it


def offset() -> dict[str, Case]:
    """What a jump of the pivot does to speed (eq. 7), side and heading of the whole walk."""

    def one(name: str, value: float) -> Row:
        still, moved = (_after_jump(name, x) for x in (0.0, value))
        gained = {key: moved[key] - still[key] for key in still}
        good = gained["speed"] * math.copysign(1.0, value) > 0.0 if name == "ahead" else True
        return {**gained, "passed": good}

    return {
        f"{name} {value:+.2f} m": partial(one, name, value)
        for name in ("ahead", "aside")
        for value in (STEP, -STEP)
    }


def _after_jump(name: str, value: float) -> dict[str, float]:
    """Mean speed within STEP_SECONDS, and after 3 s speed, side way and heading, of one jump."""
    sim = Sim(WALK)
    sim.advance(round(SETTLED / sim.dt))
    sim.set(0, **{name: value})
    rec = sim.run(3.0)
    soon = rec.time <= rec.time[0] + STEP_SECONDS
    speed = rec.speed_forward
    return {
        "speed": float(np.mean(speed[soon])),
        "speed_later": float(np.mean(speed[rec.time > rec.time[-1] - 1.0])),
        "side": float(rec.com[-1, 1] - rec.com[0, 1]),
        "heading": float(np.degrees(rec.heading[-1])),
    }


def alone() -> dict[str, Case]:
    """The same with neutral footprints and heading moment, and an offset by the rise of the next step."""

    def one(name: str, value: float, rise: float) -> Row:
        still, moved = (_held(name, x, rise) for x in (0.0, value))
        gained = {key: moved[key] - still[key] for key in still}
        good = gained["speed"] * math.copysign(1.0, value) > 0.0 if name == "ahead" else True
        return {**gained, "passed": good}

    cases: dict[str, Case] = {
        f"{name} {value:+.2f} m": partial(one, name, value, 0.0)
        for name in ("ahead", "aside")
        for value in (STEP, -STEP)
    }
    return cases | {
        f"rises {share:+g}, {100 * rise:+g} cm": partial(one, "rises", share, rise)
        for rise in (RISE, -RISE)
        for share in (SHARE, -SHARE)
    }


def neutral() -> str:
    """The gait's text with a phase in which the foot goes to a given place, and without a heading moment."""
    text = find_skill("pivot/gait").text
    swing = text[text.index("PHASE swing") :]
    held = swing.replace("PHASE swing", "PHASE held").replace(".width(", ".to(to_x, to_y).width(", 1)
    changes = (
        (r"carriage\.\*\)", "held = 0, to_x = 0, to_y = 0, carriage.*)"),
        (r"TO swing WHEN", "TO held WHEN phi >= 1 and held > 0;\n  TO swing WHEN"),
    )
    text = text + "\n" + held
    for old, new in changes:
        text, count = re.subn(old, new, text, count=1)
        if count != 1:
            raise ValueError(f"pivot/gait has no {old}")
    free = "(1 - .999999 * (held > 0))"
    turning = rf"\g<1>.yaw(heading, .35 * {free}, .1 * {free})"
    text, count = re.subn(r"(\.pressure\([^)]*\))\.yaw\(heading\)", turning, text)
    if count != 4:
        raise ValueError("pivot/gait turns its pelvis otherwise")
    return text


def _sim(ground: str) -> Sim:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "gait.skill"
        path.write_text(neutral(), encoding="utf-8")
        return Sim(str(path), world=ground)


@cache
def _begun(rise: float) -> tuple[Sim, Snapshot, tuple[float, float]]:
    """A walk at a strike, and where its next foot lands; an edge before that place rises so."""
    ground = "flat"
    if rise:
        _, _, (x, _) = _begun(0.0)
        ground = f"steps:{x - EDGE:.3f}={rise:.3f}"
    sim = _sim(ground)
    sim.advance(round(SETTLED / sim.dt))
    _to_strike(sim)
    here = sim.state()
    leg = _to_strike(sim)
    x, y = sole_middle(sim.actors[0].context, leg)
    return sim, here, (float(x), float(y))


def _to_strike(sim: Sim) -> int:
    """Run until a foot is set down: which, 0 for the left one."""
    struck = sim.actors[0].state.foot_track[:, TRACK_STRIKES].copy()
    for _ in range(round(MOST / sim.dt)):
        sim.advance(1)
        more = sim.actors[0].state.foot_track[:, TRACK_STRIKES] > struck
        if more.any():
            return int(np.argmax(more))
    raise ValueError("no foot was set down")


def _held(name: str, value: float, rise: float) -> dict[str, float]:
    """Speeds, lean and heading STEP_SECONDS after a jump, with the footprints of the undisturbed walk."""
    sim, here, (x, y) = _begun(rise)
    sim.restore(here)
    sim.set(0, held=1.0, to_x=x, to_y=y)
    if value:
        sim.set(0, **{name: value})
    rec = sim.run(STEP_SECONDS)
    velocity = np.gradient(rec.com[:, :2], rec.time, axis=0)
    turned = np.array(sim.data.xmat[sim.actors[0].arrays["root_body"][0]]).reshape(3, 3)
    return {
        "speed": float(np.mean(velocity[:, 0])),
        "speed_last": float(velocity[-1, 0]),
        "side_last": float(velocity[-1, 1]),
        "pitch": math.degrees(math.atan2(turned[0, 2], turned[2, 2])),
        "roll": math.degrees(math.atan2(-turned[1, 2], turned[2, 2])),
        "heading": math.degrees(math.atan2(turned[1, 0], turned[0, 0])),
    }
