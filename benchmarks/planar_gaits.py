"""The 2D gaits: speeds, pushes, terrain, and how long each lasts on the 3D body.

    python benchmarks/planar_gaits.py [--only speeds pushes terrain human] [--threads 2] [--json]

speeds    every gait for a minute from five drawn starts; the stops must hold for 20 s, on one foot for 10 s
pushes    ten pushes of 0.1 s, 5 s apart; at the trunk's centre or at its top
terrain   the walk: one unexpected drop of 20 cm at ten phases of its stride, figure 5 of SIMBICON from ten
          distances, slopes
human     the same scripts on the 3D body with its own lateral law, for 20 s

Exits with 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from footfall.body import Body, load_body
from footfall.body.schema import Link
from footfall.cli.show import out, patiently
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim

T = TypeVar("T")
Row = dict[str, Any]

GROUP = "simbicon/"
SEEDS = range(1, 6)
MINUTE, ON_HUMAN = 60.0, 20.0  # s
PUSHES, PUSH_SECONDS, PUSH_EVERY = 10, 0.1, 5.0
DROP, DROP_AT = 0.2, 6.0  # m
PHASES = 10
FREE = float("inf")
LOADED = 20.0  # N: less is a foot in the air
SETTLED = 0.3  # m/s: a body slower than this has stopped


@dataclass(frozen=True)
class Gait:
    """What a gait must reach.

    Attributes:
        name: Without its group.
        speed: Lowest and highest mean speed, m/s.
        clean: Whether the bounds on sliding feet, knees and shaking hold for it.
        flight: Whether both feet must leave the ground.
        feet: For a stop: how many feet it ends on; 0 else.
        hold: For a stop: seconds it must hold.
        human: Whether it must last on the 3D body.
    """

    name: str
    speed: tuple[float, float] = (-FREE, FREE)
    clean: bool = False
    flight: bool = False
    feet: int = 0
    hold: float = 0.0
    human: bool = False


GAITS = (
    Gait("walk", (0.95, 1.25), clean=True, human=True),
    Gait("slow-walk", (0.0, 0.7), clean=True),
    Gait("fast-walk", (1.3, FREE), clean=True, human=True),
    Gait("in-place", (-0.15, 0.15), clean=True, human=True),
    Gait("high-step", clean=True, human=True),
    Gait("crouch", clean=True),
    Gait("bent", clean=True),
    Gait("backward", (-FREE, -0.3), clean=True),
    Gait("run", (2.0, FREE), flight=True, human=True),
    Gait("fast-run", (3.5, FREE), flight=True),
    Gait("skip", flight=True),
    Gait("scissor-hop", flight=True),
    Gait("big-step"),
    Gait("stop", feet=2, hold=20.0),
    Gait("stop-one-foot", feet=1, hold=10.0),
)
CLEAN = {"foot_slide": 0.02, "knee_over": 3.0, "shake": 0.1}
PUSHED = (
    ("walk", "centre", 1200.0), ("walk", "centre", -800.0), ("walk", "top", 700.0), ("walk", "top", -500.0),
    ("skip", "centre", 200.0), ("skip", "centre", -100.0),
)  # fmt: skip
SLOPES = (-10.0, 10.0)  # degrees


@dataclass(frozen=True)
class Bench:
    """Runs many Sims on a few threads."""

    threads: int

    def map(self, label: str, work: Callable[[Any], T], items: Iterable[Any]) -> list[T]:
        """`work` of each item, in their order, with a line of progress."""
        asked = list(items)

        def all_of_them(progress: Callable[[float], None]) -> list[T]:
            done: list[T] = []
            with ThreadPoolExecutor(self.threads) as pool:
                for result in pool.map(work, asked):
                    done.append(result)
                    progress(len(done))
            return done

        return patiently(label, all_of_them, total=len(asked))


def flight(rec: Recording) -> float:
    """Share of the time with no foot on the ground."""
    return float(np.mean((rec.loads < LOADED).all(axis=1)))


def held(rec: Recording, feet: int) -> float:
    """Seconds at the end of a run during which the body stood still on so many feet, always the same."""
    down = rec.loads > LOADED
    still = np.abs(np.gradient(rec.com[:, 0], rec.time)) < SETTLED
    good = still & (down.sum(axis=1) == feet) & (down == down[-1]).all(axis=1)
    broken = np.flatnonzero(~good)
    return float(rec.time[-1] - rec.time[broken[-1]]) if len(broken) else rec.seconds


def speed_run(asked: tuple[Gait, int]) -> Row:
    """One gait from one drawn start."""
    gait, seed = asked
    rec = Sim(GROUP + gait.name, seed=seed).run(MINUTE)
    facts = rec.report()
    return {
        "held": facts["end"] in ("time", "done"),
        "speed": facts["speed"],
        "flight": flight(rec),
        "step": facts["seconds"] / max(1, facts["steps"]),
        "stood": held(rec, gait.feet) if gait.feet else 0.0,
        **{name: facts[name] for name in CLEAN},
    }


def speeds(bench: Bench) -> list[Row]:
    """Every gait, its worst over the seeds."""
    runs = bench.map("gaits", speed_run, [(gait, seed) for gait in GAITS for seed in SEEDS])
    rows = []
    for k, gait in enumerate(GAITS):
        mine = runs[k * len(SEEDS) : (k + 1) * len(SEEDS)]
        column = {name: [run[name] for run in mine] for name in mine[0]}
        low, high = min(column["speed"]), max(column["speed"])
        row: Row = {
            "gait": gait.name,
            "held": sum(column["held"]),
            "of": len(SEEDS),
            "speed": [low, high],
            "step_s": float(np.median(column["step"])),
            "flight": min(column["flight"]),
            **{name: max(column[name]) for name in CLEAN},
            "stood_s": min(column["stood"]),
        }
        row["passed"] = (
            row["held"] == len(SEEDS)
            and gait.speed[0] < low
            and high < gait.speed[1]
            and (not gait.clean or all(row[name] < bound for name, bound in CLEAN.items()))
            and (not gait.flight or row["flight"] > 0.05)
            and row["stood_s"] >= gait.hold
        )
        rows.append(row)
    return rows


def with_crown(body: Body) -> Body:
    """The same body with a weightless head at the top of its trunk, so that it can be pushed there."""
    trunk = body.root
    top = max(s.to[2] + s.size[0] for s in trunk.shapes if s.contact)
    crown = Link(
        "crown", ("head",), "", trunk.name, 1e-6, (0.0, 0.0, 0.0), (1e-8,) * 3, (0.0, 0.0, top), (), "crown"
    )
    return replace(body, links=(*body.links, crown))


def push_run(asked: tuple[str, str, float]) -> Row:
    """Ten pushes on one gait."""
    name, point, force = asked
    body = load_body("planar7")
    sim = Sim(GROUP + name, body=with_crown(body) if point == "top" else body)
    for k in range(1, PUSHES + 1):
        sim.push(
            forward=force,
            seconds=PUSH_SECONDS,
            time=k * PUSH_EVERY,
            part="head" if point == "top" else "trunk",
        )
    rec = sim.run((PUSHES + 2) * PUSH_EVERY)
    survived = PUSHES if rec.end == "time" else max(0, int(rec.seconds / PUSH_EVERY) - 1)
    return {
        "gait": name, "at": point, "force": force, "survived": survived, "of": PUSHES,
        "passed": survived == PUSHES,
    }  # fmt: skip


def pushes(bench: Bench) -> list[Row]:
    """The walk and the skip under ten pushes."""
    return bench.map("pushes", push_run, PUSHED)


def terrain_run(ground: str) -> tuple[bool, float]:
    """Whether the walk stays up for half a minute on a ground, and its speed there."""
    rec = Sim(GROUP + "walk", world=ground).run(30.0)
    return rec.end == "time", float(rec.report()["speed"])


def terrain(bench: Bench) -> list[Row]:
    """The walk on grounds that it does not know."""
    flat = Sim(GROUP + "walk").run(30.0).report()
    stride = 2.0 * flat["speed"] * flat["seconds"] / flat["steps"]
    shifts = [k * stride / PHASES for k in range(PHASES)]
    sets = {
        f"one drop of {100 * DROP:g} cm": ([f"steps:{DROP_AT + s:.4f}=-{DROP}" for s in shifts], PHASES),
        "figure 5": ([f"fig5:{k / PHASES:g}" for k in range(PHASES)], PHASES - 1),
        **{f"slope of {degrees:g}°": ([f"slope:{degrees:g}"], 1) for degrees in SLOPES},
    }
    grounds = [ground for some, _ in sets.values() for ground in some]
    found = dict(zip(grounds, bench.map("terrain", terrain_run, grounds), strict=True))
    return [
        {
            "ground": name, "held": sum(found[g][0] for g in some), "of": len(some),
            "speed": float(np.mean([found[g][1] for g in some])),
            "fell_on": [g for g in some if not found[g][0]],
            "passed": sum(found[g][0] for g in some) >= least,
        }
        for name, (some, least) in sets.items()
    ]  # fmt: skip


def human_run(gait: Gait) -> Row:
    """One gait on the 3D body."""
    facts = Sim(GROUP + gait.name, body="human").run(ON_HUMAN).report()
    return {
        "gait": gait.name,
        "seconds": facts["seconds"],
        "speed": facts["speed"],
        "held": facts["end"] in ("time", "done"),
        "must": gait.human,
        "passed": not gait.human or facts["end"] == "time",
    }


def human(bench: Bench) -> list[Row]:
    """Seconds survived of 20 by each 2D gait on the 3D body."""
    return bench.map("on human", human_run, GAITS)


TABLES: dict[str, Callable[[Bench], list[Row]]] = {
    "speeds": speeds, "pushes": pushes, "terrain": terrain, "human": human,
}  # fmt: skip


def shown(value: Any) -> str:
    """A cell of a table."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, list):
        return " ".join(shown(v) for v in value)
    return str(value)


def print_table(title: str, rows: list[Row]) -> None:
    """For people."""
    from rich.table import Table

    table = Table(*(name.replace("_", " ") for name in rows[0]), title=title, box=None, padding=(0, 1))
    for row in rows:
        table.add_row(*map(shown, row.values()), style="" if row["passed"] else "red")
    out().print(table)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the 2D gaits.")
    parser.add_argument("--only", nargs="+", choices=list(TABLES), metavar="TABLE", help=", ".join(TABLES))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", action="store_true", help="one object on one line")
    arguments = parser.parse_args()
    bench = Bench(arguments.threads)
    found = {name: TABLES[name](bench) for name in arguments.only or TABLES}
    if arguments.json:
        print(json.dumps(found))
    else:
        for name, rows in found.items():
            print_table(name, rows)
    return 0 if all(row["passed"] for rows in found.values() for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
