"""Curves over the gait cycle, in degrees and in the signs of gait analysis: flexion is positive.

A stride's curves are its own side's: both sides can be averaged and compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from footfall.natural.motion import F64, LETTERS, Motion
from footfall.natural.strides import Stride, over

JOINTS = ("hip", "knee", "ankle")
TURNS = ("pelvis_turn", "pelvis_list", "pelvis_tilt", "trunk_turn", "trunk_list", "trunk_lean")
ARM = "shoulder"
CURVES = (*JOINTS, *TURNS, ARM)
"""hip, knee and shoulder flexion; ankle dorsiflexion; of pelvis and trunk: own side forward (about the
stride's mean), own side up (about its mean), lean forward."""
_HINGES = {"hip": ("Hip.pitch", -1.0), "knee": ("Knee.pitch", 1.0), "ankle": ("Ankle.pitch", -1.0),
           "shoulder": ("Shoulder.pitch", -1.0)}  # fmt: skip
_FREE = ("pelvis_turn", "pelvis_list", "trunk_turn", "trunk_list")  # about their own mean


def stride_curves(motion: Motion, stride: Stride) -> dict[str, F64]:
    """The curves (101,) of one stride that the body has joints for, degrees."""
    out = {}
    for name, (hinge, sign) in _HINGES.items():
        angle = motion.angles.get(LETTERS[stride.side] + hinge)
        if angle is not None:
            out[name] = np.degrees(sign * over(angle, stride.begin, stride.end))
    own = 1.0 if stride.side == 0 else -1.0
    for part, turns in (("pelvis", motion.pelvis), ("trunk", motion.trunk)):
        turn, up, lean = np.degrees(over(turns, stride.begin, stride.end)).T
        out[f"{part}_turn"] = -own * turn
        out[f"{part}_list"] = own * up
        out[f"{part}_tilt" if part == "pelvis" else f"{part}_lean"] = lean
    for name in _FREE:
        out[name] = out[name] - out[name].mean()
    return out


def mean_curves(each: Sequence[Mapping[str, F64]]) -> dict[str, F64]:
    """The mean of the strides' curves."""
    names = [name for name in CURVES if all(name in curves for curves in each)]
    return {name: np.mean([curves[name] for curves in each], axis=0) for name in names}


def likeness(curve: F64, middle: F64) -> tuple[float, float]:
    """Correlation with the middle of a band, and RMS distance from it (degrees)."""
    rms = float(np.sqrt(np.mean((curve - middle) ** 2)))
    spread = float(np.std(curve) * np.std(middle))
    if spread < 1e-9:
        return 0.0, rms
    return float(np.mean((curve - curve.mean()) * (middle - middle.mean())) / spread), rms


def roughness(curve: F64) -> float:
    """RMS jerk over the cycle (third derivative by its share of the cycle) against the curve's range.

    2 sin of one wave in the cycle has (2π)³ / (2 √2) = 88.
    """
    reach = float(np.ptp(curve))
    if reach < 1e-6:
        return 0.0
    third = np.diff(curve, 3) * float(len(curve) - 1) ** 3
    return float(np.sqrt(np.mean(third**2))) / reach
