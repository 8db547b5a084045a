"""Small deviations from a motion that keep an output within bounds: a plan that is made anew each step.

A plan minimises a quadratic cost of where the deviation goes and of how far the output is outside its
bounds. Everything but the bounds is known beforehand, so a step is a few products of small matrices.
"""

from __future__ import annotations

import numpy as np

from footfall.motion.clips.rotations import F64

_ROUNDS = 25  # of bringing the output into its bounds


class Plan:
    """Inputs (m,) that change a state (n,) step by step, and an output that should stay within bounds.

    Args:
        a: (n, n) and
        b: (n, m): the next state is ``a x + b u``.
        c: (n,) and
        d: (m,): the output is ``c x + d u``.
        cost: (n, n) of the state, in every step.
        last: (n, n) besides, of the state in the end.
        effort: Of a squared unit of an input.
        price: Of a squared unit of the output outside its bounds.
        steps: That are planned.
    """

    def __init__(
        self, a: F64, b: F64, c: F64, d: F64, *, cost: F64, last: F64, effort: float, price: float, steps: int
    ) -> None:
        n, m = b.shape
        free, forced = np.eye(n), np.zeros((n, steps * m))
        whole, pull = effort * np.eye(steps * m), np.zeros((steps * m, n))
        seen, self._free = np.zeros((steps, steps * m)), np.zeros((steps, n))
        for k in range(steps):
            now = slice(k * m, (k + 1) * m)
            seen[k], self._free[k] = c @ forced, c @ free
            seen[k, now] += d
            forced, free = a @ forced, a @ free
            forced[:, now] += b
            much = cost + last if k == steps - 1 else cost
            whole += forced.T @ much @ forced
            pull += forced.T @ much @ free
        near = np.linalg.inv(whole + price * seen.T @ seen)
        # an output that should differ by y from what it is when left alone: u = near (price seenᵀ y - pull x)
        self._input, self._input_pull = near[:m] @ (price * seen.T), near[:m] @ pull
        self._output, self._output_pull = seen @ near @ (price * seen.T), seen @ near @ pull

    def step(self, state: F64, low: F64, high: F64) -> F64:
        """The first input (m,), for a state (n,) and bounds of the output in every step, (steps,) each."""
        alone = self._free @ state
        rest = alone - self._output_pull @ state
        wanted = np.clip(alone, low, high)
        for _ in range(_ROUNDS):
            wanted = np.clip(self._output @ (wanted - alone) + rest, low, high)
        return np.asarray(self._input @ (wanted - alone) - self._input_pull @ state)
