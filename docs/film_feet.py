"""The film strips of the tasks of the feet, for genbicon.md: ``python docs/film_feet.py``."""

from __future__ import annotations

from pathlib import Path

import film

MEDIA = Path(__file__).resolve().parent / "media" / "genbicon"
# skill: seconds of the run, then where its strip begins and how long it is, s
TASKS = {
    "stairs": (6.0, 2.0, 3.0),
    "step-over": (8.0, 3.4, 3.0),
    "duck": (11.0, 4.5, 5.0),
    "over-and-under": (12.0, 4.0, 5.0),
    "stones": (10.0, 5.0, 4.0),
}


def main() -> None:
    """Run each task and keep the part of it that shows how it is done.

    Raises:
        SystemExit: One falls.
    """
    from footfall import Sim

    MEDIA.mkdir(parents=True, exist_ok=True)
    for name, (seconds, start, shown) in TASKS.items():
        rec = Sim(f"genbicon/{name}").run(seconds)
        if rec.end not in ("time", "done"):
            raise SystemExit(f"{name}: {rec.report()['because']}; the documentation shows what works")
        path = MEDIA / f"{name}.png"
        rec.strip(path, frames=film.FRAMES, start=start, seconds=shown)
        film.shrink(path)


if __name__ == "__main__":
    main()
