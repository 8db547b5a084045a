"""The bodies of the library under genbicon/walk: a minute forwards, a minute backwards, eight pushes.

    python benchmarks/named_bodies.py [--body NAME] [--seconds 60] [--json]

They walk with the preset `robust`.
A push is 0.15 of the weight for 0.2 s at the trunk, at two phases of the cycle, one of each stance leg.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from footfall.body import load_body
from footfall.engine.sim import Sim
from footfall.robust.pushes import AFTER, compass, survives
from footfall.robust.subject import Subject, settle
from footfall.robust.survey import comfortable_speed

SKILL, PRESET = "genbicon/walk", "robust"
BODIES = ("human", "human-spine", "robot", "beast-heavy", "beast-tall", "bird")
BACKWARDS = -0.6  # of the comfortable speed
SHARE, DURATION = 0.15, 0.2  # of the weight, s
PHASES = (0.1, 0.6)


def minute(name: str, speed: float, seconds: float, preset: str = PRESET) -> dict[str, Any]:
    """One run, untouched."""
    facts = Sim(SKILL, body=name, preset=preset, set={"speed": speed}).run(seconds).report()
    kept = ("end", "seconds", "speed", "foot_slide", "knee_over", "shake")
    return {"asked": round(speed, 3), **{key: facts[key] for key in kept}}


def pushed(name: str, preset: str = PRESET) -> tuple[int, int]:
    """How many pushes are survived, of how many."""
    who = Subject.of(SKILL, name, preset)
    sim = who.sim(set={"speed": comfortable_speed(load_body(name))})
    gait = settle(sim, PHASES)
    force = SHARE * who.body.mass * 9.81
    held = 0
    for phase in PHASES:
        for left, forward in compass(8):
            held += survives(
                sim, gait.snapshots[phase], force * forward, force * left, duration=DURATION, after=AFTER
            )
    return held, 8 * len(PHASES)


def row(name: str, seconds: float, preset: str = PRESET) -> dict[str, Any]:
    """All about one body."""
    speed = comfortable_speed(load_body(name))
    forwards, backwards = (minute(name, way * speed, seconds, preset) for way in (1.0, BACKWARDS))
    held, tried = pushed(name, preset)
    good = forwards["end"] == backwards["end"] == "time" and held == tried
    on_its_way = forwards["speed"] > 0.5 * speed and backwards["speed"] < 0.5 * BACKWARDS * speed
    return {
        "body": name,
        "forwards": forwards,
        "backwards": backwards,
        "pushes": held,
        "of": tried,
        "passed": good and on_its_way,
    }


def main() -> int:
    """Print a line per body; exit code 1 when one misses."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--body", action="append")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows = []
    for name in asked.body or BODIES:
        rows.append(row(name, asked.seconds))
        if not asked.json:
            print(line(rows[-1]), flush=True)
    if asked.json:
        print(json.dumps({"bodies": rows}))
    return 0 if all(one["passed"] for one in rows) else 1


def line(one: dict[str, Any]) -> str:
    """A row in words."""
    runs = "; ".join(
        f"{way} {run['seconds']:.0f} s at {run['speed']:+.2f} m/s (asked {run['asked']:+.2f}), slide "
        f"{run['foot_slide']:.3f} m, shake {run['shake']:.3f}"
        for way, run in (("forwards", one["forwards"]), ("backwards", one["backwards"]))
    )
    mark = "" if one["passed"] else " (missed)"
    return f"{one['body']}: {runs}; {one['pushes']} of {one['of']} pushes{mark}"


if __name__ == "__main__":
    sys.exit(main())
