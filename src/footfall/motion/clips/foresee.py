"""Deviations from a motion that keep the ground's force within bounds: a small predictive control.

Each row the next half second is planned anew: a quadratic cost of where the deviation goes, and of how far
the point of pressure is outside its bounds, is made small by a fixed number of projections.
"""

from __future__ import annotations

import numpy as np

from footfall.motion.clips.rotations import F64


class Plan:
    """Inputs (m) that change states (n) step by step, and an output that should stay in bounds.

    Args:
        a, b: (n, n) and (n, m): the next state is ``a x + b u``.
        c, d: (n,) and (m,): the output is ``c x + d u``.
        cost: (n, n) of a state, the same in every step.
        last: (n, n) besides, of the last one.
        effort: Of inputs.
        price: Of a squared unit of the output outside its bounds.
        steps: That are planned.
    """

    def __init__(
        self, a: F64, b: F64, c: F64, d: F64, *, cost: F64, last: F64, effort: float, price: float, steps: int
    ) -> None:
        self.a, self.b, self.steps, self.price = a, b, steps, price
        n, m = b.shape
        free, forced = np.eye(n), np.zeros((n, steps * m))
        whole, pull = effort * np.eye(steps * m), np.zeros((steps * m, n))
        seen, seen_free = np.zeros((steps, steps * m)), np.zeros((steps, n))
        for k in range(steps):
            seen[k], seen_free[k] = c @ forced, c @ free
            seen[k, k * m : (k + 1) * m] += d
            forced, free = a @ forced, a @ free
            forced[:, k * m : (k + 1) * m] += b
            much = cost + last if k == steps - 1 else cost
            whole += forced.T @ much @ forced
            pull += forced.T @ much @ free
        self._seen, self._seen_free = seen, seen_free
        near = np.linalg.inv(whole + price * seen.T @ seen)
        # output of the whole plan from what it should be, and the first input
        self._first = near[:m] @ (price * seen.T), near[:m] @ pull
        self._all = seen @ near @ (price * seen.T), seen @ near @ pull

    def step(self, state: F64, low: F64, high: F64, rounds: int = 25) -> F64:
        """The first input (m,), for a state (n,) and bounds of the output, (steps,) each."""
        free = self._seen_free @ state
        rest = free - self._all[1] @ state
        near = np.clip(free, low, high)
        for _ in range(rounds):
            near = np.clip(self._all[0] @ (near - free) + rest, low, high)
        return np.asarray(self._first[0] @ (near - free) - self._first[1] @ state)
