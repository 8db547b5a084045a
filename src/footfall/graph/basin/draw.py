"""Starts for a basin: states of the nodes that lead to a skill, pushed harder and harder."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from footfall.engine.sim import Sim
from footfall.engine.snapshot import Snapshot
from footfall.errors import FootfallError
from footfall.graph.basin.features import feature_names, features
from footfall.graph.carry import Carrier, Programs, Target
from footfall.graph.grow import guess_node
from footfall.graph.model import ANY, CORRECTIVE, TIME, Edge, Graph, Node
from footfall.graph.walk import draw_values

HARDEST = 900.0  # N
PUSHED = 0.2  # s
LATER = (0.02, 0.4)  # s from the end of the push to the start
EACH = 3  # states of each origin
LASTS = 3.0  # s that a gait must hold


@dataclass(frozen=True)
class Starts:
    """Drawn starts.

    Attributes:
        names: (m,) of the features.
        points: (n, m) the starts.
        worked: (n,) whether the skill succeeded.
    """

    names: tuple[str, ...]
    points: NDArray[np.float64]
    worked: NDArray[np.bool_]


def node_of(graph: Graph, skill: str) -> Node:
    """The node of a skill; a guess where the graph has none."""
    return next((node for node in graph.nodes.values() if node.skill == skill), None) or guess_node(skill)


def origins(graph: Graph, node: Node) -> list[Node]:
    """The nodes whose states a skill begins in: those that lead to its node, the graph's start, itself."""
    names = [edge.origin for edge in graph.edges if edge.to == node.name and edge.origin in graph.nodes]
    found = [graph.nodes[name] for name in dict.fromkeys([*names, graph.start])]
    return [*(one for one in found if one.skill != node.skill), node]


def draw_starts(
    graph: Graph,
    skill: str,
    n: int,
    *,
    seed: int = 1,
    body: str | None = None,
    tell: Callable[[int], None] | None = None,
) -> Starts:
    """Try a skill from n starts.

    Args:
        graph: The graph.
        skill: The skill.
        n: How many starts.
        seed: Of all that is drawn.
        body: Another body than the skill's own.
        tell: Called with the number of starts done.

    Raises:
        FootfallError: None of the origins ever comes so far.
    """
    node, programs, drawn = node_of(graph, skill), Programs(), random.Random(seed)
    larger = replace(graph, nodes={**graph.nodes, node.name: node})
    states = _states(larger, node, programs, seed, body)
    sim = Sim(programs.get(node.skill, node.set), body=body)
    points, worked = [], []
    for k in range(n):
        sim.restore(drawn.choice(states))
        force = HARDEST * ((k + 0.5) / n) ** 2 * drawn.choice((-1.0, 1.0))  # light ones are common
        sim.push(forward=force, seconds=PUSHED, part="trunk")
        sim.step(round((PUSHED + drawn.uniform(*LATER)) / sim.dt))
        points.append(features(sim))
        carrier = Carrier(larger, sim, programs)
        values, _ = draw_values(node, drawn)
        target = Target(seconds=LASTS) if node.ends == TIME else None
        worked.append(carrier.go(Edge(ANY, node.name, CORRECTIVE), values, target).ok)
        if tell:
            tell(k + 1)
    return Starts(feature_names(sim), np.array(points), np.array(worked, bool))


def _states(graph: Graph, node: Node, programs: Programs, seed: int, body: str | None) -> list[Snapshot]:
    """States in which the origins really are when they are over."""
    found: list[Snapshot] = []
    drawn = random.Random(seed)
    for one in origins(graph, node):
        for k in range(EACH):
            try:
                sim = Sim(programs.get(one.skill, one.set), body=body, seed=EACH * seed + k)
            except FootfallError:  # of another body
                break
            target = draw_values(one, drawn)[1]
            if Carrier(graph, sim, programs).stay(one, target).ok:
                found.append(sim.state())
    if not found:
        raise FootfallError(
            f"nothing that leads to {node.skill} works by itself",
            help=f"try `footfall run {node.skill} --seeds 10`",
        )
    return found
