"""The film strips of GENBICON's walk itself, for genbicon.md: ``python docs/film_walk.py``."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import film

if TYPE_CHECKING:
    from footfall.engine.recording.recording import Recording

MEDIA = Path(__file__).resolve().parent / "media" / "genbicon"
BODY = "human-spine"
MAPS = (
    "3,0; 3,3; 0,3; 0,0",
    "2,1; 4,0; 5,2; 3,3; 1,2.5",
    "3,0; 1.5,2; 3,4; 0,4; 1,1.5",
)


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
    shown = [f"{shot.title}:\n\n![{name}](media/genbicon/{name}.png)" for name, shot in SHOTS.items()]
    above = "Paths from above, on both human bodies:\n\n![paths](media/genbicon/paths.png)"
    return "\n\n".join([*shown, above])


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
            (round(time / sim.dt), lambda values=values: sim.set(**values))
            for time, values in shot.orders.items()
        ]
        rec = sim.run(shot.seconds, at=at)
    if rec.end != "time":
        raise SystemExit(f"{shot.title}: {rec.report()['because']}; the documentation shows walks that hold")
    return rec


def make_map() -> None:
    """Where two bodies went along the paths of `MAPS`, seen from above."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    from footfall import Sim
    from footfall.motion.paths import follow, parse_path

    figure = Figure(figsize=(8.8, 3.6), dpi=100, layout="constrained")
    FigureCanvasAgg(figure)
    for k, points in enumerate(parse_path(text) for text in MAPS):
        axes = figure.add_subplot(1, 3, k + 1)
        axes.plot(*zip(*points, strict=True), "o--", color="#8A929C", linewidth=0.8, markersize=5)
        for body, colour in (("human", "#0072B2"), (BODY, "#D55E00")):
            rec, _ = follow(Sim("genbicon/go", body=body), points)
            axes.plot(rec.com[:, 0], rec.com[:, 1], color=colour, linewidth=1.2, label=body)
        axes.set_aspect("equal")
        axes.grid(color="#E8EAED")
        axes.set_xlabel("m")
    figure.axes[0].legend(fontsize=8, loc="center")
    figure.savefig(MEDIA / "paths.png")
    film.shrink(MEDIA / "paths.png")


def make_strips() -> None:
    """Run every shot and keep its strip."""
    MEDIA.mkdir(parents=True, exist_ok=True)
    make_map()
    for name, shot in SHOTS.items():
        path = MEDIA / f"{name}.png"
        run(shot).strip(path, frames=shot.frames, start=shot.start, seconds=shot.shown)
        film.shrink(path)


if __name__ == "__main__":
    make_strips()
