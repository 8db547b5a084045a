"""Moves in a row: a sentence, planned over the graph of moves, and carried out in spite of a shove.

python examples/06_moves_in_a_row.py [FOLDER]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import footfall as ff
from footfall.graph.carry import Carrier, Programs
from footfall.graph.journey import Guide, parse_sentence
from footfall.graph.plan import plan
from footfall.graph.read import read_graph

SENTENCE = "walk to x = 2; stand; squat; stand"


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp(prefix="footfall-"))
    folder.mkdir(parents=True, exist_ok=True)

    # Nodes are poses and moves; an edge was measured: k of n times it worked. A plan fails least.
    graph = read_graph()
    way = plan(graph, "walk", "squat")
    print("from a walk to a squat:", " → ".join(edge.to for edge in way.edges), f"({way.chance:.0%})")

    # A Carrier lets one node after another take over the same body.
    programs = Programs()
    node = graph.nodes[graph.start]
    sim = ff.Sim([ff.ActorSpec(programs.get(node.skill, node.set))])
    guide = Guide(Carrier(graph, sim, programs), lambda e: print(f"{e.at:6.2f} s  {e.node:12} {e.why}"))
    with sim.tape() as tape:  # what happens inside is recorded, however long it takes
        journey = guide.run(parse_sentence(SENTENCE, graph))
    print(f"reached: {journey.reached}, {journey.moves} moves, {journey.falls} to be mended")
    rec = tape.recording
    assert rec is not None
    rec.save(folder / "moves.npz")
    rec.strip(folder / "moves.png", frames=10, start=0.0, seconds=journey.seconds)


if __name__ == "__main__":
    main()
