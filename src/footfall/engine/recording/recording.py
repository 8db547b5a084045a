"""A Recording: what the kernel wrote, with everything needed to run it again."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.body import Body
from footfall.body.data import body_from
from footfall.control.columns import CLOCK_ENDED, SCALE_LEG
from footfall.control.compile import cache_root
from footfall.engine.kernel.ends import END_WORDS, RUNNING
from footfall.engine.recording.archive import BROKEN, read_arrays, write_arrays
from footfall.engine.recording.header import COLUMNS, SCHEMA, check_header, check_log, check_more
from footfall.engine.recording.recipe import recipe, run_facts, scene_of
from footfall.engine.recording.report import facts
from footfall.engine.recording.schema_1 import from_schema_1
from footfall.engine.recording.trace import phase_paths
from footfall.engine.snapshot import Snapshot, take
from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.engine.recording.trace import Move
    from footfall.engine.running import Log
    from footfall.engine.session import Session
    from footfall.motion.export import Written


@dataclass(frozen=True)
class Recording:
    """What a run wrote, n rows at about 200 Hz, and all that is needed to run it again.

    Attributes:
        header: Plain data: schema, actors (programs and bodies, whole), world, events, seeds, versions,
            end, … (engine/recording/header.py).
        arrays: time (n,), qpos (n, nq), qvel (n, nv), tau (n, nv), phase (n,), side (n,),
            com (n, 3), loads (n, 2), heading (n,), ground (n,), slip (n, 4), trace (m, TRACE_COLUMNS);
            where a TEMPLATE ran, pendulum (n, DRAWN), see engine/pendulum.py.
        start: The snapshot it began from.
        model_xml: The model as MJCF, for people and other programs.
    """

    header: dict[str, Any]
    arrays: dict[str, NDArray[Any]]
    start: Snapshot
    model_xml: str

    @classmethod
    def of(cls, sim: Session, log: Log, start: Snapshot, wall: float, go_on: bool = False) -> Recording:
        """The Recording of a run that has just been made.

        Args:
            sim: At the end of the run.
            log: What it wrote.
            start: Where the run began.
            wall: Seconds it took.
            go_on: Whether it was to go on after its end.
        """
        header = recipe(sim, start) | {
            "schema": SCHEMA,
            "first_tick": start.tick,
            "ticks": sim.tick - start.tick,
            "go_on": go_on,
            "ended": bool(sim.clocks[CLOCK_ENDED]),
            "wall_seconds": wall,
            "versions": {name: version(name) for name in ("footfall", "mujoco", "numba", "numpy")},
            "events": [asdict(e) for e in sim.events],
            "events_before": len(start.events),
            "state_hash": take(sim).hash,
        } | run_facts(sim, log) | facts(sim)  # fmt: skip
        leg = float(sim.actors[0].arrays["scale"][SCALE_LEG])
        return cls(header, log.columns(sim.model) | log.pendulum(leg), start, sim.scene.xml)

    # -- what happened --------------------------------------------------------------------------

    def __getattr__(self, name: str) -> NDArray[Any]:
        if name in COLUMNS:
            return cast(NDArray[Any], self.__dict__["arrays"][name])
        raise AttributeError(name)

    @property
    def pendulum(self) -> NDArray[np.float64] | None:
        """(n, DRAWN) the pendulum of TEMPLATE beside the body, rows of 0 while there is none, or None."""
        return self.arrays.get("pendulum")

    @property
    def end(self) -> str:
        """How it ended: time, done, fell, threshold, stuck or diverged."""
        word = str(self.header["verdict"])
        return "time" if word == END_WORDS[RUNNING] else word

    @property
    def speed(self) -> float:
        """Mean speed along the commanded heading over the second half, m/s."""
        return float(self.report()["speed"])

    @property
    def seconds(self) -> float:
        """Simulated seconds."""
        return float(self.header["ticks"] * self.header["dt"])

    def moves(self) -> list[Move]:
        """The transitions that were taken, in order, with why."""
        from footfall.engine.recording.trace import moves

        return moves(self)

    def report(self) -> dict[str, Any]:
        """What `footfall run --json` prints."""
        return self._report

    @cached_property
    def _report(self) -> dict[str, Any]:
        from footfall.engine.recording.report import report

        return report(self)

    # -- for those who look at it ---------------------------------------------------------------

    @property
    def title(self) -> str:
        """Skill and body."""
        return f"{self.header['skill']} on {self.header['body']}"

    @property
    def planar(self) -> bool:
        """Whether the body moves in a plane."""
        return bool(self.header["planar"])

    @property
    def root_name(self) -> str:
        """Name of the root's body in the model."""
        return str(self.header["root_name"])

    @property
    def dof_names(self) -> tuple[str, ...]:
        """Joint axis of each degree of freedom, "" for the root's."""
        return tuple(self.header["dof_names"])

    @property
    def phase_names(self) -> tuple[str, ...]:
        """Names of the phases that `phase` counts."""
        return tuple(self.header["phase_names"])

    @cached_property
    def phase_paths(self) -> tuple[str, ...]:
        """Per row: the active phases from the outermost inwards, ``go › lift``."""
        return phase_paths(self)

    @property
    def speed_forward(self) -> NDArray[np.float64]:
        """Speed of the centre of mass along the heading, (n,) m/s."""
        if len(self.time) < 2:
            return np.zeros(len(self.time))
        v = np.gradient(self.com[:, :2], self.time, axis=0)
        return np.asarray(v[:, 0] * np.cos(self.heading) + v[:, 1] * np.sin(self.heading))

    @property
    def pushes(self) -> tuple[tuple[float, float, str, NDArray[np.float64]], ...]:
        """Pushes that took place: first and last second, body in the model, force in the world."""
        out = []
        for p in self.header["pushes"]:
            if p["tick"] < 0:
                continue
            t0 = p["tick"] * self.header["dt"]
            if len(self.time) == 0 or t0 > self.time[-1]:
                continue
            yaw = float(np.interp(t0, self.time, np.unwrap(self.heading)))
            cos, sin = np.cos(yaw), np.sin(yaw)
            f = p["force"]
            world = np.array([cos * f[0] - sin * f[1], sin * f[0] + cos * f[1], f[2]])
            out.append((t0, t0 + p["ticks"] * self.header["dt"], str(p["body"]), world))
        return tuple(out)

    def model(self) -> mujoco.MjModel:
        """The model it was made with, built from the bodies and the world that it holds.

        Raises:
            FootfallError: They are not those of its log.
        """
        model = scene_of(self.header).model
        if (model.nq, model.nv) != (self.qpos.shape[1], self.qvel.shape[1]):
            raise FootfallError("the recording's log is of another body than it says")
        return model

    def bodies(self) -> tuple[Body, ...]:
        """The bodies it was made with."""
        return tuple(body_from(actor["body"]) for actor in self.header["actors"])

    def strip(self, path: str | Path, **options: Any) -> None:
        """Write a film strip (PNG)."""
        from footfall.motion.strip import film_strip

        film_strip(self, path, **options)

    def video(self, path: str | Path, **options: Any) -> None:
        """Write a video (.mp4 or .gif)."""
        from footfall.motion.video import video

        video(self, path, **options)

    def plot(self, path: str | Path) -> None:
        """Write plots of speed, angles, loads and torques (PNG)."""
        from footfall.motion.plots import plot

        plot(self, path)

    def export(self, *paths: str | Path, **options: Any) -> list[Written]:
        """Write files for other programs: .bvh, .glb, .csv, .parquet, .xml (MJCF).

        Args:
            paths: Where to; the ending says in which format.
            options: Which part, at what rate, with what bones: see `footfall.motion.export.take.Cut`.

        Raises:
            FootfallError: A path cannot be written, or there is no such part.
        """
        from footfall.motion.export import export
        from footfall.motion.export.take import Cut

        return export(self, paths, Cut(**options))

    # -- files ----------------------------------------------------------------------------------

    def save(self, path: str | Path) -> None:
        """Write an .npz that `Recording.load` and `footfall replay` read; a file that is there is replaced.

        Raises:
            FootfallError: It cannot be written; a file that was there still is.
        """
        blobs = {f"{'log' if k in COLUMNS else 'more'}_{k}": v for k, v in self.arrays.items()}
        blobs |= {f"start_{k}": v for k, v in self.start.arrays.items()}
        texts = {"header": json.dumps(self.header), "model_xml": self.model_xml}
        blobs |= {k: np.frombuffer(v.encode(), np.uint8) for k, v in texts.items()}
        try:
            write_arrays(path, blobs)
        except OSError as error:
            raise FootfallError(f"cannot write: {error.strerror}", where=str(path)) from error

    @classmethod
    def load(cls, path: str | Path) -> Recording:
        """Read an .npz that `save` wrote.

        Raises:
            FootfallError: No such file, not a recording, or one of a newer version.
        """
        try:
            blobs = read_arrays(path)
            header = json.loads(blobs.pop("header").tobytes())
            xml = blobs.pop("model_xml").tobytes().decode()
            schema = header["schema"]
            if isinstance(schema, int) and schema > SCHEMA:
                raise _too_new(header, path)
            start = {k[6:]: v for k, v in blobs.items() if k.startswith("start_")}
            if schema == 1:
                header, start = from_schema_1(header), {}
            elif not start:
                raise ValueError("it has no start")
            arrays = {k[4:]: v for k, v in blobs.items() if k.startswith("log_")}
            plain = check_header(header)
            check_log(plain, arrays)
            arrays |= check_more(
                plain, {k[5:]: v for k, v in blobs.items() if k.startswith("more_")}, len(arrays["time"])
            )
        except FootfallError as error:
            raise FootfallError(error.message, where=str(path), help=error.help) from error
        except BROKEN as error:
            raise FootfallError(
                f"this is not a recording, or a damaged one ({str(error)[:100] or type(error).__name__})",
                where=str(path),
                help="make one with `footfall run … --save F.npz`",
            ) from error
        return cls(header, arrays, Snapshot(start), xml)

    def replay(self) -> Recording:
        """Run it again, event by event, from what it holds.

        Raises:
            FootfallError: It cannot be run: it is damaged, or of a version whose states are others.
        """
        from footfall.engine.recording.replay import replay

        return replay(self)


def _too_new(header: dict[str, Any], path: str | Path) -> FootfallError:
    versions = header.get("versions")
    wanted = versions.get("footfall") if isinstance(versions, dict) else None
    return FootfallError(
        f"the recording has schema {header['schema']}, this version reads {SCHEMA}",
        where=str(path),
        help=f"install footfall {wanted or 'of a newer version'}",
    )


def keep_last_second(rec: Recording) -> Recording:
    """Save the last second of a run that diverged, and say in its header where."""
    rows = rec.time >= rec.time[-1] - 1.0 if len(rec.time) else slice(0)
    arrays = {k: (v if k == "trace" else v[rows]) for k, v in rec.arrays.items()}
    folder = cache_root() / "diverged"
    path = folder / f"{str(rec.header['skill']).replace('/', '-')}-{rec.header['state_hash']}.npz"
    header = rec.header | {"dump": str(path)}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace(rec, header=header, arrays=arrays).save(path)
    except (OSError, FootfallError):
        return rec  # nowhere to keep it: the report still says that it diverged
    return replace(rec, header=header)
