"""Things that stand in a world: boxes and balls, fixed or able to move."""

from __future__ import annotations

from dataclasses import dataclass

from footfall.errors import FootfallError
from footfall.script import check, parse
from footfall.script.props import PropSpec, prop_spec

PREFIX = "entity/"  # of the names of props in a model
MOVABLE = 50.0  # kg: heavier things of an environment file are walls and steps, and stay where they are


@dataclass(frozen=True)
class Prop:
    """A box or a ball.

    Attributes:
        name: Its entity; several props of one entity are switched and passed together.
        kind: "box" or "sphere".
        size: Box: full length along x, y (sideways) and z (m); sphere: its radius, three times.
        position: Centre x, y, z (m).
        mass: kg.
        fixed: Whether it stays where it is; else it moves, in the plane x, z in a world of planar bodies.
        friction: Of all its contacts; None: MuJoCo takes the larger of both sides.
    """

    name: str
    kind: str
    size: tuple[float, float, float]
    position: tuple[float, float, float]
    mass: float
    fixed: bool
    friction: float | None = None


def prop_of(spec: PropSpec) -> Prop:
    """A script's PROP as a prop of a world."""
    kind = "box" if spec.shape == "box" else "sphere"
    return Prop(spec.name, kind, spec.size, spec.at, spec.mass, spec.fixed, spec.friction)


def parse_prop(text: str) -> Prop:
    """Read ``crate.box(.4, .4, .4).at(2, 0, .2).mass(80).friction(.2)``, as behind PROP in a script.

    Raises:
        FootfallError: It cannot be read.
    """
    script = f"SKILL world()\nPROP {text}\nPHASE rest\n"
    problems = [d for d in check(script, name="PROP") if d.severity == "error"]
    found = parse(script, name="PROP").props
    if problems or len(found) != 1:
        message = problems[0].message if problems else "this is not one prop"
        help = (problems[0].help if problems else "") or "write crate.box(.4, .4, .4).at(2, 0, .2).mass(10)"
        raise FootfallError(message, where=f"PROP {text}", help=help)
    return prop_of(prop_spec(found[0], {}))
