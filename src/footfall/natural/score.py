"""The score of a walk from 0 to 100, and its parts, each from 0 to 1.

A part is 1 / (1 + x²), where x is how far the walk is outside of what people do, by a width of its own: it is
1 for a walk like a person's, and has a slope wherever it is not, so that a search can follow it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from footfall.natural import people
from footfall.natural.curves import likeness
from footfall.natural.motion import F64

TORQUES = {"hip_torque": 250.0, "knee_torque": 250.0, "ankle_torque": 180.0}
"""N m: what people's joints give, at most, in a walk."""
POWER = 5.0  # W/kg, the same
_ROUGH = 1.5  # times the roughest captured walk
UNITS = {
    "speed": "m/s", "cadence": "steps/min", "step_length": "m", "walk_ratio": "m/(steps/min)",
    "double_support": "", "flight": "", "com_rise": "m", "com_sway": "m", "clearance": "m",
    "strike_pitch": "°", "off_pitch": "°", "arm_swing": "°", "arm_against": "", "hump_first": "weights",
    "hump_valley": "weights", "hump_second": "weights", "cost_of_transport": "", "hip_torque": "N m",
    "knee_torque": "N m", "ankle_torque": "N m", "peak_power": "W/kg", "jerk": "",
}  # fmt: skip
"""Figure -> unit."""

Figures = Mapping[str, float]
Curves = Mapping[str, F64]


@dataclass(frozen=True)
class Part:
    """One part of the score.

    Attributes:
        name: A key of `PARTS`.
        value: From 0 to 1.
        text: What was measured and what people do, in a few words.
    """

    name: str
    value: float
    text: str

    @property
    def weight(self) -> float:
        """Of 100."""
        return PARTS[self.name].weight


@dataclass(frozen=True)
class Rule:
    """How a part is found.

    Attributes:
        what: In a few words.
        weight: Of 100.
        judge: From figures and curves to value and text; raises KeyError for a body that lacks the part.
    """

    what: str
    weight: float
    judge: Callable[[Figures, Curves], tuple[float, str]]


def _soft(x: float) -> float:
    return 1.0 / (1.0 + max(0.0, x) ** 2)


def _outside(value: float, low: float, high: float) -> float:
    return max(low - value, value - high, 0.0)


def _cadence(f: Figures, _: Curves) -> tuple[float, str]:
    wanted = people.cadence(f["speed"])
    off = f["cadence"] / wanted - 1.0
    return _soft((abs(off) - 0.06) / 0.15), f"{f['cadence']:.0f} a minute, people {wanted:.0f} ({off:+.0%})"


def _walk_ratio(f: Figures, _: Curves) -> tuple[float, str]:
    low, high = people.WALK_RATIOS
    off = _outside(f["walk_ratio"], low, high)
    return _soft(off / 0.001), f"{f['walk_ratio']:.4f}, people {low:g} to {high:g}"


def _double_support(f: Figures, _: Curves) -> tuple[float, str]:
    wanted = people.double_support(f["speed"])
    off = abs(f["double_support"] - wanted)
    return _soft((off - 0.03) / 0.08), f"{f['double_support']:.0%} of the cycle, people {wanted:.0%}"


def _joint(name: str) -> Callable[[Figures, Curves], tuple[float, str]]:
    def judge(_: Figures, curves: Curves) -> tuple[float, str]:
        alike, rms = likeness(curves[name], people.bands()[name].middle)
        value = 0.5 * _soft((0.97 - alike) / 0.2) + 0.5 * _soft((rms - 4.0) / 6.0)
        return value, f"correlation {alike:.2f}, {rms:.1f}° from the band's middle"

    return judge


def _turns(part: str, names: tuple[str, ...]) -> Callable[[Figures, Curves], tuple[float, str]]:
    def judge(_: Figures, curves: Curves) -> tuple[float, str]:
        rms = [likeness(curves[f"{part}_{n}"], people.bands()[f"{part}_{n}"].middle)[1] for n in names]
        words = ", ".join(f"{n} {r:.1f}°" for n, r in zip(names, rms, strict=True))
        return float(np.mean([_soft((r - 2.0) / 4.0) for r in rms])), words + " from the middle"

    return judge


def _com(f: Figures, _: Curves) -> tuple[float, str]:
    value = 0.5 * _soft(_outside(f["com_rise"], 0.015, 0.055) / 0.02)
    value += 0.5 * _soft(_outside(f["com_sway"], 0.02, 0.07) / 0.02)
    return value, f"{100 * f['com_rise']:.1f} cm up, {100 * f['com_sway']:.1f} cm aside"


def _humps(f: Figures, _: Curves) -> tuple[float, str]:
    # on a stiff leg the ground bears v²/(g l) less at mid-stance; half of that shows
    wanted = 0.5 * f["speed"] ** 2 / (9.81 * 0.86)
    dip = min(f["hump_first"], f["hump_second"]) - f["hump_valley"]
    words = f"{f['hump_first']:.2f}, {f['hump_valley']:.2f}, {f['hump_second']:.2f} weights"
    high = max(f["hump_first"], f["hump_second"]) - 1.3  # a stamp
    return _soft((wanted - dip) / 0.15) * _soft(high / 0.3), words


def _arms(f: Figures, _: Curves) -> tuple[float, str]:
    value = _soft((0.85 - f["arm_against"]) / 0.4) * _soft(_outside(f["arm_swing"], 10.0, 45.0) / 10.0)
    return value, f"{f['arm_swing']:.0f}°, correlation with the opposite leg {f['arm_against']:.2f}"


def _clearance(f: Figures, _: Curves) -> tuple[float, str]:
    return _soft(_outside(f["clearance"], 0.005, 0.05) / 0.02), f"{100 * f['clearance']:.1f} cm"


def _feet(f: Figures, _: Curves) -> tuple[float, str]:
    value = 0.5 * _soft((abs(f["strike_pitch"] - people.captured("strike_pitch")[0]) - 6.0) / 10.0)
    value += 0.5 * _soft((abs(f["off_pitch"] - people.captured("off_pitch")[0]) - 10.0) / 20.0)
    return value, f"strikes at {f['strike_pitch']:+.0f}°, leaves at {f['off_pitch']:+.0f}° (toes up)"


def _cost(f: Figures, _: Curves) -> tuple[float, str]:
    return _soft(
        (f["cost_of_transport"] - 0.4) / 0.3
    ), f"{f['cost_of_transport']:.2f}, people {people.COST:g}"


def _torque(f: Figures, _: Curves) -> tuple[float, str]:
    known = {name: f[name] for name in TORQUES if name in f}
    over = max(value / TORQUES[name] for name, value in known.items()) - 1.0
    return _soft(over / 0.4), ", ".join(f"{n.partition('_')[0]} {v:.0f}" for n, v in known.items()) + " N m"


def _power(f: Figures, _: Curves) -> tuple[float, str]:
    return _soft((f["peak_power"] - POWER) / POWER), f"{f['peak_power']:.1f} W/kg, people {POWER:g}"


def _jerk(f: Figures, _: Curves) -> tuple[float, str]:
    times = f["jerk"] / people.captured("jerk")[0]
    return _soft((times - _ROUGH) / 2.0), f"{times:.1f} times that of captured walks"


PARTS: dict[str, Rule] = {
    "cadence": Rule("steps a minute, against people's at this speed", 10, _cadence),
    "walk_ratio": Rule("step length over cadence", 4, _walk_ratio),
    "double_support": Rule("share of the cycle on both feet", 8, _double_support),
    "hip": Rule("curve of the hip", 10, _joint("hip")),
    "knee": Rule("curve of the knee", 12, _joint("knee")),
    "ankle": Rule("curve of the ankle", 8, _joint("ankle")),
    "pelvis": Rule("turn, list and tilt of the pelvis", 5, _turns("pelvis", ("turn", "list", "tilt"))),
    "trunk": Rule("turn, list and lean of the trunk", 5, _turns("trunk", ("turn", "list", "lean"))),
    "com": Rule("travel of the centre of mass", 5, _com),
    "humps": Rule("two humps of the ground's force", 5, _humps),
    "arms": Rule("arms swing with the opposite leg", 5, _arms),
    "clearance": Rule("height of the swinging foot", 3, _clearance),
    "feet": Rule("heel strike and toe-off", 6, _feet),
    "cost": Rule("cost of transport", 6, _cost),
    "torque": Rule("peak torques", 4, _torque),
    "power": Rule("peak power of a joint", 2, _power),
    "jerk": Rule("jerk of hip, knee and ankle", 2, _jerk),
}


def parts_of(figures: Figures, curves: Curves) -> tuple[Part, ...]:
    """All parts that this body has joints and forces for."""
    out = []
    for name, rule in PARTS.items():
        try:
            value, text = rule.judge(figures, curves)
        except (KeyError, ValueError):  # a captured walk has no torques, a planar body no arms
            continue
        out.append(Part(name, float(value), text))
    return tuple(out)


def score_of(parts: tuple[Part, ...]) -> float:
    """From 0 to 100: the mean of the parts by their weights."""
    total = sum(part.weight for part in parts)
    return 100.0 * sum(part.weight * part.value for part in parts) / total if total else 0.0
