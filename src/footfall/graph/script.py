"""A way through the graph as one script: each node is a phase that calls its skill.

Who cannot stop a simulation to decide, as the studio, lets this script drive the body: it goes from node to
node, and after a failure it takes a corrective edge and the way on from there, as `footfall go` does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from footfall.errors import FootfallError
from footfall.graph.carry import HELD
from footfall.graph.model import ANY, CORRECTIVE, END, LEARNED, STAY, STILL, Edge, Graph, Node
from footfall.graph.plan import plan
from footfall.script import ScriptError, compile_skill, compile_text
from footfall.script.source import find_skill

LOST = "lost"
AT_REST = 0.15  # `motion` below which a pose is still
GIVE_UP = 4.0  # s that a body that has failed may fall on, before something is done at all events


@dataclass(frozen=True)
class Route:
    """A script that leads to a node.

    Attributes:
        text: The script.
        nodes: The node of each of its phases, "" for one that waits for a fall to end.
        way: The nodes on the planned way, the last of which is where it leads.
    """

    text: str
    nodes: Mapping[str, str]
    way: tuple[str, ...]


def route(graph: Graph, origin: str | None, to: str, *, lies: bool = False) -> Route:
    """The script that leads to a node.

    Args:
        graph: The graph.
        origin: The node that the body is in; None when nobody knows.
        to: Where it shall be.
        lies: Whether the body lies where it should not: it then gets up first.

    Raises:
        FootfallError: There is no such node, or no way.
    """
    goal = graph.node(to)
    edges: tuple[Edge, ...] = ()
    if not lies:
        first = graph.start if origin is None else origin
        edges = plan(graph, first, to, again=goal.ends == END).edges
        if origin is None:
            edges = (Edge("", graph.start), *edges)
        edges = edges or (Edge(first, to),)
    for falls in (True, False):  # a FALL that uses names of its own script cannot be asked here
        made = _Writer(graph, to, falls).write(edges)
        try:
            compile_text(made.text, name="go")
        except ScriptError:
            continue
        return made
    raise FootfallError(f"no script leads to {to}", help="go there with `footfall go`")


class _Writer:
    def __init__(self, graph: Graph, to: str, falls: bool) -> None:
        self.graph, self.to, self.falls = graph, to, falls
        self.phases: list[str] = []
        self.nodes: dict[str, str] = {}

    def write(self, edges: tuple[Edge, ...]) -> Route:
        """The phases of the planned way, then those of each way of mending a failure."""
        way = tuple(edge.to for edge in edges)
        self._chain(edges)
        mends = [e for e in self.graph.edges if e.kind == CORRECTIVE and e.origin == ANY]
        starts = []
        for edge in mends:
            starts.append((edge, len(self.phases)))
            on = plan(self.graph, edge.to, self.to).edges if edge.to != self.to else ()
            self._chain((edge, *on))
        names = list(self.nodes)
        lost = [f"  TO {names[at]} WHEN {edge.when or f'time > {GIVE_UP:g}'};" for edge, at in starts]
        if starts:
            lost.append(f"  TO {names[starts[0][1]]} WHEN time > {GIVE_UP:g};")
        parts = [f"PHASE {LOST}\n" + "\n".join(lost or ["  TO end WHEN time > 1;"]) + "\n"]
        parts = [*self.phases, *parts] if edges else [*parts, *self.phases]
        head = f"SKILL go()\nBODY {self.graph.body}\nFALL time < 0\n\n"
        return Route(head + "\n".join(parts), {**self.nodes, LOST: ""}, way or (self.to,))

    def _chain(self, edges: tuple[Edge, ...]) -> None:
        for k, edge in enumerate(edges):
            node = self.graph.nodes[edge.to]
            if edge.kind == LEARNED and edge.skill:
                names = {p.name for p in compile_skill(edge.skill).units[0].parameters}
                call = f"DO {self._called(edge.skill)}({f'{STAY} = 0' if STAY in names else ''});"
                self._phase(node.name, call, ["TO {next} WHEN complete;"], node, 1)
            values = {**node.set, **edge.set}
            call = f"DO {self._called(node.skill)}({', '.join(f'{n} = {v:g}' for n, v in values.items())});"
            last = k == len(edges) - 1
            self._phase(node.name, call, [] if last and node.ends != END else [_over(node)], node, not last)

    def _called(self, skill: str) -> str:
        """A skill as a script calls it: files of the graph's folder by their place in it."""
        folder = self.graph.path.parent if self.graph.path else Path()
        path = Path(skill)
        inside = path.is_absolute() and path.is_relative_to(folder)
        return (path.relative_to(folder).as_posix() if inside else skill).removesuffix(".skill")

    def _phase(self, name: str, call: str, over: list[str], node: Node, more: bool | int) -> None:
        own = f"{name.replace('-', '_')}_{len(self.phases) + 1}"
        following = _NEXT if more else "end"
        lines = [call, *(line.replace("{next}", following) for line in over)]
        if over:
            lines.append(f"TO {LOST} WHEN time > {node.most:g};")
        fall = _fall(node.skill) if self.falls else ""
        if fall:
            lines.append(f"TO {LOST} WHEN {fall};")
        text = f"PHASE {own}\n" + "".join(f"  {line}\n" for line in lines)
        if self.phases and _NEXT in self.phases[-1]:
            self.phases[-1] = self.phases[-1].replace(_NEXT, own)
        self.phases.append(text)
        self.nodes[own] = name


_NEXT = "{following}"


def _over(node: Node) -> str:
    """When a node hands over."""
    if node.ends == END:
        return "TO {next} WHEN complete;"
    if node.ends == STILL:
        still = f"lasting(motion < {AT_REST:g}) > {HELD:g}"
        return f"TO {{next}} WHEN time > {node.seconds[0]:g} and {still};"
    return f"TO {{next}} AT STEP WHEN time > {node.seconds[0]:g};"


def _fall(skill: str) -> str:
    """The condition under which a skill says that the body has fallen; "" without one."""
    found = re.search(r"(?m)^FALL\s+([^#;\n]+)", find_skill(skill).text)
    return "" if found is None or found[1].strip() in ("none", "time < 0") else found[1].strip()
