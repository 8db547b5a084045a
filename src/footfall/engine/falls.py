"""Why a body counts as fallen: which part of its FALL rule holds, in words."""

from __future__ import annotations

from footfall.engine.condition import Asker
from footfall.engine.recording.report import posture
from footfall.engine.session import Session
from footfall.errors import FootfallError
from footfall.script import Source, parse
from footfall.script.syntax.expression_tree import Binary, Expr


def why_fallen(sim: Session) -> str:
    """The parts of the first actor's FALL rule that hold now; "" when none of them can be told.

    A skill without a rule has the body's: its centre of mass is low, or its trunk or head touches.
    """
    unit = sim.programs[0].units[0]
    rule = parse(Source(unit.name, unit.path, unit.text)).fall if unit.modern else None
    if rule is None:
        return _by_the_body(sim)
    asker, inputs = Asker(sim), sim.actors[0].inputs
    values = {p.name: float(inputs[k]) for k, p in enumerate(unit.parameters)}
    found = []
    for part in _parts(rule):
        text = " ".join(unit.text[part.span.start : part.span.end].split())
        try:
            if asker.holds(text, {name: v for name, v in values.items() if name in text}):
                found.append(text)
        except FootfallError:  # it uses what only the script knows: a LET
            continue
    return ", ".join(found)


def _parts(rule: Expr) -> list[Expr]:
    """What is joined by ``or``."""
    if isinstance(rule, Binary) and rule.op == "or":
        return [*_parts(rule.left), *_parts(rule.right)]
    return [rule]


def _by_the_body(sim: Session) -> str:
    here = posture(sim)
    if here is None or not here["down"]:
        return ""
    if here["height"] < float(sim.actors[0].fall_height[0]):
        return "its centre of mass was below half its height"
    return "its trunk or head touched the ground"
