"""The report on a reference: what would fell a body, and what to do about it.

Balance control cannot hold a centre of mass that is outside the soles, nor follow joints that turn at 30
rad/s because of a mistake in the file: every reference is looked at before a search.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np

from footfall.motion.clips import balance, hinges
from footfall.motion.clips.figure import Figure
from footfall.motion.clips.legs import REACH
from footfall.motion.clips.reference import Reference
from footfall.motion.clips.rotations import F64
from footfall.motion.clips.stance import Bools, spans

INSIDE = 0.01  # m that the centre of mass should be inside the soles' edges
SLOW = 0.2  # m/s
SLIP = 0.02  # m
QUICK = 20.0  # rad/s; retargeting errors were 29 to 50
DEEP = 0.01  # m
KEPT, LIKE = 0.9, 0.95  # share of range, correlation
STILL = 0.1  # rad: a smaller range is no motion of which something could be lost
_AT = 1e-6  # rad from a bound that is on it
_TILT = 0.06  # rad: a sole that is tilted further moves its ankle without sliding
_LIMBS = ("Hip", "Knee", "Ankle", "Shoulder", "Elbow")


@dataclass(frozen=True)
class Finding:
    """One line of the report.

    Attributes:
        name: What was looked at.
        ok: Whether it is as it should be.
        value: What was found, in SI units.
        text: The same in words.
        help: What to do about it; "" when it is in order.
    """

    name: str
    ok: bool
    value: float
    text: str
    help: str = ""


@dataclass(frozen=True)
class Kept:
    """How much of a joint's motion is left.

    Attributes:
        axis: ``lKnee.pitch``.
        plain: Range of its angle in the clip, rad.
        share: Of that range in the reference.
        like: Correlation of the two.
        limited: Share of rows in which it is at its limit.
        ok: Whether enough is left, or there was none.
    """

    axis: str
    plain: float
    share: float
    like: float
    limited: float
    ok: bool


@dataclass(frozen=True)
class Report:
    """All that was found."""

    findings: tuple[Finding, ...]
    kept: tuple[Kept, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing was found wrong."""
        return all(finding.ok for finding in self.findings)

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "ok": self.ok,
            "findings": [vars(finding) for finding in self.findings],
            "joints": [vars(kept) for kept in self.kept],
        }


def check_reference(ref: Reference, figure: Figure) -> Report:
    """Look at a reference.

    Args:
        ref: It.
        figure: The body that it is for.
    """
    kept = tuple(_kept(ref, figure))
    tilts, turns = _soles(ref, figure)
    findings = (
        _com(ref, figure, tilts, turns),
        _reach(ref),
        _limits(ref, kept),
        _slip(ref, tilts),
        _speeds(ref),
        _depth(ref),
        _start(ref),
        _range(kept),
    )
    return Report(findings, kept)


def _soles(ref: Reference, figure: Figure) -> tuple[F64, F64]:
    """Tilt and heading (n, 2) of both feet, rad."""
    ids = [figure.body_id(foot) for foot in figure.body.feet]
    tilts, turns = np.empty((len(ref.qpos), 2)), np.empty((len(ref.qpos), 2))
    for i, row in enumerate(ref.qpos):
        figure.data.qpos[:] = row
        mujoco.mj_kinematics(figure.model, figure.data)
        ahead = figure.data.xmat[ids][:, [0, 3, 6]]
        tilts[i] = -np.arcsin(np.clip(ahead[:, 2], -1.0, 1.0))
        turns[i] = np.arctan2(ahead[:, 1], ahead[:, 0])
    return tilts, turns


def _com(ref: Reference, figure: Figure, tilts: F64, turns: F64) -> Finding:
    slow = np.linalg.norm(ref.com_velocity[:, :2], axis=1) < SLOW
    bearing = balance.carrying(ref.stance, ref.rate)
    rows = np.flatnonzero(slow & bearing.any(axis=1))[:: max(int(ref.rate / 20), 1)]
    if len(rows) == 0:
        return Finding("COM margin", True, np.nan, "never slow: the centre of mass was not looked at")
    depths = []
    for row in rows:
        feet = [f for f in range(2) if bearing[row, f]]
        points = [
            balance.sole_corners(
                figure.legs[f], ref.ankles[row, f], float(turns[row, f]), float(tilts[row, f])
            )
            for f in feet
        ]
        depths.append(balance.depth(balance.hull(np.concatenate(points)), ref.com[row, :2]))
    worst, out = float(np.min(depths)), float(np.mean(np.array(depths) < INSIDE))
    at = rows[int(np.argmin(depths))] / ref.rate
    text = f"{100 * worst:.1f} cm inside the soles at worst (at {at:.2f} s)"
    text += f"; {out:.0%} of slow rows under {100 * INSIDE:g} cm"
    ok = out < 0.02
    help = "cut there, or let the retargeting shift the pelvis (no --no-balance)" if not ok else ""
    return Finding("COM margin", ok, worst, text, help)


def _reach(ref: Reference) -> Finding:
    asked = np.where(ref.stance, ref.reach, 0.0)
    most, beyond = float(asked.max()), float(np.mean((asked > REACH + 0.005).any(axis=1)))
    text = (
        f"legs stretched to {most:.1%} at most where they stand; beyond {REACH:.0%} in {beyond:.0%} of rows"
    )
    help = (
        ""
        if beyond == 0.0
        else "is the unit right? Else cut the passage: feet stand too far apart for this body"
    )
    return Finding("reach", beyond == 0.0, most, text, help)


def _limits(ref: Reference, kept: tuple[Kept, ...]) -> Finding:
    hit = sorted((k for k in kept if k.limited > 0.01), key=lambda k: -k.limited)
    if not hit:
        return Finding("limits", True, 0.0, "no joint is at its limit for more than 1 % of the time")
    words = []
    for k in hit[:6]:
        plain = ref.plain[:, ref.column(k.axis)]
        words.append(f"{k.axis} {k.limited:.0%} (the clip goes {plain.min():.2f} to {plain.max():.2f} rad)")
    more = f" and {len(hit) - 6} more" if len(hit) > 6 else ""
    worst = hit[0].limited
    help = "give the body wider ranges there, or cut the passage" if worst > 0.05 else ""
    return Finding("limits", worst <= 0.05, worst, "at their limits: " + ", ".join(words) + more, help)


def _slip(ref: Reference, tilts: F64) -> Finding:
    worst = 0.0
    for foot in range(2):
        for begin, end in spans(ref.stance[:, foot]):
            flat = np.abs(tilts[begin:end, foot]) < _TILT
            if flat.any():
                places = ref.ankles[begin:end, foot][flat, :2]
                worst = max(worst, float(np.linalg.norm(np.ptp(places, axis=0))))
    ok = worst <= SLIP
    text = f"standing feet move {100 * worst:.1f} cm at most"
    return Finding(
        "stance slip", ok, worst, text, "" if ok else "keep them (no --no-lock), or cut where they shuffle"
    )


def _speeds(ref: Reference) -> Finding:
    row, column = np.unravel_index(int(np.argmax(np.abs(ref.rates))), ref.rates.shape)
    most = float(np.abs(ref.rates[row, column]))
    text = f"{most:.1f} rad/s at most ({ref.axes[int(column)]} at {row / ref.rate:.2f} s)"
    ok = most <= QUICK
    help = (
        ""
        if ok
        else "look at that moment (`clip show`): a jump in the file is cut away, a quick motion needs no help"
    )
    return Finding("joint speeds", ok, most, text, help)


def _depth(ref: Reference) -> Finding:
    deep, high = float(-ref.soles.min()), float(np.where(ref.stance, ref.soles, 0.0).max())
    text = (
        f"soles {100 * max(deep, 0.0):.1f} cm in the ground at most, standing ones {100 * high:.1f} cm above"
    )
    ok = deep <= DEEP and high <= 2 * DEEP
    help = "" if ok else "keep standing feet flat (--flat), or cut the passage"
    return Finding("sole depth", ok, deep, text, help)


def _start(ref: Reference) -> Finding:
    speed = float(np.linalg.norm(ref.com_velocity[0]))
    both = bool(ref.stance[0].all())
    ok = both and speed < SLOW
    text = f"begins {'on both feet' if both else 'not on both feet'} at {speed:.2f} m/s"
    good = _good_start(ref)
    where = f"cut before {good:.2f} s" if good is not None else "begin it from a motion that is known to hold"
    return Finding("start", ok, speed, text, "" if ok else f"begin upright, slow and on both feet: {where}")


def _good_start(ref: Reference) -> float | None:
    slow = np.linalg.norm(ref.com_velocity, axis=1) < SLOW
    rows: Bools = slow & ref.stance.all(axis=1)
    return float(np.argmax(rows)) / ref.rate if rows.any() else None


def _kept(ref: Reference, figure: Figure) -> list[Kept]:
    out = []
    for axis in figure.body.axes:
        if not any(limb in axis.joint for limb in _LIMBS):
            continue
        plain, real = ref.plain[:, ref.column(axis.name)], ref.angles[:, ref.column(axis.name)]
        low, high = hinges.bounds(axis)
        limited = float(np.mean((real <= low + _AT) | (real >= high - _AT)))
        was, now = float(np.ptp(plain)), float(np.ptp(real))
        like = float(np.corrcoef(plain, real)[0, 1]) if min(was, now) > 1e-9 else 1.0 if was < STILL else 0.0
        share = now / was if was > 1e-9 else 1.0
        ok = was < STILL or (share >= KEPT and like >= LIKE)
        out.append(Kept(axis.name, was, share, like, limited, ok))
    return out


def _range(kept: tuple[Kept, ...]) -> Finding:
    lost = [k for k in kept if not k.ok]
    if not lost:
        return Finding("motion kept", True, 1.0, "every joint of the limbs keeps its range and its course")
    words = ", ".join(
        f"{k.axis} {k.share:.0%} of {k.plain:.2f} rad, correlation {k.like:.2f}" for k in lost[:5]
    )
    more = f" and {len(lost) - 5} more" if len(lost) > 5 else ""
    least = min(min(k.share, 1.0) * max(k.like, 0.0) for k in lost)
    help = "a higher filter (--filter 8) keeps quick motion; limits and feet that stay take the rest"
    return Finding("motion kept", False, least, words + more, help)
