"""Which settings of the physics every skill of the library lives with, and how fast each is.

    python benchmarks/physics.py                        every skill, every setting: holds and × real time
    python benchmarks/physics.py --only walk3d,run3d    some
    python benchmarks/physics.py --settings double      some settings besides careful ones
    python benchmarks/physics.py --starts 3 --json      one object on stdout

A skill holds when it does from drawn starts what tests/skills/expected.toml says of it (its speed and the
bounds of its quality, its pushes, or its GOAL); the library's own tests judge. Speed is of the closed loop,
in one run beside that of careful settings, on one core; take it on an idle machine. ``--store`` keeps the
table in docs/media, from where docs/engine.md shows it (rows that are not measured now stay).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from footfall.body import Body, load_body
from footfall.body.transform import CAREFUL, with_settings
from footfall.engine.sim import Sim
from footfall.script import compile_skill
from tests.skills.test_library import EXPECTED, check_push, check_run

ANOTHER = 0.25  # share of the speed, or of 1 m/s, that it may be off under other settings
ROOT = Path(__file__).resolve().parents[1]
STORED = ROOT / "docs" / "media" / "physics.json"
# name -> what differs from the body's careful settings; "longer" multiplies their time step
SETTINGS: dict[str, dict[str, Any] | None] = {
    "careful": {},
    "default": None,  # the body's own
    "sparse": {"jacobian": "sparse"},
    "double": {"longer": 2},
    "double-sparse": {"longer": 2, "jacobian": "sparse"},
    "pyramidal": {"cone": "pyramidal", "jacobian": "sparse"},
    "double-pyramidal": {"longer": 2, "cone": "pyramidal", "jacobian": "sparse"},
}


def with_setting(body: Body, differs: Mapping[str, Any] | None) -> Body:
    """A body with other physics; with its own for None."""
    if differs is None:
        return body
    changes, careful = dict(differs), body.settings.get(CAREFUL, body.physics)
    step = careful.timestep * changes.pop("longer", 1)
    return with_settings(body, replace(careful, timestep=step, **changes))


def problem(check: Callable[[], None]) -> str:
    """Why a run is not what the table says; "" when it is."""
    try:
        check()
    except AssertionError as error:
        return str(error).partition("\n")[0] or "other numbers than the table's"
    return ""


def real_time(skill: str, body: Body) -> float:
    """How many times faster than real time the closed loop runs; the better of two."""
    best = 0.0
    for _ in range(2):
        sim = Sim(skill, body=body)
        sim.step(200)
        ticks, began = round(3.0 / sim.dt), time.perf_counter()
        best = max(best, sim.advance(ticks) * sim.dt / (time.perf_counter() - began))
    return best


def measure(skill: str, differs: Mapping[str, Any] | None, starts: int) -> dict[str, Any]:
    """What became of a skill under a setting."""
    own = load_body(compile_skill(skill).body or "human")
    body, row = with_setting(own, differs), EXPECTED[skill]
    # the speed is that of the body's own settings
    other = (
        {"within": ANOTHER * max(1.0, abs(row["speed"]))} if differs is not None and "speed" in row else {}
    )
    with patch.dict(row, other):
        tries = [problem(partial(check_run, skill, None, seed, body)) for seed in range(starts + 1)]
        tries += [problem(partial(check_push, skill, newtons, body)) for newtons in row.get("pushes", ())]
    bad = [words for words in tries if words]
    return {
        "held": len(tries) - len(bad),
        "of": len(tries),
        "why": bad[0] if bad else "",
        "x": round(real_time(skill, body), 1),
    }


def cell(found: Mapping[str, Any]) -> str:
    """A cell of the table."""
    return (
        f"{'holds' if found['held'] == found['of'] else '{held} of {of}'.format(**found)}, {found['x']:g} ×"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Every skill under each setting of the physics.")
    parser.add_argument("--only", default="", metavar="NAMES", help="skills whose names hold one of these")
    parser.add_argument("--settings", default=",".join(SETTINGS), metavar="NAMES")
    parser.add_argument(
        "--starts", type=int, default=2, metavar="N", help="drawn starts besides the exact one"
    )
    parser.add_argument("--json", action="store_true", help="one object on stdout")
    parser.add_argument("--store", action="store_true", help="keep the table in docs/media")
    asked = parser.parse_args()
    wanted = [name for name in asked.only.split(",") if name]
    skills = [s for s in EXPECTED if not s.endswith(".s") and (not wanted or any(w in s for w in wanted))]
    chosen = list(dict.fromkeys(["careful", *asked.settings.split(",")]))
    if unknown := [name for name in chosen if name not in SETTINGS]:
        parser.error(f"no setting {', '.join(unknown)}: there are {', '.join(SETTINGS)}")
    table: dict[str, dict[str, Any]] = {}
    for skill in skills:
        table[skill] = {name: measure(skill, SETTINGS[name], asked.starts) for name in chosen}
        cells = "  ".join(f"{cell(found):<18}" for found in table[skill].values())
        out = sys.stderr if asked.json else sys.stdout
        print(f"{skill:<28}{cells}", file=out, flush=True)
        for name, found in table[skill].items():
            if found["why"]:
                print(f"    {name}: {found['why']}", file=out, flush=True)
    if asked.store:
        known = json.loads(STORED.read_text()) if STORED.is_file() else {}
        for skill, found in table.items():
            known[skill] = {**known.get(skill, {}), **found}
        STORED.write_text(json.dumps(known, indent=1) + "\n")
    if asked.json:
        print(json.dumps(table))


if __name__ == "__main__":
    main()
