"""A stream of poses as text: the head of a BVH file, then one frame a line.

A line holds the numbers of a frame as in a BVH file, or a JSON object with the time at which it was taken::

    {"time": 0.0167, "frame": [0.1, 93.2, …]}

The pose in which all numbers are 0 is the figure's rest pose. Lines without a time are taken as evenly apart:
what comes early or late is put right by the pace of the lines before it, and a lost line leaves a gap.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from footfall.errors import FootfallError
from footfall.motion.clips.bvh import BvhHead, clip_text
from footfall.motion.clips.clip import Clip, at
from footfall.motion.clips.rotations import F64

_PACE = 0.05  # of a difference from the pace of the lines that is believed


@dataclass(frozen=True)
class StreamedPose:
    """One line.

    Attributes:
        time: When it was taken, s; None when the line does not say.
        clip: Of one frame.
    """

    time: float | None
    clip: Clip


def read_head(lines: Iterator[str], where: str) -> BvhHead:
    """The head of a stream, up to and with its ``Frame Time:``.

    Raises:
        FootfallError: The stream ends before, or this is no BVH.
    """
    text: list[str] = []
    for line in lines:
        text.append(line)
        if line.strip().lower().startswith("frame time:"):
            return BvhHead.of("\n".join(text), where)
    raise FootfallError(
        "the stream ends before its head does" if text else "nothing was streamed",
        where=where,
        help="send the text of a BVH file: HIERARCHY … Frame Time:, then one frame a line",
    )


def read_pose(line: str, head: BvhHead, number: int) -> StreamedPose:
    """One line of a stream.

    Args:
        line: Its text.
        head: Of the stream.
        number: Of the line among the frames, for messages.

    Raises:
        FootfallError: It is no frame.
    """
    where, when = f"{head.where}: frame {number}", None
    words: Iterable[object] = line.split()
    if line.lstrip().startswith("{"):
        try:
            row = json.loads(line)
            words, when = row["frame"], row.get("time")
        except (ValueError, KeyError, TypeError):
            raise FootfallError(
                "this is no pose", where=where, help='write {"time": seconds, "frame": [numbers]}'
            ) from None
    try:
        values = np.array([float(str(word)) for word in words])
        when = None if when is None else float(when)
    except (TypeError, ValueError):
        raise FootfallError("this is no row of numbers", where=where, help="one frame a line") from None
    if (
        len(values) != head.count
        or not np.isfinite(values).all()
        or (when is not None and not np.isfinite(when))
    ):
        raise FootfallError(
            f"a frame has {head.count} finite numbers, and here are {len(values)}",
            where=where,
            help="the line is cut short, or damaged on its way",
        )
    return StreamedPose(when, head.clip(values[None]))


class Pace:
    """Times of lines that do not say when they were taken.

    Args:
        step: Seconds from line to line, as the head says.
    """

    def __init__(self, step: float) -> None:
        self.step, self.last = step, -np.inf

    def time(self, arrived: float) -> float:
        """When a line that arrived at a time (s) was taken."""
        if not np.isfinite(self.last):
            self.last = arrived
            return arrived
        steps = max(1, round((arrived - self.last) / self.step))
        even = self.last + steps * self.step
        self.last = even + _PACE * (arrived - even)
        return self.last


def stream_lines(clip: Clip, rate: float) -> tuple[list[str], list[str]]:
    """The head of a clip's stream, and its frames, at a rate (Hz)."""
    count = int(np.floor(clip.seconds * rate + 1e-6)) + 1
    even = at(clip, np.arange(count) / rate)
    lines = clip_text(Clip(clip.name, even.skeleton, rate, even.root, even.rotations)).splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith("Frame Time:")) + 1
    return lines[:begin], lines[begin:]


def arrivals(count: int, rate: float, *, jitter: float, lost: float, seed: int) -> list[tuple[int, float]]:
    """Which of so many lines arrive, and when, s: each late by up to `jitter` s, a share of them lost."""
    draw = np.random.default_rng([seed, 0x706C6179])
    late: F64 = draw.uniform(0.0, jitter, count) if jitter > 0.0 else np.zeros(count)
    kept = draw.uniform(size=count) >= lost
    kept[0] = True  # the pose that everything begins with
    times = np.maximum.accumulate(np.arange(count) / rate + late)
    return [(i, float(times[i])) for i in range(count) if kept[i]]
