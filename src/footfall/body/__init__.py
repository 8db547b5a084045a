"""Bodies as data: TOML files that become `mujoco.MjSpec` bodies, with roles, gains and starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from footfall.body.parse import body_names, load_body
from footfall.body.schema import Axis, Body, Joint, Link, Physics, Servo, Shape, Start
from footfall.body.transform import scale_length, scale_mass, with_limits, with_physics

if TYPE_CHECKING:
    from footfall.body.build import add_body, apply_physics
    from footfall.body.starts import ground_gap, lift_to_ground, place
    from footfall.body.table import describe

__all__ = [
    "Axis",
    "Body",
    "Joint",
    "Link",
    "Physics",
    "Servo",
    "Shape",
    "Start",
    "add_body",
    "apply_physics",
    "body_names",
    "describe",
    "ground_gap",
    "lift_to_ground",
    "load_body",
    "place",
    "scale_length",
    "scale_mass",
    "with_limits",
    "with_physics",
]

# These need MuJoCo; reading bodies does not, and `footfall list` should not wait for it.
_LAZY = {
    "add_body": "build",
    "apply_physics": "build",
    "describe": "table",
    "ground_gap": "starts",
    "lift_to_ground": "starts",
    "place": "starts",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
