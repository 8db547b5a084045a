"""How often a sentence is carried out, from drawn starts.

    python benchmarks/journeys.py [SENTENCE] [--seeds 20] [--threads 2] [--json]

Each seed is a run of `footfall go SENTENCE --seed K`. Exit code 1 when fewer than 18 of 20 are reached.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from footfall.engine.sim import Sim
from footfall.graph.carry import Carrier, Programs
from footfall.graph.journey import Guide, parse_sentence
from footfall.graph.read import read_graph

SENTENCE = "walk to x = 8; backflip; crawl to x = 12; handstand; stand"
BAR = 0.9  # share of the seeds


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How often a sentence is carried out.")
    parser.add_argument("sentence", nargs="?", default=SENTENCE)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    graph, programs = read_graph(None), Programs()
    errands, node = parse_sentence(asked.sentence, graph), graph.nodes[graph.start]

    def work(seed: int) -> dict[str, Any]:
        sim = Sim(programs.get(node.skill, node.set), seed=seed)
        made = Guide(Carrier(graph, sim, programs)).run(errands)
        why = made.because or "reached"
        print(f"seed {seed}: {made.moves} moves, {made.falls} falls, {why}", file=sys.stderr, flush=True)
        return {"seed": seed, "reached": made.reached, "moves": made.moves, "falls": made.falls}

    with ThreadPoolExecutor(asked.threads) as pool:
        rows = list(pool.map(work, range(1, asked.seeds + 1)))
    reached = sum(row["reached"] for row in rows)
    if asked.json:
        print(json.dumps({"reached": reached, "of": len(rows), "sentence": asked.sentence, "each": rows}))
    else:
        print(f"{reached} of {len(rows)} reached: {asked.sentence}")
    return 0 if reached >= BAR * len(rows) else 1


if __name__ == "__main__":
    raise SystemExit(main())
