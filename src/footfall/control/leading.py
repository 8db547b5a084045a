"""Whom VPP and STEP go by: the body itself, or the pendulum of a TEMPLATE that leads it.

A template that leads is what the legs balance: where its centre of mass is, how fast it goes, how its trunk
leans. It listens to the body, so that the two do not part (control/template.py).
"""

from __future__ import annotations

from footfall.control.columns import (
    PENDULUM_AT,
    PENDULUM_LEADS,
    PENDULUM_MAT,
    PENDULUM_SPIN,
    PENDULUM_VELOCITY,
)
from footfall.control.compile import njit
from footfall.control.kinematics import com_velocity


@njit
def led(c):
    """Whether a template leads in this tick."""
    return c.template[PENDULUM_LEADS] != 0.0


@njit
def leader_com(c):
    """The centre of mass that counts, world, m."""
    if led(c):
        return c.template[PENDULUM_AT], c.template[PENDULUM_AT + 1], c.template[PENDULUM_AT + 2]
    return c.com[0], c.com[1], c.com[2]


@njit
def leader_velocity(c):
    """Its velocity, world, m/s."""
    if led(c):
        v = PENDULUM_VELOCITY
        return c.template[v], c.template[v + 1], c.template[v + 2]
    return com_velocity(c)


@njit
def leader_turn(c):
    """Orientation of the trunk that counts, as a matrix of nine numbers."""
    if led(c):
        return c.template[PENDULUM_MAT : PENDULUM_MAT + 9]
    return c.xmat[c.root_body[0]]


@njit
def leader_spin(c):
    """Angular velocity of that trunk, world, rad/s."""
    if led(c):
        return c.template[PENDULUM_SPIN], c.template[PENDULUM_SPIN + 1], c.template[PENDULUM_SPIN + 2]
    w = c.cvel[c.root_body[0]]
    return w[0], w[1], w[2]
