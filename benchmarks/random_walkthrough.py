"""The random walkthrough in the classic dialect (`random.s`): moves per seed until it is lost.

    python benchmarks/random_walkthrough.py --seeds 10 --moves 40

A move is one entry of a phase of the script that calls another; the cycles of one walk are one move. It is
lost when no move has begun for a minute, or when the simulation diverges; a fall that the script mends is no
end.
Prints one JSON object: `moves` and `paths` by seed, and the `median`.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from statistics import median

from footfall.control.columns import PHASE_CALLEE, VERDICT_CODE
from footfall.engine.kernel.ends import RUNNING
from footfall.engine.sim import Sim

SCRIPT = str(Path(__file__).with_name("random.s"))
LOST = 60.0  # s without a new move
LOOK = 0.02  # s between two looks


def walkthrough(body: str, seed: int, most: int) -> list[str]:
    """What each move was, by the script that it calls; at most so many."""
    sim = Sim(SCRIPT, body=body, seed=seed)
    program, state = sim.programs[0], sim.actors[0].state
    ticks, last, since = max(1, round(LOOK / sim.dt)), -1, 0.0
    path: list[str] = []
    while len(path) < most and sim.time - since < LOST:
        phase = int(state.frame_phase[0])
        callee = int(program.phases[phase, PHASE_CALLEE])
        if phase != last and callee >= 0:
            path.append(f"{phase} {program.units[callee].name}")
            last, since = phase, sim.time
            print(f"seed {seed}: {sim.time:7.2f} s  {len(path)}  {path[-1]}", file=sys.stderr, flush=True)
        if state.verdict[VERDICT_CODE] != RUNNING or sim.advance(ticks) < ticks:
            break
    return path


def main() -> None:
    """Run all seeds and print the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--body", default="planar17-classic")
    parser.add_argument("--seeds", type=int, default=10, help="seeds 1 to N")
    parser.add_argument("--first", type=int, default=1, help="the first of them")
    parser.add_argument("--moves", type=int, default=40, help="stop after so many")
    asked = parser.parse_args()
    paths = {}
    for seed in range(asked.first, asked.first + asked.seeds):
        paths[seed] = walkthrough(asked.body, seed, asked.moves)
        print(f"seed {seed}: {len(paths[seed])} moves", flush=True)
    moves = {seed: len(path) for seed, path in paths.items()}
    print(json.dumps({"body": asked.body, "moves": moves, "median": median(moves.values()), "paths": paths}))


if __name__ == "__main__":
    main()
