from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from footfall.script import DictLoader, compile_text, rewrite
from footfall.script.rewrite import number_text

FINITE = st.floats(-1e6, 1e6, allow_nan=False)


def test_unchanged_numbers_leave_the_text_alone(walk: str, loader: DictLoader) -> None:
    program = compile_text(walk, loader=loader)
    assert rewrite(walk, 0, program, program.params) == walk


def test_one_number_changes_and_nothing_else(walk: str, loader: DictLoader) -> None:
    program = compile_text(walk, loader=loader)
    params = program.params.copy()
    params[[s.label for s in program.slots].index("lift/POSE swAnkle/pitch")] = 0.25
    assert rewrite(walk, 0, program, params) == walk.replace("swAnkle(-.6)", "swAnkle(0.25)")


def test_mark_and_unit_stay() -> None:
    text = "SKILL a(k = -20~5<-45,0> deg) PHASE x POSE lKnee(k - 3);"
    program = compile_text(text)
    changed = rewrite(text, 0, program, [math.radians(-12.5), -4.0])
    assert changed == "SKILL a(k = -12.5~5<-45,0> deg) PHASE x POSE lKnee(k - -4);"
    assert np.allclose(compile_text(changed).params, [math.radians(-12.5), -4.0])


def test_only_the_named_unit_is_written(walk: str, curl: str, loader: DictLoader) -> None:
    program = compile_text(walk, loader=loader)
    params = program.params * 1.5
    changed = rewrite(curl, 1, program, params)
    assert "hold = 0.75" in changed
    assert f"bend = {math.pi * 0.75!r}" in changed
    assert "POSE lKnee(bend), rKnee(bend);" in changed


def test_every_changed_number_comes_back(walk: str, loader: DictLoader) -> None:
    program = compile_text(walk, loader=loader)
    rng = np.random.default_rng(0)
    params = program.params.copy()
    written = program.slots[: len(program.slots) - program.n_defaults]  # the rest stands in no text
    own = [i for i, s in enumerate(written) if s.span.unit == 0 and s.mark is None]
    params[own] = rng.normal(size=len(own))
    again = compile_text(rewrite(walk, 0, program, params), loader=loader)
    assert np.allclose(again.params, params, rtol=1e-15)
    assert [s.label for s in again.slots] == [s.label for s in program.slots]


@pytest.mark.parametrize(
    ("value", "digits", "expected"),
    [
        (0.1 + 0.2, 6, "0.3"),
        (1200.0, None, "1200"),
        (-0.0, None, "0"),
        (1e-9, None, "1e-09"),
        (1 / 3, 6, "0.333333"),
    ],
)
def test_number_reads_well(value: float, digits: int | None, expected: str) -> None:
    assert number_text(value, digits=digits) == expected


@given(FINITE)
def test_number_comes_back_exactly(value: float) -> None:
    assert float(number_text(value)) == value


@given(FINITE.filter(lambda x: abs(x) > 1e-100))
def test_degrees_come_back(value: float) -> None:
    factor = math.pi / 180
    assert float(number_text(value, factor)) * factor == pytest.approx(value, rel=1e-15, abs=0)


@given(FINITE.filter(lambda x: abs(x) > 1e-100))
def test_six_digits_are_kept(value: float) -> None:
    text = number_text(value, digits=6)
    assert len(text.lstrip("-0.").replace(".", "").split("e")[0].rstrip("0")) <= 6
    assert float(text) == pytest.approx(value, rel=1e-5)
