from __future__ import annotations

import math

import pytest

from footfall.script import parse
from footfall.script.compile.bounds import bounds, truth
from footfall.script.syntax.expression_tree import Binary, Expr
from footfall.script.syntax.tree import To


def condition(text: str) -> Expr:
    script = parse(f"SKILL a(p = 1) PHASE x LASTS 1 TO end WHEN {text};")
    assert not script.broken
    (to,) = (s for s in script.phases[0].statements if isinstance(s, To))
    return to.when


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 < 2", True),
        ("2 * 3 < 1", False),
        ("phi > 1", False),
        ("phi >= 1", None),
        ("phi <= 1", True),
        ("phi < 0 or time < 0", False),
        ("phi < 0 or time > 1", None),
        ("phi < 0 and time > 1", False),
        ("not phi > 1", True),
        ("time >= 0", True),
        ("time > 0", None),
        ("time - 1 > -1", None),
        ("time + 1 < 1", False),
        ("-time > 0", False),
        ("abs(trunk.pitch) > 4", False),
        ("abs(trunk.pitch) > 60 deg", None),
        ("lKnee > 4", None),
        ("random < 1", True),
        ("random >= 1", False),
        ("min(phi, 5) > 2", False),
        ("max(phi, 5) > 2", True),
        ("clamp(com.speed, 0, 1) > 1", False),
        ("sin(time) > 1.5", False),
        ("lFoot.force < 0", False),
        ("near BOX < 0", False),
        ("key A", None),
        ("contact lFoot", None),
        ("p > 0", None),
        ("1 == 2", False),
        ("phi != 3", True),
        ("phi == 1", None),
    ],
)
def test_truth_of_conditions(text: str, expected: bool | None) -> None:
    assert truth(condition(text)) is expected


def test_products_are_not_guessed() -> None:
    comparison = condition("time * 2 > 1")
    assert isinstance(comparison, Binary)
    assert bounds(comparison.left) == (-math.inf, math.inf)
