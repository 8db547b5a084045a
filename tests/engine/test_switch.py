"""Switching gaits: where the next one is entered, that a session replays, and what it takes along."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.script import DictLoader, Program, compile_text, find_skill

pytestmark = pytest.mark.sim

WALK = find_skill("simbicon/walk").text
HEADED = """SKILL headed(heading = 0, x = {x})
BODY planar7
FALL time < 0
PHASE a
 POSE lKnee(x);
 TO b WHEN time > .1;
PHASE b
 POSE lKnee(heading);
 TO a SWAP WHEN time > .1;
"""
ONE = "SKILL one()\nBODY planar7\nFALL time < 0\nPHASE o\n POSE rKnee(.3);\n TO o SWAP WHEN time > .05;\n"
THREE = """SKILL three()
BODY planar7
FALL time < 0
PHASE c
 TO b WHEN time > 1;
PHASE b
 TO e WHEN time > 1;
PHASE e
 KEEP POSE rKnee(.4);
 TO c SWAP WHEN time > 1;
"""

CALLER = "SKILL caller()\nBODY planar7\nFALL time < 0\nPHASE whole\n DO one();\n"
STILL = """SKILL still()
BODY planar7
FALL time < 0
PHASE hold
 POSE lKnee(0);
 TO other WHEN time > 9;
PHASE other
 POSE lKnee(.1);
"""


def program(text: str, name: str) -> Program:
    return compile_text(text, name=name)


def slow_walk() -> Program:
    return program(WALK.replace("stKnee(.05)", "stKnee(.15)").replace("SKILL walk", "SKILL quick"), "q")


def headed(x: float = 0.1) -> Sim:
    return Sim(program(HEADED.format(x=x), "headed"), start="rest")


def where(sim: Sim) -> tuple[str, int]:
    state = sim.actors[0].state
    return sim.programs[0].phase_names[int(state.frame_phase[0])], int(state.frame_side[0])


def test_a_transition_inside_a_step_enters_the_phase_of_the_following_number() -> None:
    sim = headed()
    side = where(sim)[1]
    sim.then(program(THREE, "three"))
    sim.run(0.15)
    assert where(sim) == ("b", side)
    assert sim.actors[0].state.clock[0] == pytest.approx(0.05, abs=2 * sim.dt)


def test_a_transition_that_ends_a_step_enters_the_first_phase_on_the_other_side() -> None:
    sim = headed()
    side = where(sim)[1]
    sim.then(program(THREE, "three"), at=0.15)
    sim.run(0.25)
    assert where(sim) == ("c", 1 - side)


def test_a_phase_of_another_name_is_not_entered_in_mid_step() -> None:
    sim = headed()
    side = where(sim)[1]
    sim.then(program(THREE.replace("TO b", "TO fly").replace("PHASE b", "PHASE fly"), "three"))
    sim.run(0.15)
    assert where(sim) == ("b", side) and sim.programs[0].name == "headed"
    sim.run(0.1)
    assert where(sim) == ("c", 1 - side) and sim.programs[0].name == "three"


def test_a_gait_without_that_phase_waits_for_the_end_of_the_step() -> None:
    sim = headed()
    side = where(sim)[1]
    sim.then(program(ONE, "one"))
    sim.run(0.15)
    assert where(sim) == ("b", side)  # the walk's own second phase
    rec = sim.run(0.07)
    assert where(sim) == ("o", 1 - side)
    assert rec.report()["switches"] == [{"skill": "one", "time": pytest.approx(0.202, abs=0.01)}]


def test_a_skill_that_ends_hands_over_instead() -> None:
    sim = Sim(program(ONE.replace("TO o SWAP", "TO end"), "once"), start="rest")
    sim.then(program(THREE, "three"))
    assert sim.run(0.2).end == "time"
    assert where(sim)[0] == "c"


def test_a_switch_replays_bit_for_bit_in_one_call_or_in_many(tmp_path: Path) -> None:
    def planned() -> Sim:
        sim = Sim("simbicon/walk")
        sim.then(slow_walk(), at=1.0)
        sim.then("walk", at=2.2)
        return sim

    sim = planned()
    rec = sim.run(4)
    assert [s["skill"] for s in rec.report()["switches"]] == ["q", "simbicon/walk"]
    assert rec.end == "time"
    rec.save(tmp_path / "walk.npz")
    again = Recording.load(tmp_path / "walk.npz").replay()
    assert again.header["state_hash"] == rec.header["state_hash"]
    assert again.header["events"] == rec.header["events"]
    ticks = planned()
    for _ in range(round(4 / ticks.dt / 10)):
        ticks.step(10)
    assert ticks.state_hash == rec.header["state_hash"]


def test_the_switch_changes_how_it_moves() -> None:
    plain, switched = Sim("simbicon/walk"), Sim("simbicon/walk")
    switched.then(slow_walk(), at=0.5)
    for sim in (plain, switched):
        sim.step(1500)
    assert plain.state_hash != switched.state_hash


def test_a_snapshot_from_before_comes_back_with_its_gait_and_its_schedule() -> None:
    sim = Sim("simbicon/walk")
    sim.then(slow_walk(), at=0.5)
    before = sim.state()
    sim.step(1500)
    first, late = sim.state_hash, sim.state()
    assert sim.programs[0].name == "q" and not sim.pending
    sim.restore(before)
    assert sim.programs[0].name == "simbicon/walk" and len(sim.pending) == 1
    sim.step(1500)
    assert sim.state_hash == first
    sim.step(200)
    further = sim.state_hash
    sim.restore(late)
    sim.step(200)
    assert sim.state_hash == further
    sim.reset()
    assert sim.programs[0].name == "simbicon/walk" and not sim.pending


def test_live_parameters_that_both_have_go_on_and_others_take_their_defaults() -> None:
    sim = headed(0.1)
    sim.set(heading=0.25)
    sim.then(program(HEADED.format(x=0.7), "other"))
    sim.step(round(0.15 / sim.dt))
    assert sim.programs[0].name == "other"
    assert sim.actors[0].inputs.tolist() == [0.25, 0.7]


def test_what_the_old_gait_kept_goes_with_it() -> None:
    sim = Sim(program(THREE.replace("> 1", "> .02"), "three"), start="rest")
    sim.step(round(0.05 / sim.dt))
    sim.then(program(HEADED.format(x=0.2), "headed"))
    sim.step(round(0.1 / sim.dt))
    knee = sim.actors[0].anatomy.dof_names.index("rKnee.pitch")
    assert sim.actors[0].state.servo[knee, 0] == sim.actors[0].arrays["rest"][knee]


def test_phases_are_numbered_through_the_gaits_and_the_trace_names_them() -> None:
    sim = headed()
    sim.then(program(THREE, "three"), at=0.15)
    rec = sim.run(0.4)
    names = [rec.phase_names[p] for p in rec.phase]
    assert list(dict.fromkeys(names)) == ["a", "b", "c"]
    assert [(m.source, m.target, m.skill) for m in rec.moves()] == [
        ("a", "b", "headed"),
        ("b", "c", "headed"),
    ]


def test_switches_wait_in_order_of_time_and_can_be_replaced() -> None:
    sim = headed()
    sim.then(program(ONE, "one"), at=3)
    sim.then(program(THREE, "three"), at=2)
    assert [s.program.name for s in sim.pending] == ["three", "one"]
    sim.then(program(ONE, "one"), instead=True)
    assert [s.program.name for s in sim.pending] == ["one"]


def test_bad_switches_say_what_is_wrong() -> None:
    sim = Sim("simbicon/walk")
    with pytest.raises(FootfallError, match="no skill 'rum'") as unknown:
        sim.then("rum", at=1)
    assert unknown.value.help
    with pytest.raises(FootfallError, match="for the body human"):
        sim.then("simbicon/walk3d")
    with pytest.raises(FootfallError, match="no time"):
        sim.then("walk", at=-1)
    assert not sim.pending and not sim.events


def test_a_planar_gait_on_another_body_takes_its_neighbours_along() -> None:
    sim = Sim("simbicon/walk", body="human")
    sim.then("simbicon/walk")
    assert len(sim.pending) == 1


def test_a_step_of_a_called_gait_ends_the_caller_too() -> None:
    whole = compile_text(CALLER, name="caller", loader=DictLoader({"one": ONE}))
    sim = Sim(whole, start="rest")
    side = where(sim)[1]
    sim.then(program(THREE, "three"), at=0.12)
    rec = sim.run(0.2)
    assert where(sim) == ("c", 1 - side)  # two steps on its own, then the switch: an odd number
    assert rec.report()["switches"][0]["time"] == pytest.approx(0.152, abs=0.01)
    assert rec.moves()[-1].frame == 1


def test_what_stands_hands_over_at_once_in_one_call_or_in_many() -> None:
    def planned() -> Sim:
        sim = Sim(program(STILL, "still"), start="rest")
        sim.then(program(THREE, "three"), at=0.1)
        return sim

    sim = planned()
    rec = sim.run(0.3)
    assert rec.report()["switches"] == [{"skill": "three", "time": pytest.approx(0.1, abs=2 * sim.dt)}]
    assert not rec.moves()
    ticks = planned()
    while ticks.tick < sim.tick:
        ticks.step(1)
    assert ticks.state_hash == sim.state_hash
    assert rec.replay().header["state_hash"] == sim.state_hash


def test_a_skill_that_asks_for_the_bodys_measures_is_for_every_body() -> None:
    sim = Sim("moves/walk")
    sim.then("genbicon/walk")
    assert len(sim.pending) == 1


@pytest.mark.parametrize("at", [-1.0, float("nan"), float("inf"), 10**30])
def test_what_is_no_time_is_refused(at: float) -> None:
    with pytest.raises(FootfallError, match="no time to switch"):
        headed().then(program(ONE, "one"), at=at)


def test_at_once_takes_over_in_the_first_phase_even_after_a_fall() -> None:
    sim = Sim(program(ONE.replace("FALL time < 0", "FALL time > .02"), "one"))
    sim.advance(10_000)
    assert sim.actors[0].state.verdict[0] != 0
    ticks = sim.tick
    sim.then(program(THREE, "three"), now=True)
    assert (sim.programs[0].name, sim.actors[0].state.verdict[0], sim.pending) == ("three", 0, ())
    assert sim.advance(100) == 100
    assert sim.tick == ticks + 100


def test_at_once_forgets_what_waits_and_begins_the_same_script_anew() -> None:
    sim = Sim(program(THREE, "three"))
    sim.step(100)
    sim.then(program(ONE, "one"))
    sim.then(sim.programs[0], now=True)
    assert sim.pending == ()
    assert sim.actors[0].state.clock[0] == 0.0


def test_a_tape_of_a_run_that_falls_and_goes_on_replays() -> None:
    sim = Sim(program(HEADED.format(x=0.1).replace("FALL time < 0", "FALL time > .04"), "headed"), seed=2)
    with sim.tape() as tape:
        assert tape.recording is None
        sim.advance(10_000)
        sim.step(1)
        sim.then(program(THREE, "three"), now=True)
        sim.advance(200)
    rec = tape.recording
    assert rec is not None
    assert (np.diff(rec.time) > 0).all()
    assert [event["kind"] for event in rec.header["events"]] == ["then", "switched"]
    assert rec.replay().header["state_hash"] == rec.header["state_hash"]
    assert sim.log is None


def test_a_balance_on_one_leg_hands_over_once_it_is_still() -> None:
    sim = Sim("moves/one-leg-balance")
    sim.then("moves/stand", at=3.5)
    rec = sim.run(5.5)
    assert rec.report()["switches"] == [{"skill": "moves/stand", "time": pytest.approx(3.5, abs=0.1)}]
    assert rec.report()["success"] and rec.loads[-1].min() > 0
