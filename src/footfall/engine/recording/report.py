"""The report of a run, and whether it did what was asked: the same in Python, commands, studio and tests.

A run succeeds when it came to its end without a fall, its GOAL holds, its body is where a body can be, and
everything that was asked for on the way has happened. What did not hold is named, each part of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import (
    CLOCK_THROWN,
    EXTREME_AT_LIMIT,
    EXTREME_HIGHEST,
    EXTREME_LOWEST,
    EXTREME_PEAK,
    GAIT_PIVOT,
    TRACK_SLIDE_MAX,
    TRACK_STRIKES,
)
from footfall.engine.kernel.ends import END_WORDS, RUNNING
from footfall.engine.recording.gait import gait_facts
from footfall.engine.recording.pivot import pivot_facts
from footfall.engine.scene import FALL_SHARE
from footfall.engine.session import Session
from footfall.script.margin import goal_parts

if TYPE_CHECKING:
    from footfall.engine.recording.recording import Recording

TOO_HIGH = 3.0  # times the standing height of the centre of mass; what is in the air above that was thrown up
GOOD_ENDS = ("time", "done")


@dataclass(frozen=True)
class Judgement:
    """What became of a run.

    Attributes:
        success: Whether everything held.
        because: Why it ended, and each part that did not hold, in one line.
    """

    success: bool
    because: str


def judge(facts: Mapping[str, Any], phase: str) -> Judgement:
    """Judge a run by the facts that `facts` gathered, or that a Recording's header holds.

    Args:
        facts: See `facts`; "ticks" besides, when the time was up, and "dump" after a divergence.
        phase: The phase it ended in.
    """
    word = "time" if facts["verdict"] == END_WORDS[RUNNING] else str(facts["verdict"])
    lost = _posture_faults(facts) if word in GOOD_ENDS else []
    faults = [*lost, *facts.get("missed", ())]
    good = word in GOOD_ENDS and (facts["goal"] or not facts["has_goal"]) and not faults
    return Judgement(bool(good), "; ".join([_ending(word, facts, phase), *faults]))


def _ending(word: str, facts: Mapping[str, Any], phase: str) -> str:
    """Why the run ended, in one sentence."""
    at = f"{facts['verdict_tick'] * facts['dt']:.2f} s"
    goal = ""
    if facts["has_goal"]:
        parts = ", ".join(facts.get("goal_missed", ()))
        missing = f" ({parts})" if parts else ""
        goal = ", goal reached" if facts["goal"] else f", goal not reached{missing}"
    return {
        "time": f"the {facts.get('ticks', 0) * facts['dt']:g} s were up{goal}",
        "done": f"the skill ended at {at}{goal}",
        "fell": f"it fell at {at}, in phase {phase}",
        "threshold": f"a threshold was passed at {at}",
        "stuck": f"at {at} more than 10000 transitions followed each other without time passing, "
        f"in phase {phase}",
        "diverged": f"the simulation diverged at {at}, in phase {phase}"
        + (f"; its last second is in {facts['dump']}" if "dump" in facts else ""),
    }[word]


def _posture_faults(facts: Mapping[str, Any]) -> list[str]:
    """What is wrong with where the body is."""
    here = facts.get("posture")
    if here is None:  # of a body that diverged, or in a recording of an earlier version
        return []
    if here["height"] > TOO_HIGH * here["standing"] and not here["touches"]:
        return [f"it is {here['height']:.4g} m above the ground"]
    if here["height"] < 0.0:
        return [f"it is {-here['height']:.4g} m below the ground"]
    # a skill states what a fall is, or its body does; a classic script can do neither
    return ["it lies on the ground"] if here["unjudged"] and here["down"] else []


def posture_word(facts: Mapping[str, Any]) -> str | None:
    """How the body is in the end: "upright" or "lying"; None when that is not known."""
    here = facts.get("posture")
    return None if here is None else ("lying" if here["down"] else "upright")


def facts(sim: Session) -> dict[str, Any]:
    """What the judgement of the first actor's run needs to know, as plain data."""
    code, tick = (int(x) for x in sim.actors[0].state.verdict)
    return {
        "dt": sim.dt,
        "verdict": END_WORDS[code],
        "verdict_tick": tick,
        "goal": sim.goal_reached(),
        "has_goal": sim.programs[0].goal is not None,
        "posture": posture(sim),
        "missed": missed(sim),
        "goal_missed": goal_missed(sim),
        "pivot": pivot_of(sim),
    }


def pivot_of(sim: Session) -> dict[str, float] | None:
    """Where the first actor's pivot is, in its pelvis' frame; None when no VPP has acted.

    The numbers are those of the last tick: a pivot that was moved on the way is taken where it ended.
    """
    forward, left, height = (float(x) for x in sim.actors[0].state.gait[GAIT_PIVOT : GAIT_PIVOT + 3])
    if (forward, left, height) == (0.0, 0.0, 0.0):
        return None
    return {"height": height, "forward": forward, "left": left}


def goal_missed(sim: Session) -> list[str]:
    """The conditions of the first actor's GOAL that do not hold, as they are written."""
    if sim.programs[0].goal is None or sim.goal_reached():
        return []
    reg = sim.actors[0].arrays["reg"]  # where the question has just put the answers
    return [part.text for part in goal_parts(sim.programs[0]) if reg[part.value] == 0.0]


def posture(sim: Session) -> dict[str, Any] | None:
    """Where the first actor's body is; None when it is nowhere.

    Returns:
        height: Of the centre of mass above the ground, m.
        standing: The same when it stands, m.
        down: Whether it has fallen by the body's rule: below half of that, or trunk or head touching.
        touches: Whether any part touches something.
        unjudged: Whether its script has no rule for a fall, because it cannot have one.
    """
    actor = sim.actors[0]
    x, y, z = (float(v) for v in actor.state.com)
    if not math.isfinite(x + y + z):
        return None
    height, lowest = z - float(sim.world.ground.height(x, y)), float(actor.fall_height[0])
    touching = actor.state.touching
    return {
        "height": height,
        "standing": lowest / FALL_SHARE,
        "down": height < lowest or bool(touching[actor.arrays["fall_parts"]].any()),
        "touches": bool(touching.any()),
        "unjudged": not sim.programs[0].units[0].modern,
    }


def missed(sim: Session) -> list[str]:
    """What was planned for the first actor's run and has not happened, a sentence each."""
    now = f"the run ended at {sim.time:.2f} s"
    out = []
    for switch in sim.pending:
        early = switch.tick >= sim.tick
        why = f"{now}, before {switch.tick * sim.dt:g} s" if early else "no transition allowed it"
        out.append(f"{switch.program.name} did not take over: {why}")
    for push, tick in zip(sim.pushes, sim.push_ticks.tolist(), strict=True):
        if tick < 0:
            out.append(f"the push at phase {push.phase:g} of the cycle never came")
        elif tick >= sim.tick:
            out.append(f"the push at {tick * sim.dt:g} s never came: {now}")
    if sim.world.balls is not None and sim.clocks[CLOCK_THROWN] == 0:
        out.append(f"no ball was thrown: {now}, the first comes after {sim.world.balls.every:g} s")
    return out


F64 = NDArray[np.float64]
SHAKE_HZ = 12.0  # joint motion above this is shaking, not moving
STRIKE_SECONDS = 0.05  # left out after a foot strike
TURN_SECONDS = 4.0  # given to follow a changed heading before its error counts
_STRIKE_LOAD = 20.0  # N


def report(rec: Recording) -> dict[str, Any]:
    """See `footfall run --json` in the docs."""
    header = rec.header
    command = commanded_heading(rec)
    speed, side = mean_speed(rec, command)
    fell = rec.end == "fell"
    dt = header["dt"]
    wall = header["wall_seconds"]
    verdict = judged(rec)
    return (
        {
            "skill": header["skill"],
            "body": header["body"],
            "seconds": _round(rec.seconds),
            "end": rec.end,
            "success": verdict.success,
            "because": verdict.because,
            "posture": posture_word(header),
            "goal_missed": list(header.get("goal_missed", ())),
            "switches": switches(rec),
            "fell_at": _round(header["verdict_tick"] * dt) if fell else None,
            "distance": [_round(v) for v in distance(rec)],
            "speed": _round(speed),
            "speed_side": _round(side),
            "apex": _round(apex(rec)),
            "air_time": _round(air_time(rec)),
            "steps": int(sum(track[TRACK_STRIKES] for track in header["foot_track"])),
            "heading_error": _round(heading_error(rec, command)),
            "foot_slide": _round(max(track[TRACK_SLIDE_MAX] for track in header["foot_track"])),
            "knee_over": _round(knee_over(rec)),
            "shake": _round(shake(rec)),
            "peak_torque": {
                a: _round(e[EXTREME_PEAK], 1) for a, e in zip(header["axes"], header["extremes"], strict=True)
            },
            "seconds_at_limit": {
                a: _round(e[EXTREME_AT_LIMIT], 3)
                for a, e in zip(header["axes"], header["extremes"], strict=True)
            },
            "x_realtime": _round(rec.seconds / wall if wall > 0 else 0.0, 1),
            "wall_seconds": _round(wall, 3),
            "seed": header["seed"],
            "state_hash": header["state_hash"],
        }
        | gait_facts(rec)
        | ({"path": header["path"]} if "path" in header else {})
        | (pivot_facts(rec) if header.get("pivot") else {})
    )


def switches(rec: Recording) -> list[dict[str, Any]]:
    """Which gait took over, and when (s)."""
    return [
        {"skill": event["what"]["skill"], "time": _round(event["tick"] * rec.header["dt"])}
        for event in rec.header["events"]
        if event["kind"] == "switched"
    ]


def _round(value: float, digits: int = 4) -> float:
    return round(float(value), digits)


def judged(rec: Recording) -> Judgement:
    """Whether it did what was asked, and what did not hold."""
    told = rec.end not in GOOD_ENDS and len(rec.phase) > 0  # in which phase it went wrong
    return judge(rec.header, rec.phase_paths[-1] if told else "?")


def commanded_heading(rec: Recording) -> F64:
    """The heading the skill was told to keep at each row, (n,) rad; 0 without such a parameter."""
    values = np.full(len(rec.time), float(rec.header["inputs"].get("heading", 0.0)))
    for event in rec.header["events"][rec.header.get("events_before", 0) :]:
        if event["kind"] == "set" and event["what"]["name"] == "heading":
            values[rec.time >= event["tick"] * rec.header["dt"] - 1e-9] = event["what"]["value"]
    return values


def distance(rec: Recording) -> tuple[float, float]:
    """Way of the centre of mass from first to last row, (x, y) m."""
    if len(rec.com) == 0:
        return 0.0, 0.0
    way = rec.com[-1] - rec.com[0]
    return float(way[0]), float(way[1])


def apex(rec: Recording) -> float:
    """Greatest height of the centre of mass above the ground below it, m."""
    return float(np.max(rec.com[:, 2] - rec.ground)) if len(rec.com) else 0.0


def air_time(rec: Recording) -> float:
    """Longest time in which the first actor's body touches nothing, s, to a row of the log.

    The log tells what the feet bear; whether hands, knees or back touch is seen from the pose, and only
    in the rows in which no foot bears anything.
    """
    if len(rec.loads) == 0:
        return 0.0
    rows = np.flatnonzero(rec.loads.max(axis=1) <= 0.0)
    if len(rows) < 2:
        return 0.0
    model = rec.model()
    data = mujoco.MjData(model)
    root = model.body(rec.root_name).rootid[0]
    free = np.zeros(len(rec.time), dtype=bool)
    for row in rows.tolist():
        data.qpos[:] = rec.qpos[row]
        mujoco.mj_fwdPosition(model, data)
        touching = data.contact.geom[data.contact.dist <= 0.0]
        roots = model.body_rootid[model.geom_bodyid[touching]]  # (n, 2)
        free[row] = not ((roots == root).any(axis=1) & (roots[:, 0] != roots[:, 1])).any()
    longest, since = 0.0, None
    for row, aloft in enumerate(free):
        since = (rec.time[row] if since is None else since) if aloft else None
        longest = max(longest, 0.0 if since is None else float(rec.time[row] - since))
    return longest


def mean_speed(rec: Recording, command: F64) -> tuple[float, float]:
    """Mean speed along and across the commanded heading over the second half, m/s."""
    half = len(rec.time) // 2
    if len(rec.time) - half < 2:
        return 0.0, 0.0
    way = np.diff(rec.com[half:, :2], axis=0)
    cos, sin = np.cos(command[half:-1]), np.sin(command[half:-1])
    seconds = rec.time[-1] - rec.time[half]
    along = np.sum(way[:, 0] * cos + way[:, 1] * sin)
    across = np.sum(way[:, 1] * cos - way[:, 0] * sin)
    return float(along / seconds), float(across / seconds)


def heading_error(rec: Recording, command: F64) -> float:
    """Largest difference between facing and command, degrees; a change of command gets time to turn."""
    if rec.planar or len(rec.time) == 0:
        return 0.0
    error = np.abs((rec.heading - command + np.pi) % (2 * np.pi) - np.pi)
    for change in np.flatnonzero(np.diff(command)) + 1:
        error[(rec.time >= rec.time[change]) & (rec.time < rec.time[change] + TURN_SECONDS)] = 0.0
    return float(np.degrees(error.max()))


def knee_over(rec: Recording) -> float:
    """How far a knee went past straight, degrees. A knee bends the way its range is longer."""
    worst = 0.0
    for axis, extreme in zip(rec.header["axes"], rec.header["extremes"], strict=True):
        if axis in rec.header["knees"]:
            backwards = rec.header["knees"][axis] < 0
            over = extreme[EXTREME_HIGHEST] if backwards else -extreme[EXTREME_LOWEST]
            worst = max(worst, over)
    return float(np.degrees(worst))


def shake(rec: Recording) -> float:
    """Share of the joint rates' power above 12 Hz, 50 ms after foot strikes left out."""
    columns = [k for k, name in enumerate(rec.dof_names) if name]
    rates = rec.qvel[:, columns]
    if len(rates) < 64:
        return 0.0
    step = float(np.median(np.diff(rec.time)))
    keep = ~after_strikes(rec.loads, step)
    if keep.sum() < 64:
        return 0.0
    # bridge what is left out by straight lines, so that the strikes do not ring in the filter
    index = np.arange(len(rates))
    bridged = np.column_stack([np.interp(index, index[keep], rates[keep, k]) for k in range(rates.shape[1])])
    fast = bridged - _low_pass(bridged, step)
    total = float(np.sum(bridged[keep] ** 2))
    return float(np.sum(fast[keep] ** 2)) / total if total > 0 else 0.0


def after_strikes(load: F64, step: float) -> NDArray[np.bool_]:
    """Rows within 50 ms after a foot takes load, (n,)."""
    planted = load > _STRIKE_LOAD
    strikes = np.flatnonzero((planted[1:] & ~planted[:-1]).any(axis=1)) + 1
    mask = np.zeros(len(load), dtype=bool)
    rows = int(np.ceil(STRIKE_SECONDS / step))
    for row in strikes:
        mask[row : row + rows] = True
    return mask


def _low_pass(signal: F64, step: float) -> F64:
    """The part of each column below 12 Hz, by a fourth-order zero-phase filter in the frequency domain."""
    n = len(signal)
    padded = np.concatenate([signal, signal[::-1]])  # even extension: no jump at the ends
    frequency = np.fft.rfftfreq(len(padded), step)
    gain = 1.0 / (1.0 + (frequency / SHAKE_HZ) ** 8)
    return np.asarray(np.fft.irfft(np.fft.rfft(padded, axis=0) * gain[:, None], len(padded), axis=0)[:n])
