"""PRESET: values of a skill's parameters under a name."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from footfall.errors import FootfallError
from footfall.script import check, compile_skill

HEAD = "SKILL a(bend = 0, turn = 0)\n"
REST = "PHASE x\n  POSE lKnee(bend + turn);\n"


def test_values_are_numbers_in_si_units(tmp_path: Path) -> None:
    path = tmp_path / "a.skill"
    path.write_text(HEAD + "PRESET low(bend = .5, turn = 90 deg)\nPRESET none(bend = 0)\n" + REST)
    program = compile_skill(str(path))
    assert [preset.name for preset in program.presets] == ["low", "none"]
    assert program.preset("low") == {"bend": 0.5, "turn": pytest.approx(math.pi / 2)}
    assert program.preset("none") == {"bend": 0.0}


def test_an_unknown_preset_names_the_nearest() -> None:
    with pytest.raises(FootfallError) as caught:
        compile_skill("genbicon/walk").preset("nature")
    assert "natural" in caught.value.help
    with pytest.raises(FootfallError, match="no preset"):
        compile_skill("simbicon/walk").preset("natural")


@pytest.mark.parametrize(
    "line", ["PRESET low(bent = 1)", "PRESET low(bend = 1)\nPRESET low(bend = 2)"], ids=["unknown", "twice"]
)
def test_a_preset_that_does_not_fit(line: str) -> None:
    assert "E078" in [d.code for d in check(HEAD + line + "\n" + REST)]


def test_a_preset_sets_parameters_and_set_goes_before_it() -> None:
    from footfall.engine.sim import Sim

    names = [p.name for p in compile_skill("genbicon/walk").units[0].parameters]
    sim = Sim("genbicon/walk", preset="natural", set={"speed": 0.9})
    assert sim.actors[0].inputs[names.index("natural")] == 1.0
    assert sim.actors[0].inputs[names.index("speed")] == 0.9
    sim = Sim("genbicon/walk", preset="natural", set={"natural": 0.25})
    assert sim.actors[0].inputs[names.index("natural")] == 0.25


def test_a_program_takes_on_the_values_of_a_preset(tmp_path: Path) -> None:
    path = tmp_path / "a.skill"
    path.write_text(HEAD + "PRESET low(bend = .5, turn = 90 deg)\n" + REST)
    program = compile_skill(str(path))
    slots = {parameter.name: parameter.slot for parameter in program.units[0].parameters}
    low = program.with_preset("low")
    assert low.params[slots["bend"]] == 0.5
    assert low.params[slots["turn"]] == pytest.approx(math.pi / 2)
    assert program.params[slots["bend"]] != 0.5
