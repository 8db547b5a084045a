"""Adopting a robot: from an MJCF of anybody's to a body file that the engine can drive."""

from __future__ import annotations

from footfall.body.adopt.adopt import Adopted, adopt

__all__ = ["Adopted", "adopt"]
