"""A basin as a picture: drawn starts over the two most telling features, by what became of them."""

from __future__ import annotations

from pathlib import Path

from footfall.graph.basin.model import Basin

UNITS = {
    "height": "m", "forward": "m/s", "up": "m/s", "pitch": "rad", "turning": "rad/s",
    "ahead of the feet": "m", "left load": "weights", "right load": "weights",
}  # fmt: skip


def draw(basin: Basin, title: str, path: Path) -> None:
    """Draw it; the kind of file is that of the name's ending."""
    from matplotlib.figure import Figure

    first, second = basin.telling
    figure = Figure(figsize=(5.5, 4.2), layout="constrained")
    axes = figure.add_subplot()
    for good, mark, colour, label in ((True, "o", "#176d5c", "succeeds"), (False, "x", "#b03030", "fails")):
        rows = basin.worked == good
        axes.scatter(
            basin.points[rows, first], basin.points[rows, second], marker=mark, c=colour, s=22, label=label
        )
    axes.set_xlabel(_label(basin.names[first]))
    axes.set_ylabel(_label(basin.names[second]))
    axes.set_title(title, fontsize=10)
    axes.legend(frameon=False, fontsize=8)
    figure.savefig(path, dpi=120)


def _label(name: str) -> str:
    unit = UNITS.get(name, "rad/s" if name.endswith(" rate") else "rad")
    return f"{name}, {unit}"
