"""Getting up from anywhere: bodies dropped in drawn poses, and how many of them stand again.

    python benchmarks/get_up.py [--falls 100] [--first 0] [--seed 1] [--body B] [--skill S] [--json]

`--body human` drops the 3D body, turned about all axes; moves/get-up3d takes over unless another is named.

Fall k of a seed is always the same: every joint at an angle drawn within its range, the trunk turned and
spinning anyhow, the lowest point 1 m above the ground, all joints limp. When it has lain for 3 s the skill
takes over. It stands again when nothing but its feet touches the ground, its centre of mass is at nine tenths
of the standing height, and it hardly moves, for a whole second that ends within 15 s. Exit code 1 when fewer
than 95 of 100 do (9 of 10 in 3D).
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass, replace

import mujoco
import numpy as np

from footfall.body import Body, Start, load_body
from footfall.control.sense import motion
from footfall.engine.scene import FALL_SHARE, fall_height
from footfall.engine.sim import Sim
from footfall.script import compile_skill, compile_text

LIMP = "SKILL limp()\nFALL time < 0\nIDLE limp\nPHASE limp\n"
HEIGHT = 1.0  # m, of the lowest point above the ground
SPIN = 6.0  # rad/s at most
FALLING = 0.45  # s that a drop from there takes
REST = 3.0  # s that it lies
PATIENCE = 15.0  # s to stand again
STOOD = 1.0  # s that it must stand
TALL = 0.9  # of the standing height
STILL = 0.5  # m/s and rad/s
EVERY = 0.02  # s between two looks
BAR, BAR_3D = 0.95, 0.9


@dataclass(frozen=True)
class Outcome:
    """How one fall went on.

    Attributes:
        fall: Its number.
        lay: Pitch of the trunk after the rest, rad: about 1.6 on the front, -1.6 on the back.
        stood: Seconds from the end of the rest to the end of a second of standing; None when it did not.
    """

    fall: int
    lay: float
    stood: float | None


def draw(body: Body, seed: int, fall: int) -> Start:
    """The pose and the spin of a fall."""
    rng = np.random.default_rng([seed, fall])
    angles = {}
    for axis in body.axes:
        low, high = (0.0, 0.0) if axis.low is None or axis.high is None else (axis.low, axis.high)
        angles[axis.name] = float(rng.uniform(low, high))
    pitch, spin = float(rng.uniform(-np.pi, np.pi)), float(rng.uniform(-SPIN, SPIN))
    return Start("drawn", (0.0, 0.0, 0.0), pitch, spin, angles, {}, "left")


def dropped(body: Body, start: Start, seed: int, fall: int) -> Sim:
    """A limp body above the ground; in 3D it is turned and spinning about all axes."""
    sim = Sim(compile_text(LIMP), body=replace(body, starts={**body.starts, "drawn": start}), start="drawn")
    joint = sim.model.joint("root.z" if body.planar else body.root_joints[0])
    place = joint.qposadr[0] + (0 if body.planar else 2)
    if not body.planar:
        rng = np.random.default_rng([seed, fall, 3])
        turn = rng.normal(size=4)
        sim.data.qpos[joint.qposadr[0] + 3 : joint.qposadr[0] + 7] = turn / np.linalg.norm(turn)
        sim.data.qvel[joint.dofadr[0] + 3 : joint.dofadr[0] + 6] = rng.uniform(-SPIN, SPIN, 3)
        mujoco.mj_forward(sim.model, sim.data)
        sim.data.qpos[place] -= lowest(sim)
    sim.data.qpos[place] += HEIGHT
    return sim


def lowest(sim: Sim) -> float:
    """Height of the lowest point that can touch the ground, m; below it for a sphere around a shape's end."""
    model, data = sim.model, sim.data
    ours = [g for g in range(model.ngeom) if model.geom_bodyid[g] != 0 and model.geom_contype[g] != 0]
    return min(float(data.geom_xpos[g, 2] - model.geom_rbound[g]) for g in ours)


def stands(sim: Sim, tall: float) -> bool:
    """Whether it stands still on its feet now."""
    model, data, body = sim.model, sim.data, sim.bodies[0]
    feet = {model.body(link.model_name).id for link in body.links if {"foot", "toe"} & set(link.roles)}
    touching = {int(model.geom_bodyid[g]) for c in data.contact[: data.ncon] for g in c.geom} - {0}
    return data.subtree_com[1, 2] > tall and touching <= feet and motion_of(sim) < STILL


def motion_of(sim: Sim) -> float:
    """What scripts call `motion`."""
    return float(motion(sim.actors[0].context))


def run(body: Body, skill: str, seed: int, fall: int) -> Outcome:
    """Let it fall, let it lie, let it get up."""
    sim = dropped(body, draw(body, seed, fall), seed, fall)
    tall = TALL / FALL_SHARE * fall_height(sim.model, body)
    sim.advance(round((FALLING + REST) / sim.dt))
    trunk = sim.data.xmat[sim.model.body("uTorso").id] if body.planar else sim.data.xmat[1]
    lay = float(np.arctan2(trunk[2], trunk[8]))
    sim.swap_program(compile_skill(skill))
    began, since = sim.time, None
    ticks = round(EVERY / sim.dt)
    while sim.time - began < PATIENCE:
        sim.step(ticks)
        since = (since if since is not None else sim.time) if stands(sim, tall) else None
        if since is not None and sim.time - since >= STOOD:
            return Outcome(fall, lay, sim.time - began)
    return Outcome(fall, lay, None)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How many of drawn falls stand again.")
    parser.add_argument("--falls", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--body", default="planar17")
    parser.add_argument("--skill", help="moves/get-up, or moves/get-up3d for a body in 3D, unless told")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    body, found = load_body(arguments.body), []
    skill = arguments.skill or ("moves/get-up" if body.planar else "moves/get-up3d")
    for fall in range(arguments.first, arguments.first + arguments.falls):
        found.append(run(body, skill, arguments.seed, fall))
        if found[-1].stood is None:
            print(f"fall {fall} (lay at {found[-1].lay:.2f} rad) does not stand", file=sys.stderr)
    times = [one.stood for one in found if one.stood is not None]
    if arguments.json:
        rows = [{"fall": one.fall, "lay": one.lay, "stood": one.stood} for one in found]
        print(json.dumps({"stood": len(times), "falls": len(found), "seed": arguments.seed, "each": rows}))
    else:
        print(f"seed {arguments.seed}: {len(times)} of {len(found)} stand again within {PATIENCE:g} s")
        if times:
            print(f"median {np.median(times):.1f} s, the slowest {max(times):.1f} s")
    raise SystemExit(0 if len(times) >= (BAR if body.planar else BAR_3D) * len(found) else 1)


if __name__ == "__main__":
    main()
