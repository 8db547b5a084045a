"""The polar plot of a push table: forwards is up, the stance side is left, as seen from above."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from footfall.motion.files import writing
from footfall.robust.measure import known_pushes
from footfall.robust.pushes import PushTable

OURS, THEIRS, SPREAD = "#0072B2", "#D55E00", "#9CC4E0"
STYLE: dict[Any, Any] = {"font.size": 9, "axes.titlesize": 10, "axes.titleweight": "bold"}


def polar(table: PushTable, path: str | Path) -> Path:
    """Draw the limits by direction: the mean of phases and stances, each of them, and what is published.

    Raises:
        FootfallError: The path cannot be written.
    """
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    # No pyplot: it would keep the figure, and may ask for a screen.
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(6.4, 6.6), dpi=110, layout="constrained")
        FigureCanvasAgg(figure)
        _fill(figure.add_subplot(projection="polar"), table)
        with writing(path, (".png",)) as draft:
            figure.savefig(draft, format="png")
    return Path(path)


def _fill(axes: Any, table: PushTable) -> None:
    axes.set_theta_zero_location("N")
    angles = [math.atan2(lateral, sagittal) for lateral, sagittal in table.directions]
    for i, phase in enumerate(table.phases):
        for k, stance in enumerate(table.stances):
            label = f"{stance} stance" if i == 0 and len(table.phases) == 1 else None
            style = ("-", ":")[k % 2]
            _ring(axes, angles, table.limits[k, i].tolist(), color=SPREAD, lw=0.9, ls=style, label=label)
        known = known_pushes(table, phase)
        if known is not None:
            _ring(axes, angles, known, color=THEIRS, lw=1.6, ls="--", marker="o", ms=4, label="published")
    _ring(
        axes,
        angles,
        table.mean.mean(axis=0).tolist(),
        color=OURS,
        lw=2.2,
        marker="o",
        ms=5,
        label="ours, mean",
    )
    axes.set_xticks([k * math.pi / 4 for k in range(8)])
    axes.set_xticklabels(["forwards", "", "stance\nside", "", "backwards", "", "swing\nside", ""])
    axes.tick_params(axis="x", pad=12)
    axes.set_rlabel_position(22.5)
    axes.set_ylim(bottom=0)
    many = len(table.phases) > 4
    phases = f"{len(table.phases)} phases" if many else "phase " + ", ".join(f"{p:g}" for p in table.phases)
    axes.set_title(f"{table.skill}: largest push survived (N)\n{table.duration:g} s, {table.part}, {phases}")
    axes.legend(loc="lower right", bbox_to_anchor=(1.12, -0.08), frameon=False)


def _ring(axes: Any, angles: Sequence[float], values: Sequence[float], **style: Any) -> None:
    axes.plot([*angles, angles[0]], [*values, values[0]], **style)
