from __future__ import annotations

import pytest

from footfall.errors import FootfallError
from footfall.script.condition import compile_condition


def test_a_condition_is_a_goal_that_may_use_given_numbers() -> None:
    program = compile_condition("com.x - x0 > .5", ("x0",))
    assert program.goal is not None
    assert [p.name for p in program.units[0].parameters] == ["x0"]


def test_what_is_no_condition_is_named() -> None:
    with pytest.raises(FootfallError) as problem:
        compile_condition("com.heigt > 1", where="edges.a -> b.when")
    assert "'com.heigt > 1' is no condition" in problem.value.message
    assert problem.value.where == "edges.a -> b.when"
    assert "height" in problem.value.help
