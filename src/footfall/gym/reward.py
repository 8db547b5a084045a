"""Rewards from the terms of an objective: what they cost while an action lasts."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
from numpy.typing import NDArray

from footfall.body import load_body
from footfall.control.columns import SUM_COLUMNS, SUM_ERROR, SUM_RAW, SUM_WORST
from footfall.control.rotation import pitch_of, roll_of, yaw_of
from footfall.engine.actor import Watch
from footfall.engine.link.anatomy import Anatomy
from footfall.engine.link.link import Linked
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.errors import ArgumentError
from footfall.gym.settings import Settings
from footfall.learn.objective.goal import goal_from, goal_table
from footfall.learn.objective.score import monitors
from footfall.learn.objective.terms import Term
from footfall.script import compile_skill

F64 = NDArray[np.float64]


class Reward:
    """What a second is worth: `alive`, less the weighted error of each term.

    Args:
        settings: Of the environment.

    Raises:
        FootfallError: A term cannot be, or the motion to track is not there.

    Attributes:
        names: Of the terms.
    """

    def __init__(self, settings: Settings) -> None:
        self._terms, self._alive = settings.objective(), settings.alive
        odd = [term.kind for term in self._terms if not term.row.quantity]
        if odd:
            raise ArgumentError(
                f"'{odd[0]}' is known at the end only, and rewards no action",
                argument="terms",
                help="leave it out: a fall ends the episode, and what is left of `alive` is lost",
            )
        tracks = any(term.kind == "track" for term in self._terms)
        self._goal = motion_goal(settings) if tracks else None
        self.names = tuple(term.name or term.kind for term in self._terms)
        # where each term's sum stands in the kernel's flat table, and what it costs: looked up once
        counted = [_counted(term) for term in self._terms]
        self._places = np.array([k * SUM_COLUMNS + column for k, (column, _) in enumerate(counted)], np.intp)
        self._prices = np.array(
            [term.weight * sign for term, (_, sign) in zip(self._terms, counted, strict=True)]
        )
        self._before, self._now, self._parts = (np.zeros(len(self._terms)) for _ in range(3))

    def watch(self, linked: Linked, anatomy: Anatomy) -> Watch:
        """What the kernel measures."""
        wanted = monitors(self._terms, linked, anatomy)
        if self._goal is None:
            return Watch(wanted)
        weights = next(term.weights for term in self._terms if term.kind == "track")
        table = goal_table(self._goal, anatomy, len(anatomy.dof_names))
        trunk = max(0, anatomy.part("trunk"))
        return Watch(wanted, table, (self._goal["step"], *weights, float(trunk)))

    def begin(self, sim: Sim) -> None:
        """An episode begins."""
        sim.actors[0].state.monitored.take(self._places, out=self._before)

    def since(self, sim: Sim, seconds: float, over: bool) -> tuple[float, list[float]]:
        """The reward since the last call, and what each term has cost.

        Args:
            sim: The run.
            seconds: Since then.
            over: Whether it has fallen.
        """
        sim.actors[0].state.monitored.take(self._places, out=self._now)
        np.subtract(self._now, self._before, out=self._parts)
        np.multiply(self._parts, self._prices, out=self._parts)
        self._before, self._now = self._now, self._before
        parts: list[float] = self._parts.tolist()
        return (0.0 if over else self._alive * seconds) - sum(parts), parts


def _counted(term: Term) -> tuple[int, float]:
    """The column that holds what a term has cost so far, its error integrated over time, and its sign."""
    how = term.row.sum
    if how == "worst":
        return SUM_WORST, 1.0
    if how == "total":  # a distance without a target is as far as can be
        return SUM_RAW, -1.0 if term.target is None else 0.0
    return SUM_ERROR, 1.0


def motion_goal(settings: Settings) -> dict[str, Any]:
    """The motion that a term "track" follows, as a table of poses.

    Raises:
        FootfallError: There is no such recording or clip.
    """
    motion = settings.motion
    if motion is None:
        motion = Sim(
            settings.skill, body=settings.body, world=settings.world, start=settings.start, set=settings.set
        ).run(settings.seconds)
    if isinstance(motion, str) and motion.endswith(".npz"):
        motion = Recording.load(motion)
    return goal_from(motion) if isinstance(motion, Recording) else _clip_goal(motion, settings)


def _clip_goal(name: str, settings: Settings) -> dict[str, Any]:
    """A clip, carried over to the body."""
    from footfall.motion.clips.library import read_clip
    from footfall.motion.clips.retarget import retarget

    program = settings.skill if not isinstance(settings.skill, str) else compile_skill(settings.skill)
    asked = settings.body or program.body or "human"
    found = retarget(read_clip(name), asked if not isinstance(asked, str) else load_body(asked))
    trunk = np.array([_pitch_roll_yaw(turn) for turn in found.trunk])
    rows = np.ascontiguousarray(np.column_stack([found.com, np.unwrap(trunk, axis=0), found.angles]), "<f8")
    return {
        "step": 1.0 / found.rate,
        "joints": list(found.axes),
        "shape": list(rows.shape),
        "rows": base64.b64encode(rows.tobytes()).decode(),
    }


def _pitch_roll_yaw(turn: F64) -> tuple[float, float, float]:
    import mujoco

    mat = np.zeros(9)
    mujoco.mju_quat2Mat(mat, turn)
    return float(pitch_of(mat)), float(roll_of(mat)), float(yaw_of(mat))
