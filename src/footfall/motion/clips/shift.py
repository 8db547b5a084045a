"""Where the pelvis goes: over soles that stay, down to where legs reach, and against limbs that are quick."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from footfall.motion.clips import balance, clearance
from footfall.motion.clips.rotations import F64
from footfall.motion.clips.settings import Settings
from footfall.motion.clips.stance import Bools, spans
from footfall.motion.clips.work import Work

_ROUNDS = 10  # of shifting the pelvis and looking where the weight went
_STEADY = 4  # first rounds, in which a body on planted feet is shifted as a whole: it keeps its sway
_NEAR = 0.002  # m, near enough
_TILT, _RISE = 0.02, 0.3  # rad that soles may be off; m that the pelvis rises for each rad more
_COARSE = 20.0  # Hz at which the weight is looked at
_GENTLE = 0.25  # s before and after a row that lowers the pelvis of a quick clip that it is lowered too
_FINE, _ANSWERS, _GAIN = 60.0, 14, 0.8  # Hz, rounds and share of what is wrong that goes in one
_INNER = 0.06  # m that the ground's force stays inside the soles of a quick clip
_LEVEL, _QUICKLY = 0.12, 0.015  # s over which heights of the centre of mass are averaged, and answers
_TURN = 0.1  # m that a radian of the pelvis counts in what is wrong
_SHORT = 0.97  # share of its length that a kicking leg has where its foot stands
_LEVER = 0.4  # m below the hip that legs touch
_WIDER, _ASIDE = 2.0, 0.08  # how much further feet go aside than their legs need, and s of its beginning


def find_shift(work: Work, settings: Settings) -> F64:
    """(n, 3) the pelvis' shift: over the soles, and down to where the legs reach."""
    figure, rate = work.figure, work.source.rate
    shift, rise = np.zeros_like(work.middle), np.zeros((len(work.middle), 1))
    step = max(int(rate / _COARSE), 1)
    rows = np.arange(0, len(shift), step)
    bearing = balance.carrying(work.stance, rate, settings.early or 0.0)
    for turn in range(_ROUNDS):
        drop = balance.needed_drop(figure.legs, work.hips(shift * [1, 1, 0]), work.feet, work.reaching, rate)
        shift[:, 2] = rise[:, 0] - drop
        qpos = work.qpos(shift)
        # A squat too deep for the ankles tilts the soles: the pelvis stays higher.
        off = np.where(work.stance, np.maximum(work.tilted - _TILT, 0.0), 0.0).max(axis=1, keepdims=True)
        rise += balance.smoothed(_RISE * off, rate)
        # A hip at its limit takes the foot from its place: the pelvis goes after it.
        miss = np.where(work.stance[..., None], work.missed[..., :2], 0.0).mean(axis=1)
        need = np.zeros((len(rows), 2))
        if settings.balance:
            com = figure.centres(qpos[rows])
            need = balance.needed_shift(figure.legs, work.feet, bearing, com, rows, rate / step)
        if max(np.abs(need).max(initial=0.0), np.abs(miss).max()) < _NEAR and off.max(initial=0.0) < _TILT:
            break
        if settings.planted and turn < _STEADY:
            far = np.abs(need).max(axis=1) > _NEAR
            need[:] = need[far].mean(axis=0) if far.any() else 0.0
        every = np.stack([np.interp(np.arange(len(shift)), rows, need[:, k]) for k in range(2)], axis=1)
        shift[:, :2] += balance.smoothed(1.2 * every + 0.8 * miss, rate)
    return _react(work, shift, rise[:, 0], bearing) if settings.calm and settings.balance else shift


def _react(work: Work, shift: F64, rise: F64, bearing: Bools) -> F64:
    """(n, 3) the shift of a pelvis that answers quick limbs: by millimetres, as a person's does.

    Arms and legs that are swung take the centre of mass along and turn the body; what the ground can give is
    less. The pelvis goes the other way, so that the centre of mass goes up and down calmly and the ground's
    force comes from the soles.
    """
    figure, rate = work.figure, work.source.rate
    step = max(int(rate / _FINE), 1)
    rows, every = np.arange(0, len(shift), step), np.arange(len(shift))
    lift, calm = np.zeros(len(shift)), np.zeros(0)
    best, least = (shift, list(work.feet), work.twist, work.wider.copy()), np.inf
    for _ in range(_ANSWERS):
        up = np.column_stack([shift[:, :2], lift])
        drop = balance.needed_drop(figure.legs, work.hips(up), work.feet, work.reaching, rate, _GENTLE)
        shift = np.column_stack([shift[:, :2], rise + lift - drop])
        _pull(work, shift)
        qpos = work.qpos(shift)
        com, spin, wide = figure.momenta(qpos[rows], rate / step)
        need = balance.needed_shift(figure.legs, work.feet, bearing, com, rows, rate / step, spin, _INNER)
        if not len(calm):
            calm = balance.smoothed(com[:, 2:], rate / step, _LEVEL)[:, 0]
        sunk = calm - com[:, 2]
        sunk = sunk - balance.smoothed(sunk[:, None], rate / step, _LEVEL)[:, 0]  # what reach needs is slow
        turn = balance.needed_turn(spin[:, 2], wide, np.asarray(bearing[rows].all(axis=1)), rate / step)
        wrong = float(np.sqrt(sum(np.mean(np.square(v)) for v in (need, sunk, _TURN * turn))))
        if wrong < least:
            best, least = (shift, list(work.feet), work.twist, work.wider.copy()), wrong
        aside = clearance.needed_way(figure, qpos[rows], work.stance[rows])
        _move_aside(work, aside, rows)
        whole = np.stack([np.interp(every, rows, v) for v in (*need.T, sunk, turn)], axis=1)
        whole = _GAIN * balance.smoothed(whole, rate, _QUICKLY)
        shift, lift = shift + whole[:, :3] * [1.0, 1.0, 0.0], lift + whole[:, 2]
        work.twist = work.twist + whole[:, 3]
    shift, work.feet, work.twist, work.wider = best
    return shift


def _move_aside(work: Work, way: F64, rows: NDArray[np.integer]) -> None:
    """Move feet that swing, where their legs would touch the other ones.

    Args:
        work: Its feet are moved.
        way: (k, 2, 3) how far, m.
        rows: (k,) in these rows.
    """
    every = np.arange(len(work.middle))
    if work.stance.all():  # feet that stay stand wider, all the time
        worst = way[int(np.argmax(np.abs(way).sum(axis=(1, 2))))]
        work.feet = [replace(foot, ankle=foot.ankle + worst[i]) for i, foot in enumerate(work.feet)]
        return
    for i, foot in enumerate(work.feet):
        whole = np.stack([np.interp(every, rows, way[:, i, k]) for k in range(3)], axis=1)
        if work.figure.legs[i].knee.name in work.swings:
            roll = np.linalg.norm(whole, axis=1, keepdims=True) / _LEVER
            work.wider[:, i] += balance.smoothed(roll, work.source.rate, _ASIDE)[:, 0]
            continue
        calm = _WIDER * balance.smoothed(whole, work.source.rate, _ASIDE) * foot.free[:, None]
        work.feet[i] = replace(foot, ankle=foot.ankle + calm)


def _pull(work: Work, shift: F64) -> None:
    """Set a kicking leg's foot down so near that it reaches the ground, rather than squat for it."""
    every = np.arange(len(shift))
    for i, leg in enumerate(work.figure.legs):
        runs = spans(work.stance[:, i])
        if leg.knee.name not in work.swings or not runs:
            continue
        foot, hip = work.feet[i], work.hip(i, shift)
        gap = hip - foot.ankle
        flat = np.linalg.norm(gap[:, :2], axis=1)
        most = np.sqrt(np.maximum((_SHORT * leg.length) ** 2 - gap[:, 2] ** 2, 0.01))
        ways, rows = [], []
        for begin, end in runs:
            worst = begin + int(np.argmax((flat - most)[begin:end]))
            far = max(float(flat[worst] - most[worst]), 0.0)
            ways += [far * gap[worst, :2] / flat[worst]] * 2
            rows += [begin, end - 1]
        way = np.stack([np.interp(every, rows, np.array(ways)[:, k]) for k in range(2)], axis=1)
        work.feet[i] = replace(foot, ankle=foot.ankle + np.column_stack([way, np.zeros(len(way))]))
