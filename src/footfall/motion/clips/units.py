"""Units of length in files that do not say which they use."""

from __future__ import annotations

import numpy as np

from footfall.motion.clips.clip import Skeleton

CMU = 0.0254 / 0.45
"""Metres of a unit in CMU's files: inches, divided by 0.45."""
UNITS = {"m": 1.0, "cm": 0.01, "mm": 0.001, "inch": 0.0254, "cmu": CMU}
_TALL = 1.55  # m: from the lowest joint of a standing adult to the highest


def guess_unit(skeleton: Skeleton) -> float:
    """Metres of a unit, such that the figure is about as tall as a person.

    Args:
        skeleton: In the file's units, z up.
    """
    places = skeleton.places
    tall = float(np.ptp(places[:, 2])) or float(np.ptp(places, axis=0).max()) or 1.0
    return min(UNITS.values(), key=lambda unit: abs(np.log(tall * unit / _TALL)))
