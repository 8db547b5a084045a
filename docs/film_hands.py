"""The film strips of the tasks of the hands, for genbicon.md: ``python docs/film_hands.py``."""

from __future__ import annotations

from pathlib import Path

import film

MEDIA = Path(__file__).resolve().parent / "media" / "genbicon"
# task -> parameters, seconds of the run, seconds at its end that are shown
TASKS: dict[str, tuple[dict[str, float], float, float]] = {
    "reach": ({"x": 2.0, "height": 0.3}, 11.0, 8.0),
    "push": ({"x": 1.5}, 9.0, 7.0),
    "pull": ({"x": 1.5}, 9.0, 7.0),
    "lift": ({"x": 1.5, "load": 15.0}, 18.0, 13.5),
}


def make_strips() -> None:
    """Run every task and keep a film strip.

    Raises:
        SystemExit: One falls.
    """
    from footfall import Sim

    MEDIA.mkdir(parents=True, exist_ok=True)
    for name, (values, seconds, shown) in TASKS.items():
        rec = Sim(f"genbicon/{name}", set=values).run(seconds)
        if rec.end != "time":
            raise SystemExit(f"{name}: {rec.report()['because']}; the documentation shows tasks that succeed")
        path = MEDIA / f"{name}.png"
        rec.strip(path, frames=film.FRAMES, start=rec.seconds - shown, seconds=shown)
        film.shrink(path)


if __name__ == "__main__":
    make_strips()
