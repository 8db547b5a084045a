"""How often each edge works: from drawn states, not from the one that its author had.

The state that an edge begins in is made by its origin: the origin's skill is run from a drawn start until the
node is over. For a corrective edge the origin is pushed until it fails. What is found is kept in the graph's
file after each edge, so that a long measurement can be stopped and taken up again.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from footfall import __version__
from footfall.engine.kernel.ends import RUNNING
from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.graph.carry import Carrier, Outcome, Programs
from footfall.graph.model import ANY, CORRECTIVE, Edge, Graph, Measured, Node
from footfall.graph.walk import FALLING, draw_values
from footfall.world import Push, World

TRIES = 3  # draws for each that is wanted: an origin may fail by itself
HARDEST = 900.0  # N
PUSHED = 0.2  # s
UPSET = 8.0  # s in which a push must have brought the origin down


@dataclass(frozen=True)
class Trial:
    """One try of an edge.

    Attributes:
        outcome: What became of it; None when the origin never came to the edge.
        node: The origin.
    """

    outcome: Outcome | None
    node: str


def code_of(graph: Graph, edge: Edge, programs: Programs) -> str:
    """A short hash of what an edge's success depends on: the scripts, rows and numbers behind it."""
    names = sorted(graph.nodes) if edge.origin == ANY else [edge.origin]
    said: list[object] = [edge.kind, edge.when, dict(edge.set)]
    if edge.skill:
        said.append([(unit.name, unit.text) for unit in programs.get(edge.skill, {}).units])
    for name in (*names, edge.to):
        node = graph.nodes[name]
        # texts, not where they lie: the same on every machine
        texts = [(unit.name, unit.text) for unit in programs.get(node.skill, node.set).units]
        said += [str(replace(node, skill="")), texts]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:8]


def stale(graph: Graph, edge: Edge, n: int, programs: Programs) -> bool:
    """Whether an edge has to be measured: never, too seldom, or before something changed."""
    m = edge.measured
    return m is None or m.of < n or m.code != code_of(graph, edge, programs)


def measure(graph: Graph, edge: Edge, n: int, programs: Programs, *, body: str | None = None) -> Measured:
    """Try an edge from n drawn states.

    Args:
        graph: The graph.
        edge: The edge.
        n: How many.
        programs: Compiled skills.
        body: Another body than the skills' own.

    Raises:
        FootfallError: Its origin fails by itself, or cannot be brought to fail.
    """
    found: list[Outcome] = []
    for seed in range(1, TRIES * n + 1):
        trial = try_edge(graph, edge, seed, programs, body=body)
        if trial.outcome is not None:
            found.append(trial.outcome)
        if len(found) == n:
            break
    if not found:
        what = "was never brought to fail so" if edge.kind == CORRECTIVE else "fails by itself"
        raise FootfallError(
            f"{edge.origin} {what}, so that the edge to {edge.to} was not tried",
            where=f"edges.{edge.name}",
            help="run its skill alone: `footfall run SKILL --seeds 10`",
        )
    good = [one.seconds for one in found if one.ok]
    mean = sum(good) / len(good) if good else 0.0
    return Measured(len(good), len(found), round(mean, 2), __version__, code_of(graph, edge, programs))


def try_edge(graph: Graph, edge: Edge, seed: int, programs: Programs, *, body: str | None = None) -> Trial:
    """Try an edge from one drawn state."""
    drawn = random.Random(seed)
    names = [name for name in graph.nodes if name != edge.to] if edge.origin == ANY else [edge.origin]
    node = graph.nodes[names[seed % len(names)]]
    values, target = draw_values(node, drawn)
    program = programs.get(node.skill, {**node.set, **values})
    world = World(pushes=(_push(drawn),)) if edge.kind == CORRECTIVE else None
    sim = Sim(program, body=body, seed=seed, world=world)
    carrier = Carrier(graph, sim, programs)
    if edge.kind == CORRECTIVE:
        if not _upset(carrier, node) or carrier.wait(FALLING, [edge]) is None:
            return Trial(None, node.name)
    elif not carrier.stay(node, target).ok or not carrier.allows(edge):
        return Trial(None, node.name)
    values, target = draw_values(graph.nodes[edge.to], drawn)
    return Trial(carrier.go(edge, values, target), node.name)


def _push(drawn: random.Random) -> Push:
    """A push that may well bring a body down."""
    force = drawn.uniform(0.3, 1.0) * HARDEST * drawn.choice((-1.0, 1.0))
    return Push(
        time=drawn.uniform(0.5, 4.0), phase=None, duration=PUSHED, force=(force, 0.0, 0.0), part="trunk"
    )


def _upset(carrier: Carrier, node: Node) -> bool:
    """Run a node that is pushed; returns whether that made it fail."""
    end = carrier.sim.time + UPSET
    while carrier.sim.time < end:
        if not carrier.stay(node).ok:
            return True
        if carrier.verdict != RUNNING:  # it has ended well
            return False
    return False


def measure_all(
    graph: Graph,
    edges: list[Edge],
    n: int,
    programs: Programs,
    *,
    body: str | None = None,
    tell: Callable[[Edge, str], None] | None = None,
) -> Iterator[tuple[Edge, Measured]]:
    """Measure some edges, one after another; an edge that cannot be tried is told and left out."""
    for edge in edges:
        try:
            yield edge, measure(graph, edge, n, programs, body=body)
        except FootfallError as problem:
            if tell is None:
                raise
            tell(edge, problem.message)
