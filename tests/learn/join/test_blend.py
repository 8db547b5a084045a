"""Two transitions in one."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.errors import FootfallError
from footfall.learn.join.blend import SENSES, WEIGHT, blend, weight
from footfall.script import compile_text

ONE = "SKILL a(stay = 60)\nBODY planar17\nFALL com.height < .5\nPHASE x\n  POSE lKnee(.2), rKnee(30 deg);\n"


def test_numbers_that_differ_lie_between_by_the_weight() -> None:
    text = blend(ONE, ONE.replace("(.2)", "(.6)"), "a", "clamp(com.speed, 0, 1)")
    assert f"SET {WEIGHT} = clamp(com.speed, 0, 1) WHEN time >= 0;" in text
    assert f"lKnee((0.2 + (0.4) * {WEIGHT}))" in text and "rKnee(30 deg)" in text
    compile_text(text, name="a")


def test_other_scripts_are_refused() -> None:
    with pytest.raises(FootfallError, match="differ in more than their numbers"):
        blend(ONE, ONE.replace("lKnee", "lHip"), "a", "0")


def test_the_weight_is_0_at_the_first_states_and_1_at_the_second() -> None:
    rng = np.random.default_rng(1)
    first = rng.normal(0.0, 0.1, (20, len(SENSES)))
    second = first + np.array([0.5, 0.0, 0.0, 0.0, -0.2])
    said = weight(first, second).replace("clamp(", "").rpartition(", 0, 1")[0]

    def value(point: np.ndarray) -> float:
        text = said
        for sense, x in zip(SENSES, point, strict=True):
            text = text.replace(f"({sense})", f"({x})")
        return float(eval(text))

    assert value(first.mean(0)) == pytest.approx(0.0, abs=0.02)
    assert value(second.mean(0)) == pytest.approx(1.0, abs=0.02)
