"""The text of a bridge."""

from __future__ import annotations

from dataclasses import replace

import pytest

from footfall.engine.recording.trace import Move
from footfall.errors import FootfallError
from footfall.learn.join import bridge
from footfall.learn.join.copying import Copier
from footfall.script import Source, compile_text, parse

WALK = parse(
    Source(
        "moves/walk",
        "",
        "SKILL walk(lean = -.1, dt = 0.3~.1<.1,.5>)\nBODY planar17\nSTART rest\nFALL com.height < .6\n"
        "LET slow = com.speed < dt;\nLET idle = 2;\n"
        "PHASE begin\n  DO moves/ready();\n  TO lift WHEN complete;\n"
        "PHASE lift\n  POSE swKnee(1.1 - lean);\n  VPD uTorso(lean).close(stHip);\n"
        "  TO strike WHEN time > dt;\n"
        "PHASE strike\n  POSE swKnee(.05);\n  TO lift SWAP WHEN contact swFoot or slow;\n",
    )
)
STAND = Source(
    "moves/stand",
    "",
    "SKILL stand(low = .8)\nFALL com.height < .5\nGOAL com.height > low and motion < .5\n"
    "PHASE quiet\n  POSE lHip(0);\n",
)
HOP = Source(
    "moves/hop",
    "",
    "SKILL hop()\nPHASE bend\n  POSE lKnee(1);\n  TO fly WHEN time > .3;\n"
    "PHASE fly\n  POSE lKnee(0);\n  TO end WHEN time > 1;\n",
)


def move(source: str, target: str, frame: int = 0) -> Move:
    return Move(0.0, frame, "moves/walk", source, target, 1, "", {})


WALKED = [move("lift", "strike"), move("strike", "lift")] * 3


def test_phases_are_copied_from_the_end_of_a_step_on() -> None:
    path = bridge.path_of(WALK, WALKED, "lift", 3)
    assert [(phase.name.text, way.target.text if way else "") for phase, way in path] == [
        ("lift", "strike"),
        ("strike", "lift"),
        ("lift", "strike"),
    ]


def test_a_bridge_is_a_skill_that_ends_in_the_second() -> None:
    made = bridge.write(WALK, STAND, bridge.path_of(WALK, WALKED, "lift", 2))
    assert made.name == "walk-to-stand"
    assert made.phases == ("lift1", "strike2")
    text = made.text
    assert "TO arrive SWAP WHEN contact swFoot or slow;" in text
    assert "TO arrive SWAP WHEN time > 2;" in text  # no wait is endless
    assert "FALL com.height < .5" in text and "GOAL com.height > .8 and motion < .5" in text  # the second's
    assert "SKILL walk-to-stand(stay = 60)" in text
    program = compile_text(text.replace("DO moves/stand();", "POSE lHip(0);"), name=made.name)
    assert [program.phase_names[k] for k in range(*program.units[0].phases)] == ["lift1", "strike2", "arrive"]


def test_parameters_are_written_out_so_that_each_copy_has_its_own() -> None:
    made = bridge.write(WALK, STAND, bridge.path_of(WALK, WALKED, "lift", 3))
    assert made.text.count("TO strike2 WHEN time > 0.3;") == 1
    assert "VPD  uTorso(-.1).close(stHip);" in made.text
    assert "swKnee(1.1 - (-.1))" in made.text  # a sign does not run into another
    assert "LET slow = com.speed < 0.3;" in made.text
    assert "idle" not in made.text  # what no copy needs stays behind


def test_what_rests_is_copied_for_a_while() -> None:
    stand = parse(STAND)
    text = bridge.write(stand, HOP, bridge.path_of(stand, [], "quiet", 2)).text
    assert "PHASE quiet1" in text and "TO quiet2 WHEN time > 0.3;" in text
    assert "TO end WHEN complete;" in text  # a hop ends by itself


def test_an_entry_is_whole_steps_of_a_gait_without_what_makes_it_ready() -> None:
    moves = [move("begin", "lift"), *WALKED]
    path, at = bridge.entry_of(WALK, moves, 3)
    assert [phase.name.text for phase, _ in path] == ["lift", "strike"] and at == ""
    hop = parse(HOP)
    path, at = bridge.entry_of(hop, [move("bend", "fly"), move("fly", "end")], 4)
    assert [phase.name.text for phase, _ in path] == ["bend"] and at == "fly"
    text = bridge.write(WALK, HOP, path, at=at, of="second").text
    assert "PHASE bend1" in text and "DO moves/hop() AT fly;" in text


def test_a_skill_that_calls_its_gait_is_refused() -> None:
    with pytest.raises(FootfallError, match="a skill that it calls") as refused:
        bridge.path_of(WALK, [move("lift", "strike", frame=1)], "begin", 2)
    assert "moves/ready" in str(refused.value.help)


def test_groups_of_parameters_cannot_be_copied() -> None:
    text = "SKILL a(g.*)\nPARAMS g(x = 1)\nPHASE only\n POSE lKnee(x);\n TO only WHEN time > 1;\n"
    script = parse(Source("a", "", text))
    with pytest.raises(FootfallError, match="group of parameters"):
        bridge.write(script, STAND, [(script.phases[0], script.phases[0].transitions[0])])


def test_a_parameter_that_is_no_number_stays_a_parameter() -> None:
    text = "SKILL a(b = 1 + 1, c = 2)\nPHASE only\n  POSE lKnee(b * c);\n  TO only WHEN time > c;\n"
    copier = Copier(parse(Source("a", "", text)))
    lines = copier.phase(copier.script.phases[0], None, "only1", "arrive")
    assert lines[1] == "  POSE lKnee(b * 2);" and copier.parameters(lines) == ["b = 1 + 1"]


def test_the_second_skill_is_a_source_by_the_name_it_is_called_by() -> None:
    made = bridge.write(WALK, replace(STAND, name="mine/stand.skill"), [])
    assert made.name == "walk-to-stand" and "DO mine/stand.skill();" in made.text


def test_a_skill_that_changes_sides_once_is_no_gait() -> None:
    text = HOP.text.replace("TO fly WHEN", "TO fly SWAP WHEN")
    path, at = bridge.entry_of(parse(replace(HOP, text=text)), [move("bend", "fly"), move("fly", "end")], 2)
    assert [phase.name.text for phase, _ in path] == ["bend"] and at == "fly"
