"""Measure a gait: its strides, their figures and curves, and how much they are like people's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from footfall.natural.curves import JOINTS, mean_curves, roughness, stride_curves
from footfall.natural.figures import figures_of
from footfall.natural.motion import F64, Motion
from footfall.natural.score import Part, parts_of, score_of
from footfall.natural.strides import Stride, standing, strides_of

LEAST_STRIDES = 2
"""Of both feet together: with fewer there is no gait to speak of."""
SLOWEST = 0.15  # m/s: below, it steps in place
FLIES = 0.02  # share of the cycle in which no foot stands: more is a run


@dataclass(frozen=True)
class Gait:
    """What was measured.

    Attributes:
        figures: Name -> number.
        curves: Name -> (101,) mean over the strides, degrees.
        each: The same for each stride.
        parts: Of the score; empty for what is no walk.
        score: From 0 to 100; None for what is no walk.
    """

    figures: Mapping[str, float]
    curves: Mapping[str, F64]
    each: tuple[Mapping[str, F64], ...] = field(repr=False)
    parts: tuple[Part, ...]
    score: float | None

    @property
    def is_walk(self) -> bool:
        """Whether it goes somewhere and never leaves the ground."""
        return walks(self.figures)


def walks(figures: Mapping[str, float]) -> bool:
    """Whether figures are those of a walk: it goes somewhere, and one foot always stands."""
    return figures["speed"] >= SLOWEST and figures["flight"] <= FLIES


def measure(motion: Motion, first: int | None = None) -> Gait | None:
    """Measure a gait.

    Args:
        motion: The motion.
        first: The first row that counts; the middle of the motion when None.

    Returns:
        None when there are no strides.
    """
    if len(motion.time) < 10:
        return None
    stands = standing(motion)
    strides = strides_of(motion, stands, len(motion.time) // 2 if first is None else first)
    if len(strides) < LEAST_STRIDES or len({s.side for s in strides}) < 2:
        return None
    return _gait(motion, strides, figures_of(motion, strides, stands))


def _gait(motion: Motion, strides: list[Stride], figures: dict[str, float]) -> Gait:
    each = tuple(stride_curves(motion, stride) for stride in strides)
    jerks = [roughness(curves[name]) for curves in each for name in JOINTS if name in curves]
    figures = figures | ({"jerk": float(np.mean(jerks))} if jerks else {})
    curves = mean_curves(each)
    if not walks(figures):
        return Gait(figures, curves, each, (), None)
    parts = parts_of(figures, curves)
    return Gait(figures, curves, each, parts, score_of(parts))
