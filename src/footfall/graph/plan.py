"""Planning: the way through the graph on which the fewest failures are to be expected.

A way of edges with chances p₁ … pₙ works with p₁ · … · pₙ; the surest one is the shortest under the length
-ln p. Among ways that are nearly as sure the quicker one is taken: a second counts as much as a chance of
failing of `SECOND`. Dijkstra's algorithm over the sum of both.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping
from dataclasses import dataclass

from footfall.errors import FootfallError
from footfall.graph.model import Edge, Graph

SECOND = 0.001
LEAST = 0.05  # the least that is made of a chance: no way is out of the question


@dataclass(frozen=True)
class Way:
    """A way through the graph.

    Attributes:
        edges: In order; none when one is there already.
        chance: That all of them work.
        seconds: What they should take, s.
    """

    edges: tuple[Edge, ...]
    chance: float
    seconds: float


def length(edge: Edge, chance: float | None = None) -> float:
    """How far an edge leads: -ln p + seconds · `SECOND`.

    Args:
        edge: The edge.
        chance: What is known of it from where the body is; None for nothing more than was measured.
    """
    p = edge.chance if chance is None else min(edge.chance, max(chance, LEAST))
    return -math.log(p) + SECOND * edge.seconds


def plan(
    graph: Graph, origin: str, to: str, *, again: bool = False, now: Mapping[str, float] | None = None
) -> Way:
    """The way from one node to another.

    Args:
        graph: The graph.
        origin: Where the body is.
        to: Where it shall be.
        again: When both are the same: whether to leave the node and come back to it, instead of staying.
        now: Chances of edges that leave the origin, from where the body is (`basin/outlook.py`).

    Raises:
        FootfallError: There is no such node, or no way.
    """
    graph.node(origin)
    graph.node(to)
    if origin == to and not again:
        return Way((), 1.0, 0.0)
    best: dict[str, tuple[Edge, ...]] = {}
    queue: list[tuple[float, int, str, tuple[Edge, ...]]] = [(0.0, 0, origin, ())]
    count = 0  # of equal lengths the first that was found counts: plans do not depend on names
    while queue:
        far, _, here, edges = heapq.heappop(queue)
        if edges and here == to:
            return _way(edges)
        if here in best:
            continue
        best[here] = edges
        for edge in graph.ways_on(here):
            if edge.to not in best or edge.to == to:
                count += 1
                chance = now.get(edge.name) if now and not edges else None
                heapq.heappush(queue, (far + length(edge, chance), count, edge.to, (*edges, edge)))
    raise FootfallError(
        f"no way leads from {origin} to {to}",
        help=f"from {origin} one gets to {', '.join(sorted(set(best) - {origin})) or 'nowhere'}",
    )


def _way(edges: tuple[Edge, ...]) -> Way:
    return Way(edges, math.prod(e.chance for e in edges), sum(e.seconds for e in edges))
