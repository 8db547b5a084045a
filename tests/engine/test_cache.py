"""When the kernel counts as compiled, and which old caches are kept."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from footfall.control.compile_cache import READY
from footfall.engine import cache


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of two files that a warm-up has finished."""
    made = tmp_path / "kernel-now"
    made.mkdir()
    (made / "run.nbi").write_bytes(b"index")
    (made / "run.1.nbc").write_bytes(b"compiled")
    monkeypatch.setattr(cache, "folder", lambda: made)
    monkeypatch.setattr(cache, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(cache, "_compiled_here", False)
    cache._mark_ready()
    return made


def test_a_finished_warm_up_is_known_by_every_file(place: Path) -> None:
    assert json.loads((place / READY).read_text()) == {"run.nbi": 5, "run.1.nbc": 8}
    assert cache.is_warm()
    assert sorted(p.name for p in place.iterdir()) == ["ready", "run.1.nbc", "run.nbi"]  # nothing beside it


@pytest.mark.parametrize("name", ["run.nbi", "run.1.nbc"])
def test_a_file_that_is_gone_or_cut_off_makes_it_cold(place: Path, name: str) -> None:
    (place / name).write_bytes(b"")
    assert not cache.is_warm()
    (place / name).unlink()
    assert not cache.is_warm()


@pytest.mark.parametrize("text", ["", "{", "{}", "[1, 2]", "null", "3", "\0\0", '{"run.nbi": "5"}'])
def test_a_mark_that_says_nothing_makes_it_cold(place: Path, text: str) -> None:
    (place / READY).write_text(text)
    assert not cache.is_warm()


def test_an_unfinished_warm_up_is_cold(place: Path) -> None:
    (place / READY).unlink()
    assert not cache.is_warm()


def test_its_date_does_not_matter(place: Path) -> None:
    for path in place.iterdir():
        os.utime(path, (0, 0))
    assert cache.is_warm()


def test_without_a_folder_it_is_warm_for_the_process_that_compiled(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "folder", lambda: None)
    assert not cache.is_warm()
    monkeypatch.setattr(cache, "_compiled_here", True)
    assert cache.is_warm()
    cache._mark_ready()  # and there is nothing to write


def test_a_mark_that_cannot_be_written_is_no_failure(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    (place / READY).unlink()
    monkeypatch.setattr(Path, "write_text", full)
    cache._mark_ready()
    assert not cache.is_warm()


def test_the_newest_caches_of_other_versions_are_kept(place: Path) -> None:
    for k in range(12):
        other = place.parent / f"kernel-{k}"
        other.mkdir()
        os.utime(other, (k, k))
    (place.parent / "learned").mkdir()
    cache.prune()
    left = {p.name for p in place.parent.iterdir()}
    assert left == {"kernel-now", "learned", *(f"kernel-{k}" for k in range(4, 12))}
