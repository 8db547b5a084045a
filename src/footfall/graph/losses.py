"""States in which a walk lost an edge: kept in files, so that the edge can be repaired from them.

Each file holds one snapshot, taken when the origin was over and the next node had not begun. It travels: any
machine with the same body goes on from it to the same bits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import numpy as np

from footfall.control.columns import PUSH_COLUMNS
from footfall.engine.recording.archive import BROKEN, read_arrays, write_arrays
from footfall.engine.snapshot import Snapshot
from footfall.errors import FootfallError
from footfall.graph.model import Edge, Graph
from footfall.script.stored import program_data, program_from

SUFFIX = ".state.npz"
_HEAD = "head"


@dataclass(frozen=True)
class Loss:
    """An edge that failed.

    Attributes:
        edge: Its name, `walk -> stand`.
        first, second: The skills of its nodes.
        why: What went wrong.
        state: The body before it.
    """

    edge: str
    first: str
    second: str
    why: str
    state: Snapshot


class _Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands beside the arrays of a file."""

    edge: str
    first: str
    second: str
    why: str
    programs: list[dict[str, object]]
    seed: int
    scene: str


def loss_of(graph: Graph, edge: Edge, why: str, state: Snapshot) -> Loss:
    """A loss; pushes that were under way stay behind, so that it fits any Sim of the body."""
    arrays = dict(state.arrays)
    arrays["event_rows"] = np.zeros((0, PUSH_COLUMNS), arrays["event_rows"].dtype)
    arrays["event_ticks"] = np.zeros(0, arrays["event_ticks"].dtype)
    bare = replace(state, arrays=arrays, pushes=(), events=(), pending=(), saved={})
    return Loss(edge.name, graph.nodes[edge.origin].skill, graph.nodes[edge.to].skill, why, bare)


def make_folder(folder: Path) -> None:
    """A folder for such files.

    Raises:
        FootfallError: It cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FootfallError(f"the folder cannot be made: {error.strerror}", where=str(folder)) from None


def write_loss(folder: Path, loss: Loss) -> Path:
    """Write one file; returns it."""
    make_folder(folder)
    name = re.sub(r"[^\w-]+", "-", loss.edge.replace(" -> ", "-to-"))
    number = 1 + sum(1 for _ in folder.glob(f"{name}-*{SUFFIX}"))
    path = folder / f"{name}-{number}{SUFFIX}"
    programs = [program_data(program) for program in loss.state.programs]
    head = _Head(loss.edge, loss.first, loss.second, loss.why, programs, loss.state.seed, loss.state.scene)
    text = np.frombuffer(msgspec.json.encode(head), np.uint8)
    write_arrays(path, {**loss.state.arrays, _HEAD: text})
    return path


def read_loss(path: Path) -> Loss:
    """Read what `write_loss` wrote.

    Raises:
        FootfallError: The file cannot be read, or is none of these.
    """
    try:
        arrays = read_arrays(path)
        head = msgspec.json.decode(arrays.pop(_HEAD).tobytes(), type=_Head)
    except (*BROKEN, msgspec.MsgspecError) as error:
        raise FootfallError(
            f"this is no state that a walk has kept: {error}",
            where=str(path),
            help="`footfall graph walk --losses FOLDER` writes them",
        ) from None
    programs = tuple(program_from(data) for data in head.programs)
    state = Snapshot(arrays, programs, seed=head.seed, scene=head.scene)
    return Loss(head.edge, head.first, head.second, head.why, state)


def read_losses(path: Path, first: str, second: str) -> list[Loss]:
    """The states in which an edge between two skills was lost.

    Args:
        path: A folder of such files, or one file.
        first: The skill that ran.
        second: The skill that was to follow.

    Raises:
        FootfallError: There are none.
    """
    files = sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else [path]
    found = [read_loss(file) for file in files]
    mine = [loss for loss in found if (loss.first, loss.second) == (first, second)]
    if not mine:
        others = ", ".join(sorted({f"{loss.first} -> {loss.second}" for loss in found}))
        raise FootfallError(
            f"no walk has lost the edge from {first} to {second} there",
            where=f"--from {path}",
            help=f"it lost {others}"
            if others
            else "`footfall graph walk --losses FOLDER` writes such states",
        )
    return mine
