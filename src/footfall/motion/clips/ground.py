"""What the ground can give to a body on two feet, row by row, when nobody knows what comes next.

A motion that is wanted takes a force and a torque. The point from which the ground must push then may lie
outside the soles, the soles may have to twist, and the weight may come and go. What is added to the rates of
the momenta keeps all three within bounds; the body deviates from what is wanted, and comes back. How is
planned for the next half second, as if what is wanted became calm at once.
"""

from __future__ import annotations

import numpy as np

from footfall.motion.clips import balance
from footfall.motion.clips.plan import Plan
from footfall.motion.clips.rotations import F64

EDGE, CALM = 0.02, 0.04  # m inside the soles that the point of pressure stays, and that it comes to
UP = 1.0  # m/s² up and down that quick limbs may take the centre of mass
STEPS = 30  # rows that are planned
# by the square of a metre that the centre of mass deviates: a radian of tilt and of turn, and at the end
_TILT, _TWIST, _LAST = 0.6, 0.003, 50.0
_EFFORT = 1e-4  # of what is added, m/s² and N m by kg
_POINT, _GRIP, _WEIGHT = 3.0, 10.0, 1.0  # of a unit outside the bounds: m, N m by kg, m/s²
_LEAST = 5.0  # m/s² of gravity that are left at least


class Ground:
    """Two soles that stay.

    Args:
        ring: (k, 2) corners of the soles' hull, m.
        high: Height of the centre of mass, m.
        inertia: (3,) moments of inertia about it by mass, m².
        rate: Rows a second.
    """

    def __init__(self, ring: F64, high: float, inertia: F64, rate: float) -> None:
        self.ring, self.inner, self.high = ring, balance.inset(ring, EDGE), high
        self.still = 1.0 / np.sqrt(balance.GRAVITY / high)  # s in which a pendulum falls
        self._ahead = self._level(float(inertia[1]), 1.0 / rate)
        self._aside = self._level(float(inertia[0]), 1.0 / rate)
        self._twist = self._single(float(inertia[2]), _TWIST, _GRIP, 1.0 / rate)
        self._lift = self._single(1.0, 1.0, _WEIGHT, 1.0 / rate)

    def _level(self, inertia: float, dt: float) -> Plan:
        """A way on the level and a tilt, and the point of pressure that they shift."""
        a = np.eye(4)
        a[0, 1] = a[2, 3] = dt
        b = np.array([[dt * dt, 0.0], [dt, 0.0], [0.0, dt * dt / inertia], [0.0, dt / inertia]])
        ends = np.array([[1.0, self.still, 0.0, 0.0], [0.0, 0.0, 1.0, self.still]])
        return Plan(
            a,
            b,
            np.array([1.0, 0.0, 0.0, 0.0]),
            np.array([-self.high, -1.0]) / balance.GRAVITY,
            cost=np.diag([1.0, 0.0, _TILT, 0.0]),
            last=_LAST * (np.outer(ends[0], ends[0]) + _TILT * np.outer(ends[1], ends[1])),
            effort=_EFFORT,
            price=_POINT,
            steps=STEPS,
        )

    def _single(self, inertia: float, cost: float, price: float, dt: float) -> Plan:
        """A way, or a turn, and what it takes."""
        end = np.array([1.0, self.still])
        return Plan(
            np.array([[1.0, dt], [0.0, 1.0]]),
            np.array([[dt * dt / inertia], [dt / inertia]]),
            np.zeros(2),
            np.ones(1),
            cost=cost * np.diag([1.0, 0.0]),
            last=cost * _LAST * np.outer(end, end),
            effort=_EFFORT,
            price=price,
            steps=STEPS,
        )

    def more(self, rates: F64, com: F64, rising: float, away: F64, speed: F64) -> F64:
        """(6,) what is added to the rates of the momenta by mass, those of the centre of mass first.

        Args:
            rates: (6,) that are wanted, m/s² and N m by kg.
            com: (3,) where the centre of mass is wanted, m.
            rising: m/s² with which the pelvis itself is wanted to rise.
            away: (6,) how far the centre of mass (m) and the pelvis' turn (rad) are from what is wanted.
            speed: (6,) the same of their velocities.
        """
        out = np.zeros(6)
        for i, plan, most, least in (
            (2, self._lift, max(UP, rising + UP), min(-UP, rising - UP)),
            (5, self._twist, balance.GRIP[0], -balance.GRIP[0]),
        ):
            taken = np.zeros(STEPS)
            taken[0] = rates[i]
            out[i] = plan.step(np.array([away[i], speed[i]]), least - taken, most - taken)[0]
        up = max(balance.GRAVITY + rates[2] + out[2], _LEAST)
        points = np.tile(balance.inside(self.ring, com[:2], CALM), (STEPS, 1))
        points[0] = com[:2] - (com[2] * rates[:2] + np.array([rates[4], -rates[3]])) / up
        given = balance.inside(self.ring, points[0], CALM)
        for i, turn, sign, plan in ((0, 4, 1.0, self._ahead), (1, 3, -1.0, self._aside)):
            low, high = balance.chord(self.inner, given, i)
            state = np.array([away[i], speed[i], sign * away[turn], sign * speed[turn]])
            bend, tilt = plan.step(state, low - points[:, i], high - points[:, i])
            out[i], out[turn] = bend, sign * tilt
            given[i] = points[0, i] + away[i] - (com[2] * bend + tilt) / balance.GRAVITY
            given = balance.inside(self.ring, given, CALM)  # what is left aside there
        return out
