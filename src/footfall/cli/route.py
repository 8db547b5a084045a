"""``footfall run --path``: way points, how long they take, and what is said about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from footfall.cli import options
from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.engine.recording import Recording
    from footfall.engine.sim import Sim
    from footfall.motion.paths import Follower, Point

SECONDS = 10.0  # of a run without a path


@dataclass(frozen=True)
class Route:
    """A path as asked for.

    Attributes:
        points: Way points, m; none without a path.
        loop: Whether to go round.
        speed: On straight legs, m/s.
    """

    points: tuple[Point, ...] = ()
    loop: bool = False
    speed: float = 0.0

    def seconds(self, asked: float | None) -> float:
        """How long to simulate: as asked, else as long as the path should take."""
        from footfall.motion.paths import time_for

        if asked is None:
            return time_for(self.points, self.speed) if self.points else SECONDS
        return options.number("--seconds", asked, above=0, most=options.MAX_SECONDS, unit="s")

    def run(self, sim: Sim, seconds: float, progress: Callable[[float], None]) -> Recording:
        """Run along the path; the report says how it went."""
        from footfall.motion.paths import follow

        if not self.points:
            return sim.run(seconds, progress=progress)
        rec, follower = follow(
            sim, self.points, speed=self.speed, loop=self.loop, seconds=seconds, progress=progress
        )
        rec.report()["path"] = _said(follower)
        return rec


def _said(follower: Follower) -> dict[str, Any]:
    """What a report says of a path: the way points that were passed, when, and how near."""
    passed = [
        {"x": p.point[0], "y": p.point[1], "time": round(p.time, 3), "off": round(p.off, 4)}
        for p in follower.passed
    ]
    return {"points": len(follower.points), "passed": passed, "arrived": follower.arrived}


def read(path: str | None, loop: bool, inputs: Mapping[str, float], seeds: int | None) -> Route:
    """The path that the options ask for.

    Raises:
        FootfallError: They contradict each other, or the path cannot be read.
    """
    if path is None:
        if loop:
            raise FootfallError(
                "--loop goes with --path", where="--loop", help="add way points: --path '2,0; 2,2; 0,2; 0,0'"
            )
        return Route()
    if seeds is not None:
        raise FootfallError(
            "--path is of one run, but --seeds makes several", where="--path", help="take --seed N"
        )
    if "heading" in inputs:
        raise FootfallError(
            "the path sets the heading", where="--set heading", help="leave it out, or the path"
        )
    from footfall.motion.paths import SPEED, parse_path

    speed = options.number("--set speed", inputs.get("speed", SPEED), above=0, most=3.0, unit="m/s")
    return Route(parse_path(path), loop, speed)
