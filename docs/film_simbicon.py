"""The film strips of the SIMBICON gaits, for simbicon.md."""

from __future__ import annotations

from pathlib import Path

import film

from footfall.script import skill_names
from footfall.script.source import find_skill

MEDIA = Path(__file__).resolve().parent / "media" / "simbicon"
GROUP = "simbicon/"
SECONDS = 12.0  # of the run a strip is taken from
SHOWN = 1.1  # s of a gait in its strip: about a stride
STOPS = {"stop": 4.0, "stop-one-foot": 4.0, "big-step": 3.0}  # s of a strip that does not show a cycle
STOPS_AT = 2.0  # s: where those begin


def gaits() -> list[str]:
    """The SIMBICON skills of the library, the 2D ones first."""
    names = [name.removeprefix(GROUP) for name in skill_names() if name.startswith(GROUP)]
    return sorted(names, key=lambda name: (name.endswith("3d"), name))


def strips() -> str:
    """Every gait with its first line and its film strip."""
    blocks = []
    for name in gaits():
        blocks += [f"### {name}", find_skill(GROUP + name).text.partition("\n")[0].removeprefix("## ")]
        if (MEDIA / f"{name}.png").is_file():
            blocks.append(f"![{name}](media/simbicon/{name}.png)")
    return "\n\n".join(blocks)


def make_strips() -> None:
    """Run every gait and keep a film strip of about a stride.

    Raises:
        SystemExit: One falls.
    """
    from footfall import Sim

    MEDIA.mkdir(parents=True, exist_ok=True)
    for name in gaits():
        sim = Sim(GROUP + name)
        rec = sim.run(SECONDS)
        if rec.end not in ("time", "done"):
            raise SystemExit(f"{name}: {rec.report()['because']}; the documentation shows gaits that hold")
        seconds = min(STOPS.get(name, SHOWN), rec.seconds)
        path = MEDIA / f"{name}.png"
        start = STOPS_AT if name in STOPS else rec.seconds - seconds
        rec.strip(path, frames=film.FRAMES, start=start, seconds=seconds)
        film.shrink(path)
