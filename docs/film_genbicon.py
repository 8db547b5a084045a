"""The film strips of GENBICON's bodies and styles, for genbicon.md: ``python docs/film_genbicon.py``."""

from __future__ import annotations

import tempfile
from pathlib import Path

import film
from PIL import Image

from footfall.body.named import NAMED
from footfall.script import skill_names
from footfall.script.help.reference import table
from footfall.script.style import read_style

MEDIA = Path(__file__).resolve().parent / "media" / "genbicon"
GROUP = "genbicon/styles/"
SECONDS, SHOWN = 12.0, 1.2  # s of a run, and of its end in a strip: two steps
FRAMES = 6  # of a style
COLUMNS = 2  # styles beside each other on the sheet
STYLE_WIDTH = 560  # px of one of them


def styles() -> list[str]:
    """The styles of the library, the zero gait first."""
    names = [name.removeprefix(GROUP) for name in skill_names() if name.startswith(GROUP)]
    return sorted(names, key=lambda name: (name != "zero", name))


def style_table() -> str:
    """Every style with its speed and what it says of itself."""
    rows = []
    for name in styles():
        style = read_style(GROUP + name)
        rows.append(
            (f"`{name}`", f"{style.live['speed']:g}", ", ".join(f"`{c}`" for c in style.curves), style.doc)
        )
    return table(("style", "speed m/s", "curves of", "what it is"), rows)


def body_strips() -> str:
    """The grown bodies of the library, walking."""
    return "\n\n".join(
        f"**{name}**: {one.title}.\n\n![{name}](media/genbicon/{name}.png)" for name, one in NAMED.items()
    )


def make_bodies() -> None:
    """A strip of each grown body of the library."""
    for name in NAMED:
        _strip("genbicon/walk", name, MEDIA / f"{name}.png", film.FRAMES)
        film.shrink(MEDIA / f"{name}.png")


def make_styles() -> None:
    """One sheet with a strip of each style."""
    strips = []
    with tempfile.TemporaryDirectory() as folder:
        for name in styles():
            path = Path(folder) / f"{name}.png"
            _strip(GROUP + name, None, path, FRAMES)
            film.shrink(path, STYLE_WIDTH)
            with Image.open(path) as image:
                strips.append(image.convert("RGB"))
    high = max(strip.height for strip in strips)
    rows = -(-len(strips) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * STYLE_WIDTH, rows * high), "white")
    for k, strip in enumerate(strips):
        sheet.paste(strip, (k % COLUMNS * STYLE_WIDTH, k // COLUMNS * high))
    film.few(sheet).save(MEDIA / "styles.png", optimize=True)


def _strip(skill: str, body: str | None, path: Path, frames: int) -> None:
    """The end of a run.

    Raises:
        SystemExit: It falls.
    """
    from footfall import Sim

    rec = Sim(skill, body=body).run(SECONDS)
    if rec.end != "time":
        raise SystemExit(f"{skill}: {rec.report()['because']}; the documentation shows gaits that hold")
    rec.strip(path, frames=frames, start=SECONDS - SHOWN - 0.01, seconds=SHOWN)


def make_strips() -> None:
    """All pictures of GENBICON's bodies and styles."""
    MEDIA.mkdir(parents=True, exist_ok=True)
    make_bodies()
    make_styles()


PARTS = {"genbicon-styles": style_table, "genbicon-bodies": body_strips}

if __name__ == "__main__":
    make_strips()
