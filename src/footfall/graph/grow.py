"""A new skill is tried against every pose of the graph, and joined where it works."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePath

from footfall.control.columns import MOVE_SWAP, MOVE_TARGET, PHASE_MOVE0, PHASE_MOVE1
from footfall.errors import FootfallError
from footfall.files import write_text
from footfall.graph.carry import Programs
from footfall.graph.measure import measure
from footfall.graph.model import ACTION, END, POSE, STILL, TIME, Edge, Graph, Measured, Node
from footfall.graph.read import read_graph, write_measured
from footfall.reading import read_text
from footfall.script import Program, compile_skill
from footfall.script.program import END as RETURNS

WORKS = 0.8  # share of tries from which on an edge is joined
_NODES = re.compile(r"^\[nodes\][^\n]*\n.*?(?=^\s*\[|\Z)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Joined:
    """What became of a new node.

    Attributes:
        node: The node.
        edges: Each that was tried, and what was found; None where its origin never came so far.
    """

    node: Node
    edges: tuple[tuple[Edge, Measured | None], ...]

    def works(self) -> list[tuple[Edge, Measured]]:
        """The edges that are joined."""
        return [(edge, m) for edge, m in self.edges if m is not None and m.ok >= WORKS * m.of]


def guess_node(skill: str) -> Node:
    """A node for a skill, with its kind and its end guessed from the script.

    One that comes to an end is an action; so is one that swaps its sides for ever, a gait; what does neither
    holds a pose.

    Raises:
        FootfallError: There is no such skill.
    """
    program = compile_skill(skill)
    moves = program.transitions[own_moves(program)]
    name = PurePath(skill).stem if skill.endswith(".skill") else skill.rsplit("/", 1)[-1]
    if (moves[:, MOVE_TARGET] == RETURNS).any():
        return Node(name, ACTION, skill, END, most=30.0)
    if moves[:, MOVE_SWAP].any():
        return Node(name, ACTION, skill, TIME, (3.0, 5.0))
    return Node(name, POSE, skill, STILL, (2.0, 2.0), most=17.0)


def own_moves(program: Program) -> list[int]:
    """The transitions of the root script's own phases, and its interrupts."""
    unit = program.units[0]
    own = [range(*unit.always)]
    own += [range(*program.phases[k, [PHASE_MOVE0, PHASE_MOVE1]]) for k in range(*unit.phases)]
    return [t for span in own for t in span]


def try_joins(
    graph: Graph,
    node: Node,
    n: int,
    programs: Programs,
    tell: Callable[[Edge, Measured | None], None] | None = None,
) -> Joined:
    """Try a new node from every pose of the graph, and every pose after it.

    Args:
        graph: The graph.
        node: The new one.
        n: Drawn states for each edge.
        programs: Compiled skills.
        tell: Called with each edge that was tried.

    Raises:
        FootfallError: The graph has a node of that name.
    """
    if node.name in graph.nodes:
        raise FootfallError(
            f"the graph has a node '{node.name}'",
            where=node.skill,
            help="measure its edges, or rename the skill",
        )
    poses = [one.name for one in graph.nodes.values() if one.kind == POSE]
    edges = [Edge(pose, node.name) for pose in poses] + [Edge(node.name, pose) for pose in poses]
    larger = replace(graph, nodes={**graph.nodes, node.name: node}, edges=(*graph.edges, *edges))
    found: list[tuple[Edge, Measured | None]] = []
    for edge in edges:
        try:
            found.append((edge, measure(larger, edge, n, programs)))
        except FootfallError:  # the origin never came so far
            found.append((edge, None))
        if tell:
            tell(*found[-1])
    return Joined(node, tuple(found))


def row_of(joined: Joined) -> str:
    """The node's row in the graph's file."""
    node, name = joined.node, joined.node.name
    least, most = node.seconds
    keys = [f'kind = "{node.kind}"', f'skill = "{node.skill}"', f'ends = "{node.ends}"']
    if node.ends != END:
        keys.append(f"seconds = {least:g}" if least == most else f"seconds = [{least:g}, {most:g}]")
    keys.append(f"most = {node.most:g}")
    for key, names in (
        ("from", [e.origin for e, _ in joined.works() if e.to == name]),
        ("to", [e.to for e, _ in joined.works() if e.origin == name]),
    ):
        if names:
            keys.append(f"{key} = [" + ", ".join(f'"{one}"' for one in names) + "]")
    return f"{name} = {{ {', '.join(keys)} }}\n"


def write_node(graph: Graph, joined: Joined) -> None:
    """Put the new node's row and what was measured into the graph's file.

    Raises:
        FootfallError: The graph has no file, or nothing leads to the node.
    """
    if graph.path is None:
        raise FootfallError("this graph has no file", where="add", help="read it from one")
    if not any(edge.to == joined.node.name for edge, _ in joined.works()):
        raise FootfallError(
            f"{joined.node.name} works from no pose of the graph", where=joined.node.skill,
            help="it may need a pose that is not there, or an action before it: write its row by hand",
        )  # fmt: skip
    text = read_text(graph.path)
    match = _NODES.search(text)
    if match is None:
        raise FootfallError("the file has no [nodes]", where=str(graph.path), help="add them")
    section = match[0].rstrip() + "\n" + row_of(joined) + "\n"
    write_text(graph.path, text[: match.start()] + section + text[match.end() :])
    write_measured(read_graph(graph.path), {edge.name: m for edge, m in joined.works()})
