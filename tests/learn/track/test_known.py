"""The database of numbers that are tried before a search."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.body import load_body
from footfall.learn.track.known import KNOWN, known_programs, with_numbers
from footfall.learn.track.search import Evaluator, search
from footfall.learn.track.skill import GAINS, MASS, WEIGHTS, skill_text
from footfall.script import Program, compile_text
from footfall.script.source import LIBRARY, DictLoader

pytestmark = pytest.mark.sim


@pytest.fixture
def program() -> Program:
    reference = (LIBRARY / "tracked" / "wave.ref").read_text(encoding="utf-8")
    text = skill_text("wave", load_body("human"), doc="Waves.")
    return compile_text(text, loader=DictLoader({"wave.ref": reference}))


def value(program: Program, name: str) -> float:
    return float(program.params[next(p.slot for p in program.units[0].parameters if p.name == name)])


def test_numbers_go_with_the_mass_but_for_shares_and_rates(program: Program) -> None:
    made = with_numbers(
        program, {"hip_kp": 1000.0, "soles": 0.5, "dual_momentum": 30.0, "nothing": 1.0}, 150.0
    )
    assert value(made, "hip_kp") == 1000.0 * 150.0 / MASS
    assert value(made, "soles") == 0.5
    assert value(made, "dual_momentum") == 30.0
    assert value(made, "knee_kp") == value(program, "knee_kp")


def test_the_database_names_parameters_that_there_are(program: Program) -> None:
    names = {p.name for p in program.units[0].parameters}
    assert len(names) > len(GAINS) + len(WEIGHTS)
    assert all(set(numbers) <= names for numbers in KNOWN.values())
    usual, *others = known_programs(program, load_body("human").mass)
    assert np.array_equal(usual.params, program.params)
    assert all(not np.array_equal(other.params, program.params) for other in others)


def test_a_search_tries_what_is_known_first(program: Program) -> None:
    gains = [p.name for p in program.units[0].parameters if p.name.endswith(("_kp", "_kd"))]
    weak = with_numbers(program, {name: 0.01 * value(program, name) for name in gains} | {"carry": 0.0}, MASS)
    evaluator = Evaluator(weak, threads=1, seconds=2.0)
    found = search(weak, evaluator, seconds=1.0, wanted=1.7, known=(program,))
    assert found.enough
    assert found.generations == 0
    assert np.array_equal(found.program.params, program.params)
