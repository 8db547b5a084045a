"""Pictures of a search: how the score fell, which numbers moved, and the motion before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from footfall.engine.recording.recording import Recording
from footfall.files import write_beside
from footfall.learn.job import Bundle, Job
from footfall.learn.runner import Runner
from footfall.motion.plots import LEFT, RIGHT, STYLE
from footfall.motion.strip import stacked

FILM = 2.4  # s of motion that are filmed
_MARGIN = 0.02  # s: a recording ends up to a few ticks before its last second


def plot_progress(
    path: Path, bundle: Bundle, history: Mapping[str, NDArray[np.float64]], vector: tuple[float, ...]
) -> None:
    """Draw the curve of the search and how far each number has moved."""
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(11, max(4.0, 1.2 + 0.24 * bundle.n)), dpi=110, layout="constrained")
        FigureCanvasAgg(figure)
        curve, moved = figure.subplots(1, 2, width_ratios=(1.3, 1.0))
        _draw_curve(curve, history)
        _draw_moves(moved, bundle, vector)
        with write_beside(path) as draft:
            figure.savefig(draft, format="png")


def _draw_curve(axes: Any, history: Mapping[str, NDArray[np.float64]]) -> None:
    at = history["evaluations"]
    axes.plot(at, history["mean"], color="#9AA5B1", linewidth=1.0, label="mean of a generation")
    axes.step(at, history["best"], where="post", color=LEFT, label="best so far")
    shown = np.concatenate([history["best"], history["mean"]])
    shown = shown[np.isfinite(shown) & (shown < 1e6)]  # a generation that diverged would flatten the rest
    if len(shown):
        room = 0.05 * (shown.max() - shown.min() + 1e-9)
        axes.set_ylim(shown.min() - room, shown.max() + room)
    axes.set_title("Score (smaller is better)")
    axes.set_xlabel("candidates evaluated")
    axes.legend()


def _draw_moves(axes: Any, bundle: Bundle, vector: tuple[float, ...]) -> None:
    places = np.arange(bundle.n)
    colors = [RIGHT if x < 0 else LEFT for x in vector]
    axes.barh(places, vector, color=colors, height=0.7)
    axes.set_yticks(places, bundle.names, fontsize=7)
    axes.invert_yaxis()
    axes.axvline(0.0, color="#8A929C", linewidth=0.8)
    axes.set_title("Moved by (standard deviations)")


def film_before_after(path: Path, bundle: Bundle, vector: tuple[float, ...], seed: int = 0) -> None:
    """Film the first scenario with the script's own numbers and with the best ones, one above the other.

    Both films show the same seconds: those in which the first of them falls, if one does.
    """
    both = (("before", (0.0,) * bundle.n), ("after", vector))
    film_runs(path, [(name, _record(bundle, v, seed)) for name, v in both])


def film_runs(path: Path, runs: Sequence[tuple[str, Recording]], *, apex: bool = False) -> None:
    """Film strips of runs below each other, each with its name and what became of it.

    Args:
        path: Of the picture.
        runs: With their names.
        apex: Whether to film the time around the highest moment, where none of them falls.
    """
    falls = [rec.seconds for _, rec in runs if rec.end not in ("time", "done")]
    start = max(0.0, min(falls) - FILM - _MARGIN) if falls else None
    sheets = []
    for name, rec in runs:
        part = path.with_name(f"{name}.png")
        begin = start
        if apex and not falls:
            top = float(rec.time[np.argmax(rec.com[:, 2] - rec.ground)])
            begin = max(0.0, min(top - FILM / 2, rec.seconds - FILM - _MARGIN))
        inside = begin is not None and begin + FILM + _MARGIN / 2 <= rec.seconds
        rec.strip(part, **({"start": begin, "seconds": FILM} if inside else {}))
        sheets.append((f"{name}: {rec.report()['because']}", Image.open(part).convert("RGB")))
        part.unlink()
    with write_beside(path) as draft:
        stacked(sheets).save(draft, format="PNG")


def _record(bundle: Bundle, vector: tuple[float, ...], seed: int) -> Recording:
    runner = Runner(bundle, 0)
    return runner.begin(Job(bundle.hash, vector, 0, seed)).run(runner.scenario.seconds)
