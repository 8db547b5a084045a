"""What a run leaves: the report on the screen, and the files that were asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from footfall.cli import options
from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.engine.recording.recording import Recording

TORQUE_ROWS = 5

Report = Mapping[str, Any]


def print_report(console: Console, report: Report) -> None:
    """Print one run: how it ended, how it moved, which joints worked hardest."""
    console.print(
        f"[bold]{escape(report['skill'])}[/] on [bold]{escape(report['body'])}[/], seed {report['seed']}"
    )
    console.print(f"{_verdict(report)} {escape(report['because'])}", soft_wrap=True)
    for switch in report["switches"]:
        console.print(f"[dim]{switch['time']:8.2f} s[/]  {escape(switch['skill'])} took over")
    for point in report.get("path", {}).get("passed", ()):
        console.print(
            f"[dim]{point['time']:8.2f} s[/]  passed {point['x']:g}, {point['y']:g} by {point['off']:.2f} m"
        )
    console.print(_motion_table(report))
    torques = _torque_table(report)
    if torques.row_count:
        console.print(torques)
    console.print(
        f"[dim]{report['seconds']:.2f} s simulated in {report['wall_seconds']:.2f} s "
        f"({report['x_realtime']:.1f} × real time), state {report['state_hash']}[/]"
    )


def print_seeds(console: Console, reports: Sequence[Report]) -> None:
    """Print many runs of one skill, a line each."""
    table = Table(title=f"{reports[0]['skill']} on {reports[0]['body']}", title_justify="left", box=None)
    for name in ("seed", "end", "seconds", "speed m/s", "steps", "heading °", "slide m", "shake"):
        table.add_column(name, justify="left" if name == "end" else "right")
    for r in reports:
        table.add_row(
            str(r["seed"]),
            f"[{_colour(r)}]{r['end']}[/]",
            f"{r['seconds']:.2f}",
            _number(r["speed"]),
            str(r["steps"]),
            _number(r["heading_error"], 1),
            _number(r["foot_slide"], 3),
            _number(r["shake"], 3),
        )
    console.print(table)
    for r in reports:
        if not r["success"]:
            console.print(f"[dim]seed {r['seed']}:[/] {escape(r['because'])}", soft_wrap=True)
    good = sum(bool(r["success"]) for r in reports)
    colour = "green" if good == len(reports) else "red"
    console.print(f"[bold {colour}]{good} of {len(reports)} succeeded[/]")


def print_files(console: Console, files: Sequence[tuple[str, Path]]) -> None:
    """Print the paths of what was written."""
    width = max((len(what) for what, _ in files), default=0)
    for what, path in files:
        console.print(f"  {what:<{width}}  [cyan]{escape(str(path))}[/]", soft_wrap=True)


def _colour(report: Report) -> str:
    return "green" if report["success"] else "red"


def _verdict(report: Report) -> str:
    word = "succeeded" if report["success"] else report["end"]
    return f"[bold {_colour(report)}]{word}:[/]"


def _number(value: float | None, digits: int = 2) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


def _motion_table(report: Report) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim")
    table.add_column(justify="right")
    table.add_column()
    x, y = report["distance"]
    rows = (
        ("speed, second half", _number(report["speed"]), f"m/s  (sideways {_number(report['speed_side'])})"),
        ("distance", _number(x), f"m  (to the left {_number(y)})"),
        ("steps", str(report["steps"]), ""),
        (
            "apex of the centre of mass",
            _number(report["apex"]),
            f"m  (in the air {_number(report['air_time'])} s)",
        ),
        ("largest heading error", _number(report["heading_error"], 1), "°"),
        ("largest foot slide", _number(report["foot_slide"], 3), "m"),
        ("knee past straight", _number(report["knee_over"], 1), "°"),
        ("shake above 12 Hz", _number(report["shake"], 3), "of the joint-rate power"),
    )
    for row in rows:
        table.add_row(*row)
    return table


def _torque_table(report: Report) -> Table:
    peaks: Mapping[str, float] = report["peak_torque"]
    at_limit: Mapping[str, float] = report["seconds_at_limit"]
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("hardest worked")
    table.add_column("peak N m", justify="right")
    table.add_column("at its limit s", justify="right")
    for joint in sorted(peaks, key=lambda name: -(peaks[name] or 0.0))[:TORQUE_ROWS]:
        table.add_row(escape(joint), _number(peaks[joint], 0), _number(at_limit.get(joint, 0.0)))
    return table


@dataclass(frozen=True)
class Outputs:
    """Where to write what; None: not wanted.

    Attributes:
        strip: The film strip (.png).
        video: The video (.mp4, .gif).
        plot: The plots (.png).
        save: The Recording itself (.npz).
        exports: The motion for other programs (.bvh, .glb, …).
    """

    strip: Path | None = None
    video: Path | None = None
    plot: Path | None = None
    save: Path | None = None
    exports: tuple[Path, ...] = ()

    def check(self) -> None:
        """Raise FootfallError if one of them cannot be written."""
        paths = self.by_option()
        for option, path in paths.items():
            options.output(option.partition(" ")[0], path)
        options.distinct(paths)

    def by_option(self) -> dict[str, Path | None]:
        """The paths by the option that names them."""
        one = {"--strip": self.strip, "--video": self.video, "--plot": self.plot, "--save": self.save}
        return one | {f"--export {path}": path for path in self.exports}

    def wanted(self) -> list[str]:
        """The options that were given."""
        return [option for option, path in self.by_option().items() if path is not None]

    def write(self, rec: Recording) -> list[tuple[str, Path]]:
        """Write them all.

        Returns:
            What each file is, for people, and where it is.
        """
        makers: tuple[tuple[str, str, Path | None, Callable[[str], object]], ...] = (
            ("recording", "--save", self.save, rec.save),
            ("film strip", "--strip", self.strip, rec.strip),
            ("plots", "--plot", self.plot, rec.plot),
            ("video", "--video", self.video, rec.video),
            *((path.suffix[1:], "--export", path, rec.export) for path in self.exports),
        )
        written: list[tuple[str, Path]] = []
        for what, option, path, make in makers:
            if path is None:
                continue
            try:
                # Not on a thread: a GL context belongs to the thread that made it.
                make(str(path))
            except OSError as problem:  # a full disk, a folder that went away
                raise FootfallError(
                    f"cannot write the {what}: {(problem.strerror or str(problem)).lower()}",
                    where=f"{option} {path}",
                    help="make room or write elsewhere",
                ) from problem
            written.append((what, path))
        return written
