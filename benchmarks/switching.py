"""Which gaits can follow which: a table of ordered pairs.

    python benchmarks/switching.py [--body planar7|human] [--gaits walk,run,…] [--folder DIR] [--out DIR]

Gait A runs until it has settled; then, from each state (phase and side) of its cycle, gait B is asked for
and takes over at A's next transition that allows it, as by `footfall run A --then B@T`. A pair holds when
the body is still up ten seconds after every one of these switches. A gait that has a preset `robust` walks
with that. Writes switching-BODY.json.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from footfall.engine.sim import Sim
from footfall.engine.snapshot import Snapshot
from footfall.errors import FootfallError
from footfall.script import Program, compile_skill
from footfall.script.source import LIBRARY, SUFFIX

GROUP = LIBRARY / "simbicon"
PRESET = "robust"
SETTLED = 8.0  # s before the first switch
AFTER = 10.0  # s to stay up after it
PATIENCE = 3.0  # s for a transition that allows it
STATES = 8  # of a cycle, at most
CYCLE = 4.0  # s that it may take
ONCE = ("stop", "stop-one-foot", "big-step")  # no gait to be gone on with
CORE = {
    "planar7": ("walk", "slow-walk", "fast-walk", "high-step", "run"),
    "human": ("walk3d", "stroll3d", "march3d", "run3d"),
}


def gaits(folder: Path, body: str) -> list[str]:
    """A folder's gaits of a body, on flat ground, without those that only teach one or end."""
    found = []
    for path in sorted(folder.glob("*" + SUFFIX)):
        program = compile_skill(str(path))
        if program.body == body and program.ground in ("", "flat"):
            found.append(path.stem)
    return [name for name in found if name not in ONCE and not name.endswith("-learning")]


def gait(folder: Path, name: str) -> Program:
    """A gait of a folder, with its preset `robust` if it has one."""
    program = compile_skill(str(folder / (name + SUFFIX)))
    known = any(preset.name == PRESET for preset in program.presets)
    return program.with_preset(PRESET) if known else program


def row(folder: Path, first: str, others: list[str]) -> dict[str, list[str]]:
    """How a gait's switches to each other one ended, a word a state; empty when it falls by itself."""
    sim = Sim(gait(folder, first))
    ticks = int(round(SETTLED / sim.dt))
    if sim.advance(ticks) < ticks:
        return {}
    moments = states(sim)
    programs = {other: gait(folder, other) for other in others if other != first}
    return {name: [_switch(sim, here, other) for here in moments] for name, other in programs.items()}


def states(sim: Sim) -> list[Snapshot]:
    """The beginning of each state of a gait's cycle."""
    state, found = sim.actors[0].state, dict[tuple[int, int], Snapshot]()
    last = (int(state.frame_phase[0]), int(state.frame_side[0]))
    for _ in range(int(round(CYCLE / sim.dt))):
        sim.advance(1)
        now = (int(state.frame_phase[0]), int(state.frame_side[0]))
        if now != last and now in found:
            break
        if now != last:
            found[now], last = sim.state(), now
    return list(found.values())[:STATES]


def _switch(sim: Sim, here: Snapshot, other: Program) -> str:
    """Switch from a state; "ok", "fell", "diverged" …, or "waits" when no transition allowed it."""
    sim.restore(here)
    sim.then(other)
    waited = 0.0
    while sim.pending and waited < PATIENCE:
        if sim.advance(50) < 50:
            return "fell"
        waited += 50 * sim.dt
    if sim.pending:
        return "waits"
    ticks = int(round(AFTER / sim.dt))
    return "ok" if sim.advance(ticks) == ticks else "fell"


def summary(body: str, names: list[str], table: dict[str, dict[str, list[str]]]) -> dict[str, object]:
    """Counts over the table, and whether all pairs of the core hold."""
    pairs = {(a, b): table[a].get(b, []) for a in names for b in names if a != b}
    holds = {pair: bool(ends) and all(end == "ok" for end in ends) for pair, ends in pairs.items()}
    some = {pair: any(end == "ok" for end in ends) for pair, ends in pairs.items()}
    core = [name for name in CORE.get(body, ()) if name in names]
    inner = [holds[a, b] for a in core for b in core if a != b]
    return {
        "body": body,
        "gaits": names,
        "seconds_after": AFTER,
        "pairs": len(pairs),
        "held": sum(holds.values()),
        "held_from_some_state": sum(some.values()),
        "core": core,
        "core_pairs": len(inner),
        "core_held": sum(inner),
        "table": table,
    }


def show(found: dict[str, object]) -> str:
    """The table as text: survived switches and how many were tried, rows from, columns to."""
    names, table = list(found["gaits"]), dict(found["table"])  # type: ignore[call-overload]
    width = max(map(len, names))
    lines = [" " * width + "  " + " ".join(f"{k:>3}" for k in range(1, len(names) + 1))]
    for k, a in enumerate(names, start=1):
        cells = [table[a].get(b) for b in names]
        shown = ["  ." if c is None else f"{sum(end == 'ok' for end in c)}/{len(c)}" for c in cells]
        lines.append(f"{a:>{width}}  {' '.join(shown)}  {k}")
    held, pairs = found["held"], found["pairs"]
    lines.append(
        f"{held} of {pairs} pairs hold from every state ({held / max(1, pairs):.0%}), "  # type: ignore
        f"{found['held_from_some_state']} from one or more; "
        f"{found['core_held']} of {found['core_pairs']} among {', '.join(found['core'])}"  # type: ignore
    )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Which gaits can follow which.")
    parser.add_argument("--body", default="planar7", choices=sorted(CORE))
    parser.add_argument("--gaits", help="comma separated; all of the body's when left out")
    parser.add_argument("--folder", type=Path, default=GROUP, help="where the gaits lie; the library's")
    parser.add_argument("--out", type=Path, help="folder for switching-BODY.json")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    folder = arguments.folder
    names = arguments.gaits.split(",") if arguments.gaits else gaits(folder, arguments.body)
    table: dict[str, dict[str, list[str]]] = {}
    try:
        with ThreadPoolExecutor(arguments.threads) as pool:
            jobs = {name: pool.submit(row, folder, name, names) for name in names}
            for k, (name, job) in enumerate(jobs.items(), start=1):
                table[name] = job.result()
                print(f"{k} of {len(names)}: {name}", file=sys.stderr)
    except FootfallError as problem:
        raise SystemExit(f"error: {problem.message}; {problem.help}") from None
    found = summary(arguments.body, names, table)
    print(show(found))
    if arguments.out:
        path = arguments.out / f"switching-{arguments.body}.json"
        path.write_text(json.dumps(found, indent=1) + "\n")
        print(path)


if __name__ == "__main__":
    main()
