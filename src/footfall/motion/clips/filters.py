"""A second-order Butterworth low-pass, as the paper filters its trajectories, without delay by default."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from footfall.errors import FootfallError
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.clip import Clip
from footfall.motion.clips.rotations import F64

CUTOFF = 3.0
"""Hz; the paper's."""
# Two passes, there and back, are as strong at the cut-off as one when each is set this much higher.
_TWICE = (np.sqrt(2.0) - 1.0) ** -0.25


def low_pass(values: F64, rate: float, cutoff: float, *, delay: bool = False) -> F64:
    """Values (n, …) without what is faster than `cutoff`.

    Args:
        values: Samples along axis 0.
        rate: Samples a second, Hz.
        cutoff: Hz, where the amplitude is 1/√2.
        delay: One pass forwards, as in real time (√2/(2π·cutoff) s late), instead of there and back.

    Raises:
        FootfallError: The cut-off is not between 0 and half the rate.
    """
    if not 0.0 < cutoff < rate / 2:
        raise FootfallError(
            f"a filter at {cutoff:g} Hz for a clip of {rate:g} Hz",
            help="it must be above 0 and below half the rate",
        )
    flat = np.asarray(values, float).reshape(len(values), -1)
    if delay:
        out = _pass(flat, _weights(rate, cutoff))
    else:
        weights = _weights(rate, min(cutoff * _TWICE, 0.49 * rate))
        pad = min(len(flat) - 1, int(3 * rate / cutoff))
        before = 2 * flat[0] - flat[pad:0:-1]
        after = 2 * flat[-1] - flat[-2 : -pad - 2 : -1]
        there = _pass(np.concatenate([before, flat, after]), weights)
        out = _pass(there[::-1], weights)[::-1][pad : pad + len(flat)]
    return np.asarray(out.reshape(np.shape(values)))


def _weights(rate: float, cutoff: float) -> tuple[float, float, float, float, float]:
    """b0, b1, b2, a1, a2 of the bilinear transform."""
    w = np.tan(np.pi * cutoff / rate)
    scale = 1.0 / (1.0 + np.sqrt(2.0) * w + w * w)
    b = w * w * scale
    return b, 2 * b, b, 2 * (w * w - 1.0) * scale, (1.0 - np.sqrt(2.0) * w + w * w) * scale


def _pass(x: F64, weights: tuple[float, float, float, float, float]) -> F64:
    """One pass over rows, from rest at the first row."""
    b0, b1, b2, a1, a2 = weights
    out = np.empty_like(x)
    x1 = x2 = y1 = y2 = x[0]
    for i, row in enumerate(x):
        out[i] = b0 * row + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
        x2, x1, y2, y1 = x1, row, y1, out[i]
    return out


class Running:
    """The filter in real time: values come one by one.

    Args:
        first: What it begins with, at rest; any shape.
        rate: Values a second, Hz.
        cutoff: Hz.
    """

    def __init__(self, first: F64, rate: float, cutoff: float) -> None:
        self.weights = _weights(rate, cutoff)
        self.value = self._x1 = self._x2 = self._y2 = np.array(first, float)

    def step(self, value: F64) -> F64:
        """The next one, filtered."""
        b0, b1, b2, a1, a2 = self.weights
        out = b0 * value + b1 * self._x1 + b2 * self._x2 - a1 * self.value - a2 * self._y2
        self._x2, self._x1, self._y2, self.value = self._x1, value, self.value, out
        return np.asarray(out)


def filtered(
    clip: Clip, cutoff: float, *, delay: bool = False, calm: tuple[Iterable[int], float] | None = None
) -> Clip:
    """The clip with its root's place and all rotations filtered alike, so that they stay in step.

    Args:
        clip: The motion.
        cutoff: Hz.
        delay: See `low_pass`.
        calm: Joints whose own rotations are filtered at another cut-off, Hz, with the root's place: those
            of the spine carry most of the weight, and limbs may be quicker than it.
    """
    if clip.frames < 4:
        return clip
    given = rot.continuous(clip.rotations)
    turns = low_pass(given, clip.rate, cutoff, delay=delay)
    slow = cutoff
    if calm is not None and calm[1] < cutoff:
        slow, which = calm[1], sorted(calm[0])
        turns[:, which] = low_pass(given[:, which], clip.rate, slow, delay=delay)
    root = low_pass(clip.root, clip.rate, slow, delay=delay)
    return replace(clip, root=root, rotations=rot.unit(turns))
