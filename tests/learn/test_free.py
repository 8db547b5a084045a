"""Which numbers are free, how far, and what is written back."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footfall.errors import FootfallError
from footfall.learn.free import FreeNumber, free_numbers
from footfall.script import compile_skill, compile_text, rewrite

TEXT = """SKILL test(lean = 0.1~0.05<0,.3>)
PHASE up LASTS 0.5
  POSE swKnee(-20~5<-45,0> deg, 300, 30), stKnee(.4);
  TO down WHEN phi >= 1;
PHASE down
  POSE swKnee(0);
"""


def test_marked_numbers_are_free_in_their_own_unit() -> None:
    lean, knee = free_numbers(compile_text(TEXT))
    assert (lean.name, lean.base, lean.std, lean.low, lean.high) == ("lean", 0.1, 0.05, 0.0, 0.3)
    assert knee.name == "up/POSE swKnee/pitch"
    assert (knee.base, knee.std) == pytest.approx((math.radians(-20), math.radians(5)))
    assert (knee.lower, knee.upper) == pytest.approx((-5.0, 4.0))


def test_every_number_of_a_phase_is_scaled_by_its_kind() -> None:
    found = {f.name: f for f in free_numbers(compile_text(TEXT), "up")}
    assert found["up/POSE stKnee/pitch"].std == 0.1  # an angle
    gains = [f for f in found.values() if f.base == 300.0]
    assert [f.std for f in gains] == [60.0] and gains[0].low >= 0.0
    lasts = next(f for name, f in found.items() if "LASTS" in name)
    assert lasts.std == pytest.approx(0.1) and lasts.low > 0.0
    assert found["up/POSE swKnee/pitch"].std == pytest.approx(math.radians(5))  # its mark counts
    assert "lean" not in found and not any(name.startswith("down") for name in found)


def test_a_number_is_free_within_what_its_statement_allows() -> None:
    text = "SKILL a() PHASE up STEP swFoot(.7).ahead(.9).trim(.01).follow(2 * .9);"
    found = {f.name: f for f in free_numbers(compile_text(text), "up")}
    assert found["up/STEP swFoot/ahead"].high == 1.0
    assert found["up/STEP swFoot/trim gain"].low == 0.0
    assert found["up/STEP swFoot/follow stiffer"].high > 2.0  # in arithmetic it is none of the clause's


def test_parameters_can_be_named_beside_phases() -> None:
    names = [f.name for f in free_numbers(compile_text(TEXT), "down, lean")]
    assert names == ["lean", "down/POSE swKnee/pitch"]


def test_the_script_s_own_value_is_kept_to_the_bit() -> None:
    free = FreeNumber(0, "x", 0.1 + 0.2, 0.05)
    assert free.value(0.0) == 0.1 + 0.2


@given(x=st.floats(-50, 50))
def test_values_stay_within_bounds(x: float) -> None:
    free = FreeNumber(0, "x", 0.1, 0.05, 0.0, 0.3)
    assert 0.0 <= free.value(x) <= 0.3


@given(x=st.floats(-4.9, 3.9))
def test_what_is_written_is_what_was_tried(x: float) -> None:
    program = compile_text(TEXT)
    params = program.params.copy()
    for free in free_numbers(program):
        params[free.slot] = free.value(x)
    text = rewrite(TEXT, 0, program, params)
    assert (compile_text(text).params == params).all()
    assert len(text) < len(TEXT) + 12  # and it reads well


def test_no_free_numbers() -> None:
    with pytest.raises(FootfallError, match="no number of this script is free") as caught:
        free_numbers(compile_text("SKILL t()\nPHASE only\n POSE lKnee(1);\n"))
    assert "--free only" in caught.value.help


def test_an_unknown_phase_is_named_with_its_neighbour() -> None:
    with pytest.raises(FootfallError, match="there is no phase 'lft'") as caught:
        free_numbers(compile_skill("simbicon/walk"), "lft")
    assert "'lift'" in caught.value.help


def test_a_mark_without_width_is_refused() -> None:
    with pytest.raises(FootfallError, match="standard deviation of lean is 0"):
        free_numbers(compile_text(TEXT.replace("~0.05", "~0")))
