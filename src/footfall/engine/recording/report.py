"""The report of a run: its numbers, for people and for `--json`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import (
    EXTREME_AT_LIMIT,
    EXTREME_HIGHEST,
    EXTREME_LOWEST,
    EXTREME_PEAK,
    TRACK_SLIDE_MAX,
    TRACK_STRIKES,
)
from footfall.engine.recording.gait import gait_facts
from footfall.engine.recording.pivot import pivot_facts
from footfall.engine.recording.verdict import Judgement, judge, posture_word

if TYPE_CHECKING:
    from footfall.engine.recording.recording import Recording

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
        | pivot_facts(rec)
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
    return judge(rec.header, rec.phase_paths[-1] if len(rec.phase) else "?")


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
