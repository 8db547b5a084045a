"""Between which values a slider for a number of a script should go."""

from __future__ import annotations

import math

from footfall.script.program import Slot

# kind -> half width of a slider around 0, in SI units, for a number that is itself smaller
_WIDTH = {"angle": 1.6, "gain": 1.0, "damping": 50.0, "length": 0.5, "speed": 2.0, "force": 300.0}
_POSITIVE = ("time", "gain", "damping")
_LEAST_TIME = 0.02


def slider(slot: Slot, value: float) -> tuple[float, float]:
    """Between which values a slider for a number should go, SI units: its mark, or what its kind suggests.

    It never leads to what the statement refuses.
    """
    low, high = _suggested(slot, value)
    return max(low, min(slot.legal[0], value)), min(high, max(slot.legal[1], value))


def _suggested(slot: Slot, value: float) -> tuple[float, float]:
    if slot.mark and math.isfinite(slot.mark.lo) and math.isfinite(slot.mark.hi):
        low, high = slot.mark.lo * slot.factor, slot.mark.hi * slot.factor
        return min(low, value), max(high, value)
    size = abs(value)
    if slot.kind == "time":
        return min(_LEAST_TIME, value), max(1.0, 3.0 * size)
    width = max(_WIDTH.get(slot.kind, 1.0), 2.0 * size)
    if slot.kind == "angle":
        width = min(max(_WIDTH["angle"], 1.25 * size), max(math.pi, size))
    return (0.0 if slot.kind in _POSITIVE and value >= 0 else -width), width
