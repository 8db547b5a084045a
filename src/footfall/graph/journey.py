"""Go there: sentences such as "walk to x = 8; hop 2 times; stand", planned over the graph and carried out.

A sentence is nodes of the graph, one after another, with `;`, `,` or `then` between them. Each may say where
(`to x = 8`), how long (`for 5 s`), how often (`3 times`) and with which numbers (`with speed = 1.2`). What
lies between two of them is planned (graph/plan.py), and planned anew after each move and after each fall.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from footfall.errors import FootfallError
from footfall.graph.carry import Carrier, Target
from footfall.graph.model import POSE, TIME, Graph, Node
from footfall.graph.plan import plan
from footfall.graph.walk import Entry, Listener, Walker

TRIES = 5  # of one errand, before it is given up
NEAR = 0.1  # m; nearer than this to a place, one is there
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)"
_BETWEEN = re.compile(r"\s*(?:[;,]|\bthen\b)\s*")
_CLAUSES = (
    re.compile(rf"\bto\s+x\s*=\s*(?P<x>{_NUMBER})(?:\s*m)?\b"),
    re.compile(rf"\bfor\s+(?P<seconds>{_NUMBER})\s*(?:s|seconds)\b"),
    re.compile(r"\b(?P<times>\d+)\s+times\b"),
    re.compile(r"\b(?P<once>once|twice)\b"),
    re.compile(rf"\bwith\s+(?P<name>[a-zA-Z_]\w*)\s*=\s*(?P<value>{_NUMBER})"),
)
_EXAMPLE = "write nodes with ; between them, like 'walk to x = 8; hop 2 times; stand'"
WHERE = "the sentence"


@dataclass(frozen=True)
class Errand:
    """One thing to be done.

    Attributes:
        node: Which node.
        x: Where the centre of mass shall be at its end, m; None: anywhere.
        seconds: How long, s; None: as its row says.
        times: How often.
        set: Values of its parameters.
        text: As it was written.
    """

    node: str
    x: float | None = None
    seconds: float | None = None
    times: int = 1
    set: Mapping[str, float] = field(default_factory=dict)
    text: str = ""


@dataclass(frozen=True)
class Journey:
    """How it went.

    Attributes:
        reached: Whether every errand was done, in order.
        moves: Nodes that were carried out or begun, without those that mended a failure.
        falls: Failures on the way.
        seconds: Simulated, s.
        errands: Each as written, and the second at which it was done (None: it was not) and x there.
        because: Why it was not reached, "" when it was.
        log: Everything in order.
    """

    reached: bool
    moves: int
    falls: int
    seconds: float
    errands: tuple[tuple[str, float | None, float], ...]
    because: str
    log: tuple[Entry, ...]


def parse_sentence(text: str, graph: Graph) -> tuple[Errand, ...]:
    """Read a sentence.

    Raises:
        FootfallError: It cannot be read, names no node of the graph, or asks what a node cannot do.
    """
    parts = [part for part in _BETWEEN.split(text.strip()) if part]
    if not parts:
        raise FootfallError("there is nothing to do", where=WHERE, help=_EXAMPLE)
    return tuple(_errand(part, graph) for part in parts)


def _errand(text: str, graph: Graph) -> Errand:
    found: dict[str, str] = {}
    numbers: dict[str, float] = {}
    rest = text
    for clause in _CLAUSES:
        while match := clause.search(rest):
            groups = match.groupdict()
            if "name" in groups:
                numbers[groups["name"]] = float(groups["value"])
            else:
                found.update(groups)
            rest = rest[: match.start()] + " " + rest[match.end() :]
    name, *left = rest.split() or [""]
    where = f"{WHERE}: '{text}'"
    if not name:
        raise FootfallError(f"'{text}' names no node", where=where, help=_EXAMPLE)
    node = graph.node(name, where=where)
    if left:
        raise FootfallError(
            f"'{' '.join(left)}' cannot be read",
            where=where,
            help="behind a node may stand: to x = 8, for 5 s, 3 times, with speed = 1.2",
        )
    if node.kind == POSE and "x" in found:
        raise FootfallError(
            f"{name} is a pose, and goes nowhere",
            where=where,
            help="these go: " + ", ".join(n.name for n in graph.nodes.values() if n.ends == TIME),
        )
    if node.ends != TIME and "seconds" in found:
        raise FootfallError(
            f"{name} ends by itself, and does not go on for a time",
            where=where,
            help="these do: " + ", ".join(n.name for n in graph.nodes.values() if n.ends == TIME),
        )
    return Errand(
        name,
        float(found["x"]) if "x" in found else None,
        float(found["seconds"]) if "seconds" in found else None,
        _times(found, where),
        numbers,
        " ".join(text.split()),
    )


def _times(found: Mapping[str, str], where: str) -> int:
    if "once" in found:
        return 2 if found["once"] == "twice" else 1
    times = int(found.get("times", "1"))
    if not 1 <= times <= 1000:
        raise FootfallError(f"{times} times cannot be done", where=where, help="write 1 to 1000")
    return times


class Guide:
    """Carries out errands one after another.

    Args:
        carrier: A body whose Sim runs the start's skill.
        tell: Called with every entry of the log.
    """

    def __init__(self, carrier: Carrier, tell: Listener | None = None) -> None:
        self.carrier, self.walker = carrier, Walker(carrier, tell)
        self.falls = 0
        self.because = ""

    def run(self, errands: tuple[Errand, ...]) -> Journey:
        """Carry them out, until one cannot be done."""
        done: list[tuple[str, float | None, float]] = []
        well = self.walker.begin() or self._mend()
        for errand in errands:
            well = well and all(self._do(errand) for _ in range(errand.times))
            done.append((errand.text, self.carrier.sim.time if well else None, self.carrier.x))
        made = self.walker.done(lost=not well)
        return Journey(well, made.moves, self.falls, made.seconds, tuple(done), self.because, made.log)

    def _do(self, errand: Errand) -> bool:
        """Do one errand: plan, take the first edge, look where one is, plan anew."""
        node = self.walker.graph.nodes[errand.node]
        if self.walker.here == node.name and node.kind == POSE and errand.times == 1:
            return True  # it is in the pose already; an action is carried out anew each time
        begun = self.carrier.x
        for _ in range(TRIES):
            done = self._try(errand, node)
            while done and errand.x is not None and not _past(self.carrier.x, begun, errand.x):
                here = self.carrier.x  # what ends by itself is done again until it is there
                done = self._try(errand, node)
                if done and abs(self.carrier.x - here) < NEAR:
                    self.because = f"{node.name} does not come nearer to x = {errand.x:g}"
                    return False
            if done is not None:
                return done
            if not self._mend():
                return False
            if errand.x is not None and _past(self.carrier.x, begun, errand.x):
                return True  # it fell across the line, and is up again
        self.because = f"'{errand.text}' failed {TRIES} times"
        return False

    def _try(self, errand: Errand, node: Node) -> bool | None:
        """Go to the errand's node and carry it out; None after a failure on the way."""
        target = Target(errand.seconds, errand.x if node.ends == TIME else None)
        if errand.x is not None and abs(self.carrier.x - errand.x) < NEAR:
            return True
        if self.walker.here == node.name and node.ends == TIME:
            return self.walker.stay(f"to {node.name}: it goes on", target) or None
        while True:
            try:
                here, graph = self.walker.here, self.walker.graph
                now = self.walker.outlook.chances(self.carrier.sim, graph.ways_on(here))
                way = plan(graph, here, node.name, again=True, now=now)
            except FootfallError as problem:
                self.because = problem.message
                return False
            last = len(way.edges) == 1
            chosen = f"to {node.name}: {len(way.edges)} to go, {way.chance:.0%} sure"
            values = dict(errand.set) if last else None
            if not self.walker.take(way.edges[0], chosen, values, target if last else None):
                return None
            if last:
                return True

    def _mend(self) -> bool:
        """After a failure: get up, or say that it cannot."""
        self.falls += 1
        entry = self.walker.log[-1]
        if self.walker.mend():
            return True
        self.because = (
            f"{entry.node} failed at {entry.at + entry.seconds:.1f} s ({entry.why}), and no edge mends that"
        )
        return False


def _past(x: float, begun: float, wanted: float) -> bool:
    """Whether x is beyond what was wanted, or near it, as seen from where one began."""
    return (x - wanted) * (1.0 if wanted >= begun else -1.0) >= -NEAR
