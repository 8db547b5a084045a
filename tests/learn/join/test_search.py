"""The search for a bridge."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from footfall.engine.sim import Sim
from footfall.learn.join import join as joining
from footfall.learn.join import search as searching
from footfall.learn.join.goal import Aim, aim_of, watch
from footfall.learn.join.join import Pair
from footfall.learn.join.states import SETTLE, Leaving, draw, leaving
from footfall.learn.join.trial import AFTER, MISSED, Scene, holds, judge
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


def test_the_goal_is_that_of_the_first_node_with_the_skill() -> None:
    assert joining.goal_of(Pair("moves/walk", "moves/forward-walkover")) == ""  # its own, not step-out's
    assert "x0" in joining.goal_of(Pair("moves/walk", "moves/hop"))


def test_proofs_watch_what_ends_by_itself_to_its_end() -> None:
    how, courses = Leaving("time"), ()
    assert Scene(how, Aim(courses, 11.0, ends=True)).proof == 11.0 + AFTER
    assert Scene(how, Aim(courses, 2.0)).proof == AFTER


def test_a_candidate_that_falls_later_is_found_out_once_trials_are_strict() -> None:
    sim = Sim("moves/stand")
    (here,) = draw(sim, Leaving("still"), range(1, 2))
    text = "SKILL late()\nBODY planar17\nFALL com.height < .7\nGOAL com.height > .8\n" + (
        "PHASE go\n  TO arrive WHEN time > .1;\n"
        "PHASE arrive\n  POSE lHip(0), rHip(0), lKnee(.05), rKnee(.05), lAnkle(-.05), rAnkle(-.05);\n"
        "  VFFB uTorso(2000, 250).by(lAnkle).over(feet);\n  VFFB uTorso(2000, 250).by(rAnkle).over(feet);\n"
        "  TO drop WHEN time > 3.5;\n"
        "PHASE drop\n  POSE lKnee(2), rKnee(2);\n"
    )
    scene = scene_of(Pair("moves/stand", "moves/stand-at-once"))
    late = compile_text(text, name="late")
    assert judge(sim, here, late, scene) < MISSED
    assert judge(sim, here, late, replace(scene, strict=True)) > MISSED


def test_of_bridges_that_do_not_hold_the_one_with_the_best_candidate_is_chosen() -> None:
    class Fake:
        def __init__(self, as_it_is: float, best: float) -> None:
            self.program, self.values = "base", {"base": as_it_is, "other": best}
            self.scene = Scene(Leaving("time"), Aim(()))

        def drawn(self, count: int, seed: int) -> list[str]:
            return ["base", "other"]

        def costs(self, candidates: list[str], limit: float = np.inf) -> np.ndarray:
            return np.array([self.values[c] for c in candidates])

    chosen = joining._chosen
    assert chosen([Fake(300, 250), Fake(310, 100)], 1) == 1  # type: ignore[list-item]
    assert chosen([Fake(20, 15), Fake(30, 1)], 1) == 0  # type: ignore[list-item]
