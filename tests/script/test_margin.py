"""How far a GOAL is from true: by hand, on numbers that a script is given."""

from __future__ import annotations

import pytest

from footfall.control.columns import SUM_MOST
from footfall.control.expression import execute
from footfall.engine.actor import Monitor, Watch
from footfall.engine.sim import Sim
from footfall.learn.runner import goal_margin
from footfall.script import compile_text
from footfall.script.margin import goal_parts, with_margins

SCRIPT = """SKILL test(a = 0, b = 0)
BODY planar7
FALL time < 0
LET far = a - 1;
{sets}
GOAL {goal}

PHASE wait
  TO wait WHEN time < 0;
"""


def margin(goal: str, a: float = 0.0, b: float = 0.0) -> float:
    made = with_margins(compile_text(SCRIPT.format(goal=goal, sets="")))
    sim = Sim(made.program, set={"a": a, "b": b})
    value = goal_margin(sim, made)
    assert (value >= 0) == sim.goal_reached()
    return value


@pytest.mark.parametrize(
    ("goal", "value"),
    [
        ("a > 2", -0.75 / (2 + 0.75)),
        ("a >= .5", 0.75 / (0.5 + 0.75)),
        ("a < -3", -4.25 / (3 + 4.25)),
        ("2 < a", -0.75 / (2 + 0.75)),
        ("a > 0", 1.25 / (1 + 1.25)),  # a scale of 1 where the number is 0
        ("a > b", 0.25 / (1 + 0.25)),  # or where there is no number
        ("a == 1", -0.25 / (1 + 0.25)),
        ("a != 1", 0.25 / (1 + 0.25)),
        ("far < 2 * 3", 5.75 / (6 + 5.75)),
        ("a > 2 and b > 0", -0.75 / (2 + 0.75)),
        ("a > 2 or b > 0", 1.0 / (1 + 1.0)),
        ("not (a > 2)", 0.75 / (2 + 0.75)),
        ("contact lFoot and a > 1 or a > 1.5", -0.25 / (1.5 + 0.25)),
    ],
)
def test_a_margin_by_hand(goal: str, value: float) -> None:
    # what only is or is not counts fully; a body that has just been put down touches nothing yet
    assert margin(goal, 1.25, 1.0) == pytest.approx(value)


def test_what_set_keeps_counts_by_the_best_that_it_was() -> None:
    made = with_margins(compile_text(SCRIPT.format(goal="up and b < 5", sets="SET up = 1 WHEN a > 4;")))
    (first, last), *_ = made.sets.values()
    sim = Sim(made.program, watch=lambda *_: Watch([Monitor("margin", index=first, last=last)]))
    for a in (0.0, 3.0, 1.0):
        sim.set(a=a)
        sim.step(2)
    assert sim.actors[0].state.monitored[0, SUM_MOST] == pytest.approx(-1.0 / (4.0 + 1.0))
    assert goal_margin(sim, made) == pytest.approx(-0.2)
    sim.set(a=5.0)
    sim.step(2)
    sim.set(a=0.0)
    sim.step(2)
    assert sim.goal_reached()
    assert goal_margin(sim, made) == pytest.approx(5.0 / (5.0 + 5.0))  # that of b < 5


def test_looking_counts_nothing() -> None:
    """A condition that remembers is read, not advanced."""
    made = with_margins(
        compile_text(SCRIPT.format(goal="done", sets="SET done = 1 WHEN lasting(b < 5) > .1;"))
    )
    (first, last), *_ = made.sets.values()
    sims = [Sim(made.program), Sim(made.program)]
    for sim in sims:
        sim.step(5)
    for _ in range(100):
        execute(sims[1].actors[0].context, 0, 0, first, last)
    assert sims[0].state_hash == sims[1].state_hash


def test_the_parts_of_a_goal_and_which_do_not_hold() -> None:
    program = compile_text(SCRIPT.format(goal="a > 1\n  and (b > 1 or far > 0) and near supine", sets=""))
    assert [p.text for p in goal_parts(program)] == ["a > 1", "b > 1 or far > 0", "near supine"]
    rec = Sim(program, set={"a": 2.0}, body="planar7").run(0.01)
    assert not rec.report()["success"]
    assert "a > 1" not in rec.report()["goal_missed"]
    rec = Sim(compile_text(SCRIPT.format(goal="a > 1 and b < 1", sets=""))).run(0.01)
    assert rec.report()["goal_missed"] == ["a > 1"]
    assert "goal not reached (a > 1)" in rec.report()["because"]
