"""Reads environment files (``.env``) and height fields (``.hf``) of the classic language.

Their x is forward, y up, z towards the viewer. Everything in them stands in the body's plane,
whatever its z; ours is y = 0.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from footfall.errors import FootfallError, nearest
from footfall.reading import real_path
from footfall.script.source import read_lenient
from footfall.world.ground import REACH, Ground
from footfall.world.props import MOVABLE, Prop
from footfall.world.world import World

STAIR_DEPTH = 5.0  # m
LEAST_DEPTH = 1.0  # m: so that both legs, which are beside each other here, meet a box
MAX_BYTES = 1_000_000
MAX_PROPS = 500
_COMMENT = re.compile(r"#[^\n]*")
_BLOCK = re.compile(r"(?:DEFINE\s+(?P<name>\w+)|(?P<entities>ENTITIES))\s*\{(?P<inside>[^{}]*)\}")
_ITEM = re.compile(
    r"\s*(?:(?P<entity>\w+)\s*=\s*)?(?P<object>\w+)\s*\((?P<args>[^()]*)\)\s*(?:\.\s*friction\s*\([^()]*\)\s*)?"
)


@dataclass(frozen=True)
class _Item:
    """``NAME = Object(args)``; `line` for messages."""

    entity: str
    object: str
    args: tuple[str, ...]
    where: str


def parse_env(path: str | Path) -> World:
    """Read an environment file.

    Boxes and balls become props; planes, stairs' ground and height fields become the ground.

    Raises:
        FootfallError: It cannot be read, or something in it is unknown.
    """
    return _Environment(Path(path)).world()


def read_heights(path: str | Path) -> Ground:
    """Read a height field: ``x_start width samples``, then the heights (m).

    Raises:
        FootfallError: It cannot be read, or is not a height field.
    """
    where = str(path)
    help = "a height field holds x_start, width, samples, and so many heights"
    try:
        numbers = [float(word) for word in _COMMENT.sub("", read_lenient(Path(path), MAX_BYTES)).split()]
    except ValueError:
        raise FootfallError("a word is not a number", where=where, help=help) from None
    if len(numbers) < 4 or not all(math.isfinite(n) and abs(n) < 1e4 for n in numbers):
        raise FootfallError("this is not a height field", where=where, help=help)
    start, width, count = numbers[:3]
    heights = numbers[3:]
    if width <= 0 or count != int(count) or not 2 <= count <= len(heights):
        message = f"{count:g} heights over {width:g} m do not fit {len(heights)} numbers"
        raise FootfallError(message, where=where, help=help)
    x = start + width * np.arange(int(count)) / (count - 1)
    profile = np.ascontiguousarray(np.column_stack([x, heights[: int(count)]]))
    text = "profile:" + ",".join(f"{a:.9g}={h:.9g}" for a, h in profile.tolist())
    return Ground("profile", profile, text=text)


class _Environment:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._defined: dict[str, list[_Item]] = {}
        self._entities: list[_Item] = []
        self._props: list[Prop] = []
        self._ground: Ground | None = None

    def world(self) -> World:
        self._blocks(read_lenient(self._path, MAX_BYTES))
        for item in self._entities:
            self._add(item, (0.0, 0.0, 0.0), 0)
        ground = self._ground or Ground("flat", np.zeros((1, 2)))
        return World(ground=ground, props=tuple(self._props))

    def _blocks(self, text: str) -> None:
        plain = _COMMENT.sub(lambda m: " " * len(m.group()), text)
        found = False
        for block in _BLOCK.finditer(plain):
            found = True
            items = self._items(plain, block.start("inside"), block["inside"])
            if block["entities"]:
                self._entities += items
            else:
                self._defined[block["name"]] = items
        if not found and plain.strip():
            help = "write ENTITIES { GROUND = 2DPlane(-200, 0, 200, 0); }"
            raise FootfallError("there is no ENTITIES block", where=str(self._path), help=help)

    def _items(self, text: str, start: int, inside: str) -> list[_Item]:
        items = []
        line = 1 + text.count("\n", 0, start)  # of the piece's first character
        for piece in inside.split(";"):
            if piece.strip():
                lead = len(piece) - len(piece.lstrip())
                where = f"{self._path}:{line + piece.count(chr(10), 0, lead)}"
                match = _ITEM.fullmatch(piece)
                if not match:
                    message = f"cannot read '{piece.strip()[:40]}'"
                    raise FootfallError(message, where=where, help="write NAME = Box(mass, side, x, y, z);")
                args = tuple(a.strip() for a in match["args"].split(",")) if match["args"].strip() else ()
                items.append(_Item(match["entity"] or "", match["object"], args, where))
            line += piece.count("\n")
        return items

    # Objects

    def _add(self, item: _Item, offset: tuple[float, float, float], depth: int) -> None:
        name = item.entity or item.object
        if len(self._props) > MAX_PROPS or depth > 8:
            raise FootfallError("too many things in this environment", where=item.where, help="keep it small")
        if item.object == "Box":
            self._box(name, item, offset)
        elif item.object == "Sphere":
            mass, radius, *place = self._numbers(item, 5)
            self._prop(name, "sphere", (radius,) * 3, place, mass, offset, item)
        elif item.object == "Stairs":
            self._stairs(name, item, offset)
        elif item.object == "2DPlane":
            self._plane(item)
        elif item.object == "Heightfield":
            self._ground = self._heights(item)
        elif item.object in self._defined:
            x, y, z = self._numbers(item, 3)
            for inner in self._defined[item.object]:
                here = (offset[0] + x, offset[1] + y, offset[2] + z)
                self._add(_Item(name, inner.object, inner.args, inner.where), here, depth + 1)
        else:
            known = ["Box", "Sphere", "Stairs", "2DPlane", "Heightfield", *self._defined]
            message = f"there is no object '{item.object}'"
            raise FootfallError(message, where=item.where, help=nearest(item.object, known))

    def _box(self, name: str, item: _Item, offset: tuple[float, float, float]) -> None:
        if len(item.args) == 5:
            mass, side, *place = self._numbers(item, 5)
            size = (side, side, side)
        else:
            mass, width, height, depth, *place = self._numbers(item, 7)
            size = (width, depth, height)
        self._prop(name, "box", size, place, mass, offset, item)

    def _stairs(self, name: str, item: _Item, offset: tuple[float, float, float]) -> None:
        start, length, height, count = self._numbers(item, 4)
        if not 1 <= count <= 200 or count != int(count) or length <= 0 or height <= 0:
            raise FootfallError(
                "these stairs cannot be built", where=item.where, help="Stairs(x, length, height, count)"
            )
        for i in range(int(count)):
            place = [start + length * (i + 0.5), height * (i + 1) / 2, 0.0]
            size = (length, STAIR_DEPTH, height * (i + 1))
            self._prop(name, "box", size, place, 1000.0, offset, item)

    def _plane(self, item: _Item) -> None:
        """An infinite half-space below the line from (x1, y1) to (x2, y2)."""
        x1, y1, x2, y2 = self._numbers(item, 4)
        if x1 >= x2:
            raise FootfallError("this plane is a ceiling or a wall", where=item.where, help="give x1 < x2")
        if self._ground is not None:
            return  # the first plane, or a height field, is the ground
        slope = (y2 - y1) / (x2 - x1)
        if slope == 0:
            self._ground = Ground("flat", np.array([[0.0, y1]]), text=f"profile:0={y1:.9g}" if y1 else "flat")
            return
        ends = [(x, y1 + slope * (x - x1)) for x in (-REACH, REACH)]
        degrees = math.degrees(math.atan(slope))
        if abs(ends[0][1] + ends[1][1]) > 1e-6:  # not through the origin: a long straight profile
            ends = [(x, y1 + slope * (x - x1)) for x in (-200.0, 200.0)]
            text = "profile:" + ",".join(f"{x:.9g}={h:.9g}" for x, h in ends)
            self._ground = Ground("profile", np.array(ends), text=text)
        else:
            self._ground = Ground("slope", np.array(ends), text=f"slope:{degrees:.12g}")

    def _heights(self, item: _Item) -> Ground:
        if len(item.args) != 1:
            raise FootfallError(
                "Heightfield takes a file", where=item.where, help="write Heightfield(terrain.hf)"
            )
        name = Path(item.args[0])
        folder = self._path.parent
        leads_out = name.is_absolute() or ".." in name.parts  # by its name, or by a link
        if leads_out or not real_path(folder / name).is_relative_to(real_path(folder)):
            raise FootfallError(
                "a height field must lie beside its .env file", where=item.where, help="move it there"
            )
        return read_heights(folder / name)

    # Pieces

    def _prop(
        self,
        name: str,
        kind: str,
        size: tuple[float, float, float],
        place: list[float],
        mass: float,
        offset: tuple[float, float, float],
        item: _Item,
    ) -> None:
        if min(size) <= 0 or mass <= 0:
            raise FootfallError(
                "mass and sizes must be above 0", where=item.where, help="write positive numbers"
            )
        if kind == "box":
            size = (size[0], max(size[1], LEAST_DEPTH), size[2])
        at = (place[0] + offset[0], 0.0, place[1] + offset[1])
        self._props.append(Prop(name, kind, size, at, mass, item.object == "Stairs" or mass > MOVABLE))

    def _numbers(self, item: _Item, count: int) -> list[float]:
        try:
            numbers = [float(a) for a in item.args]
        except ValueError:
            numbers = []
        if len(numbers) != count or not all(math.isfinite(n) and abs(n) < 1e6 for n in numbers):
            message = f"{item.object} takes {count} numbers, not ({', '.join(item.args)[:60]})"
            raise FootfallError(
                message, where=item.where, help=_FORMS.get(item.object, "NAME = Object(x, y, z);")
            )
        return numbers


_FORMS = {
    "Box": "write Box(mass, side, x, y, z) or Box(mass, width, height, depth, x, y, z)",
    "Sphere": "write Sphere(mass, radius, x, y, z)",
    "Stairs": "write Stairs(x_start, length, height, count)",
    "2DPlane": "write 2DPlane(x1, y1, x2, y2)",
}
