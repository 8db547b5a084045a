"""Watch: what an actor's kernel measures while it runs, for an objective. Nothing by default."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from footfall.control.monitor import GOAL_ANGLES, MONITOR_WIDTH, QUANTITIES, SHAKE


@dataclass(frozen=True)
class Monitor:
    """One quantity to be measured (see control/monitor.py).

    Attributes:
        quantity: One of `QUANTITIES`.
        target: What it should be.
        window: Seconds over which it is smoothed first; 0: not at all.
        after: Seconds before it counts.
        limit: An error above this ends the run.
        index: The phase or part it is about.
        command: Register that holds the commanded heading; -1: it is 0.
    """

    quantity: str
    target: float = 0.0
    window: float = 0.0
    after: float = 0.0
    limit: float = np.inf
    index: int = 0
    command: int = -1

    @property
    def row(self) -> tuple[float, ...]:
        """For the kernel."""
        kind = QUANTITIES.index(self.quantity)
        return (kind, self.target, self.window, self.after, self.limit, self.index, self.command, 0.0)


@dataclass(frozen=True, eq=False)
class Watch:
    """Monitors, and a goal to be tracked.

    Attributes:
        monitors: What is measured.
        goal: (rows, 6 + nv) com x, y, z, trunk pitch, roll, yaw, joint angles by dof; None: no goal.
        goal_frame: Seconds between rows, weights of com, trunk and joints, the trunk's part.
    """

    monitors: Sequence[Monitor] = ()
    goal: NDArray[np.float64] | None = None
    goal_frame: Sequence[float] = field(default=(1.0, 100.0, 1.0, 1.0, 0.0))

    def shaken(self, nv: int) -> int:
        """Rows of filters that the State must hold."""
        return nv if any(m.quantity == QUANTITIES[SHAKE] for m in self.monitors) else 0

    def arrays(self, nv: int) -> dict[str, NDArray[Any]]:
        """Fields of the Context."""
        goal = self.goal if self.goal is not None else np.zeros((0, GOAL_ANGLES + nv))
        return {
            "monitors": np.array([m.row for m in self.monitors], np.float64).reshape(-1, MONITOR_WIDTH),
            "goal": np.ascontiguousarray(goal, dtype=np.float64),
            "goal_frame": np.array(self.goal_frame, np.float64),
        }


NOTHING = Watch()
