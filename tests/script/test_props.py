"""PROP lines: what they mean, and what is said about wrong ones."""

from __future__ import annotations

import pytest

from footfall.errors import FootfallError
from footfall.script import check, compile_text
from footfall.script.props import prop_specs
from footfall.script.syntax.format import format_text

CRATE = "PROP crate.box(.4, .5, size).at(ahead, -.1, size / 2).mass(80).friction(.2)"
HEAD = f"SKILL a(ahead = 2, size = .6)\n{CRATE}\n"


def program(text: str = f"{HEAD}PHASE x\n  TO end WHEN crate.x > 3;\n"):  # type: ignore[no-untyped-def]
    return compile_text(text)


def test_numbers_may_be_parameters() -> None:
    (crate,) = prop_specs(program(), {"ahead": 3.5})
    assert crate.size == (0.4, 0.5, 0.6)
    assert crate.at == (3.5, -0.1, 0.3)
    assert (crate.shape, crate.mass, crate.friction, crate.fixed) == ("box", 80, 0.2, False)


def test_a_ball_that_is_fixed_needs_no_mass() -> None:
    (ball,) = prop_specs(program("SKILL a()\nPROP b.ball(.1).at(1, 0, 1).fixed()\nPHASE x\n"), {})
    assert ball.fixed and ball.shape == "ball" and ball.size == (0.1, 0.1, 0.1)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("PROP crate.box(.4, .4).at(1, 0, 1).mass(1)", "E050"),
        ("PROP crate.bocks(.4, .4, .4).at(1, 0, 1).mass(1)", "E051"),
        ("PROP crate.box(.4, .4, .4).at(1, 0, 1).at(1, 0, 1).mass(1)", "E052"),
        ("PROP crate.box(.4, .4, .4).mass(1)", "E053"),
        ("PROP crate.at(1, 0, 1).mass(1)", "E053"),
        ("PROP crate.box(.4, .4, .4).at(1, 0, 1)", "E053"),
        ("PROP lKnee.box(.4, .4, .4).at(1, 0, 1).mass(1)", "E027"),
        ("PROP crate.box(.4, .4, .4).at(com.x, 0, 1).mass(1)", "E029"),
        ("PROP .4", "E005"),
    ],
)
def test_what_is_wrong_is_said(line: str, code: str) -> None:
    assert code in [d.code for d in check(f"SKILL a()\n{line}\nPHASE x\n")]


def test_only_declared_things_can_be_sensed_or_taken() -> None:
    codes = [
        d.code for d in check(f"{HEAD}PHASE x\n  GRASP lHand(crat);\n  TO end WHEN box.x > crate.wight;\n")
    ]
    assert codes == ["E048", "E044", "E044"]


def test_sizes_are_above_zero() -> None:
    with pytest.raises(FootfallError, match="above 0"):
        prop_specs(program(), {"size": -1.0})


def test_the_formatter_leaves_a_prop_on_its_line() -> None:
    text = f"{HEAD}\nPHASE x\n  TO end WHEN crate.x > 3;\n"
    assert format_text(text) == text
