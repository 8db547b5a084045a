"""Clips keyed by hand: poses at times, in a small text, eased between; feet are kept by inverse kinematics.

    ## Bows and rises.
    kind bow
    at 0                       # the body at rest
    at 1.2                     # what is not named stays as it was
      pelvis back .07 lean 20
      waist 25
      shoulders 15
    at 1.6                     # holds
    at 2.8 rest                # all as at first

Metres and degrees; signs are the body's (lean and bend forward positive, elbows and hips bend negative).
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from footfall.body import load_body
from footfall.errors import nearest
from footfall.motion.clips import hinges
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.bodies import body_clip
from footfall.motion.clips.clip import KINDS, Clip
from footfall.motion.clips.figure import Figure
from footfall.motion.clips.legs import solve_leg
from footfall.motion.clips.rotations import F64
from footfall.motion.clips.scan import Lines

RATE = 60.0
LONGEST = 120.0  # s
BODY = "human"
_MOVES = {"forward": (0, 1), "back": (0, -1), "left": (1, 1), "right": (1, -1), "up": (2, 1), "down": (2, -1)}
_TURNS = {"lean": 3, "pitch": 3, "roll": 4, "turn": 5, "yaw": 5}
_FRAMES = ("pelvis", "lFoot", "rFoot")  # parts that are placed: forward, left, up, pitch, roll, turn
_JOINTS = {"waist": "waist", "neck": "neck2head"} | {
    s + j: s + j for s in "lr" for j in ("Shoulder", "Elbow")
}
_BOTH = {"feet": ("lFoot", "rFoot"), "shoulders": ("lShoulder", "rShoulder"), "elbows": ("lElbow", "rElbow")}
_SOFT = 0.015  # m that a keyed body stands lower than at rest: straight legs have nowhere to go
_X, _Y, _Z = np.eye(3)


@dataclass(frozen=True)
class Keys:
    """What a text says.

    Attributes:
        doc: Its first line.
        kind: Of the clip.
        loop: Whether it goes on from its end to its beginning.
        times: (k,) of the keys, s.
        values: Channel (``pelvis.0``, ``waist.pitch``) → (k,) in m and rad.
    """

    doc: str
    kind: str
    loop: bool
    times: F64
    values: dict[str, F64]


def read_keys(path: str | os.PathLike[str]) -> Keys:
    """Read a text of keys.

    Raises:
        FootfallError: It names the line.
    """
    lines = Lines.of(path)
    doc, kind, loop = "", "", False
    times: list[float] = []
    poses: list[dict[str, float]] = []
    while lines:
        words = lines.take("a key")
        if words[0].startswith("#"):
            doc = doc or " ".join(words[1:])
            continue
        words = words[: next((i for i, word in enumerate(words) if word.startswith("#")), len(words))]
        if words[0] == "kind":
            kind = _kind(lines, words[1:])
        elif words == ["loop"]:
            loop = True
        elif words[0] == "at":
            times.append(_time(lines, words[1:2], times))
            rest = words[2:] == ["rest"]
            if words[2:] and not rest:
                raise lines.error(
                    f"'{words[2]}' is not known after a time", "write `at 1.5`, or `at 1.5 rest`"
                )
            poses.append({} if rest or not poses else dict(poses[-1]))
        elif not poses:
            raise lines.error("a pose before the first time", "begin with `at 0`")
        else:
            poses[-1] |= _pose(lines, words)
    if len(times) < 2:
        raise lines.error("a clip needs at least two keys", "write `at 0` and a later one")
    names = sorted({name for pose in poses for name in pose})
    values = {name: np.array([pose.get(name, 0.0) for pose in poses]) for name in names}
    return Keys(doc, kind, loop, np.array(times), values)


def _kind(lines: Lines, words: list[str]) -> str:
    if len(words) != 1 or words[0] not in KINDS:
        raise lines.error(f"the kind '{' '.join(words)[:40]}' is not known", nearest(" ".join(words), KINDS))
    return words[0]


def _time(lines: Lines, words: list[str], before: list[float]) -> float:
    time = lines.numbers(words, 1, "at")[0]
    if not (before[-1] < time <= LONGEST if before else time == 0.0):
        last = f"after {before[-1]:g}, and at most {LONGEST:g}" if before else "0"
        raise lines.error(f"a key at {time:g} s", f"here it must be {last}")
    return time


def _pose(lines: Lines, words: list[str]) -> dict[str, float]:
    """Channels of one line: a part or joint, then words with numbers, or the pitch alone."""
    part, rest = words[0], words[1:]
    targets = _BOTH.get(part, (part,))
    if targets[0] not in (*_FRAMES, *_JOINTS):
        raise lines.error(f"'{part[:40]}' is not known", nearest(part, (*_FRAMES, *_JOINTS, *_BOTH)))
    pairs = [("pitch", rest[0])] if len(rest) == 1 else list(zip(rest[::2], rest[1::2], strict=False))
    if not rest or (len(rest) > 1 and len(rest) % 2):
        raise lines.error(f"'{part}' needs words with numbers", "like `pelvis down .2 lean 10` or `waist 20`")
    out: dict[str, float] = {}
    for word, text in pairs:
        value = lines.value(text, f"{part} {word}")
        for target in targets:
            name, scale = _channel(lines, target, word)
            out[name] = value * scale
    return out


def _channel(lines: Lines, part: str, word: str) -> tuple[str, float]:
    """Name of a channel and what its number is multiplied by."""
    if part in _FRAMES and word in _MOVES:
        column, sign = _MOVES[word]
        return f"{part}.{column}", float(sign)
    if part in _FRAMES and word in _TURNS:
        return f"{part}.{_TURNS[word]}", float(np.radians(1.0))
    axes = _body()[1].body.joint(_JOINTS[part]) if part in _JOINTS else None
    known = [axis.axis for axis in axes.axes] if axes else [*_MOVES, *_TURNS]
    if axes is None or word not in known:
        raise lines.error(f"'{word[:40]}' is not known of '{part}'", nearest(word, known))
    return f"{_JOINTS[part]}.{word}", float(np.radians(1.0))


@lru_cache(maxsize=1)
def _body() -> tuple[F64, Figure]:
    """The keyed body: its positions at rest on the ground, and the figure."""
    figure = Figure(load_body(BODY))
    qpos = np.array(figure.rest)
    heights = [leg_places(figure, qpos, i)[1][2] - leg.drop for i, leg in enumerate(figure.legs)]
    qpos[figure.root + 2] -= float(np.mean(heights)) + _SOFT
    return qpos, figure


def leg_places(figure: Figure, qpos: F64, side: int) -> tuple[F64, F64]:
    """Places of a hip and an ankle in one row of positions (nq,), m."""
    import mujoco

    figure.data.qpos[:] = qpos
    mujoco.mj_kinematics(figure.model, figure.data)
    letter = "lr"[side]
    parts = (figure.body.part(letter + "Thigh"), figure.body.part(letter + "Foot"))
    hip, ankle = (np.array(figure.data.xpos[figure.body_id(link)]) for link in parts if link is not None)
    return hip, ankle


def keyed_clip(path: str | os.PathLike[str]) -> Clip:
    """A clip from a text of keys.

    Raises:
        FootfallError: The text is wrong; it names the line.
    """
    keys = read_keys(path)
    rest, figure = _body()
    count = int(round(float(keys.times[-1]) * RATE)) + 1
    times = np.arange(count) / RATE
    channels = {name: eased(keys.times, values, times) for name, values in keys.values.items()}

    def column(name: str) -> F64:
        return channels.get(name, np.zeros(count))

    def frame(part: str) -> tuple[F64, F64]:
        move = np.stack([column(f"{part}.{i}") for i in range(3)], axis=1)
        pitch, roll, turn = (column(f"{part}.{i}") for i in range(3, 6))
        out = rot.multiply(rot.about(_Z, turn), rot.multiply(rot.about(_X, -roll), rot.about(_Y, pitch)))
        return move, out

    qpos = np.tile(rest, (count, 1))
    for joint in _JOINTS.values():
        for axis in (figure.body.joint(joint) or figure.body.joints[0]).axes:
            at_rest = rest[figure.columns[axis.name]]
            qpos[:, figure.columns[axis.name]] = np.clip(
                at_rest + column(axis.name), *hinges.bounds(axis, 0.0)
            )
    move, pelvis = frame("pelvis")
    root = rest[figure.root : figure.root + 3] + move
    qpos[:, figure.root : figure.root + 7] = np.hstack([root, pelvis])
    for i, leg in enumerate(figure.legs):
        shift, foot = frame("lr"[i] + "Foot")
        ankle = leg_places(figure, rest, i)[1] * [1.0, 1.0, 0.0] + [0.0, 0.0, leg.drop] + shift
        bent = solve_leg(leg, pelvis, root + rot.rotate(pelvis, leg.at), ankle, foot)
        values = {a.name: bent.hip[:, k] for k, a in enumerate(leg.hip)} | {leg.knee.name: bent.knee}
        values |= {a.name: bent.ankle[:, k] for k, a in enumerate(leg.ankle)}
        for name, angles in values.items():
            qpos[:, figure.columns[name]] = angles
    clip = body_clip(figure.body, figure.model, qpos, RATE, Path(path).stem, kind=keys.kind)
    return replace(clip, loop=keys.loop)


def eased(times: F64, values: F64, wanted: F64) -> F64:
    """A smooth curve through keys that never goes beyond them (Fritsch and Carlson), (n,).

    Slopes are 0 at the ends, at turning points and where a value is held.
    """
    steps = np.diff(times)
    slopes = np.diff(values) / steps
    tangents = np.zeros(len(values))
    for i in range(1, len(values) - 1):
        a, b = slopes[i - 1], slopes[i]
        if a * b > 0.0:  # the harmonic mean, weighted by the steps
            wa, wb = 2 * steps[i] + steps[i - 1], steps[i] + 2 * steps[i - 1]
            tangents[i] = (wa + wb) / (wa / a + wb / b)
    k = np.clip(np.searchsorted(times, wanted, side="right") - 1, 0, len(steps) - 1)
    h = steps[k]
    s = np.clip((wanted - times[k]) / h, 0.0, 1.0)
    return np.asarray(
        (1 + 2 * s) * (1 - s) ** 2 * values[k]
        + s * (1 - s) ** 2 * h * tangents[k]
        + s * s * (3 - 2 * s) * values[k + 1]
        - s * s * (1 - s) * h * tangents[k + 1]
    )
