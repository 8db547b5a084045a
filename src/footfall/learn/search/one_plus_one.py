"""The (1+1)-CMA-ES: one parent, one child, and a covariance that follows what succeeded.

C. Igel, T. Suttorp, N. Hansen: A computational efficient covariance matrix update and a (1+1)-CMA for
evolution strategies, GECCO 2006. Symbols are the paper's; the comments name its procedures.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from footfall.learn.search.strategy import Array, fold, normal

P_TARGET = 2.0 / 11.0  # success rate at which the step size stays as it is
P_THRESH = 0.44  # above this the steps are too short to learn a direction from
C_P = 1.0 / 12.0  # how fast the averaged success rate follows
SMALLEST_STEP = 1e-12  # in stds of the script; below this nothing changes any more


class OnePlusOne:
    """One child a generation; it replaces its parent when it is no worse.

    Attributes:
        x: (n,) the parent.
        fx: The parent's score; inf before it is known.
        sigma: Step size.
    """

    name = "one-plus-one"
    elitist = True
    speculative = True

    def __init__(
        self,
        lower: Array,
        upper: Array,
        *,
        seed: int,
        stream: int = 0,
        start: Array | None = None,
        sigma: float = 1.0,
    ) -> None:
        """Start at `start` (the script's own numbers unless given) with steps of `sigma` stds."""
        n = len(lower)
        self.lower, self.upper = lower, upper
        self.seed, self.stream = seed, stream
        # Strategy parameters, the paper's defaults for one child.
        self.d = 1.0 + n / 2.0
        self.c_c = 2.0 / (n + 2.0)
        self.c_cov = 2.0 / (n**2 + 6.0)
        # Strategy state.
        self.x = fold(np.zeros(n) if start is None else start.copy(), lower, upper)
        self.fx = math.inf
        self.sigma0 = self.sigma = sigma
        self.p_succ = P_TARGET
        self.p_c = np.zeros(n)
        self.C: Array = np.identity(n)
        self.A: Array = np.identity(n)
        self.told = 0

    def ask(self) -> Array:
        """The parent itself at first, then its next child: (1, n)."""
        if self.told == 0:
            return self.x[None, :].copy()
        z = normal(self.seed, self.stream, self.told, (len(self.x),))
        # Algorithm (1+1)-CMA-ES: x_offspring = x_parent + sigma A z.
        # A sum of products rather than a BLAS call: the same bits whatever the number of BLAS threads.
        child = self.x + self.sigma * (self.A * z).sum(axis=1)
        return fold(child, self.lower, self.upper)[None, :]

    def tell(self, scores: Array) -> None:
        """Adapt step size and covariance to whether the child succeeded."""
        score = float(scores[0])
        if self.told == 0:
            self.fx, self.told = score, 1
            return
        child = self.ask()[0]
        success = score <= self.fx
        step = (child - self.x) / self.sigma
        self._update_step_size(success)
        if success:
            self.x, self.fx = child, score
            self._update_covariance(step)
        self.told += 1

    def _update_step_size(self, success: bool) -> None:
        # Procedure updateStepSize: the averaged success rate, then the step size.
        self.p_succ = (1.0 - C_P) * self.p_succ + C_P * float(success)
        self.sigma *= math.exp((self.p_succ - P_TARGET) / (1.0 - P_TARGET) / self.d)

    def _update_covariance(self, step: Array) -> None:
        # Procedure updateCovariance; `step` is the paper's A z.
        c_c, c_cov = self.c_c, self.c_cov
        if self.p_succ < P_THRESH:
            self.p_c = (1.0 - c_c) * self.p_c + math.sqrt(c_c * (2.0 - c_c)) * step
            self.C = (1.0 - c_cov) * self.C + c_cov * np.outer(self.p_c, self.p_c)
        else:
            # The path stalls and the variance it does not bring is added instead.
            self.p_c = (1.0 - c_c) * self.p_c
            self.C = (1.0 - c_cov) * self.C + c_cov * (
                np.outer(self.p_c, self.p_c) + c_c * (2.0 - c_c) * self.C
            )
        self.A = np.linalg.cholesky(self.C).astype(np.float64, copy=False)

    def limit(self) -> float:
        """A child worse than its parent is dropped, by however much."""
        return self.fx

    def stop(self) -> str:
        """Says when the steps have become too small to matter."""
        if self.sigma * math.sqrt(float(np.max(np.diag(self.C)))) < SMALLEST_STEP:
            return "converged"
        return ""

    def settings(self) -> dict[str, Any]:
        """What it was made with."""
        return {"name": self.name, "n": len(self.x), "seed": self.seed, "sigma": self.sigma0}

    def state(self) -> dict[str, Any]:
        """All of it but what `settings` says."""
        return {
            "x": self.x,
            "fx": self.fx,
            "sigma": self.sigma,
            "p_succ": self.p_succ,
            "p_c": self.p_c,
            "C": self.C,
            "told": self.told,
        }

    def load(self, state: dict[str, Any]) -> None:
        """Go on where `state` was taken."""
        self.x, self.fx, self.sigma = state["x"], state["fx"], state["sigma"]
        self.p_succ, self.p_c, self.C, self.told = state["p_succ"], state["p_c"], state["C"], state["told"]
        self.A = np.linalg.cholesky(self.C).astype(np.float64, copy=False)
