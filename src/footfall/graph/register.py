"""A learned transition becomes an edge of a graph's file."""

from __future__ import annotations

import os
import re
from pathlib import Path

from footfall.errors import FootfallError
from footfall.files import write_text
from footfall.graph.model import LEARNED, Edge
from footfall.graph.read import LIBRARY_GRAPH, parse_graph, read_graph
from footfall.reading import read_text

LOCAL = Path("graph.toml")  # the graph of a folder, where none is named
_EDGES = re.compile(r"^\[edges\][^\n]*\n", re.MULTILINE)


def register(file: Path, first: str, second: str, skill: Path) -> Edge:
    """Write a learned edge into a graph's file; one that is not there yet begins as a copy of the library's.

    Args:
        file: The graph's.
        first: The skill that runs.
        second: The skill that follows.
        skill: The file of the transition.

    Raises:
        FootfallError: The graph has no nodes of these skills.
    """
    text = read_text(file if file.exists() else LIBRARY_GRAPH)
    graph = read_graph(file if file.exists() else None)
    names = []
    for one in (first, second):
        node = next((node for node in graph.nodes.values() if node.skill == one), None)
        if node is None:
            raise FootfallError(
                f"the graph has no node of {one}", where=str(file), help=f"`footfall graph add {one}` adds it"
            )
        names.append(node.name)
    beside = os.path.relpath(skill.resolve(), file.resolve().parent)
    row = f'"{names[0]} -> {names[1]}" = {{ kind = "{LEARNED}", skill = "{Path(beside).as_posix()}" }}\n'
    new = with_row(text, row)
    parse_graph(new, where=str(file), path=file)  # what is written can be read
    write_text(file, new)
    return read_graph(file).edge(*names)


def with_row(text: str, row: str) -> str:
    """A graph's text with a row among its edges, in place of one of the same name."""
    name = re.escape(row.partition(" = ")[0])
    head = _EDGES.search(text)
    if head is None:
        at = text.find("[measured]")
        at = len(text) if at < 0 else text.rfind("\n\n", 0, at) + 1
        return f"{text[:at].rstrip()}\n\n[edges]\n{row}\n{text[at:].lstrip()}"
    end = re.compile(r"^(?:#[^\n]*\n)?\[", re.MULTILINE).search(text, head.end())
    stop = end.start() if end else len(text)
    section = text[head.end() : stop]
    old = re.compile(rf"^{name} *=[^\n]*\n", re.MULTILINE)
    section = old.sub(lambda _: row, section) if old.search(section) else section.rstrip() + f"\n{row}\n"
    return text[: head.end()] + section.lstrip("\n") + text[stop:]
