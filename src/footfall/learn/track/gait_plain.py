"""Plain gaits that a captured one begins from, and the numbers that its search may change.

The plain ones are SIMBICON gaits of the library (`simbicon/stroll3d`, `simbicon/backward3d`,
`simbicon/run3d`), their phases written as curves over one step. They do not fall, so a search can begin from
them and take over more and more of the clip.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from footfall.motion.clips.fourier import Gait

RUNNING = 2.0  # m/s: nobody walks so fast
QUICK = 0.9  # m/s: what is faster begins as the plain gait


@dataclass(frozen=True)
class Free:
    """A number that a search may change: its value, one step, and its bounds."""

    value: float
    std: float
    low: float
    high: float

    def text(self, given: float | None) -> str:
        """As it stands in a script."""
        value = self.value if given is None else min(max(given, self.low), self.high)
        return f"{value:.4g}~{self.std:g}<{self.low:g},{self.high:g}>"


@dataclass(frozen=True)
class Plain:
    """A plain gait over one step, in the script's language.

    Attributes:
        sw_knee, st_knee, sw_foot, st_foot, sw_thigh: Targets over phi, rad.
        pushes_off: When the stance ankle may push, a curve from 0 to 1.
        foot: Gain of the stance foot, as it stands behind an angle.
        damping: Of the knee that stands, N m s/rad; its stiffness is a free number.
        close: How the pelvis is held: shared by both hips, or not at all in flight.
        start: Named start of the body.
        numbers: First values of free numbers that differ from those of a walk.
    """

    sw_knee: str
    st_knee: str
    sw_foot: str
    st_foot: str
    sw_thigh: str
    pushes_off: str = "curve(0: 0, .5: 0, 1: 1)"
    foot: str = ""
    damping: float = 80.0
    close: str = "shared"
    start: str = "walking"
    numbers: Mapping[str, float] = field(default_factory=dict)


WALK = Plain(
    sw_knee="curve(0: .77, .66: .77, .7: .06, 1: .06)",
    st_knee=".09",
    sw_foot="curve(0: -.35, .66: -.35, .7: -.12, 1: -.12)",
    st_foot="0",
    sw_thigh="curve(0: -.363, .66: -.363, .7: .11, 1: .11)",
    numbers={  # of a walk of 1.1 m/s that stands pushes from all sides
        "lean": 0.1,
        "reach": 0.07,
        "lift": 0.26,
        "wide": 0.07,
        "cd": 0.5,
        "cv": 0.34,
        "side_cd": 0.25,
        "side_cv": 0.3,
        "clear": 0.04,
        "bank": -0.1,
        "ankle_cd": -0.2,
        "ankle_cv": 0.11,
        "tip_cd": 0.2,
    },
)
BACKWARD = Plain(
    sw_knee="curve(0: 1.09, .66: 1.09, .7: .05, 1: .05)",
    st_knee="curve(0: .06, .7: .09, 1: .09)",
    sw_foot="curve(0: -.06, .66: -.06, .7: 0, 1: 0)",
    st_foot="0",
    sw_thigh="curve(0: -.542, .66: -.542, .7: .007, 1: .007)",
    start="rest",
    numbers={
        "lean": -0.2,  # the clip's waist leans ahead
        "wide": 0.005,
        "cd": 0.49,
        "cv": 0.19,
        "side_cd": 0.51,
        "side_cv": 0.28,
        "lift": 0.0,
        "reach": 0.0,
    },
)
RUN = Plain(
    sw_knee="curve(0: 1.325, .61: 1.325, .63: .284, 1: .284)",
    st_knee="curve(0: .502, .3: .319, .61: .046, .63: 1.644, 1: 1.644)",
    sw_foot="curve(0: -.222, .61: -.222, .63: -.157, 1: -.157)",
    st_foot="curve(0: -.037, .25: -.233, .61: .479, .63: .514, 1: .514)",
    sw_thigh="curve(0: -.574, .61: -.574, .63: -.049, 1: -.049)",
    pushes_off="curve(0: 0, .2: 0, .55: 1, .65: 0, 1: 0)",
    foot=", 200",
    damping=40.0,
    close="grounded",
    numbers={
        "lean": 0.195,
        "wide": 0.0,
        "cd": 0.2,
        "cv": 0.12,
        "side_cd": 0.24,
        "side_cv": 0.17,
        "lift": 0.0,
        "reach": 0.0,
        "spring": 400.0,
    },
)


def plain_of(gait: Gait) -> Plain:
    """The plain gait that is nearest to a captured one."""
    if gait.speed < 0.0:
        return BACKWARD
    return RUN if gait.speed > RUNNING else WALK


def free_numbers(gait: Gait) -> dict[str, Free]:
    """The numbers of a gait that a search finds: its time, small changes of its curves, and its feedback."""
    step, plain = round(0.5 * gait.period, 4), plain_of(gait)
    longest = 1.5 if plain is BACKWARD else 1.15
    found = {
        "dt": Free(step, 0.04 * step, 0.8 * step, longest * step),
        "mocap": Free(0.6, 0.1, 0.0, 1.0),
        "lean": Free(0.06, 0.03, -0.3, 0.4),
        "reach": Free(0.02, 0.05, -0.4, 0.5),
        "lift": Free(0.2, 0.1, -0.3, 0.7),
        "wide": Free(0.05, 0.03, -0.1, 0.2),
        "bend": Free(0.0, 0.05, -0.3, 0.3),
        "spring": Free(1200.0, 150.0, 200.0, 1800.0),
        "push": Free(0.0, 0.1, -0.6, 0.8),
        "cd": Free(0.7, 0.2, -0.3, 2.0),
        "cv": Free(0.22, 0.1, 0.0, 1.0),
        "side_cd": Free(0.4, 0.2, 0.0, 2.0),
        "side_cv": Free(0.3, 0.1, 0.0, 1.0),
        "clear": Free(-0.05, 0.04, -0.3, 0.2),
        "pass": Free(0.6, 0.2, 0.0, 3.0),
        "brace": Free(0.0, 0.06, -0.3, 0.3),
        "bank": Free(0.0, 0.06, -0.3, 0.3),
        "ankle_cd": Free(0.0, 0.15, -1.0, 1.0),
        "ankle_cv": Free(0.0, 0.05, -0.4, 0.4),
        "tip_cd": Free(0.0, 0.2, -1.0, 1.0),
        "tip_cv": Free(0.0, 0.1, -0.5, 0.5),
    }
    for name, value in plain.numbers.items():
        found[name] = Free(value, found[name].std, found[name].low, found[name].high)
    if gait.veers:
        found["turn"] = Free(gait.turn, 0.2 * abs(gait.turn), -3.0, 3.0)
    return found
