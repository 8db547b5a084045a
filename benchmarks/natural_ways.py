"""How natural walks start, stop and turn: genbicon/walk on human-spine, presets natural and balanced.

    python benchmarks/natural_ways.py [starts|stops|turns …] [--json] [--store]
    python benchmarks/natural_ways.py pictures                 film strips of a start, a stop and a turn

starts: it stands for two seconds, then is told to walk. stops: it walks, and is told to stop, at ten moments
of a stride. turns: it walks, and is told to turn by 90 degrees to the left, at the same moments. One row for
each of them, preset and speed. --store keeps the rows for docs/natural.md. The exit code is 1 when a bar is
missed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import natural_ways_seen as seen
from benchmarks.natural import BODY, MEDIA, WALK, shrink, store
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim

PRESETS = ("natural", "balanced")
SPEEDS = (0.8, 1.1)  # m/s
STANDS, WALKS = 2.0, 8.0  # s before the request
MOMENTS, APART = 10, 0.13  # requests to stop, s from one to the next: more than a stride
AFTER = 10.0  # s after the request
MOST = {"starts": 3, "stops": 2}  # steps to the speed, and to a halt
OFTEN = 6  # stops of MOMENTS that must take no more; the others must come to a stand, too
SHIFTED = 0.4  # of the way from between the feet to over the standing one, where the weight is going to
SLIDE = 0.035  # m

Row = dict[str, Any]


def asked(preset: str, before: dict[str, float], wait: float, then: dict[str, float]) -> Recording:
    """A run in which something is asked for after a while."""
    sim = Sim(WALK, body=BODY, preset=preset, set=before)
    return sim.run(wait + AFTER, at=[(round(wait / sim.dt), lambda: sim.set(0, **then))])


def start(preset: str, speed: float) -> Row:
    """From standing to a speed."""
    rec = asked(preset, {"speed": 0.0}, STANDS, {"speed": speed})
    motion = seen.seen_in(rec)
    steps = [one for one in motion.steps if one.lands > STANDS]
    reached = next((k for k, one in enumerate(steps, 1) if one.speed >= 0.9 * speed), None)
    marched = sum(one.length < seen.IN_PLACE for one in steps[: reached or None])
    before = sum(one.lands <= STANDS for one in motion.steps)
    shift = motion.shift(steps[0]) if steps else 0.0
    found: Row = {
        "steps": reached,
        "seconds": round(steps[reached - 1].lands - STANDS, 2) if reached else None,
        "first_leaves": round(steps[0].leaves - STANDS, 2) if steps else None,
        "lengths": [round(one.length, 2) for one in steps[:5]],
        "in_place": before + marched,
        "shift": round(shift, 2),
    }
    good = reached is not None and reached <= MOST["starts"] and not found["in_place"] and shift >= SHIFTED
    return finished("start", preset, speed, [rec], found, good)


def stop(preset: str, speed: float) -> Row:
    """From a speed to standing, asked for at moments of a whole stride."""
    recs, steps, landed, rests, still = [], [], [], [], 0
    for k in range(MOMENTS):
        wait = WALKS + k * APART
        rec = asked(preset, {"speed": speed}, wait, {"speed": 0.0})
        motion = seen.seen_in(rec)
        halted = motion.halted(wait)
        lands = [one.lands for one in motion.steps if one.lands > wait]
        recs.append(rec)
        steps.append(sum(at <= halted for at in lands))
        landed.append(len(lands))
        rests.append((lands[-1] if lands else wait) - wait)
        still += rests[-1] < AFTER - 2.0  # and then two seconds without a step
    found: Row = {
        "steps": sorted(steps),
        "all_steps": sorted(landed),
        "seconds": round(max(rests), 2),
        "still": still,
    }
    good = sum(n <= MOST["stops"] for n in steps) >= OFTEN and still == MOMENTS
    return finished("stop", preset, speed, recs, found, good)


def turn(preset: str, speed: float) -> Row:
    """A turn of 90 degrees, asked for at the same moments: when parts have done a fifth of it, the means."""
    recs, begins, ends = [], [], []
    for k in range(MOMENTS):
        wait = WALKS + k * APART
        rec = asked(preset, {"speed": speed}, wait, {"heading": seen.QUARTER})
        recs.append(rec)
        if rec.end != "time":
            continue
        motion = seen.seen_in(rec)
        begins.append([motion.turned(part, wait, 0.2) for part in seen.PARTS])
        ends.append(motion.turned("pelvis", wait, 0.9))
    led = sum(head < chest < pelvis for head, chest, pelvis in begins)
    means = np.mean(begins, axis=0) if begins else np.full(len(seen.PARTS), AFTER)
    found: Row = {part: round(float(at), 2) for part, at in zip(seen.PARTS, means, strict=True)}
    found |= {"led": led, "asked": MOMENTS, "seconds": round(max(ends, default=AFTER), 2)}
    return finished("turn", preset, speed, recs, found, led == MOMENTS and max(ends) < AFTER)


def finished(what: str, preset: str, speed: float, recs: list[Recording], found: Row, good: bool) -> Row:
    """The row, with how far feet slid and whether all stayed up."""
    slide = max(rec.report()["foot_slide"] for rec in recs)
    falls = sum(rec.end != "time" for rec in recs)
    good = bool(good and not falls and slide < SLIDE)
    return {"what": what, "preset": preset, "speed": speed, **found, "slide": slide, "falls": falls,
            "passed": good}  # fmt: skip


TABLES: dict[str, Callable[[str, float], Row]] = {"starts": start, "stops": stop, "turns": turn}


def pictures() -> None:
    """Film strips of the natural walk at 1.1 m/s."""
    for name, before, wait, then, begin in (
        ("start", {"speed": 0.0}, STANDS, {"speed": 1.1}, 0.2),
        ("stop", {"speed": 1.1}, WALKS, {"speed": 0.0}, -0.1),
        ("turn", {"speed": 1.1}, WALKS, {"heading": seen.QUARTER}, -0.1),
    ):
        path = MEDIA / f"{name}.png"
        asked("natural", before, wait, then).strip(path, frames=10, start=wait + begin, every=0.18)
        shrink(path)


def main() -> int:
    """Measure the tables, print their rows, keep them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tables", nargs="*", metavar="TABLE", choices=[*TABLES, "pictures", []])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--store", action="store_true")
    options = parser.parse_args()
    if "pictures" in options.tables:
        pictures()
        return 0
    found: dict[str, list[Row]] = {}
    for table in options.tables or TABLES:
        rows = [TABLES[table](preset, speed) for preset in PRESETS for speed in SPEEDS]
        found[table] = rows
        for row in rows:
            told = "  ".join(f"{key} {value}" for key, value in row.items())
            print(json.dumps(row) if options.json else told, flush=True)
    if options.store:
        store(found)
    return 0 if all(row["passed"] for rows in found.values() for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
