"""``footfall track live``: a body follows poses as they come; ``footfall clip stream`` sends some."""

from __future__ import annotations

import queue
import socket
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from footfall.cli import options
from footfall.cli.clip import BodyName, File, Json, Unit, read
from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.learn.track.live import LiveTracker
    from footfall.motion.clips.bvh import BvhHead

HOST = "127.0.0.1"
LOOK = 1.0 / 60.0  # s between two looks at what has come
SILENT = 5.0  # s without a line after which a stream is over
Source = Annotated[str, typer.Argument(metavar="PORT|-", help="A port of this computer, or - for a pipe.")]


class TrackByDefault(typer.core.TyperGroup):
    """`footfall track CLIP` tracks a clip; `footfall track live` a stream."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the command that tracks a clip first where none is named."""
        if args and args[0] not in (*self.commands, "-h", "--help"):
            args = ["clip", *args]
        return super().parse_args(ctx, args)


def live(
    source: Source,
    body: BodyName = "human-limber",
    seconds: Annotated[float, typer.Option(metavar="S", help="Stop after so long; 0: when it ends.")] = 0.0,
    strip: Annotated[Path | None, typer.Option(metavar="F.png", help="A film strip of the end.")] = None,
    as_json: Json = False,
) -> int:
    """Follow a stream of poses: the head of a BVH file, then one frame a line, as numbers or as JSON.

    Lines may be late, early or lost. Both feet stay where they stand. The stream is over when it is closed,
    or after five silent seconds. Exit code 1 when the body has fallen.
    """
    from footfall.body import load_body
    from footfall.motion.clips.stream import read_head

    options.output("--strip", strip)
    options.number("--seconds", seconds, above=-1e-9, most=36000.0, unit="s")
    with options.at("--body"):
        figure = load_body(body)
    lines = _Lines(source)
    head = read_head(iter(lines), lines.name)
    run = _Run(lines, head, figure)
    run.follow(seconds)
    if strip is not None:
        run.film(strip)
    facts = run.facts()
    if as_json:
        from footfall.cli import show

        show.print_json(facts)
    else:
        ended = "it fell" if facts["fell"] else "it stands"
        typer.echo(
            f"{facts['poses']} poses in {facts['seconds']:.1f} s, {facts['bad']} bad lines; {ended}"
            + (f"; late by {facts['behind']:.2f} s at most" if facts["behind"] > LOOK else "")
        )
    return int(facts["fell"])


class _Lines:
    """Lines of a pipe or of a port, read by a thread, each with the time at which it came."""

    def __init__(self, source: str) -> None:
        self.name = "the stream"
        self.queue: queue.Queue[tuple[float, str] | None] = queue.Queue()
        threading.Thread(target=self._read, args=(_open(source),), daemon=True).start()

    def _read(self, file: TextIO) -> None:
        try:
            for line in file:
                if line.strip():
                    self.queue.put((time.monotonic(), line))
        except (OSError, ValueError):
            pass  # the other side is gone: what came is all there is
        self.queue.put(None)

    def __iter__(self) -> Iterator[str]:
        """The lines of the head."""
        while (one := self.queue.get()) is not None:
            yield one[1]

    def new(self, wait: float = 0.0) -> list[tuple[float, str]] | None:
        """What has come since; None when the stream is over."""
        out: list[tuple[float, str]] = []
        try:
            while True:
                one = self.queue.get(timeout=wait) if wait > 0.0 and not out else self.queue.get_nowait()
                if one is None:
                    self.queue.put(None)
                    return out or None
                out.append(one)
        except queue.Empty:
            return out


def _open(source: str) -> TextIO:
    if source == "-":
        return sys.stdin
    port = _port(source)
    try:
        with socket.create_server((HOST, port)) as server:
            typer.echo(f"waiting for poses on port {port}", err=True)
            connection, _ = server.accept()
    except OSError as problem:
        raise FootfallError(
            f"cannot listen on port {port}: {(problem.strerror or str(problem)).lower()}",
            where="PORT",
            help="choose another port",
        ) from None
    return connection.makefile("r", encoding="utf-8", errors="replace")


def _port(source: str) -> int:
    if not source.isdigit() or not 0 < int(source) < 65536:
        raise FootfallError(f"'{source}' is no port", where="PORT", help="a number up to 65535, or -")
    return int(source)


class _Run:
    """One stream that is followed by the clock on the wall."""

    def __init__(self, lines: _Lines, head: BvhHead, body: Any) -> None:
        from footfall.motion.clips.stream import Pace

        self.lines, self.head, self.body = lines, head, body
        self.pace = Pace(head.step)
        self.tracker: LiveTracker | None = None
        self.poses = self.bad = 0
        self.behind, self.began, self.zero = 0.0, 0.0, 0.0
        self.qpos: list[Any] = []

    def take(self, came: float, line: str) -> None:
        """One line."""
        from footfall.learn.track.live import LiveTracker
        from footfall.motion.clips.stream import read_pose

        try:
            pose = read_pose(line, self.head, self.poses + self.bad)
        except FootfallError:
            self.bad += 1
            if self.tracker is None and self.bad > 10:
                raise
            return
        when = self.pace.time(came) if pose.time is None else pose.time
        self.poses += 1
        if self.tracker is None:
            self.tracker = LiveTracker(pose.clip, self.body)
            self.zero, self.began = when, came  # what came while the body was made is caught up with
            return
        self.tracker.advance(min(when - self.zero, time.monotonic() - self.began))
        self.tracker.feed(when - self.zero, pose.clip.root[0], pose.clip.rotations[0])

    def follow(self, seconds: float) -> None:
        """Until it is over."""
        heard = time.monotonic()
        while (come := self.lines.new(LOOK)) is not None:
            for came, line in come:
                self.take(came, line)
            heard = time.monotonic() if come else heard
            if self.tracker is not None:
                now = time.monotonic() - self.began
                self.tracker.advance(now)
                self.qpos.append((now, self.tracker.sim.data.qpos.copy()))
                self.behind = max(self.behind, time.monotonic() - self.began - now)
                if self.tracker.fell or 0.0 < seconds <= now:
                    break
            if time.monotonic() - heard > SILENT:
                break

    def facts(self) -> dict[str, Any]:
        """What became of it."""
        if self.tracker is None:
            raise FootfallError(
                "no pose came", where=self.lines.name, help="send one frame a line after the head"
            )
        return {
            "poses": self.poses,
            "bad": self.bad,
            "seconds": round(self.tracker.sim.time, 3),
            "behind": round(self.behind, 3),
            "fell": self.tracker.fell,
        }

    def film(self, path: Path) -> None:
        """What it did, as a film strip."""
        import numpy as np

        from footfall.motion.clips import rotations as rot
        from footfall.motion.clips.views import View
        from footfall.motion.strip import film_strip

        if self.tracker is None or not self.qpos:
            return
        figure = self.tracker.figure.figure
        qpos = np.array([row for _, row in self.qpos])
        view = View(
            scene=figure.model,
            title=f"followed by {self.body.name}",
            root_name=self.body.root.model_name,
            time=np.array([t for t, _ in self.qpos]),
            qpos=qpos,
            com=figure.centres(qpos),
            heading=np.unwrap(rot.heading(qpos[:, figure.root + 3 : figure.root + 7])),
            stance=np.ones((len(qpos), 2), dtype=bool),
        )
        film_strip(view, path, start=0.0, seconds=max(float(view.time[-1]), 1e-3))


def stream_clip(
    name: File,
    target: Source,
    rate: Annotated[float, typer.Option(metavar="HZ", help="Frames a second.")] = 60.0,
    jitter: Annotated[float, typer.Option(metavar="S", help="Each line is late by up to S seconds.")] = 0.0,
    lost: Annotated[float, typer.Option(metavar="X", help="This share of the lines is lost, 0 to 1.")] = 0.0,
    unit: Unit = "",
) -> None:
    """Play a clip to `footfall track live`, in real time."""
    from footfall.motion.clips.stream import arrivals, stream_lines

    options.number("--rate", rate, above=0, most=1000, unit="Hz")
    options.number("--jitter", jitter, above=-1e-9, most=10, unit="s")
    options.number("--lost", lost, above=-1e-9, most=1)
    head, frames = stream_lines(read(name, unit), rate)
    out = _target(target)
    try:
        out.write("\n".join(head) + "\n")
        began = time.monotonic()
        for i, when in arrivals(len(frames), rate, jitter=jitter, lost=lost, seed=0):
            time.sleep(max(0.0, when - (time.monotonic() - began)))
            out.write(frames[i] + "\n")
            out.flush()
        if target != "-":
            out.close()
    except (BrokenPipeError, ConnectionError):
        raise FootfallError("nobody listens any more", where=target) from None


def _target(target: str) -> TextIO:
    if target == "-":
        return sys.stdout
    port = _port(target)
    for _ in range(100):
        try:
            return socket.create_connection((HOST, port)).makefile("w", encoding="utf-8")
        except OSError:
            time.sleep(0.1)  # it may be starting
    raise FootfallError(
        f"nobody listens on port {port}", where="PORT", help=f"start `footfall track live {port}` first"
    )
