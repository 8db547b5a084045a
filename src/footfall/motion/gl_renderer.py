"""Images by MuJoCo's own renderer: soft shadows, a visible floor, arrows for pushes."""

from __future__ import annotations

import copy

import mujoco
import numpy as np
from numpy.typing import ArrayLike, NDArray

from footfall.motion import gl, shapes
from footfall.motion.camera import Camera
from footfall.motion.ghost import Stroke
from footfall.motion.pillow_renderer import PillowRenderer
from footfall.motion.renderer import PUSH_COLOUR, Arrow, Image, Renderer

Floats = NDArray[np.float64]

SUNS = 3
"""Lights that stand for the sun where true shadows are drawn: they blur its shadows' edges."""
SUN_WIDTH = 0.035
"""How far they stand around the sun's direction, rad."""
SHADOW_REACH = 6.0
"""Half the width of the ground, in m, that can hold shadows; wider is coarser."""
SPARE_GEOMS = 600
FLOOR = (0.92, 0.93, 0.92)
LINES = (0.82, 0.84, 0.83)
LINES_REACH = 10.0
GLOW = 24.0
"""Times its colour that a shadow shines by itself: facets pressed flat are lit at random, as specks."""
SHADES = (((0.82, 0.835, 0.825), 0.8), ((0.735, 0.75, 0.74), 0.1))
"""Of quick shadows, from the edge to the core: colour, and how far in the blur it begins."""
SKY = (0.88, 0.91, 0.92)
WHITE = (1.0, 1.0, 1.0)
BACKDROP = 60.0
"""Distance of the wall behind scenes without a sky, m."""


def open_renderer(
    model: mujoco.MjModel, size: tuple[int, int], *, many: bool = False, clear: bool = False
) -> Renderer:
    """The best renderer that works here; it needs no screen.

    Args:
        model: What to show.
        size: (width, height) in pixels.
        many: Whether many large images follow: what is slow is then left out where a processor draws.
        clear: Whether only what moves is shown, on a transparent background.

    Raises:
        FootfallError: ``FOOTFALL_RENDER`` asks for what is not there.
    """
    found = gl.gl_support()
    if found.backend is None:
        return PillowRenderer(model, size, clear=clear)
    quick = many and found.software and not clear  # edges against nothing must be smooth
    try:
        return GlRenderer(model, size, backend=found.backend, quick=quick, clear=clear)
    except Exception:  # a driver may still refuse this size, and raises what it likes
        return PillowRenderer(model, size, clear=clear)


class GlRenderer(Renderer):
    """Draws with OpenGL into memory."""

    def __init__(
        self, model: mujoco.MjModel, size: tuple[int, int], *, backend: str, quick: bool, clear: bool = False
    ) -> None:
        """Open a context of `backend`; `quick` gives up smooth edges and shadows of parts on parts."""
        model = copy.copy(model)  # the look below is ours, not the recording's
        _set_look(model, size, samples=0 if quick else 4)
        super().__init__(model, size, clear=clear)
        ground = shapes.ground_geoms(model)
        self._bare = not ground
        flat = len(ground) == 1 and shapes.is_plane(model, ground[0])
        self._plane = ground[0] if flat else None
        self._skyless = not any(int(t) == mujoco.mjtTexture.mjTEXTURE_SKYBOX for t in model.tex_type)
        self._scene = mujoco.MjvScene(model, model.ngeom * 5 + SPARE_GEOMS)
        self._scene.flags[mujoco.mjtRndFlag.mjRND_SHADOW] = self._plane is None
        self._scene.flags[mujoco.mjtRndFlag.mjRND_REFLECTION] = 0
        if clear:
            self._scene.flags[mujoco.mjtRndFlag.mjRND_SKYBOX] = 0
        self._option = mujoco.MjvOption()
        self._view = mujoco.MjvCamera()
        self._rect = mujoco.MjrRect(0, 0, *size)
        self._gl: gl.Context | None = gl.open_context(backend, *size)
        self._drawing = mujoco.MjrContext(model, mujoco.mjtFontScale.mjFONTSCALE_100.value)
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN.value, self._drawing)

    def _draw(self, camera: Camera, arrows: list[Arrow], ghost: list[Stroke]) -> Image:
        if self._gl is None:
            raise RuntimeError("this renderer is closed")
        self._gl.make_current()
        self.model.vis.global_.fovy = camera.fovy
        self._view.lookat[:] = camera.lookat
        self._view.distance = camera.distance
        self._view.azimuth = camera.azimuth
        self._view.elevation = camera.elevation
        kinds = (mujoco.mjtCatBit.mjCAT_DYNAMIC if self.clear else mujoco.mjtCatBit.mjCAT_ALL).value
        mujoco.mjv_updateScene(self.model, self.data, self._option, None, self._view, kinds, self._scene)
        sun = self._light_up(camera)
        if self.clear:
            return self._draw_clear(camera, arrows, ghost)
        if self._plane is not None:
            self._add_shadows(self._plane, sun)
        if self._bare:
            self._add_floor(camera)
        if self._skyless:
            self._add_backdrop(camera)
        self._add_over(arrows, ghost)
        return self._pixels()

    def _draw_clear(self, camera: Camera, arrows: list[Arrow], ghost: list[Stroke]) -> Image:
        """Draw before black and before white: what is the same in both hides all that is behind it."""
        self._add_over(arrows, ghost)
        black = self._pixels().astype(float)
        self._add_backdrop(camera, WHITE)
        behind = (self._pixels() - black).mean(axis=2, keepdims=True)
        alpha = np.clip(255.0 - behind, 0.0, 255.0)
        colour = np.clip(255.0 * black / np.maximum(alpha, 1.0), 0.0, 255.0)
        return np.concatenate([colour, alpha], axis=2).round().astype(np.uint8)

    def _pixels(self) -> Image:
        """Draw the scene as it is."""
        mujoco.mjr_render(self._rect, self._scene, self._drawing)
        width, height = self.size
        pixels = np.empty((height, width, 3), dtype=np.uint8)
        mujoco.mjr_readPixels(pixels, None, self._rect, self._drawing)
        return pixels[::-1]

    def _light_up(self, camera: Camera) -> Floats:
        """Carry the lights along, as shadows are only cast near a light's place.

        Returns:
            (3,) the direction of the first light.
        """
        scene, look = self._scene, np.array(camera.lookat, dtype=np.float32)
        lamps = [scene.lights[i] for i in range(scene.nlight) if not scene.lights[i].headlight]
        if not lamps and scene.nlight < len(scene.lights):
            lamp = scene.lights[scene.nlight]
            scene.nlight += 1
            lamp.headlight, lamp.castshadow = 0, 1
            lamp.type = mujoco.mjtLightType.mjLIGHT_DIRECTIONAL.value
            lamp.dir[:] = (-0.36, 0.36, -0.86)
            lamp.ambient[:], lamp.diffuse[:], lamp.specular[:] = 0.0, 0.55, 0.1
            lamps = [lamp]
        sun = np.array(lamps[0].dir, dtype=float) if lamps else np.array([0.0, 0.0, -1.0])
        if self._plane is None:
            lamps += self._spread(lamps)
        for lamp in lamps:
            if lamp.type == mujoco.mjtLightType.mjLIGHT_DIRECTIONAL.value:
                lamp.pos[:] = look - SHADOW_REACH * np.asarray(lamp.dir)
            else:
                lamp.pos[:2] += look[:2]
        return sun

    def _spread(self, lamps: list[mujoco.MjvLight]) -> list[mujoco.MjvLight]:
        """Share the light of the first directional lamp with shadows among `SUNS` around its direction.

        Returns:
            Those that were added.
        """
        scene, directional = self._scene, mujoco.mjtLightType.mjLIGHT_DIRECTIONAL.value
        sun = next((lamp for lamp in lamps if lamp.castshadow and lamp.type == directional), None)
        if sun is None or scene.nlight + SUNS - 1 > len(scene.lights):
            return []
        along = np.array(sun.dir, dtype=float)
        right = np.cross(along, [0.0, 0.0, 1.0])
        right /= max(float(np.linalg.norm(right)), 1e-9)
        added = [scene.lights[scene.nlight + i] for i in range(SUNS - 1)]
        scene.nlight += SUNS - 1
        for i, lamp in enumerate((sun, *added)):
            turn = 2.0 * np.pi * i / SUNS
            aside = SUN_WIDTH * (np.cos(turn) * right + np.sin(turn) * np.cross(right, along))
            lamp.headlight, lamp.castshadow, lamp.type = 0, 1, directional
            lamp.dir[:] = (along + aside) / np.linalg.norm(along + aside)
            if lamp is not sun:
                lamp.ambient[:], lamp.diffuse[:] = 0.0, sun.diffuse / SUNS
                lamp.specular[:] = sun.specular / SUNS
        sun.diffuse[:] /= SUNS
        sun.specular[:] /= SUNS
        return added

    def _add_shadows(self, plane: int, sun: Floats) -> None:
        """Flatten copies of everything that moves onto the ground: much cheaper than true shadows.

        Each is there twice, wider and paler below: the higher a part, the softer is its edge.
        """
        normal = np.array(self.data.geom_xmat[plane])[[2, 5, 8]]
        fall = float(sun @ normal)
        if fall > -0.2:
            return
        ground = np.array(self.data.geom_xpos[plane])
        # Not quite flat: a surface needs two sides for its light to be computed.
        press = np.eye(3) - 0.9995 * np.outer(sun, normal) / fall
        casts = [self._scene.geoms[i] for i in range(self._scene.ngeom)]
        casts = [c for c in casts if c.category == mujoco.mjtCatBit.mjCAT_DYNAMIC.value and not c.transparent]
        for layer, (shade, blur) in enumerate(SHADES):
            origin = ground + 0.0015 * (layer + 1) * normal
            for cast in casts:
                red, green, blue = (c / (GLOW + 0.5) for c in shade)
                shadow = self._new_geom(mujoco.mjtGeom(cast.type), (red, green, blue, 1.0))
                if shadow is None:
                    return
                height = max(float((cast.pos - ground) @ normal), 0.0)
                shadow.dataid = cast.dataid
                shadow.size[:] = np.asarray(cast.size) + blur * SUN_WIDTH * height
                shadow.mat[:] = press @ cast.mat
                shadow.pos[:] = origin + press @ (cast.pos - origin)
                shadow.specular, shadow.emission = 0.0, GLOW

    def _add_over(self, arrows: list[Arrow], ghost: list[Stroke]) -> None:
        """What is not of the model: pushes, a pendulum."""
        for arrow in arrows:
            self._add_arrow(arrow)
        for stroke in ghost:
            for k in range(max(1, len(stroke.points) - 1)):
                self._add_thread(stroke.points[k : k + 2], stroke)

    def _add_thread(self, ends: Floats, stroke: Stroke) -> None:
        """One straight part of a stroke; see-through things cast no shadow."""
        ball = len(ends) == 1
        kind = mujoco.mjtGeom.mjGEOM_SPHERE if ball else mujoco.mjtGeom.mjGEOM_CAPSULE
        geom = self._new_geom(kind, (*stroke.colour, 0.98))
        if geom is None:
            return
        if ball:
            geom.pos[:], geom.size[:] = ends[0], stroke.radius
        else:
            mujoco.mjv_connector(geom, kind, stroke.radius, ends[0], ends[1])
        geom.transparent, geom.emission, geom.specular = 1, 0.5, 0.0

    def _add_arrow(self, arrow: Arrow) -> None:
        geom = self._new_geom(mujoco.mjtGeom.mjGEOM_ARROW, (*PUSH_COLOUR, 1.0))
        if geom is None:
            return
        mujoco.mjv_connector(geom, mujoco.mjtGeom.mjGEOM_ARROW, 0.028, arrow.tail, arrow.tip)
        geom.size[2] *= 2  # the renderer draws half of it
        geom.emission = 0.35

    def _add_floor(self, camera: Camera) -> None:
        """A plain floor with half-metre lines under a model that has none."""
        geoms = [g for g in range(self.model.ngeom) if shapes.shown(self.model, g)]
        low, _ = shapes.extent(self.model, self.data, geoms)
        height = float(low[2])
        x, y = (round(v * 2) / 2 for v in camera.lookat[:2])
        self._add_block((x, y, height - 0.012), (BACKDROP, BACKDROP, 0.01), FLOOR)
        for step in np.arange(-LINES_REACH, LINES_REACH + 0.1, 0.5):
            self._add_block((x + step, y, height - 0.001), (0.004, LINES_REACH, 0.0005), LINES)
            self._add_block((x, y + step, height - 0.001), (LINES_REACH, 0.004, 0.0005), LINES)

    def _add_backdrop(self, camera: Camera, rgb: tuple[float, float, float] = SKY) -> None:
        """A pale wall far away: without a sky of its own the model would stand in the dark."""
        forward, right, up = camera.axes()
        wall = self._add_block(np.array(camera.lookat) + BACKDROP * forward, (400.0, 400.0, 0.1), rgb)
        if wall is not None:
            wall.mat[:] = np.stack([right, up, -forward], axis=1)
            wall.emission, wall.specular = 1.0, 0.0

    def _add_block(
        self, at: ArrayLike, half: tuple[float, float, float], rgb: tuple[float, float, float]
    ) -> mujoco.MjvGeom | None:
        block = self._new_geom(mujoco.mjtGeom.mjGEOM_BOX, (*rgb, 1.0))
        if block is not None:
            block.size[:], block.pos[:] = half, at
        return block

    def _new_geom(
        self, kind: mujoco.mjtGeom, rgba: tuple[float, float, float, float]
    ) -> mujoco.MjvGeom | None:
        """One more decoration in the scene, or None when it is full."""
        scene = self._scene
        if scene.ngeom >= scene.maxgeom:
            return None
        geom = scene.geoms[scene.ngeom]
        mujoco.mjv_initGeom(
            geom, kind, np.zeros(3), np.zeros(3), np.eye(3).flatten(), np.array(rgba, dtype=np.float32)
        )
        geom.category = mujoco.mjtCatBit.mjCAT_DECOR.value
        scene.ngeom += 1
        return geom

    def close(self) -> None:
        """Free the context, in the order that drivers want."""
        if self._gl is not None:
            self._gl.make_current()
            self._drawing.free()
            self._gl.free()
            self._gl = None


def _set_look(model: mujoco.MjModel, size: tuple[int, int], *, samples: int) -> None:
    """Size of the buffer, edges, shadows; and light enough to see by when the model brings none."""
    vis = model.vis
    vis.global_.offwidth, vis.global_.offheight = size
    vis.quality.offsamples = samples
    vis.quality.shadowsize = 2048 if size[1] > 400 else 1024
    vis.quality.numslices, vis.quality.numstacks = (20, 12) if samples == 0 else (28, 16)
    model.stat.extent = SHADOW_REACH
    vis.map.shadowclip = 1.0
    vis.map.znear = 0.05
    vis.map.zfar = 40.0
    if model.nlight == 0:
        vis.headlight.ambient[:] = 0.42
        vis.headlight.diffuse[:] = 0.38
        vis.headlight.specular[:] = 0.05
