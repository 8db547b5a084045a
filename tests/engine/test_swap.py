"""Hot swap: what has the same key goes on, and the body feels no jolt it was not asked to feel."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.engine.sim import Sim
from footfall.engine.swap import same_shape
from footfall.script import DictLoader, ScriptError, compile_skill, compile_text, find_skill

pytestmark = pytest.mark.sim

WALK = find_skill("simbicon/walk").text
TWO = """SKILL test(x = .1)
FALL time < 0
PHASE a
 POSE lKnee(.5);
 TO b WHEN time > .02;
PHASE b
 POSE lKnee(x), rKnee(.3);
"""


def walking(ticks: int = 500) -> Sim:
    sim = Sim(compile_text(WALK, name="walk"), body="planar7")
    sim.step(ticks)
    return sim


def two(ticks: int) -> Sim:
    sim = Sim(compile_text(TWO), body="planar7", start="rest")
    sim.step(ticks)
    return sim


def phase(sim: Sim) -> str:
    return sim.programs[0].phase_names[int(sim.actors[0].state.frame_phase[0])]


def target(sim: Sim, axis: str) -> float:
    sim.step(1)
    return float(sim.actors[0].state.servo[sim.actors[0].anatomy.dof_names.index(axis), 0])


def test_the_same_text_changes_no_bit() -> None:
    swapped, plain = walking(), walking()
    swapped.swap(WALK)
    assert swapped.state_hash == plain.state_hash
    for sim in (swapped, plain):
        sim.step(500)
    assert swapped.state_hash == plain.state_hash


def test_a_change_of_numbers_keeps_every_bit_of_the_state() -> None:
    sim = walking()
    before, actor = sim.state_hash, sim.actors[0]
    sim.swap(WALK.replace("stKnee(.05)", "stKnee(.2)"))
    assert sim.state_hash == before
    assert sim.actors[0] is actor  # nothing was linked anew
    plain = walking()
    sim.step(300)
    plain.step(300)
    assert sim.state_hash != plain.state_hash  # and the number counts


def test_comments_and_layout_are_no_change() -> None:
    old, new = compile_text(WALK), compile_text("# note\n" + WALK.replace("  POSE", "      POSE"))
    assert same_shape(old, new)
    assert not same_shape(old, compile_text(WALK.replace(", stKnee(.05)", "")))


def test_a_statement_added_or_removed_leaves_phase_and_clock() -> None:
    sim = two(40)
    clock = float(sim.actors[0].state.clock[0])
    sim.swap(TWO.replace("rKnee(.3)", "rKnee(.3), rAnkle(.2)"))
    assert phase(sim) == "b" and sim.actors[0].state.clock[0] == clock
    assert target(sim, "rAnkle.pitch") == 0.2
    sim.swap(TWO.replace(", rKnee(.3)", ""))
    assert phase(sim) == "b"
    assert target(sim, "rKnee.pitch") == 0.0  # back to the body's rest pose
    assert target(sim, "lKnee.pitch") == 0.1


def test_a_phase_put_in_front_does_not_move_the_others() -> None:
    sim = two(40)
    sim.swap(TWO.replace("PHASE a\n", "PHASE zero\n TO a WHEN time > 1;\nPHASE a\n"))
    assert phase(sim) == "b"


def test_a_phase_that_is_gone_goes_to_the_first() -> None:
    sim = two(40)
    sim.swap(TWO.replace("TO b", "TO c").replace("PHASE b", "PHASE c"))
    assert phase(sim) == "a"
    assert sim.actors[0].state.clock[0] == 0.0
    sim.step(30)
    assert phase(sim) == "c"


def test_broken_text_leaves_the_old_script_running() -> None:
    swapped, plain = walking(), walking()
    for text in ("", "PHASE", WALK.replace("swKnee", "swKne"), WALK.replace("TO strike", "TO nowhere")):
        with pytest.raises(ScriptError):
            swapped.swap(text)
    assert not swapped.events
    for sim in (swapped, plain):
        sim.step(300)
    assert swapped.state_hash == plain.state_hash


def test_a_live_parameter_stays_set_and_a_new_default_counts_where_nobody_set_it() -> None:
    for text in (TWO.replace("x = .1", "x = .4"), TWO.replace("x = .1", "y = 0, x = .4")):
        told, untold = two(40), two(40)
        told.set(x=0.2)
        for sim in (told, untold):
            sim.swap(text)
        assert (target(told, "lKnee.pitch"), target(untold, "lKnee.pitch")) == (0.2, 0.4)


def test_a_called_skill_goes_on_where_it_was() -> None:
    inner = "SKILL inner(x = 0)\nPHASE i\n TO j WHEN time > .01;\nPHASE j\n POSE lKnee(x);\n"
    outer = "SKILL outer()\nFALL time < 0\nPHASE a\n DO inner(.6);\n"
    sim = Sim(compile_text(outer, loader=DictLoader({"inner": inner})), body="planar7")
    sim.step(50)
    sim.swap(outer.replace("DO inner(.6);", "POSE rKnee(.2);\n DO inner(.7);"))
    state = sim.actors[0].state
    names = [sim.programs[0].phase_names[p] for p in state.frame_phase[: state.depth[0] + 1]]
    assert names == ["a", "j"]
    assert (target(sim, "lKnee.pitch"), target(sim, "rKnee.pitch")) == (0.7, 0.2)


def test_a_swap_of_structure_keeps_the_walk_going() -> None:
    sim = walking(2000)
    assert sim.swap(WALK.replace("PHASE strike", "ALWAYS TO lift WHEN com.height > 9;\nPHASE strike")) is None
    rec = sim.run(5)
    assert rec.end == "time" and rec.speed == pytest.approx(1.23, rel=0.1)


def test_a_new_body_takes_over_angles_and_stands_on_the_ground() -> None:
    sim = Sim("simbicon/walk")
    sim.step(400)
    names = sim.actors[0].anatomy.dof_names
    before = {n: float(sim.data.qpos[d]) for d, n in enumerate(names) if n}
    phase_before = sim.actors[0].state.frame_phase[0]
    sim.swap(body="human")
    assert sim.bodies[0].name == "human" and sim.model.nq == 35
    after = {n: float(sim.data.qpos[d + 1]) for d, n in enumerate(sim.actors[0].anatomy.dof_names) if n}
    for name, angle in before.items():
        assert after[name] == pytest.approx(angle), name
    assert sim.actors[0].state.frame_phase[0] == phase_before
    sim.step(5)
    assert sim.data.ncon > 0 and np.abs(sim.data.contact.dist).max() < 0.01


def test_swapping_in_a_library_skill_is_just_text() -> None:
    sim = Sim("simbicon/walk")
    sim.step(100)
    sim.swap(find_skill("simbicon/walk").text)
    assert same_shape(sim.programs[0], compile_skill("simbicon/walk"))


RAMP = """SKILL test(x = 0)
FALL time < 0
LET slow = ramp(1, .5, 0);
PHASE a
 POSE lKnee(slow);
 TO b WHEN lasting(x > 5) > 1;
PHASE b
 POSE rKnee(.3);
"""


def test_a_ramp_goes_on_where_the_text_around_it_is_unchanged() -> None:
    edits = {
        "a statement behind it": RAMP.replace("POSE lKnee(slow);", "POSE lKnee(slow), rHip(.1 * x);"),
        "a curve": RAMP.replace("PHASE b\n", "PHASE b LASTS 1\n").replace(
            "rKnee(.3)", "rKnee(curve(0: 0, 1: 1))"
        ),
        "a phase in front": RAMP.replace("PHASE a\n", "PHASE c\n TO a WHEN time > 0;\nPHASE a\n"),
    }
    for what, text in edits.items():
        sim = Sim(compile_text(RAMP), body="planar7", start="rest")
        sim.step(300)
        before = target(sim, "lKnee.pitch")
        assert 0.1 < before < 0.9
        sim.swap(text)
        assert not same_shape(compile_text(RAMP), sim.programs[0]), what
        assert target(sim, "lKnee.pitch") == pytest.approx(before, abs=0.01), what


def test_a_ramp_that_is_new_begins() -> None:
    sim = Sim(compile_text(RAMP), body="planar7", start="rest")
    sim.step(1000)
    sim.swap(RAMP.replace("POSE lKnee(slow);", "POSE lKnee(slow), rHip(ramp(1, .2, 0));"))
    assert target(sim, "rHip.pitch") == pytest.approx(0.0, abs=0.01)
