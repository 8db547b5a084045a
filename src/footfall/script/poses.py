"""Stable poses by their names: ``near stand`` is true while the body is in that pose.

A pose is a condition in the language itself, written out wherever it is asked for. Lengths are in legs, so
that it means the same on any body. How still it is, a script says itself: ``near stand and motion < .5``.
"""

from __future__ import annotations

import re

_HANDS = "(contact lHand or contact rHand or contact lForearm or contact rForearm)"
_FEET = "contact lFoot and contact rFoot"
_KNEES = "(contact lShin or contact rShin)"
_SEAT = "(contact pelvis or contact lThigh or contact rThigh)"
_UPRIGHT = "com.height > .95 * body.leg and abs(trunk.pitch) < .5"

# name -> (meaning, condition)
POSES: dict[str, tuple[str, str]] = {
    "stand": ("upright on both feet", f"{_FEET} and {_UPRIGHT}"),
    "one-foot": (
        "upright on one foot, the other one in the air",
        f"contact lFoot != contact rFoot and {_UPRIGHT}",
    ),
    "squat": (
        "low on both feet and nothing else",
        f"{_FEET} and not {_HANDS} and not {_KNEES} and not {_SEAT} "
        "and com.height > .4 * body.leg and com.height < .85 * body.leg and abs(trunk.pitch) < 1.4",
    ),
    "hands-and-knees": (
        "on hands and knees, the seat and the trunk off the ground",
        f"{_HANDS} and {_KNEES} and pelvis.height > .3 * body.leg and abs(trunk.pitch - 1.4) < .6",
    ),
    "prone": ("lying on its front", "com.height < .25 * body.leg and abs(trunk.pitch - 1.57) < .5"),
    "supine": ("lying on its back", "com.height < .25 * body.leg and abs(trunk.pitch + 1.57) < .5"),
    "handstand": (
        "upside down on the hands alone",
        f"{_HANDS} and not contact lFoot and not contact rFoot and not contact head "
        "and com.height > .7 * body.leg and abs(trunk.pitch) > 2.5",
    ),
}

NAME = re.compile(rf"(?:{'|'.join(POSES)})(?![\w-])")  # one of them, where it stands in a text
