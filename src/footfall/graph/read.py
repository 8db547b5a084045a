"""The graph's file: read, checked, and written back with what was measured.

`[nodes]` has a row for each node; `from` and `to` in it are its plain edges. `[edges]` has a row for each
edge that needs more than that: learned, corrective, with a condition. `[measured]`, at the end, is written by
`footfall graph measure`; all that stands before it is left as it is.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from footfall.errors import FootfallError, nearest
from footfall.files import write_text
from footfall.graph.model import (
    ACTION,
    ANY,
    CORRECTIVE,
    EDGE_KINDS,
    ENDS,
    LEARNED,
    NODE_KINDS,
    PLAIN,
    Edge,
    Graph,
    Measured,
    Node,
    only,
)
from footfall.reading import parse_toml, read_text
from footfall.script import compile_skill, skill_names
from footfall.script.condition import compile_condition
from footfall.script.source import LIBRARY

LIBRARY_GRAPH = LIBRARY / "graph.toml"
SCHEMA = 1
_TOP = ("schema", "body", "start", "nodes", "edges", "measured")
_NODE = ("kind", "skill", "ends", "seconds", "most", "goal", "set", "vary", "from", "to")
_EDGE = ("kind", "when", "skill", "set")
_MEASURED = ("ok", "of", "seconds", "version", "code")
_SECTION = re.compile(r"^(?:#[^\n]*\n)?\[measured\][^\n]*$.*", re.MULTILINE | re.DOTALL)
_HEAD = "# written by `footfall graph measure`: how often each edge worked, from drawn states\n[measured]\n"


def read_graph(path: str | Path | None = None) -> Graph:
    """Read a graph.

    Args:
        path: Its file; the library's when None.

    Raises:
        FootfallError: There is none, or something in it is wrong; it says which row and how to mend it.
    """
    file = LIBRARY_GRAPH if path is None else Path(path)
    return parse_graph(read_text(file), where=str(file) if path else "graph.toml", path=file)


def parse_graph(text: str, *, where: str = "graph.toml", path: Path | None = None) -> Graph:
    """The graph of a text.

    Raises:
        FootfallError: Something in it is wrong.
    """
    data = parse_toml(text, where)
    _known(data, _TOP, where)
    if data.get("schema") != SCHEMA:
        raise FootfallError(
            f"this graph has schema {data.get('schema')}", where=where, help=f"write schema = {SCHEMA}"
        )
    rows = _table(data, "nodes", where)
    nodes = {name: _node(name, _row(row, at), at, path) for name, row, at in _rows(rows, where, "nodes")}
    if not nodes:
        raise FootfallError(
            "the graph has no nodes", where=where, help='add a row: stand = { kind = "pose", … }'
        )
    start = only(nodes, str(data.get("start", "")), "node to start in", f"{where}: start")
    edges = _edges(rows, data, nodes, where, path)
    graph = Graph(nodes, tuple(edges.values()), start, str(data.get("body", "")), path)
    lost = [name for name in nodes if name not in graph.reachable()]
    if lost:
        raise FootfallError(
            f"no way leads to {lost[0]}",
            where=f"{where}: nodes.{lost[0]}",
            help=f'say where it is entered from, like from = ["{start}"]',
        )
    return graph


def write_measured(graph: Graph, found: Mapping[str, Measured]) -> None:
    """Put what was measured into the graph's file, all of it or nothing.

    Args:
        graph: One that was read from a file.
        found: By the edges' names; other edges keep what they have.

    Raises:
        FootfallError: The graph has no file.
    """
    if graph.path is None:
        raise FootfallError("this graph has no file", where="measure", help="read it from one")
    have = {e.name: e.measured for e in graph.edges if e.measured} | dict(found)
    order = [e.name for e in graph.edges if e.name in have]
    lines = [f'"{name}" = {_measured_text(have[name])}\n' for name in order]
    kept = _SECTION.sub("", read_text(graph.path)).rstrip()
    write_text(graph.path, f"{kept}\n\n{_HEAD}{''.join(lines)}")


def _measured_text(m: Measured) -> str:
    numbers = f"ok = {m.ok}, of = {m.of}, seconds = {m.seconds:.2f}"
    return f'{{ {numbers}, version = "{m.version}", code = "{m.code}" }}'


def _edges(
    rows: Mapping[str, Any],
    data: Mapping[str, Any],
    nodes: Mapping[str, Node],
    where: str,
    path: Path | None,
) -> dict[str, Edge]:
    """All edges by name: those of the nodes' rows, then those with rows of their own."""
    measured = {
        name: _measured(_row(row, at), at)
        for name, row, at in _rows(_table(data, "measured", where), where, "measured")
    }
    edges: dict[str, Edge] = {}
    for name, row, at in _rows(rows, where, "nodes"):
        pairs = [(other, name) for other in _names(row, "from", at)]
        pairs += [(name, other) for other in _names(row, "to", at)]
        for origin, to in pairs:
            for one in (origin, to):
                only(nodes, one, "node", at)
            edge = Edge(origin, to)
            edges[edge.name] = Edge(origin, to, measured=measured.get(edge.name))
    for name, row, at in _rows(_table(data, "edges", where), where, "edges"):
        edge = _edge(name, _row(row, at), at, nodes, measured, path)
        edges[edge.name] = edge
    return edges


def _node(name: str, row: Mapping[str, Any], where: str, path: Path | None) -> Node:
    _known(row, _NODE, where)
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", name):
        raise FootfallError(
            f"'{name}' is no name of a node", where=where, help="write small letters, digits and hyphens"
        )
    ends = only(ENDS, str(row.get("ends", "end")), "way to end", f"{where}.ends")
    least, most = _pair(row.get("seconds", 1.0), f"{where}.seconds")
    if least < 0:
        raise FootfallError(f"{least:g} s is no time", where=f"{where}.seconds", help="give seconds, like 3")
    goal = str(row.get("goal", ""))
    if goal:
        compile_condition(goal, ("x0",), where=f"{where}.goal")
    vary = {
        key: _pair(value, f"{where}.vary.{key}") for key, value in _row(row.get("vary", {}), where).items()
    }
    node = Node(
        name=name,
        kind=only(NODE_KINDS, str(row.get("kind", ACTION)), "kind of node", f"{where}.kind"),
        skill=_skill(str(row.get("skill", "")), f"{where}.skill", path),
        ends=ends,
        seconds=(least, most),
        most=_number(row.get("most", 15.0 + most), f"{where}.most"),
        goal=goal,
        set=_numbers(row, where),
        vary=vary,
    )
    _parameters(node.skill, [*node.set, *node.vary], where)
    return node


def _edge(
    name: str,
    row: Mapping[str, Any],
    where: str,
    nodes: Mapping[str, Node],
    measured: Mapping[str, Measured],
    path: Path | None,
) -> Edge:
    _known(row, _EDGE, where)
    origin, arrow, to = (part.strip() for part in name.partition("->"))
    if not arrow:
        raise FootfallError(f"'{name}' is no edge", where=where, help='write "stand -> walk"')
    kind = only(EDGE_KINDS, str(row.get("kind", PLAIN)), "kind of edge", f"{where}.kind")
    if origin != ANY or kind != CORRECTIVE:
        only(nodes, origin, "node", where)
    only(nodes, to, "node", where)
    if row.get("when"):
        compile_condition(str(row["when"]), ("x0",), where=f"{where}.when")
    skill = str(row.get("skill", ""))
    if (kind == LEARNED) != bool(skill):
        raise FootfallError(
            "a learned edge has a skill, and no other has",
            where=where,
            help=f'add skill = "…", or kind = "{LEARNED}"',
        )
    values = _numbers(row, where)
    _parameters(nodes[to].skill, list(values), where)
    edge = Edge(
        origin,
        to,
        kind,
        when=str(row.get("when", "")),
        skill=_skill(skill, f"{where}.skill", path) if skill else "",
        set=values,
    )
    return Edge(origin, to, kind, edge.when, edge.skill, edge.set, measured.get(edge.name))


def _measured(row: Mapping[str, Any], where: str) -> Measured:
    _known(row, _MEASURED, where)
    ok, of = (int(_number(row.get(key, 0), f"{where}.{key}")) for key in ("ok", "of"))
    if not 0 <= ok <= of:
        raise FootfallError(f"{ok} of {of} cannot be", where=where, help="measure it again")
    seconds = _number(row.get("seconds", 0.0), f"{where}.seconds")
    return Measured(ok, of, seconds, str(row.get("version", "")), str(row.get("code", "")))


def _skill(name: str, where: str, path: Path | None) -> str:
    """A skill that is there: of the library, or a file beside the graph's."""
    if not name:
        raise FootfallError("the skill is missing", where=where, help='name one, like skill = "moves/stand"')
    if name.endswith(".skill"):
        file = Path(name) if path is None else path.parent / name
        if not file.is_file() and (LIBRARY / name).is_file():
            file = LIBRARY / name  # a copy of the library's graph keeps its learned edges
        if not file.is_file():
            raise FootfallError(
                f"there is no file '{name}'", where=where, help="its path begins at the graph's"
            )
        return str(file)
    return only(skill_names(), name, "skill of the library", where)


def _parameters(skill: str, names: list[str], where: str) -> None:
    """Check that a skill has the parameters that are set."""
    known = [p.name for p in compile_skill(skill).units[0].parameters] if names else []
    for name in names:
        only(known, name, f"parameter of {skill}", where)


def _rows(rows: Mapping[str, Any], where: str, table: str) -> Iterator[tuple[str, Any, str]]:
    for name, row in rows.items():
        yield name, row, f"{where}: {table}.{name}"


def _table(data: Mapping[str, Any], name: str, where: str) -> Mapping[str, Any]:
    return _row(data.get(name, {}), f"{where}: {name}")


def _row(value: Any, where: str) -> Mapping[str, Any]:
    if isinstance(value, dict):
        return value
    raise FootfallError("a table belongs here", where=where, help="write { key = value, … }")


def _known(row: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    for key in row:
        if key not in keys:
            raise FootfallError(f"the key '{key}' is unknown", where=where, help=nearest(key, keys))


def _names(row: Mapping[str, Any], key: str, where: str) -> list[str]:
    value = row.get(key, [])
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return value
    raise FootfallError(
        "a list of nodes belongs here", where=f"{where}.{key}", help=f'write {key} = ["stand"]'
    )


def _number(value: Any, where: str) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value):
        return float(value)
    raise FootfallError(f"{value!r} is no number", where=where, help="write a number, like 3")


def _numbers(row: Mapping[str, Any], where: str) -> dict[str, float]:
    values = _row(row.get("set", {}), f"{where}.set")
    return {key: _number(value, f"{where}.set.{key}") for key, value in values.items()}


def _pair(value: Any, where: str) -> tuple[float, float]:
    """A least and a most; one number is both."""
    both = value if isinstance(value, list) else [value, value]
    if len(both) != 2:
        raise FootfallError(f"{value!r} is no range", where=where, help="write one number, or [least, most]")
    least, most = (_number(one, where) for one in both)
    if least > most:
        raise FootfallError(f"{least:g} is more than {most:g}", where=where, help="write [least, most]")
    return least, most
