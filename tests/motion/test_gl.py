"""A back end is found, or the lack of one is said, and nothing crashes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from footfall.errors import FootfallError
from footfall.motion import gl


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("FOOTFALL_RENDER", raising=False)
    monkeypatch.delenv("MUJOCO_GL", raising=False)
    gl._search.cache_clear()
    yield
    gl._search.cache_clear()  # what was found here is made up


def test_drawn_is_taken_without_a_probe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTFALL_RENDER", "drawn")
    monkeypatch.setattr(gl, "_probe", lambda backend: pytest.fail("probed"))
    assert gl.gl_support().backend is None


def test_unknown_wish_offers_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTFALL_RENDER", "drawm")
    with pytest.raises(FootfallError, match="did you mean 'drawn'"):
        gl.gl_support()


def test_a_back_end_that_fails_is_named_and_not_fatal() -> None:
    found = gl._probe("nonsense")
    assert found.backend is None
    assert "nonsense" in found.detail


def test_a_probe_that_crashes_is_not_fatal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gl, "_PROBE", "import os; os.abort()")
    assert gl._probe("egl").backend is None


def test_a_probe_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gl, "_PROBE", "import time; time.sleep(30)")
    monkeypatch.setattr(gl, "PROBE_SECONDS", 0.2)
    assert "TimeoutExpired" in gl._probe("egl").detail


def test_the_next_back_end_is_tried_and_the_verdict_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def probe(backend: str) -> gl.GlSupport:
        asked.append(backend)
        return gl.GlSupport(backend if backend == "second" else None, "llvmpipe")

    monkeypatch.setattr(gl, "_probe", probe)
    monkeypatch.setattr(gl, "_candidates", lambda requested: ("first", "second", "third"))
    assert gl.gl_support().backend == "second"
    assert gl.gl_support().backend == "second"
    assert asked == ["first", "second"]


def test_insisting_on_gl_where_there_is_none_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTFALL_RENDER", "gl")
    monkeypatch.setenv("MUJOCO_GL", "off")
    with pytest.raises(FootfallError, match="3D does not work here"):
        gl.gl_support()


def test_software_is_known_by_its_name() -> None:
    assert gl.GlSupport("egl", "llvmpipe (LLVM 15)").software
    assert not gl.GlSupport("egl", "NVIDIA RTX 4090").software
