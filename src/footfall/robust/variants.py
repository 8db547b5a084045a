"""Bodies that are a little different from the one a skill was made for."""

from __future__ import annotations

from dataclasses import replace

from footfall.body import Body, Link, Shape
from footfall.body.schema import Vec3


def scale_length(body: Body, factor: float) -> Body:
    """The same body with all lengths times `factor`: masses, gains and limits stay, inertias follow."""
    return replace(body, links=tuple(_longer(link, factor) for link in body.links))


def _longer(link: Link, factor: float) -> Link:
    shapes = tuple(_larger(shape, factor) for shape in link.shapes)
    return replace(
        link,
        com=_times(link.com, factor),
        inertia=_times(link.inertia, factor**2),
        at=_times(link.at, factor),
        shapes=shapes,
    )


def _larger(shape: Shape, factor: float) -> Shape:
    return replace(
        shape, at=_times(shape.at, factor), to=_times(shape.to, factor), size=_times(shape.size, factor)
    )


def _times(vector: Vec3, factor: float) -> Vec3:
    return vector[0] * factor, vector[1] * factor, vector[2] * factor


def with_solver(body: Body, solver: str, cone: str) -> Body:
    """The same body with another solver and friction cone."""
    return replace(body, physics=replace(body.physics, solver=solver, cone=cone))


def with_delay(body: Body, seconds: float) -> Body:
    """The same body, whose torques answer what was sensed `seconds` ago."""
    return replace(body, physics=replace(body.physics, delay=seconds))
