"""Text on pictures: captions of panels, the corner label of a film."""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from footfall.motion.samples import Instant

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
INK = (38, 44, 52)
FAINT = (112, 120, 130)
PAPER = (255, 255, 255)
LEFT = (0, 114, 178)
RIGHT = (213, 94, 0)
PUSH = (200, 40, 20)
"""Left is blue, right is vermilion (Okabe and Ito), as on our bodies: distinct also for colour-blind eyes."""


@functools.lru_cache(maxsize=16)
def font(size: int) -> Font:
    """Pillow's own font at `size` pixels: no font file of the machine is needed."""
    return ImageFont.load_default(size)


def push_text(instant: Instant) -> str:
    """The strongest push that is on, e.g. "push 260 N"; "" when there is none."""
    if not instant.pushes:
        return ""
    return f"push {max(float(np.linalg.norm(force)) for _, force in instant.pushes):.0f} N"


def label_film(image: NDArray[np.uint8], title: str, instant: Instant) -> NDArray[np.uint8]:
    """Write title, time, phase, stance side and speed into the upper left corner of a film's frame."""
    height, width = image.shape[:2]
    unit = max(height // 36, 9)
    big, small = font(unit + unit // 4), font(unit)
    lines = [
        (title, small, FAINT),
        (f"{instant.time:6.2f} s   {instant.speed:+.2f} m/s", big, INK),
        (f"{instant.phase} · {instant.side} stance", small, LEFT if instant.side == "left" else RIGHT),
    ]
    push = push_text(instant)
    if push:
        lines.append((push, big, PUSH))
    # Only the corner goes through Pillow: a whole frame would cost more than the words.
    box = (min(width, unit * 22), min(height, unit * 9))
    corner = Pictures.fromarray(np.ascontiguousarray(image[: box[1], : box[0]]))
    pen = ImageDraw.Draw(corner)
    y = unit * 0.9
    for text, face, ink in lines:
        pen.text((unit, y), text, fill=ink, font=face, stroke_width=max(unit // 9, 1), stroke_fill=PAPER)
        y += unit * 1.7
    labelled = np.array(image)
    labelled[: box[1], : box[0]] = np.asarray(corner)
    return labelled


def caption_panel(
    pen: ImageDraw.ImageDraw, at: tuple[int, int], width: int, instant: Instant, weight: float
) -> None:
    """Write a panel's caption: time, phase, stance side, and how much each foot carries.

    Args:
        pen: Draws on the sheet.
        at: Upper left corner of the caption, pixels.
        width: Width of the panel, pixels.
        instant: What the panel shows.
        weight: The force that fills a load bar, N.
    """
    x, y = at
    pen.text((x + 8, y + 3), f"{instant.time:.2f} s", fill=INK, font=font(17))
    side_ink = LEFT if instant.side == "left" else RIGHT
    pen.text((x + 8, y + 25), f"{_short(instant.phase, 18)} · {instant.side}", fill=side_ink, font=font(14))
    push = push_text(instant)
    if push:
        pen.text((x + width - 8, y + 5), push, fill=PUSH, font=font(14), anchor="ra")
    half = (width - 24) // 2
    for i, (name, ink) in enumerate((("L", LEFT), ("R", RIGHT))):
        left = x + 8 + i * (half + 8)
        pen.text((left, y + 44), name, fill=ink, font=font(12))
        track = (left + 12, y + 48, left + half, y + 55)
        pen.rectangle(track, fill=(233, 235, 238))
        share = min(max(instant.load[i] / max(weight, 1e-9), 0.0), 1.0)
        if share > 0.01:
            pen.rectangle((track[0], track[1], track[0] + share * (track[2] - track[0]), track[3]), fill=ink)


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
