"""The compile cache on disk may fail in any way, and the only cost is compiling again."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import pytest

from footfall.control import compile_cache
from footfall.control.compile_cache import (
    KernelCache,
    choose_folder,
    temporary_root,
    trouble,
    user_root,
)

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="needs the compiler")


@pytest.fixture(autouse=True)
def untold(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test may be told once."""
    monkeypatch.setattr(compile_cache, "_told", [])
    yield


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user with an empty home and a temporary folder of their own."""
    for name in ("FOOTFALL_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "tmp"))
    return tmp_path


def doubled(x: float) -> float:
    return 2.0 * x


def compiled(folder: Path) -> Any:
    """The function as a new process would have it: compiled or loaded when it is first called."""
    made = numba.njit(no_cfunc_wrapper=True)(doubled)
    made._cache = KernelCache(doubled, folder, "stamp")
    return made


def test_where_caches_live(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert user_root() == home / "home" / ".cache" / "footfall"
    monkeypatch.setenv("XDG_CACHE_HOME", "/x")
    assert user_root() == Path("/x/footfall")
    monkeypatch.setenv("FOOTFALL_CACHE", "/own")
    assert user_root() == Path("/own")


def test_without_a_home_it_lives_among_the_temporary_files(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home")

    monkeypatch.setattr(Path, "home", homeless)
    assert user_root() == temporary_root() == home / "tmp" / f"footfall-{os.getuid()}"
    assert choose_folder("kernel-1") == temporary_root() / "kernel-1"
    assert trouble() == ""


def test_the_usual_folder_is_made_and_is_ones_own(home: Path) -> None:
    folder = choose_folder("kernel-1")
    assert folder == user_root() / "kernel-1" and folder.is_dir()
    assert folder.stat().st_mode & 0o077 == 0
    assert list(folder.iterdir()) == [] and trouble() == ""


def blocked(path: Path) -> None:
    """A file stands where a folder should be: nobody can write below it, root neither."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("in the way")


def test_a_folder_that_cannot_be_written_is_replaced_with_one_note(
    home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    blocked(user_root())
    with caplog.at_level(logging.WARNING, "footfall"):
        assert choose_folder("kernel-1") == temporary_root() / "kernel-1"
        assert choose_folder("kernel-1") == temporary_root() / "kernel-1"
    assert len(caplog.records) == 1 and "cannot be written" in trouble()


def test_where_nothing_can_be_written_there_is_no_cache(home: Path) -> None:
    blocked(user_root())
    blocked(temporary_root())
    assert choose_folder("kernel-1") is None
    assert "compiled anew each time" in trouble()


def test_a_warm_folder_need_not_be_writable(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = user_root() / "kernel-1"
    folder.mkdir(parents=True)
    (folder / "control.pose.pose-1.nbi").write_bytes(b"")
    monkeypatch.setattr(compile_cache, "_writable", lambda folder: False)
    assert choose_folder("kernel-1") == folder and trouble() == ""


def others_may_write(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o777)


def a_link(folder: Path) -> None:
    (folder.parent / "elsewhere").mkdir()
    folder.symlink_to(folder.parent / "elsewhere")


@pytest.mark.parametrize("make", [others_may_write, a_link])
def test_compiled_code_that_another_user_could_have_put_there_is_not_run(
    home: Path, make: Callable[[Path], None]
) -> None:
    blocked(user_root())
    make(temporary_root())
    assert choose_folder("kernel-1") is None


def test_compiled_code_is_kept_and_found_again(tmp_path: Path) -> None:
    first, second = compiled(tmp_path), compiled(tmp_path)
    assert first(3.0) == second(3.0) == 6.0
    assert (sum(first.stats.cache_hits.values()), sum(second.stats.cache_hits.values())) == (0, 1)


def test_it_is_found_by_content_not_by_path_or_date(tmp_path: Path) -> None:
    assert compiled(tmp_path / "a")(3.0) == 6.0
    (tmp_path / "a").rename(tmp_path / "b")
    for path in (tmp_path / "b").iterdir():
        os.utime(path, (0, 0))
    moved = compiled(tmp_path / "b")
    assert moved(3.0) == 6.0 and sum(moved.stats.cache_hits.values()) == 1


def corrupt(path: Path) -> None:
    blob = bytearray(path.read_bytes())
    blob[len(blob) // 2] ^= 0xFF
    path.write_bytes(blob)


DAMAGE: dict[str, Callable[[Path], None]] = {
    "corrupted": corrupt,
    "truncated": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]) and None,
    "empty": lambda path: path.write_bytes(b"") and None,
    "noise": lambda path: path.write_bytes(bytes(range(256)) * 40) and None,
    "a folder": lambda path: path.rename(path.with_name("moved")) and path.mkdir(),
    "gone": Path.unlink,
}


@pytest.mark.parametrize("kind", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_counts_as_absent(tmp_path: Path, damage: str, kind: str) -> None:
    assert compiled(tmp_path)(3.0) == 6.0
    files = [path for path in tmp_path.iterdir() if path.suffix == kind]
    assert files
    for path in files:
        DAMAGE[damage](path)
    again = compiled(tmp_path)
    assert again(3.0) == 6.0
    if damage != "a folder":
        third = compiled(tmp_path)
        assert third(3.0) == 6.0 and sum(third.stats.cache_hits.values()) == 1  # it has mended itself


def test_a_folder_that_went_away_or_a_full_disk_costs_only_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    function = compiled(tmp_path)
    monkeypatch.setattr(compile_cache._Files, "_save_data", full)
    assert function(3.0) == 6.0
    assert "No space left" in trouble()
    (tmp_path / "gone").mkdir()
    other = compiled(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert other(3.0) == 6.0
