"""One run from the first skill over a bridge into the second, and its score."""

from __future__ import annotations

import numpy as np

from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.engine.snapshot import Snapshot
from footfall.learn.join.bridge import ARRIVE
from footfall.learn.join.goal import LENGTH, Course, course_of
from footfall.script import Program

COM, TURN, JOINTS = 100.0, 1.0, 1.0  # weights of the paper
PATIENCE = 6.0  # s from the first skill to the second
AFTER = 6.0  # s that a transition must hold
GRACE = 1.0  # s more for a GOAL that comes and goes with the steps
LOST, FALLEN, MISSED = 1000.0, 300.0, 60.0  # never arrived; fell at once; the second skill's GOAL not reached
ENDS_WELL = ("time", "done")
HURRY = 2.0  # for each second of the bridge
EFFORT, SWAY = 2e-6, 0.5  # of a smooth bridge: for (N m)^2 of all joints, and for (rad/s)^2 of the root


def run(sim: Sim, here: Snapshot, program: Program, seconds: float) -> tuple[Recording, float | None]:
    """Let a script take over from a state; the recording, and when the second skill began."""
    sim.restore(here)
    sim.then(program, instead=True)
    rec = sim.run(seconds)
    return rec, next((m.time for m in rec.moves() if m.target == ARRIVE), None)


def judge(
    sim: Sim, here: Snapshot, program: Program, goals: tuple[Course, ...], *, smooth: bool = False
) -> float:
    """What a bridge costs from one state: the objective of the paper, with means in place of sums."""
    rec, arrived = run(sim, here, program, PATIENCE + LENGTH)
    if arrived is None:
        return LOST - 10.0 * float(rec.time[-1] - rec.time[0])
    lived = min(LENGTH, float(rec.time[-1]) - arrived)
    cost = HURRY * (arrived - float(rec.time[0]))
    if len(goals):
        course = course_of(rec, arrived)
        cost += min(
            COM * com + TURN * turn + JOINTS * joints
            for com, turn, joints in (course.distance(goal) for goal in goals)
        )
    if rec.end not in ENDS_WELL:
        cost += FALLEN * (1.0 - 0.5 * lived / LENGTH)
    elif program.goal is not None and not reached(sim):
        cost += MISSED
    if smooth:
        rows, rates = rec.time >= arrived, slice(2, 3) if rec.planar else slice(3, 6)
        cost += EFFORT * float(np.mean(np.sum(rec.tau[rows] ** 2, axis=1)))
        cost += SWAY * float(np.mean(np.sum(rec.qvel[rows, rates] ** 2, axis=1)))
    return cost


def reached(sim: Sim) -> bool:
    """Whether the GOAL holds now or within a moment."""
    ticks = max(1, round(0.05 / sim.dt))
    for _ in range(round(GRACE / 0.05)):
        if sim.goal_reached():
            return True
        if sim.advance(ticks) < ticks:
            return sim.goal_reached()
    return sim.goal_reached()


def holds(sim: Sim, here: Snapshot, program: Program, *, bridged: bool) -> bool:
    """Whether a hand-over from a state holds: up for AFTER seconds, then the GOAL of the second skill."""
    rec, arrived = run(sim, here, program, PATIENCE + AFTER)
    if rec.end not in ENDS_WELL or (bridged and arrived is None):
        return False
    return program.goal is None or rec.end == "done" or reached(sim)
