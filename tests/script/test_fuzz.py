"""A short run of the fuzzer; `benchmarks/fuzz_language.py` is the long one."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def fuzzer() -> ModuleType:
    path = Path(__file__).parents[2] / "benchmarks" / "fuzz_language.py"
    spec = importlib.util.spec_from_file_location("fuzz_language", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_mutated_scripts_neither_crash_nor_hang(fuzzer: ModuleType) -> None:
    tally = fuzzer.run((0, 400, 1))
    assert tally.failures == []
    assert tally.count == 400 and 0 < tally.accepted < 400


def test_a_mutation_depends_on_its_number_only(fuzzer: ModuleType) -> None:
    assert fuzzer.mutate(7, 0) == fuzzer.mutate(7, 0)
    assert fuzzer.mutate(7, 0) != fuzzer.mutate(8, 0)


def test_failures_are_seen(fuzzer: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise IndexError("pop from empty list")

    monkeypatch.setattr(fuzzer, "check", broken)
    assert "IndexError" in fuzzer.examine("a.skill", "SKILL a()")[0]
