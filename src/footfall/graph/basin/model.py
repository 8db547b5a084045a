"""Nearest neighbours over what tells success from failure.

A feature counts by how far apart its means over the two outcomes are, in its spreads. The chance of a state
is the share of successes among its K nearest starts, the nearer counting more. A state that is farther from
all starts than these are from each other is unknown: nothing is said of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

K = 5
FOLDS = 5
FAR = 3.0  # times the usual distance between neighbours: beyond it nothing is known
_LEAST = 1e-6


@dataclass(frozen=True)
class Basin:
    """The model of one skill.

    Attributes:
        names: (m,) of the features.
        weights: (m,) by which features are multiplied before distances are taken.
        points: (n, m) drawn starts.
        worked: (n,) whether the skill succeeded from each.
        far: A distance beyond which nothing is known.
    """

    names: tuple[str, ...]
    weights: NDArray[np.float64]
    points: NDArray[np.float64]
    worked: NDArray[np.bool_]
    far: float

    def chance(self, at: NDArray[np.float64]) -> float | None:
        """The chance that the skill succeeds from a state (m,); None where nothing is known."""
        away = np.sqrt(np.sum(((self.points - at) * self.weights) ** 2, axis=1))
        near = np.argsort(away)[:K]
        if away[near[0]] > self.far:
            return None
        votes = 1.0 / (away[near] + _LEAST)
        return float(votes @ self.worked[near] / votes.sum())

    @property
    def telling(self) -> tuple[int, int]:
        """The two features that tell most."""
        spread = self.points.std(axis=0) * self.weights
        first, second = np.argsort(-spread)[:2]
        return int(first), int(second)


def fit(names: tuple[str, ...], points: NDArray[np.float64], worked: NDArray[np.bool_]) -> Basin:
    """The model of drawn starts (n, m) and what became of them (n,)."""
    spread = points.std(axis=0)
    told = np.zeros(len(names))
    if worked.any() and not worked.all():
        yes, no = points[worked], points[~worked]
        told = np.abs(yes.mean(0) - no.mean(0)) / (yes.std(0) + no.std(0) + _LEAST)
    weights = np.where(spread > _LEAST, (0.1 + told) / np.maximum(spread, _LEAST), 0.0)
    scaled = points * weights
    apart = np.sqrt(((scaled[:, None, :] - scaled[None, :, :]) ** 2).sum(-1))
    np.fill_diagonal(apart, np.inf)
    usual = float(np.median(apart.min(axis=1))) if len(points) > 1 else 0.0
    return Basin(names, weights, points, worked, FAR * usual)


def held_out(names: tuple[str, ...], points: NDArray[np.float64], worked: NDArray[np.bool_]) -> float:
    """How often a model of the other folds is right about the starts of each, 0 to 1."""
    order = np.random.default_rng(0).permutation(len(points))
    right = 0
    for fold in range(FOLDS):
        out = order[fold::FOLDS]
        rest = np.setdiff1d(order, out)
        if not len(out) or not len(rest):
            continue
        model = fit(names, points[rest], worked[rest])
        usual = bool(worked[rest].mean() >= 0.5)  # what is said of a state that is unknown
        for k in out:
            chance = model.chance(points[k])
            right += int((usual if chance is None else chance >= 0.5) == bool(worked[k]))
    return right / len(points)
