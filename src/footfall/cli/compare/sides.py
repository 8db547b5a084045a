"""What is compared: whatever it is, it becomes a row of numbers, and a Recording where there is one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.learn.result import RESULT, SEARCH
from footfall.reading import DATA, read_bytes

BEST = "best.skill"
_LEFT_OUT = ("wall_seconds", "x_realtime", "seed", "state_hash")  # of a report: not of the motion


@dataclass(frozen=True)
class Side:
    """One of the two.

    Attributes:
        name: As it was given.
        kind: "skill", "recording", "search" or "robust".
        numbers: By name; None where something has no value.
        words: What is no number, by name.
        rec: Its motion; None for a robustness report.
    """

    name: str
    kind: str
    numbers: Mapping[str, float | None]
    words: Mapping[str, str]
    rec: Recording | None = None


def read_side(name: str, seconds: float, seed: int) -> Side:
    """What a name on the command line stands for.

    Args:
        name: A skill, a .npz file, the folder of a search, or a .json file of `footfall robust`.
        seconds: How long a skill is run.
        seed: Of its start.

    Raises:
        FootfallError: There is nothing of that name, or it is damaged.
    """
    path = Path(name)
    if path.suffix == ".npz":
        return _of_recording(name, "recording", Recording.load(name))
    if path.suffix == ".json":
        return _robust(name, path)
    if path.is_dir():
        if not (path / SEARCH).is_file():
            raise FootfallError(
                "this folder holds no search", where=name, help="give one that `footfall tune -o` made"
            )
        return _search(name, path, seconds, seed)
    return _of_recording(name, "skill", Sim(name, seed=seed).run(seconds))


def _of_recording(name: str, kind: str, rec: Recording) -> Side:
    numbers: dict[str, float | None] = {}
    words: dict[str, str] = {}
    _flatten("", {k: v for k, v in rec.report().items() if k not in _LEFT_OUT}, numbers, words)
    return Side(name, kind, numbers, words, rec)


def _search(name: str, path: Path, seconds: float, seed: int) -> Side:
    """A search by its result, and by the motion of its best script where there is one yet."""
    result, bundle = _json(path / RESULT), _json(path / "bundle.json")
    best = path / BEST
    skill = str(best) if best.is_file() else str(bundle["skill"])
    side = _of_recording(name, "search", Sim(skill, body=str(bundle["body"]), seed=seed).run(seconds))
    numbers: dict[str, float | None] = {}
    words: dict[str, str] = {}
    _flatten("search", {k: v for k, v in result.items() if not isinstance(v, list)}, numbers, words)
    return Side(name, "search", {**numbers, **side.numbers}, {**words, **side.words}, side.rec)


def _robust(name: str, path: Path) -> Side:
    report = _json(path)
    rows = report.get("rows")
    if not isinstance(rows, list) or not all(isinstance(row, dict) and "name" in row for row in rows):
        raise FootfallError(
            "this is no robustness report",
            where=name,
            help="write one with `footfall robust SKILL --save F.json`",
        )
    numbers = {f"{row['name']} ({row.get('unit', '')})": row.get("value") for row in rows}
    return Side(name, "robust", numbers, {"skill": str(report.get("skill")), "body": str(report.get("body"))})


def _json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(read_bytes(path, DATA))
    except ValueError as error:
        raise FootfallError(f"it is not JSON: {error}", where=str(path), help="write it anew") from None
    if not isinstance(found, dict):
        raise FootfallError("it holds no table", where=str(path), help="write it anew")
    return found


def _flatten(prefix: str, value: Any, numbers: dict[str, float | None], words: dict[str, str]) -> None:
    """Put what a report holds into flat tables, by dotted names."""
    if isinstance(value, Mapping):
        for key, inside in value.items():
            _flatten(f"{prefix}.{key}" if prefix else str(key), inside, numbers, words)
    elif isinstance(value, bool):
        words[prefix] = str(value).lower()
    elif isinstance(value, int | float):
        numbers[prefix] = float(value)
    elif value is None:
        numbers[prefix] = None
    elif isinstance(value, str):
        words[prefix] = value
    elif isinstance(value, list | tuple) and len(value) <= 3:
        for k, inside in enumerate(value):
            _flatten(f"{prefix}.{k}", inside, numbers, words)
