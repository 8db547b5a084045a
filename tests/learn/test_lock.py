"""One search at a time in a folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from footfall.errors import FootfallError
from footfall.learn.lock import LOCK, only_one

HOLD = """
import sys
from pathlib import Path
from footfall.learn.lock import only_one
with only_one(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def hold(folder: Path) -> subprocess.Popen[str]:
    """Another process that holds the folder until its stdin is closed."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stdout.readline() == "held\n"
    return process


def test_the_second_is_told_at_once_and_by_whom(tmp_path: Path) -> None:
    with hold(tmp_path) as first:
        told = pytest.raises(FootfallError, match=rf"another search .* \(process {first.pid}\)")
        with told, only_one(tmp_path):
            raise AssertionError("both hold it")
        assert first.stdin is not None
        first.stdin.close()
        first.wait()
    with only_one(tmp_path):
        pass


def test_a_lock_that_a_kill_left_behind_blocks_nobody(tmp_path: Path) -> None:
    with hold(tmp_path) as first:
        first.kill()
        first.wait()
    assert (tmp_path / LOCK).is_file()
    with only_one(tmp_path):
        pass


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(FootfallError, match="cannot write"), only_one(tmp_path / "missing"):
        pass
