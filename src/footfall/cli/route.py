"""What `footfall run` does on the way: way points (`--path`), parameters for later (`--set speed=0@5`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from footfall.cli import options
from footfall.errors import FootfallError, nearest

if TYPE_CHECKING:
    from footfall.engine.recording import Recording
    from footfall.engine.sim import Sim
    from footfall.motion.paths import Follower, Point

SECONDS = 10.0  # of a run without a path


@dataclass(frozen=True)
class Route:
    """What is to be done, as asked for.

    Attributes:
        points: Way points, m; none without a path.
        loop: Whether to go round.
        speed: On straight legs, m/s.
        later: Second, name and value of parameters, in order of time.
    """

    points: tuple[Point, ...] = ()
    loop: bool = False
    speed: float = 0.0
    later: tuple[tuple[float, str, float], ...] = ()

    def seconds(self, asked: float | None) -> float:
        """How long to simulate: as asked, else as long as the path should take."""
        from footfall.motion.paths import time_for

        if asked is None:
            return time_for(self.points, self.speed) if self.points else SECONDS
        return options.number("--seconds", asked, above=0, most=options.MAX_SECONDS, unit="s")

    def check(self, sim: Sim) -> None:
        """Check the names of parameters for later, before anything runs.

        Raises:
            FootfallError: No skill of the run has one of them.
        """
        programs = [sim.programs[0], *(switch.program for switch in sim.pending)]
        names = [p.name for program in programs for p in program.units[0].parameters]
        for _, name, _ in self.later:
            if name not in names:
                raise FootfallError(
                    f"{sim.programs[0].name} has no parameter '{name}'",
                    where=f"--set {name}",
                    help=nearest(name, names) if names else "it has none",
                )

    def run(self, sim: Sim, seconds: float, progress: Callable[[float], None]) -> Recording:
        """Run; the report says how a path went."""
        from footfall.motion.paths import follow

        orders = [
            (round(time / sim.dt), partial(sim.set, 0, **{name: value})) for time, name, value in self.later
        ]
        if not self.points:
            return sim.run(seconds, progress=progress, at=orders)
        rec, follower = follow(
            sim, self.points, speed=self.speed, loop=self.loop, seconds=seconds, progress=progress, at=orders
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


def read(
    path: str | None,
    loop: bool,
    inputs: Mapping[str, float],
    later: tuple[tuple[float, str, float], ...],
    seeds: int | None,
) -> Route:
    """What the options ask for.

    Raises:
        FootfallError: They contradict each other, or the path cannot be read.
    """
    if later and seeds is not None:
        raise FootfallError(
            "--set NAME=VALUE@T is of one run, but --seeds makes several", where="--set", help="take --seed N"
        )
    if path is None:
        if loop:
            raise FootfallError(
                "--loop goes with --path", where="--loop", help="add way points: --path '2,0; 2,2; 0,2; 0,0'"
            )
        return Route(later=later)
    if seeds is not None:
        raise FootfallError(
            "--path is of one run, but --seeds makes several", where="--path", help="take --seed N"
        )
    if "heading" in inputs or any(name in ("heading", "speed") for _, name, _ in later):
        raise FootfallError(
            "the path sets heading and speed", where="--set", help="leave them out, or the path"
        )
    from footfall.motion.paths import SPEED, parse_path

    speed = options.number("--set speed", inputs.get("speed", SPEED), above=0, most=3.0, unit="m/s")
    return Route(parse_path(path), loop, speed, later)
