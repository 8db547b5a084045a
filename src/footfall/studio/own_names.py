"""What a script itself gives names, for completion and hover: its parameters and LETs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from footfall.script import Source, parse
from footfall.script.lets import known
from footfall.script.tree import Let, ParameterNode


@dataclass(frozen=True)
class OwnName:
    """A name of the script.

    Attributes:
        name: The name.
        what: parameter or LET.
        text: How it was given: ``speed = .7``, ``LET fast = abs(speed) > 1``.
    """

    name: str
    what: str
    text: str


def own_names(text: str, offset: int) -> Iterator[OwnName]:
    """The names that are known at a place, a LET that stands there included."""
    script = parse(Source("script", "", text))
    phase = next((p for p in reversed(script.phases) if p.span.start <= offset), None)
    nodes: list[ParameterNode | Let] = [*script.parameters]
    nodes += (let for let in known(script, phase).values() if let.span.start <= offset)
    for node in nodes:
        what = "LET" if isinstance(node, Let) else "parameter"
        written = " ".join(text[node.span.start : node.span.end].split())
        yield OwnName(node.name.text, what, written)
