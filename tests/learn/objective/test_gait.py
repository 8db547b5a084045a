"""Terms about the gait: 0 for a walk like a person's, 1 for none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from footfall.errors import FootfallError
from footfall.learn.job import Job, evaluate
from footfall.learn.objective.gait import gait_value
from footfall.learn.objective.options import read_term
from footfall.natural import Gait, Part

GAIT = Gait({"cadence": 110.0}, {}, (), (Part("knee", 0.75, ""),), 80.0)


def test_values_of_a_gait_and_of_none() -> None:
    assert gait_value(read_term("natural"), GAIT) == pytest.approx(0.2)
    assert gait_value(read_term("gait:knee"), GAIT) == pytest.approx(0.25)
    assert gait_value(read_term("gait:hip"), GAIT) == 1.0  # the body has no such part
    assert gait_value(read_term("gait:cadence=100"), GAIT) == pytest.approx(10.0)
    assert gait_value(read_term("gait:cadence<=120"), GAIT) == 0.0
    assert gait_value(read_term("natural"), None) == 1.0
    assert gait_value(read_term("gait:cadence=100"), None) == 100.0


@pytest.mark.parametrize(
    ("text", "said"),
    [("gait:kne", "there is no part of the score 'kne'"), ("gait:cadance=3", "there is no figure of a gait")],
)
def test_a_part_that_is_not_there_is_refused_with_the_nearest(text: str, said: str) -> None:
    with pytest.raises(FootfallError, match=said):
        read_term(text)


def test_a_search_sees_the_gait_of_a_run(bundle: Callable[..., Any]) -> None:
    terms = [{"kind": "natural", "weight": 1.0}, {"kind": "gait", "of": "cadence", "weight": 1.0}]
    made = bundle(terms=terms, scenarios=[{"seconds": 6.0}])
    result = evaluate(made, Job(made.hash, (0.0,) * made.n, 0))
    assert 0.0 < result.terms["natural"] < 0.9
    assert 0.0 <= result.terms["gait"] <= 1.0
