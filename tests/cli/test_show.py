from __future__ import annotations

import json
import threading

import numpy as np
import pytest

from footfall.cli import show


def test_json_is_one_line_and_has_no_nan(capsys: pytest.CaptureFixture[str]) -> None:
    show.print_json(
        {"a": float("nan"), "b": np.float64(2.5), "c": np.arange(2), "d": {"e": float("inf")}, "f": "ü"}
    )
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert json.loads(out) == {"a": None, "b": 2.5, "c": [0, 1], "d": {"e": None}, "f": "ü"}


def test_patiently_returns_what_the_work_returns() -> None:
    assert show.patiently("Working", lambda _: 42) == 42


def test_patiently_raises_what_the_work_raises() -> None:
    def work(_: show.Progress) -> None:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        show.patiently("Working", work)


def test_patiently_speaks_up_when_it_takes_long(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(show, "LINE_AFTER", 0.02)
    done = threading.Event()
    threading.Timer(0.2, done.set).start()
    show.patiently("Simulating a lot", lambda _: done.wait())
    captured = capsys.readouterr()
    assert "Simulating a lot" in captured.err
    assert captured.out == ""


def test_patiently_is_silent_when_it_is_quick(capsys: pytest.CaptureFixture[str]) -> None:
    show.patiently("Simulating a little", lambda _: None)
    assert capsys.readouterr().err == ""
