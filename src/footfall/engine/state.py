"""State: whatever changes at run time, in two flat buffers with named views.

Saving, restoring, branching and hashing act on the buffers; nothing else remembers anything.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from footfall.engine.layout import SCRATCH, STATE, Sizes, in_region

__all__ = ["Sizes", "State", "float_shapes", "int_shapes", "scratch_arrays"]


def float_shapes(sizes: Sizes) -> dict[str, tuple[int, ...]]:
    """Names and shapes of the float64 views."""
    return {field.name: field.sized(sizes) for field in in_region(STATE, "f8")}


def int_shapes(sizes: Sizes) -> dict[str, tuple[int, ...]]:
    """Names and shapes of the int64 views."""
    return {field.name: field.sized(sizes) for field in in_region(STATE, "i8")}


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
        self.views: dict[str, NDArray[Any]] = {}
        self.floats = self._buffer(float_shapes(sizes), np.float64)
        self.ints = self._buffer(int_shapes(sizes), np.int64)

    def _buffer(self, shapes: dict[str, tuple[int, ...]], dtype: Any) -> NDArray[Any]:
        buffer = np.zeros(sum(int(np.prod(s)) for s in shapes.values()), dtype)
        at = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.views[name] = buffer[at : at + size].reshape(shape)
            at += size
        return buffer

    def __getattr__(self, name: str) -> NDArray[Any]:
        try:
            return cast(NDArray[Any], self.__dict__["views"][name])
        except KeyError:
            raise AttributeError(name) from None
