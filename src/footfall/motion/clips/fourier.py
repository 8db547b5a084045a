"""A walk as periodic, symmetric Fourier series: one for each pair of joints, and for the pelvis in the world.

The right side does what the left one does, half a period later. Of a joint in the middle the pitch repeats
with every step, and roll and yaw are mirrored by every step: the first has the even harmonics alone, the
others the odd ones. The period is the one that leaves least of the thighs and knees unexplained, so a clip
need not be cut to whole strides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import mujoco
import numpy as np

from footfall.body.schema import Link
from footfall.errors import FootfallError
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.figure import Figure
from footfall.motion.clips.reference import Reference
from footfall.motion.clips.rotations import F64

HARMONICS = 5
SHORTEST, LONGEST = 0.4, 2.4  # s of a stride
EXPLAINED = 0.75  # of the variance of thighs and knees: less is no walk
NEARLY = 0.03  # of the variance: of periods that explain nearly as much, the shortest
AGREED = 0.8  # how well foot strikes must agree on their phase, 0 to 1
VEERING = 0.15  # rad/s: a way that turns more bends
_GRID = 160  # periods that are tried
_SIDED = ("Thigh", "Foot")


@dataclass(frozen=True)
class Series:
    """a0 + sum of cosines and sines of a period.

    Attributes:
        period: s.
        cosines: (h + 1,) the mean first.
        sines: (h + 1,) the first is 0.
    """

    period: float
    cosines: F64
    sines: F64

    def at(self, seconds: F64) -> F64:
        """(n,) values."""
        angle = np.outer(2.0 * np.pi * np.asarray(seconds) / self.period, np.arange(len(self.cosines)))
        return np.asarray(np.cos(angle) @ self.cosines + np.sin(angle) @ self.sines)

    def rate(self, seconds: F64) -> F64:
        """(n,) how fast it changes, each second."""
        turns = 2.0 * np.pi / self.period * np.arange(len(self.cosines))
        return Series(self.period, turns * self.sines, -turns * self.cosines).at(seconds)


@dataclass(frozen=True)
class Gait:
    """A walk or a run.

    Attributes:
        period: Of a stride of two steps, s.
        strike: When the left foot comes down, s.
        sides: Series of the left side, by joint axis or part ("Knee.pitch", "Thigh.roll"), rad.
        middle: Series of what is in the middle ("pelvis.pitch", "waist.yaw"), rad.
        speed: Along its way, m/s; negative when it walks backwards.
        explained: Share of the variance of thighs and knees that the series have.
        turn: Of its way, to the left, rad/s.
    """

    period: float
    strike: float
    sides: Mapping[str, Series]
    middle: Mapping[str, Series]
    speed: float
    explained: float
    turn: float = 0.0

    @property
    def veers(self) -> bool:
        """Whether its way bends, rather than wavers."""
        return abs(self.turn) > VEERING


def fit_gait(ref: Reference, figure: Figure, *, harmonics: int = HARMONICS) -> Gait:
    """Find the series of a walk.

    Args:
        ref: The clip on a body.
        figure: That body.
        harmonics: How many each series has.

    Raises:
        FootfallError: It is too short, or it is no walk.
    """
    if ref.seconds < SHORTEST:
        raise FootfallError(
            f"{ref.seconds:.2f} s are not a stride", where=ref.name, help="give a clip of two strides or more"
        )
    sided, middle = _signals(ref, figure)
    legs = [sided["Thigh.pitch"], sided["Knee.pitch"]]
    period, explained = _period(legs, ref.rate, harmonics, min(LONGEST, 1.4 * ref.seconds))
    if explained < EXPLAINED:
        raise FootfallError(
            f"this is no walk: the best period, {period:.2f} s, explains {explained:.0%} of its legs",
            where=ref.name,
            help="cut the strides out of it with `footfall clip cut`",
        )
    t = ref.times
    sides = {name: _fit(pair, t, period, range(harmonics + 1)) for name, pair in sided.items()}
    series = {}
    for name, values in middle.items():
        even = name.endswith("pitch")
        series[name] = _fit((values,), t, period, range(0 if even else 1, harmonics + 1, 2))
    return Gait(
        period=period,
        strike=_strike(ref, sides["Thigh.pitch"], period),
        sides=sides,
        middle=series,
        speed=_speed(ref),
        explained=explained,
        turn=_turn(ref),
    )


def _signals(ref: Reference, figure: Figure) -> tuple[dict[str, tuple[F64, F64]], dict[str, F64]]:
    """Angles by pairs of sides, and of the middle; in the signs of the language.

    They are the clip's own: feet that are kept where they stand would bend the knees, and nothing keeps them
    here.
    """
    sided: dict[str, tuple[F64, F64]] = {}
    middle: dict[str, F64] = {}
    for axis in ref.axes:
        values = ref.plain[:, ref.column(axis)]
        if axis.startswith("l") and "r" + axis[1:] in ref.axes:
            sided[axis[1:]] = (values, ref.plain[:, ref.column("r" + axis[1:])])
        elif not (axis.startswith("r") and "l" + axis[1:] in ref.axes):
            middle[axis] = values
    parts = {side + part: figure.body.part(side + part) for side in "lr" for part in _SIDED}
    ids = {name: figure.body_id(link) for name, link in parts.items() if link is not None}
    pitch = {name: np.empty(len(ref.qpos)) for name in ids}
    roll = {name: np.empty(len(ref.qpos)) for name in ids}
    before = np.empty((2, 2, len(ref.qpos)))
    hips, ankles = (
        [figure.body_id(p) for p in _links(figure, "Thigh")],
        [figure.body_id(p) for p in _links(figure, "Foot")],
    )
    columns = [figure.columns[axis] for axis in ref.axes]
    for i, qpos in enumerate(ref.qpos):
        figure.data.qpos[:] = qpos
        figure.data.qpos[columns] = ref.plain[i]
        mujoco.mj_kinematics(figure.model, figure.data)
        for name, body in ids.items():
            m = figure.data.xmat[body]
            pitch[name][i], roll[name][i] = np.arctan2(-m[6], m[8]), np.arcsin(np.clip(m[7], -1.0, 1.0))
        root = figure.data.xmat[figure.body_id(figure.body.root)]
        yaw = np.arctan2(-root[1], root[4])
        middle_hip = figure.data.xpos[hips].mean(axis=0)
        for side, ankle in enumerate(ankles):
            away = middle_hip - figure.data.xpos[ankle]
            before[0, side, i] = away[0] * np.cos(yaw) + away[1] * np.sin(yaw)
            before[1, side, i] = away[1] * np.cos(yaw) - away[0] * np.sin(yaw)
    sided["ahead"] = (before[0, 0], before[0, 1])  # hips ahead of the ankle, and towards the other side; m
    sided["aside"] = (-before[1, 0], before[1, 1])
    for part in _SIDED:  # outwards on both sides
        sided[f"{part}.pitch"] = (np.unwrap(pitch["l" + part]), np.unwrap(pitch["r" + part]))
        sided[f"{part}.roll"] = (roll["l" + part], -roll["r" + part])
    yaw, lean, bow = rot.to_euler(ref.root[:, 3:7], "zxy").T
    yaw = np.unwrap(yaw)
    middle["pelvis.pitch"], middle["pelvis.roll"] = bow, -lean
    middle["pelvis.yaw"] = yaw - np.polyval(np.polyfit(ref.times, yaw, 1), ref.times)  # a walk may veer
    return sided, middle


def _links(figure: Figure, part: str) -> list[Link]:
    return [link for side in "lr" if (link := figure.body.part(side + part)) is not None]


def _columns(t: F64, period: float, harmonics: Sequence[int]) -> F64:
    angle = np.outer(2.0 * np.pi * t / period, np.asarray(harmonics))
    return np.concatenate([np.cos(angle), np.sin(angle)], axis=1)


def _fit(signals: Sequence[F64], t: F64, period: float, harmonics: Sequence[int]) -> Series:
    """Least squares; the second signal, if there is one, is half a period ahead in the series."""
    harmonics = list(harmonics)
    rows = np.concatenate([_columns(t + 0.5 * k * period, period, harmonics) for k in range(len(signals))])
    found = np.linalg.lstsq(rows, np.concatenate(signals), rcond=1e-6)[0]
    cosines, sines = np.zeros(max(harmonics) + 1), np.zeros(max(harmonics) + 1)
    cosines[harmonics], sines[harmonics] = found[: len(harmonics)], found[len(harmonics) :]
    return Series(period, cosines, sines)


def _period(
    pairs: Sequence[tuple[F64, F64]], rate: float, harmonics: int, longest: float
) -> tuple[float, float]:
    """Of a stride (s), and the share of the variance that it explains."""
    t = np.arange(len(pairs[0][0])) / rate
    total = sum(float(np.var(np.concatenate(pair))) for pair in pairs)

    def explained(period: float) -> float:
        left = 0.0
        for pair in pairs:
            series = _fit(pair, t, period, range(harmonics + 1))
            both = np.concatenate([series.at(t), series.at(t + 0.5 * period)])
            left += float(np.mean((both - np.concatenate(pair)) ** 2))
        return 1.0 - left / max(total, 1e-12)

    tried = np.geomspace(SHORTEST, longest, _GRID)
    shares = np.array([explained(float(p)) for p in tried])
    peaks = [k for k in range(1, _GRID - 1) if shares[k] >= shares[k - 1] and shares[k] >= shares[k + 1]] or [
        int(np.argmax(shares))
    ]
    best = max(shares[k] for k in peaks)
    first = next(k for k in peaks if shares[k] >= best - NEARLY)
    return float(tried[first]), float(shares[first])


def _strike(ref: Reference, thigh: Series, period: float) -> float:
    """When the left foot comes down, s within a period."""
    times = []
    for foot in range(2):
        down = np.flatnonzero(~ref.stance[:-1, foot] & ref.stance[1:, foot]) + 1
        times += [ref.times[i] + 0.5 * foot * period for i in down]
    mean = np.exp(2j * np.pi * np.array(times) / period).mean() if times else 0.0
    if abs(mean) > AGREED:
        return float(np.angle(mean) / (2.0 * np.pi) * period % period)
    t = np.linspace(0.0, period, 200, endpoint=False)  # nobody saw it well: the thigh is furthest ahead
    return float(t[np.argmin(thigh.at(t))])


def _turn(ref: Reference) -> float:
    """How fast its heading turns, rad/s."""
    return float(np.polyfit(ref.times, np.unwrap(rot.heading(ref.root[:, 3:7])), 1)[0])


def _speed(ref: Reference) -> float:
    """Along the way, m/s."""
    places = ref.com[:, :2]
    step = max(int(0.1 * ref.rate), 1)
    way = np.linalg.norm(np.diff(places[::step], axis=0), axis=1).sum()
    facing = rot.heading(ref.root[:, 3:7])
    ahead = np.mean(ref.com_velocity[:, 0] * np.cos(facing) + ref.com_velocity[:, 1] * np.sin(facing))
    seconds = (len(places[::step]) - 1) * step / ref.rate
    return float(np.copysign(way / max(seconds, 1e-9), ahead))
