"""A figure drawn with Pillow, for machines on which nothing draws in 3D.

Shapes are projected as the camera sees them and painted from back to front: capsules as round strokes,
everything else as the hull of its corners, with a soft edge, a shadow on flat ground and a grid.
"""

from __future__ import annotations

import mujoco
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pictures
from PIL import ImageDraw

from footfall.motion import shapes
from footfall.motion.camera import Camera
from footfall.motion.ghost import Stroke
from footfall.motion.renderer import PUSH_COLOUR, Arrow, Image, Renderer

Floats = NDArray[np.float64]
Colour = tuple[int, int, int]

FINER = 2
"""Pixels drawn for one shown, each way: smooth edges."""
FLOOR: Colour = (222, 225, 229)
LINES: Colour = (190, 195, 201)
SHADOW: Colour = (186, 190, 196)
GRID = 0.5
GRID_REACH = 8.0
NEAR = 0.2
SKY_TOP = (0.80, 0.87, 0.94)
SKY_LOW = (0.97, 0.98, 0.99)


class PillowRenderer(Renderer):
    """Draws without OpenGL."""

    def __init__(self, model: mujoco.MjModel, size: tuple[int, int], *, clear: bool = False) -> None:
        """Take a model and the size (width, height) of the images in pixels."""
        super().__init__(model, size, clear=clear)
        self._canvas = (size[0] * FINER, size[1] * FINER)
        sky = Pictures.fromarray(_sky(size)).resize(self._canvas)
        self._sky = Pictures.new("RGBA", self._canvas) if clear else sky
        fixed = [] if clear else shapes.ground_geoms(model)
        self._blocks = [g for g in fixed if not shapes.is_plane(model, g)]
        self._planes = [g for g in fixed if shapes.is_plane(model, g)]
        self._moving = [
            g for g in range(model.ngeom) if shapes.shown(model, g) and int(model.geom_bodyid[g]) != 0
        ]

    def _draw(self, camera: Camera, arrows: list[Arrow], ghost: list[Stroke]) -> Image:
        picture = self._sky.copy()
        pen = _Pen(picture, camera)
        plane = None if self.clear else self._plane()
        if plane is not None:
            self._draw_floor(pen, plane)
        for geom in pen.far_first(self._blocks, self.data.geom_xpos):
            pen.hull(shapes.outline(self.model, self.data, geom), FLOOR, edge=LINES)
        if plane is not None:
            for geom in self._moving:
                pen.hull(_drop(shapes.outline(self.model, self.data, geom), *plane), SHADOW)
        for geom in pen.far_first(self._moving, self.data.geom_xpos):
            self._draw_shape(pen, geom)
        for stroke in ghost:
            pen.thread(stroke)
        for arrow in arrows:
            pen.arrow(arrow)
        return np.asarray(picture.resize(self.size, Pictures.Resampling.BOX), dtype=np.uint8)

    def close(self) -> None:
        """There is nothing to free."""

    def _plane(self) -> tuple[Floats, Floats] | None:
        """A point and the normal of the floor; when the model has no ground, just under the figure."""
        if self._planes:
            geom = self._planes[0]
            return np.array(self.data.geom_xpos[geom]), np.array(self.data.geom_xmat[geom])[[2, 5, 8]]
        if self._blocks:
            return None
        low, _ = shapes.extent(self.model, self.data, self._moving)
        return np.array([0.0, 0.0, low[2]]), np.array([0.0, 0.0, 1.0])

    def _draw_floor(self, pen: _Pen, plane: tuple[Floats, Floats]) -> None:
        point, normal = plane
        x, y = (round(v / GRID) * GRID for v in pen.camera.lookat[:2])
        far = 10 * GRID_REACH
        corners = [(x - far, y - far), (x + far, y - far), (x + far, y + far), (x - far, y + far)]
        pen.polygon(_on_plane(corners, point, normal), FLOOR)
        steps = np.arange(-GRID_REACH, GRID_REACH + GRID / 2, GRID)
        for step in steps:
            for ends in (
                [(x + step, y - GRID_REACH), (x + step, y + GRID_REACH)],
                [(x - GRID_REACH, y + step), (x + GRID_REACH, y + step)],
            ):
                pen.line(_on_plane(ends, point, normal), LINES, 2)

    def _draw_shape(self, pen: _Pen, geom: int) -> None:
        rgba = shapes.colour(self.model, geom)
        fill = _byte(rgba[:3])
        edge = _byte(rgba[:3] * 0.55)
        line, radius = shapes.spine(self.model, self.data, geom)
        if radius > 0:
            pen.stroke(line, radius, fill, edge)
        else:
            pen.hull(shapes.outline(self.model, self.data, geom), fill, edge=edge)


class _Pen:
    """Draws world points on a picture through a camera."""

    def __init__(self, picture: Pictures.Image, camera: Camera) -> None:
        self.camera = camera
        self._pen = ImageDraw.Draw(picture)
        self._middle = np.array(picture.size) / 2
        self._scale = picture.size[1] / 2 / np.tan(np.radians(camera.fovy) / 2)
        forward, right, up = camera.axes()
        self._axes = np.stack([right, up, forward])
        self._eye = np.array(camera.lookat) - camera.distance * forward

    def seen(self, points: Floats) -> Floats:
        """Points (k, 3) in the camera's frame: right, up, away."""
        return np.asarray((points - self._eye) @ self._axes.T)

    def flat(self, seen: Floats) -> Floats:
        """Pixels (k, 2) of points in the camera's frame."""
        away = np.maximum(seen[:, 2:], NEAR)
        return np.asarray(self._middle + seen[:, :2] / away * self._scale * [1, -1])

    def far_first(self, geoms: list[int], places: Floats) -> list[int]:
        """`geoms` in the order of painting."""
        away = self.seen(np.asarray(places))[:, 2] if geoms else np.zeros(0)
        return sorted(geoms, key=lambda g: -away[g])

    def polygon(self, points: Floats, fill: Colour) -> None:
        """A convex face, cut where it comes too near."""
        seen = _cut(self.seen(points))
        if len(seen) >= 3:
            self._pen.polygon(_pairs(self.flat(seen)), fill=fill)

    def line(self, points: Floats, fill: Colour, width: int) -> None:
        """A straight line, cut where it comes too near."""
        seen = _cut(self.seen(points))
        if len(seen) >= 2:
            self._pen.line(_pairs(self.flat(seen)[:2]), fill=fill, width=width)

    def hull(self, points: Floats, fill: Colour, edge: Colour | None = None) -> None:
        """The outline of a convex shape."""
        seen = self.seen(points)
        if len(seen) < 3 or seen[:, 2].max() < NEAR:
            return
        ring = _hull(self.flat(seen))
        if len(ring) >= 3:
            self._pen.polygon(_pairs(ring), fill=fill)
            if edge is not None:
                closed = np.concatenate([ring, ring[:2]])
                self._pen.line(_pairs(closed), fill=edge, width=FINER, joint="curve")

    def stroke(self, line: Floats, radius: float, fill: Colour, edge: Colour) -> None:
        """A capsule or a ball: edge first, then the body a little narrower, then a lighter core."""
        seen = self.seen(line)
        if seen[:, 2].min() < NEAR:
            return
        pixels = self.flat(seen)
        thick = radius * self._scale / float(seen[:, 2].mean())
        light = _byte(np.minimum(np.array(fill) / 255 * 1.12 + 0.05, 1.0))
        layers = ((thick, edge, 0.0), (thick - FINER, fill, 0.0), (thick * 0.45, light, 0.3))
        for width, colour, lift in layers:
            if width > 0.5:
                self._round(pixels - [0, lift * thick], width, colour)

    def thread(self, stroke: Stroke) -> None:
        """A line of the pendulum, in one colour."""
        seen = self.seen(stroke.points)
        if seen[:, 2].min() < NEAR:
            return
        pixels, thick = self.flat(seen), stroke.radius * self._scale / float(seen[:, 2].mean())
        for k in range(max(1, len(pixels) - 1)):
            self._round(pixels[k : k + 2], max(1.0, thick), _byte(np.array(stroke.colour)))

    def _round(self, pixels: Floats, radius: float, fill: Colour) -> None:
        for x, y in pixels:
            self._pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)
        along = pixels[-1] - pixels[0]
        length = float(np.hypot(*along))
        if length > 1e-6:
            across = np.array([-along[1], along[0]]) / length * radius
            a, b = pixels[0], pixels[-1]
            self._pen.polygon(_pairs(np.stack([a + across, b + across, b - across, a - across])), fill=fill)

    def arrow(self, arrow: Arrow) -> None:
        """A push."""
        colour = _byte(np.array(PUSH_COLOUR))
        tail, tip = self.flat(self.seen(np.stack([arrow.tail, arrow.tip])))
        along = tip - tail
        length = float(np.hypot(*along))
        thick = 0.028 * self._scale / self.camera.distance
        if length < 2 * thick:
            self._pen.ellipse((*(tip - 2 * thick), *(tip + 2 * thick)), fill=colour)
            return
        along = along / length
        across = np.array([-along[1], along[0]])
        neck = tip - along * min(5 * thick, length)
        self._pen.line(_pairs(np.stack([tail, neck])), fill=colour, width=max(int(2 * thick), 2))
        wide = across * 2.4 * thick
        self._pen.polygon(_pairs(np.stack([tip, neck + wide, neck - wide])), fill=colour)


def _drop(points: Floats, point: Floats, normal: Floats) -> Floats:
    """The shadow of points on a plane, under a high light from the side."""
    light = np.array([0.25, 0.25, -1.0])
    reach = ((points - point) @ normal) / float(light @ normal)
    return np.asarray(points - reach[:, None] * light)


def _on_plane(corners: list[tuple[float, float]], point: Floats, normal: Floats) -> Floats:
    flat = np.array(corners)
    height = point[2] - ((flat - point[:2]) @ normal[:2]) / max(float(normal[2]), 1e-6)
    return np.column_stack([flat, height])


def _cut(seen: Floats) -> Floats:
    """A polygon or line in the camera's frame without the part nearer than `NEAR`."""
    kept: list[Floats] = []
    for a, b in zip(seen, np.roll(seen, -1, axis=0), strict=True):
        if a[2] >= NEAR:
            kept.append(a)
        if (a[2] >= NEAR) != (b[2] >= NEAR):
            kept.append(a + (b - a) * (NEAR - a[2]) / (b[2] - a[2]))
    return np.array(kept).reshape(-1, 3)


def _hull(points: Floats) -> Floats:
    """Convex hull (k, 2) of pixels, by Andrew's monotone chain."""
    order = sorted({(round(float(x), 2), round(float(y), 2)) for x, y in points})
    if len(order) < 3:
        return np.array(order).reshape(-1, 2)
    half: list[tuple[float, float]] = []
    ring: list[tuple[float, float]] = []
    for sweep in (order, order[::-1]):
        half = []
        for p in sweep:
            while len(half) >= 2 and _turn(half[-2], half[-1], p) <= 0:
                half.pop()
            half.append(p)
        ring += half[:-1]
    return np.array(ring)


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _pairs(points: Floats) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in points]


def _byte(rgb: Floats) -> Colour:
    r, g, b = (int(round(255 * float(np.clip(v, 0, 1)))) for v in rgb)
    return r, g, b


def _sky(size: tuple[int, int]) -> Image:
    """A pale gradient (height, width, 3) behind everything."""
    width, height = size
    share = np.linspace(0.0, 1.0, height)[:, None] ** 0.8
    column = np.array(SKY_TOP) * (1 - share) + np.array(SKY_LOW) * share
    return np.repeat((column[:, None, :] * 255).astype(np.uint8), width, axis=1)
