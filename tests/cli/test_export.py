"""``footfall export`` and ``footfall run --export``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from footfall.engine.sim import Sim

pytestmark = pytest.mark.sim


@pytest.fixture(scope="module")
def rec(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rec") / "walk.npz"
    Sim("simbicon/walk").run(0.3).save(path)
    return path


def test_it_says_what_it_has_written(footfall: Callable[..., Any], rec: Path, tmp_path: Path) -> None:
    out = [tmp_path / name for name in ("a.bvh", "a.glb", "a.csv", "a.xml")]
    answer = footfall(
        "export", str(rec), *map(str, out), "--from", ".1", "--to", ".2", "--rate", "50", "--json"
    )
    assert answer.code == 0, answer.err
    said = json.loads(answer.out)
    assert (said["skill"], said["body"]) == ("simbicon/walk", "planar7")
    assert [one["kind"] for one in said["files"]] == ["bvh", "glb", "csv", "mjcf"]
    for one, path in zip(said["files"], out, strict=True):
        assert (one["path"], one["bytes"]) == (str(path), path.stat().st_size)
        assert (one["frames"], one["rate"], one["start"]) == (6, 50.0, 0.1)
    answer = footfall("export", str(rec), str(out[0]), "--rig", "unity", "--unit", "m", "--in-place")
    assert answer.code == 0 and "18 frames at 60 Hz" in answer.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("a.fbx",), "'.fbx'"),
        (("no/a.glb",), "does not exist"),
        (("a.glb", "a.glb"), "same file"),
        (("a.glb", "--rig", "mixano"), "'mixamo'"),
        (("a.bvh", "--unit", "mm"), "--unit"),
        (("a.bvh", "--from", "7"), "--from"),
        (("a.bvh", "--loop"), "--loop"),
        (("a.bvh", "--rate", "0"), "--rate"),
    ],
)
def test_what_it_refuses(
    footfall: Callable[..., Any], rec: Path, tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    words = [str(tmp_path / word) if word.startswith(("a.", "no/")) else word for word in arguments]
    answer = footfall("export", str(rec), *words)
    assert (answer.code, answer.out) == (2, "") and says in answer.err and "help:" in answer.err
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_recording(footfall: Callable[..., Any], tmp_path: Path) -> None:
    assert footfall("export", str(tmp_path / "no.npz"), str(tmp_path / "a.glb")).code == 2
    (tmp_path / "a.npz").write_text("hello")
    answer = footfall("export", str(tmp_path / "a.npz"), str(tmp_path / "a.glb"))
    assert answer.code == 2 and "not a recording" in answer.err


def test_a_run_exports(footfall: Callable[..., Any], tmp_path: Path) -> None:
    files = [str(tmp_path / "a.bvh"), str(tmp_path / "a.glb")]
    answer = footfall("run", "simbicon/walk", "--seconds", ".3", "--export", files[0], "--export", files[1])
    assert answer.code == 0 and all(Path(file).stat().st_size > 1000 for file in files)
    assert all(file in answer.out.replace("\n", "") for file in files)
    bad = footfall("run", "simbicon/walk", "--export", str(tmp_path / "a.fbx"))
    assert bad.code == 2 and "--export" in bad.err
    many = footfall("run", "simbicon/walk", "--seeds", "2", "--export", files[0])
    assert many.code == 2 and "--seeds" in many.err
