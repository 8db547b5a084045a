"""Whether a snapshot fits a Sim: the kernel checks no index, so nothing broken may reach it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import GRIP_HELD, PUSH_COLUMNS, SERVO_CD, SERVO_CV, SERVO_PLACE
from footfall.control.outside import INSTEAD
from footfall.control.place import HAND_PLACES, HIPS, JOINT_PLACES, SUPPORT
from footfall.engine.actor import Actor
from footfall.engine.kernel.ends import END_WORDS
from footfall.engine.layout import DEPTH
from footfall.engine.state import Sizes, float_shapes, int_shapes, views_of
from footfall.errors import FootfallError

if TYPE_CHECKING:
    from footfall.engine.snapshot import Snapshot

Views = dict[str, NDArray[Any]]
_LATEST = 2**53  # ticks: beyond it a time in seconds has no exact tick
_MAY_BE_ENDLESS = ("extremes", "monitored")  # views that hold infinities before anything was measured


def check_snapshot(snapshot: Snapshot, model: mujoco.MjModel, actors: Sequence[Actor], physics: int) -> None:
    """Refuse a snapshot that does not fit.

    Args:
        snapshot: Perhaps from a file, or from another process.
        model: The model that it is for.
        actors: With the programs that it is for.
        physics: Which of MuJoCo's state it holds.

    Raises:
        FootfallError: It is incomplete, of another shape, or holds a number that cannot be.
    """
    fault = next(_faults(snapshot, model, actors, physics), "")
    if fault:
        raise FootfallError(f"the snapshot does not fit: {fault}", where="restore")


def _faults(
    snapshot: Snapshot, model: mujoco.MjModel, actors: Sequence[Actor], physics: int
) -> Iterator[str]:
    arrays = snapshot.arrays
    for name, shape, kind in _expected(len(snapshot.pushes), model, actors, physics):
        found = arrays.get(name)
        if not isinstance(found, np.ndarray):
            yield f"it has no {name}"
        elif found.shape != shape or found.dtype != kind:
            yield f"{name} is {found.dtype}{list(found.shape)}, not {np.dtype(kind)}{list(shape)}"
    if not all(np.all(np.isfinite(arrays[name])) for name in ("physics", "damping")):
        yield "the physics is not finite: it had diverged"
    tick, thrown, ended = (int(x) for x in arrays["clocks"])
    if not (0 <= tick < _LATEST and 0 <= thrown < _LATEST and ended in (0, 1)):
        yield "its clocks are absurd"
    if np.any(arrays["event_ticks"] < -1):
        yield "a push begins before the run"
    if (
        isinstance(snapshot.seed, bool)
        or not isinstance(snapshot.seed, int)
        or not 0 <= snapshot.seed < 2**63
    ):
        yield "its seed is no seed"
    for k, actor in enumerate(actors):
        for name in (f"inputs{k}", f"params{k}"):
            if not np.all(np.isfinite(arrays[name])):
                yield f"{name} are not finite"
        sizes = actor.state.sizes
        yield from _float_faults(views_of(arrays[f"floats{k}"], float_shapes(sizes)), actor, model.ngeom)
        yield from _int_faults(views_of(arrays[f"ints{k}"], int_shapes(sizes)), actor, sizes)


def _expected(
    pushes: int, model: mujoco.MjModel, actors: Sequence[Actor], physics: int
) -> Iterator[tuple[str, tuple[int, ...], type]]:
    yield "physics", (mujoco.mj_stateSize(model, physics),), np.float64
    yield "damping", (model.nv,), np.float64
    yield "clocks", (3,), np.int64
    yield "event_rows", (pushes, PUSH_COLUMNS), np.float64
    yield "event_ticks", (pushes,), np.int64
    yield "masks", (2, model.ngeom), np.int32
    for k, actor in enumerate(actors):
        yield f"floats{k}", actor.state.floats.shape, np.float64
        yield f"ints{k}", actor.state.ints.shape, np.int64
        yield f"inputs{k}", actor.inputs.shape, np.float64
        yield f"params{k}", actor.linked.program.params.shape, np.float64


def _float_faults(views: Views, actor: Actor, geoms: int) -> Iterator[str]:
    for name, view in views.items():
        if name not in _MAY_BE_ENDLESS and not np.all(np.isfinite(view)):
            yield f"{name} is not finite"
    if np.any(views["clock"] < 0.0) or np.any(views["lasting"] < 0.0):
        yield "a clock is below zero"
    parts, joints = len(actor.anatomy.parts), len(actor.arrays["joint_main"])
    for name in ("servo", "kept"):
        rows = views[name]
        fed = rows[(rows[:, SERVO_CD] != 0.0) | (rows[:, SERVO_CV] != 0.0), SERVO_PLACE]
        if not all(_is_place(float(place), parts, joints) for place in fed):
            yield f"{name} names a place that is not there"
    held = views["grips"][:, GRIP_HELD]
    if np.any((held < 0) | (held > geoms) | (held != np.floor(held))):
        yield "a hand holds what is not there"


def _is_place(place: float, parts: int, joints: int) -> bool:
    """See control/place.py."""
    spans = (
        (0, parts),
        (JOINT_PLACES, JOINT_PLACES + joints),
        (SUPPORT, HIPS + 1),
        (HAND_PLACES, HAND_PLACES + 2),
    )
    return place == int(place) and any(first <= place < last for first, last in spans)


def _int_faults(views: Views, actor: Actor, sizes: Sizes) -> Iterator[str]:
    program = actor.linked.program
    statements, transitions = len(program.statements), len(program.transitions)
    bounds = {
        "depth": (0, DEPTH - 1),
        "frame_unit": (0, len(program.units) - 1),
        "frame_phase": (0, len(program.phases) - 1),
        "frame_side": (0, 1),
        "returned": (0, DEPTH - 1),
        "ran": (0, 1),
        "keys": (0, 1),
        "waiting": (0, max(0, sizes.delay - 1)),
        "request": (-1 - transitions, statements),
        "armed": (0, len(program.phases)),
        "touching": (0, 1 << 30),
        "driven": (0, INSTEAD),
    }
    for name, (low, high) in bounds.items():
        if np.any((views[name] < low) | (views[name] > high)):
            yield f"{name} is beyond its bounds"
    if not 0 <= views["now"][0] < DEPTH or views["now"][1] < 0:
        yield "now is beyond its bounds"
    if not 0 <= views["learning"][0] <= sizes.learners or np.any(views["learning"] < 0):
        yield "learning is beyond its bounds"
    if np.any(views["learning"][1:] >= 2 * max(1, statements)):
        yield "learning is beyond its bounds"
    if not 0 <= views["verdict"][0] < len(END_WORDS):
        yield "there is no such verdict"
    for frame in range(int(np.clip(views["depth"][0], 0, DEPTH - 1)) + 1):
        unit = program.units[int(np.clip(views["frame_unit"][frame], 0, len(program.units) - 1))]
        if not unit.phases[0] <= views["frame_phase"][frame] < unit.phases[1]:
            yield "a frame is in a phase of another script"
