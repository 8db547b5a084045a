from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

RESULT = {
    "bodies": {
        "human": {
            "careful": {
                "bare_us": 50.0,
                "closed_us": 55.0,
                "control_us": 5.0,
                "ratio": 1.1,
                "x_realtime": 18.0,
            },
            "default": {
                "bare_us": 40.0,
                "closed_us": 45.0,
                "control_us": 4.75,
                "ratio": 1.125,
                "x_realtime": 44.0,
            },
            "faster": 2.44,
        }
    },
    "two_threads": 1.9,
    "hashes": {"first_run": "ab", "chunks": "ab", "same": True},
    "compile_s": 20.0,
}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The measuring itself takes a minute and is tested with the engine."""
    monkeypatch.setattr("footfall.engine.bench.bench", lambda bodies, progress: RESULT)


def test_json_is_what_was_measured(footfall: Callable[..., Any]) -> None:
    assert json.loads(footfall("bench", "--json").out) == RESULT


def test_the_table_for_people(footfall: Callable[..., Any]) -> None:
    out = footfall("bench").out
    assert all(
        word in out
        for word in (
            "human",
            "careful",
            "1.100",
            "4.75",
            "44.0",
            "2.44",
            "1.90",
            "20.0 s",
            "the same",
            "first run",
        )
    )


def test_different_hashes_are_said_aloud(
    footfall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RESULT, "hashes", {"first_run": "ab", "chunks": "cd"})
    assert "different" in footfall("bench").out


def test_an_unknown_body_is_refused_before_measuring(footfall: Callable[..., Any]) -> None:
    answer = footfall("bench", "--body", "humam")
    assert answer.code == 2
    assert "human" in answer.err
