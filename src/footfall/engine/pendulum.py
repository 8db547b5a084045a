"""The pendulum of TEMPLATE as plain data: what pictures draw of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import (
    PENDULUM_AT,
    PENDULUM_BEGUN,
    PENDULUM_COLUMNS,
    PENDULUM_FEET,
    PENDULUM_LAND,
    PENDULUM_LOAD,
    PENDULUM_MAT,
    PENDULUM_PIVOT,
    PENDULUM_VELOCITY,
    SCALE_LEG,
)

if TYPE_CHECKING:
    from footfall.engine.session import Session

F64 = NDArray[np.float64]
HIPS, NECK = 0.12, 0.45  # legs from the centre of mass down to the hips, and up to the end of the trunk
TURNS = 7  # of a drawn spring
DRAWN = 23  # numbers of a drawn one: seven places and the loads of its feet


@dataclass(frozen=True)
class Pendulum:
    """Where it is, world, m.

    Attributes:
        com: (3,) centre of mass.
        velocity: (3,) m/s.
        hips: (3,) where both legs begin.
        neck: (3,) where the trunk ends.
        pivot: (3,) at which its forces point.
        feet: (2, 3) left and right.
        land: (3,) where the swing foot will be set down.
        load: (2,) shares of the force that the feet bear.
    """

    com: F64
    velocity: F64
    hips: F64
    neck: F64
    pivot: F64
    feet: F64
    land: F64
    load: F64


def pendulum_of(sim: Session, actor: int = 0) -> Pendulum | None:
    """The pendulum beside an actor; None where no TEMPLATE has run."""
    one = sim.actors[actor]
    t = np.array(one.state.template)
    if t[PENDULUM_BEGUN] == 0.0:
        return None
    found = read_drawn(_drawn(t[None], float(one.arrays["scale"][SCALE_LEG]))[0])
    return replace(found, velocity=t[PENDULUM_VELOCITY : PENDULUM_VELOCITY + 3])


def drawn_rows(states: F64, leg: float) -> F64:
    """What is drawn of a pendulum whose states were logged.

    Args:
        states: (n, PENDULUM_COLUMNS).
        leg: Length of the body's legs, m.

    Returns:
        (n, DRAWN): hips, neck, centre of mass, pivot, left and right foot, where the next foot lands (m), and
        the shares of the load; 0 in rows without one. Where no TEMPLATE runs, its state stays as it was.
    """
    if states.shape[1] != PENDULUM_COLUMNS:
        raise ValueError("these are no states of a pendulum")
    there = states[:, PENDULUM_BEGUN] != 0.0
    there[1:] &= np.any(states[1:] != states[:-1], axis=1)
    return np.where(there[:, None], _drawn(states, leg), 0.0)


def _drawn(states: F64, leg: float) -> F64:
    """See `drawn_rows`."""
    com, up = states[:, PENDULUM_AT : PENDULUM_AT + 3], states[:, PENDULUM_MAT + 2 : PENDULUM_MAT + 9 : 3]
    pivot, feet = states[:, PENDULUM_PIVOT : PENDULUM_PIVOT + 3], states[:, PENDULUM_FEET : PENDULUM_FEET + 6]
    land, load = states[:, PENDULUM_LAND : PENDULUM_LAND + 3], states[:, PENDULUM_LOAD : PENDULUM_LOAD + 2]
    return np.hstack([com - HIPS * leg * up, com + NECK * leg * up, com, pivot, feet, land, load])


def read_drawn(row: F64) -> Pendulum:
    """A row of `drawn_rows`; it does not hold the velocity."""
    hips, neck, com, pivot, left, right, land = row[:21].reshape(7, 3)
    return Pendulum(com, np.zeros(3), hips, neck, pivot, np.array([left, right]), land, row[21:])


def spring(begin: F64, end: F64, across: F64) -> F64:
    """A spring as a line to draw.

    Args:
        begin: (d,) one end, in the plane of a picture or in space.
        end: (d,) the other.
        across: (d,) from one side of its turns to the other.

    Returns:
        (n, d) points: straight ends, and turns between them.
    """
    shares = np.linspace(0.2, 0.8, 2 * TURNS + 1)
    out = np.where(np.arange(len(shares)) % 2, 0.5, -0.5)
    out[0] = out[-1] = 0.0
    turns = begin + shares[:, None] * (end - begin) + out[:, None] * across
    return np.vstack([begin, turns, end])
