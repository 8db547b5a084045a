"""Whether the pivot does it: lean by its offset, falls without it, direction of the measured force."""

from __future__ import annotations

import math
import re
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from footfall.engine.recording.pivot import ground_force
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.script.source import find_skill

Row = dict[str, Any]
Case = Callable[[], Row]

WALK, STAND = "pivot/walk", "pivot/stand"
OFFSETS = (-0.04, -0.02, 0.02, 0.04)  # m
NEAR = 1.5  # degrees from atan(offset / height)
FORCE_BAR, PITCH_BAR, ROLL_BAR = 0.75, 8.0, 6.0  # R², degrees peak to peak
DAMPS = (0.04, 0.08, 0.12, 0.16, 0.24, 0.32)
HEIGHTS = (-0.1, 0.0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6)  # legs


def changed(**numbers: float | str) -> Sim:
    """The walk with other values in its gait: LET name -> a number, or an expression."""
    text = find_skill("pivot/gait").text
    for name, value in numbers.items():
        text, count = re.subn(rf"(LET {name} = )[^;]*;", rf"\g<1>{value};", text)
        if count != 1:
            raise ValueError(f"pivot/gait has no LET {name}")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "gait.skill").write_text(text, encoding="utf-8")
        walk = find_skill(WALK).text.replace("DO pivot/gait", "DO gait")
        path = Path(folder) / "walk.skill"
        path.write_text(walk, encoding="utf-8")
        return Sim(str(path))


def pitch(rec: Recording, seconds: float) -> float:
    """Mean pitch of the pelvis over the last seconds, degrees."""
    found = ground_force(rec)
    rows = found.time > found.time[-1] - seconds
    up = found.turned[rows, :, 2]
    ahead = np.cos(found.heading[rows]) * up[:, 0] + np.sin(found.heading[rows]) * up[:, 1]
    return float(np.degrees(np.mean(np.arctan2(ahead, up[:, 2]))))


def lean() -> dict[str, Case]:
    """Constant offsets lean the trunk away from the pivot by atan(offset / height)."""

    def one(ahead: float) -> Row:
        level = pitch(Sim(WALK).run(12), 6.0)
        rec = Sim(WALK, set={"ahead": ahead}).run(12)
        wanted = -math.degrees(math.atan2(ahead, rec.header["pivot"]["height"]))
        leaned = pitch(rec, 6.0) - level
        good = rec.end == "time" and abs(leaned - wanted) <= NEAR
        return {"wanted": wanted, "leaned": leaned, "end": rec.end, "passed": good}

    return {f"{ahead:+.2f} m": partial(one, ahead) for ahead in OFFSETS}


def below() -> dict[str, Case]:
    """Heights of the pivot in legs: below the centre of mass it falls, above it walks."""

    def one(height: float) -> Row:
        rec = changed(pivot=f"{height:g} * body.leg").run(20)
        report = rec.report()
        kept = {name: report.get(name) for name in ("end", "seconds", "speed", "sway_pitch", "pivot_r2")}
        return {**kept, "passed": rec.end == "fell" if height < 0 else True}

    return {f"{height:g} legs": partial(one, height) for height in HEIGHTS}


def force() -> dict[str, Case]:
    """Sway and direction of the force, in one run."""

    def one() -> Row:
        report = Sim(WALK).run(20).report()
        names = ("end", "speed", "sway_pitch", "sway_roll", "pivot_r2", "com_r2", "pivot_r2_side")
        good = report["end"] == "time" and report["pivot_r2"] >= FORCE_BAR
        good = good and report["sway_pitch"] < PITCH_BAR and report["sway_roll"] < ROLL_BAR
        return {**{name: report[name] for name in names}, "passed": good}

    return {"0.8 m/s": one}


def front() -> dict[str, Case]:
    """Sway against R², over the damping of the trunk and the share of the other hip."""

    def one(damp: float, share: float) -> Row:
        report = changed(damp=damp, pitch_share=share).run(12).report()
        names = ("end", "sway_pitch", "sway_roll", "pivot_r2", "com_r2")
        return {**{name: report.get(name) for name in names}, "passed": True}

    return {
        f"damp {damp:g} hips {share:g}": partial(one, damp, share)
        for damp in DAMPS
        for share in (0.0, 0.25, 0.55)
    }
