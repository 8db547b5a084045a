"""A whole body as plain data, and back to the last bit: what a recording keeps of it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import msgspec

from footfall.body.parse_links import KINDS
from footfall.body.roles import ROLES
from footfall.body.schema import Body, Start
from footfall.errors import FootfallError

_MOST = 1e6  # beyond any length, mass, gain or torque
_MOST_DELAY = 10.0  # s
_MOST_DELAYED = 100_000  # ticks
_WORDS = {
    "integrator": ("implicitfast", "implicit", "Euler"),
    "cone": ("elliptic", "pyramidal"),
    "solver": ("Newton", "CG", "PGS"),
    "jacobian": ("auto", "dense", "sparse"),
    "damping": ("implicit", "explicit"),
}


def body_data(body: Body) -> dict[str, Any]:
    """The body as plain data for JSON: every number, and the MJCF and meshes of a wrapped one."""
    data: dict[str, Any] = msgspec.to_builtins(body, enc_hook=_plain)
    return data


def _plain(value: Any) -> Any:
    """Numbers of numpy, in bodies that were made in Python."""
    return value.item()


def body_from(data: Any) -> Body:
    """The body that `body_data` was given.

    Raises:
        FootfallError: It is no body: a part is missing, a number is absurd, names do not fit each other.
    """
    try:
        body = msgspec.convert(data, Body)
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        raise FootfallError(f"this is not a body: {error}") from None
    fault = next(_faults(body, data), "")
    if fault:
        raise FootfallError(f"this is not a body: {fault}")
    return body


def _faults(body: Body, data: dict[str, Any]) -> Iterator[str]:
    if not all(math.isfinite(x) and abs(x) <= _MOST for x in _numbers(data)):
        yield "a number is not finite, or beyond all reason"
    if not body.links or body.links[0].parent:
        yield "the first link must be the root"
    yield from _tree_faults(body)
    axes = {axis.name for axis in body.axes}
    yield from ("a start names an axis that is not there" for s in body.starts.values() if not _fits(s, axes))
    if "rest" not in body.starts:
        yield "it has no start 'rest'"
    for physics in (body.physics, *body.settings.values()):
        for key, words in _WORDS.items():
            if getattr(physics, key) not in words:
                yield f"there is no {key} '{getattr(physics, key)}'"
        step, delay = physics.timestep, physics.delay
        if not 0 < step <= 0.02 or not 0 <= delay <= min(_MOST_DELAY, _MOST_DELAYED * step):
            yield "its time step or delay is absurd"


def _tree_faults(body: Body) -> Iterator[str]:
    known: set[str] = set()
    for link in body.links:
        if link.name in known or (link.parent and link.parent not in known):
            yield f"the link '{link.name}' is there twice, or before its parent"
        known.add(link.name)
        if link.side not in ("left", "right", "") or any(role not in ROLES for role in link.roles):
            yield f"the link '{link.name}' has an unknown role or side"
        if any(shape.kind not in KINDS for shape in link.shapes):
            yield f"the link '{link.name}' has a shape of an unknown kind"
    for joint in body.joints:
        if joint.child not in known or joint.parent not in known:
            yield f"the joint '{joint.name}' joins links that are not there"
        if any(axis.axis not in ("yaw", "roll", "pitch") for axis in joint.axes):
            yield f"the joint '{joint.name}' has an unknown axis"


def _fits(start: Start, axes: set[str]) -> bool:
    return {*start.angles, *start.rates} <= axes and start.stance in ("left", "right")


def _numbers(data: Any) -> Iterator[float]:
    """All numbers of plain data."""
    waiting = [data]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list | tuple):
            waiting += value
        elif isinstance(value, int | float):
            yield float(value)
