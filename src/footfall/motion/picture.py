"""A still picture of a body: from the front and from the side."""

from __future__ import annotations

import math
from pathlib import Path

import mujoco
import numpy as np
from numpy.typing import ArrayLike, NDArray
from PIL import Image as Pictures
from PIL import ImageDraw

from footfall.motion import overlay, shapes
from footfall.motion.camera import VIEWS, Camera
from footfall.motion.files import check_output, writing
from footfall.motion.gl_renderer import open_renderer

PANEL = (460, 640)
HEAD = 54
FOVY = 20.0


def body_picture(model: mujoco.MjModel, qpos: ArrayLike, path: str | Path, title: str) -> Path:
    """Write a .png with the front, three-quarter and side view of a body in one pose.

    Args:
        model: The body, with or without a world.
        qpos: (nq,) positions.
        path: A .png file.
        title: Written above.

    Raises:
        FootfallError: The path cannot be written.
    """
    check_output(path, (".png",))
    pose = np.asarray(qpos, dtype=float)
    middle, height = _frame(model, pose)
    distance = 0.5 * 1.22 * height / math.tan(math.radians(FOVY) / 2)
    views = ("front", "quarter", "side")
    sheet = Pictures.new("RGB", (PANEL[0] * len(views), PANEL[1] + HEAD), overlay.PAPER)
    pen = ImageDraw.Draw(sheet)
    pen.text((18, 15), title, fill=overlay.INK, font=overlay.font(23))
    scale = f"{height:.2f} m tall"
    pen.text((sheet.size[0] - 18, 20), scale, fill=overlay.FAINT, font=overlay.font(17), anchor="ra")
    with open_renderer(model, PANEL) as renderer:
        for i, view in enumerate(views):
            azimuth, elevation = VIEWS[view]
            image = renderer.frame(pose, Camera(middle, distance, azimuth, elevation, FOVY))
            sheet.paste(Pictures.fromarray(np.ascontiguousarray(image)), (i * PANEL[0], HEAD))
    with writing(path, (".png",)) as draft:
        sheet.save(draft, format="PNG")
    return Path(path)


def _frame(model: mujoco.MjModel, pose: NDArray[np.float64]) -> tuple[tuple[float, float, float], float]:
    """Middle (m) and height (m) of the heaviest thing that moves: the body, not a ball."""
    data = mujoco.MjData(model)
    data.qpos[:] = pose
    mujoco.mj_kinematics(model, data)
    roots = {int(r) for r in model.body_rootid[1:]}
    root = max(roots, key=lambda r: float(model.body_subtreemass[r]), default=0)
    name = model.body(root).name
    geoms = shapes.figure_geoms(model, name) if root else shapes.ground_geoms(model)
    low, high = shapes.extent(model, data, geoms)
    x, y, z = ((low + high) / 2).tolist()
    return (x, y, z), max(float(high[2] - low[2]), 0.1)
