"""Expressions as the kernel runs them, against Python's own arithmetic."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from footfall.control import expression
from footfall.engine.sim import Sim
from footfall.script import compile_text
from footfall.script.program import Op

pytestmark = pytest.mark.sim

PAIRS = [(0.7, 0.2), (-0.7, 0.2), (0.2, 0.7), (0.3, 0.3), (0.0, 0.0), (0.0, -0.4), (-1.5, 0.0)]

CASES: dict[str, Callable[[float, float], float]] = {
    "a": lambda a, b: a,
    "-a": lambda a, b: -a,
    "a + b": lambda a, b: a + b,
    "a - b": lambda a, b: a - b,
    "a * b": lambda a, b: a * b,
    "a / b": lambda a, b: a / b if b else 0.0,
    "abs(a)": lambda a, b: abs(a),
    "min(a, b)": lambda a, b: min(a, b),
    "max(a, b)": lambda a, b: max(a, b),
    "sin(a)": lambda a, b: math.sin(a),
    "cos(a)": lambda a, b: math.cos(a),
    "sqrt(a)": lambda a, b: math.sqrt(max(0.0, a)),
    "sign(a)": lambda a, b: float(np.sign(a)),
    "clamp(a, -.5, .5)": lambda a, b: min(max(a, -0.5), 0.5),
    "a - b - 1": lambda a, b: a - b - 1,
    "a - (b - 1)": lambda a, b: a - (b - 1),
    "1 + 2 * a / 4 - b": lambda a, b: 1 + 2 * a / 4 - b,
    "-(a + b) * 2": lambda a, b: -(a + b) * 2,
}
TRUTHS: dict[str, Callable[[float, float], bool]] = {
    "a < b": lambda a, b: a < b,
    "a <= b": lambda a, b: a <= b,
    "a > b": lambda a, b: a > b,
    "a >= b": lambda a, b: a >= b,
    "a == b": lambda a, b: a == b,
    "a != b": lambda a, b: a != b,
    "a > 0 and b > 0": lambda a, b: a > 0 and b > 0,
    "a > 0 or b > 0": lambda a, b: a > 0 or b > 0,
    "not a > 0": lambda a, b: not a > 0,
    "not (a > 0 or b > 0) and a < b": lambda a, b: not (a > 0 or b > 0) and a < b,
    "a > 0 or b > 0 and a < b": lambda a, b: a > 0 or (b > 0 and a < b),
}


def test_kernel_and_compiler_number_the_operations_alike() -> None:
    assert {op.name: op.value for op in Op} == {op.name: getattr(expression, op.name) for op in Op}


@pytest.mark.parametrize("text", CASES)
def test_arithmetic(text: str) -> None:
    program = compile_text(f"SKILL test(a = 0, b = 0)\nPHASE only\n POSE lKnee({text});\n")
    sim = Sim(program, body="planar7")
    knee = sim.actors[0].anatomy.dof_names.index("lKnee.pitch")
    for a, b in PAIRS:
        sim.set(a=a, b=b)
        sim.step(1)
        assert sim.actors[0].state.servo[knee, 0] == pytest.approx(CASES[text](a, b), abs=1e-15), (a, b)


@pytest.mark.parametrize("text", TRUTHS)
def test_truth(text: str) -> None:
    program = compile_text(f"SKILL test(a = 0, b = 0)\nPHASE first\n TO second WHEN {text};\nPHASE second\n")
    for a, b in PAIRS:
        sim = Sim(program, body="planar7", set={"a": a, "b": b})
        sim.step(1)
        assert bool(sim.actors[0].state.frame_phase[0] == 1) == TRUTHS[text](a, b), (a, b)


def test_curve_runs_over_phi_and_is_flat_beyond_its_ends() -> None:
    text = "SKILL test()\nPHASE only LASTS .1\n POSE lKnee(curve(.2: .1, .5: .7, .9: -.2));\n"
    sim = Sim(compile_text(text), body="planar7", dt=1e-3)
    knee = sim.actors[0].anatomy.dof_names.index("lKnee.pitch")
    for tick in range(130):
        sim.step(1)
        expected = np.interp(min(1.0, tick / 100), [0.2, 0.5, 0.9], [0.1, 0.7, -0.2])
        assert sim.actors[0].state.servo[knee, 0] == pytest.approx(expected, abs=1e-9), tick


def test_phi_follows_a_live_duration() -> None:
    text = "SKILL test(dt = .1)\nPHASE only LASTS 2 * dt\n POSE lKnee(phi);\n"
    text += " TO late WHEN phi >= 1;\nPHASE late\n"
    sim = Sim(compile_text(text), body="planar7", dt=1e-3)
    knee = sim.actors[0].anatomy.dof_names.index("lKnee.pitch")
    sim.step(51)
    assert sim.actors[0].state.servo[knee, 0] == pytest.approx(0.25)
    sim.set(dt=0.05)
    sim.step(1)
    assert sim.actors[0].state.servo[knee, 0] == pytest.approx(0.51)
    sim.step(50)
    assert sim.actors[0].state.frame_phase[0] == 1


def test_a_ramp_follows_at_its_rate_and_begins_anew_with_its_phase() -> None:
    text = """SKILL test(x = 1)
PHASE one
  POSE lElbow(ramp(x, .5, -.2));
  TO two WHEN time > .1;
PHASE two
  POSE lElbow(ramp(x, .5, -.4));
"""
    sim = Sim(compile_text(text), body="human", dt=1e-3)
    servo = sim.actors[0].state.servo[sim.actors[0].anatomy.dof_names.index("lElbow.pitch")]
    sim.step(100)
    assert servo[0] == pytest.approx(-0.2 + 0.5 * 0.1, abs=2e-3)
    sim.step(50)
    assert servo[0] == pytest.approx(-0.4 + 0.5 * 0.05, abs=2e-3)
