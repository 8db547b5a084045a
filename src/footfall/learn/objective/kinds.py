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
        sum: How what is monitored becomes a value, one of `OVER`, or: "total" (what was summed up, against
            the target), "share" (of the whole), "once" (at the landing, against the target).
        window: Seconds over which the quantity is smoothed before it is compared, unless told.
        needs: "target", "of" or "file": what must be given; "" for nothing.
        weight: Unless told.
        missing: Its value when there was nothing to measure; None: as if 0 had been measured.
    """

    name: str
    what: str
    unit: str
    quantity: str = ""
    sum: str = "mean"
    window: float = 0.0
    needs: str = ""
    weight: float = 1.0
    missing: float | None = None


# What of the smoothed quantity counts: its error's mean over time, the largest or the smallest error; or
# the quantity's largest, smallest or last value, against the target
OVER = ("mean", "worst", "best", "most", "least", "end")
# Speed, drift and height sway with every step: a window of about one step removes the sway.
_STRIDE = 0.8

_ROWS = (
    Kind("upright", "share of the time not upright", "", weight=100.0),
    Kind("pushes", "share of the pushes' impulse not survived", "", weight=100.0),
    Kind("goal", "0 when the skill's GOAL holds at the end, else 1", "", weight=100.0),
    Kind("margin", "how far the skill's GOAL is from true at the end, 0 to 1", "", weight=50.0),
    Kind("seconds", "how long the skill takes", "s", needs="target"),
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
    Kind("turn", "forward turn of the trunk at the end; a backflip is -6.3", "rad", "turn",
         "end", needs="target"),
    Kind("apex", "greatest height of the centre of mass", "m", "height", "most",
         needs="target", weight=10.0),
    Kind("air", "longest time in which nothing touches the ground", "s", "air", "most", needs="target",
         weight=10.0),
    Kind("impact", "most force of the ground beyond the weight, after a flight", "weights", "impact",
         "most", window=0.02, missing=10.0),
    Kind("descent", "speed downwards at the landing", "m/s", "descent", "once", missing=5.0),
    Kind("under", "centre of mass ahead of the feet at the landing", "m", "under", "once", weight=10.0,
         missing=1.0),
    Kind("touch", "1 when more than feet touch first at the landing, else 0", "", "touch", "once",
         weight=10.0, missing=1.0),
    Kind("end", "a value of the language at the end, like com.x or lKnee.pitch", "", needs="of"),
    Kind("phase", "seconds in a phase", "s", "phase", "total", needs="of"),
    Kind("natural", "how far a walk is from a person's: 1 less a hundredth of its score", "", weight=50.0),
    Kind("gait", "a part of that score, as far as it is below 1; with a target, a figure of the gait", "",
         needs="of", weight=10.0),
    Kind("track", "squared distance from a recorded motion", "", "track", needs="file"),
)  # fmt: skip
KINDS: dict[str, Kind] = {kind.name: kind for kind in _ROWS}
