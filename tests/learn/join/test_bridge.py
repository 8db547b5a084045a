"""The text of a bridge."""

from __future__ import annotations

from dataclasses import replace

import pytest

from footfall.engine.recording.trace import Move
from footfall.errors import FootfallError
from footfall.learn.join import bridge
from footfall.script import Source, compile_text, find_skill, parse

STAND = replace(find_skill("moves/stand"), name="moves/stand")


def move(source: str, target: str, frame: int = 0) -> Move:
    return Move(0.0, frame, "moves/walk", source, target, 1, "", {})


WALKED = [move("lift", "strike"), move("strike", "lift")] * 3


def test_phases_are_copied_from_the_end_of_a_step_on() -> None:
    walk = parse(find_skill("moves/walk"))
    path = bridge.path_of(walk, WALKED, "lift", 3)
    assert [(phase.name.text, way.target.text if way else "") for phase, way in path] == [
        ("lift", "strike"),
        ("strike", "lift"),
        ("lift", "strike"),
    ]


def test_a_bridge_is_a_skill_that_ends_in_the_second() -> None:
    walk = parse(find_skill("moves/walk"))
    made = bridge.write(walk, STAND, bridge.path_of(walk, WALKED, "lift", 2))
    assert made.name == "walk-to-stand"
    assert made.phases == ("lift1", "strike2")
    program = compile_text(made.text, name=made.name)
    assert [program.phase_names[k] for k in range(*program.units[0].phases)] == ["lift1", "strike2", "arrive"]
    assert "TO arrive SWAP WHEN contact swFoot;" in made.text
    assert "TO arrive SWAP WHEN time > 1;" in made.text  # no wait is endless
    assert "GOAL com.height > 0.8 and motion < 0.5" in made.text  # that of the second skill
    assert {p.name for p in program.units[0].parameters} == {"lean", "dt", "stay"}


def test_what_rests_is_copied_for_a_while() -> None:
    stand = parse(STAND)
    path = bridge.path_of(stand, [], "quiet", 2)
    text = bridge.write(stand, replace(find_skill("moves/hop"), name="moves/hop"), path).text
    assert "PHASE quiet1" in text and "TO quiet2 WHEN time > 0.3;" in text
    assert "TO end WHEN complete;" in text  # a hop ends by itself


def test_a_skill_that_calls_its_gait_is_refused() -> None:
    stop = parse(find_skill("moves/stop"))
    with pytest.raises(FootfallError, match="a skill that it calls") as refused:
        bridge.path_of(stop, [move("lift", "strike", frame=1)], "walk", 2)
    assert "moves/walk" in str(refused.value.help)


def test_groups_of_parameters_cannot_be_copied() -> None:
    text = "SKILL a(g.*)\nPARAMS g(x = 1)\nPHASE only\n POSE lKnee(x);\n TO only WHEN time > 1;\n"
    script = parse(Source("a", "", text))
    with pytest.raises(FootfallError, match="group of parameters"):
        bridge.write(script, STAND, [(script.phases[0], script.phases[0].transitions[0])])
