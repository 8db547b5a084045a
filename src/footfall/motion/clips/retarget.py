"""From a clip to a reference for a body.

1. The clip is filtered (places and rotations alike), before anything else is worked out.
2. Its rest pose is laid on the body's; spine and arms take their angles from the orientations of their parts.
3. The pelvis goes where the clip's does, scaled by the length of the legs.
4. Standing feet are kept where they stand; legs follow from hips and feet in closed form.
5. The pelvis is shifted so that the centre of mass is over the soles where the motion is slow, and so that
   the legs reach.
6. Centre of mass, momentum and soles are those of the simulated body in these positions.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from footfall.body import Body
from footfall.body.schema import Axis
from footfall.errors import FootfallError
from footfall.motion.clips import balance, clearance, edit, hinges
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.clip import Clip, resampled
from footfall.motion.clips.feet import HEEL, Footing, level, pitch_of, plan_foot, smoothstep
from footfall.motion.clips.figure import Figure, Leg
from footfall.motion.clips.filters import filtered, low_pass
from footfall.motion.clips.legs import sole_error, solve_leg
from footfall.motion.clips.parts import Parts, find_parts, spine
from footfall.motion.clips.reference import Reference, build_reference, rows_of
from footfall.motion.clips.rotations import F64
from footfall.motion.clips.settings import Settings
from footfall.motion.clips.source import Source, anchor, moved, read_source, toes_way
from footfall.motion.clips.stance import SHORTEST, Bools, slow, spans, standing, stay, steady
from footfall.motion.clips.upper import Posed, pose_joints

_UP = np.array([0.0, 0.0, 1.0])
LONGEST = 600.0  # s
_ROUND = 0.75  # s of a loop's other rounds that are looked at with it
_ROUNDS = 10  # of shifting the pelvis and looking where the weight went
_STEADY = 4  # first rounds, in which a body on planted feet is shifted as a whole: it keeps its sway
_NEAR = 0.002  # m, near enough
_TILT, _RISE = 0.02, 0.3  # rad that soles may be off; m that the pelvis rises for each rad more
_GENTLE = 0.25  # s before and after a row that lowers the pelvis that it is lowered too
_FINE, _ANSWERS, _GAIN = 60.0, 14, 0.8  # Hz, rounds and share of what is wrong that goes in one
_INNER = 0.06
_LEVEL, _QUICKLY = 0.12, 0.015  # s over which heights of the centre of mass are averaged, and answers
_LEAVE = 0.03  # s over which the angles of a kicking leg are averaged where its foot leaves the ground
_SHORT = 0.97  # share of its length that a kicking leg has where its foot stands
_LEVER = 0.4  # m below the hip that legs touch
_WIDER, _ASIDE = 2.0, 0.08  # how much further feet go aside than their legs need, and s of its beginning
_QUICK = 2.0  # cut-offs of the clip's filter at which hinges are filtered once more
_COARSE = 20.0  # Hz at which the weight is looked at
_GONE = 0.35  # share of rows with a foot out of reach that is more than a clip too large for a body


@dataclass
class _Work:
    """What one retargeting has found so far; places in m."""

    figure: Figure
    source: Source
    stance: Bools
    above: dict[str, F64]
    plain: Posed
    middle: F64  # (n, 3) between the hips
    feet: list[Footing] = field(default_factory=list)
    reach: F64 = field(default_factory=lambda: np.zeros((0, 2)))
    tilted: F64 = field(
        default_factory=lambda: np.zeros((0, 2))
    )  # rad that soles are off what they should be

    def __post_init__(self) -> None:
        self.twist = np.zeros(len(self.middle))  # rad that the pelvis is turned further than the clip's
        self.swings: dict[str, F64] = {}  # angles of a leg that goes where its joints say while it swings
        self.leaves = np.zeros((len(self.middle), 2))  # 1 where such a foot leaves the ground or comes to it
        self.wider = np.zeros((len(self.middle), 2))  # rad that such a hip rolls outwards

    @property
    def reaching(self) -> Bools:
        """(n, 2) feet that the pelvis comes down for."""
        return self.stance & [leg.knee.name not in self.swings for leg in self.figure.legs]

    @property
    def pelvis(self) -> F64:
        """(n, 4) its orientation, and with it that of all above."""
        return rot.multiply(rot.about(_UP, self.twist), self.source.parts["pelvis"])

    def hips(self, shift: F64) -> F64:
        """(n, 2, 3) with the pelvis shifted by (n, 3)."""
        return np.stack([self.hip(i, shift) for i in range(2)], axis=1)

    def hip(self, i: int, shift: F64) -> F64:
        """(n, 3) one of them."""
        legs = self.figure.legs
        across = legs[i].at - 0.5 * (legs[0].at + legs[1].at)
        return self.middle + shift + rot.rotate(self.pelvis, across)

    def qpos(self, shift: F64) -> F64:
        """Positions (n, nq) with the pelvis shifted by (n, 3); feet that are free go with it."""
        figure, pelvis = self.figure, self.pelvis
        out = np.tile(figure.rest, (len(shift), 1))
        for name, values in self.above.items():
            out[:, figure.columns[name]] = values
        middle = 0.5 * (figure.legs[0].at + figure.legs[1].at)
        out[:, figure.root : figure.root + 3] = self.middle + shift - rot.rotate(pelvis, middle)
        out[:, figure.root + 3 : figure.root + 7] = rot.continuous(pelvis)
        self.reach, self.tilted = np.empty((len(shift), 2)), np.empty((len(shift), 2))
        self.missed = np.empty((len(shift), 2, 3))
        for i, (leg, foot) in enumerate(zip(figure.legs, self.feet, strict=True)):
            ankle = foot.ankle + shift * foot.free[:, None] * np.array([1.0, 1.0, 0.0])
            hip = self.hip(i, shift)
            bent = solve_leg(leg, pelvis, hip, ankle, foot.foot)
            self.reach[:, i] = np.linalg.norm(hip - ankle, axis=1) / leg.length
            self.tilted[:, i] = sole_error(leg, bent, foot.foot)
            self.missed[:, i] = (
                ankle - hip - rot.rotate(bent.thigh, leg.thigh) - rot.rotate(bent.shank, leg.shank)
            )
            columns = {a.name: bent.hip[:, k] for k, a in enumerate(leg.hip)}
            columns |= {leg.knee.name: bent.knee}
            columns |= {a.name: bent.ankle[:, k] for k, a in enumerate(leg.ankle)}
            columns |= {a.name: np.clip(foot.toe, *hinges.bounds(a, 0.0)) for a in leg.toe}
            for name, values in columns.items():
                if name in self.swings:
                    wider = self.wider[:, i] if name == leg.hip[-2].name else 0.0
                    values = values + foot.free * (self.swings[name] + wider - values)
                    calm = balance.smoothed(values[:, None], self.source.rate, _LEAVE)[:, 0]
                    values = values + self.leaves[:, i] * (calm - values)
                out[:, figure.columns[name]] = values
        return out


def retarget(clip: Clip, body: Body, settings: Settings | None = None) -> Reference:
    """Carry a clip over to a body.

    Args:
        clip: The motion.
        body: Any body in three dimensions that has the roles of a pelvis, a trunk and two legs.
        settings: How.

    Raises:
        FootfallError: The clip lacks a part, or the body; or no leg of the body can do it.
    """
    settings = (settings or Settings()).of(clip)
    if clip.loop and clip.frames > 1:  # its end is filtered into its beginning, and rates go round
        count = int(round(_ROUND * clip.rate))
        wide = retarget(edit.extended(clip, count), body, settings)
        begin = int(round(count / clip.rate * settings.rate))
        return rows_of(wide, begin, begin + int(round(clip.frames / clip.rate * settings.rate)))
    figure = Figure(body)
    if clip.seconds > LONGEST:
        raise FootfallError(
            f"a clip of {clip.seconds:.0f} s", where=clip.name, help=f"cut it: {LONGEST:g} s at most"
        )
    parts = find_parts(clip)
    even = resampled(clip, settings.rate)
    calm = _filtered(even, parts, settings)
    raw, source = read_source(even, parts), read_source(calm, parts, even)
    soles = raw.soles * _scale(figure, raw)
    fixed = anchor(raw) if settings.anchored and not settings.planted else -1
    if fixed >= 0:
        way = toes_way(raw, fixed)
        raw = moved(raw, way)
        if settings.cutoff and len(way) > 3:
            way = low_pass(way, settings.rate, settings.calm or settings.cutoff)
        source = moved(source, way)
    if settings.planted and not stay(soles):
        settings = replace(settings, planted=False)
    stance = np.ones((even.frames, 2), dtype=bool) if settings.planted else standing(soles, settings.rate)
    if fixed >= 0:
        stance[:, fixed] = True
        stance[:, 1 - fixed] &= slow(raw.soles[:, 1 - fixed] * _scale(figure, raw), settings.rate)
    work = _begin(figure, source, stance, settings)
    _plan(work, settings, fixed)
    if fixed >= 0:
        _swing(work, figure.legs[1 - fixed], settings)
    shift = _shift(work, settings)
    qpos = work.qpos(shift)
    if np.mean((work.reach > 1.02).any(axis=1) & stance.any(axis=1)) > _GONE:
        raise FootfallError(
            f"the legs of {body.name} cannot reach where this clip puts its feet",
            where=clip.name,
            help="is the unit of length right (--unit)? A clip on the ground, or on hands, cannot be tracked",
        )
    plain = pose_joints(body, raw, legs=True, clamp=False).angles
    return build_reference(
        figure,
        qpos,
        stance,
        name=clip.name,
        kind=clip.kind,
        rate=settings.rate,
        loop=clip.loop,
        plain=np.stack([plain[axis.name] for axis in body.axes], axis=1),
        reach=work.reach,
    )


def _swing(work: _Work, leg: Leg, settings: Settings) -> None:
    """A leg that kicks keeps the clip's angles, rather than the way of its foot."""
    angles = pose_joints(work.figure.body, work.source, legs=True, clamp=True).angles
    side, wide = work.figure.legs.index(leg), int(3 * _LEAVE * work.source.rate)
    edges = np.flatnonzero(np.diff(work.stance[:, side].astype(int)))
    near = np.abs(np.arange(len(work.middle))[:, None] - edges).min(axis=1, initial=10 * wide)
    work.leaves[:, side] = smoothstep(2.0 - near / wide)
    for axis in (*leg.hip, leg.knee, *leg.ankle):
        work.swings[axis.name] = _calmed(angles[axis.name], axis, work.source.rate, settings)


def _pull(work: _Work, shift: F64) -> None:
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


def _calmed(values: F64, axis: Axis, rate: float, settings: Settings) -> F64:
    """A hinge's angles (n,) without jumps: where a limit begins to hold, the other hinges of a joint jump."""
    if not settings.cutoff or len(values) < 4:
        return values
    calm = low_pass(values, rate, min(_QUICK * settings.cutoff, 0.45 * rate))
    return np.clip(calm, *hinges.bounds(axis))


def _filtered(clip: Clip, parts: Parts, settings: Settings) -> Clip:
    """The clip without what is quicker than the settings' cut-offs."""
    if not settings.cutoff:
        return clip
    calm = (spine(clip, parts), settings.calm) if settings.calm else None
    return filtered(clip, settings.cutoff, delay=settings.delay, calm=calm)


def _begin(figure: Figure, source: Source, stance: Bools, settings: Settings) -> _Work:
    """The pelvis where the clip's is, scaled by leg length."""
    middle = _scale(figure, source) * source.hips.mean(axis=1)
    above = pose_joints(figure.body, source, legs=False, clamp=True).angles
    for axis in figure.body.axes:
        if axis.name in above:
            above[axis.name] = _calmed(above[axis.name], axis, source.rate, settings)
    return _Work(
        figure, source, stance, above, pose_joints(figure.body, source, legs=True, clamp=False), middle
    )


def _scale(figure: Figure, source: Source) -> float:
    """How much larger the body is than the clip's figure: by the length of the legs."""
    return figure.leg_length / max(source.leg, 1e-6)


def _plan(work: _Work, settings: Settings, fixed: int) -> None:
    """Ways of the feet, and the height of the pelvis above them.

    Args:
        work: What is known.
        settings: How.
        fixed: The foot that stands all the time, flat; -1 when none does.
    """
    figure, source = work.figure, work.source
    scale = _scale(figure, source)
    soles = [work.plain.turns[foot.name] for foot in figure.body.feet]  # as this body's legs would hold them
    if not settings.planted:
        for i, turns in enumerate(soles):
            if i == fixed:
                continue
            down = work.stance[:, i] & (pitch_of(level(turns, work.stance[:, i])) < HEEL)
            work.stance[:, i] = steady(down, int(round(SHORTEST * source.rate)))
    still = np.zeros_like(work.middle)
    places = [work.hip(i, still) + scale * (source.ankles[:, i] - source.hips[:, i]) for i in range(2)]
    heights = [np.median(p[work.stance[:, i], 2]) for i, p in enumerate(places) if work.stance[:, i].any()]
    ground = float(np.mean(heights)) if heights else float(min(p[:, 2].min() for p in places))
    lift = np.array([0.0, 0.0, float(np.mean([leg.drop for leg in figure.legs])) - ground])
    work.middle = work.middle + lift
    work.feet = [
        plan_foot(
            leg,
            places[i] + lift,
            soles[i],
            np.unwrap(rot.heading(source.parts[leg.side[0] + "Foot"])),
            work.stance[:, i],
            source.rate,
            replace(settings, planted=True, flat=True) if i == fixed else settings,
        )
        for i, leg in enumerate(figure.legs)
    ]


def _move_aside(work: _Work, way: F64, rows: NDArray[np.integer]) -> None:
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


def _shift(work: _Work, settings: Settings) -> F64:
    """(n, 3) the pelvis' shift: over the soles, and down to where the legs reach."""
    figure, rate = work.figure, work.source.rate
    shift, rise = np.zeros_like(work.middle), np.zeros((len(work.middle), 1))
    step = max(int(rate / _COARSE), 1)
    rows = np.arange(0, len(shift), step)
    bearing = balance.carrying(work.stance, rate)
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
    return _react(work, shift, rise[:, 0]) if settings.calm and settings.balance else shift


def _react(work: _Work, shift: F64, rise: F64) -> F64:
    """(n, 3) the shift of a pelvis that answers quick limbs: by millimetres, as a person's does.

    Arms and legs that are swung take the centre of mass along and turn the body; what the ground can give is
    less. The pelvis goes the other way, so that the centre of mass goes up and down calmly and the ground's
    force comes from the soles.
    """
    figure, rate = work.figure, work.source.rate
    step = max(int(rate / _FINE), 1)
    rows, every = np.arange(0, len(shift), step), np.arange(len(shift))
    bearing = balance.carrying(work.stance, rate)
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
        turn = balance.needed_turn(spin[:, 2], wide, bearing[rows].all(axis=1), rate / step)
        wrong = float(np.sqrt(sum(np.mean(np.square(v)) for v in (need, sunk, 0.1 * turn))))
        if __import__("os").environ.get("DBG"): print("round", np.abs(need).max(0).round(3), np.sqrt(np.mean(need**2,0)).round(4), np.abs(sunk).max().round(3), np.abs(turn).max().round(3), len(calm) and np.abs(aside).max().round(3) if 'aside' in dir() else 0, round(wrong,4))
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
