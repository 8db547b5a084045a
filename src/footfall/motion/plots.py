"""One figure of curves: how a run went, and a close-up of its steps."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from footfall.motion import series
from footfall.motion.camera import smooth
from footfall.motion.files import check_output, writing
from footfall.motion.samples import MotionSamples, RecordingLike

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LEFT, RIGHT, THIRD, PUSH = "#0072B2", "#D55E00", "#009E73", "#CC3311"
PHASES = ("#DCE6F2", "#FBE6C5", "#DDEFD9", "#F3DDEA", "#E4E4E4", "#D8F0F0", "#EFE8D0", "#E6DDF3")
"""Okabe and Ito's colours for lines, pale ones for phases: distinct also for colour-blind eyes."""
CLOSE_SECONDS = 4.0
STYLE: dict[Any, Any] = {
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#E8EAED",
    "axes.axisbelow": True,
    "axes.edgecolor": "#8A929C",
    "lines.linewidth": 1.3,
    "legend.frameon": False,
    "legend.fontsize": 8,
}


def plot(rec: RecordingLike, path: str | Path) -> Path:
    """Write a .png figure of speed, heading, pelvis, hips, knees, foot loads and torques.

    Args:
        rec: The recording.
        path: A .png file.

    Raises:
        FootfallError: The path cannot be written, or the recording is empty.
    """
    check_output(path, (".png",))
    motion = MotionSamples.of(rec)
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    # No pyplot: it would keep the figure, and may ask for a screen.
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(14, 10.5), dpi=110, layout="constrained")
        FigureCanvasAgg(figure)
        _fill(figure, motion)
        with writing(path, (".png",)) as draft:
            figure.savefig(draft, format="png")
    return Path(path)


def close_up(motion: MotionSamples) -> tuple[float, float]:
    """The part of the run whose single steps are shown: about the first push, else the end (s)."""
    first, last = motion.first, motion.last
    begin = motion.pushes[0][0] - 1.0 if motion.pushes else last - CLOSE_SECONDS
    begin = max(first, min(begin, last - CLOSE_SECONDS))
    return begin, min(last, begin + CLOSE_SECONDS)


def _fill(figure: Figure, motion: MotionSamples) -> None:
    figure.get_layout_engine().set(h_pad=0.08, w_pad=0.08)  # type: ignore[union-attr,call-arg]
    heading = f"{motion.title}   ·   {motion.last:.1f} s, ended by: {motion.end}"
    figure.suptitle(heading, x=0.012, ha="left", fontsize=12)
    grid = figure.add_gridspec(5, 2, height_ratios=(1, 1, 1, 1, 1.15))
    begin, end = close_up(motion)
    _speed(figure.add_subplot(grid[0, 0]), motion)
    _heading(figure.add_subplot(grid[1, 0]), motion)
    _pelvis(figure.add_subplot(grid[2, 0]), motion)
    _peaks(figure.add_subplot(grid[3:, 0]), motion)
    close = [figure.add_subplot(grid[row, 1]) for row in range(5)]
    _loads(close[0], motion)
    for axes, joint in zip(close[1:3], ("hip", "knee"), strict=True):
        _angles(axes, motion, joint)
    _torques(close[3], motion, ("hip", "knee"))
    _torques(close[4], motion, ("ankle",))
    for axes in close:
        first = axes is close[0]
        _limit(axes, begin, end, headroom=0.2 if first else 0.08)
        _phases(axes, motion, begin, end, named=first)
        _pushes(axes, motion, named=first)
    close[-1].set_xlabel("time (s)")


def _speed(axes: Axes, motion: MotionSamples) -> None:
    axes.set_title("Forward speed")
    axes.plot(motion.time, motion.speed, color="#9CC4E0", lw=0.8, label="each instant")
    slow = smooth(motion.time, motion.speed[:, None], 0.5)
    mean = float(np.mean(motion.speed[len(motion.time) // 2 :]))
    axes.plot(motion.time, slow[:, 0], color=LEFT, label=f"smoothed; mean of second half {mean:.2f} m/s")
    axes.set_ylabel("m/s")
    _whole(axes, motion, named=True)
    _legend(axes)


def _heading(axes: Axes, motion: MotionSamples) -> None:
    axes.set_title("Heading, + to the left")
    axes.plot(motion.time, np.degrees(motion.heading), color=THIRD, lw=1.0)
    axes.set_ylabel("degrees")
    _at_least(axes, 4.0)
    _whole(axes, motion)


def _pelvis(axes: Axes, motion: MotionSamples) -> None:
    axes.set_title("Pelvis lean: pitch + forwards" + ("" if motion.planar else ", roll + to the left"))
    time, pitch, roll = series.attitude(motion)
    axes.plot(time, pitch, color=LEFT, label="pitch")
    if not motion.planar:
        axes.plot(time, roll, color=RIGHT, label="roll")
        _legend(axes)
    axes.set_ylabel("degrees")
    axes.set_xlabel("time (s)")
    _at_least(axes, 4.0)
    _whole(axes, motion)


def _peaks(axes: Axes, motion: MotionSamples) -> None:
    axes.set_title("Largest torque of the run, by joint")
    rows = series.peaks(motion)[::-1]
    colours = [LEFT if name[:1] == "l" else RIGHT if name[:1] == "r" else THIRD for name, _ in rows]
    bars = axes.barh([name for name, _ in rows], [t for _, t in rows], color=colours, height=0.7)
    axes.bar_label(bars, fmt="%.0f", padding=3, fontsize=8)
    axes.margins(x=0.1)
    axes.grid(visible=False, axis="y")
    axes.set_xlabel("N m")


def _loads(axes: Axes, motion: MotionSamples) -> None:
    axes.set_title("Load on each foot; background: phase")
    for i, (name, colour) in enumerate((("left", LEFT), ("right", RIGHT))):
        axes.fill_between(motion.time, motion.loads[:, i], color=colour, alpha=0.18, lw=0)
        axes.plot(motion.time, motion.loads[:, i], color=colour, label=name)
    axes.set_ylabel("N")
    _legend(axes)


def _angles(axes: Axes, motion: MotionSamples, joint: str) -> None:
    positive = {"hip": "+ extension", "knee": "+ flexion"}[joint]
    axes.set_title(f"{joint.capitalize()} angle, {positive}")
    for name, dof in series.joint_dofs(motion, joint).items():
        axes.plot(motion.time, series.angle(motion, dof), color=_side(name), label=_plain(name))
    axes.set_ylabel("degrees")
    _legend(axes)


def _torques(axes: Axes, motion: MotionSamples, joints: tuple[str, ...]) -> None:
    axes.set_title(f"{' and '.join(joints).capitalize()} torque")
    for joint, style in zip(joints, ("-", ":"), strict=False):
        for name, dof in series.joint_dofs(motion, joint).items():
            axes.plot(motion.time, motion.tau[:, dof], color=_side(name), ls=style, label=_plain(name))
    axes.set_ylabel("N m")
    _legend(axes)


def _whole(axes: Axes, motion: MotionSamples, *, named: bool = False) -> None:
    """The time axis of the whole run, with its pushes."""
    axes.set_xlim(motion.first, max(motion.last, motion.first + 1e-3))
    _pushes(axes, motion, named=named)


def _limit(axes: Axes, begin: float, end: float, headroom: float) -> None:
    """Show one span of time, with the height that the curves have in it."""
    axes.set_xlim(begin, max(end, begin + 1e-3))
    inside = []
    for line in axes.get_lines():
        x, y = np.asarray(line.get_xdata()), np.asarray(line.get_ydata())
        inside.append(y[(x >= begin) & (x <= end)])
    seen = np.concatenate(inside) if inside else np.zeros(0)
    if len(seen) and np.isfinite(seen).all():
        low, high = float(seen.min()), float(seen.max())
        span = max(high - low, 1e-6)
        axes.set_ylim(low - 0.08 * span, high + headroom * span)


def _phases(axes: Axes, motion: MotionSamples, begin: float, end: float, *, named: bool) -> None:
    """Colour the phases behind the curves; write their names into the first panel."""
    for t0, t1, phase in series.runs(motion.time, motion.phase):
        if t1 < begin or t0 > end:
            continue
        axes.axvspan(t0, t1, color=PHASES[phase % len(PHASES)], lw=0, zorder=0)
        if named and t1 - t0 > 0.06 * (end - begin) and t0 >= begin and t1 <= end:
            axes.annotate(
                motion.phase_names[phase],
                ((t0 + t1) / 2, 0.97),
                xycoords=("data", "axes fraction"),
                ha="center",
                va="top",
                fontsize=7,
                color="#5A636E",
            )
    axes.grid(visible=False, axis="x")


def _pushes(axes: Axes, motion: MotionSamples, *, named: bool) -> None:
    for t0, t1, _, force in motion.pushes:
        axes.axvspan(t0, t1, color=PUSH, alpha=0.22, lw=0)
        low, high = axes.get_xlim()
        if named and low <= t0 <= high and len(motion.pushes) == 1:
            axes.annotate(
                f"push {np.linalg.norm(force):.0f} N",
                (t1, 0.82),
                xycoords=("data", "axes fraction"),
                xytext=(3, 0),
                textcoords="offset points",
                fontsize=7,
                color=PUSH,
            )


def _at_least(axes: Axes, span: float) -> None:
    """Keep a nearly constant curve from filling its panel with noise."""
    low, high = axes.get_ylim()
    if high - low < span:
        middle = (low + high) / 2
        axes.set_ylim(middle - span / 2, middle + span / 2)


def _legend(axes: Axes) -> None:
    """To the right above the panel, where no curve can be."""
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="lower right", bbox_to_anchor=(1, 0.98), ncols=4, borderaxespad=0, handlelength=1.6)


def _side(name: str) -> str:
    bare = name.rsplit("/", 1)[-1].lower()
    if bare.startswith("l") or "left" in bare:
        return LEFT
    return RIGHT if bare.startswith("r") or "right" in bare else THIRD


def _plain(name: str) -> str:
    return name.removesuffix(".pitch")
