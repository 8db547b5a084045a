"""The folder of a search: its inputs, its checkpoints and its results. It needs nothing outside itself.

search.json          its settings: options, versions, seeds (written last of the inputs)
bundle.json          scripts, body, objective and scenarios, as the workers get them
inputs/              the same for people: scripts, body, objective
checkpoint*.json     its state, for --resume
history.csv          one row a generation
numbers.csv          each free number before and after
best.skill           the script with the best numbers, in its own layout (and scripts it calls, if changed)
result.json          scores, terms before and after, the best vector
progress.png, before-after.png
.lock                held while a search runs here
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from footfall.errors import FootfallError
from footfall.files import write_text
from footfall.learn import checkpoint
from footfall.learn.job import Bundle, Result, hash_of
from footfall.learn.runner import program_of
from footfall.learn.settings import Settings, StoredSettings
from footfall.reading import DATA, read_bytes
from footfall.script import is_classic, rewrite
from footfall.script.source import SUFFIX
from footfall.stored import read_stored

SCHEMA = 1
SEARCH, BUNDLE, HISTORY, NUMBERS, RESULT = (
    "search.json",
    "bundle.json",
    "history.csv",
    "numbers.csv",
    "result.json",
)
_PACKAGES = ("footfall", "mujoco", "numba", "numpy", "cma")


@dataclass(frozen=True)
class SearchSummary:
    """The outcome of a search.

    Attributes:
        vector: The best candidate, in search coordinates.
        score, start_score: Of it, and of the unchanged script.
        evaluations: Candidates.
        seconds: Wall clock.
        reason: Why the search ended.
    """

    vector: tuple[float, ...]
    score: float
    start_score: float
    evaluations: int
    seconds: float
    reason: str


def vector_hash(vector: tuple[float, ...]) -> str:
    """A short hash of every bit of a vector."""
    return hashlib.sha256(np.array(vector, "<f8").tobytes()).hexdigest()[:16]


def new_folder(path: Path) -> Path:
    """Make the folder of a new search.

    Raises:
        FootfallError: It cannot be written to, or holds another search.
    """
    check_unused(path)
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise FootfallError(
            f"cannot write to this folder: {(error.strerror or str(error)).lower()}",
            where=f"-o {path}",
            help="name a folder that is yours",
        ) from None
    return path


def check_unused(path: Path) -> None:
    """Check that a search in this folder would overwrite none; one without a checkpoint has found nothing.

    Raises:
        FootfallError: It holds another search.
    """
    if (path / SEARCH).exists() and checkpoint.exists(path):
        raise FootfallError(
            "this folder holds another search",
            where=f"-o {path}",
            help=f"continue it (--resume {path}), or name another",
        )


def unused_folder(skill: str) -> Path:
    """A folder name that is not taken: ``tuned/walk3d-1``."""
    stem = Path(skill).stem
    number = 1
    while (Path("tuned") / f"{stem}-{number}").exists():
        number += 1
    return Path("tuned") / f"{stem}-{number}"


def write_inputs(folder: Path, bundle: Bundle, settings: Settings, script: str, objective_text: str) -> None:
    """Write what the search begins with."""
    _write(folder / BUNDLE, bundle.to_bytes().decode())
    inputs = folder / "inputs"
    for name, text in bundle.texts.items():
        _write(inputs / _file_name(name), text)
    for name, text in bundle.bodies.items():
        _write(inputs / f"{Path(name).stem}.body.toml", text)
    if objective_text:
        _write(inputs / "objective.toml", objective_text)
    versions = {name: version(name) for name in _PACKAGES} | {"python": platform.python_version()}
    head = StoredSettings(
        **asdict(settings), schema=SCHEMA, bundle=bundle.hash, versions=versions, script=script
    )
    _write(folder / SEARCH, json.dumps(asdict(head), indent=2) + "\n")


def read_inputs(folder: Path) -> tuple[Bundle, Settings]:
    """The Bundle and the settings of a search.

    Raises:
        FootfallError: The folder holds no search, or it has been damaged.
    """
    where = f"--resume {folder}"
    if not (folder / SEARCH).exists():
        raise FootfallError(
            "there is no search in this folder",
            where=where,
            help="name the folder that `footfall tune` wrote",
        )
    help = "put back the file as it was written, or start again in another folder"
    stored = read_stored(folder / SEARCH, StoredSettings, help=help)
    if stored.schema > SCHEMA:
        raise FootfallError("this search is of a newer version", where=where, help="upgrade footfall")
    data = read_bytes(folder / BUNDLE, DATA, help=help)
    if stored.bundle != hash_of(data):
        raise FootfallError(
            f"{BUNDLE} and {SEARCH} are of two searches, or one of them was changed",
            where=where,
            help="put back the files that belong together",
        )
    settings = {field.name: getattr(stored, field.name) for field in fields(Settings)}
    return Bundle.from_bytes(data, where=str(folder / BUNDLE)), Settings(**settings)


def best_texts(bundle: Bundle, vector: tuple[float, ...]) -> dict[str, str]:
    """The scripts with the best numbers, by name: the root, and those of the others that changed."""
    program = program_of(bundle)
    params = program.params.copy()
    for free, value in zip(bundle.free, bundle.values(vector), strict=True):
        params[free.slot] = value
    texts = {u.name: rewrite(u.text, k, program, params) for k, u in enumerate(program.units)}
    return {name: text for name, text in texts.items() if name == bundle.skill or text != bundle.texts[name]}


def write_best(folder: Path, bundle: Bundle, vector: tuple[float, ...]) -> Path:
    """Write the best script, and the numbers before and after.

    Returns:
        The script's path.
    """
    suffix = Path(bundle.skill).suffix if is_classic(bundle.skill) else SUFFIX
    best = folder / f"best{suffix}"
    for name, text in best_texts(bundle, vector).items():
        _write(best if name == bundle.skill else folder / _file_name(name), text)
    rows = [
        (f.name, repr(f.base), repr(value), repr(f.std), repr(f.low), repr(f.high))
        for f, value in zip(bundle.free, bundle.values(vector), strict=True)
    ]
    _write_csv(folder / NUMBERS, ("name", "before", "after", "std", "low", "high"), rows)
    return best


def write_history(folder: Path, history: Mapping[str, NDArray[np.float64]]) -> None:
    """Write the curve, one row a generation."""
    columns = list(history)
    rows = [tuple(repr(float(history[c][k])) for c in columns) for k in range(len(history[columns[0]]))]
    _write_csv(folder / HISTORY, columns, rows)


def write_result(
    folder: Path, bundle: Bundle, found: SearchSummary, before: list[Result], after: list[Result]
) -> None:
    """Write the scores, by scenario and term, before and after."""
    table = {
        "score": found.score,
        "start_score": found.start_score,
        "evaluations": found.evaluations,
        "seconds": round(found.seconds, 3),
        "reason": found.reason,
        "score_of_start_draws": bundle.combined([a.score for a in after]),
        "vector": list(found.vector),
        "vector_hash": vector_hash(found.vector),
        "scenarios": [
            {
                "name": s.name or f"scenario {k}",
                "before": {"score": b.score, "end": b.end, "terms": b.terms},
                "after": {"score": a.score, "end": a.end, "terms": a.terms},
            }
            for k, (s, b, a) in enumerate(zip(bundle.scenarios, before, after, strict=True), start=1)
        ],
    }
    _write(folder / RESULT, json.dumps(table, indent=2) + "\n")


def _file_name(name: str) -> str:
    """A file name for a script: a plain relative path, whatever the script was called."""
    parts = [p for p in Path(name).parts if p not in ("/", "..", ".") and not p.endswith(":\\")]
    plain = Path(*parts) if not Path(name).is_absolute() else Path(parts[-1])
    return plain.as_posix() if plain.suffix in (SUFFIX, ".s", ".t") else plain.as_posix() + SUFFIX


def _write_csv(path: Path, head: Any, rows: Sequence[tuple[str, ...]]) -> None:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    _write(path, text.getvalue())


def _write(path: Path, text: str) -> None:
    """Write a file in one piece: a reader sees the old one or the new one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, text)
    except OSError as error:
        raise _cannot_write(path, error) from None


def _cannot_write(path: Path, error: OSError) -> FootfallError:
    reason = (error.strerror or str(error)).lower()
    return FootfallError(
        f"cannot write: {reason}", where=str(path), help="make room, or name another folder with -o"
    )
