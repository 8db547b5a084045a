"""The compile cache: our own folder, named by the sources; a changed primitive is never missed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from footfall.control import compile as compiling

# One joint's torque through the smallest compiled chain that crosses files: torque.py calls pose.py.
ASK = """
from footfall.control.torque import apply_torques, clear_torques
from footfall.engine.sim import Sim
from footfall.script import compile_text
sim = Sim(compile_text("SKILL still()\\nPHASE only\\n"), body="planar7", start="rest")
c = sim.actors[0].context
clear_torques(c)
apply_torques(c, 0.001)
print(float(sim.actors[0].state.clipped[3]))
"""


def copy_package(to: Path) -> Path:
    return Path(
        shutil.copytree(compiling.PACKAGE, to / "footfall", ignore=shutil.ignore_patterns("__pycache__"))
    )


def edit(path: Path) -> None:
    path.write_text(path.read_text() + "\n# changed\n")


def test_the_hash_changes_with_any_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = copy_package(tmp_path)
    monkeypatch.setattr(compiling, "PACKAGE", package)
    source_hash = compiling.source_hash.__wrapped__  # a process asks once
    hashes = [source_hash()]
    for name in ("control/pose.py", "engine/kernel.py", "engine/dispatch.py", "engine/context.py"):
        edit(package / name)
        hashes.append(source_hash())
    assert len(set(hashes)) == len(hashes)
    for path in package.rglob("*.py"):
        os.utime(path, (0, 0))
    assert source_hash() == hashes[-1]  # it is the text that counts, not the date


def test_the_hash_ignores_the_host_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = copy_package(tmp_path)
    monkeypatch.setattr(compiling, "PACKAGE", package)
    before = compiling.source_hash.__wrapped__()
    for name in ("engine/recording.py", "engine/sim.py", "engine/report.py", "cli/run.py", "world/ground.py"):
        edit(package / name)
    assert compiling.source_hash.__wrapped__() == before


def test_the_cache_is_ours_and_can_be_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTFALL_CACHE", str(tmp_path))
    assert compiling.cache_folder.__wrapped__() == tmp_path / f"kernel-{compiling.source_hash()}"
    monkeypatch.delenv("FOOTFALL_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert compiling.cache_root() == tmp_path / "footfall"


@pytest.mark.sim
def test_an_edited_primitive_is_compiled_anew(tmp_path: Path) -> None:
    package = copy_package(tmp_path)
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "FOOTFALL_CACHE": str(tmp_path / "cache")}

    def ask() -> float:
        ran = subprocess.run(
            [sys.executable, "-c", ASK],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        return float(ran.stdout)

    first = ask()
    pose = package / "control" / "pose.py"
    text = pose.read_text()
    edited = text.replace("row[KP] * (target", "2.0 * row[KP] * (target")
    assert edited != text
    pose.write_text(edited)
    assert first != 0.0
    assert ask() == pytest.approx(2.0 * first)
