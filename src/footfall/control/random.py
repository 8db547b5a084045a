"""Random numbers that depend on nothing but (seed, stream, counter)."""

from __future__ import annotations

import numpy as np

from footfall.control.compile import njit

STREAMS = ("start", "noise", "branch", "balls", "terrain")
START, NOISE, BRANCH, BALLS, TERRAIN = range(5)


@njit
def _mix(x):
    """The finaliser of SplitMix64."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@njit
def uniform(seed, stream, counter):
    """A number in [0, 1) for this seed, stream and counter."""
    x = _mix(np.uint64(seed) + np.uint64(0x9E3779B97F4A7C15))
    x = _mix(x ^ (np.uint64(stream) * np.uint64(0xD1B54A32D192ED03)))
    x = _mix(x + np.uint64(counter) * np.uint64(0x9E3779B97F4A7C15))
    return np.float64(x >> np.uint64(11)) / 9007199254740992.0


def generator(seed: int, stream: int) -> np.random.Generator:
    """A numpy generator of its own for a seed and a stream (counter-based: Philox)."""
    return np.random.Generator(np.random.Philox(key=[seed & (2**64 - 1), stream]))
