"""Where the nodes of a graph are drawn: as far from each other as there are edges between them.

Stress majorization (Gansner, Koren and North 2004): with d_ij the number of edges between two nodes, places x
minimise Σ (|x_i - x_j| - d_ij)² / d_ij², by steps that never make it larger:

    x_i ← Σ_j w_ij (x_j + d_ij (x_i - x_j) / |x_i - x_j|) / Σ_j w_ij,    w_ij = 1 / d_ij²

Then nodes that overlap are pushed apart. The same graph always gets the same picture.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]
STEPS = 400
PUSHES = 200


def distances(count: int, pairs: list[tuple[int, int]]) -> F64:
    """Edges between each two of `count` nodes, (n, n), whichever way they lead (Floyd and Warshall)."""
    far = np.full((count, count), float(count))
    for i, j in pairs:
        far[i, j] = far[j, i] = 1.0
    np.fill_diagonal(far, 0.0)
    for k in range(count):
        far = np.minimum(far, far[:, k : k + 1] + far[k : k + 1, :])
    return np.where(far >= count, min(3.0, float(count)), far)


def stress(at: F64, far: F64) -> float:
    """How wrong the distances of some places are."""
    i, j = np.triu_indices(len(at), 1)
    gap = np.linalg.norm(at[i] - at[j], axis=1)
    return float(np.sum((gap - far[i, j]) ** 2 / far[i, j] ** 2))


def places(far: F64, steps: int = STEPS) -> F64:
    """Places of n nodes, (n, 2), in units of one edge; the first is in the middle."""
    n = len(far)
    turn = np.arange(n) * 2.399963  # the golden angle: a start without symmetry that would never be left
    radius = np.where(far[0] > 0, far[0], 0.05)
    at = np.column_stack([radius * np.cos(turn), radius * np.sin(turn)])
    if n < 2:
        return np.zeros((n, 2))
    weight = 1.0 / np.where(far > 0, far, np.inf) ** 2
    for _ in range(steps):
        apart = at[:, None, :] - at[None, :, :]
        gap = np.linalg.norm(apart, axis=2)
        np.fill_diagonal(gap, 1.0)
        pull = at[None, :, :] + apart * (far / np.maximum(gap, 1e-9))[:, :, None]
        at = np.sum(weight[:, :, None] * pull, axis=1) / weight.sum(axis=1)[:, None]
    return np.asarray(at - at[0])


def without_overlap(at: F64, size: F64, room: float) -> F64:
    """Push boxes apart that overlap.

    Args:
        at: (n, 2) their middles.
        size: (n, 2) half their widths and heights.
        room: That must be left between two.

    Returns:
        (n, 2) their middles.
    """
    at = at.copy()
    for _ in range(PUSHES):
        moved = False
        for i in range(len(at)):
            for j in range(i + 1, len(at)):
                need = size[i] + size[j] + room - np.abs(at[j] - at[i])
                if np.all(need > 0):
                    axis = int(np.argmin(need))
                    way = 1.0 if at[j, axis] >= at[i, axis] else -1.0
                    at[i, axis] -= way * need[axis] / 2
                    at[j, axis] += way * need[axis] / 2
                    moved = True
        if not moved:
            break
    return at
