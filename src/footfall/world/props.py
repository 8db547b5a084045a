"""Things that stand in a world: boxes and balls, fixed or able to move."""

from __future__ import annotations

from dataclasses import dataclass

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
        fixed: Whether it stays where it is; else it moves in the plane x, z.
    """

    name: str
    kind: str
    size: tuple[float, float, float]
    position: tuple[float, float, float]
    mass: float
    fixed: bool
