"""State: whatever changes at run time, in two flat buffers with named views.

Saving, restoring, branching and hashing act on the buffers; nothing else remembers anything.
"""

from __future__ import annotations

import math
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from footfall.engine.layout import SCRATCH, STATE, Sizes, in_region

__all__ = ["Sizes", "State", "float_shapes", "int_shapes", "scratch_arrays", "views_of"]


def float_shapes(sizes: Sizes) -> dict[str, tuple[int, ...]]:
    """Names and shapes of the float64 views."""
    return {field.name: field.sized(sizes) for field in in_region(STATE, "f8")}


def int_shapes(sizes: Sizes) -> dict[str, tuple[int, ...]]:
    """Names and shapes of the int64 views."""
    return {field.name: field.sized(sizes) for field in in_region(STATE, "i8")}


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
    return {field.name: np.zeros(field.sized(sizes), field.dtype) for field in in_region(SCRATCH)}


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

    def __getattr__(self, name: str) -> NDArray[Any]:
        try:
            return cast(NDArray[Any], self.__dict__["views"][name])
        except KeyError:
            raise AttributeError(name) from None
