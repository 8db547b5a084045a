"""Feedback-error learning on the planar walk: how still the trunk becomes, and what softer gains then do.

    python benchmarks/fel.py [--seconds 60] [--out docs/media]

Four runs of simbicon/walk-learning: without learning; learning for a minute; with the learned table at
half the torso's gains; at half the gains without it. They are made at the walk's own gains (300 N m/rad)
and at firmer ones (400). Gravity topples this trunk with 165 N m/rad: half of the walk's own gains cannot
hold it by themselves, and no torque that is given in advance can, so the halving is to be judged at the
firm ones. Writes fel.json and fel.png: the feedback and the feed-forward torque of the torso before and
after.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from footfall.control.columns import CLOSING_TORQUE
from footfall.control.learn import between
from footfall.engine.learned import put_learned
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim

SKILL = "simbicon/walk-learning"
WINDOW = 10.0  # s at the end of a run over which the trunk is watched
SHOWN = 1.6  # s of torque in the picture
MARKS = (5.0, 10.0, 25.0, 40.0, 60.0)  # s at which the sway is noted
OWN, FIRM = 300.0, 400.0  # N m/rad of the torso's servo
PITCH = 2  # the planar root's third coordinate


@dataclass(frozen=True)
class Measured:
    """One run. Angles in degrees, peak to peak over its last ten seconds; speed over the same, m/s."""

    end: str
    seconds: float
    sway: float
    speed: float


def measure(rec: Recording) -> Measured:
    """What the last ten seconds were like."""
    late = rec.time >= rec.time[-1] - WINDOW
    sway = float(np.degrees(np.ptp(rec.qpos[late, PITCH])))
    way = rec.com[late][-1, 0] - rec.com[late][0, 0]
    speed = float(way / (rec.time[late][-1] - rec.time[late][0]))
    return Measured(rec.end, round(rec.seconds, 3), round(sway, 3), round(speed, 3))


def over_time(rec: Recording, marks: tuple[float, ...]) -> dict[str, float]:
    """Peak to peak of the trunk's pitch in the two seconds before each mark, degrees."""
    found = {}
    for mark in (m for m in marks if m <= rec.time[-1] + 0.1):
        rows = (rec.time >= mark - 2.0) & (rec.time <= mark)
        found[f"{mark:g}"] = round(float(np.degrees(np.ptp(rec.qpos[rows, PITCH]))), 3)
    return found


def torques(sim: Sim, seconds: float) -> dict[str, list[float]]:
    """The torso's feedback and feed-forward torque about the pitch axis, tick by tick, N m."""
    actor = sim.actors[0]
    out: dict[str, list[float]] = {"time": [], "feedback": [], "feedforward": [], "pitch": []}
    for _ in range(int(round(seconds / sim.dt))):
        sim.step(1)
        state = actor.state
        phase, side = int(state.frame_phase[0]), int(state.frame_side[0])
        row = 2 * phase + side  # the skill has one LEARN a phase
        given = between(state.learned[row], 2, (state.clock[0] - sim.dt) / 0.01)
        out["time"].append(sim.time)
        out["feedforward"].append(float(given))
        out["feedback"].append(float(state.closing[CLOSING_TORQUE + 1] - given))
        out["pitch"].append(float(np.degrees(sim.data.qpos[PITCH])))
    return out


def plot(before: dict[str, list[float]], after: dict[str, list[float]], path: Path) -> None:
    """Both stretches side by side."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(2, 2, figsize=(9, 5), sharey="row", constrained_layout=True)
    for column, (title, data) in enumerate((("before learning", before), ("after learning", after))):
        t = np.array(data["time"]) - data["time"][0]
        axes[0, column].plot(t, data["feedback"], lw=1, label="feedback")
        axes[0, column].plot(t, data["feedforward"], lw=1.4, label="feed-forward")
        axes[0, column].set_title(title)
        axes[1, column].plot(t, data["pitch"], lw=1.2, color="tab:green")
        axes[1, column].set_xlabel("s")
    axes[0, 0].set_ylabel("torso torque, N m")
    axes[1, 0].set_ylabel("trunk pitch, °")
    axes[0, 1].legend(frameon=False)
    figure.savefig(path, dpi=110)


def learn_and_halve(kp: float, seconds: float) -> tuple[dict[str, object], list[dict[str, list[float]]]]:
    """Walk at a torso stiffness (damping is a tenth of it), learn, then halve both.

    Returns:
        What was measured, and the torque before and after learning.
    """
    plain = Sim(SKILL, set={"rate": 0.0, "kp": kp})
    before = measure(plain.run(min(seconds, 30.0)))
    learner = Sim(SKILL, set={"kp": kp})
    rec = learner.run(seconds)
    after = measure(rec)
    table = learner.actors[0].state.learned.copy()
    soft = Sim(SKILL, set={"rate": 0.0, "kp": kp / 2})
    put_learned(soft, table)
    softer = measure(soft.run(seconds))
    without = measure(Sim(SKILL, set={"rate": 0.0, "kp": kp / 2}).run(seconds))
    found: dict[str, object] = {
        "kp": kp,
        "before": asdict(before),
        "after": asdict(after),
        "sway_at": over_time(rec, MARKS),
        "fold": round(before.sway / max(after.sway, 1e-9), 2),
        "speed_change": round(after.speed / before.speed - 1.0, 4),
        "half_gains_with_table": asdict(softer),
        "half_gains_without": asdict(without),
        "passed": {
            "sways a fifth": before.sway >= 5 * after.sway,
            "speed within 10 %": abs(after.speed / before.speed - 1.0) <= 0.1,
            "half gains hold": softer.end == "time" and softer.sway < before.sway,
            "worse without the table": without.end != "time" or without.sway > 2 * softer.sway,
        },
    }
    return found, [torques(plain, SHOWN), torques(learner, SHOWN)]


def run(seconds: float, out: Path | None) -> dict[str, object]:
    """The walk's own gains, and the skill's, half of which are still stiffer than gravity."""
    own, _ = learn_and_halve(OWN, seconds)
    firm, shown = learn_and_halve(FIRM, seconds)
    if out is not None:
        plot(shown[0], shown[1], out / "fel.png")
    weight = _topple(Sim(SKILL))
    return {"skill": SKILL, "topple": round(weight, 1), "walk's own gains": own, "firm gains": firm}


def _topple(sim: Sim) -> float:
    """What gravity asks of the trunk's servo: m g l about the hips, N m/rad."""
    part = sim.bodies[0].part("trunk")
    assert part is not None
    trunk = sim.model.body(part.model_name)
    return float(trunk.mass[0] * -sim.model.opt.gravity[2] * trunk.ipos[2])


def main() -> None:
    parser = argparse.ArgumentParser(description="Feedback-error learning on the planar walk.")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--out", type=Path, help="folder for fel.json and fel.png")
    arguments = parser.parse_args()
    found = run(arguments.seconds, arguments.out)
    print(json.dumps(found, indent=1))
    if arguments.out is not None:
        (arguments.out / "fel.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
