"""Learned transitions: the paper's six and others, each beside the plain hand-over.

    python benchmarks/transitions.py [--only walk:run …] [--again] [--list] [--minutes 0.75] [--store]

Each pair is joined as `footfall join` does it. Success is counted from twenty drawn states of the first
skill. From five of these both ways are then looked at for 4 s: how slow the body became, how far it went
back, how much the trunk swayed, and how hard the joints worked. What was found is kept in a JSON file
(`--out`) after each pair; a pair whose skills have not changed is not joined again. `--store` writes what
docs/graph.md makes its table of, the picture of figure 12, the transitions that hold from 18 of 20 states
and are better than a plain hand-over, and those that always hold as edges of the library's graph.

A pair that is to be repaired is joined from states in which the plain hand-over fails: the first skill is
pushed shortly before it is left.

The budget is counted in seconds of two cores (`busy`): on a machine that has other work, `seconds` is longer.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from footfall.engine.sim import Sim
from footfall.engine.snapshot import Snapshot
from footfall.files import write_text
from footfall.graph.read import LIBRARY_GRAPH, read_graph
from footfall.graph.register import register
from footfall.learn.join.goal import aim_of, watch
from footfall.learn.join.join import CHECKED, Pair, drawn_states, goal_of, join
from footfall.learn.join.states import SETTLE, Leaving, leaving
from footfall.learn.join.trial import ENDS_WELL, Scene, holds, run, strain, succeeded
from footfall.script import Program, compile_skill, compile_text, skill_names
from footfall.world import Push

ROOT = Path(__file__).resolve().parent.parent
FOUND = ROOT / "docs" / "media" / "transitions.json"  # docs/page_graph.py makes a table of it
KEPT = ROOT / "build" / "transitions.json"
CURVES = ROOT / "docs" / "media" / "transitions-speed.png"
SHIPPED = ROOT / "src" / "footfall" / "skills" / "learned"
SMOOTHER = 0.98  # of the sway and the effort after a plain hand-over: what is above is no better
LOOKED = 4.0  # s after the hand-over
SMOOTHED = 0.3  # s over which a speed is a mean: a step or so
CORES = 2
SHORT = ("plain", "learned", "of", "lost", "seconds", "busy", "evaluations", "phases", "copies")
HARDEST = 400.0  # N, for 0.1 s: pushes that make a plain hand-over fail
LOST, DRAWN = 6, 60  # states in which it fails, of at most so many that are drawn


@dataclass(frozen=True)
class Wanted:
    """A pair, and what a learned transition is good for.

    Attributes:
        first, second: Skills, without `moves/`.
        at: The phase of the second to arrive in.
        smooth: Whether sway and effort count.
        paper: Whether it is one of the paper's six.
        repair: Whether it is joined from states in which the plain hand-over fails.
        better: What should be better than after a plain hand-over: "holds" (from more states), or a key of
            `look`; "made" where the plain one is good enough already.
    """

    first: str
    second: str
    better: str = "holds"
    at: str = ""
    smooth: bool = False
    paper: bool = False
    repair: bool = False

    @property
    def name(self) -> str:
        """As on the command line."""
        return f"{self.first}:{self.second}" + (f"@{self.at}" if self.at else "")

    @property
    def pair(self) -> Pair:
        """As `join` wants it."""
        return Pair(f"moves/{self.first}", f"moves/{self.second}", self.at)


PAIRS = (
    Wanted("walk", "forward-walkover", paper=True),
    Wanted("walk", "stand-at-once", paper=True),
    Wanted("walk", "run", "slowest", paper=True),
    Wanted("walk-on-hands", "forward-walkover", "sway", at="tip", smooth=True, paper=True),
    Wanted("forward-walkover", "run", "back", paper=True),
    Wanted("skip", "walk", paper=True, repair=True),
    Wanted("run", "stand", "made"),
    Wanted("fast-walk", "stand-at-once"),
    Wanted("run", "walk", "made"),
    Wanted("backward-walk", "walk", "until"),
    Wanted("walk", "backward-walk", "way"),
    Wanted("walk", "squat", "until"),
    Wanted("walk", "hop", "made"),
    Wanted("run", "walk-in-place", "made"),
    Wanted("one-leg-balance", "walk", "made"),
    Wanted("squat", "walk", "made"),
    Wanted("hop", "run", "made"),
    Wanted("stand", "run", "until"),
    Wanted("walk-in-place", "run", "made"),
    Wanted("walk", "one-leg-balance", "made"),
)


def look(sim: Sim, states: list[Snapshot], program: Program, scene: Scene, bridged: bool) -> dict[str, Any]:
    """What a way over does from some states: means over those in which it holds."""
    rows, curves = [], []
    for here in states:
        made = run(sim, here, program, scene.how, max(LOOKED, scene.aim.seconds), bridged=bridged)
        held = made.end in ENDS_WELL and made.arrived is not None
        until = np.nan
        if held and succeeded(sim, scene, made, program):
            until = float(made.arrived or 0.0)
        rec = made.rec
        begin = made.begun if made.begun is not None else float(rec.time[0])
        rows_in = (rec.time >= begin) & (rec.time <= begin + LOOKED)
        speed = smooth(rec.com[:, 0], rec.time)
        sway, effort = strain(made, LOOKED)
        rows.append(
            {
                "held": float(held),
                "slowest": float(speed[rows_in].min()),
                "back": float(np.max(np.maximum.accumulate(rec.com[rows_in, 0]) - rec.com[rows_in, 0])),
                "way": float(rec.com[rows_in, 0][-1] - rec.com[rows_in, 0][0]),
                "sway": sway**0.5,
                "effort": effort**0.5,
                "until": until - begin,
            }
        )
        curves.append(np.interp(np.arange(-0.5, LOOKED, 0.05), rec.time - begin, speed))
    good = [row for row in rows if row["held"]] or rows
    found: dict[str, Any] = {}
    for key in rows[0]:
        values = [row[key] for row in good if np.isfinite(row[key])]
        found[key] = round(float(np.mean(values)), 4) if values else None
    found["held"] = int(sum(row["held"] for row in rows))
    found["speed"] = np.round(np.mean(curves, axis=0), 3).tolist()
    return found


def smooth(x: NDArray[np.float64], t: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n,) the speed of something, as a mean over SMOOTHED seconds."""
    half = SMOOTHED / 2
    later, earlier = np.minimum(t + half, t[-1]), np.maximum(t - half, t[0])
    way = np.interp(later, t, x) - np.interp(earlier, t, x)
    return np.asarray(way / np.maximum(later - earlier, 1e-9))


def measure(wanted: Wanted, seconds: float, threads: int, seed: int) -> dict[str, Any]:
    """Join a pair, and look at both ways."""
    pair = wanted.pair
    how: Leaving = leaving(pair.first)
    scene = Scene(how, aim_of(watch(compile_skill(pair.second)), pair.at), goal_of(pair))
    sim = Sim(compile_skill(pair.first))
    states = lost_states(sim, pair, scene) if wanted.repair else None
    found = join(
        pair,
        states=states,
        seconds=seconds,
        smooth=wanted.smooth,
        seed=seed,
        threads=threads,
        clock=lambda: time.process_time() / CORES,
        tell=lambda since, tried, cost: say(
            f"\r{wanted.name}: {since:5.1f} s, {tried} tried, cost {cost:.1f}   "
        ),
    )
    say("\n")
    seen = drawn_states([sim], how, range(1, CHECKED + 1))[::4]
    bridge = compile_text(found.bridge.text, name=found.bridge.name)
    return {
        "pair": asdict(wanted),
        "code": code_of(wanted),
        "plain": found.plain,
        "learned": found.learned,
        "of": found.checked,
        "lost": found.lost,
        "seconds": round(found.seconds, 1),
        "busy": round(found.busy * threads / CORES, 1),
        "evaluations": found.evaluations,
        "phases": len(found.bridge.phases),
        "copies": found.bridge.of,
        "text": found.bridge.text,
        "before": look(sim, seen, pair.plain(), scene, bridged=bool(pair.at)),
        "after": look(sim, seen, bridge, scene, bridged=True),
    }


def lost_states(sim: Sim, pair: Pair, scene: Scene) -> list[Snapshot]:
    """States of the first skill in which a plain hand-over fails: it was pushed just before."""
    found: list[Snapshot] = []
    plain, other = pair.plain(), Sim(compile_skill(pair.first))
    for seed in range(1001, 1001 + DRAWN):
        rng = np.random.default_rng(seed)
        leave = float(rng.uniform(*SETTLE))
        force = float(rng.uniform(0.3, 1.0)) * HARDEST * float(rng.choice((-1.0, 1.0)))
        push = Push(time=leave - 0.2, phase=None, duration=0.1, force=(force, 0.0, 0.0), part="trunk")
        sim.reset(seed=seed, pushes=[push])
        ticks = round(leave / sim.dt)
        if sim.advance(ticks) < ticks:
            continue
        here = sim.state()
        if not holds(other, here, plain, scene, bridged=bool(pair.at)):
            found.append(here)
            say(f"\r{pair.first}: {len(found)} states in which it fails, of {seed - 1000}   ")
        if len(found) == LOST:
            break
    sim.reset(seed=0, pushes=[])
    return found


def code_of(wanted: Wanted) -> str:
    """A hash of the scripts behind a pair."""
    texts = [
        unit.text for name in (wanted.pair.first, wanted.pair.second) for unit in compile_skill(name).units
    ]
    return hashlib.sha256(json.dumps([texts, asdict(wanted)]).encode()).hexdigest()[:8]


def short(row: dict[str, Any]) -> dict[str, Any]:
    """A row without its curves and its script."""
    both = {key: {k: v for k, v in row[key].items() if k != "speed"} for key in ("before", "after")}
    return {key: row[key] for key in SHORT if key in row} | both


def say(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


def store(found: dict[str, Any]) -> None:
    """Write what was found, the curves and the learned skills to where they belong."""
    bare = {name: {k: v for k, v in row.items() if k != "text"} for name, row in found.items()}
    write_text(FOUND, json.dumps(bare, indent=1) + "\n")
    draw_curves(found)
    nodes = {node.skill for node in read_graph(None).nodes.values()}
    SHIPPED.mkdir(exist_ok=True)
    for wanted in PAIRS:
        row, pair = found.get(wanted.name), wanted.pair
        if row is None or row["learned"] < 0.9 * row["of"] or "text" not in row or not useful(wanted, row):
            continue
        name = re.search(r"^SKILL ([\w-]+)", row["text"], re.MULTILINE)
        assert name is not None
        file = SHIPPED / f"{name[1]}.skill"
        write_text(file, row["text"])
        edge = not wanted.at and not wanted.repair and {pair.first, pair.second} <= nodes
        if edge and row["learned"] == row["of"]:  # a repair is for who was pushed
            register(LIBRARY_GRAPH, pair.first, pair.second, file)


def useful(wanted: Wanted, row: dict[str, Any]) -> bool:
    """Whether the library gains by it: where a plain hand-over does as well, it does not."""
    if wanted.smooth:
        return all(row["after"][k] < SMOOTHER * row["before"][k] for k in ("sway", "effort"))
    if wanted.better == "way":  # to go backwards soon is less way
        return bool(row["after"]["way"] < row["before"]["way"])
    return wanted.paper or row["learned"] > row["plain"]


def draw_curves(found: dict[str, Any]) -> None:
    """The speeds of walk to run, as in figure 12 of the paper."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    row = found.get("walk:run")
    if row is None:
        return
    times = np.arange(-0.5, LOOKED, 0.05)
    figure, axes = plt.subplots(figsize=(6, 3), layout="constrained")
    for key, label, colour in (("before", "plain", "#b33"), ("after", "learned", "#176")):
        axes.plot(times, row[key]["speed"], label=label, color=colour)
    axes.axvline(0.0, color="#999", linewidth=0.8)
    axes.set(xlabel="s after the hand-over", ylabel="speed, m/s", title="walk to run")
    axes.legend(frameon=False)
    figure.savefig(CURVES, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description="Learned transitions beside plain ones.")
    parser.add_argument("--only", nargs="+", help="pairs such as walk:run")
    parser.add_argument("--again", action="store_true", help="also pairs that are there and unchanged")
    parser.add_argument("--list", action="store_true", help="join nothing, and print what there is")
    parser.add_argument("--minutes", type=float, default=0.75, help="of search, of two cores")
    parser.add_argument("--threads", type=int, default=CORES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store", action="store_true", help="write the results into docs and the library")
    parser.add_argument("--out", type=Path, default=KEPT)
    arguments = parser.parse_args()
    found: dict[str, Any] = json.loads(arguments.out.read_text()) if arguments.out.exists() else {}
    known = set(skill_names())
    for wanted in () if arguments.list else PAIRS:
        if arguments.only and wanted.name not in arguments.only:
            continue
        if not {wanted.pair.first, wanted.pair.second} <= known:
            say(f"{wanted.name}: not in the library\n")
            continue
        old = found.get(wanted.name)
        if old and old["code"] == code_of(wanted) and not arguments.again:
            continue
        found[wanted.name] = measure(wanted, 60 * arguments.minutes, arguments.threads, arguments.seed)
        arguments.out.parent.mkdir(parents=True, exist_ok=True)
        write_text(arguments.out, json.dumps(found, indent=1) + "\n")
        say(f"{short(found[wanted.name])}\n")
    if arguments.list:
        print(json.dumps({name: short(row) for name, row in found.items()}, indent=1))
    if arguments.store:
        store(found)


if __name__ == "__main__":
    main()
