"""Files are written beside and renamed: the old one stays until the new one is whole."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from footfall.files import write_beside, write_text


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "walk.npz"
    path.write_text("old")
    with pytest.raises(RuntimeError), write_beside(path) as draft:
        draft.write_text("half")
        raise RuntimeError
    assert path.read_text() == "old" and [p.name for p in tmp_path.iterdir()] == ["walk.npz"]


def test_the_new_file_takes_its_place_with_the_old_permissions(tmp_path: Path) -> None:
    path = tmp_path / "a.skill"
    path.write_text("old")
    path.chmod(0o640)
    write_text(path, "new\r\nline\n")
    assert path.read_bytes() == b"new\r\nline\n" and path.stat().st_mode & 0o777 == 0o640
    assert [p.name for p in tmp_path.iterdir()] == ["a.skill"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_text("old")
    link.symlink_to(real)
    write_text(link, "new")
    assert link.is_symlink() and real.read_text() == "new"


def test_what_is_no_plain_file_is_written_to_directly() -> None:
    write_text("/dev/null", "gone")
    assert not Path("/dev/null").is_file()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_that_nobody_reads_from_is_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.skill"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="nobody reads from this pipe"):
        write_text(pipe, "new")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_with_a_reader_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.skill"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_text(pipe, "new")
    assert os.read(reader, 10) == b"new" and os.read(reader, 10) == b""
    os.close(reader)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(OSError):
        write_text(path, "new")
    assert path.read_text() == "old"
