from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footfall.errors import FootfallError
from footfall.learn import checkpoint
from footfall.learn.checkpoint import NEWEST, PREVIOUS

CONTENT: dict[str, Any] = {
    "number": 0.1 + 0.2,
    "infinite": float("inf"),
    "text": "é",
    "nothing": None,
    "table": {"array": np.array([[1.0, np.nan], [np.pi, -0.0]]), "flags": np.array([True, False])},
}


def test_every_bit_comes_back(tmp_path: Path) -> None:
    checkpoint.save(tmp_path, CONTENT)
    content, note = checkpoint.load(tmp_path)
    assert note == ""
    assert content["number"] == 0.1 + 0.2 and content["infinite"] == float("inf")
    assert content["text"] == "é" and content["nothing"] is None
    array = content["table"]["array"]
    assert array.tobytes() == CONTENT["table"]["array"].tobytes() and array.shape == (2, 2)
    assert content["table"]["flags"].dtype == bool


def test_two_are_kept(tmp_path: Path) -> None:
    for i in range(3):
        checkpoint.save(tmp_path / "new", {"i": i})
    assert checkpoint.read(tmp_path / "new" / NEWEST) == {"i": 2}
    assert checkpoint.read(tmp_path / "new" / PREVIOUS) == {"i": 1}
    assert len(list((tmp_path / "new").iterdir())) == 2


@pytest.mark.parametrize("keep", [0, 10, 60, 120])
def test_a_truncated_one_falls_back_to_the_one_before(tmp_path: Path, keep: int) -> None:
    checkpoint.save(tmp_path, {"i": 1})
    checkpoint.save(tmp_path, {"i": 2, "filler": "x" * 200})
    newest = tmp_path / NEWEST
    newest.write_bytes(newest.read_bytes()[:keep])
    content, note = checkpoint.load(tmp_path)
    assert content == {"i": 1}
    assert "damaged" in note


def test_a_truncated_one_alone_is_an_error(tmp_path: Path) -> None:
    checkpoint.save(tmp_path, CONTENT)
    newest = tmp_path / NEWEST
    newest.write_bytes(newest.read_bytes()[:-1])
    with pytest.raises(FootfallError) as caught:
        checkpoint.load(tmp_path)
    assert "cut short" in str(caught.value) and NEWEST in str(caught.value)


def test_a_kill_between_the_two_renames_loses_nothing(tmp_path: Path) -> None:
    checkpoint.save(tmp_path, {"i": 1})
    os.replace(tmp_path / NEWEST, tmp_path / PREVIOUS)
    (tmp_path / (NEWEST + ".new")).write_text("half")
    assert checkpoint.load(tmp_path)[0] == {"i": 1}
    checkpoint.save(tmp_path, {"i": 2})
    assert checkpoint.load(tmp_path)[0] == {"i": 2}


def test_another_file_and_no_file_are_explained(tmp_path: Path) -> None:
    with pytest.raises(FootfallError, match="no checkpoint here"):
        checkpoint.load(tmp_path)
    (tmp_path / NEWEST).write_bytes(b"\xff\xfenot a checkpoint")
    with pytest.raises(FootfallError, match="not a checkpoint"):
        checkpoint.load(tmp_path)


def test_a_newer_schema_is_refused_even_if_an_older_one_lies_beside(tmp_path: Path) -> None:
    checkpoint.save(tmp_path, {"i": 1})
    checkpoint.save(tmp_path, {"i": 2})
    newest = tmp_path / NEWEST
    newest.write_bytes(newest.read_bytes().replace(b"footfall-checkpoint 1", b"footfall-checkpoint 2", 1))
    with pytest.raises(FootfallError, match="schema 2"):
        checkpoint.load(tmp_path)


@pytest.mark.parametrize(
    ("number", "message"), [(errno.ENOSPC, "disk is full"), (errno.EROFS, "could not be")]
)
def test_a_full_disk_is_explained_and_harms_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, message: str
) -> None:
    checkpoint.save(tmp_path, {"i": 1})
    checkpoint.save(tmp_path, {"i": 2})

    def full(descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(FootfallError, match=message):
            checkpoint.save(tmp_path, {"i": 3})
    assert checkpoint.read(tmp_path / NEWEST) == {"i": 2}
    assert checkpoint.read(tmp_path / PREVIOUS) == {"i": 1}
    assert len(list(tmp_path.iterdir())) == 2


def test_what_cannot_be_kept_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="cannot hold a set"):
        checkpoint.save(tmp_path, {"i": {1}})


PATTERN: dict[str, Any] = {"x": np.zeros(3), "rows": np.zeros((0, 4)), "told": 0, "fx": 1.0, "pair": [1.0, 2]}


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"x": np.ones(3), "rows": np.ones((7, 4)), "told": 5, "fx": -1e9, "pair": [3, 4]},
    ],
)
def test_what_was_written_is_alike(change: dict[str, Any]) -> None:
    checkpoint.check_same_structure(PATTERN | change, PATTERN, "strategy")


@pytest.mark.parametrize(
    "change",
    [
        {"x": np.ones(2)},
        {"x": np.ones((3, 1))},
        {"x": np.ones(3, dtype=int)},
        {"x": 3.0},
        {"rows": np.ones((7, 3))},
        {"told": -1},
        {"told": 1.5},
        {"told": True},
        {"told": 10**30},
        {"fx": "1"},
        {"fx": float("nan")},
        {"fx": None},
        {"pair": [1.0]},
        {"pair": {"a": 1}},
        {"more": 1},
    ],
)
def test_a_piece_of_another_kind_is_damage_by_its_name(change: dict[str, Any]) -> None:
    with pytest.raises(checkpoint.DamagedError, match=r"something else than a search: strategy"):
        checkpoint.check_same_structure(PATTERN | change, PATTERN, "strategy")
