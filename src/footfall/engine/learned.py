"""Learned tables outside a Sim: ``NAME.ff.npz`` beside the script, good for that very program only."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from footfall.engine.events import Event
from footfall.engine.recording.archive import BROKEN, read_arrays, write_arrays
from footfall.engine.session import Session
from footfall.errors import ArgumentError, FootfallError
from footfall.script.program import Program
from footfall.script.source import LIBRARY

SUFFIX = ".ff.npz"
_FORM = 1
_TABLES = ("params", "code", "phases", "transitions", "statements", "args", "refs", "call_args")


def learned_path(program: Program) -> Path:
    """Where a script's table lies: beside it; in the working folder for a script of the library."""
    path = Path(program.units[0].path or program.name)
    name = path.stem + SUFFIX
    inside = not program.units[0].path or path.resolve().is_relative_to(LIBRARY)
    return Path(name) if inside else path.parent / name


def program_hash(program: Program, body: str) -> str:
    """A hash of what a program does on a body: any number or statement changes it, a comment does not."""
    digest = hashlib.sha256(repr((body, program.names, program.senses, program.statement_keys)).encode())
    for name in _TABLES:
        digest.update(np.ascontiguousarray(getattr(program, name)).tobytes())
    for curve in program.curves:
        digest.update(np.ascontiguousarray(curve).tobytes())
    return digest.hexdigest()[:16]


def learns(sim: Session) -> bool:
    """Whether the first actor's program has a LEARN."""
    return bool(sim.actors[0].linked.learners)


def save_learned(sim: Session, path: Path) -> None:
    """Write the first actor's tables.

    Raises:
        FootfallError: Its program learns nothing, or the file cannot be written.
    """
    program = sim.programs[0]
    if not learns(sim):
        raise ArgumentError(
            f"{program.name} learns nothing",
            argument="learn",
            help="add a statement such as LEARN pelvis(.1);",
        )
    header = {"form": _FORM, "program": program_hash(program, sim.bodies[0].name), "skill": program.name}
    blobs = {
        "header": np.frombuffer(json.dumps(header).encode(), np.uint8),
        "learned": sim.actors[0].state.learned,
    }
    try:
        write_arrays(path, blobs)
    except OSError as error:
        raise FootfallError(f"cannot write: {error.strerror}", where=str(path)) from error


def load_learned(sim: Session, path: Path) -> str:
    """Give the first actor the tables of a file, before or while it runs.

    Returns:
        "", or why the file was left alone: it belongs to another program.

    Raises:
        FootfallError: It cannot be read, or holds no tables.
    """
    try:
        blobs = read_arrays(path)
        header, table = json.loads(blobs["header"].tobytes()), blobs["learned"]
        form, program = int(header["form"]), str(header["program"])
    except BROKEN as error:
        help = "make one with `footfall run SKILL --learn`"
        raise FootfallError("this is not a learned table", where=str(path), help=help) from error
    mine = sim.actors[0].state.learned
    if form != _FORM or program != program_hash(sim.programs[0], sim.bodies[0].name):
        return (
            f"{path} was learned with another version of {sim.programs[0].name} or its body: it is not used"
        )
    if table.shape != mine.shape or not np.all(np.isfinite(table)):
        raise FootfallError("the learned table is broken", where=str(path), help="remove it and learn anew")
    put_learned(sim, np.asarray(table, np.float64))
    return ""


def put_learned(sim: Session, table: NDArray[np.float64]) -> None:
    """Give the first actor a table of the shape of its own, as an event that a replay repeats."""
    sim.actors[0].state.learned[:] = table
    text = base64.b64encode(np.ascontiguousarray(table, np.float64).tobytes()).decode()
    sim.events.append(Event(sim.tick, "learned", {"table": text}))


def unpack(sim: Session, text: str) -> NDArray[np.float64]:
    """The table of an event."""
    return np.frombuffer(base64.b64decode(text), np.float64).reshape(sim.actors[0].state.learned.shape)
