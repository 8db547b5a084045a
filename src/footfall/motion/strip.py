"""The film strip: a motion at a glance, on one sheet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pictures
from PIL import ImageDraw

from footfall.errors import FootfallError, nearest
from footfall.motion import overlay
from footfall.motion.camera import Follow, Framing
from footfall.motion.files import check_output, writing
from footfall.motion.gl_renderer import open_renderer
from footfall.motion.samples import MotionSamples, RecordingLike

SPACING = 0.12
"""Default seconds between panels: a step is then shown in four or five."""
MOST_APART = 0.4
"""Most seconds between panels of a strip that shows a move from its beginning to its end."""
BEFORE_PUSH = 0.24
MOST_IN_A_ROW = 10
PANEL = (204, 288)
CAPTION = 62
HEAD = 46
TITLE = 40
GAP = 4
PAPER = (255, 255, 255)
MOST_FRAMES = 200
TALL = 1.16  # height of a panel in statures of the figure


def film_strip(
    rec: RecordingLike,
    path: str | Path,
    *,
    frames: int = 20,
    start: float | None = None,
    seconds: float | None = None,
    end: float | None = None,
    every: float | None = None,
    phase: str | None = None,
    whole: bool | None = None,
) -> Path:
    """Write a sheet of evenly spaced poses with time, phase, stance side and foot loads.

    Bodies in 3D are shown from the side and, below, from the front. Left out, `start` is just before
    the first push, or else so that the strip ends with the recording; a short move that came to its end is
    shown whole.

    Args:
        rec: The recording.
        path: A .png file.
        frames: How many poses.
        start: Time of the first pose, s.
        seconds: Time from the first to the last pose, s; 0.12 s for each pose when left out.
        end: Time of the last pose, s, instead of `seconds`.
        every: Seconds between poses, instead of `frames`.
        phase: Show the first time that this phase is run through, from its beginning to its end.
        whole: Whether head and feet stay in the picture throughout; left out, where they would leave it,
            in a jump, say.

    Raises:
        FootfallError: The path cannot be written, or the part lies outside the recording.
    """
    check_output(path, (".png",))
    motion = MotionSamples.of(rec)
    if phase is not None:
        start, end = _phase_span(motion, phase)
    if end is not None:
        start = motion.first if start is None else start
        seconds = max(0.0, min(end, motion.last) - start)
    if every is not None:
        if not every > 0:
            raise FootfallError(f"a pose every {every:g} s", help="give seconds above 0, like 0.1")
        span = SPACING * max(frames - 1, 1) if seconds is None else seconds
        frames = min(MOST_FRAMES, int(span / every + 1e-9) + 1)
        seconds = every * (frames - 1)
    _save(_sheet(motion, strip_times(motion, frames, start, seconds), whole=whole), path)
    return Path(path)


def film_strips(
    motions: Sequence[tuple[str, RecordingLike]],
    path: str | Path,
    *,
    frames: int = 10,
    start: float | None = None,
    seconds: float | None = None,
) -> Path:
    """Film strips of several motions one above the other, at the same instants.

    Args:
        motions: Each with its title.
        path: A .png file.
        frames: How many poses of each.
        start: Time of the first pose, s.
        seconds: Time from the first to the last pose, s.

    Raises:
        FootfallError: As of `film_strip`.
    """
    check_output(path, (".png",))
    shown = [(title, MotionSamples.of(rec)) for title, rec in motions]
    sheets = [(title, _sheet(m, strip_times(m, frames, start, seconds), whole=None)) for title, m in shown]
    _save(stacked(sheets), path)
    return Path(path)


def stacked(sheets: Sequence[tuple[str, Pictures.Image]]) -> Pictures.Image:
    """Pictures below each other, each with a title."""
    width = max(image.width for _, image in sheets)
    sheet = Pictures.new("RGB", (width, sum(image.height + TITLE for _, image in sheets)), PAPER)
    pen, top = ImageDraw.Draw(sheet), 0
    for title, image in sheets:
        pen.text((12, top + 8), title, fill=overlay.INK, font=overlay.font(22))
        sheet.paste(image, (0, top + TITLE))
        top += image.height + TITLE
    return sheet


def _save(sheet: Pictures.Image, path: str | Path) -> None:
    with writing(path, (".png",)) as draft:
        sheet.save(draft, format="PNG", compress_level=4)


def _sheet(motion: MotionSamples, times: NDArray[np.float64], *, whole: bool | None) -> Pictures.Image:
    views = ("side",) if motion.planar else ("side", "front")
    rows = math.ceil(len(times) / MOST_IN_A_ROW)
    columns = math.ceil(len(times) / rows)
    band = len(views) * PANEL[1] + CAPTION + GAP
    sheet = Pictures.new("RGB", (columns * (PANEL[0] + GAP) + GAP, HEAD + rows * band), PAPER)
    _write_head(sheet, motion, times)
    framing, all_of_it = Framing.of(motion), Framing.whole(motion, times)
    if whole or (whole is None and not _inside(all_of_it, framing)):
        framing = all_of_it
    _place_panels(sheet, motion, times, views, columns, band, framing)
    return sheet


def _inside(one: Framing, other: Framing) -> bool:
    """Whether what fills one frame stays in the picture of another."""
    return abs(one.drop - other.drop) + one.stature / 2 <= TALL * other.stature / 2


def strip_times(
    motion: MotionSamples, frames: int, start: float | None, seconds: float | None
) -> NDArray[np.float64]:
    """The instants (frames,) in s that a strip shows."""
    if not 1 <= frames <= MOST_FRAMES:
        raise FootfallError(
            f"a strip of {frames} frames", help=f"choose 1 to {MOST_FRAMES}; 20 is a good number"
        )
    span = SPACING * max(frames - 1, 1) if seconds is None else seconds
    if start is None:
        length = motion.last - motion.first
        finished = motion.end == "done" and not motion.pushes
        if seconds is None and finished and length <= MOST_APART * (frames - 1):
            span = max(span, length)  # a move that is over by then: from its beginning to its end
        requested = motion.pushes[0][0] - BEFORE_PUSH if motion.pushes else motion.last
        start = max(motion.first, min(requested, motion.last - span))
    return np.linspace(*motion.window(start, span), frames)


def _phase_span(motion: MotionSamples, name: str) -> tuple[float, float]:
    """From when to when a phase is run through for the first time, s."""
    names = list(motion.phase_names)
    inside = np.array([names[int(k)] == name for k in motion.phase], bool)
    if not inside.any():
        ran = sorted({names[int(k)] for k in motion.phase})
        raise FootfallError(f"the phase '{name}' was never run", help=nearest(name, ran))
    first = int(np.argmax(inside))
    after = np.flatnonzero(~inside[first:])
    last = first + int(after[0]) if len(after) else len(inside) - 1
    return float(motion.time[first]), float(motion.time[last])


def _write_head(sheet: Pictures.Image, motion: MotionSamples, times: NDArray[np.float64]) -> None:
    pen = ImageDraw.Draw(sheet)
    pen.text((GAP + 8, 12), motion.title, fill=overlay.INK, font=overlay.font(21))
    apart = float(times[1] - times[0]) if len(times) > 1 else 0.0
    facts = f"{times[0]:.2f} to {times[-1]:.2f} s, every {apart:.2f} s; bars: load on each foot"
    right = sheet.size[0] - GAP - 8
    pen.text((right, 17), facts, fill=overlay.FAINT, font=overlay.font(15), anchor="ra")


def _place_panels(
    sheet: Pictures.Image,
    motion: MotionSamples,
    times: NDArray[np.float64],
    views: tuple[str, ...],
    columns: int,
    band: int,
    framing: Framing,
) -> None:
    paths = [Follow(motion, framing, view=view, fovy=18.0, tall=TALL) for view in views]
    pen = ImageDraw.Draw(sheet)
    weight = float(np.median(motion.loads.sum(axis=1)))
    reach = float(times[1] - times[0]) / 2 if len(times) > 1 else 0.0
    with open_renderer(motion.model, PANEL) as renderer:
        for i, time in enumerate(times.tolist()):
            row, column = divmod(i, columns)
            x, y = GAP + column * (PANEL[0] + GAP), HEAD + row * band
            # A short push between two panels shows in the nearest one.
            now = motion.instant(time, reach)
            for k, follow in enumerate(paths):
                image = renderer.frame(motion.pose(time), follow.at(time), now.pushes, motion.pendulum(time))
                sheet.paste(Pictures.fromarray(np.ascontiguousarray(image)), (x, y + k * PANEL[1]))
            overlay.caption_panel(pen, (x, y + len(views) * PANEL[1]), PANEL[0], now, weight)
