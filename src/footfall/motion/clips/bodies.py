"""Motions of bodies as clips: of a Recording, or of rows of positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import mujoco
import numpy as np

from footfall.body.roles import part_name
from footfall.body.schema import Body, Link
from footfall.errors import FootfallError
from footfall.motion.clips.clip import END, Clip, Skeleton, from_world
from footfall.motion.clips.rotations import F64

if TYPE_CHECKING:
    from footfall.engine.recording.recording import Recording

RATE = 60.0
"""Frames a second of a clip that is made from a Recording."""
_TIPS = {"head": (0.0, 0.0, 0.25), "forearm": (0.0, 0.0, -0.25), "toe": (0.05, 0.0, 0.0)}  # m


def body_skeleton(body: Body) -> Skeleton:
    """A body's links as a skeleton: joints named by their parts, and tips where bones end."""
    names = [_name(link) for link in body.links]
    index = {link.name: i for i, link in enumerate(body.links)}
    parents = [index.get(link.parent, -1) for link in body.links]
    offsets = [(0.0, 0.0, 0.0) if not link.parent else link.at for link in body.links]
    for i, link in enumerate(body.links):
        for role in link.roles:
            if role in _TIPS and i not in parents:
                names.append(names[i] + END)
                parents.append(i)
                offsets.append(_TIPS[role])
    return Skeleton(tuple(names), tuple(parents), np.array(offsets, dtype=float))


def _name(link: Link) -> str:
    return part_name(link.roles[0], link.side) if link.roles else link.name


def body_clip(
    body: Body, model: mujoco.MjModel, qpos: F64, rate: float, name: str, *, prefix: str = "", kind: str = ""
) -> Clip:
    """A clip from rows of positions (n, nq) at an even rate.

    Args:
        body: The body.
        model: Holds it.
        qpos: Rows.
        rate: Hz.
        name: Of the clip.
        prefix: Of the body's names in the model.
        kind: Of the clip.
    """
    skeleton = body_skeleton(body)
    ids = [int(model.body(prefix + link.model_name).id) for link in body.links]
    ids += [ids[parent] for parent in skeleton.parents[len(ids) :]]  # tips do as their bones do
    data = mujoco.MjData(model)
    turns, root = np.empty((len(qpos), len(ids), 4)), np.empty((len(qpos), 3))
    for i, row in enumerate(qpos):
        data.qpos[:] = row
        mujoco.mj_kinematics(model, data)
        turns[i], root[i] = data.xquat[ids], data.xpos[ids[0]]
    return from_world(name, skeleton, rate, root, turns, kind=kind)


def recording_clip(rec: Recording, name: str, *, rate: float = RATE) -> Clip:
    """A clip from a Recording's first body.

    Raises:
        FootfallError: The recording has fewer than two rows.
    """
    if len(rec.time) < 2 or not np.isfinite(rec.qpos).all():
        raise FootfallError(
            "the recording has nothing to make a clip of", where=name, help="run it for longer"
        )
    model, body = rec.model(), rec.bodies()[0]
    prefix = rec.root_name.removesuffix(body.root.model_name)
    times = np.arange(rec.time[0], rec.time[-1] + 1e-9, 1.0 / rate)
    rows = np.clip(np.searchsorted(rec.time, times - 1e-9), 0, len(rec.time) - 1)
    return body_clip(body, model, rec.qpos[rows], rate, name, prefix=prefix)
