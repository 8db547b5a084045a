"""Figures of a gait: each one number, from the strides of a Motion."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from footfall.natural.motion import F64, LETTERS, Motion
from footfall.natural.strides import Bools, Stride, over

WORK_JOINTS = ("Hip", "Knee", "Ankle")
_SWING = (0.25, 0.85)  # of the swing in which a sole's height above the ground counts


def figures_of(motion: Motion, strides: Sequence[Stride], stands: Bools) -> dict[str, float]:
    """All figures that this motion has, by name; `units` in score.py says what each is."""
    begin, end = min(s.begin for s in strides), max(s.end for s in strides)
    speed = _speed(motion, begin, end)
    cadence = 120.0 / float(np.mean([(s.end - s.begin) * motion.step for s in strides]))
    length = 60.0 * speed / cadence
    both = float(np.mean([stands[s.begin : s.end].all(axis=1).mean() for s in strides]))
    none = float(np.mean([(~stands[s.begin : s.end]).all(axis=1).mean() for s in strides]))
    rise, sway = _travel(motion, strides)
    out = {
        "speed": speed,
        "cadence": cadence,
        "step_length": length,
        "walk_ratio": length / cadence,
        "double_support": both,
        "flight": none,
        "com_rise": rise,
        "com_sway": sway,
        "clearance": _clearance(motion, strides),
        "strike_pitch": float(np.degrees(np.mean([motion.feet[s.begin, s.side] for s in strides]))),
        "off_pitch": float(
            np.degrees(np.mean([motion.feet[min(s.off, s.end - 1), s.side] for s in strides]))
        ),
    }
    out |= _arms(motion, strides)
    if motion.torques:
        out |= _humps(motion, strides) | _effort(motion, begin, end)
    return out


def _speed(motion: Motion, begin: int, end: int) -> float:
    """Along the mean heading, m/s."""
    way = motion.com[end, :2] - motion.com[begin, :2]
    facing = float(np.mean(motion.heading[begin:end]))
    seconds = motion.time[end] - motion.time[begin]
    return float((way[0] * np.cos(facing) + way[1] * np.sin(facing)) / seconds)


def _travel(motion: Motion, strides: Sequence[Stride]) -> tuple[float, float]:
    """Vertical and sideways range of the centre of mass in a stride, the way of the stride taken off; m."""
    rises, sways = [], []
    for stride in strides:
        com = motion.com[stride.begin : stride.end + 1]
        line = np.linspace(0.0, 1.0, len(com))[:, None]
        way = com - (com[0] + line * (com[-1] - com[0]))
        facing = np.arctan2(*(com[-1, :2] - com[0, :2])[::-1])
        rises.append(np.ptp(way[:, 2]))
        sways.append(np.ptp(-way[:, 0] * np.sin(facing) + way[:, 1] * np.cos(facing)))
    return float(np.mean(rises)), float(np.mean(sways))


def _clearance(motion: Motion, strides: Sequence[Stride]) -> float:
    """Least height of a foot above the ground in the middle of its swing, m."""
    least = []
    for s in strides:
        if s.end - s.off > 3:
            least.append(float(over(motion.soles[:, s.side], s.off, s.end)[_middle()].min()))
    return float(np.mean(least)) if least else 0.0


def _middle() -> slice:
    return slice(int(100 * _SWING[0]), int(100 * _SWING[1]))


def _arms(motion: Motion, strides: Sequence[Stride]) -> dict[str, float]:
    """How far an arm swings (degrees), and its correlation with the opposite leg."""
    if "lShoulder.pitch" not in motion.angles or "lHip.pitch" not in motion.angles:
        return {}
    reach, alike = [], []
    for s in strides:
        rows = slice(s.begin, s.end)
        arm = motion.angles[LETTERS[s.side] + "Shoulder.pitch"][rows]
        leg = motion.angles[LETTERS[1 - s.side] + "Hip.pitch"][rows]
        reach.append(np.degrees(np.ptp(arm)))
        spread = np.std(arm) * np.std(leg)
        alike.append(np.mean((arm - arm.mean()) * (leg - leg.mean())) / spread if spread > 1e-9 else 0.0)
    return {"arm_swing": float(np.mean(reach)), "arm_against": float(np.mean(alike))}


def _humps(motion: Motion, strides: Sequence[Stride]) -> dict[str, float]:
    """Peaks of the ground's force in both halves of a stance, and the least between them; weights."""
    rows = [over(motion.loads[:, s.side], s.begin, s.off) for s in strides if s.off - s.begin > 5]
    if not rows:
        return {}
    force: F64 = np.mean(rows, axis=0) / motion.weight
    force = np.convolve(np.pad(force, 2, mode="edge"), np.full(5, 0.2), mode="valid")  # 5 % of the stance
    first = int(np.argmax(force[10:45])) + 10
    second = int(np.argmax(force[55:95])) + 55
    return {
        "hump_first": float(force[first]),
        "hump_valley": float(force[first : second + 1].min()),
        "hump_second": float(force[second]),
    }


def _effort(motion: Motion, begin: int, end: int) -> dict[str, float]:
    """Cost of transport, peak torques (N m) and powers (W/kg) of hip, knee and ankle."""
    rows = slice(begin, end)
    power = sum(np.abs(motion.torques[axis][rows] * motion.rates[axis][rows]) for axis in motion.torques)
    way = float(np.linalg.norm(motion.com[end, :2] - motion.com[begin, :2]))
    out = {"cost_of_transport": float(np.sum(power) * motion.step) / (motion.weight * max(way, 1e-3))}
    mass = motion.weight / 9.81
    most = 0.0
    for joint in WORK_JOINTS:
        axes = [axis for axis in motion.torques if axis[1:].startswith(joint + ".")]
        if not axes:
            continue
        peak = max(float(np.abs(motion.torques[axis][rows]).max()) for axis in axes)
        out[f"{joint.lower()}_torque"] = peak
        for letter in LETTERS:
            sides = [motion.torques[a][rows] * motion.rates[a][rows] for a in axes if a.startswith(letter)]
            if sides:
                most = max(most, float(np.abs(np.sum(sides, axis=0)).max()) / mass)
    return out | {"peak_power": most}
