"""Every move: how many drawn starts reach its GOAL, its largest torque, and how many do so with human limits.

    python benchmarks/moves_table.py [--seeds 40] [--only jump,kip,…] [--threads N] [--store] [--json]

Each skill under ``moves/`` runs from drawn starts, on the ground that it was made for. A seed disturbs every
angle, every rate and the speed of the root. A move that begins by calling a pose (stand, squat, supine,
prone, hands-and-knees) has damped this away before it does anything, so such a start proves little. There
the seed disturbs the body a second time, at the moment that matters: the first tick at which that call is
over. All rates and the speed of the root are changed as much as by a drawn start (0.1 rad/s, 0.05 m/s);
angles are not, since changed ones would push the feet into the ground.

The torque is the largest of any joint over all these runs. The last column runs the same starts on a body
whose hips and knees give at most 400 N m each, ankles 200 and shoulders 100. Exit code 1 when fewer than 38
of 40 reach the goal. ``--store`` keeps the table for docs/moves.md.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import mujoco
import numpy as np

from footfall.body import Body, load_body, with_limits
from footfall.engine.scene import RATE_NOISE, VELOCITY_NOISE
from footfall.engine.sim import Sim
from footfall.script import compile_skill, skill_names

STORED = Path(__file__).resolve().parents[1] / "docs" / "media" / "torques.json"
GROUP = "moves/"
# calls in which a disturbance dies away
POSES = tuple(GROUP + pose for pose in ("stand", "squat", "supine", "prone", "hands-and-knees"))
PARTS = ("onto-feet",)  # begin where their callers leave them, crouching: their callers' rows show them
HUMAN = {"Hip": 400.0, "Knee": 400.0, "Ankle": 200.0, "Shoulder": 100.0}  # N m
SECONDS = 20.0  # at most
EVERY = 0.002  # s between two looks at whether it still holds its first pose
BAR = 0.95
STREAM = 77  # of the second disturbance: another one than the start's


@dataclass(frozen=True)
class Run:
    """One run from one drawn start.

    Attributes:
        reached: Whether it did what its GOAL says.
        joint, torque: The joint that was worked hardest, and its torque, N m.
        because: What the report says of its end.
        disturbed: When it was disturbed a second time, s; None: it was not.
    """

    reached: bool
    joint: str
    torque: float
    because: str
    disturbed: float | None


@dataclass(frozen=True)
class Row:
    """A move's line of the table."""

    seeds: int
    reached: int
    torque: float
    joint: str
    human: int


def moves() -> list[str]:
    """All moves of the library for the planar body, without their group; not mere parts of others."""
    names = [name for name in skill_names() if name.startswith(GROUP)]
    return [n.removeprefix(GROUP) for n in names if body_of(n).planar and n.removeprefix(GROUP) not in PARTS]


def body_of(skill: str) -> Body:
    """The body that a skill is made for."""
    return load_body(compile_skill(skill).body or "planar17")


def pose_called(sim: Sim, poses: tuple[str, ...] = POSES) -> str:
    """The pose that is called now, the outermost one; "" when there is none."""
    state, units = sim.actors[0].state, sim.programs[0].units
    called = [units[int(unit)].name for unit in state.frame_unit[1 : int(state.depth[0]) + 1]]
    return next((name for name in called if name in poses), "")


def disturb(sim: Sim, seed: int) -> None:
    """Change the speed of the root and all rates as much as a drawn start does."""
    rng = np.random.default_rng([seed, STREAM])
    for k in range(sim.model.njnt):
        slides = sim.model.jnt_type[k] == mujoco.mjtJoint.mjJNT_SLIDE  # of the root of a planar body
        sim.data.qvel[sim.model.jnt_dofadr[k]] += rng.normal(0.0, VELOCITY_NOISE if slides else RATE_NOISE)


def run(move: str, seed: int, body: Body) -> Run:
    """One drawn start, disturbed again where the move begins in earnest."""
    sim = Sim(GROUP + move, seed=seed, body=body)
    step, ticks, disturbed = max(1, round(EVERY / sim.dt)), round(SECONDS / sim.dt), None
    with sim.tape() as tape:
        sim.advance(1)
        first = pose_called(sim)
        while first and pose_called(sim, (first,)) and sim.tick < ticks and sim.advance(step) == step:
            pass
        if first and not pose_called(sim, (first,)):
            disturb(sim, seed)
            disturbed = sim.time
        sim.advance(max(0, ticks - sim.tick))
    assert tape.recording is not None
    facts = tape.recording.report()
    joint = max(facts["peak_torque"], key=lambda name: facts["peak_torque"][name])
    torque = float(facts["peak_torque"][joint])
    return Run(bool(facts["success"]), joint, torque, str(facts["because"]), disturbed)


def row(move: str, seeds: int, pool: ThreadPoolExecutor) -> Row:
    """All starts of a move, with its own limits and with human ones."""
    body = body_of(GROUP + move)
    human = with_limits(body, HUMAN)
    jobs = [[pool.submit(run, move, seed, b) for seed in range(1, seeds + 1)] for b in (body, human)]
    own, limited = ([job.result() for job in some] for some in jobs)
    for seed, one in enumerate(own, start=1):
        if not one.reached:
            print(f"  {move}, seed {seed}: {one.because}", file=sys.stderr)
    most = max(own, key=lambda one: one.torque)
    reached, alive = (sum(one.reached for one in some) for some in (own, limited))
    return Row(seeds, reached, most.torque, most.joint.removesuffix(".pitch"), alive)


def measured(names: list[str], seeds: int, threads: int) -> Iterator[tuple[str, Row]]:
    """A row for each move, as it is done."""
    with ThreadPoolExecutor(threads) as pool:
        for k, name in enumerate(names, start=1):
            found = row(name, seeds, pool)
            said = (
                f"{found.reached} of {seeds}, {found.torque:.0f} N m, human limits {found.human} of {seeds}"
            )
            print(f"{k} of {len(names)}: {name} {said}", file=sys.stderr, flush=True)
            yield name, found


def show(table: dict[str, Row]) -> str:
    """The table as text."""
    width = max(map(len, table))
    lines = [f"{'move':{width}}  reached  largest torque          human limits"]
    for name, r in table.items():
        torque = f"{r.torque:.0f} N m ({r.joint})"
        lines.append(f"{name:{width}}  {r.reached:3} of {r.seeds:<3}  {torque:22}  {r.human:3} of {r.seeds}")
    return "\n".join(lines)


def store(table: dict[str, Row]) -> None:
    """Keep the rows beside those of other moves that were measured before."""
    old = json.loads(STORED.read_text(encoding="utf-8")) if STORED.is_file() else {}
    known = {name: value for name, value in old.items() if name in moves()}
    rows = dict(sorted((known | {name: asdict(one) for name, one in table.items()}).items()))
    STORED.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    print(STORED, file=sys.stderr)


def main() -> int:
    """Measure, print, keep."""
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    parser.add_argument("--seeds", type=int, default=40)
    parser.add_argument("--only", help="moves, comma separated; all when left out")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--store", action="store_true", help="keep the table for docs/moves.md")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    names = [n.removeprefix(GROUP) for n in arguments.only.split(",")] if arguments.only else moves()
    unknown = sorted(set(names) - set(moves()))
    if unknown or arguments.seeds < 1:
        parser.error(f"no moves: {', '.join(unknown)}" if unknown else "--seeds is 1 or more")
    table = dict(measured(names, arguments.seeds, arguments.threads))
    plain_rows = {name: asdict(one) for name, one in table.items()}
    print(json.dumps(plain_rows) if arguments.json else show(table))
    if arguments.store:
        store(table)
    return int(any(one.reached < math.ceil(BAR * one.seeds) for one in table.values()))


if __name__ == "__main__":
    sys.exit(main())
