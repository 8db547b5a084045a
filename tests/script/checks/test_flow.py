from __future__ import annotations

import pytest

from footfall.script import check


def codes(text: str) -> list[str]:
    return [d.code for d in check("SKILL a()\n" + text)]


@pytest.mark.parametrize(
    "text",
    [
        "PHASE x POSE lKnee(1);",
        "PHASE x LASTS 1 POSE lKnee(curve(0: 0, 1: 1)); TO end WHEN phi >= 1;",
        "PHASE x LASTS 1 ALWAYS TO y WHEN time > 1; PHASE y",
        "PHASE x TO y WHEN time > 1; PHASE y POSE lKnee(1);",
        "PHASE x TO z WHEN time > 1; PHASE y TO x WHEN time > 1; PHASE z TO y WHEN time > 1;",
        "PHASE x KEEP POSE lKnee(1); TO y WHEN time > 1; PHASE y POSE rKnee(0); TO end WHEN time > 1;",
        "PHASE x KEEP POSE lKnee(1); TO y WHEN time > 1; PHASE y TO x WHEN time > 1;",
        "PHASE x KEEP POSE lHip(1); TO y WHEN time > 1; "
        "PHASE y VPD lThigh(0).by(lHip); TO end WHEN time > 1;",
        "PHASE x TO y WHEN time >= 0; PHASE y",
        "PHASE x VFFB uTorso(1, 1).by(lAnkle); VFFB uTorso(1, 1).by(rAnkle);",
        "PHASE x POSE lHip(1.3), lKnee(3), rKnee(-.005), lShoulder(-180 deg);",
    ],
)
def test_what_is_right_is_not_warned_about(text: str) -> None:
    assert codes(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("PHASE x PHASE y PHASE z", ["W010", "W010"]),
        ("PHASE x PHASE y TO z WHEN time > 1; PHASE z", ["W010"]),
        ("PHASE x TO x WHEN time > 1; PHASE y", ["W001"]),
        ("PHASE x LASTS 1 POSE lKnee(phi);", ["W010"]),
        ("PHASE x POSE lKnee(1); TO end WHEN 1 > 0; TO x WHEN time > 1;", ["W011", "W009"]),
        ("PHASE x TO end WHEN time > 1; ALWAYS TO x WHEN time < 0;", ["W009"]),
        ("PHASE x KEEP POSE lKnee(1), rHip(0); TO end WHEN time > 1;", ["W012", "W012"]),
        ("PHASE x POSE lHip(1.4).roll(2);", ["W008", "W008"]),
        ("PHASE x LIPOSE lKnee(-20 deg).time(1);", ["W008"]),
        ("PHASE x VFFB uTorso(1, 1).by(lAnkle); VFFB uTorso(2, 1).by(lAnkle);", ["W006"]),
    ],
)
def test_what_is_odd_is_warned_about_once(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


def test_a_script_with_errors_is_not_warned_about_its_flow() -> None:
    assert codes("PHASE x POSE lKne(1); PHASE y") == ["E040"]


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("GOAL pelvis.pitch < -4", "GOAL can never hold"),
        ("GOAL abs(trunk.roll) > 200 deg", "GOAL can never hold"),
        ("GOAL time >= 0", "GOAL always holds"),
        ("FALL pelvis.yaw > 4", "FALL can never hold"),
        ("FALL com.height < 1 or time >= 0", "FALL always holds"),
        ("FALL 2 * pelvis.pitch > 7", "FALL can never hold"),
        ("GOAL pelvis.pitch < -3", ""),
        ("GOAL time < 0", "GOAL can never hold"),
        ("FALL time < 0", ""),  # nothing counts as a fall
        ("GOAL lKnee < -4", ""),  # a joint may turn on
        ("FALL com.height < .6 and time > 1", ""),
    ],
)
def test_rules_that_are_decided_from_the_start_are_told(head: str, words: str) -> None:
    found = check(f"SKILL a()\n{head}\nPHASE x\n  POSE lKnee(1);\n")
    told = [d.message for d in found if d.code == "W013"]
    assert [m[: len(words)] for m in told] == ([words] if words else [])
    if "pelvis" in head and words:
        assert "wrap" in next(d.help for d in found if d.code == "W013")


def test_an_interrupt_that_always_fires_is_told() -> None:
    text = "SKILL a()\nPHASE x\n  POSE lKnee(1);\nALWAYS TO x WHEN pelvis.pitch > -4;\n"
    assert "W013" in [d.code for d in check(text)]
    text = "SKILL a()\nPHASE x\n  POSE lKnee(1);\nALWAYS TO x WHEN pelvis.pitch > 4;\n"
    assert "W009" in [d.code for d in check(text)]
