"""Where the feet go: kept where they stand, and between two places in between.

A standing foot does not slide. Its heel may rise about the ball, its toes about the heel; else it is flat.
What that changes is carried over into the swing before and after, smoothly, so that nothing jumps.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from footfall.motion.clips import rotations as rot
from footfall.motion.clips.figure import Leg
from footfall.motion.clips.rotations import F64
from footfall.motion.clips.settings import Settings
from footfall.motion.clips.stance import Bools, spans

_X, _Y, _Z = np.eye(3)
_FLAT, _TILTED = 0.06, 0.18  # rad: tilt of a standing foot that is taken for none, and for what it is
HEEL = 0.5
"""rad: a foot whose heel is higher is about to leave; toes do not bend further."""
_STAYS = np.array([0.1, 0.1, 0.5])  # m, m, rad: a foot that moves no further stays where it is
_SHUFFLE = 0.3  # s that it takes to the next place otherwise
_CURL = 0.12  # s in which toes bend, and in which a foot is as quick as the clip's
_GONE = 0.15  # s after which what the end of a stance changed is gone
_FOLLOW = 0.3  # s after which a foot that has left the ground goes where the pelvis goes


@dataclass(frozen=True)
class Footing:
    """One foot's way in n rows.

    Attributes:
        ankle: (n, 3) place, m.
        foot: (n, 4) orientation.
        toe: (n,) angle of the toes, rad; 0 is straight.
        free: (n,) 0 where it stands, 1 where it follows the pelvis.
        turn, tilt: (n,) heading and pitch of the sole, rad.
    """

    ankle: F64
    foot: F64
    toe: F64
    free: F64
    turn: F64
    tilt: F64


def plan_foot(
    leg: Leg, places: F64, turns: F64, facing: F64, stance: Bools, rate: float, how: Settings
) -> Footing:
    """Keep a foot where it stands.

    Args:
        leg: Its leg.
        places: (n, 3) where the clip wants the ankle, m.
        turns: (n, 4) orientation of the foot as the body's leg would hold it.
        facing: (n,) heading of the foot in the clip, rad: whether it turns while it stands.
        stance: (n,) when it stands.
        rate: Rows a second.
        how: Whether to keep it (`lock`), at one place (`planted`), flat whatever the clip does (`flat`).
    """
    turns = level(turns, stance)
    turn, tilt = np.unwrap(rot.heading(turns)), pitch_of(turns)
    move, twist = np.zeros_like(places), np.tile(rot.IDENTITY, (len(places), 1))
    stand = np.zeros(len(places))
    runs = spans(stance) if how.lock else []
    for begin, end in runs:
        rows = slice(begin, end)
        stand[rows] = 0.0 if how.flat else _tilted(tilt[rows])
        raised = _raised(leg, stand[rows])
        ahead = np.stack([np.cos(turn[rows]), np.sin(turn[rows])], axis=1) * raised[:, :1]
        wanted = np.column_stack([places[rows, :2] - ahead, facing[rows]])
        spot = np.median(wanted, axis=0, keepdims=True) if how.planted else _anchored(wanted, rate)
        faced = np.median(turn[rows]) + spot[:, 2] - np.median(facing[rows])
        ahead = np.stack([np.cos(faced), np.sin(faced)], axis=1) * raised[:, :1]
        move[rows] = np.column_stack([spot[:, :2] + ahead, leg.drop + raised[:, 1]]) - places[rows]
        sole = rot.multiply(rot.about(_Z, faced), rot.about(_Y, stand[rows]))
        twist[rows] = rot.multiply(sole, rot.inverse(turns[rows]))
    _bridge(move, twist, runs, rate)
    foot = rot.unit(rot.multiply(twist, turns))
    ankle = places + move
    _ease(ankle, runs, rate)
    ankle[:, 2] += np.where(stance & how.lock, 0.0, np.maximum(0.0, -lowest_sole(leg, ankle, foot)))
    return Footing(
        ankle,
        foot,
        -_curled(np.maximum(stand, 0.0), runs, rate),
        _free(stance, rate),
        rot.heading(foot),
        pitch_of(foot),
    )


def _anchored(wanted: F64, rate: float) -> F64:
    """Where a foot stands and faces, (n, 3) x, y (m) and heading (rad): the median, as long as it stays near.

    A foot that shuffles further than that while it stands has several such places, one after the other.
    """
    edges, low, high = [0], wanted[0], wanted[0]
    for i, row in enumerate(wanted):
        low, high = np.minimum(low, row), np.maximum(high, row)
        if (high - low > _STAYS).any():
            edges.append(i)
            low = high = row
    edges.append(len(wanted))
    out = np.empty_like(wanted)
    for begin, end in itertools.pairwise(edges):
        out[begin:end] = np.median(wanted[begin:end], axis=0)
    return out if len(edges) == 2 else _averaged(out, _SHUFFLE * rate)


def _averaged(values: F64, width: float) -> F64:
    """Moving average of values (n, k) over so many rows, twice; ends held."""
    count = 2 * int(width / 4) + 1
    for _ in range(2):
        padded = np.pad(values, ((count // 2, count // 2), (0, 0)), mode="edge")
        sums = np.cumsum(np.vstack([np.zeros((1, values.shape[1])), padded]), axis=0)
        values = (sums[count:] - sums[:-count]) / count
    return np.asarray(values)


def pitch_of(turns: F64) -> F64:
    """How far toes point down, (n,) rad."""
    return np.asarray(-np.arcsin(np.clip(rot.rotate(turns, _X)[:, 2], -1.0, 1.0)))


def lowest_sole(leg: Leg, ankle: F64, foot: F64) -> F64:
    """Height (n,) of the lowest corner of a sole, toes included."""
    x0, _, y0, y1 = leg.sole
    corners = [(x, y, -leg.drop) for x in (x0, leg.ball) for y in (y0, y1)]
    heights = [rot.rotate(foot, np.array(corner))[:, 2] for corner in corners]
    return np.asarray(ankle[:, 2] + np.min(heights, axis=0))


def level(turns: F64, stance: Bools) -> F64:
    """Orientations without the tilt that the file's foot has where it stands."""
    rows = stance if stance.any() else np.ones(len(turns), dtype=bool)
    pitch = float(np.median(pitch_of(turns[rows])))
    side = rot.rotate(turns[rows], _Y)[:, 2]
    roll = float(np.median(np.arcsin(np.clip(side, -1.0, 1.0))))
    if max(abs(pitch), abs(roll)) > 0.6:  # it never stood flat: leave it
        return turns
    tilt = rot.multiply(rot.about(_Y, np.array(pitch)), rot.about(_X, np.array(roll)))
    return rot.multiply(turns, rot.inverse(tilt))


def _tilted(tilt: F64) -> F64:
    """Tilt of a standing foot: small ones are none."""
    return np.asarray(tilt * smoothstep((np.abs(tilt) - _FLAT) / (_TILTED - _FLAT)))


def _raised(leg: Leg, tilt: F64) -> F64:
    """(n, 2) how far forward and up an ankle goes when its foot tilts about the ball, or about the heel."""
    pivot = np.where(tilt > 0.0, leg.ball, leg.sole[0])
    cos, sin = np.cos(tilt), np.sin(tilt)
    return np.stack([pivot - (pivot * cos - leg.drop * sin), pivot * sin + leg.drop * cos - leg.drop], axis=1)


def _bridge(move: F64, twist: F64, runs: list[tuple[int, int]], rate: float) -> None:
    """Carry what standing changed over into the swings.

    In the middle of a swing it is what the stances before and after have in their middles; what their ends
    have besides (a foot is kept on the ground until the clip's is some way above it) is gone soon.
    """
    if not runs:
        return
    base = [(np.median(move[a:b], axis=0), twist[(a + b) // 2]) for a, b in runs]
    gaps: list[tuple[int, int, int | None, int | None]] = [(0, runs[0][0], None, 0)]
    gaps += [(end, begin, i, i + 1) for i, ((_, end), (begin, _)) in enumerate(itertools.pairwise(runs))]
    gaps += [(runs[-1][1], len(move), len(runs) - 1, None)]
    for begin, end, before, after in gaps:
        if begin == end:
            continue
        rows = np.arange(begin, end, dtype=np.float64)
        share = smoothstep((rows - begin + 1.0) / (end - begin + 1.0))
        ends = [base[i] for i in (before, after) if i is not None]
        change = ends[0][0] + share[:, None] * (ends[-1][0] - ends[0][0])
        turn = rot.slerp(ends[0][1], ends[-1][1], share)
        for i, at in ((before, begin - 1), (after, end)):
            if i is not None:
                left = 1.0 - smoothstep(np.abs(rows - at) / (_GONE * rate))
                change = change + left[:, None] * (move[at] - base[i][0])
                more = rot.multiply(twist[at], rot.inverse(base[i][1]))
                turn = rot.multiply(rot.slerp(rot.IDENTITY, more, left), turn)
        move[begin:end], twist[begin:end] = change, turn


def _ease(ankle: F64, runs: list[tuple[int, int]], rate: float) -> None:
    """Let ankles (n, 3) leave and reach the ground at the speed that they have on it.

    A clip's foot is on its way already when it counts as lifted: a cubic that is gone soon takes the jump of
    its speed away, h(t) = -v t (1 - t / T)^2.
    """
    count = int(round(_CURL * rate))
    for begin, end in runs:
        for at, way in ((end, 1), (begin - 1, -1)):
            rows = np.arange(at, at + way * count, way)
            rows = rows[(rows >= 0) & (rows < len(ankle))]
            if len(rows) < 3 or end - begin < 3:
                continue
            jump = (ankle[rows[1]] - ankle[rows[0]]) - (ankle[at - way] - ankle[at - 2 * way])
            t = np.arange(1, len(rows) + 1)
            ankle[rows] -= (t * np.maximum(1.0 - t / count, 0.0) ** 2)[:, None] * jump


def _curled(stand: F64, runs: list[tuple[int, int]], rate: float) -> F64:
    """How far toes are bent, (n,) rad: as the standing foot does it, and straight again soon after."""
    out, count = np.array(stand), max(int(round(_CURL * rate)), 1)
    for begin, end in runs:
        for at, way in ((end, 1), (begin - 1, -1)):
            rows = np.arange(at, at + way * count, way)
            rows = rows[(rows >= 0) & (rows < len(out))]
            left = stand[at - way] * (1.0 - smoothstep((np.arange(len(rows)) + 1.0) / count))
            out[rows] = np.maximum(out[rows], left)
    return out


def _free(stance: Bools, rate: float) -> F64:
    """0 where a foot stands, rising to 1 with the time since and until."""
    rows = np.arange(len(stance))
    if not stance.any():
        return np.ones(len(stance))
    at = np.flatnonzero(stance)
    after = at[np.minimum(np.searchsorted(at, rows), len(at) - 1)]
    before = at[np.maximum(np.searchsorted(at, rows, side="right") - 1, 0)]
    gap = np.minimum(np.abs(rows - after), np.abs(rows - before)) / rate
    return smoothstep(gap / _FOLLOW)


def smoothstep(x: F64) -> F64:
    """0 below 0, 1 above 1, and smooth between."""
    y = np.clip(x, 0.0, 1.0)
    return np.asarray(y * y * (3.0 - 2.0 * y))
