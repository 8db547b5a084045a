"""From a clip to a reference for a body.

1. The clip is filtered (places and rotations alike), before anything else is worked out.
2. Its rest pose is laid on the body's; spine and arms take their angles from the orientations of their parts.
3. The pelvis goes where the clip's does, scaled by the length of the legs.
4. Standing feet are kept where they stand; legs follow from hips and feet in closed form.
5. The pelvis is shifted so that the centre of mass is over the soles where the motion is slow, and so that
   the legs reach. In quick kinds it also answers the limbs, so that the ground can give what they take.
6. Centre of mass, momentum and soles are those of the simulated body in these positions.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from footfall.body import Body
from footfall.body.schema import Axis
from footfall.errors import FootfallError
from footfall.motion.clips import edit, hinges
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.clip import Clip, resampled
from footfall.motion.clips.feet import HEEL, level, pitch_of, plan_foot, smoothstep
from footfall.motion.clips.figure import Figure, Leg
from footfall.motion.clips.filters import filtered, low_pass
from footfall.motion.clips.parts import Parts, find_parts, spine
from footfall.motion.clips.reference import Reference, build_reference, rows_of
from footfall.motion.clips.rotations import F64
from footfall.motion.clips.settings import Settings
from footfall.motion.clips.shift import find_shift
from footfall.motion.clips.source import Source, anchor, moved, read_source, toes_way
from footfall.motion.clips.stance import SHORTEST, Bools, slow, standing, stay, steady
from footfall.motion.clips.upper import pose_joints
from footfall.motion.clips.work import LEAVE, Work

LONGEST = 600.0  # s
_ROUND = 0.75  # s of a loop's other rounds that are looked at with it
_QUICK = 2.0  # cut-offs of the clip's filter at which hinges are filtered once more
_GONE = 0.35  # share of rows with a foot out of reach that is more than a clip too large for a body


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
    shift = find_shift(work, settings)
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


def _swing(work: Work, leg: Leg, settings: Settings) -> None:
    """A leg that kicks keeps the clip's angles, rather than the way of its foot."""
    angles = pose_joints(work.figure.body, work.source, legs=True, clamp=True).angles
    side, wide = work.figure.legs.index(leg), int(3 * LEAVE * work.source.rate)
    edges = np.flatnonzero(np.diff(work.stance[:, side].astype(int)))
    near = np.abs(np.arange(len(work.middle))[:, None] - edges).min(axis=1, initial=10 * wide)
    work.leaves[:, side] = smoothstep(2.0 - near / wide)
    for axis in (*leg.hip, leg.knee, *leg.ankle):
        work.swings[axis.name] = _calmed(angles[axis.name], axis, work.source.rate, settings)


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


def _begin(figure: Figure, source: Source, stance: Bools, settings: Settings) -> Work:
    """The pelvis where the clip's is, scaled by leg length."""
    middle = _scale(figure, source) * source.hips.mean(axis=1)
    above = pose_joints(figure.body, source, legs=False, clamp=True).angles
    for axis in figure.body.axes:
        if axis.name in above:
            above[axis.name] = _calmed(above[axis.name], axis, source.rate, settings)
    return Work(
        figure, source, stance, above, pose_joints(figure.body, source, legs=True, clamp=False), middle
    )


def _scale(figure: Figure, source: Source) -> float:
    """How much larger the body is than the clip's figure: by the length of the legs."""
    return figure.leg_length / max(source.leg, 1e-6)


def _plan(work: Work, settings: Settings, fixed: int) -> None:
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
