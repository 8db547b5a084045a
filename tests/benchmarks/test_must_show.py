"""Rows carry the version they were measured on, and are stale when the code they depend on has changed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import must_show, versions
from benchmarks.commands import ROOT
from benchmarks.promise import Promise, Result, depending
from benchmarks.promises import promises


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of two sources, and a promise about one of them."""
    for name in ("control", "learn"):
        (tmp_path / "src" / name).mkdir(parents=True)
        (tmp_path / "src" / name / "a.py").write_text("x = 1\n")
    (tmp_path / "docs").mkdir()
    monkeypatch.setattr(versions, "ROOT", tmp_path)
    monkeypatch.setattr(must_show, "ROOT", tmp_path)
    monkeypatch.setattr(must_show, "STORE", tmp_path / "must-show.json")
    monkeypatch.setattr(must_show, "TABLE", tmp_path / "docs" / "must-show.md")
    promise = Promise("It walks", "footfall run", "60 s", lambda: Result("60 s", True), ("src/control/*.py",))
    monkeypatch.setattr(must_show, "promises", lambda: [promise])
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    versions.sources_hash.cache_clear()


def show(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    forget()
    monkeypatch.setattr(sys, "argv", ["must_show.py", *arguments])
    return must_show.main()


def test_only_what_is_older_than_its_code_is_measured_again(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measured(*arguments: str) -> bool:
        show(monkeypatch, *arguments)
        return "It walks" in capsys.readouterr().err

    assert measured("--stale")  # nothing is known
    assert not measured("--stale")
    (project / "src" / "learn" / "a.py").write_text("x = 2\n")  # it does not depend on that
    assert not measured("--stale")
    (project / "src" / "control" / "a.py").write_text("x = 2\n")
    assert measured("--stale")
    (project / "src" / "control" / "b.py").write_text("y = 1\n")
    assert measured("--stale")
    assert measured()


def test_each_row_says_what_it_was_measured_on(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(must_show, "version", lambda: "1.2 abcdef0")
    show(monkeypatch)
    (row,) = json.loads((project / "must-show.json").read_text()).values()
    assert row["version"] == "1.2 abcdef0" and row["sources"]
    table = project / "docs" / "must-show.md"
    assert "| pass | 1.2 abcdef0 |" in table.read_text()
    (project / "src" / "control" / "a.py").write_text("x = 2\n")
    show(monkeypatch, "--table")
    assert "| pass | 1.2 abcdef0, changed since |" in table.read_text()


def test_rows_of_before_versions_were_kept_are_stale(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "must-show.json").write_text('{"It walks: 60 s": ["59 s", true]}')
    show(monkeypatch, "--list")
    assert "stale  It walks: 60 s" in capsys.readouterr().out
    show(monkeypatch, "--table")
    assert "59 s | pass | an older version, changed since" in (project / "docs" / "must-show.md").read_text()


def test_every_promise_depends_on_files_that_are_there() -> None:
    for promise in promises():
        assert any(any(ROOT.glob(pattern)) for pattern in promise.depends), promise.what
    (named,) = depending(("src/*",), [Promise("a", "python benchmarks/mutants.py --x", "b", lambda: None)])  # type: ignore[arg-type, return-value]
    assert named.depends == ("src/*", "benchmarks/mutants.py")


@pytest.mark.parametrize("way", [["-m", "benchmarks.mutants"], ["benchmarks/mutants.py"]])
def test_benchmarks_run_as_modules_and_as_files(way: list[str]) -> None:
    ran = subprocess.run(
        [sys.executable, *way, "--list", "--only", "scale"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "gravity" in ran.stdout
