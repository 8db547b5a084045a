"""The names that a script defines, for completion and hover: parameters, groups and LETs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from footfall.script import Source, parse
from footfall.script.compile.compiler import load
from footfall.script.source import FileLoader
from footfall.script.syntax.declarations import known
from footfall.script.syntax.tree import Group, Let, ParameterNode, Script


@dataclass(frozen=True)
class Symbol:
    """A name of the script.

    Attributes:
        name: The name.
        what: parameter, group or LET.
        text: Its definition: ``speed = .7``, ``LET fast = abs(speed) > 1``.
    """

    name: str
    what: str
    text: str


def symbols_at(source: Source, offset: int) -> Iterator[Symbol]:
    """The names that are known at a place, including a LET that is defined there.

    Args:
        source: The script; what it calls is read too where it takes a group of parameters.
        offset: The place in its text.
    """
    script = parse(source)
    scripts: tuple[Script, ...] = (script,)
    if script.skill and script.skill.takes:
        scripts = load(source, FileLoader()).scripts
        script = scripts[0]
    phase = next((p for p in reversed(script.phases) if p.span.start <= offset), None)
    nodes: list[ParameterNode | Let | Group] = [*script.parameters]
    nodes += (let for let in known(script, phase).values() if let.span.start <= offset)
    nodes += (group for one in scripts for group in one.groups)
    for node in nodes:
        what = {Let: "LET", Group: "group"}.get(type(node), "parameter")
        text = scripts[node.span.unit].source.text[node.span.start : node.span.end]
        yield Symbol(node.name.text, what, " ".join(text.split()))
