"""Ways of a pelvis that are as gentle as a person's, while nobody knows what comes next."""

from __future__ import annotations

import numpy as np

from footfall.motion.clips import rotations as rot

_BRAKE, _PULL = 4.0, 12.0  # m/s² with which the pelvis stops before its highest and lowest, and at most
_NEAR = 0.7  # share of the speed that _PULL could stop with which it comes to where it should be
_TURN = 1.2  # rad/s² at most, about the vertical
_FOLLOW = 2.0  # 1/s with which it comes to where it should face


class Height:
    """A height that stops before its limits.

    Args:
        rate: Steps a second.
    """

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.now: tuple[float, float, float] | None = None  # m, m/s, and where it should have been, m

    def step(self, wanted: float, least: float, most: float) -> float:
        """The next height, m.

        Args:
            wanted: Where it should be, m.
            least: Where an ankle bends no further, m.
            most: Where a leg is straight, m.
        """
        wanted = min(max(wanted, least), most)
        if self.now is None:
            self.now = (wanted, 0.0, wanted)
            return wanted
        z, speed, last = self.now
        off, step = last - z, 1.0 / self.rate
        nearer = min(abs(off) / (2.0 * step), _NEAR * np.sqrt(2.0 * _PULL * abs(off)))
        aim = (wanted - last) / step + np.copysign(nearer, off)
        aim = min(aim, np.sqrt(2.0 * _BRAKE * max(most - z, 0.0)))
        aim = max(aim, -np.sqrt(2.0 * _BRAKE * max(z - least, 0.0)))
        speed += float(np.clip(aim - speed, -_PULL * step, _PULL * step))
        z = min(z + speed * step, most)
        self.now = (z, speed, wanted)
        return z


class Heading:
    """A heading that turns no quicker than soles on the ground can be turned about.

    What is slow is followed without delay; where the pelvis is twisted to and fro, it stays between.

    Args:
        rate: Steps a second.
    """

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.now: tuple[float, float, float] | None = None  # rad, rad/s, and where it should have been, rad

    def step(self, wanted: float) -> float:
        """How far it is from where it should be next, rad.

        Args:
            wanted: Where it should be, rad; whole turns do not matter.
        """
        if self.now is None:
            self.now = (wanted, 0.0, wanted)
        now, speed, last = self.now
        wanted = last + float(rot.wrapped(wanted - last))
        rush = (wanted - last) * self.rate - speed
        pull = _FOLLOW**2 * (wanted - now) + 2.0 * _FOLLOW * rush
        speed += float(np.clip(pull, -_TURN, _TURN)) / self.rate
        now += speed / self.rate
        self.now = (now, speed, wanted)
        return now - wanted
