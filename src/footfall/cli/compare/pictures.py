"""Pictures of two motions: curves over each other, film strips one above the other."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from footfall.engine.recording.recording import Recording
from footfall.motion.files import check_output, writing
from footfall.motion.plots import LEFT, RIGHT, STYLE
from footfall.motion.strip import film_strips

F64 = NDArray[np.float64]
_JOINTS = ("Hip.pitch", "Knee.pitch", "Ankle.pitch")


def overlay_plot(sides: tuple[tuple[str, Recording], ...], path: Path) -> None:
    """Draw speed, height, load and the left leg's angles of each motion into one figure."""
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    check_output(path, (".png", ".svg", ".pdf"))
    curves = [_curves(rec) for _, rec in sides]
    names = [name for name in curves[0] if name in curves[1]]
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(10, 1.7 * len(names)), dpi=110, layout="constrained")
        FigureCanvasAgg(figure)
        for axes, name in zip(np.ravel(figure.subplots(len(names), 1, sharex=True)), names, strict=True):
            for (label, rec), found, colour in zip(sides, curves, (LEFT, RIGHT), strict=True):
                axes.plot(rec.time, found[name], color=colour, linewidth=1.0, label=label)
            axes.set_ylabel(name)
        figure.axes[0].legend(loc="upper right")
        figure.axes[-1].set_xlabel("time (s)")
        with writing(path, (".png", ".svg", ".pdf")) as draft:
            figure.savefig(draft, format=path.suffix[1:])


def _curves(rec: Recording) -> dict[str, F64]:
    model = rec.model()
    found = {
        "speed (m/s)": rec.speed_forward,
        "height (m)": rec.com[:, 2],
        "load (kN)": rec.loads.sum(axis=1) / 1000.0,
    }
    for joint in _JOINTS:
        if f"l{joint}" in rec.dof_names:
            dof = rec.dof_names.index(f"l{joint}")
            at = int(model.jnt_qposadr[model.dof_jntid[dof]])
            found[f"l{joint} (deg)"] = np.degrees(rec.qpos[:, at])
    return found


def strips_above(sides: tuple[tuple[str, Recording], ...], path: Path, frames: int = 10) -> None:
    """Write a film strip of each motion, one above the other, of the same seconds."""
    shared = min(float(rec.time[-1] - rec.time[0]) for _, rec in sides)
    span = min(0.12 * (frames - 1), 0.9 * shared)
    start = float(sides[0][1].time[0]) + shared - span - 1e-6
    film_strips(sides, path, frames=frames, start=start, seconds=span)
