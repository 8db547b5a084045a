from __future__ import annotations

from pathlib import Path

import pytest

from footfall import faults


@pytest.fixture
def fault() -> Exception:
    try:
        raise ZeroDivisionError("nobody foresaw this")
    except ZeroDivisionError as error:
        return error


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOOTFALL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    return tmp_path / "cache"


def test_a_report_holds_command_versions_and_traceback(fault: Exception, cache: Path) -> None:
    path = faults.write_report(fault, "footfall check a.skill")
    assert path is not None
    assert path.parent == cache / "reports"
    text = path.read_text(encoding="utf-8")
    assert "footfall check a.skill" in text
    assert "mujoco" in text
    assert "ZeroDivisionError: nobody foresaw this" in text
    assert "test_faults.py" in text


def test_without_a_cache_folder_it_goes_to_the_temporary_one(fault: Exception, cache: Path) -> None:
    cache.write_text("a file where the folder should be")
    path = faults.write_report(fault, "x")
    assert path is not None
    assert cache.parent / "temporary" in path.parents


def test_when_nothing_can_be_written_it_still_tells(
    fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faults, "_folders", lambda: [Path("/dev/null/no")])
    assert faults.write_report(fault, "x") is None
    told = faults.tell(fault, "x")
    assert "a fault of Footfall, not yours" in told.message
    assert "no report" in told.help


def test_an_exception_that_cannot_be_shown_is_reported_too(cache: Path) -> None:
    class OddError(Exception):
        def __str__(self) -> str:
            raise ValueError

    assert faults.write_report(OddError(), "x") is not None


def test_old_reports_are_removed(fault: Exception, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "MOST_REPORTS", 3)
    for _ in range(5):
        faults.write_report(fault, "x")
    assert len(list((cache / "reports").iterdir())) == 3


def test_a_report_of_a_deep_recursion_is_not_endless() -> None:
    def deep(n: int) -> int:
        return deep(n + 1) + other(n)

    def other(n: int) -> int:
        return deep(n + 1)

    with pytest.raises(RecursionError) as caught:
        deep(0)
    assert len(faults.report_text(caught.value, "x")) < 300_000
