"""One run from the first skill over a bridge into the second, and its score."""

from __future__ import annotations

from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np

from footfall.control.columns import VERDICT_CODE
from footfall.engine.condition import Asker
from footfall.engine.kernel.ends import END_WORDS, RUNNING
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.engine.snapshot import Snapshot
from footfall.learn.join.bridge import ARRIVE
from footfall.learn.join.goal import Aim, course_of, lean_of, turned_since
from footfall.learn.join.states import Leaving, hand_over
from footfall.script import Program

COM, TURN, JOINTS = 100.0, 1.0, 1.0  # weights of the paper
PATIENCE = 6.0  # s from the first skill to the second
LOOK = 0.05  # s between two looks whether it has arrived
AFTER = 6.0  # s that a transition must hold
SHORT = 3.0  # s after the arrival in which courses are compared, and a candidate is watched at first
GRACE = 1.0  # s more for a GOAL that comes and goes with the steps
LOST, FALLEN, MISSED = 1000.0, 300.0, 60.0  # never arrived; fell at once; the second skill's GOAL not reached
ENDS_WELL = ("time", "done")
NEAR, UPRIGHT = 0.15, 0.4  # m and rad within which it ends as by itself
ROUND = 2.0  # rad within which it has turned as by itself
HURRY = 2.0  # for each second of the bridge
EFFORT, SWAY = 5e-4, 20.0  # of a smooth bridge: for (N m)^2 of all joints, and for (rad/s)^2 of the root
_ASKERS: WeakKeyDictionary[Sim, Asker] = WeakKeyDictionary()  # a condition is compiled once for each Sim


@dataclass(frozen=True)
class Scene:
    """What every trial of one join shares.

    Attributes:
        how: How the first skill is left.
        aim: What the second does by itself.
        goal: A condition in place of the second skill's GOAL; `x0` is where it arrived, m. "" for its own.
        smooth: Whether sway and effort count.
        strict: Whether candidates are watched for as long as proofs are. Else for a short time, in which the
            GOAL of a second skill that takes longer is not asked for.
    """

    how: Leaving
    aim: Aim
    goal: str = ""
    smooth: bool = False
    strict: bool = False

    @property
    def proof(self) -> float:
        """Seconds after the arrival at the end of which a hand-over must hold."""
        return self.aim.seconds + AFTER if self.aim.ends else AFTER


@dataclass(frozen=True)
class Passage:
    """A hand-over that was run.

    Attributes:
        rec: From the state on.
        begun: When the bridge, or the second skill without one, took over, s; None: never.
        arrived: When the second skill began, s; None: never.
        x: Where the centre of mass was then, m.
        end: How it ended: "time", "done", "fell", …
    """

    rec: Recording
    begun: float | None
    arrived: float | None
    x: float
    end: str


def run(
    sim: Sim, here: Snapshot, program: Program, how: Leaving, after: float, *, bridged: bool = True
) -> Passage:
    """Let a script take over from a state, until the second skill has run for a while.

    Args:
        sim: Of the first skill.
        here: The state.
        program: The bridge, or the second skill itself.
        how: How the first skill is left.
        after: Seconds of the second skill.
        bridged: Whether it is a bridge.
    """
    hand_over(sim, here, program, how)
    look, end = max(1, round(LOOK / sim.dt)), sim.time + PATIENCE
    begun = arrived = None
    with sim.tape() as tape:
        while arrived is None and sim.time < end and _verdict(sim) == RUNNING:
            sim.advance(look)
            if begun is None and not sim.pending:
                begun = sim.time
            if begun is not None and (not bridged or _phase(sim) == ARRIVE):
                arrived = sim.time
        x = float(sim.actors[0].state.com[0])
        if arrived is not None and _verdict(sim) == RUNNING:
            sim.advance(round(after / sim.dt))
    rec = tape.recording
    assert rec is not None
    if bridged and arrived is not None:
        arrived = next((m.time for m in rec.moves() if m.target == ARRIVE), arrived)
    verdict = _verdict(sim)
    return Passage(rec, begun, arrived, x, "time" if verdict == RUNNING else END_WORDS[verdict])


def _verdict(sim: Sim) -> int:
    return int(sim.actors[0].state.verdict[VERDICT_CODE])


def _phase(sim: Sim) -> str:
    """The phase that the root script is in."""
    return sim.programs[0].phase_names[int(sim.actors[0].state.frame_phase[0])]


def judge(sim: Sim, here: Snapshot, program: Program, scene: Scene) -> float:
    """What a bridge costs from one state: the objective of the paper, with means in place of sums."""
    compared = min(scene.aim.seconds, SHORT)
    made = run(sim, here, program, scene.how, scene.proof if scene.strict else compared)
    rec, arrived = made.rec, made.arrived
    if arrived is None:
        return LOST - 10.0 * float(rec.time[-1] - rec.time[0])
    lived = min(compared, float(rec.time[-1]) - arrived)
    if scene.smooth:  # how it gets there is free: sway and effort tell, and they count all the way
        sway, effort = strain(made, compared)
        cost = SWAY * sway + EFFORT * effort
    else:
        cost = HURRY * (arrived - float(rec.time[0])) + _off_course(rec, arrived, compared, scene.aim)
    whole = scene.strict or scene.aim.seconds <= compared
    if made.end not in ENDS_WELL:
        cost += FALLEN * (1.0 - 0.5 * lived / compared)
    elif whole and not succeeded(sim, scene, made, program):
        cost += MISSED
    return cost


def _off_course(rec: Recording, arrived: float, seconds: float, aim: Aim) -> float:
    """How far the second skill is from what it does by itself."""
    course = course_of(rec, arrived, seconds)
    return min(
        COM * com + TURN * turn + JOINTS * joints
        for com, turn, joints in (course.distance(goal) for goal in aim.courses)
    )


def strain(made: Passage, after: float) -> tuple[float, float]:
    """How much a hand-over turned the root, (rad/s)^2, and how hard the joints worked, (N m)^2.

    Both are summed up from where it began until the second skill is done, or until `after` seconds past the
    arrival in one that goes on, and told per second of `after`: a bridge that takes long pays for all of it.
    """
    rec = made.rec
    begin = made.begun if made.begun is not None else float(rec.time[0])
    end = (made.arrived if made.arrived is not None else begin) + after
    inside = (rec.time >= begin) & ((rec.time <= end) | (made.end == "done"))
    share = float(rec.time[1] - rec.time[0]) / after
    rates = slice(2, 3) if rec.planar else slice(3, 6)
    sway = share * float(np.sum(rec.qvel[inside, rates] ** 2))
    return sway, share * float(np.sum(rec.tau[inside] ** 2))


def succeeded(sim: Sim, scene: Scene, made: Passage, program: Program) -> bool:
    """Whether the second skill did what it is for: its GOAL, or, entered partway, its end as by itself."""
    if scene.aim.pose is None:
        return reached(sim, scene, made.x, program)
    height, lean, turned = scene.aim.pose
    rec = made.rec
    near = abs(float(rec.com[-1, 2]) - height) < NEAR and abs(lean_of(rec) - lean) < UPRIGHT
    # who falls back instead of going over may stand again, too
    near = near and abs(turned_since(rec, made.begun or float(rec.time[0])) - turned) < ROUND
    return near and (made.end == "done" or not scene.aim.ends)


def reached(sim: Sim, scene: Scene, x: float, program: Program) -> bool:
    """Whether the GOAL holds now or within a moment."""
    if not scene.goal and program.goal is None:
        return True

    asker = _ASKERS.setdefault(sim, Asker(sim))

    def holds() -> bool:
        return asker.holds(scene.goal, {"x0": x}) if scene.goal else sim.goal_reached()

    ticks = max(1, round(LOOK / sim.dt))
    for _ in range(round(GRACE / LOOK)):
        if holds():
            return True
        if sim.advance(ticks) < ticks:
            break
    return holds()


def holds(sim: Sim, here: Snapshot, program: Program, scene: Scene, *, bridged: bool) -> bool:
    """Whether a hand-over from a state holds: up for AFTER seconds, or to its end; then the second's GOAL."""
    made = run(sim, here, program, scene.how, scene.proof, bridged=bridged)
    if made.end not in ENDS_WELL or made.arrived is None:
        return False
    if scene.aim.ends and made.end != "done":
        return False
    return succeeded(sim, scene, made, program)
