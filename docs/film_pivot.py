"""The film strips of pivot.md: ``python docs/film_pivot.py``.

Each strip shows a run that holds: one that falls, or that does not do what its line says, ends the command.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import film

MEDIA = Path(__file__).resolve().parent / "media" / "pivot"
FRAMES = 10
WIDTH = 1200  # px


@dataclass(frozen=True)
class Scene:
    """A run, and the part of it that is shown.

    Attributes:
        name: Of the file, and of the strip on the page.
        what: What is to be seen, for the page.
        skill: That is run.
        start, seconds: First second that is shown, and for how long.
        options: Of the Sim: body, ground, parameters.
        push: Time (s), length (s) and newtons forward and left of a push at the pelvis; () for none.
    """

    name: str
    what: str
    skill: str
    start: float
    seconds: float
    options: dict[str, Any] = field(default_factory=dict)
    push: tuple[float, ...] = ()


SCENES = (
    Scene("walk", "At 0.8 m/s, two steps.", "pivot/walk", 8.0, 0.75),
    Scene("go", "Starts, takes four steps, and stands.", "pivot/go", 0.4, 4.0,
          {"set": {"speed": 0.3, "steps": 4}}),
    Scene("push", "Pushed with 100 N to the left for 0.4 s, as hard as the paper does.", "pivot/walk",
          7.9, 1.8, push=(8.0, 0.4, 0.0, 100.0)),
    Scene("stairs", "Up stairs of 15 cm.", "pivot/stairs", 2.0, 5.0,
          {"world": "stairs:.15,.3,5"}),
    Scene("descend", "Down stairs of 10 cm.", "pivot/descend", 3.5, 5.0,
          {"world": "steps:2=-.1,2.3=-.2,2.6=-.3,2.9=-.4,3.2=-.5"}),
    Scene("slope", "Up a slope of 8°.", "pivot/slope", 6.0, 1.5, {"world": "slope:8"}),
    Scene("biped5", "The paper's five links at 0.8 m/s.", "pivot/walk", 8.0, 0.8, {"body": "biped5"}),
    Scene("zombie", "A style over the same legs.", "pivot/styles/zombie", 8.0, 1.2),
    Scene("wave", "The arms of a clip over the same legs.", "pivot/wave", 6.0, 2.0),
)  # fmt: skip


def strips() -> str:
    """The strips for the page."""
    return "\n\n".join(f"**{one.what}**\n\n![{one.name}](media/pivot/{one.name}.png)" for one in SCENES)


def make_strips() -> None:
    """All of them.

    Raises:
        SystemExit: One falls.
    """
    from footfall import Sim

    MEDIA.mkdir(parents=True, exist_ok=True)
    for one in SCENES:
        sim = Sim(one.skill, **one.options)
        if one.push:
            at, seconds, forward, left = one.push
            sim.push(time=at, seconds=seconds, forward=forward, left=left, part="pelvis")
        rec = sim.run(one.start + one.seconds + 0.1)
        if rec.end == "fell":
            raise SystemExit(f"{one.name}: {rec.report()['because']}; the page shows what holds")
        path = MEDIA / f"{one.name}.png"
        rec.strip(path, frames=FRAMES, start=one.start, seconds=one.seconds)
        film.shrink(path, WIDTH)


PARTS = {"pivot-strips": strips}

if __name__ == "__main__":
    make_strips()
