"""What counts as compiled, what is compiled when something is missing, and what is thrown away."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from footfall import compiling
from footfall.engine import cache
from footfall.engine.cache import CALLED_BY_HOST, RUN, watcher


class Function:
    """Stands for a compiled function: knows which argument types it has, and what the folder holds."""

    def __init__(self, name: str, kept: bool) -> None:
        def py_func() -> None: ...

        py_func.__name__ = name
        self.py_func, self.kept, self.targetctx = py_func, kept, None
        self.overloads: dict[Any, Any] = {}
        self._cache = self

    def holds(self, arguments: Any, _: Any) -> bool:
        return self.kept

    def compile(self, arguments: Any) -> None:
        self.overloads[arguments] = True


@pytest.fixture
def functions(monkeypatch: pytest.MonkeyPatch) -> list[Function]:
    made = [Function("one", True), Function("two", False), Function("three", False)]
    monkeypatch.setattr(cache, "_needed", lambda used, watch: [(f, ("types",)) for f in made])
    monkeypatch.setattr(cache, "_start_helper", lambda jobs: None)
    monkeypatch.setattr(cache, "prune", lambda: None)
    return made


def test_what_is_missing_is_compiled_and_told(
    functions: list[Function], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(compiling, "listener", lambda work: work(said.append))
    assert not cache.is_warm()
    assert cache.warm() > 0.0
    assert said == ["two (1 of 2)", "three (2 of 2)"]
    assert not functions[0].overloads and functions[1].overloads and cache.is_warm()
    assert cache.warm() == 0.0 and len(said) == 2


def test_a_run_needs_the_loop_and_its_own_primitives() -> None:
    def names(*arguments: Any) -> list[str]:
        return [job[0].__name__ for job in cache._needed(*arguments)]

    few, all_ = names(("pose",), False), names(None, False)
    assert "pose" in few and "step" not in few and "step" in all_
    assert RUN[0].__name__ in few and {f.__name__ for f, _ in CALLED_BY_HOST} <= set(few)
    watch = watcher()[0].__name__
    assert watch not in few and watch in names((), True) and watch in all_


@pytest.mark.sim
def test_after_a_run_its_loop_has_been_compiled_for_one_kind_of_arguments() -> None:
    from footfall.engine.sim import Sim

    for skill in ("simbicon/walk", "moves/stand"):
        Sim(skill).run(0.01)
    assert len(RUN[0].overloads) <= 1


def test_only_the_newest_versions_and_folders_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "kernel-now"
    here.mkdir()
    monkeypatch.setattr(cache, "folder", lambda: here)
    monkeypatch.setattr(cache, "cache_root", lambda: tmp_path)
    for k in range(6):
        (tmp_path / f"kernel-{k}").mkdir()
        os.utime(tmp_path / f"kernel-{k}", (k, k))
        for name in (f"control.pose.pose-{k}.nbi", f"control.pose.pose-{k}.1.nbc", "control.step.step-9.nbi"):
            (here / name).write_bytes(b"")
            os.utime(here / name, (k, k))
    cache.prune()
    assert {p.name for p in tmp_path.iterdir()} == {"kernel-now", *(f"kernel-{k}" for k in range(2, 6))}
    left = {p.name for p in here.iterdir()}
    assert left == {
        "control.step.step-9.nbi",
        *(f"control.pose.pose-{k}{end}" for k in range(2, 6) for end in (".nbi", ".1.nbc")),
    }


def test_the_compiler_is_left_as_it_was_found() -> None:
    from numba.core.targetconfig import TargetConfig

    before = TargetConfig.__hash__, TargetConfig.__eq__
    with cache.quick_compiler():
        from numba.core.compiler import Flags

        one, same, other = Flags(), Flags(), Flags()
        other.nrt = not one.nrt
        assert one == same and hash(one) == hash(same) and one != other
    assert (TargetConfig.__hash__, TargetConfig.__eq__) == before
