"""Whether a run did what was asked: nothing succeeds by not happening."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.engine.recording.recording import Recording
from footfall.engine.recording.report import TOO_HIGH, judge
from footfall.engine.sim import Sim
from footfall.script import compile_text
from footfall.world import World, parse_balls, parse_ground

pytestmark = pytest.mark.sim

STILL = "SKILL still()\nBODY planar7\nFALL time < 0\n{head}PHASE a\n POSE lKnee(0);\n{moves}"
LYING = """BEGINSCRIPT lie(void)
PHASE 0
    ACTIONS
        EF uTorso(-400.0, .0, .0);
    ENDACTIONS
    TRANSITION to(1).after(time .5);
ENDPHASE
PHASE 1
    ACTIONS
        POSE rKnee(.0);
    ENDACTIONS
    TRANSITION to(-1).after(time 3.0);
ENDPHASE
ENDSCRIPT
"""


def still(head: str = "", moves: str = "") -> Sim:
    """A body that does nothing much."""
    return Sim(compile_text(STILL.format(head=head, moves=moves), name="still.skill"), start="rest")


def verdict(rec: Recording) -> tuple[bool, str]:
    return rec.report()["success"], rec.report()["because"]


def test_a_gait_that_never_took_over_is_named_with_the_reason() -> None:
    sim = still(moves=" TO a SWAP WHEN time > 9;\n")  # until then nothing can take over
    sim.then("simbicon/walk", at=0.1)
    sim.then("simbicon/run", at=5)
    success, because = verdict(sim.run(0.3))
    assert not success and "simbicon/walk did not take over: no transition allowed it" in because
    assert "simbicon/run did not take over: the run ended at 0.30 s, before 5 s" in because


def test_a_move_that_ends_the_run_before_the_next_one_is_no_success() -> None:
    sim = Sim("moves/rise")
    alone = sim.run(10)
    assert alone.end == "done" and verdict(alone)[0]
    sim.reset()
    sim.then("moves/walk", at=8)
    success, because = verdict(sim.run(10))
    assert not success and "goal reached" in because and "moves/walk did not take over" in because


def test_a_classic_body_on_the_floor_is_no_success(tmp_path: Path) -> None:
    script = tmp_path / "lie.s"
    script.write_text(LYING)
    rec = Sim(str(script)).run(3)
    assert rec.end == "time" and rec.com[-1, 2] < 0.5
    success, because = verdict(rec)
    assert not success and "it lies on the ground" in because


def test_a_push_that_never_came_is_no_success() -> None:
    for asked, said in (
        ({"time": 2.0}, "the push at 2 s never came: the run ended at 0.50 s"),
        ({"phase": 0.3}, "the push at phase 0.3 of the cycle never came"),
    ):
        sim = still()
        sim.push(forward=1.0, seconds=0.1, **asked)
        success, because = verdict(sim.run(0.5))
        assert not success and said in because
    sim = still()
    sim.push(forward=1.0, seconds=0.1, time=0.2)
    assert verdict(sim.run(0.5))[0]


def test_balls_that_were_never_thrown_are_no_success() -> None:
    world = World(ground=parse_ground("flat"), balls=parse_balls("1:2:3"))
    rec = Sim("moves/stand", world=world).run(1)
    assert not verdict(rec)[0] and "no ball was thrown" in verdict(rec)[1]


def test_a_body_far_up_or_below_the_ground_is_no_success_even_if_its_goal_holds() -> None:
    sim = still(head="GOAL com.height > .1 or com.height < -.1\n")
    fresh = sim.state()
    for up, said in ((30.0, "above the ground"), (-30.0, "below the ground"), (0.0, "")):
        sim.restore(fresh)
        sim.data.qpos[1 if sim.bodies[0].planar else 2] += up
        success, because = verdict(sim.run(0.02))
        assert "goal reached" in because
        assert success is (up == 0.0) and said in because


def test_a_body_that_stands_on_something_high_is_not_thrown_up() -> None:
    high = {"height": 2 * TOO_HIGH, "standing": 1.0, "down": False, "unjudged": False}
    facts = {"dt": 0.001, "verdict": "running", "verdict_tick": 0, "goal": False, "has_goal": False}
    assert judge({**facts, "posture": {**high, "touches": True}}, "a").success
    assert not judge({**facts, "posture": {**high, "touches": False}}, "a").success


def test_what_a_fallen_body_also_missed_is_named() -> None:
    sim = Sim("simbicon/walk")
    sim.push(forward=5000.0, seconds=0.5, time=0.5)
    sim.push(forward=10.0, seconds=0.1, time=3.5)
    success, because = verdict(sim.run(4))
    assert not success and because.startswith("it fell at") and "the push at 3.5 s never came" in because


def test_only_things_of_the_world_are_switched_off() -> None:
    text = "SKILL off()\nBODY planar17\nPHASE a\n DO moves/stand();\n TOGGLE ground0(collidable);\n"
    sim = Sim(compile_text(text, name="off.skill"))
    rec = sim.run(1.5)
    assert rec.com[-1, 2] > 0.9 and verdict(rec)[0]


def test_a_replay_says_the_same() -> None:
    sim = still()
    sim.push(forward=1.0, seconds=0.1, time=2.0)
    rec = sim.run(0.2)
    assert rec.replay().report()["because"] == rec.report()["because"]
