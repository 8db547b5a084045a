"""The text of a bridge: copies of phases that the first skill goes through, then a call of the second."""

from __future__ import annotations

import re
from dataclasses import dataclass

from footfall.engine.recording.trace import Move
from footfall.errors import FootfallError
from footfall.graph.model import STAY
from footfall.script import Source, parse
from footfall.script.syntax.format import format_text
from footfall.script.syntax.tree import Phase, Script, To

ARRIVE = "arrive"  # the phase in which the second skill runs
WAIT = 1.0  # s after which a copied phase is left in any case: no wait is endless
REST = 0.3  # s of a copy of a phase that is never left by itself, as of standing


@dataclass(frozen=True)
class Bridge:
    """A skill that leads from one to another.

    Attributes:
        name: What it is called.
        text: The script.
        phases: The names of its copied phases, in order.
    """

    name: str
    text: str
    phases: tuple[str, ...]


def path_of(script: Script, moves: list[Move], resting: str, count: int) -> list[tuple[Phase, To | None]]:
    """The phases that a skill goes through from the end of a step on, each with the transition it leaves by.

    Args:
        script: The first skill.
        moves: The transitions that it took while it ran, settled.
        resting: The phase that it is in when it takes none.
        count: How many phases are wanted.

    Raises:
        FootfallError: Its steps are those of a skill that it calls.
    """
    by_name = {phase.name.text: phase for phase in script.phases}
    own = [move for move in moves if move.frame == 0]
    used = [by_name[move.source] for move in own] or [by_name[resting]]
    calling = next((phase for phase in used if phase.call is not None), None)
    if calling is not None:
        raise FootfallError(
            f"{script.source.name} leaves its steps to a skill that it calls",
            help=f"join from {calling.call.path.text}" if calling.call else "",
        )
    if not own:
        return [(by_name[resting], None)] * count
    ways = [_taken(by_name[move.source], move) for move in own]
    first = next((k + 1 for k, way in enumerate(ways) if way.swap), 0)
    if first + 1 > len(own):
        first = 0
    cycle = list(zip((by_name[move.source] for move in own), ways, strict=True))[first:]
    return [cycle[k % len(cycle)] for k in range(count)]


def _taken(phase: Phase, move: Move) -> To:
    """The transition that a move took."""
    for way in phase.transitions:
        if way.target.text == move.target:
            return way
    raise FootfallError(f"the phase {phase.name.text} was left by an interrupt, which no copy can do")


def write(first: Script, second: Source, path: list[tuple[Phase, To | None]]) -> Bridge:
    """The script of a bridge.

    Args:
        first: The first skill.
        second: The second.
        path: The phases of the first that are copied, with the transitions that they are left by.
    """
    text = first.source.text
    there = parse(second)
    ends = _last(first.source.name), _last(second.name)
    title = f"{ends[0]}-to-{ends[1]}"
    copies = tuple(f"{phase.name.text}{k + 1}" for k, (phase, _) in enumerate(path))
    lines = [
        f"## From {ends[0]} to {ends[1]}: {len(path)} phases of the first, as a search found them.",
        f"SKILL {title}({', '.join([*_parameters(first), f'{STAY} = 60'])})",
        *_head(first, there),
    ]
    for k, (phase, way) in enumerate(path):
        target = copies[k + 1] if k + 1 < len(copies) else ARRIVE
        lines += ["", *_copy(text, phase, way, copies[k], target)]
    lines += ["", f"PHASE {ARRIVE}", f"  DO {second.name}();", f"  TO end WHEN time > {STAY};"]
    if any(way.target.text == "end" for phase in there.phases for way in phase.transitions):
        lines.append("  TO end WHEN complete;")
    return Bridge(title, format_text("\n".join(lines) + "\n", name=title), copies)


def _last(name: str) -> str:
    """A skill's own name, without its folder or suffix."""
    return re.sub(r"\.\w+$", "", name.rpartition("/")[2])


def _parameters(first: Script) -> list[str]:
    """The parameters of the first skill, as they are written."""
    if first.skill is None or first.skill.takes:
        raise FootfallError(f"{first.source.name} takes a group of parameters, which no bridge can copy")
    return [first.source.text[p.span.start : p.span.end] for p in first.skill.parameters]


def _head(first: Script, second: Script) -> list[str]:
    """What stands between SKILL and the first phase: where it begins, when it has fallen, what it wants."""
    text = first.source.text
    lines = [f"{word} {name.text}" for word, name in (("BODY", first.body), ("START", first.start)) if name]
    if first.fall is not None:
        lines.append(f"FALL {text[first.fall.span.start : first.fall.span.end]}")
    goal = second.goal
    lines.append(f"GOAL {second.source.text[goal.span.start : goal.span.end]}" if goal else "GOAL none")
    lines += [f"{text[let.span.start : let.span.end]};" for let in first.lets]
    return lines


def _copy(text: str, phase: Phase, way: To | None, name: str, target: str) -> list[str]:
    """A phase under another name, left by one transition, or when it waits too long."""
    lasts = f" LASTS {text[phase.lasts.span.start : phase.lasts.span.end]}" if phase.lasts is not None else ""
    lines = [f"PHASE {name}{lasts}"]
    for span in (*(let.span for let in phase.lets), *(action.span for action in phase.actions)):
        lines.append(f"  {text[span.start : span.end].rstrip(';')};")
    if way is None:
        return [*lines, f"  TO {target} WHEN time > {REST};"]
    swap = " SWAP" if way.swap else ""
    when = text[way.when.span.start : way.when.span.end]
    lines.append(f"  TO {target}{swap} WHEN {when};")
    if not re.search(r"\b(time|phi)\b", when):
        lines.append(f"  TO {target}{swap} WHEN time > {WAIT:g};")
    return lines
