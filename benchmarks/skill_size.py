"""How long the GENBICON walk is: its lines, its compiled instructions, and what it says twice.

    python benchmarks/skill_size.py          genbicon/walk, gait and manner; --json

Lines and instructions are those of these three files. What a natural gait adds is in three files of its own,
genbicon/people, genbicon/poise and genbicon/strides, whose lines and instructions are told beside, without a
bar. A repeated expression is one with three or more terms (numbers, names, calls) that stands in one file
more than once; `LET` says it once. The exit code is 1 if the walk is longer than its bars.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from footfall.control.columns import (
    MOVE_CODE0,
    MOVE_CODE1,
    PHASE_CODE0,
    PHASE_CODE1,
    PHASE_MOVE0,
    PHASE_MOVE1,
    PHASE_UNIT,
)
from footfall.script import Program, Source, compile_skill, find_skill, parse
from footfall.script.syntax.expression_tree import Binary, Call, Literal, Ref, Unary

SKILLS = ("genbicon/walk", "genbicon/gait", "genbicon/manner")
NATURAL = ("genbicon/people", "genbicon/poise", "genbicon/strides")
BARS = {"lines": 193 // 2, "instructions": 1045 // 2}  # half of what they were before LET and PARAMS
TERMS = 3


def nodes(node: Any) -> Iterator[Any]:
    """All nodes of a tree below one, and itself."""
    if dataclasses.is_dataclass(node):
        yield node
        for field in dataclasses.fields(node):
            yield from nodes(getattr(node, field.name))
    elif isinstance(node, tuple | list):
        for item in node:
            yield from nodes(item)


def terms(node: Any) -> int:
    """Numbers, names and calls in an expression."""
    return sum(isinstance(n, Literal | Ref | Call) for n in nodes(node))


def repeated(source: Source) -> list[str]:
    """Expressions of three or more terms that stand in a script more than once, as they are written."""
    script = parse(source)
    found = [
        n for n in nodes((script.lets, script.phases)) if isinstance(n, Binary | Unary) and terms(n) >= TERMS
    ]
    texts = Counter(" ".join(source.text[n.span.start : n.span.end].split()) for n in found)
    return sorted(text for text, times in texts.items() if times > 1)


def instructions(program: Program, names: Iterable[str]) -> int:
    """Compiled instructions of some scripts of a program: of their SETs, phases and transitions."""
    chosen = {k for k, unit in enumerate(program.units) if unit.name in names}
    phases = [phase for phase in program.phases if phase[PHASE_UNIT] in chosen]
    moves = [(phase[PHASE_MOVE0], phase[PHASE_MOVE1]) for phase in phases]
    moves += [program.units[k].always for k in chosen]
    spans = [program.units[k].sets for k in chosen]
    spans += [(phase[PHASE_CODE0], phase[PHASE_CODE1]) for phase in phases]
    for first, last in moves:
        spans += [(move[MOVE_CODE0], move[MOVE_CODE1]) for move in program.transitions[first:last]]
    return sum(int(last - first) for first, last in spans)


def lines(names: Iterable[str]) -> int:
    """Lines of scripts of the library."""
    return sum(len(find_skill(name).text.splitlines()) for name in names)


def main() -> int:
    """Count and print."""
    parser = argparse.ArgumentParser(description="How long the GENBICON walk is.")
    parser.add_argument("--json", action="store_true", help="one object on stdout")
    asked = parser.parse_args()
    sources = [find_skill(name) for name in SKILLS]
    again = [text for source in sources for text in repeated(source)]
    program = compile_skill(SKILLS[0])
    facts = {"lines": lines(SKILLS), "instructions": instructions(program, SKILLS)}
    beside = {"lines": lines(NATURAL), "instructions": instructions(program, NATURAL)}
    if asked.json:
        print(json.dumps({**facts, "repeated": again, "natural": beside}))
    else:
        counted = ", ".join(f"{facts[key]} {key} (at most {bar})" for key, bar in BARS.items())
        natural = ", ".join(f"{count} {key}" for key, count in beside.items())
        print("\n".join([*again, f"{counted}, {len(again)} repeated expressions; a natural gait: {natural}"]))
    return 1 if again or any(facts[key] > bar for key, bar in BARS.items()) else 0


if __name__ == "__main__":
    sys.exit(main())
