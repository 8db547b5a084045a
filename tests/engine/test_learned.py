"""Feedback-error learning: it stills the trunk, is part of the State, and lives in a file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from footfall.control.columns import BINS
from footfall.control.learn import VISITS, between
from footfall.engine.learned import learned_path, load_learned, program_hash, put_learned, save_learned
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.script import compile_skill, compile_text, find_skill

pytestmark = pytest.mark.sim

SKILL = "simbicon/walk-learning"
TEXT = find_skill(SKILL).text
# a knee held away from its rest pose, over and over
KNEE = """SKILL knee(rate = .5)
BODY planar7
FALL time < 0
PHASE hold
 POSE rKnee(.8), rHip(-.6);
 LEARN rKnee(rate).every(.02);
 TO hold WHEN time > .3;
"""


def test_a_walk_that_learns_sways_less() -> None:
    rec = Sim(SKILL).run(12)
    early = rec.qpos[(rec.time > 1.5) & (rec.time < 3.5), 2]
    late = rec.qpos[rec.time > 10, 2]
    assert rec.end == "time" and np.ptp(late) < 0.7 * np.ptp(early)


def test_the_tables_take_the_share_of_the_mean_feedback_on_the_next_entry() -> None:
    sim = Sim(SKILL, set={"rate": 0.25})
    state = sim.actors[0].state
    side = int(state.frame_side[0])
    while state.frame_phase[0] == 0:
        sim.step(1)
    feedback = state.feedback[side].copy()  # of the first phase
    assert feedback[VISITS].sum() > 100 and not state.learned.any()
    while not (state.frame_phase[0] == 0 and state.frame_side[0] == side):
        sim.step(1)
    bins = feedback[VISITS] > 0
    np.testing.assert_allclose(
        state.learned[side, 2, bins], 0.25 * feedback[2, bins] / feedback[VISITS, bins], rtol=1e-12
    )
    last = np.flatnonzero(bins)[-1]
    assert (state.learned[side, 2, last + 1 :] == state.learned[side, 2, last]).all()  # held beyond
    assert state.feedback[side, VISITS].sum() == 1  # and it listens anew


def test_a_rate_of_zero_learns_nothing_and_changes_no_bit_of_the_motion() -> None:
    plain = Sim(compile_text(TEXT.replace("LEARN pelvis(rate);", ""), name=SKILL))
    learner = Sim(SKILL, set={"rate": 0.0})
    for sim in (plain, learner):
        sim.step(3000)
    assert not learner.actors[0].state.learned[:, :VISITS].any()
    np.testing.assert_allclose(plain.data.qpos, learner.data.qpos, rtol=1e-12, atol=1e-12)


def test_a_joint_gives_what_it_has_learned_on_top_of_its_servo() -> None:
    sim = Sim(compile_text(KNEE, name="knee"), start="rest")
    actor = sim.actors[0]
    dof, side = actor.anatomy.dof_names.index("rKnee.pitch"), int(actor.state.frame_side[0])
    sim.step(round(0.45 / sim.dt))  # in the middle of the second visit
    q, rate, clock = sim.data.qpos[dof], sim.data.qvel[dof], actor.state.clock[0]
    sim.step(1)
    given = between(actor.state.learned[side], 2, clock / 0.02)
    kp, kd = actor.arrays["gain"][dof]
    assert abs(given) > 0.01
    assert actor.state.tau[dof] == pytest.approx(kp * (0.8 - q) - kd * rate + given, abs=1e-9)


def test_torque_is_bounded_by_the_joint() -> None:
    sim = Sim(SKILL)
    put_learned(sim, np.full(sim.actors[0].state.learned.shape, 1e6))
    sim.step(1500)
    tables = sim.actors[0].state.learned[:, :VISITS]
    entered = sim.actors[0].state.feedback[:, VISITS].sum(axis=1) > 0
    assert np.abs(tables[entered][:, 2]).min() <= 370.0


def test_between_bins_are_straight_lines() -> None:
    table = np.zeros((4, BINS))
    table[2, :3] = 1.0, 3.0, 5.0
    assert [between(table, 2, at) for at in (0.0, 0.5, 1.0, 1.5, 2.25)] == [1.0, 1.0, 2.0, 3.0, 4.5]


def test_learning_is_saved_restored_hashed_and_the_same_in_one_call_or_many() -> None:
    one, many = Sim(SKILL), Sim(SKILL)
    one.step(2400)
    for _ in range(240):
        many.step(10)
    assert one.state_hash == many.state_hash
    here = one.state()
    one.step(800)
    first = one.state_hash
    one.restore(here)
    one.step(800)
    assert one.state_hash == first
    one.restore(here)
    one.actors[0].state.learned[0, 2, 3] += 1.0
    assert one.state_hash != here.hash


def test_a_hot_swap_keeps_the_tables_by_key() -> None:
    sim = Sim(compile_text(TEXT, name="w"), body="planar7")
    sim.step(2500)
    table = sim.actors[0].state.learned.copy()
    assert table.any()
    sim.swap(TEXT.replace("PHASE lift", "PHASE zero\n  TO lift WHEN time > 1;\nPHASE lift"))
    np.testing.assert_array_equal(sim.actors[0].state.learned, table)
    sim.swap(TEXT.replace("  LEARN pelvis(rate);\n  TO strike", "  TO strike"))
    np.testing.assert_array_equal(sim.actors[0].state.learned, table[2:])


def test_a_table_is_kept_in_a_file_for_the_very_same_program(tmp_path: Path) -> None:
    sim, path = Sim(SKILL), tmp_path / "walk.ff.npz"
    sim.step(2500)
    save_learned(sim, path)
    again = Sim(SKILL)
    assert load_learned(again, path) == ""
    np.testing.assert_array_equal(again.actors[0].state.learned, sim.actors[0].state.learned)
    other = Sim(compile_text(TEXT.replace("swKnee(1.1)", "swKnee(1.2)"), name=SKILL), body="planar7")
    assert "not used" in load_learned(other, path) and not other.actors[0].state.learned.any()
    comment = compile_text("# other words\n" + TEXT, name=SKILL)
    assert program_hash(comment, "planar7") == program_hash(compile_skill(SKILL), "planar7")
    assert program_hash(comment, "human") != program_hash(comment, "planar7")


def test_a_run_that_began_with_a_table_replays(tmp_path: Path) -> None:
    teacher, pupil = Sim(SKILL), Sim(SKILL)
    teacher.step(2500)
    put_learned(pupil, teacher.actors[0].state.learned.copy())
    rec = pupil.run(1)
    rec.save(tmp_path / "r.npz")
    assert Recording.load(tmp_path / "r.npz").replay().header["state_hash"] == rec.header["state_hash"]


def test_bad_files_say_so(tmp_path: Path) -> None:
    sim, bad = Sim(SKILL), tmp_path / "bad.ff.npz"
    bad.write_bytes(b"nothing of the kind")
    with pytest.raises(FootfallError, match="not a learned table"):
        load_learned(sim, bad)
    with pytest.raises(FootfallError, match="no such file"):
        load_learned(sim, tmp_path / "missing.ff.npz")
    with pytest.raises(FootfallError, match="learns nothing"):
        save_learned(Sim("simbicon/walk"), bad)


def test_a_table_lies_beside_its_script_and_a_library_skills_here(tmp_path: Path) -> None:
    assert learned_path(compile_skill(SKILL)) == Path("walk-learning.ff.npz")
    (tmp_path / "mine.skill").write_text(TEXT)
    assert learned_path(compile_skill(str(tmp_path / "mine.skill"))) == tmp_path / "mine.ff.npz"
