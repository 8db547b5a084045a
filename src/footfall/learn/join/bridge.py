"""The text of a bridge: copies of phases of one of two skills, then a call of the second.

The copies are of the first skill's last phases, as in the paper, or of the second's first ones: a run can
begin with a few strides of its own that are made for who comes from a walk.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from footfall.engine.recording.trace import Move
from footfall.errors import FootfallError
from footfall.graph.model import STAY
from footfall.learn.join.copying import Copier
from footfall.script import Source, parse
from footfall.script.syntax.format import format_text
from footfall.script.syntax.tree import Phase, Script, To

ARRIVE = "arrive"  # the phase in which the second skill runs

Path = list[tuple[Phase, To | None]]


@dataclass(frozen=True)
class Bridge:
    """A skill that leads from one to another.

    Attributes:
        name: What it is called.
        text: The script.
        phases: The names of its copied phases, in order.
        of: "first" or "second": whose phases were copied.
    """

    name: str
    text: str
    phases: tuple[str, ...]
    of: str = "first"


def path_of(script: Script, moves: list[Move], resting: str, count: int) -> Path:
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


def entry_of(script: Script, moves: list[Move], count: int, at: str = "") -> tuple[Path, str]:
    """The phases that a skill begins with, and the phase that comes after them.

    Args:
        script: The second skill.
        moves: The transitions that it took from its own start on.
        count: How many phases are wanted; fewer before a phase that calls another skill.
        at: The phase to begin in; its first when empty.

    Returns:
        The phases, and "" where the skill goes on with its first phase: a gait.
    """
    by_name = {phase.name.text: phase for phase in script.phases}
    own = [move for move in moves if move.frame == 0 and move.source in by_name]
    begin = next((k for k, move in enumerate(own) if move.source == at), len(own)) if at else 0
    while begin < len(own) and not at and by_name[own[begin].source].call is not None:
        begin += 1  # what it calls to make itself ready is for who stands
    path: Path = []
    for move in own[begin : begin + count]:
        phase = by_name[move.source]
        if phase.call is not None or move.target == "end":
            break
        path.append((phase, _taken(phase, move)))
    names = [phase.name.text for phase, _ in path]
    # a gait: some step leads back to a phase that was there before
    if any(w is not None and w.swap and w.target.text in names[: k + 1] for k, (_, w) in enumerate(path)):
        while path and not (path[-1][1] and path[-1][1].swap):  # whole steps
            path.pop()
        return path, ""
    return path, path[-1][1].target.text if path and path[-1][1] else ""


def _taken(phase: Phase, move: Move) -> To:
    """The transition that a move took."""
    for way in phase.transitions:
        if way.target.text == move.target:
            return way
    raise FootfallError(f"the phase {phase.name.text} was left by an interrupt, which no copy can do")


def write(first: Script, second: Source, path: Path, *, at: str = "", of: str = "first") -> Bridge:
    """The script of a bridge.

    Args:
        first: The first skill.
        second: The second.
        path: The phases that are copied, with the transitions that they are left by.
        at: The phase of the second skill that it arrives in; its first when empty.
        of: Whose phases they are, "first" or "second".
    """
    there = parse(second)
    ends = _last(first.source.name), _last(second.name)
    title = f"{ends[0]}-to-{ends[1]}" + (f"-{at}" if at and of == "first" else "")
    copier, goes = Copier(first if of == "first" else there), Copier(there)
    copies = tuple(f"{phase.name.text}{k + 1}" for k, (phase, _) in enumerate(path))
    body = []
    for k, (phase, way) in enumerate(path):
        target = copies[k + 1] if k + 1 < len(copies) else ARRIVE
        body += ["", *copier.phase(phase, way, copies[k], target)]
    call = f"  DO {second.name}()" + (f" AT {at};" if at else ";")
    body += ["", f"PHASE {ARRIVE}", call, f"  TO end WHEN time > {STAY};"]
    if any(way.target.text == "end" for phase in there.phases for way in phase.transitions):
        body.append("  TO end WHEN complete;")
    aims = [f"FALL {goes.expr(there.fall)}"] if there.fall is not None else []
    aims.append(f"GOAL {goes.expr(there.goal)}" if there.goal is not None else "GOAL none")
    lets = _lets(copier, body, goes, aims)
    parameters = [*copier.parameters([*body, *lets]), *goes.parameters([*aims, *lets])]
    whose = "the first" if of == "first" else "the second"
    lines = [
        f"## From {ends[0]} to {ends[1]}: {len(path)} phases of {whose}, as a search found them.",
        f"SKILL {title}({', '.join([*dict.fromkeys(parameters), f'{STAY} = 60'])})",
        *(f"{word} {name.text}" for word, name in (("BODY", first.body), ("START", first.start)) if name),
        *lets,
        *aims,
        *body,
    ]
    _check_groups(first)
    return Bridge(title, format_text("\n".join(lines) + "\n", name=title), copies, of)


def _lets(copier: Copier, body: list[str], goes: Copier, aims: list[str]) -> list[str]:
    """The LETs and SETs that copies and aims need.

    Raises:
        FootfallError: Two of one name are not the same.
    """
    mine = {let.name.text: copier.let(let) for let in copier.needed(body)}
    theirs = {let.name.text: goes.let(let) for let in goes.needed(aims)}
    for name in mine.keys() & theirs.keys():
        if mine[name] != theirs[name]:
            raise FootfallError(
                f"both skills have a LET '{name}', and they differ", help="rename it in one of them"
            )
    if copier.script.source == goes.script.source:  # in the order of the one script
        order = [let.name.text for let in copier.script.lets]
        return [line for _, line in sorted((mine | theirs).items(), key=lambda item: order.index(item[0]))]
    return [*mine.values(), *(line for name, line in theirs.items() if name not in mine)]


def _check_groups(first: Script) -> None:
    if first.skill is None or first.skill.takes:
        raise FootfallError(f"{first.source.name} takes a group of parameters, which no bridge can copy")


def _last(name: str) -> str:
    """A skill's own name, without its folder or suffix."""
    return re.sub(r"\.\w+$", "", name.rpartition("/")[2])
