"""What one retargeting has found so far: where pelvis and feet go, and positions of the body from them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from footfall.motion.clips import balance, hinges
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.feet import Footing
from footfall.motion.clips.figure import Figure
from footfall.motion.clips.legs import sole_error, solve_leg
from footfall.motion.clips.rotations import F64
from footfall.motion.clips.source import Source
from footfall.motion.clips.stance import Bools
from footfall.motion.clips.upper import Posed

LEAVE = 0.03
"""s over which the angles of a kicking leg are averaged where its foot leaves the ground."""
_UP = np.array([0.0, 0.0, 1.0])


@dataclass
class Work:
    """What one retargeting has found so far; places in m."""

    figure: Figure
    source: Source
    stance: Bools
    above: dict[str, F64]
    plain: Posed
    middle: F64  # (n, 3) between the hips
    feet: list[Footing] = field(default_factory=list)
    reach: F64 = field(default_factory=lambda: np.zeros((0, 2)))
    tilted: F64 = field(
        default_factory=lambda: np.zeros((0, 2))
    )  # rad that soles are off what they should be

    def __post_init__(self) -> None:
        self.twist = np.zeros(len(self.middle))  # rad that the pelvis is turned further than the clip's
        self.swings: dict[str, F64] = {}  # angles of a leg that goes where its joints say while it swings
        self.leaves = np.zeros((len(self.middle), 2))  # 1 where such a foot leaves the ground or comes to it
        self.wider = np.zeros((len(self.middle), 2))  # rad that such a hip rolls outwards

    @property
    def reaching(self) -> Bools:
        """(n, 2) feet that the pelvis comes down for."""
        return self.stance & [leg.knee.name not in self.swings for leg in self.figure.legs]

    @property
    def pelvis(self) -> F64:
        """(n, 4) its orientation, and with it that of all above."""
        return rot.multiply(rot.about(_UP, self.twist), self.source.parts["pelvis"])

    def hips(self, shift: F64) -> F64:
        """(n, 2, 3) with the pelvis shifted by (n, 3)."""
        return np.stack([self.hip(i, shift) for i in range(2)], axis=1)

    def hip(self, i: int, shift: F64) -> F64:
        """(n, 3) one of them."""
        legs = self.figure.legs
        across = legs[i].at - 0.5 * (legs[0].at + legs[1].at)
        return self.middle + shift + rot.rotate(self.pelvis, across)

    def qpos(self, shift: F64) -> F64:
        """Positions (n, nq) with the pelvis shifted by (n, 3); feet that are free go with it."""
        figure, pelvis = self.figure, self.pelvis
        out = np.tile(figure.rest, (len(shift), 1))
        for name, values in self.above.items():
            out[:, figure.columns[name]] = values
        middle = 0.5 * (figure.legs[0].at + figure.legs[1].at)
        out[:, figure.root : figure.root + 3] = self.middle + shift - rot.rotate(pelvis, middle)
        out[:, figure.root + 3 : figure.root + 7] = rot.continuous(pelvis)
        self.reach, self.tilted = np.empty((len(shift), 2)), np.empty((len(shift), 2))
        self.missed = np.empty((len(shift), 2, 3))
        for i, (leg, foot) in enumerate(zip(figure.legs, self.feet, strict=True)):
            ankle = foot.ankle + shift * foot.free[:, None] * np.array([1.0, 1.0, 0.0])
            hip = self.hip(i, shift)
            bent = solve_leg(leg, pelvis, hip, ankle, foot.foot)
            self.reach[:, i] = np.linalg.norm(hip - ankle, axis=1) / leg.length
            self.tilted[:, i] = sole_error(leg, bent, foot.foot)
            self.missed[:, i] = (
                ankle - hip - rot.rotate(bent.thigh, leg.thigh) - rot.rotate(bent.shank, leg.shank)
            )
            columns = {a.name: bent.hip[:, k] for k, a in enumerate(leg.hip)}
            columns |= {leg.knee.name: bent.knee}
            columns |= {a.name: bent.ankle[:, k] for k, a in enumerate(leg.ankle)}
            columns |= {a.name: np.clip(foot.toe, *hinges.bounds(a, 0.0)) for a in leg.toe}
            for name, values in columns.items():
                if name in self.swings:
                    wider = self.wider[:, i] if name == leg.hip[-2].name else 0.0
                    values = values + foot.free * (self.swings[name] + wider - values)
                    calm = balance.smoothed(values[:, None], self.source.rate, LEAVE)[:, 0]
                    values = values + self.leaves[:, i] * (calm - values)
                out[:, figure.columns[name]] = values
        return out
