"""The shape of the ground: its height at any place, how it is written, and as a walker knows it."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from footfall.errors import FootfallError, nearest
from footfall.world.numbers import read_number
from footfall.world.props import Prop

F64 = NDArray[np.float64]

STAIRS_AT = 1.0  # m ahead of the start: the first riser
ENDS = 2000.0  # m: how far the level ground goes on before the first and after the last step
REACH = 1e5  # m: a slope goes on for this far both ways
BUMP_CELL = 0.25  # m between the corners of the bump grid: about a foot's length
BUMP_SPAN = ((-10.0, 150.0), (-12.0, 12.0))  # m: x and y of the bumpy field
BUMP_CLEAR = 0.75  # m around the start without bumps
# SIMBICON, figure 5 (x and height, m): three drops of 0.2 m, then 5.7° down, 6° up, level, 6° down.
FIG5 = (
    (1.8, 0.0), (1.8, -0.2), (3.0, -0.2), (3.0, -0.4), (5.2, -0.4), (5.2, -0.6),
    (7.0, -0.6), (9.0, -0.8), (11.0, -0.59), (12.0, -0.59), (14.0, -0.8),
)  # fmt: skip
BUMP_FLOOR = -0.001  # m: the plane around and below the field, lower so that only one of them is touched


@dataclass(frozen=True, eq=False)  # arrays have no single answer to ==
class Ground:
    """A ground that depends on x, or a grid of bumps.

    Attributes:
        kind: flat, slope, steps, profile (the figure-5 terrain too), stairs or bumps.
        profile: (K, 2) x and height (m), x not decreasing; two rows with one x are a vertical step.
            Straight between rows, level before the first and after the last.
        grid: (ny, nx) heights of a grid of bumps, x along the rows; (0, 0) when there is none.
            Where it is, it replaces the profile. Each cell is two triangles, parted by the diagonal
            from its (x0, y0) corner to its (x1, y1) corner.
        origin: (x, y) of grid[0, 0] (m).
        cell: Distance between grid points (m).
        text: As it was asked for.
    """

    kind: str
    profile: F64
    grid: F64 = field(default_factory=lambda: np.zeros((0, 0)))
    origin: tuple[float, float] = (0.0, 0.0)
    cell: float = 1.0
    text: str = "flat"

    def __post_init__(self) -> None:
        # Plain lists make `height` several times faster than numpy can be for one point.
        object.__setattr__(self, "_xs", self.profile[:, 0].tolist())
        object.__setattr__(self, "_hs", self.profile[:, 1].tolist())

    def height(self, x: float, y: float = 0.0) -> float:
        """Height of the ground at a place (m); at a vertical step, that of the far side."""
        if self.grid.size:
            bump = self._bump(x, y)
            if bump is not None:
                return bump
        xs: list[float] = self._xs  # type: ignore[attr-defined]
        hs: list[float] = self._hs  # type: ignore[attr-defined]
        i = bisect_right(xs, x)
        if i == 0:
            return hs[0]
        if i == len(xs):
            return hs[-1]
        return hs[i - 1] + (hs[i] - hs[i - 1]) * (x - xs[i - 1]) / (xs[i] - xs[i - 1])

    def segments(self) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """The straight pieces of the profile, its level ends included, pieces in line joined into one.

        A seam inside a level stretch could catch the edge of a foot.
        """
        points = [(float(x), float(z)) for x, z in self.profile]
        points = [(points[0][0] - ENDS, points[0][1]), *points, (points[-1][0] + ENDS, points[-1][1])]
        pieces: list[tuple[tuple[float, float], tuple[float, float]]] = []
        for start, end in zip(points, points[1:], strict=False):
            if end[0] == start[0]:
                continue
            if pieces and pieces[-1][1] == start and _steepness(*pieces[-1]) == _steepness(start, end):
                pieces[-1] = (pieces[-1][0], end)
            else:
                pieces.append((start, end))
        return pieces

    def _bump(self, x: float, y: float) -> float | None:
        rows, columns = self.grid.shape
        u, v = (x - self.origin[0]) / self.cell, (y - self.origin[1]) / self.cell
        if not (0 <= u <= columns - 1 and 0 <= v <= rows - 1):
            return None
        i, j = min(int(u), columns - 2), min(int(v), rows - 2)
        u, v = u - i, v - j
        (h00, h10), (h01, h11) = self.grid[j : j + 2, i : i + 2].tolist()
        if u >= v:
            return float(h00 + u * (h10 - h00) + v * (h11 - h10))
        return float(h00 + v * (h01 - h00) + u * (h11 - h01))


def _steepness(start: tuple[float, float], end: tuple[float, float]) -> float:
    return (end[1] - start[1]) / (end[0] - start[0])


def _rows(*rows: tuple[float, float]) -> F64:
    return np.ascontiguousarray(np.array(rows, dtype=np.float64))


def _flat(argument: str, where: str, seed: int) -> Ground:
    if argument:
        raise FootfallError("flat ground takes no numbers", where=where, help="write flat")
    return Ground("flat", _rows((0.0, 0.0)))


def _slope(argument: str, where: str, seed: int) -> Ground:
    degrees = read_number(argument, "the slope in degrees", where, low=-45, high=45, help="write slope:5")
    rise = math.tan(math.radians(degrees)) * REACH
    return Ground("slope", _rows((-REACH, -rise), (REACH, rise)))


def _pairs(argument: str, where: str, help: str, most: int) -> list[tuple[float, float]]:
    """``X=HEIGHT,…`` sorted by x; `most` heights may share an x, and keep their order."""
    pairs: list[tuple[float, float]] = []
    for item in argument.split(","):
        x, equals, height = item.partition("=")
        if not equals:
            raise FootfallError(f"'{item}' is not X=HEIGHT", where=where, help=help)
        at = read_number(x, "x", where, low=-1e4, high=1e4, help=help)
        pairs.append((at, read_number(height, "the height", where, low=-100, high=100, help=help)))
    pairs.sort(key=lambda pair: pair[0])
    for (x0, _), (x1, _) in zip(pairs, pairs[most:], strict=False):
        if x0 == x1:
            times, limit = ("twice", "one height") if most == 1 else ("three times", "at most two heights")
            raise FootfallError(f"x = {x0:g} is there {times}", where=where, help=f"give each x {limit}")
    return pairs


def _steps(argument: str, where: str, seed: int) -> Ground:
    rows: list[tuple[float, float]] = []
    level = 0.0
    for x, height in _pairs(argument, where, "write steps:X=H,…: from X on the ground is at height H", 1):
        rows += [(x, level), (x, height)]
        level = height
    return Ground("steps", _rows(*rows))


def _profile(argument: str, where: str, seed: int) -> Ground:
    help = "write profile:X=H,…: straight lines between these points, an X given twice is a vertical step"
    return Ground("profile", _rows(*_pairs(argument, where, help, 2)))


def _fig5(argument: str, where: str, seed: int) -> Ground:
    shift = 0.0
    if argument:
        help = "write fig5 or fig5:OFFSET, e.g. fig5:0.3"
        shift = read_number(argument, "the offset in metres", where, low=-1000, high=1000, help=help)
    return Ground("profile", _rows(*((x + shift, height) for x, height in FIG5)))


def _stairs(argument: str, where: str, seed: int) -> Ground:
    help = "write stairs:RISE,TREAD,COUNT, e.g. stairs:0.05,0.4,10"
    parts = argument.split(",")
    if len(parts) != 3:
        raise FootfallError("stairs need three numbers", where=where, help=help)
    rise = read_number(parts[0], "the rise", where, low=-1, high=1, help=help)
    tread = read_number(parts[1], "the tread", where, low=0.05, high=100, help=help)
    count = read_number(parts[2], "the count", where, low=1, high=500, help=help)
    if count != int(count):
        raise FootfallError(f"the count must be a whole number, not {count:g}", where=where, help=help)
    rows: list[tuple[float, float]] = []
    for i in range(int(count)):
        x = STAIRS_AT + i * tread
        rows += [(x, i * rise), (x, (i + 1) * rise)]
    return Ground("stairs", _rows(*rows))


def _bumps(argument: str, where: str, seed: int) -> Ground:
    height = read_number(argument, "the height of the bumps", where, low=0, high=1, help="write bumps:0.03")
    if height == 0:
        return Ground("flat", _rows((0.0, 0.0)))
    (x0, x1), (y0, y1) = BUMP_SPAN
    columns, rows = int((x1 - x0) / BUMP_CELL) + 1, int((y1 - y0) / BUMP_CELL) + 1
    grid = np.random.default_rng([seed, 0x67726E64]).random((rows, columns))
    x = x0 + BUMP_CELL * np.arange(columns)
    y = y0 + BUMP_CELL * np.arange(rows)
    clear = (np.abs(x)[None, :] <= BUMP_CLEAR) & (np.abs(y)[:, None] <= BUMP_CLEAR)
    grid[clear] = 0.0
    grid *= height / grid.max()
    return Ground("bumps", _rows((0.0, BUMP_FLOOR)), np.ascontiguousarray(grid), (x0, y0), BUMP_CELL)


_KINDS: dict[str, tuple[Callable[[str, str, int], Ground], str]] = {
    "flat": (_flat, "flat"),
    "slope": (_slope, "slope:DEG"),
    "steps": (_steps, "steps:X=H,…"),
    "profile": (_profile, "profile:X=H,…"),
    "stairs": (_stairs, "stairs:RISE,TREAD,COUNT"),
    "bumps": (_bumps, "bumps:HEIGHT"),
    "fig5": (_fig5, "fig5[:OFFSET]"),
}
GROUND_KINDS: tuple[str, ...] = tuple(form for _, form in _KINDS.values())


def parse_ground(text: str, seed: int = 0) -> Ground:
    """Reads a ground.

    Args:
        text: ``flat``, ``slope:DEG``, ``steps:X=H,…``, ``profile:X=H,…``, ``stairs:RISE,TREAD,COUNT``,
            ``bumps:HEIGHT`` or ``fig5[:OFFSET]``.
        seed: Draws the bumps.

    Raises:
        FootfallError: For anything else.
    """
    kind, _, argument = text.strip().partition(":")
    where = f"ground '{text}'"
    if kind not in _KINDS:
        forms = ", ".join(GROUND_KINDS)
        help = f"{nearest(kind, list(_KINDS))} ({forms})" if kind else f"write one of {forms}"
        raise FootfallError(f"there is no ground '{kind}'", where=where, help=help)
    ground = _KINDS[kind][0](argument, where, seed)
    return Ground(ground.kind, ground.profile, ground.grid, ground.origin, ground.cell, text.strip())


WIDE = 1.0  # m: a narrower box is walked round, not over
HIGH = 0.5  # m: a higher one is a wall
CLOSE = 0.02  # m: how far above the ground a box may begin that stands on it


def known_profile(ground: Ground, props: Iterable[Prop]) -> F64:
    """The profile (K, 2) of a ground, x and height (m), with the fixed low boxes that lie across it."""
    if ground.kind == "bumps":
        return ground.profile
    for prop in sorted(props, key=lambda prop: prop.position[0]):
        if _lies_across(prop, ground):
            ground = _with_box(ground, prop)
    return ground.profile


def _lies_across(prop: Prop, ground: Ground) -> bool:
    if prop.kind != "box" or not prop.fixed or prop.size[1] < WIDE:
        return False
    if abs(prop.position[1]) > prop.size[1] / 2:
        return False
    floor = ground.height(prop.position[0] - prop.size[0] / 2)
    below, above = (prop.position[2] + k * prop.size[2] / 2 - floor for k in (-1, 1))
    return below < CLOSE and 0.0 < above < HIGH


def _with_box(ground: Ground, prop: Prop) -> Ground:
    x0, x1 = (prop.position[0] + k * prop.size[0] / 2 for k in (-1, 1))
    top = prop.position[2] + prop.size[2] / 2
    rows = [(x0, ground.height(x0)), (x0, top), (x1, top), (x1, ground.height(x1))]
    before = ground.profile[ground.profile[:, 0] < x0]
    after = ground.profile[ground.profile[:, 0] > x1]
    return Ground(ground.kind, np.ascontiguousarray(np.vstack([before, rows, after])), text=ground.text)
