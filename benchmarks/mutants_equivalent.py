"""Mutants that change nothing anyone can observe, each with the reason (benchmarks/mutants.py)."""

from __future__ import annotations

EQUIVALENT: dict[str, str] = {
    "leg.two_links: quat_of_columns(xx, xy, xz, nx, ny, nz, zx, zy, zz) negated": (
        "a quaternion and its negative are the same rotation, and rotation_error takes the short way"
    ),
}
