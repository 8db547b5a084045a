"""PROP: the things that a script needs in its world, from the tree to plain numbers.

``PROP crate.box(.4, .4, .4).at(ahead, 0, .2).mass(80).friction(.2)``: numbers, arithmetic and the
skill's parameters. They are read once, when a scene is built.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from footfall.errors import FootfallError

from .compile.bounds import fold
from .program import Program
from .statements import Arg, Clause
from .syntax.tree import ClauseNode, Subject

SHAPES = ("box", "ball")
_MOST = 1e4  # m and kg: more is a typing mistake
_SIZE = (1e-4, _MOST)
CLAUSES: tuple[Clause, ...] = (
    Clause("box", tuple(Arg(x, "length", legal=_SIZE) for x in "xyz"), "a box: its whole size, m"),
    Clause("ball", (Arg("radius", "length", legal=_SIZE),), "a ball, m"),
    Clause("at", (Arg("x", "length"), Arg("y", "length"), Arg("z", "length")), "its centre in the world, m"),
    Clause("mass", (Arg("mass", "number", legal=_SIZE),), "kg; a prop that is not fixed needs it"),
    Clause(
        "friction",
        (Arg("friction", "number", legal=(1e-4, 10.0)),),
        "of all its contacts; left out: as the rest",
    ),
    Clause("fixed", (), "it stays where it is"),
)
_BY_NAME = {clause.name: clause for clause in CLAUSES}


@dataclass(frozen=True)
class PropSpec:
    """A prop as numbers.

    Attributes:
        name: What scripts call it.
        shape: "box" or "ball".
        size: Box: length along x, y, z (m); ball: its radius, three times.
        at: Its centre (m).
        mass: kg; 0 for a fixed one that does not say.
        friction: None: as the rest of the world.
        fixed: Whether it stays where it is.
    """

    name: str
    shape: str
    size: tuple[float, float, float]
    at: tuple[float, float, float]
    mass: float
    friction: float | None
    fixed: bool


def clause_kinds(clause: ClauseNode) -> tuple[str, ...]:
    """The kind of number of each argument of a PROP's clause; none when there is no such clause."""
    row = _BY_NAME.get(clause.name.text)
    return tuple(a.kind for a in row.args) if row else ()


def prop_specs(program: Program, inputs: Mapping[str, float]) -> tuple[PropSpec, ...]:
    """The props a Program declares.

    Args:
        program: The Program.
        inputs: Values of the root skill's parameters that are not its defaults; those of called
            skills have their defaults.

    Raises:
        FootfallError: A size or mass is not above zero, or a number is not finite.
    """
    found = []
    for unit, prop in program.props:
        values = {p.name: float(program.params[p.slot]) for p in program.units[unit].parameters}
        if unit == 0:
            values.update({k: float(v) for k, v in inputs.items() if k in values})
        found.append(prop_spec(prop, values))
    return tuple(found)


def prop_spec(prop: Subject, values: Mapping[str, float]) -> PropSpec:
    """One prop with its numbers; see `prop_specs`."""
    name = prop.name.text if prop.name else ""
    numbers: dict[str, tuple[float, ...]] = {}
    for clause in prop.clauses:
        found = [fold(a, values) for a in clause.args]
        known = tuple(v for v in found if v is not None)
        if len(known) < len(found):
            raise _wrong(name, f".{clause.name.text} has no finite value", "use other numbers")
        numbers[clause.name.text] = known
    shape = "box" if "box" in numbers else "ball"
    size = numbers[shape] if shape == "box" else numbers[shape] * 3
    mass = numbers.get("mass", (0.0,))[0]
    fixed = "fixed" in numbers
    if min(size) < _SIZE[0] or (mass < _SIZE[0] and not fixed):
        raise _wrong(name, "sizes and mass must be above 0", f"write numbers from {_SIZE[0]:g}")
    if max(*size, *(abs(v) for v in numbers["at"]), mass) > _MOST:
        raise _wrong(name, f"its numbers are beyond {_MOST:g}", "metres and kilograms are meant")
    friction = numbers.get("friction", (None,))[0]
    if friction is not None and not 0 < friction <= 10:
        raise _wrong(name, f"a friction of {friction:g}", "write a number above 0, at most 10")
    (a, b, c), (x, y, z) = size, numbers["at"]
    return PropSpec(name, shape, (a, b, c), (x, y, z), mass, friction, fixed)


def _wrong(name: str, message: str, help: str) -> FootfallError:
    return FootfallError(message, where=f"PROP {name}", help=help)
