from __future__ import annotations

import pytest

from footfall.engine.condition import Asker
from footfall.engine.sim import Sim

pytestmark = pytest.mark.sim


def test_questions_are_answered_for_this_moment() -> None:
    sim = Sim("moves/stand")
    asker = Asker(sim)
    sim.step(50)
    assert asker.holds("com.height > .8 and contact lFoot")
    assert not asker.holds("com.height > 2")
    assert asker.holds("com.x - x0 > .5", {"x0": -1.0})
    assert not asker.holds("com.x - x0 > .5", {"x0": 0.0})


def test_asking_changes_nothing() -> None:
    sims = [Sim("moves/walk"), Sim("moves/walk")]
    for _ in range(20):
        for sim in sims:
            sim.step(20)
        assert Asker(sims[0]).holds("com.height > .5")
    assert sims[0].state_hash == sims[1].state_hash
