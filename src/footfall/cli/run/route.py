"""What `footfall run` does on the way: way points (`--path`), parameters for later (`--set speed=0@5`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from footfall.cli import options
from footfall.errors import FootfallError, nearest

if TYPE_CHECKING:
    from footfall.engine.recording.recording import Recording
    from footfall.engine.sim import Sim
    from footfall.motion.paths import Follower, Point


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

    def seconds(self) -> float:
        """How long it should take."""
        from footfall.motion.paths import time_for

        return time_for(self.points, self.speed) if self.points else options.SECONDS

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

    def run(self, sim: Sim, seconds: float, progress: Callable[[float], None] | None = None) -> Recording:
        """Run; the Recording says how a path went, and what was never done."""
        from footfall.motion.paths import follow

        orders = [
            (round(time / sim.dt), partial(sim.set, 0, **{name: value})) for time, name, value in self.later
        ]
        follower: Follower | None = None
        if not self.points:
            rec = sim.run(seconds, progress=progress, at=orders)
        else:
            how: dict[str, Any] = {"speed": self.speed, "loop": self.loop, "seconds": seconds}
            rec, follower = follow(sim, self.points, **how, progress=progress, at=orders)
        said: dict[str, Any] = {"missed": [*rec.header["missed"], *self._missed(sim, follower)]}
        if follower is not None:
            said["path"] = _said(follower)
        return replace(rec, header=rec.header | said)

    def _missed(self, sim: Sim, follower: Follower | None) -> list[str]:
        """What was never done, a sentence each: parameters that were to be set, way points."""
        end = f"the run ended at {sim.time:.2f} s"
        out = [
            f"{name} was not set to {value:g} at {time:g} s: {end}"
            for time, name, value in self.later
            if round(time / sim.dt) >= sim.tick
        ]
        if follower is not None and len(follower.passed) < len(self.points):
            number = len(follower.passed)
            x, y = self.points[number]
            out.append(f"way point {number + 1} of {len(self.points)} ({x:g}, {y:g}) was not reached")
        return out


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
) -> Route:
    """What the options ask for.

    Raises:
        FootfallError: They contradict each other, or the path cannot be read.
    """
    if path is None:
        if loop:
            raise FootfallError(
                "--loop goes with --path", where="--loop", help="add way points: --path '2,0; 2,2; 0,2; 0,0'"
            )
        return Route(later=later)
    if "heading" in inputs or any(name in ("heading", "speed") for _, name, _ in later):
        raise FootfallError(
            "the path sets heading and speed", where="--set", help="leave them out, or the path"
        )
    from footfall.motion.paths import SPEED, parse_path

    speed = options.number("--set speed", inputs.get("speed", SPEED), above=0, most=3.0, unit="m/s")
    return Route(parse_path(path), loop, speed, later)
