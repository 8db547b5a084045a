"""Which moves can follow which: a table of ordered pairs, from drawn starts.

    python benchmarks/handovers.py [--moves squat,rise,…] [--seeds N] [--threads N] [--store]

Move A runs from a drawn start; after 4 s, or half a second before its own end, move B is asked for and takes
over as by `footfall run A --then B@T`. A hand-over holds when B took over and the body is up 4 s later, or B
came to its end. Moves that need a ground of their own are left out. ``--store`` keeps the table for
docs/moves.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from footfall.engine.kernel.ends import DONE
from footfall.engine.sim import Sim
from footfall.script import compile_skill, skill_names

STORED = Path(__file__).resolve().parents[1] / "docs" / "media" / "handovers.json"
GROUP = "moves/"
ASKED = 4.0  # s at which B is asked for
BEFORE = 0.5  # s before A's own end, when that comes earlier
PATIENCE = 4.0  # s for A to hand over
AFTER = 4.0  # s to stay up then
STEP = 50  # ticks between two looks at whether B has taken over


def movable() -> list[str]:
    """The moves that need no ground of their own, without their group."""
    names = [name for name in skill_names() if name.startswith(GROUP)]
    return [name.removeprefix(GROUP) for name in names if compile_skill(name).ground in ("", "flat")]


def asked_at(first: str) -> float:
    """When the next move is asked for, s."""
    sim = Sim(GROUP + first)
    sim.advance(round((ASKED + BEFORE) / sim.dt))
    ended = int(sim.actors[0].state.verdict[0]) == DONE
    return min(ASKED, sim.time - BEFORE) if ended else ASKED


def row(first: str, others: list[str], seeds: int) -> dict[str, list[str]]:
    """How the hand-overs of a move to each other one ended, a word a seed."""
    at = asked_at(first)
    programs = {other: compile_skill(GROUP + other) for other in others if other != first}
    ends: dict[str, list[str]] = {other: [] for other in programs}
    for seed in range(1, seeds + 1):
        sim = Sim(GROUP + first, seed=seed)
        sim.advance(round(at / sim.dt))
        here = sim.state()
        for other, program in programs.items():
            sim.restore(here)
            sim.then(program)
            ends[other].append(_end(sim))
    return ends


def _end(sim: Sim) -> str:
    """How a hand-over that was asked for ends: "ok", "fell", or "waits" when it did not take place."""
    deadline = sim.time + PATIENCE
    while sim.pending and sim.time < deadline:
        if sim.advance(STEP) < STEP and sim.pending:
            return "fell"
    if sim.pending:
        return "waits"
    ticks = round(AFTER / sim.dt)
    ran = sim.advance(ticks)
    return "ok" if ran == ticks or int(sim.actors[0].state.verdict[0]) == DONE else "fell"


def show(names: list[str], seeds: int, table: dict[str, dict[str, list[str]]]) -> str:
    """The table as text: hand-overs that held, rows from, columns to."""
    width = max(map(len, names))
    lines = [" " * width + "  " + " ".join(f"{k:>3}" for k in range(1, len(names) + 1))]
    for k, a in enumerate(names, start=1):
        cells = [table[a].get(b) for b in names]
        shown = ["  ." if c is None else f"{c.count('ok'):>3}" for c in cells]
        lines.append(f"{a:>{width}}  {' '.join(shown)}  {k}")
    pairs = [ends for a in names for ends in table[a].values()]
    held = sum(ends.count("ok") == seeds for ends in pairs)
    return "\n".join([*lines, f"{held} of {len(pairs)} hand-overs hold from all {seeds} starts"])


def main() -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description="Which moves can follow which.")
    parser.add_argument("--moves", help="comma separated; all when left out")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--store", action="store_true", help="keep the table for docs/moves.md")
    arguments = parser.parse_args()
    names = arguments.moves.split(",") if arguments.moves else movable()
    with ThreadPoolExecutor(arguments.threads) as pool:
        jobs = {name: pool.submit(row, name, names, arguments.seeds) for name in names}
        table = {}
        for name, job in jobs.items():
            table[name] = job.result()
            print(f"{len(table)} of {len(names)}: {name}", file=sys.stderr)
    print(show(names, arguments.seeds, table))
    if arguments.store:
        found = {"moves": names, "seeds": arguments.seeds, "seconds_after": AFTER, "table": table}
        STORED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        print(STORED)


if __name__ == "__main__":
    main()
