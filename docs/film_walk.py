"""The film strips of GENBICON's walk itself, for genbicon.md: ``python docs/film_walk.py``."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import film

if TYPE_CHECKING:
    from footfall.engine.recording import Recording

MEDIA = Path(__file__).resolve().parent / "media" / "genbicon"
BODY = "human-spine"


@dataclass(frozen=True)
class Shot:
    """One strip.

    Attributes:
        title: What it shows.
        skill: What runs.
        seconds: How long it runs.
        start, shown: First second of the strip, and seconds.
        frames: Of the strip.
        orders: Live parameters by the second at which they are set.
        path: Way points to follow instead.
    """

    title: str
    skill: str
    seconds: float
    start: float
    shown: float
    frames: int = film.FRAMES
    orders: Mapping[float, Mapping[str, float]] = field(default_factory=dict)
    path: str = ""


SHOTS = {
    "walk-0.7": Shot("0.7 m/s", "genbicon/walk", 12.0, 10.8, 1.1, orders={0.0: {"speed": 0.7}}),
    "walk-1.7": Shot("1.7 m/s", "genbicon/walk", 14.0, 12.9, 1.0, orders={0.0: {"speed": 1.7}}),
    "turn": Shot(
        "A turn of 90° at 0.7 m/s",
        "genbicon/walk",
        9.0,
        4.0,
        3.6,
        orders={0.0: {"speed": 0.7}, 4.0: {"heading": math.pi / 2}},
    ),
    "go": Shot(
        "Starts, walks, stops, stands",
        "genbicon/go",
        9.0,
        0.9,
        6.5,
        frames=12,
        orders={1.0: {"speed": 0.7}, 4.0: {"speed": 0.0}},
    ),
    "path": Shot(
        "Follows way points: `--path '2,0; 2,1.5; 0.5,1.5'`",
        "genbicon/go",
        18.0,
        0.5,
        15.0,
        frames=12,
        path="2,0; 2,1.5; 0.5,1.5",
    ),
}


def strips() -> str:
    """Every strip with its title."""
    return "\n\n".join(
        f"{shot.title}:\n\n![{name}](media/genbicon/{name}.png)" for name, shot in SHOTS.items()
    )


def run(shot: Shot) -> Recording:
    """What a strip is taken from.

    Raises:
        SystemExit: It falls.
    """
    from footfall import Sim
    from footfall.motion.paths import follow, parse_path

    sim = Sim(shot.skill, body=BODY)
    if shot.path:
        rec, _ = follow(sim, parse_path(shot.path), seconds=shot.seconds)
    else:
        at = [
            (round(time / sim.dt), lambda values=values: sim.set(**values))  # type: ignore[misc]
            for time, values in shot.orders.items()
        ]
        rec = sim.run(shot.seconds, at=at)
    if rec.end != "time":
        raise SystemExit(f"{shot.title}: {rec.report()['because']}; the documentation shows walks that hold")
    return rec


def make_strips() -> None:
    """Run every shot and keep its strip."""
    MEDIA.mkdir(parents=True, exist_ok=True)
    for name, shot in SHOTS.items():
        path = MEDIA / f"{name}.png"
        run(shot).strip(path, frames=shot.frames, start=shot.start, seconds=shot.shown)
        film.shrink(path)


if __name__ == "__main__":
    make_strips()
