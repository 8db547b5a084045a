"""Images show the pose, the push and the ground, with and without OpenGL."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from footfall.engine.pendulum import Pendulum
from footfall.motion import gl, gl_renderer
from footfall.motion.camera import Camera, Follow, Framing
from footfall.motion.pillow_renderer import PillowRenderer
from footfall.motion.samples import MotionSamples

SIZE = (160, 120)


def red(image: np.ndarray) -> np.ndarray:
    """Where the colour of a push is, (height, width)."""
    r, g, b = (image[..., i].astype(int) for i in range(3))
    return np.asarray((r > 150) & (r - g > 90) & (r - b > 90))


def camera(rec: Any, view: str = "side") -> Camera:
    motion = MotionSamples.of(rec)
    return Follow(motion, Framing.of(motion), view=view).at(0.0)


def test_images_follow_the_pose_and_repeat_exactly(make_walk: Any, renderer: str) -> None:
    rec = make_walk()
    with gl_renderer.open_renderer(rec.model(), SIZE) as renderer:
        first = renderer.frame(rec.qpos[0], camera(rec))
        later = renderer.frame(rec.qpos[40], camera(rec))
        again = renderer.frame(rec.qpos[0], camera(rec))
    assert first.shape == (120, 160, 3) and first.dtype == np.uint8
    assert (first != later).any(axis=2).mean() > 0.01
    np.testing.assert_array_equal(first, again)


def test_the_figure_is_in_the_middle_on_a_lighter_ground(make_walk: Any, renderer: str) -> None:
    rec = make_walk()
    away = rec.qpos[0].copy()
    away[1] += 500.0
    with gl_renderer.open_renderer(rec.model(), SIZE) as renderer:
        with_figure = renderer.frame(rec.qpos[0], camera(rec)).astype(int)
        without = renderer.frame(away, camera(rec)).astype(int)
    rows, columns = np.nonzero(np.abs(with_figure - without).sum(axis=2) > 60)
    assert 60 < columns.mean() < 100
    assert 45 < np.ptp(rows) < 115


def test_a_forward_push_points_at_the_figure_from_behind(make_walk: Any, renderer: str) -> None:
    rec = make_walk()
    with gl_renderer.open_renderer(rec.model(), SIZE) as renderer:
        plain = renderer.frame(rec.qpos[0], camera(rec))
        shoved = renderer.frame(rec.qpos[0], camera(rec), [("pelvis", np.array([400.0, 0.0, 0.0]))])
    assert not red(plain).any()
    columns = np.nonzero(red(shoved))[1]
    assert len(columns) > 40
    assert columns.max() < 85 and columns.min() < 65


def test_a_pendulum_is_seen_through_the_figure(make_walk: Any, renderer: str) -> None:
    rec = make_walk()
    com = rec.com[0]
    feet = np.array([com - (0.2, 0, 1.0), com - (-0.2, 0, 1.0)])
    trunk, load = (com - (0, 0, 0.1), com + (0, 0, 0.4)), np.array([1.0, 0.0])
    found = Pendulum(com, np.zeros(3), *trunk, com + (0, 0, 0.2), feet, com, load)
    with gl_renderer.open_renderer(rec.model(), (480, 360)) as renderer:
        plain = renderer.frame(rec.qpos[0], camera(rec))
        drawn = renderer.frame(rec.qpos[0], camera(rec), (), found)
    assert not red(plain).any()
    rows, columns = np.nonzero(red(drawn))
    assert len(rows) > 20 and 210 < columns.mean() < 270  # the pivot, in the middle of the trunk
    low = (plain != drawn).any(axis=2)[260:]
    assert low[:, :240].any() and low[:, 240:].any()  # and a spring to each foot


def test_a_model_without_ground_light_or_sky_is_still_bright(make_walk: Any, renderer: str) -> None:
    rec = make_walk(world=False)
    with gl_renderer.open_renderer(rec.model(), SIZE) as renderer:
        image = renderer.frame(rec.qpos[0], camera(rec, "quarter"))
    assert image[:20].mean() > 150 and image[-20:].mean() > 120


def test_a_driver_that_fails_late_leaves_the_drawn_figure(
    make_walk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise RuntimeError("no such luck")

    monkeypatch.setattr(gl, "gl_support", lambda: gl.GlSupport("egl", "card"))
    monkeypatch.setattr(gl, "open_context", refuse)
    with gl_renderer.open_renderer(make_walk().model(), SIZE) as renderer:
        assert isinstance(renderer, PillowRenderer)


def test_quick_shadows_lie_on_the_ground_beside_the_figure(
    make_walk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FOOTFALL_RENDER", raising=False)
    backend = gl.gl_support().backend
    if backend is None:
        pytest.skip("no OpenGL here")
    rec = make_walk()
    above = Camera((0.3, 0.3, 0.0), 5.0, 90.0, -89.0, 30.0)
    high = rec.qpos[0].copy()
    high[2] += 3.0  # above the camera's sight only its shadow remains
    gone = rec.qpos[0].copy()
    gone[1] += 500.0
    with gl_renderer.GlRenderer(rec.model(), SIZE, backend=backend, quick=True) as renderer:
        empty = renderer.frame(gone, above).astype(int)
        shadow = renderer.frame(high, above).astype(int)
    assert ((empty - shadow).sum(axis=2) > 30).any()


def test_the_recordings_model_is_left_as_it_was(make_walk: Any, renderer: str) -> None:
    model = make_walk().model()
    before = (model.vis.global_.offwidth, model.vis.global_.fovy, model.stat.extent)
    with gl_renderer.open_renderer(model, SIZE) as renderer:
        renderer.frame(make_walk().qpos[0], camera(make_walk()))
    assert (model.vis.global_.offwidth, model.vis.global_.fovy, model.stat.extent) == before


def test_a_closed_stage_says_so(make_walk: Any, renderer: str) -> None:
    renderer = gl_renderer.open_renderer(make_walk().model(), SIZE)
    renderer.close()
    renderer.close()
    if renderer == "gl":
        with pytest.raises(RuntimeError, match="closed"):
            renderer.frame(make_walk().qpos[0], camera(make_walk()))
