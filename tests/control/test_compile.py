"""The compile cache: our own folder, named by the sources; a changed primitive is never missed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchmarks.new_statements import copy_package
from footfall.control import compile as compiling


def edit(path: Path) -> None:
    path.write_text(path.read_text() + "\n# changed\n")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sources that may be edited; what was known of them is forgotten."""
    copied = copy_package(tmp_path)
    monkeypatch.setattr(compiling, "PACKAGE", copied)
    return copied


def stamps(*modules: str) -> list[str]:
    """Stamps as a process sees them that asks for the first time."""
    for known in (compiling.source_stamp, compiling._numbers):
        known.cache_clear()
    found = [compiling.stamp_of(f"footfall.{module}") for module in modules]
    for known in (compiling.source_stamp, compiling._numbers):
        known.cache_clear()
    return found


ALL = ("control.servos.virtual", "control.steps.step", "engine.kernel.loop")


def test_a_primitive_depends_on_what_it_imports(package: Path) -> None:
    before = stamps(*ALL)
    edit(package / "control" / "servos" / "virtual.py")
    after = stamps(*ALL)
    assert after[0] != before[0] and after[2] == before[2]  # the loop calls it by its address
    edit(package / "control" / "kinematics.py")  # all need it
    assert not set(after) & set(stamps(*ALL))


def test_all_depends_on_how_an_actor_is_read(package: Path) -> None:
    before = stamps(*ALL)
    edit(package / "engine" / "layout.py")
    assert not set(before) & set(stamps(*ALL))


def test_nothing_depends_on_dates_or_on_the_host_side(package: Path) -> None:
    before = stamps(*ALL)
    for name in (
        "engine/recording/recording.py",
        "engine/sim.py",
        "engine/recording/report.py",
        "cli/run/run.py",
        "world/ground.py",
    ):
        edit(package / name)
    for path in package.rglob("*.py"):
        os.utime(path, (0, 0))
    assert stamps(*ALL) == before


def test_of_numbers_only_those_count_that_are_imported(package: Path) -> None:
    before = stamps(*ALL)
    opcodes = package / "control" / "opcodes.py"
    opcodes.write_text(opcodes.read_text() + "OP_ANOTHER = 99\nANOTHER_ANGLE = 4\n")
    assert stamps(*ALL) == before
    opcodes.write_text(opcodes.read_text().replace("STEP_HEIGHT_LIFT = ", "STEP_HEIGHT_LIFT = 1"))
    after = stamps(*ALL)
    assert after[1] != before[1] and after[0] == before[0]


def test_the_cache_is_ours_and_can_be_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTFALL_CACHE", str(tmp_path))
    assert compiling.cache_folder.__wrapped__() == tmp_path / f"kernel-{compiling.machine_hash()}"
    monkeypatch.delenv("FOOTFALL_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert compiling.cache_root() == tmp_path / "footfall"
