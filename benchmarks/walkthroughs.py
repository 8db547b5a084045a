"""Random walks through the graph of moves: how long they go on, and how often something had to be mended.

    python benchmarks/walkthroughs.py [--walks 10] [--moves 300] [--first 1] [--long 1000] [--json]

Walk k has seed k: its start and its choices. A failure is a move that missed its goal or fell. `between` is
the median number of moves from one failure to the next; a walk without one counts whole. Exit code 1 when
more than one walk of ten is lost, when a node was entered fewer than three times in a walk, or when the
median over all walks is below 40 moves. ``--long N`` adds one walk of N moves, which must not be lost.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass

from footfall.engine.sim import Sim
from footfall.graph.carry import Carrier, Programs
from footfall.graph.model import Graph
from footfall.graph.read import read_graph
from footfall.graph.walk import Walkthrough, walk

LEAST = 3  # times that each node is to be entered
BETWEEN = 40.0  # moves between two failures
LOST = 0.1  # share of the walks that may be lost


@dataclass(frozen=True)
class Walked:
    """What is told of a walk.

    Attributes:
        seed: Of its start and its choices.
        moves: How many were made.
        mended: Failures after which it went on.
        lost: Whether it could not go on.
        seconds: Simulated, s.
        seldom: The node that was entered least.
        times: How often that was.
        gaps: Moves from each failure to the next, the last stretch included.
        failures: "node: why" of each.
    """

    seed: int
    moves: int
    mended: int
    lost: bool
    seconds: float
    seldom: str
    times: int
    gaps: list[int]
    failures: list[str]


def gaps(made: Walkthrough) -> list[int]:
    """Moves from each failure to the next; moves that mend do not count."""
    found, since = [], 0
    for entry in made.log:
        if entry.kind == "corrective":
            continue
        since += 1
        if not entry.ok:
            found.append(since)
            since = 0
    return [*found, since] if since else found


def go_through(graph: Graph, programs: Programs, seed: int, moves: int) -> Walked:
    """One walk."""
    node = graph.nodes[graph.start]
    sim = Sim(programs.get(node.skill, node.set), seed=seed)
    made = walk(Carrier(graph, sim, programs), moves, seed)
    entered = Counter({name: 0 for name in graph.nodes}) + Counter(made.path)
    seldom = min(graph.nodes, key=lambda name: entered[name])
    failures = [f"{e.node}: {e.why}" for e in made.log if not e.ok]
    return Walked(
        *(seed, made.moves, made.mended, made.lost, round(made.seconds, 1)),
        *(seldom, entered[seldom], gaps(made), failures),
    )


def told(one: Walked) -> str:
    """A walk in one line."""
    end = "LOST" if one.lost else "not lost"
    why = f"  ({'; '.join(one.failures[:6])})" if one.failures else ""
    return (
        f"seed {one.seed}: {one.moves} moves in {one.seconds:.0f} s, {len(one.failures)} failures, {end}; "
        f"least entered: {one.seldom}, {one.times} times{why}"
    )


def judge(walks: list[Walked]) -> tuple[float, bool]:
    """The median of moves between failures, and whether all bars are met."""
    between = statistics.median(gap for one in walks for gap in one.gaps)
    lost = sum(one.lost for one in walks)
    often = all(one.times >= LEAST for one in walks if not one.lost)
    return between, between >= BETWEEN and lost <= LOST * len(walks) and often


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Random walks through the graph of moves.")
    parser.add_argument("--walks", type=int, default=10)
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--first", type=int, default=1, help="seed of the first walk")
    parser.add_argument("--long", type=int, default=0, metavar="N", help="one walk of so many moves besides")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    graph, programs = read_graph(None), Programs()
    jobs = [(seed, asked.moves) for seed in range(asked.first, asked.first + asked.walks)]
    if asked.long:
        jobs.insert(0, (asked.first + asked.walks, asked.long))  # the longest first: it ends last

    def work(job: tuple[int, int]) -> Walked:
        one = go_through(graph, programs, *job)
        print(told(one), file=sys.stderr, flush=True)
        return one

    with ThreadPoolExecutor(asked.threads) as pool:
        done = list(pool.map(work, jobs))
    walks = done[1:] if asked.long else done
    between, passed = judge(walks)
    passed = passed and not (asked.long and done[0].lost)
    lost = sum(one.lost for one in walks)
    if asked.json:
        print(
            json.dumps(
                {"between": between, "lost": lost, "passed": passed, "walks": [asdict(w) for w in done]}
            )
        )
    else:
        print(
            f"{len(walks)} walks of {asked.moves} moves: {lost} lost, {between:g} moves between two failures"
        )
    return 0 if passed else 1


if __name__ == "__main__":
    raise SystemExit(main())
