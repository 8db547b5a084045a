"""The search for a bridge."""

from __future__ import annotations

import pytest

from footfall.engine.sim import Sim
from footfall.learn.join import search as searching
from footfall.learn.join.goal import goals
from footfall.learn.join.trial import holds, judge
from footfall.script import compile_skill, compile_text

pytestmark = pytest.mark.sim


def test_a_few_generations_make_a_bridge_better(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "POPULATION", 6)
    made = searching.make_bridge("moves/walk", "moves/stand", 2)
    base = compile_text(made.text, name=made.name)
    states = searching.draw_states(compile_skill("moves/walk"), range(1, 2))
    wanted = goals(compile_skill("moves/stand"))
    sims = [Sim("moves/walk")]
    search = searching.Search(base, states, wanted, False, sims)
    before = search.costs([base])[0]
    costs: list[float] = []
    best, tried = search.run(1e9, 1, lambda _, n, cost: costs.append(cost), most=12)
    assert tried >= 12 and search.costs([best])[0] == costs[-1] <= before
    assert costs == sorted(costs, reverse=True)


def test_states_are_those_of_the_running_skill() -> None:
    program = compile_skill("moves/walk")
    states = searching.draw_states(program, range(1, 4))
    sim = Sim(program)
    times = []
    for state in states:
        sim.restore(state)
        times.append(sim.time)
    assert all(searching.SETTLE[0] <= t <= searching.SETTLE[1] for t in times) and len(set(times)) == 3


def test_a_plain_hand_over_is_judged_like_a_bridge() -> None:
    sim, there = Sim("moves/walk"), compile_skill("moves/fast-walk")
    (here,) = searching.draw_states(compile_skill("moves/walk"), range(1, 2))
    assert holds(sim, here, there, bridged=False)
    assert judge(sim, here, there, ()) > 900  # it never arrives over a bridge
