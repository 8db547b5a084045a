"""Proportions of a body: longer legs, broader hips, more weight; both sides alike.

The bodies themselves are made by body/transform.py; here are their sliders.
"""

from __future__ import annotations

from collections.abc import Mapping

from footfall.body import Body
from footfall.errors import FootfallError, nearest
from footfall.studio.protocol.replies import Proportion

# name -> (label, group, lowest, highest factor)
SLIDERS: dict[str, tuple[str, str, float, float]] = {
    "thighs": ("Thigh length", "Legs", 0.6, 1.5),
    "shins": ("Shin length", "Legs", 0.6, 1.5),
    "feet": ("Foot length", "Legs", 0.6, 1.6),
    "hips": ("Hip width", "Trunk", 0.6, 1.6),
    "torso": ("Torso length", "Trunk", 0.6, 1.5),
    "shoulders": ("Shoulder width", "Trunk", 0.6, 1.6),
    "arms": ("Upper arm length", "Arms", 0.5, 1.6),
    "forearms": ("Forearm length", "Arms", 0.5, 1.6),
    "head": ("Head size", "Trunk", 0.6, 1.8),
    "girth": ("Girth", "Whole body", 0.7, 1.5),
    "weight": ("Weight", "Whole body", 0.5, 2.0),
}


def sliders(body: Body, values: Mapping[str, float]) -> tuple[Proportion, ...]:
    """The sliders of a body; none for one that wraps a user's own MJCF."""
    if body.mjcf:
        return ()
    present = {role for link in body.links for role in link.roles}
    absent = {"arms": "upper_arm", "forearms": "forearm", "head": "head", "shoulders": "upper_arm"}
    return tuple(
        Proportion(name=name, label=label, group=group, low=low, high=high, value=values.get(name, 1.0))
        for name, (label, group, low, high) in SLIDERS.items()
        if name not in absent or absent[name] in present
    )


def check(values: Mapping[str, float]) -> None:
    """Check names and ranges of proportions.

    Raises:
        FootfallError: With the nearest legal name, or the range.
    """
    for name, value in values.items():
        if name not in SLIDERS:
            raise FootfallError(f"there is no proportion '{name}'", help=nearest(name, list(SLIDERS)))
        _, _, low, high = SLIDERS[name]
        if not low <= value <= high:
            raise FootfallError(f"{name} cannot be {value:g}", help=f"it goes from {low:g} to {high:g}")
