"""Mutants: what is changed, and what a change does."""

from __future__ import annotations

from types import FunctionType

import numpy as np
import pytest

from benchmarks import mutants
from benchmarks.mutants import NEGATED, ZEROED, changed_code, mutants_of, negated, own_tests, zeroed
from benchmarks.mutants_equivalent import EQUIVALENT


def test_every_primitive_has_mutants_and_its_own_tests() -> None:
    for module in mutants._modules():
        assert own_tests(module), f"tests/control/test_{module}.py is missing"
        found = mutants_of(module)
        assert len(found) == len(set(found))


def test_a_mutant_changes_one_value() -> None:
    found = {(m.function, m.text, m.how): m for m in mutants_of("rotation")}
    mutant = found["yaw_of", "math.atan2(-mat[1], mat[4])", NEGATED]
    import math

    names = {"math": math, "_negated": negated, "_zeroed": zeroed}
    mat = [0.8, -0.6, 0.0, 0.6, 0.8, 0.0, 0.0, 0.0, 1.0]
    assert FunctionType(changed_code(mutant), names)(mat) == pytest.approx(-math.atan2(0.6, 0.8))
    mutant = found["yaw_of", "math.atan2(-mat[1], mat[4])", ZEROED]
    assert FunctionType(changed_code(mutant), names)(mat) == 0.0


def test_writes_into_arrays_are_changed_too_and_flags_only_zeroed() -> None:
    texts = {(m.function, m.text, m.how) for m in mutants_of("pose")}
    assert ("servo_axis", "target", NEGATED) in texts
    assert ("servo_axis", "1.0", ZEROED) in texts
    assert ("servo_axis", "1.0", NEGATED) not in texts
    assert not any(text == "0.0" for _, text, _ in texts)


def test_changes() -> None:
    assert (negated(2.0), negated(True), negated((1, -2.0))) == (-2.0, False, (-1, 2.0))
    assert (zeroed(2.0), zeroed(np.bool_(True)), zeroed((1, -2.0))) == (0.0, False, (0, 0.0))


def test_every_excuse_names_a_mutant_and_a_reason() -> None:
    keys = {m.key for module in mutants._modules() for m in mutants_of(module)}
    assert set(EQUIVALENT) <= keys
    assert all(len(reason) > 20 for reason in EQUIVALENT.values())
