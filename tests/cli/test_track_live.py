from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from footfall.motion.clips.edit import cut
from footfall.motion.clips.library import read_clip
from footfall.motion.clips.stream import stream_lines


def test_what_is_no_port(footfall: Callable[..., Any]) -> None:
    answer = footfall("track", "live", "banana")
    assert answer.code == 2
    assert "'banana' is no port" in answer.err


def test_nothing_comes(footfall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    answer = footfall("track", "live", "-")
    assert answer.code == 2
    assert "nothing was streamed" in answer.err


@pytest.mark.sim
def test_a_pipe_is_followed_and_bad_lines_are_counted(
    footfall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    head, frames = stream_lines(cut(read_clip("wave"), 0.0, 0.1), 60.0)
    text = "\n".join([*head, frames[0], "no pose", *frames[1:]]) + "\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    answer = footfall("track", "live", "-", "--json")
    facts = json.loads(answer.out)
    assert answer.code == 0
    assert (facts["poses"], facts["bad"], facts["fell"]) == (len(frames), 1, False)


def test_a_player_writes_head_and_frames(footfall: Callable[..., Any], tmp_path: Path) -> None:
    path = str(tmp_path / "short.bvh")
    assert footfall("clip", "cut", "wave", "--from", "0", "--to", "0.1", "-o", path).code == 0
    answer = footfall("clip", "stream", path, "-", "--rate", "60")
    lines = answer.out.splitlines()
    assert answer.code == 0
    assert lines[0] == "HIERARCHY"
    begin = next(i for i, line in enumerate(lines) if line.startswith("Frame Time:"))
    assert len(lines) - begin - 1 == 7


def test_fourier_says_what_is_no_walk(footfall: Callable[..., Any], tmp_path: Path) -> None:
    answer = footfall("clip", "fourier", "bow", "-o", str(tmp_path / "bow.skill"), "--minutes", "0")
    assert answer.code == 2
    assert "no walk" in answer.err
