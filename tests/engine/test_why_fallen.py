"""Which part of a FALL rule came true."""

from __future__ import annotations

import pytest

from footfall.engine.falls import why_fallen
from footfall.engine.sim import Sim
from footfall.script import compile_text

pytestmark = pytest.mark.sim


def limp(fall: str) -> Sim:
    text = f"SKILL test(low = .6)\nIDLE limp\n{fall}PHASE a\n"
    sim = Sim(compile_text(text), body="planar7", start="rest")
    sim.step(int(3.0 / sim.dt))  # also after the fall
    return sim


def test_the_part_that_holds_is_named() -> None:
    assert why_fallen(limp("FALL com.height < low or com.x > 90\n")) == "com.height < low"


def test_all_parts_that_hold_are_named() -> None:
    assert why_fallen(limp("FALL com.height < low or motion >= 0\n")).count(",") == 1


def test_a_part_that_only_the_script_understands_is_left_out() -> None:
    assert why_fallen(limp("LET deep = com.height < low;\nFALL deep\n")) == ""


def test_without_a_rule_it_is_the_bodys() -> None:
    words = why_fallen(limp(""))
    assert "half its height" in words or "touched the ground" in words
