"""Linking what TRACK follows: the hinges of a reference become axes of a body."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from footfall.body import Body, Start
from footfall.control.columns import CLIP_COLUMNS, ROW_ANGLES, ROW_ROOT, ROW_STANCE, ROW_VELOCITY
from footfall.engine.link.anatomy import Anatomy
from footfall.script.program import Program
from footfall.script.reference import ReferenceTable, parse_reference

F64 = NDArray[np.float64]
CLIP = "clip"  # the start that a reference gives
NONE: dict[str, NDArray[Any]] = {
    "clips": np.zeros((0, CLIP_COLUMNS)),
    "clip_rows": np.zeros((0, ROW_ANGLES)),
    "clip_dofs": np.zeros((0, 1), np.int32),
}
"""The Context's tables of a script that tracks nothing."""


def linked_references(program: Program, anatomy: Anatomy, notes: dict[str, None]) -> dict[str, NDArray[Any]]:
    """The Context's tables `clips`, `clip_rows` and `clip_dofs`.

    Args:
        program: Its references are read.
        anatomy: The body.
        notes: Where hinges are noted that the body lacks.
    """
    tables = [parse_reference(source.text, source.shown) for source in program.references]
    widest = max((len(table.axes) for table in tables), default=0)
    clips, blocks = np.zeros((len(tables), CLIP_COLUMNS)), [np.zeros((0, ROW_ANGLES + 2 * widest))]
    dofs = np.full((len(tables), max(1, widest)), -1, np.int32)
    known = {name: dof for dof, name in enumerate(anatomy.dof_names) if name}
    at = 0
    for k, table in enumerate(tables):
        count, axes = len(table.rows), len(table.axes)
        clips[k] = at, count, table.rate, float(table.loop), axes
        at += count
        block = np.zeros((count, ROW_ANGLES + 2 * widest))
        angles = table.rows[:, ROW_ANGLES:]
        block[:, :ROW_ANGLES] = table.rows[:, :ROW_ANGLES]
        block[:, ROW_ANGLES : ROW_ANGLES + axes] = angles
        block[:, ROW_ANGLES + widest : ROW_ANGLES + widest + axes] = rates(angles, table)
        blocks.append(block)
        for j, axis in enumerate(table.axes):
            dofs[k, j] = known.get(axis, -1)
            if dofs[k, j] < 0:
                notes[f"{anatomy.body.name} has no {axis}: it is not tracked"] = None
    return {"clips": clips, "clip_rows": np.vstack(blocks), "clip_dofs": dofs}


def rates(angles: F64, table: ReferenceTable) -> F64:
    """(n, k) central differences of angles (n, k), rad/s; around the end of a loop."""
    if table.loop:
        return (np.roll(angles, -1, axis=0) - np.roll(angles, 1, axis=0)) * (0.5 * table.rate)
    return np.asarray(np.gradient(angles, 1.0 / table.rate, axis=0))


def clip_start(program: Program, body: Body) -> Start:
    """The pose and the motion that a script's first reference begins with; the body faces forwards."""
    source = program.references[0]
    table = parse_reference(source.text, source.shown)
    row, moving = table.rows[0], rates(table.rows[:2, ROW_ANGLES:], replace(table, loop=False))[0]
    low_high = {axis.name: (axis.low, axis.high) for axis in body.axes}
    angles: dict[str, float] = {}
    for name, angle in zip(table.axes, row[ROW_ANGLES:].tolist(), strict=True):
        if name in low_high:
            low, high = low_high[name]
            angles[name] = min(max(angle, -np.inf if low is None else low), np.inf if high is None else high)
    speeds = {name: float(rate) for name, rate in zip(table.axes, moving, strict=True) if name in angles}
    w, x, y, z = row[ROW_ROOT + 3 : ROW_ROOT + 7].tolist()
    # turned about the vertical, then by the roll, then by the pitch: the last row has both leans
    pitch = float(np.arctan2(-2.0 * (x * z - w * y), 1.0 - 2.0 * (x * x + y * y)))
    roll = float(np.arcsin(np.clip(2.0 * (y * z + w * x), -1.0, 1.0)))
    facing = float(np.arctan2(-2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z)))
    east, north, up = row[ROW_VELOCITY : ROW_VELOCITY + 3].tolist()
    forward = float(np.cos(facing) * east + np.sin(facing) * north)
    left = float(np.cos(facing) * north - np.sin(facing) * east)
    stance = "left" if row[ROW_STANCE] > 0.5 else "right"
    if body.planar:
        return Start(CLIP, (forward, 0.0, up), pitch, 0.0, angles, speeds, stance)
    return Start(CLIP, (forward, left, up), pitch, 0.0, angles, speeds, stance, roll=roll)
