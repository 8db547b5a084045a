"""Feedback-error learning on the planar walk: how still the trunk becomes, and what softer gains then do.

    python benchmarks/fel.py [--seconds 60] [--out docs/media]

Four runs of simbicon/walk-learning: without learning; learning for a minute; with the learned table at
half the torso's gains; at half the gains without it. Writes fel.json and fel.png: the feedback and the
feed-forward torque of the torso before and after.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from footfall.control.close import TORQUE
from footfall.control.learn import between
from footfall.engine.learned import put_learned
from footfall.engine.recording import Recording
from footfall.engine.sim import Sim

SKILL = "simbicon/walk-learning"
WINDOW = 10.0  # s at the end of a run over which the trunk is watched
SHOWN = 1.6  # s of torque in the picture
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
        out["feedback"].append(float(state.closing[TORQUE + 1] - given))
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


def run(seconds: float, out: Path | None) -> dict[str, object]:
    """All four runs."""
    plain = Sim(SKILL, set={"rate": 0.0})
    before = measure(plain.run(min(seconds, 30.0)))
    before_torque = torques(plain, SHOWN)

    learner = Sim(SKILL)
    rec = learner.run(seconds)
    after, history = measure(rec), over_time(rec, (5.0, 10.0, 25.0, 40.0, 60.0))
    table = learner.actors[0].state.learned.copy()
    after_torque = torques(learner, SHOWN)

    kp = float(learner.actors[0].inputs[3])
    soft = Sim(SKILL, set={"rate": 0.0, "kp": kp / 2})
    put_learned(soft, table)
    soft_with = measure(soft.run(seconds))
    soft_without = measure(Sim(SKILL, set={"rate": 0.0, "kp": kp / 2}).run(seconds))
    if out is not None:
        plot(before_torque, after_torque, out / "fel.png")
    fell = soft_without.end != "time"
    return {
        "skill": SKILL,
        "before": asdict(before),
        "after": asdict(after),
        "history": history,
        "fold": round(before.sway / max(after.sway, 1e-9), 2),
        "speed_change": round(after.speed / before.speed - 1.0, 4),
        "half_gains_with_table": asdict(soft_with),
        "half_gains_without": asdict(soft_without),
        "passed": {
            "fivefold": before.sway >= 5 * after.sway,
            "speed": abs(after.speed / before.speed - 1.0) <= 0.1,
            "holds at half gains": soft_with.end == "time",
            "worse without": fell or soft_without.sway > 2 * soft_with.sway,
        },
    }


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
