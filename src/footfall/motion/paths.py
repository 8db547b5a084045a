"""Following way points: a heading and a speed for a walk, set ten times a second.

    sim = Sim("genbicon/go")
    rec, follower = follow(sim, parse_path("3,0; 3,3; 0,3"))

All it does is to set the live parameters `heading` and `speed`, so a Recording holds it as events and
replays to the same bits. It steers at a point of the leg a little ahead, slows down for corners, and at the
last point it stops; a loop begins again there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from footfall.errors import ArgumentError, FootfallError
from footfall.world.numbers import read_number

if TYPE_CHECKING:
    from footfall.engine.recording.recording import Recording
    from footfall.engine.sim import Sim

Point = tuple[float, float]

EVERY = 0.1  # s between two decisions
SPEED = 0.7  # m/s on a straight leg
CORNER = 0.15  # m/s at a sharp corner
SHARP = math.pi / 3  # rad
BRAKE = 0.15  # m/s^2 that it slows down by
AHEAD = 0.6  # m along the leg to the point it steers at
NEAR = 0.25  # m from a way point that count as there
LAST = 0.1  # m from the last one
FARTHEST = 10_000.0  # m
MOST = 1000  # way points
CORNER_SECONDS = 3.0  # s that a corner may cost; less where way points are near each other
REST = 4.0  # s to stand at the end
FORM = "write X,Y; X,Y; … in metres, like '3,0; 3,3; 0,3', or spline:X,Y; … for a curve through them"
CURVE = "spline:"  # before way points: a curve goes through them
SPACING = 0.5  # m between the points that a curve is walked by


def parse_path(text: str) -> tuple[Point, ...]:
    """Read way points ``X,Y; X,Y; …``, in metres; the body begins at 0,0.

    With ``spline:`` before them they are points of a curve, see `smooth_path`.

    Raises:
        FootfallError: The text has another form.

    >>> parse_path("3,0; 3,3")
    ((3.0, 0.0), (3.0, 3.0))
    """
    where = f"path {text}"
    if text.strip().startswith(CURVE):
        return smooth_path(parse_path(text.strip().removeprefix(CURVE)))
    points: list[Point] = []
    for part in text.strip().removesuffix(";").split(";"):
        numbers = part.split(",")
        if len(numbers) != 2:
            raise FootfallError(f"'{part.strip()}' is no way point", where=where, help=FORM)
        x, y = (
            read_number(n, f"{name} of a way point", where, low=-FARTHEST, high=FARTHEST, help=FORM)
            for n, name in zip(numbers, "xy", strict=True)
        )
        points.append((x, y))
    if len(points) > MOST:
        raise FootfallError(f"a path has at most {MOST} way points", where=where, help="leave some out")
    return tuple(points)


def smooth_path(points: Sequence[Point], spacing: float = SPACING) -> tuple[Point, ...]:
    """Points of a curve from 0,0 through way points: a Catmull-Rom spline, which bends at no corner.

    Args:
        points: Way points, m.
        spacing: About how far apart the points of the curve are, m.
    """
    knots = [(0.0, 0.0), *points]
    out: list[Point] = []
    for k in range(len(knots) - 1):
        p0, p3 = knots[max(k - 1, 0)], knots[min(k + 2, len(knots) - 1)]
        p1, p2 = knots[k], knots[k + 1]
        pieces = max(1, round(math.dist(p1, p2) / spacing))
        out += [_between(p0, p1, p2, p3, (i + 1) / pieces) for i in range(pieces)]
    return tuple(out[:MOST])


def _between(p0: Point, p1: Point, p2: Point, p3: Point, u: float) -> Point:
    """A share u of the way from p1 to p2 on the spline through all four."""
    weights = (
        u * (-0.5 + u * (1.0 - 0.5 * u)),
        1.0 + u * u * (1.5 * u - 2.5),
        u * (0.5 + u * (2.0 - 1.5 * u)),
        u * u * (0.5 * u - 0.5),
    )
    x, y = (sum(w * p[axis] for w, p in zip(weights, (p0, p1, p2, p3), strict=True)) for axis in (0, 1))
    return round(x, 6), round(y, 6)


@dataclass(frozen=True)
class Passed:
    """A way point that has been reached.

    Attributes:
        point: Where it is, m.
        time: When the body was there, s.
        off: How near it came, m.
    """

    point: Point
    time: float
    off: float


@dataclass
class Follower:
    """Steers a walk along way points.

    Attributes:
        points: The way points, in order, m.
        speed: On a straight leg, m/s.
        loop: Whether to continue with the first after the last.
        passed: The way points that it has reached.
        heading: What was asked for last, rad, without jumps of a whole turn.
        arrived: Whether it has come to the end.
    """

    points: Sequence[Point]
    speed: float = SPEED
    loop: bool = False
    passed: list[Passed] = field(default_factory=list)
    heading: float = 0.0
    arrived: bool = False
    _from: Point | None = None

    def decide(self, here: Point, facing: float, time: float) -> tuple[float, float]:
        """What to do now.

        Args:
            here: Where the body is, m.
            facing: Where it looks, rad.
            time: Now, s.

        Returns:
            Heading (rad) and speed (m/s).
        """
        if self._from is None:
            self._from, self.heading = here, facing
        if self.passed and (off := math.dist(here, self.passed[-1].point)) < self.passed[-1].off:
            self.passed[-1] = replace(self.passed[-1], off=off)
        for _ in self.points:  # once round at most: a loop's points may all be near
            if not self.arrived and self._is_passed(here):
                self._next(here, time)
        if self.arrived:
            return self.heading, 0.0
        goal = self._goal(0)
        left = math.dist(here, goal)
        end = not self.loop and len(self.passed) + 1 == len(self.points)
        aim = goal if left < LAST * 3 else self._aim(here, goal)
        self.heading += _turn(math.atan2(aim[1] - here[1], aim[0] - here[0]) - self.heading)
        near = LAST if end else NEAR
        slow = 0.0 if end else self._corner_speed(self._turn_ahead())
        fast = math.sqrt(slow**2 + 2.0 * BRAKE * max(0.0, left - near))
        return self.heading, min(self._corner_speed(self.heading - facing), fast)

    def _goal(self, further: int) -> Point:
        return self.points[(len(self.passed) + further) % len(self.points)]

    def _is_passed(self, here: Point) -> bool:
        """Whether the way point is reached; the last one more closely, unless it lies behind."""
        goal, begin = self._goal(0), self._from or here
        off = math.dist(here, goal)
        if not self.loop and len(self.passed) + 1 == len(self.points):
            return off < LAST or (off < NEAR and _along(here, begin, goal) >= 1.0)
        return off < NEAR

    def _next(self, here: Point, time: float) -> None:
        self._from = self._goal(0)
        self.passed.append(Passed(self._from, time, math.dist(here, self._from)))
        self.arrived = not self.loop and len(self.passed) == len(self.points)

    def _aim(self, here: Point, goal: Point) -> Point:
        """A point of the leg, ahead of the body by `AHEAD`."""
        begin = self._from or here
        length = max(math.dist(begin, goal), 1e-9)
        share = min(1.0, max(0.0, _along(here, begin, goal)) + AHEAD / length)
        return begin[0] + share * (goal[0] - begin[0]), begin[1] + share * (goal[1] - begin[1])

    def _turn_ahead(self) -> float:
        """The angle of the corner at the next way point, rad."""
        (x0, y0), (x1, y1), (x2, y2) = self._from or (0.0, 0.0), self._goal(0), self._goal(1)
        return math.atan2(y2 - y1, x2 - x1) - math.atan2(y1 - y0, x1 - x0)

    def _corner_speed(self, turn: float) -> float:
        """Speed for a turn of that angle: the sharper, the slower, m/s."""
        return self.speed + (min(CORNER, self.speed) - self.speed) * min(1.0, abs(_turn(turn)) / SHARP)


def _turn(angle: float) -> float:
    """An angle within half a turn."""
    return math.remainder(angle, 2.0 * math.pi)


def _along(here: Point, begin: Point, end: Point) -> float:
    """How much of the way from `begin` to `end` is done, 0 to 1."""
    dx, dy = end[0] - begin[0], end[1] - begin[1]
    return ((here[0] - begin[0]) * dx + (here[1] - begin[1]) * dy) / max(dx * dx + dy * dy, 1e-9)


def time_for(points: Sequence[Point], speed: float = SPEED) -> float:
    """Seconds that should do for a path from 0,0, with a rest at its end."""
    legs = zip([(0.0, 0.0), *points], points, strict=False)
    return round(
        sum(math.dist(a, b) / speed + CORNER_SECONDS * min(1.0, math.dist(a, b)) for a, b in legs) + REST, 1
    )


def follow(
    sim: Sim,
    points: Sequence[Point],
    *,
    speed: float = SPEED,
    loop: bool = False,
    seconds: float | None = None,
    progress: Callable[[float], None] | None = None,
    at: Sequence[tuple[int, Callable[[], None]]] = (),
) -> tuple[Recording, Follower]:
    """Run a walk along way points.

    Args:
        sim: A walk with the live parameters `heading` and `speed`.
        points: Way points in the world, m.
        speed: On straight legs, m/s.
        loop: Whether to go round for ever.
        seconds: How long; as long as the path should take when None.
        progress: Called now and then with the seconds done.
        at: What else to do on the way, each with the tick before which it is done.

    Raises:
        FootfallError: The skill has no heading or no speed.
    """
    known = [p.name for p in sim.programs[0].units[0].parameters]
    for name in ("heading", "speed"):
        if name not in known:
            raise ArgumentError(
                f"{sim.programs[0].name} has no parameter '{name}' to be steered by",
                argument="path",
                help="take a walk that has, like genbicon/walk",
            )
    follower = Follower(points, speed, loop)
    seconds = time_for(points, speed) if seconds is None else seconds
    every = max(1, round(EVERY / sim.dt))
    ticks = range(sim.tick, sim.tick + round(seconds / sim.dt), every)
    steps = [(tick, partial(_steer, sim, follower)) for tick in ticks]
    rec = sim.run(seconds, progress=progress, at=sorted([*at, *steps], key=lambda step: step[0]))
    return rec, follower


def _steer(sim: Sim, follower: Follower) -> None:
    """Look where the body is, and set what has changed."""
    actor = sim.actors[0]
    root = int(actor.arrays["root_body"][0])
    mat, at = sim.data.xmat[root], sim.data.xipos[root]
    wanted = follower.decide((float(at[0]), float(at[1])), math.atan2(float(mat[3]), float(mat[0])), sim.time)
    names = [p.name for p in sim.programs[0].units[0].parameters]
    for name, value in zip(("heading", "speed"), wanted, strict=True):
        value = round(value, 4)
        if name in names and float(actor.inputs[names.index(name)]) != value:
            sim.set(0, **{name: value})
