"""State: whatever changes at run time, in two flat buffers with named views.

Saving, restoring, branching and hashing act on the buffers; nothing else remembers anything. Its shapes come
from the one table of all arrays (engine/layout.py).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from footfall.engine.layout import BINS, DEPTH, FIELDS, SCRATCH, STATE, Field
from footfall.errors import FootfallError

_DTYPES: dict[str, Any] = {"f8": np.float64, "i4": np.int32, "i8": np.int64}

LOG_HZ = 200.0  # rows of the log a second, about


def ticks_a_row(dt: float) -> int:
    """Ticks between two rows of the log, at a time step (s)."""
    return max(1, int(round(1.0 / (LOG_HZ * dt))))


@dataclass(frozen=True)
class Sizes:
    """What the shapes of a State depend on."""

    nv: int
    parts: int
    statements: int
    arguments: int
    counters: int
    monitors: int = 0
    shaken: int = 0
    learners: int = 0
    delay: int = 0  # ticks

    @property
    def depth(self) -> int:
        """Frames of the call stack."""
        return DEPTH

    @property
    def bins(self) -> int:
        """Of a phase, for LEARN."""
        return BINS

    @property
    def learned(self) -> int:
        """Rows of what LEARN keeps: one per side."""
        return 2 * self.learners

    @property
    def learning(self) -> int:
        """A count, and who learns."""
        return 1 + self.learners


def in_region(region: str, kind: str = "") -> tuple[Field, ...]:
    """The fields of a region, of one kind if that is given, in order."""
    return tuple(f for f in FIELDS.values() if f.region == region and kind in ("", f.kind))


def carried(*ways: str) -> tuple[str, ...]:
    """Names of the State's rows that a hot swap carries in one of these ways."""
    return tuple(f.name for f in in_region(STATE) if f.carry in ways)


def check_shapes(arrays: Mapping[str, NDArray[Any]]) -> None:
    """Check that arrays agree in their sizes, wherever two shapes share a name.

    Raises:
        FootfallError: A field is missing or unknown, or one disagrees.
    """
    if missing := FIELDS.keys() ^ arrays.keys():
        raise FootfallError(f"fields of a Context that are missing or unknown: {sorted(missing)}")
    known: dict[str, tuple[int, str]] = {}
    for name, field in FIELDS.items():
        shape = arrays[name].shape
        if len(shape) != len(field.shape):
            raise FootfallError(f"the table '{name}' has a shape of {shape} instead of {field.shape}")
        for size, found in zip(field.shape, shape, strict=True):
            wanted, first = (int(size), "") if size.isdigit() else known.setdefault(size, (found, name))
            if found != wanted:
                reason = f"instead of {wanted}" + (f", as '{first}' has" if first else "")
                raise FootfallError(f"the table '{name}' has {found} {size} {reason}")


def sized(field: Field, sizes: Sizes) -> tuple[int, ...]:
    """The shape of a row of the State, in numbers."""
    return tuple(int(n) if n.isdigit() else int(getattr(sizes, n)) for n in field.shape)


def float_shapes(sizes: Sizes) -> dict[str, tuple[int, ...]]:
    """Names and shapes of the float64 views."""
    return {field.name: sized(field, sizes) for field in in_region(STATE, "f8")}


def int_shapes(sizes: Sizes) -> dict[str, tuple[int, ...]]:
    """Names and shapes of the int64 views."""
    return {field.name: sized(field, sizes) for field in in_region(STATE, "i8")}


def views_of(buffer: NDArray[Any], shapes: dict[str, tuple[int, ...]]) -> dict[str, NDArray[Any]]:
    """A flat buffer as named views, one after the other."""
    views, at = {}, 0
    for name, shape in shapes.items():
        size = math.prod(shape)
        views[name] = buffer[at : at + size].reshape(shape)
        at += size
    return views


def scratch_arrays(sizes: Sizes) -> dict[str, NDArray[Any]]:
    """What means nothing after a tick; no part of a State."""
    return {field.name: np.zeros(sized(field, sizes), _DTYPES[field.kind]) for field in in_region(SCRATCH)}


class State:
    """An actor's State.

    Attributes:
        floats: All float64 views in one buffer.
        ints: All int64 views in one buffer.
        views: The views, by name.
    """

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes
        floats, ints = float_shapes(sizes), int_shapes(sizes)
        self.floats = np.zeros(sum(map(math.prod, floats.values())))
        self.ints = np.zeros(sum(map(math.prod, ints.values())), np.int64)
        self.views = views_of(self.floats, floats) | views_of(self.ints, ints)
        self.__dict__.update(self.views)  # found without a call: loops of the host read them often

    def __getattr__(self, name: str) -> NDArray[Any]:
        try:
            return cast("NDArray[Any]", self.__dict__["views"][name])
        except KeyError:
            raise AttributeError(name) from None
