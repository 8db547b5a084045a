"""The search for a bridge."""

from __future__ import annotations

import pytest

from footfall.engine.sim import Sim
from footfall.learn.join import join as joining
from footfall.learn.join import search as searching
from footfall.learn.join.goal import aim_of, watch
from footfall.learn.join.join import Pair
from footfall.learn.join.states import SETTLE, Leaving, draw, leaving
from footfall.learn.join.trial import Scene, holds, judge
from footfall.script import compile_skill, compile_text

pytestmark = pytest.mark.sim
PAIR = Pair("moves/walk", "moves/stand-at-once")


def scene_of(pair: Pair) -> Scene:
    alone = watch(compile_skill(pair.second))
    return Scene(leaving(pair.first), aim_of(alone, pair.at))


def test_a_few_generations_make_a_bridge_better(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "POPULATION", 6)
    scene, sims = scene_of(PAIR), [Sim("moves/walk")]
    (made, *_) = joining.write_bridges(PAIR, scene.how, watch(compile_skill(PAIR.second)), 2)
    base = compile_text(made.text, name=made.name)
    search = searching.Search(base, draw(sims[0], scene.how, range(1, 2)), scene, sims)
    before = search.costs([base])[0]
    costs: list[float] = []
    found = search.run(1e9, 1, lambda _, n, cost: costs.append(cost), most=12)
    assert found.tried >= 12 and search.costs([found.program])[0] == pytest.approx(found.cost)
    assert costs[0] == pytest.approx(before) and costs == sorted(costs, reverse=True)
    assert costs[-1] < before


def test_states_are_those_in_which_a_skill_is_left() -> None:
    sim = Sim("moves/walk")
    times = []
    for state in draw(sim, Leaving("time"), range(1, 4)):
        sim.restore(state)
        times.append(sim.time)
    assert all(SETTLE[0] <= t <= SETTLE[1] for t in times) and len(set(times)) == 3
    assert (leaving("moves/walk").ends, leaving("moves/hop").ends, leaving("moves/stand").ends) == (
        "time",
        "end",
        "still",
    )


def test_a_plain_hand_over_is_judged_like_a_bridge() -> None:
    sim, there = Sim("moves/walk"), compile_skill("moves/fast-walk")
    scene = scene_of(Pair("moves/walk", "moves/fast-walk"))
    (here,) = draw(sim, scene.how, range(1, 2))
    assert holds(sim, here, there, scene, bridged=False)
    assert judge(sim, here, there, scene) > 900  # it never arrives over a bridge


def test_who_is_left_where_it_ended_hands_over_at_once() -> None:
    sim = Sim("moves/rise", start=None)
    scene = scene_of(Pair("moves/rise", "moves/stand-at-once"))
    (here,) = draw(sim, scene.how, range(1, 2))
    assert holds(sim, here, compile_skill("moves/stand-at-once"), scene, bridged=False)
