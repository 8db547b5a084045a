from __future__ import annotations

import pytest

from footfall.script import compile_text


def kinds(statement: str, parameters: str = "") -> list[str]:
    """Kinds of the numbers in a statement, in the order of the text."""
    program = compile_text(f"SKILL a({parameters}) PHASE x LASTS 1 {statement}")
    head = len(program.units[0].parameters) + 1
    return [slot.kind for slot in program.slots[head : len(program.slots) - program.n_defaults]]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("POSE lKnee(1, 300, 30);", ["angle", "gain", "damping"]),
        ("POSE lKnee(1 + min(2, -(time - 3)));", ["angle", "angle", "angle"]),
        ("POSE lKnee(2 * 3 / 4);", ["number", "number", "number"]),
        ("POSE lKnee(sin(1) + sqrt(2));", ["angle", "number"]),
        ("TO end WHEN time > 1 and com.height < 2 or com.speed > 3;", ["time", "length", "speed"]),
        ("TO end WHEN abs(trunk.pitch) > 1 or 2 < lFoot.force;", ["angle", "force"]),
        ("TO end WHEN phi > .5;", ["number"]),
        ("VPD lThigh(1).by(lHip).feedback(2, 3).limits(4, 5);", ["angle", "gain", "gain", "angle", "angle"]),
    ],
)
def test_place_decides_the_kind_of_a_number(statement: str, expected: list[str]) -> None:
    assert kinds(statement) == expected


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("POSE lKnee(k);", "angle"),
        ("POSE lKnee(1 - k);", "angle"),
        ("POSE lKnee(1, k);", "gain"),
        ("POSE lKnee(2 * k);", "number"),
        ("TO end WHEN time > k;", "time"),
        ("TO end WHEN com.speed > k + 1;", "speed"),
        ("POSE lKnee(k); TO end WHEN time > k;", "number"),
        ("POSE lKnee(k, 2 * k);", "angle"),
    ],
)
def test_use_decides_the_kind_of_a_parameter(statement: str, expected: str) -> None:
    program = compile_text(f"SKILL a(k = 1) PHASE x {statement}")
    assert program.units[0].parameters[0].kind == expected
    assert program.slots[0].kind == expected


def test_degrees_make_a_parameter_an_angle() -> None:
    program = compile_text("SKILL a(k = 10 deg) PHASE x POSE lKnee(2 * k);")
    assert program.units[0].parameters[0].kind == "angle"
