"""How well a body tracks a reference: four errors, thresholds that end a run, and the reward of eq. (21)."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import ROW_ANGLES, ROW_ROOT, ROW_STANCE, TRACKED_TIME
from footfall.control.rotation import yaw_of
from footfall.engine.kernel.ends import RUNNING
from footfall.engine.sim import Sim
from footfall.script.reference import ReferenceTable, parse_reference

F64 = NDArray[np.float64]

LOOK = 0.02  # s between two looks at the body
WINDOW = 2.0  # s over which stance, slide and torque are averaged
PATIENCE = 1.0  # s before windows may end a run: a short one has seen too little
LOADED = 0.01  # of the weight: a foot with less does not stand
BONUS = 1.0  # w_bonus
LONGEST = 20.0  # s, t_max
ERRORS = ("pose", "stance", "slide", "torque")


@dataclass(frozen=True)
class Thresholds:
    """The largest errors that a run may have; those of the paper.

    Attributes:
        pose: Mean distance of the parts from where they should be about the centre of mass, m.
        stance: Share of a window in which other feet stand than in the reference.
        slide: Mean speed of the feet that stand, m/s.
        torque: Mean sum of all torques, N m.
    """

    pose: float = 0.1
    stance: float = 0.5
    slide: float = 0.25
    torque: float = 1000.0

    @property
    def all(self) -> F64:
        """(4,) in the order of `ERRORS`."""
        return np.array([self.pose, self.stance, self.slide, self.torque])


DANCE = Thresholds(stance=1.0, slide=0.35)  # as in the paper


@dataclass(frozen=True)
class Score:
    """What became of one run.

    Attributes:
        reward: Eq. (21), 0 to 2.
        seconds: Until it was ended, at most `LONGEST`.
        because: What ended it: "time", "fell", or the error that was too large.
        errors: (4,) means over the run, in the order of `ERRORS`.
        played: How much of the clip goes by in a second, s: under a body that steps it may wait.
    """

    reward: float
    seconds: float
    because: str
    errors: F64
    played: float


def thresholds_of(kind: str) -> Thresholds:
    """Those of a kind of clip."""
    return DANCE if kind == "dance" else Thresholds()


class Judge:
    """Compares a running Sim with the reference that it tracks.

    Args:
        sim: Its first actor runs a TRACK.
        thresholds: What ends a run.
    """

    def __init__(self, sim: Sim, thresholds: Thresholds | None = None) -> None:
        self.sim, self.thresholds = sim, (thresholds or Thresholds()).all
        source = sim.programs[0].references[0]
        self.table = parse_reference(source.text, source.shown)
        model, body = sim.model, sim.bodies[0]
        self._bodies = np.array([model.body(link.model_name).id for link in body.links])
        mass = model.body_mass[self._bodies]
        self._share = mass / mass.sum()
        self._root = model.body(body.root.model_name).id
        self._feet = [model.body(foot.model_name).id for foot in body.feet]
        self._load = LOADED * float(mass.sum()) * float(-model.opt.gravity[2])
        self.places, self.headings = reference_places(self.table, sim)

    def clip_time(self) -> float:
        """Where the clip is now, s."""
        return float(self.sim.actors[0].state.clip_now[TRACKED_TIME])

    def row(self) -> int:
        """The row of the reference that is tracked now."""
        return int(round(self.clip_time() * self.table.rate)) % len(self.table.rows)

    def went_on(self, since: float) -> float:
        """By how much the clip went on, or back, since another time of it that is near, s."""
        length = len(self.table.rows) / self.table.rate
        return (self.clip_time() - since + 0.5 * length) % length - 0.5 * length

    def pose_error(self, row: int) -> float:
        """Mean distance of the parts from where the reference has them about its centre of mass, m.

        Both are seen from their own heading: a foot that turns on the spot is no error of the pose.
        """
        data = self.sim.data
        places = data.xipos[self._bodies] - data.subtree_com[self._root]
        turned = turn(places, self.headings[row] - yaw_of(data.xmat[self._root]))
        return float(self._share @ np.linalg.norm(turned - self.places[row], axis=1))

    def stands(self) -> NDArray[np.bool_]:
        """(2,) which feet stand."""
        return np.asarray(self.sim.actors[0].state.foot_load > self._load)

    def errors(self) -> F64:
        """(4,) of this instant."""
        row, state = self.row(), self.sim.actors[0].state
        stands = self.stands()
        other = bool(np.any(stands != (self.table.rows[row, ROW_STANCE : ROW_STANCE + 2] > 0.5)))
        slide = sum(self._foot_speed(k) for k in range(2) if stands[k])
        return np.array([self.pose_error(row), float(other), slide, float(np.abs(state.clipped).sum())])

    def _foot_speed(self, side: int) -> float:
        velocity = np.zeros(6)
        mujoco.mj_objectVelocity(
            self.sim.model, self.sim.data, mujoco.mjtObj.mjOBJ_BODY, self._feet[side], velocity, 0
        )
        return float(np.hypot(velocity[3], velocity[4]))

    def run(self, seconds: float = LONGEST) -> Score:
        """Run until the time is up or an error is too large; eq. (21)."""
        sim, ticks = self.sim, max(1, round(LOOK / self.sim.dt))
        window: deque[F64] = deque(maxlen=round(WINDOW / LOOK))
        total, count, because, began, gone = np.zeros(4), 0, "time", sim.time, 0.0
        while sim.time - began < seconds - 1e-9:
            at = self.clip_time()
            sim.advance(ticks)
            gone += self.went_on(at)
            if int(sim.actors[0].state.verdict[0]) != RUNNING:
                because = "fell"
                break
            now = self.errors()
            window.append(now)
            total, count = total + now, count + 1
            mean = np.mean(window, axis=0)
            mean[0] = now[0]  # the pose has no window
            over = mean > self.thresholds
            if sim.time - began >= PATIENCE and over.any():
                because = ERRORS[int(np.argmax(over))]
                break
        mean = total / max(count, 1)
        reward = reward_of(min(sim.time - began, seconds) / seconds, mean, self.thresholds)
        played = gone / max(sim.time - began, LOOK)
        return Score(reward, sim.time - began, because, mean, played)


def reward_of(lived: float, errors: F64, thresholds: F64) -> float:
    """What a run is worth, from 0 to 2: eq. (21).

    Args:
        lived: The share of its time that it has lasted.
        errors: (4,) means over the run.
        thresholds: (4,) the largest that they may be.
    """
    return lived * (1.0 + BONUS * float(np.mean(1.0 - np.minimum(errors / thresholds, 1.0))))


def turn(points: F64, angle: float) -> F64:
    """Points (n, 3) turned about the vertical by an angle, rad."""
    cos, sin = np.cos(angle), np.sin(angle)
    return np.column_stack(
        [cos * points[:, 0] - sin * points[:, 1], sin * points[:, 0] + cos * points[:, 1], points[:, 2]]
    )


def reference_places(table: ReferenceTable, sim: Sim) -> tuple[F64, F64]:
    """Where the parts are about the centre of mass (rows, parts, 3), m, and headings (rows,), rad."""
    model, body = sim.model, sim.bodies[0]
    data = mujoco.MjData(model)
    root = model.body(body.root.model_name).id
    parts = [model.body(link.model_name).id for link in body.links]
    names = {axis.name: model.joint(axis.model_name).qposadr[0] for axis in body.axes}
    columns = [(names[axis], ROW_ANGLES + k) for k, axis in enumerate(table.axes) if axis in names]
    at = model.joint(body.root_joints[0]).qposadr[0]
    places, headings = np.empty((len(table.rows), len(parts), 3)), np.empty(len(table.rows))
    for i, row in enumerate(table.rows):
        data.qpos[at : at + 7] = row[ROW_ROOT : ROW_ROOT + 7]
        for address, column in columns:
            data.qpos[address] = row[column]
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        places[i] = data.xipos[parts] - data.subtree_com[root]
        headings[i] = yaw_of(data.xmat[root])
    return places, headings
