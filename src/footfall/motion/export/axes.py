"""The axes of files: X left, Y up, Z forward, where the world has x forward, y left, z up."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


def to_file(v: ArrayLike) -> Floats:
    """Vectors (…, 3) of the world in a file's axes."""
    return np.ascontiguousarray(np.asarray(v, float)[..., [1, 2, 0]])


def turn_to_file(q: ArrayLike) -> Floats:
    """Rotations (…, 4), scalar first, of the world in a file's axes."""
    return np.ascontiguousarray(np.asarray(q, float)[..., [0, 2, 3, 1]])
