"""The kinds of terms: what each measures, in which unit, and how it is reduced to one number."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """One kind of term.

    Attributes:
        name: As it is written.
        what: What its value is, for people.
        unit: Of its value.
        quantity: The kernel's monitor that measures it (control/monitor.py); "" when the end of the
            run decides.
        sum: How monitored errors become a value: "mean" over time, "worst", "total" (what was summed
            up, against the target) or "share" (of the whole).
        window: Seconds over which the quantity is smoothed before it is compared, unless told.
        needs: "target", "of" or "file": what must be given; "" for nothing.
        weight: Unless told.
    """

    name: str
    what: str
    unit: str
    quantity: str = ""
    sum: str = "mean"
    window: float = 0.0
    needs: str = ""
    weight: float = 1.0


# Speed, drift and height sway with every step: a window of about one step removes the sway.
_STRIDE = 0.8

_ROWS = (
    Kind("upright", "share of the time not upright", "", weight=100.0),
    Kind("pushes", "share of the pushes' impulse not survived", "", weight=100.0),
    Kind("goal", "0 when the skill's GOAL holds at the end, else 1", "", weight=100.0),
    Kind("speed", "speed along the commanded heading", "m/s", "speed", window=_STRIDE, needs="target",
         weight=10.0),
    Kind("drift", "speed across the commanded heading", "m/s", "drift", window=_STRIDE),
    Kind("heading", "facing, against the commanded heading", "rad", "heading", window=0.5),
    Kind("step", "distance of the feet at a strike, along the heading", "m", "step", needs="target"),
    Kind("height", "height of the centre of mass", "m", "height", window=_STRIDE, needs="target"),
    Kind("distance", "distance along the heading; without a target, as far as possible", "m", "speed",
         "total"),
    Kind("slide", "how far a planted foot slides, the worst stance", "m", "slide", "worst"),
    Kind("torque", "summed size of all joint torques", "N m", "torque", weight=0.001),
    Kind("effort", "summed squares of all joint torques", "N² m²", "effort", weight=1e-5),
    Kind("energy", "summed mechanical power of all joints", "W", "power", weight=0.001),
    Kind("head", "speed of the head relative to the centre of mass", "m/s", "head"),
    Kind("tilt", "angle of the trunk from upright", "rad", "tilt"),
    Kind("shake", "share of the joint rates' power above 12 Hz", "", "shake", "share"),
    Kind("phase", "seconds in a phase", "s", "phase", "total", needs="of"),
    Kind("track", "squared distance from a recorded motion", "", "track", needs="file"),
)  # fmt: skip
KINDS: dict[str, Kind] = {kind.name: kind for kind in _ROWS}
