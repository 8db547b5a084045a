"""The model of a basin in a file beside the skill: NAME.basin.json, text of a few kilobytes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import msgspec
import numpy as np

from footfall.errors import FootfallError
from footfall.files import write_text
from footfall.graph.basin.model import Basin
from footfall.reading import read_text
from footfall.script import Program, find_skill

SUFFIX = ".basin.json"
SCHEMA = 1


class _Stored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in the file."""

    schema: int
    skill: str
    code: str
    accuracy: float
    features: tuple[str, ...]
    weights: tuple[float, ...]
    far: float
    worked: tuple[int, ...]
    points: tuple[tuple[float, ...], ...]


def path_of(skill: str) -> Path:
    """Where the basin of a skill is kept."""
    source = Path(find_skill(skill).path)
    return source.with_name(source.stem + SUFFIX)


def code_of(program: Program) -> str:
    """A short hash of the scripts behind a skill."""
    said = json.dumps([(unit.name, unit.text) for unit in program.units])
    return hashlib.sha256(said.encode()).hexdigest()[:8]


def write_basin(path: Path, skill: str, program: Program, basin: Basin, accuracy: float) -> None:
    """Write a model; all of it or nothing."""
    head = {
        "schema": SCHEMA,
        "skill": skill,
        "code": code_of(program),
        "accuracy": round(accuracy, 3),
        "features": basin.names,
        "weights": [float(f"{w:.4g}") for w in basin.weights],
        "far": float(f"{basin.far:.4g}"),
        "worked": basin.worked.astype(int).tolist(),
    }
    text = json.dumps(head)[:-1] + ', "points": [\n'
    rows = [json.dumps([float(f"{x:.4g}") for x in row]) for row in basin.points]
    write_text(path, text + ",\n".join(rows) + "\n]}\n")


def read_basin(path: Path) -> tuple[Basin, str, float]:
    """A model, the hash of the scripts that it was made of, and how often it was right when held out.

    Raises:
        FootfallError: The file cannot be read, or is no basin.
    """
    try:
        found = msgspec.json.decode(read_text(path, 1 << 22).encode(), type=_Stored)
    except msgspec.MsgspecError as error:
        raise FootfallError(
            f"this is no basin: {error}", where=str(path), help="make it anew: `footfall basin SKILL`"
        ) from None
    points = np.array(found.points, np.float64)
    n, m = len(found.worked), len(found.features)
    if found.schema != SCHEMA or points.shape != (n, m) or len(found.weights) != m or n < 1:
        raise FootfallError(
            "this basin does not fit together", where=str(path), help="make it anew: `footfall basin SKILL`"
        )
    worked = np.array(found.worked, bool)
    basin = Basin(found.features, np.array(found.weights), points, worked, found.far)
    return basin, found.code, found.accuracy
