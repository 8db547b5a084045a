"""The interface of every search strategy: ask for candidates, tell their scores, save and load."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Strategy(Protocol):
    """Proposes candidates and learns from their scores.

    A strategy works in search coordinates: 0 is the script's own value, 1 is one std. Its first
    generation is its start alone, so the first score told is that of the unchanged script.

    Attributes:
        name: As on the command line.
        elitist: Whether it compares scores across generations; then all share one seed.
        speculative: Whether its next generation can be guessed: a candidate seldom succeeds.
    """

    name: str
    elitist: bool
    speculative: bool

    def ask(self) -> Array:
        """The (k, n) candidates of this generation; the same ones until they are told."""

    def tell(self, scores: Array) -> None:
        """Learn the (k,) finite scores of the candidates last asked for; smaller is better."""

    def limit(self) -> float:
        """A candidate with a score above this is hopeless: its exact score does not matter."""

    def stop(self) -> str:
        """Why there is no point in going on, or "" while there is."""

    def settings(self) -> dict[str, Any]:
        """What it was made with, as plain data: a checkpoint resumes only under the same."""

    def state(self) -> dict[str, Any]:
        """All that `load` needs: arrays, numbers, texts and dictionaries of these."""

    def load(self, state: dict[str, Any]) -> None:
        """Go on where `state` was taken; only on a strategy that was just made, alike."""


def normal(seed: int, stream: int, counter: int, shape: tuple[int, ...]) -> Array:
    """Standard normal numbers that depend on nothing but seed, stream and counter.

    Because of this a strategy needs no generator of its own in its state, and asking twice, or asking
    a copy, gives the same candidates.
    """
    key = np.array([seed & (2**64 - 1), stream & (2**64 - 1)], dtype=np.uint64)
    # The generator advances its lowest word; the candidate's counter goes into the highest.
    start = np.array([0, 0, 0, counter], dtype=np.uint64)
    return np.random.Generator(np.random.Philox(key=key, counter=start)).standard_normal(shape)


def fold(x: Array, lower: Array, upper: Array) -> Array:
    """Reflect coordinates at their bounds until they lie between them.

    Args:
        x: (..., n) any finite coordinates.
        lower: (n,) bounds, -inf where there is none.
        upper: (n,) bounds, inf where there is none.

    >>> fold(np.array([1.2, -3.5, 9.0]), np.array([0.0, -1.0, -np.inf]), np.array([1.0, 1.0, np.inf]))
    array([0.8, 0.5, 9. ])
    """
    inside = (x >= lower) & (x <= upper)
    if inside.all():
        return x
    with np.errstate(invalid="ignore", divide="ignore"):
        width = upper - lower
        # A triangle wave of period 2 * width.
        phase = np.mod(x - lower, 2.0 * width)
        both = lower + np.where(phase > width, 2.0 * width - phase, phase)
        above = lower + np.abs(x - lower)
        below = upper - np.abs(upper - x)
    folded = np.where(np.isinf(upper), above, np.where(np.isinf(lower), below, both))
    folded = np.where(width > 0.0, folded, lower)
    # Rounding may leave a reflected coordinate one bit outside.
    return np.where(inside, x, np.clip(folded, lower, upper))
