"""Bad paths are refused in words; a failure leaves nothing behind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from footfall.errors import FootfallError
from footfall.motion.files import check_output, writing

PNG = (".png",)


@pytest.mark.parametrize(
    ("name", "message"),
    [("a.pgn", "did you mean '.png'"), ("a", "without an ending"), ("none/a.png", "does not exist")],
)
def test_bad_paths(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(FootfallError, match=message) as problem:
        check_output(tmp_path / name, PNG)
    assert problem.value.where and problem.value.help


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.png").mkdir()
    with pytest.raises(FootfallError, match="a folder"):
        check_output(tmp_path / "a.png", PNG)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_no_permission(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(FootfallError, match="permission"):
        check_output(tmp_path / "a.png", PNG)


def test_a_device_folder_refuses_in_words() -> None:
    with pytest.raises(FootfallError), writing("/proc/a.png", PNG):
        pass


def test_success_replaces_and_failure_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "a.png"
    with writing(target, PNG) as draft:
        draft.write_bytes(b"new")
    assert target.read_bytes() == b"new"
    with pytest.raises(RuntimeError), writing(target, PNG) as draft:
        draft.write_bytes(b"half")
        raise RuntimeError
    assert target.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [target]


def test_a_full_disk_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(FootfallError, match="No space left"), writing(tmp_path / "a.png", PNG):
        raise OSError(28, "No space left on device")
