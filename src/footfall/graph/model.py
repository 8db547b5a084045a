"""What a graph is: nodes (poses and actions), edges, and what was measured of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from footfall.errors import FootfallError, nearest

ANY = "*"  # as the origin of an edge: whichever node has failed
POSE, ACTION = "pose", "action"
PLAIN, LEARNED, CORRECTIVE = "plain", "learned", "corrective"
NODE_KINDS = (POSE, ACTION)
EDGE_KINDS = (PLAIN, LEARNED, CORRECTIVE)
END, STILL, TIME = "end", "still", "time"
ENDS = (END, STILL, TIME)
STAY = "stay"  # a parameter of learned transitions: seconds of the next skill; 0 where a node goes on with it


@dataclass(frozen=True)
class Measured:
    """How often something worked.

    Attributes:
        ok: Times that it did.
        of: Times that it was tried, from drawn states.
        seconds: Mean time that it took when it worked, s.
        version: Of Footfall, when it was measured.
        code: A short hash of what was measured: the scripts and numbers behind it.
    """

    ok: int
    of: int
    seconds: float
    version: str
    code: str = ""

    @property
    def chance(self) -> float:
        """The chance that it works the next time, by the rule of succession: (k + 1) / (n + 2)."""
        return (self.ok + 1) / (self.of + 2)


@dataclass(frozen=True)
class Node:
    """A pose to be in, or an action to carry out.

    Attributes:
        name: Unique in its graph.
        kind: "pose" (static) or "action" (dynamic).
        skill: The skill that does it: a name of the library, or a file.
        ends: When it is over: "end" (the skill ends by itself), "still" (its goal has held for a while),
            "time" (after so many seconds, at the next hand-over; for gaits, which go on for ever).
        seconds: The least and the most time that it is given, s: drawn between them for "time", the least for
            "still".
        most: Seconds after which it has failed, if it is not over.
        goal: A condition that must hold at its end; the skill's GOAL when empty. `x0` is where the centre of
            mass was when it began, m.
        set: Values of the skill's parameters.
        vary: Parameters that may be chosen anew each time, each with its least and its most.
    """

    name: str
    kind: str
    skill: str
    ends: str = END
    seconds: tuple[float, float] = (1.0, 1.0)
    most: float = 15.0
    goal: str = ""
    set: Mapping[str, float] = field(default_factory=dict)
    vary: Mapping[str, tuple[float, float]] = field(default_factory=dict)


@dataclass(frozen=True)
class Edge:
    """A way from one node to another.

    Attributes:
        origin: The node it leaves; `ANY` for a corrective edge after every failure.
        to: The node it leads to.
        kind: "plain" (the next skill simply takes over), "learned" (a skill of its own leads over),
            "corrective" (taken when the origin has failed).
        when: A condition that must hold, in the language; "" for none.
        skill: Of a learned edge: what runs between the two.
        set: Values of the next skill's parameters, on this edge.
        measured: None before it has been.
    """

    origin: str
    to: str
    kind: str = PLAIN
    when: str = ""
    skill: str = ""
    set: Mapping[str, float] = field(default_factory=dict)
    measured: Measured | None = None

    @property
    def name(self) -> str:
        """As it is written in the file."""
        return f"{self.origin} -> {self.to}"

    @property
    def chance(self) -> float:
        """The chance that it works; one half for an edge that was never measured."""
        return self.measured.chance if self.measured else 0.5

    @property
    def seconds(self) -> float:
        """The time that the edge and its node take, s; a guess for one that was never measured."""
        return self.measured.seconds if self.measured else 5.0


@dataclass(frozen=True)
class Graph:
    """Nodes and edges.

    Attributes:
        nodes: By name, in the file's order.
        edges: In the file's order.
        start: The node that everything begins in.
        body: The body that it is measured on.
        path: Its file; None for one that was made by hand.
    """

    nodes: Mapping[str, Node]
    edges: tuple[Edge, ...]
    start: str
    body: str = ""
    path: Path | None = None

    def node(self, name: str, *, where: str = "") -> Node:
        """The node of that name.

        Raises:
            FootfallError: There is none; it names the nearest.
        """
        if name in self.nodes:
            return self.nodes[name]
        raise FootfallError(
            f"the graph has no node '{name}'", where=where, help=nearest(name, list(self.nodes))
        )

    def edge(self, origin: str, to: str, *, where: str = "") -> Edge:
        """The edge between two nodes.

        Raises:
            FootfallError: There is none; it names those that there are.
        """
        for edge in self.edges:
            if (edge.origin, edge.to) == (origin, to):
                return edge
        if origin != ANY:
            self.node(origin, where=where)
        self.node(to, where=where)
        others = ", ".join(e.to for e in self.edges if e.origin == origin) or "nothing"
        raise FootfallError(
            f"no edge leads from {origin} to {to}", where=where, help=f"from {origin} one gets to {others}"
        )

    def ways_on(self, name: str) -> list[Edge]:
        """The edges that leave a node that has succeeded."""
        return [e for e in self.edges if e.origin == name and e.kind != CORRECTIVE]

    def mendings(self, name: str) -> list[Edge]:
        """The edges that may be taken when a node has failed: its own first, then the surest first."""
        mine = [e for e in self.edges if e.kind == CORRECTIVE and e.origin in (name, ANY)]
        return sorted(mine, key=lambda e: (e.origin == ANY, -e.chance))

    def moves_from(self, name: str) -> dict[str, int]:
        """How many moves away each node is that can be reached without a failure; the node itself is 0."""
        found, todo = {name: 0}, [name]
        for here in todo:
            for edge in self.ways_on(here):
                if edge.to not in found:
                    found[edge.to] = found[here] + 1
                    todo.append(edge.to)
        return found

    def reachable(self) -> set[str]:
        """The nodes that some way leads to from the start, failures included."""
        seen, todo = {self.start}, [self.start]
        while todo:
            here = todo.pop()
            for edge in self.edges:
                if edge.origin in (here, ANY) and edge.to not in seen:
                    seen.add(edge.to)
                    todo.append(edge.to)
        return seen


def only(names: Iterable[str], name: str, what: str, where: str) -> str:
    """A name that must be one of some.

    Raises:
        FootfallError: It is not; it names the nearest.
    """
    known = list(names)
    if name in known:
        return name
    raise FootfallError(f"'{name}' is no {what}", where=where, help=nearest(name, known))
