"""The largest sideways push that a walk survives, at ten phases of its cycle and from both sides.

    python benchmarks/push_limits.py simbicon/walk3d [more.skill …] [--json]

A push lasts 0.4 s and acts on the trunk's centre. All directions: `footfall robust SKILL --only pushes`.
"""

from __future__ import annotations

import argparse
import json
import statistics
from dataclasses import dataclass

from footfall.robust.pushes import push_table

PHASES = tuple((k + 0.5) / 10 for k in range(10))
SIDES = {"left": (1.0, 0.0), "right": (-1.0, 0.0)}


@dataclass(frozen=True)
class Limits:
    """Newtons survived, by phase, pushed to the left and to the right."""

    left: tuple[float, ...]
    right: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Over all phases and both sides."""
        return statistics.fmean((*self.left, *self.right))


def push_limits(skill: str, threads: int = 2) -> Limits:
    """Measure a skill."""
    table = push_table(skill, PHASES, tuple(SIDES.values()), stances=("left",), threads=threads, checks=False)
    return Limits(tuple(table.limits[0, :, 0].tolist()), tuple(table.limits[0, :, 1].tolist()))


def main() -> None:
    parser = argparse.ArgumentParser(description="The largest sideways push that a walk survives.")
    parser.add_argument("skills", nargs="+", metavar="SKILL")
    parser.add_argument("--json", action="store_true", help="one object a line")
    arguments = parser.parse_args()
    for skill in arguments.skills:
        limits = push_limits(skill)
        if arguments.json:
            print(
                json.dumps({"skill": skill, "mean": limits.mean, "left": limits.left, "right": limits.right})
            )
            continue
        print(f"{skill}: mean {limits.mean:.0f} N")
        for name in SIDES:
            print(f"  {name:5}", *(f"{force:5.0f}" for force in getattr(limits, name)))


if __name__ == "__main__":
    main()
