"""A page of curves over the gait cycle, drawn over the bands of people."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from footfall.motion.files import check_output, writing
from footfall.motion.plots import LEFT, PUSH, RIGHT, STYLE, THIRD
from footfall.natural import Gait
from footfall.natural.curves import CURVES
from footfall.natural.people import bands

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TITLES = {
    "hip": "hip flexion",
    "knee": "knee flexion",
    "ankle": "ankle dorsiflexion",
    "pelvis_turn": "pelvis: own side forward",
    "pelvis_list": "pelvis: own side up",
    "pelvis_tilt": "pelvis: forward tilt",
    "trunk_turn": "trunk: own side forward",
    "trunk_list": "trunk: own side up",
    "trunk_lean": "trunk: forward lean",
    "shoulder": "shoulder flexion",
}
COLOURS = (LEFT, RIGHT, THIRD, PUSH, "#6A4C93", "#8A6D3B", "#1B998B", "#444444")
_COLUMNS = 4


def gait_page(gaits: Mapping[str, Gait], path: str | Path) -> Path:
    """Write a .png with a panel for each curve.

    Args:
        gaits: What each walk is called -> its gait.
        path: A .png file.

    Raises:
        FootfallError: The path cannot be written.
    """
    check_output(path, (".png",))
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        rows = -(-(len(CURVES) + 1) // _COLUMNS)
        figure = Figure(figsize=(13, 2.9 * rows), dpi=90, layout="constrained")
        FigureCanvasAgg(figure)
        panels = figure.subplots(rows, _COLUMNS).ravel()
        for panel, name in zip(panels, CURVES, strict=False):
            _draw(panel, name, gaits)
        handles, labels = panels[0].get_legend_handles_labels()
        panels[len(CURVES)].legend(handles, labels, loc="upper left")
        for panel in panels[len(CURVES) :]:
            panel.axis("off")
        with writing(path, (".png",)) as draft:
            figure.savefig(draft, format="png")
    return Path(path)


def _draw(panel: Axes, name: str, gaits: Mapping[str, Gait]) -> None:
    share = np.linspace(0.0, 100.0, 101)
    band = bands()[name]
    panel.fill_between(share, band.low, band.high, color="#D5D9DE", label="people, two deviations")
    panel.plot(share, band.middle, color="#8A929C", linewidth=1.0, label="people, middle")
    for (title, gait), colour in zip(gaits.items(), _cycle(len(gaits)), strict=True):
        if name in gait.curves:
            panel.plot(share, gait.curves[name], color=colour, label=title)
    panel.set_title(f"{TITLES[name]}, °")
    panel.set_xlim(0.0, 100.0)


def _cycle(count: int) -> list[str]:
    return [COLOURS[k % len(COLOURS)] for k in range(count)]
