"""What `natural_ways.py` reads from a run: its steps, when it has come to rest, and how its parts turn."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.engine.recording.recording import Recording

F64 = NDArray[np.float64]
LOADED = 0.03  # of the weight: a foot with less has left the ground
IN_PLACE = 0.1  # m: a shorter step goes nowhere
RESTS = 0.1  # m/s
QUARTER = math.pi / 2.0
PARTS = ("head", "trunk", "pelvis")
FEET = ("lFoot", "rFoot")


@dataclass(frozen=True)
class Step:
    """One foot leaves and lands.

    Attributes:
        side: 0 left, 1 right.
        leaves, lands: When, s.
        length: How far ahead of the other foot it lands, along the heading, m.
        speed: Mean forward speed of the centre of mass since the landing before (or since it left), m/s.
    """

    side: int
    leaves: float
    lands: float
    length: float
    speed: float


@dataclass(frozen=True)
class Seen:
    """A run, n rows.

    Attributes:
        time: (n,) s.
        com: (n, 2) level place of the centre of mass, m.
        velocity: (n, 2) its rate, m/s.
        height: Of it above the ground, the mean, m.
        heading: (n,) rad.
        feet: (n, 2, 2) level place of the left and the right foot's middle, m.
        stands: (n, 2) whether each foot carries.
        yaws: Part -> (n,) rad.
        steps: In the order in which they land.
    """

    time: F64
    com: F64
    velocity: F64
    height: float
    heading: F64
    feet: F64
    stands: NDArray[np.bool_]
    yaws: dict[str, F64]
    steps: tuple[Step, ...]

    def shift(self, step: Step) -> float:
        """How far over the other foot the weight is going when a foot leaves: 0 between both feet, 1 over it.

        Of the centre of mass and its rate: where it would come to rest (its extrapolated place).
        """
        row = int(np.searchsorted(self.time, step.leaves))
        going = self.com[row] + self.velocity[row] * math.sqrt(self.height / 9.81)
        swings, carries = self.feet[row, step.side], self.feet[row, 1 - step.side]
        across = carries - swings
        aside = np.array([-math.sin(self.heading[row]), math.cos(self.heading[row])])
        middle = 0.5 * (swings + carries)
        return float((going - middle) @ aside / (0.5 * across @ aside))

    def halted(self, since: float) -> float:
        """When it goes ahead slower than RESTS for good, s; the run's end if it never does."""
        ahead = self.velocity[:, 0] * np.cos(self.heading) + self.velocity[:, 1] * np.sin(self.heading)
        fast = np.abs(ahead) >= RESTS
        last = np.flatnonzero(fast & (self.time > since))
        return float(self.time[last[-1]]) if len(last) else since

    def turned(self, part: str, since: float, share: float) -> float:
        """Seconds until a part has done a share of a turn of 90 degrees to the left, for good."""
        rows = self.time > since
        short = np.flatnonzero(self.yaws[part][rows] < share * QUARTER)
        after = self.time[rows][min(short[-1] + 1, rows.sum() - 1)] if len(short) else since
        return float(after - since)


def seen_in(rec: Recording) -> Seen:
    """Look at a run.

    Places and turns (about the vertical) of parts are found by forward kinematics.
    """
    model, time = rec.model(), rec.time
    data = mujoco.MjData(model)
    body = rec.bodies()[0]
    prefix = rec.root_name.removesuffix(body.root.model_name)
    parts: dict[str, Any] = {name: body.part(name) for name in (*PARTS, *FEET)}
    ids = {name: int(model.body(prefix + part.model_name).id) for name, part in parts.items()}
    feet, turns = np.empty((len(time), 2, 2)), np.empty((len(time), len(PARTS)))
    for i, row in enumerate(rec.qpos):
        data.qpos[:] = row
        mujoco.mj_kinematics(model, data)
        feet[i] = [data.xpos[ids[name]][:2] for name in FEET]
        frames = [data.xmat[ids[name]] for name in PARTS]
        turns[i] = [math.atan2(frame[3], frame[0]) for frame in frames]
    weight = body.mass * float(np.linalg.norm(model.opt.gravity))
    velocity = np.gradient(rec.com[:, :2], time, axis=0)
    stands = rec.loads > LOADED * weight
    heading = np.unwrap(rec.heading)
    yaws = {name: np.unwrap(turns[:, k]) for k, name in enumerate(PARTS)}
    height = float(np.mean(rec.com[:, 2]))
    steps = _steps(time, rec.com[:, :2], heading, feet, stands)
    return Seen(time, rec.com[:, :2], velocity, height, heading, feet, stands, yaws, steps)


def _steps(time: F64, com: F64, heading: F64, feet: F64, stands: NDArray[np.bool_]) -> tuple[Step, ...]:
    found: list[tuple[int, int, int]] = []
    for side in range(2):
        change = np.diff(stands[:, side].astype(np.int8))
        offs, ons = np.flatnonzero(change < 0), np.flatnonzero(change > 0)
        for up in offs:
            after = ons[ons > up]
            if len(after) and time[after[0]] - time[up] > 0.1:  # a shorter one has only rocked
                found.append((int(after[0]), int(up), side))
    out: list[Step] = []
    before = 0
    for on, off, side in sorted(found):
        ahead = np.array([math.cos(heading[on]), math.sin(heading[on])])
        length = float((feet[on, side] - feet[on, 1 - side]) @ ahead)
        begin = max(before, 0) if before and time[on] - time[before] < 2.0 else off
        speed = float((com[on] - com[begin]) @ ahead / (time[on] - time[begin]))
        out.append(Step(side, float(time[off]), float(time[on]), length, speed))
        before = on
    return tuple(out)
