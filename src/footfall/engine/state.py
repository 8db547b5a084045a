"""State: whatever changes at run time, in two flat buffers with named views.

Saving, restoring, branching and hashing act on the buffers; nothing else remembers anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from footfall.control.learn import BINS

DEPTH = 32  # frames of the call stack

RUNNING, TIME, DONE, FELL, THRESHOLD, STUCK, DIVERGED = range(7)
END_WORDS = ("running", "time", "done", "fell", "threshold", "stuck", "diverged")


@dataclass(frozen=True)
class Sizes:
    """What the shapes of a State depend on."""

    dofs: int
    parts: int
    statements: int
    frame: int
    counters: int
    monitors: int = 0
    shaken: int = 0
    learns: int = 0
    delay: int = 0  # ticks


def float_shapes(n: Sizes) -> dict[str, tuple[int, ...]]:
    """Names and shapes of the float64 views."""
    return {
        "clock": (DEPTH,),  # seconds in the phase, per frame
        "lasting": (DEPTH,),  # how long the phase lasts, s; 0 without LASTS, and before its first tick
        "frame_args": (DEPTH, max(1, n.frame)),  # arguments, per frame
        "scratch": (max(1, n.statements), 12),  # a row per statement, zeroed when its phase begins
        "servo": (n.dofs, 7),  # target, kp, kd, on, feedback cd, cv, place (control/pose.py)
        "kept": (n.dofs, 7),  # servo rows that outlive their phase
        "limit": (n.dofs,),  # torque limits
        "counters": (max(1, n.counters),),  # of classic transitions
        "tau": (n.dofs,),  # torque asked for, damping included
        "damp": (n.dofs,),  # its implicit damping
        "clipped": (n.dofs,),  # torque applied
        "delayed": (n.delay, n.dofs),  # torques on their way, a ring
        "closing": (10,),  # the root's servo (control/close.py)
        "contact_force": (n.parts,),  # N, last tick
        "pressure": (n.parts, 4),  # centre of pressure and normal force, last tick
        "foot_load": (2,),  # N, upwards, left and right, last tick
        "foot_slip": (2, 3),
        "foot_track": (2, 5),  # control/contact.py
        "extremes": (n.dofs, 4),  # control/torque.py
        "wrench": (6,),
        "work": (12, 8),  # a copied chain (control/ik.py)
        "monitored": (n.monitors, 8),  # sums of the objective (control/monitor.py)
        "shaken": (n.shaken, 8),  # filters of its shake
        "gait": (8,),  # what outlasts a step (control/trim.py)
        "learned": (2 * n.learns, 4, BINS),  # feed-forward torque, N m, and visits (control/learn.py)
        "heard": (2 * n.learns, 4, BINS),  # sums of the feedback torque on the last visit, and ticks
        "com": (3,),
        "com_velocity": (4,),  # and whether it is this tick's
        "grips": (2, 5),  # what the hands hold (control/grasp.py)
        "burden": (2,),  # N that each hand bears
    }


def int_shapes(n: Sizes) -> dict[str, tuple[int, ...]]:
    """Names and shapes of the int64 views."""
    return {
        "depth": (1,),
        "frame_unit": (DEPTH,),
        "frame_phase": (DEPTH,),
        "frame_side": (DEPTH,),
        "returned": (DEPTH,),  # whether the frame's callee has just come back
        "returns": (DEPTH,),  # how often it has since the phase began
        "ran": (DEPTH,),  # whether the phase has run a tick
        "now": (2,),  # the frame whose statements run, random numbers drawn
        "keys": (128,),  # keys that are down, by character
        "waiting": (1,),  # the row of `delayed` that is applied next
        "request": (1,),  # what needs the host: a statement (SAVE, LOAD) plus one, or -1 - a transition
        "armed": (1,),  # phases of the gait that waits to take over, 0 without one (engine/switch.py)
        "learning": (1 + n.learns,),  # how many statements learn in this tick, and which
        "touching": (n.parts,),
        "cycle": (3,),  # tick of the last cycle's start, ticks of the cycle before it, cycles begun
        "verdict": (2,),  # how it ended (END_WORDS) and at which tick
    }


class State:
    """An actor's State.

    Attributes:
        floats: All float64 views in one buffer.
        ints: All int64 views in one buffer.
        views: The views, by name.
    """

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes
        self.views: dict[str, NDArray[Any]] = {}
        self.floats = self._buffer(float_shapes(sizes), np.float64)
        self.ints = self._buffer(int_shapes(sizes), np.int64)

    def _buffer(self, shapes: dict[str, tuple[int, ...]], dtype: Any) -> NDArray[Any]:
        buffer = np.zeros(sum(int(np.prod(s)) for s in shapes.values()), dtype)
        at = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.views[name] = buffer[at : at + size].reshape(shape)
            at += size
        return buffer

    def __getattr__(self, name: str) -> NDArray[Any]:
        try:
            return cast(NDArray[Any], self.__dict__["views"][name])
        except KeyError:
            raise AttributeError(name) from None
