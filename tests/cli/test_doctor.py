from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest


def test_doctor_tells_about_gl_ffmpeg_cache_and_versions(
    footfall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOOTFALL_RENDER", "drawn")
    answer = footfall("doctor", "--json")
    found = json.loads(answer.out)
    assert {"GL", "ffmpeg", "compile cache", "mujoco", "numba", "cores"} <= set(found)
    assert found["simulator"]["ok"] is True
    assert answer.code == 0
