"""How fast the closed loop is, against the same physics along the same states without our control."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from footfall.body.transform import CAREFUL
from footfall.control.compile import njit
from footfall.engine.batch import Batch
from footfall.engine.kernel.native import step1, step2
from footfall.engine.running import Log, run_ticks
from footfall.engine.sim import Sim
from footfall.engine.state import ticks_a_row

SKILLS = {
    "planar7": "simbicon/walk",
    "human": "simbicon/walk3d",
    "planar17": "moves/walk",
    "classic": "classic/walk.s",  # the other dialect, on planar17
    "genbicon": "genbicon/walk",  # on human
}
SURE = {name: {"natural": 0.0} for name in ("simbicon/walk3d", "genbicon/walk")}  # each tick the same work
DEFAULT = "default"  # a body's own settings
_SECONDS = 3.0
_REPEATS = 25  # short laps by turns: the least of each is the same from run to run
_COMPILE = "from footfall.engine.cache import warm; print(warm())"

F64 = NDArray[np.float64]


@njit
def replay_torques(m, d, n, qfrc_applied, dof_damping, applied, damping):
    """Bare physics: n ticks of MuJoCo with torques and damping that were recorded before."""
    for k in range(n):
        qfrc_applied[:] = applied[k]
        dof_damping[:] = damping[k]
        step1(m, d)
        step2(m, d)


def bench(
    bodies: list[str] | None = None,
    progress: Callable[[str], None] | None = None,
    *,
    compile_cold: bool = True,
) -> dict[str, Any]:
    """Measure.

    Args:
        bodies: Which rows of `SKILLS`; all when None.
        progress: Told what goes on.
        compile_cold: Whether to compile everything anew, in a process of its own.

    Returns:
        Per row what `compare` finds; `two_threads`, `compile_s`, `hashes`.
    """
    say = progress or (lambda text: None)
    out: dict[str, Any] = {"bodies": {}}
    for body in bodies or list(SKILLS):
        say(f"closed loop against bare physics: {body}")
        out["bodies"][body] = compare(SKILLS[body])
    say("two threads against one")
    out["two_threads"] = round(two_threads(), 3)
    say("the same bits, run in different ways")
    out["hashes"] = hashes()
    if compile_cold:
        say("cold compile")
        out["compile_s"] = round(cold_compile(), 1)
    return out


class Course:
    """A run of a skill, again and again along the same states, with our control and without it."""

    def __init__(self, skill: str, body: str | None, physics: str) -> None:
        """Run it once.

        Args:
            skill: Its name.
            body: The skill's own when None.
            physics: One of the body's named settings, "" for its own.
        """
        self.sim = Sim(skill, body=body, physics=physics or None, set=SURE.get(skill))
        self.sim.step(int(round(2.0 / self.sim.dt)))
        self.start = self.sim.state()
        self.ticks = int(round(_SECONDS / self.sim.dt))
        self.applied, self.damping = record_torques(self.sim, self.ticks)
        self.end = self.sim.data.qpos.copy()
        self.closed = self.bare = np.inf
        self.drift = 0.0

    def lap(self) -> None:
        """Take both times once more, and keep the best."""
        sim, ticks = self.sim, self.ticks
        sim.restore(self.start)
        self.bare = min(self.bare, _timed(lambda: _bare(sim, ticks, self.applied, self.damping)))
        self.drift = float(np.abs(sim.data.qpos - self.end).max())
        sim.restore(self.start)
        log = Log.make(sim.model, 1, ticks_a_row(sim.dt))
        log.make_room(ticks)
        self.closed = min(self.closed, _timed(lambda: run_ticks(sim, ticks, log, True)))

    def row(self) -> dict[str, float]:
        """What was found, times of a tick in microseconds."""
        micro = 1e6 / self.ticks
        return {
            "bare_us": round(self.bare * micro, 3),
            "closed_us": round(self.closed * micro, 3),
            "control_us": round((self.closed - self.bare) * micro, 3),
            "ratio": round(self.closed / self.bare, 4),
            "x_realtime": round(_SECONDS / self.closed, 1),
            "same_states_within": self.drift,
        }


def compare(skill: str, body: str | None = None) -> dict[str, Any]:
    """Time of a tick with and without our control, along the same states, under the body's physics.

    Returns:
        The row of `--physics careful`, that of the body's own settings where they are others (`default`),
        and how many times as fast these make the closed loop (`faster`).
    """
    courses = {CAREFUL: Course(skill, body, CAREFUL)}
    if courses[CAREFUL].sim.bodies[0].settings:
        courses[DEFAULT] = Course(skill, body, "")
    for _ in range(_REPEATS):  # by turns, so that a busy moment hits all
        for course in courses.values():
            course.lap()
    rows: dict[str, Any] = {name: course.row() for name, course in courses.items()}
    own, careful = courses.get(DEFAULT, courses[CAREFUL]), courses[CAREFUL]
    return {**rows, "faster": round(careful.closed / own.closed, 3)}


def _timed(work: Callable[[], object]) -> float:
    """Seconds of this thread's processor time: what others do on the machine does not count."""
    began = time.thread_time()
    work()
    return time.thread_time() - began


def _bare(sim: Sim, ticks: int, applied: F64, damping: F64) -> None:
    model, data = sim.model, sim.data
    replay_torques(
        model._address, data._address, ticks, data.qfrc_applied, model.dof_damping, applied, damping
    )  # fmt: skip


def record_torques(sim: Sim, ticks: int) -> tuple[F64, F64]:
    """What the controller writes at each tick: applied forces and damping, (ticks, nv) each."""
    applied, damping = np.zeros((ticks, sim.model.nv)), np.zeros((ticks, sim.model.nv))
    for k in range(ticks):
        sim.step()
        applied[k], damping[k] = sim.data.qfrc_applied, sim.model.dof_damping
    return applied, damping


def two_threads() -> float:
    """Throughput of two threads, times that of one."""

    def sims() -> list[Sim]:
        return [Sim("simbicon/walk3d", seed=seed) for seed in (1, 2, 3, 4)]

    best = 0.0
    for _ in range(3):
        seconds = []
        for threads in (1, 2):
            batch = Batch(sims(), threads=threads)
            began = time.perf_counter()
            batch.run(5.0)
            seconds.append(time.perf_counter() - began)
        best = max(best, seconds[0] / seconds[1])
    return best


def hashes() -> dict[str, Any]:
    """Final states of the same 5 seconds, run in different ways; `same` when all agree."""
    seconds = 5.0

    def make(seed: int = 1) -> Sim:
        sim = Sim("simbicon/walk3d", seed=seed)
        sim.push(time=1.0, left=150.0, seconds=0.2)
        return sim

    out: dict[str, Any] = {name: _final(make(), seconds) for name in ("first_run", "second_run")}
    for threads in (1, 2):
        sims = [make(), make(2)]
        Batch(sims, threads=threads).run(seconds)
        out[f"{threads}_threads"] = sims[0].state_hash
    chunks = make()
    while chunks.time < seconds - 1e-9:
        chunks.step(min(137, int(round(seconds / chunks.dt)) - chunks.tick))
    out["chunks"] = chunks.state_hash
    out["saved_and_restored"] = _final_after_restore(make(), make(), seconds)
    out["same"] = len(set(out.values())) == 1
    return out


def _final(sim: Sim, seconds: float) -> str:
    sim.run(seconds)
    return sim.state_hash


def _final_after_restore(sim: Sim, other: Sim, seconds: float) -> str:
    """Save at a random tick, go on in another Sim that has been elsewhere."""
    at = int(np.random.default_rng().integers(1, int(seconds / sim.dt) - 1))
    sim.step(at)
    other.step(333)
    other.restore(sim.state())
    other.step(int(round(seconds / sim.dt)) - at)
    return other.state_hash


def cold_compile() -> float:
    """Seconds to compile everything into an empty cache, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {"FOOTFALL_CACHE": folder}
        run = subprocess.run(
            [sys.executable, "-c", _COMPILE], env=env, capture_output=True, text=True, check=True
        )
        return float(run.stdout.strip().splitlines()[-1])
