"""Styles: small skills that hand curves over the step to genbicon/walk. Read, blended and written as text.

A style is what its DO statement says: for each parameter of the walk a number or a curve. The zero gait
says nothing. What a style leaves out has the walk's neutral value, so styles blend by their curves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from footfall.errors import FootfallError

from .compile.bounds import fold
from .source import Source, find_skill
from .syntax.expression_tree import Curve, Expr
from .syntax.parser import parse
from .syntax.tree import Do, Script

WALK = "genbicon/walk"
# what a style leaves to whoever calls it: parameters of its own, with the walk's defaults
LIVE = ("speed", "side", "heading", "step_time", "step_height", "step_width")
SHOWN = {"heading": "0 deg"}
NEUTRAL = {"arm_swing": 0.5}  # all others are 0
SPEED = 0.6  # m/s: of a style that says nothing about it

Knots = tuple[tuple[float, float], ...]  # (phi, value); one knot is a constant


@dataclass(frozen=True)
class Style:
    """A style.

    Attributes:
        name: Of the skill.
        doc: One line.
        live: Defaults of `LIVE`, where it has its own.
        curves: Parameter of the walk -> knots over phi.
    """

    name: str
    doc: str
    live: Mapping[str, float]
    curves: Mapping[str, Knots]


def at(knots: Knots, phi: float) -> float:
    """A curve's value: straight lines between knots, level beyond them."""
    (x0, y0), *rest = knots
    for x1, y1 in rest:
        if phi < x1:
            return y0 + (max(phi, x0) - x0) / (x1 - x0) * (y1 - y0)
        x0, y0 = x1, y1
    return y0


def read_style(name: str) -> Style:
    """A style of the library, or of a file.

    Raises:
        FootfallError: It is no skill, or one that is not a style.
    """
    source = find_skill(name)
    script = parse(source)
    calls = [s for phase in script.phases for s in phase.statements if isinstance(s, Do)]
    if len(script.phases) != 1 or len(calls) != 1 or calls[0].path.text != WALK:
        raise FootfallError(
            f"{source.name} is not a style",
            where=source.path,
            help=f"a style has one phase, and that one DO {WALK}(…)",
        )
    curves = {}
    for arg in calls[0].args:
        if arg.name is not None and arg.name.text not in (*LIVE, "style"):
            curves[arg.name.text] = _knots(arg.value, arg.name.text, source)
    return Style(source.name, " ".join(script.doc.split()), _defaults(script), curves)


def _defaults(script: Script) -> dict[str, float]:
    found = {}
    for parameter in script.parameters:
        value = fold(parameter.default)
        if parameter.name.text in LIVE and value is not None:
            found[parameter.name.text] = float(value)
    return found


def _knots(expr: Expr, name: str, source: Source) -> Knots:
    pairs = [(fold(x), fold(y)) for x, y in expr.knots] if isinstance(expr, Curve) else [(0.0, fold(expr))]
    knots = []
    for place, value in pairs:
        if place is None or value is None:
            raise FootfallError(
                f"{name} is not a number or a curve of numbers",
                where=source.path,
                help="what a style is blended from must be plain: curve(0: .1, .5: .3, 1: .1)",
            )
        knots.append((float(place), float(value)))
    return tuple(knots)


def blend(one: Style, other: Style, share: float, name: str) -> Style:
    """A style between two.

    Args:
        one: At share 0.
        other: At share 1.
        share: Of the other one; below 0 and above 1 exaggerate.
        name: Of the result.
    """
    curves: dict[str, Knots] = {}
    for key in dict.fromkeys((*one.curves, *other.curves)):
        flat: Knots = ((0.0, NEUTRAL.get(key, 0.0)),)
        a, b = one.curves.get(key, flat), other.curves.get(key, flat)
        places = sorted({x for x, _ in (*a, *b)}) if len(a) + len(b) > 2 else [0.0]
        curves[key] = tuple((x, (1 - share) * at(a, x) + share * at(b, x)) for x in places)
    live = {
        key: (1 - share) * one.live.get(key, other.live.get(key, 0.0))
        + share * other.live.get(key, one.live.get(key, 0.0))
        for key in dict.fromkeys((*one.live, *other.live))
    }
    return Style(name, f"{1 - share:.0%} {one.name}, {share:.0%} {other.name}.", live, curves)


def style_text(style: Style) -> str:
    """The skill that a style is."""
    live = {"speed": SPEED, **style.live}
    head = [f"{key} = {SHOWN.get(key) or _number(live.get(key, 0.0))}" for key in LIVE]
    args = [f"{key} = {key}" for key in LIVE]
    lines = [", ".join([*args[:3]]), ", ".join([*args[3:], "style = amount"])]
    lines += [f"{key} = {_written(knots)}" for key, knots in style.curves.items()]
    return (
        f"## {style.doc}\n"
        f"SKILL {style.name.split('/')[-1].replace('-', '_')}({', '.join(head[:4])},\n"
        f"    {', '.join([*head[4:], 'amount = 1'])})\n"
        "BODY human-spine\nSTART rest\nGOAL none\n\n"
        f"PHASE go\n  DO {WALK}({(',' + chr(10) + '    ').join(lines)});\n"
    )


def _number(value: float) -> str:
    text = f"{round(value, 4):g}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _written(knots: Knots) -> str:
    if len(knots) == 1:
        return _number(knots[0][1])
    return f"curve({', '.join(f'{_number(x)}: {_number(y)}' for x, y in knots)})"
