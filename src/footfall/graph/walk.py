"""At random through the graph: corrective edges after every failure, a log of what was done and why."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from footfall.graph.basin.outlook import HOPELESS, Outlook
from footfall.graph.carry import Carrier, Outcome, Target
from footfall.graph.losses import Loss, loss_of
from footfall.graph.model import TIME, Edge, Graph, Node

FALLING = 4.0  # s in which a body that has failed may come to rest where a corrective edge can take it up
NEARER, SELDOM = 0.7, 8.0  # of a random walk: how much near nodes, and seldom ones, are preferred
TRIES = 6  # corrective edges that may fail one after another, before the body is lost


@dataclass(frozen=True)
class Entry:
    """One line of the log.

    Attributes:
        at: When it began, s.
        edge: The edge that was taken, "" when it stayed where it was.
        kind: The edge's kind, "stay" without one.
        node: What was carried out.
        chosen: Why this one.
        ok: Whether it succeeded.
        why: Why it ended.
        seconds: How long it took, s.
        x: Where the centre of mass was at its end, m.
    """

    at: float
    edge: str
    kind: str
    node: str
    chosen: str
    ok: bool
    why: str
    seconds: float
    x: float


@dataclass(frozen=True)
class Walkthrough:
    """A walk through the graph.

    Attributes:
        moves: Nodes that were carried out, or begun, without those that mended a failure.
        mended: Failures after which the walk went on.
        lost: Whether it could not go on.
        seconds: Simulated, s.
        log: Everything in order.
    """

    moves: int
    mended: int
    lost: bool
    seconds: float
    log: tuple[Entry, ...]

    @property
    def path(self) -> list[str]:
        """The nodes in order, those that mended included."""
        return [entry.node for entry in self.log]


Listener = Callable[[Entry], None]


class Walker:
    """Carries out nodes and keeps the log; mends what fails.

    Args:
        carrier: The body.
        tell: Called with every entry of the log.
        lose: Called with each edge that failed, and the body as it was before.
    """

    def __init__(
        self, carrier: Carrier, tell: Listener | None = None, lose: Callable[[Loss], None] | None = None
    ) -> None:
        self.carrier, self.graph, self._lose = carrier, carrier.graph, lose
        self.log: list[Entry] = []
        self.here = self.graph.start
        self.moves = self.mended = 0
        self.outlook = Outlook(self.graph)
        self._tell = tell

    def begin(self) -> bool:
        """Carry out the first node, whose skill the Sim runs already."""
        at = self.carrier.sim.time
        self.moves += 1
        return self._note(at, None, "the start", self.carrier.stay(self.graph.nodes[self.here]))

    def take(
        self, edge: Edge, chosen: str, values: dict[str, float] | None = None, target: Target | None = None
    ) -> bool:
        """Take an edge and carry out its node.

        Args:
            edge: It leaves the node that the body is in.
            chosen: Why, for the log.
            values: Of parameters that may vary.
            target: How long, or how far.

        Returns:
            Whether it succeeded.
        """
        at = self.carrier.sim.time
        before = self.carrier.sim.state() if self._lose else None
        self.moves += 1
        ok = self._note(at, edge, chosen, self.carrier.go(edge, values, target))
        if not ok and self._lose and before is not None:
            self._lose(loss_of(self.graph, edge, self.log[-1].why, before))
        return ok

    def stay(self, chosen: str, target: Target) -> bool:
        """Go on in the node that the body is in; like `take`."""
        at = self.carrier.sim.time
        self.moves += 1
        return self._note(at, None, chosen, self.carrier.stay(self.graph.nodes[self.here], target))

    def hopeful(self, ways: list[Edge]) -> list[Edge]:
        """Those of some edges that will not fail from here, as far as is known; all when none is left."""
        known = self.outlook.chances(self.carrier.sim, ways)
        return [edge for edge in ways if known.get(edge.name, 1.0) >= HOPELESS] or ways

    def mend(self) -> bool:
        """After a failure: take corrective edges until one succeeds.

        Returns:
            Whether one did; else the body is lost.
        """
        for _ in range(TRIES):
            ways = self.graph.mendings(self.here)
            edge = self.carrier.wait(FALLING, ways) if ways else None
            if edge is None:
                return False
            at = self.carrier.sim.time
            chosen = f"{self.here} failed" + (f", and {edge.when}" if edge.when else "")
            if self._note(at, edge, chosen, self.carrier.go(edge)):
                self.mended += 1
                return True
        return False

    def done(self, lost: bool) -> Walkthrough:
        """The walk so far."""
        return Walkthrough(self.moves, self.mended, lost, self.carrier.sim.time, tuple(self.log))

    def _note(self, at: float, edge: Edge | None, chosen: str, outcome: Outcome) -> bool:
        if edge is not None:
            self.here = edge.to
        name, kind = (edge.name, edge.kind) if edge else ("", "stay")
        entry = Entry(at, name, kind, self.here, chosen, outcome.ok, outcome.why, outcome.seconds, outcome.x)
        self.log.append(entry)
        if self._tell:
            self._tell(entry)
        return outcome.ok


def walk(
    carrier: Carrier,
    moves: int,
    seed: int,
    tell: Listener | None = None,
    lose: Callable[[Loss], None] | None = None,
) -> Walkthrough:
    """Go at random through the graph, from its start.

    It draws a node to go to, goes there by a shortest way, and draws the next: see `Wanderer`.

    Args:
        carrier: A body whose Sim runs the start's skill.
        moves: How many.
        seed: Of the choices.
        tell: Called with every entry of the log.
        lose: Called with each edge that failed.
    """
    drawn, walker = random.Random(seed), Walker(carrier, tell, lose)
    wanderer = Wanderer(walker.graph, drawn)
    ok = walker.begin()
    while walker.moves < moves or not ok:
        if not ok and not walker.mend():
            return walker.done(lost=True)
        ways = [edge for edge in walker.graph.ways_on(walker.here) if carrier.allows(edge)]
        if walker.moves >= moves:
            break
        if not ways:
            return walker.done(lost=True)
        ways = walker.hopeful(ways)
        edge = wanderer.choose(walker.here, ways)
        values, target = draw_values(walker.graph.nodes[edge.to], drawn)
        shown = "".join(f", {name} = {value:.2f}" for name, value in values.items())
        ok = walker.take(edge, f"drawn, 1 of {len(ways)}{shown}", values, target)
    return walker.done(lost=False)


class Wanderer:
    """Chooses the ways of a random walk, so that it comes everywhere.

    A node to go to is drawn; one that was entered seldom, or is near, is likelier. The body goes there by a
    shortest way (of several one is drawn), and the next is drawn when it is there.

    Args:
        graph: The graph.
        drawn: Where the draws come from.
    """

    def __init__(self, graph: Graph, drawn: random.Random) -> None:
        self._far = {name: graph.moves_from(name) for name in graph.nodes}
        self._drawn, self._target = drawn, graph.start
        self.entered: Counter[str] = Counter([graph.start])

    def choose(self, here: str, ways: list[Edge]) -> Edge:
        """One of the edges that may be taken from a node."""
        if self._target == here or not any(self._target in self._far[e.to] for e in ways):
            there = sorted({name for e in ways for name in self._far[e.to]} - {here}) or [here]
            weights = [NEARER ** self._far[here].get(name, 0) * self._seldom(name) for name in there]
            self._target = self._drawn.choices(there, weights)[0]
        away = [self._far[e.to].get(self._target, len(self._far)) for e in ways]
        best = [e for e, moves in zip(ways, away, strict=True) if moves == min(away)]
        edge = self._drawn.choices(best, [self._seldom(e.to) for e in best])[0]
        self.entered[edge.to] += 1
        return edge

    def _seldom(self, name: str) -> float:
        return float((1 + self.entered[name]) ** -SELDOM)


def draw_values(node: Node, drawn: random.Random) -> tuple[dict[str, float], Target]:
    """Draw what may vary about a node: its parameters, and how long it lasts."""
    values = {name: drawn.uniform(*ends) for name, ends in node.vary.items()}
    return values, Target(seconds=drawn.uniform(*node.seconds) if node.ends == TIME else None)
