"""Every bad input gets one clear message, the place, a suggestion and exit code 2."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


def _load_cases() -> ModuleType:
    path = Path(__file__).parents[2] / "benchmarks" / "bad_inputs.py"
    spec = importlib.util.spec_from_file_location("bad_inputs", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["bad_inputs"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


bad_inputs = _load_cases()


@pytest.mark.parametrize("case", bad_inputs.CASES, ids=lambda case: case.name)
def test_bad_input(footfall: Callable[..., Any], tmp_path: Path, case: Any) -> None:
    answer = footfall(*case.arguments(tmp_path))
    assert bad_inputs.complaint(case, answer.code, answer.out, answer.err) == "", answer.err


def test_the_good_scripts_behind_the_cases_are_good() -> None:
    from footfall.script import compile_text

    assert compile_text(bad_inputs.GOOD_SKILL).body == "planar7"
    assert compile_text(bad_inputs.GOOD_CLASSIC, name="good.s").phase_names


def test_bad_input_prints_nothing_on_stdout_with_json(footfall: Callable[..., Any]) -> None:
    answer = footfall("run", "simbicon/walk", "--json", "--seconds", "-1")
    assert (answer.code, answer.out) == (2, "")


@pytest.mark.parametrize("extra", [["--seed", "3"], ["--strip", "a.png"]])
def test_seeds_exclude_what_is_of_one_run(footfall: Callable[..., Any], extra: list[str]) -> None:
    answer = footfall("run", "simbicon/walk", "--seeds", "2", *extra)
    assert answer.code == 2
    assert "--seeds" in answer.err
