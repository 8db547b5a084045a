"""Tracking a clip that ships: the reward of eq. (21), what ends a run, and the script that is written."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from footfall.body import load_body
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.learn.track.reward import BONUS, DANCE, Judge, Thresholds, thresholds_of, turn
from footfall.learn.track.search import Evaluator, Pushing, enough, search, validate
from footfall.learn.track.skill import GAINS, STEPS, WEIGHTS, skill_text
from footfall.script import Program, compile_skill, compile_text
from footfall.script.source import LIBRARY, DictLoader

pytestmark = pytest.mark.sim


def test_a_wave_is_followed() -> None:
    score = Judge(Sim("tracked/wave")).run(3.0)
    assert score.because == "time"
    assert score.errors[0] < 0.03
    assert score.errors[1] < 0.05
    means = 1.0 - np.minimum(score.errors / Thresholds().all, 1.0)
    assert score.reward == pytest.approx(1.0 + BONUS * means.mean())
    assert score.reward > 1.8


def test_an_error_that_is_too_large_ends_a_run() -> None:
    judge = Judge(Sim("tracked/wave"), Thresholds(torque=10.0))
    score = judge.run(3.0)
    assert score.because == "torque"
    assert score.seconds == pytest.approx(1.0, abs=0.03)
    assert score.reward < 0.7


def marked_wave() -> Program:
    """The wave as `footfall track` writes it: every number has a mark."""
    text = skill_text("wave", load_body("human"), doc="Waves.")
    return compile_text(
        text, loader=DictLoader({"wave.ref": (LIBRARY / "tracked" / "wave.ref").read_text(encoding="utf-8")})
    )


def test_a_body_without_gains_falls() -> None:
    program = marked_wave()
    weak = program.params.copy()
    for parameter in program.units[0].parameters:
        if parameter.name.endswith(("_kp", "_kd")):
            weak[parameter.slot] *= 0.01
    sim = Sim(program)
    sim.reset(params=weak)
    score = Judge(sim).run(3.0)
    assert score.because in ("fell", "pose")


def test_dances_may_stand_otherwise() -> None:
    assert thresholds_of("dance") == DANCE
    assert thresholds_of("wave") == Thresholds()


def test_turning_about_the_vertical() -> None:
    np.testing.assert_allclose(turn(np.array([[1.0, 0.0, 2.0]]), np.pi / 2), [[0.0, 1.0, 2.0]], atol=1e-12)


def test_pushes_are_drawn_anew_for_each_seed() -> None:
    first, again, other = (Pushing(80.0).pushes(seed, 20.0) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert len(first) == 20
    assert all(np.hypot(*push.force[:2]) == pytest.approx(80.0) for push in first)
    assert Pushing().pushes(1, 20.0) == []


def test_four_of_five_are_enough() -> None:
    assert enough((1.9, 1.9, 1.8, 1.85, 0.2), 1.8)
    assert not enough((1.9, 1.9, 1.7, 1.85, 0.2), 1.8)


def test_a_script_has_a_mark_on_every_number() -> None:
    text = skill_text("wave", load_body("human"), doc="Waves.", numbers={"hip_kp": 777.0})
    loader = DictLoader({"wave.ref": (LIBRARY / "tracked" / "wave.ref").read_text(encoding="utf-8")})
    program = compile_text(text, loader=loader)
    marked = [slot.label for slot in program.slots if slot.mark is not None]
    assert len(marked) == 2 * len(GAINS) + 2 * len(WEIGHTS) + len(STEPS) + 2  # carry and soles
    assert program.params[next(p.slot for p in program.units[0].parameters if p.name == "hip_kp")] == 777.0


def test_a_search_takes_what_is_good_enough_at_once() -> None:
    program = marked_wave()
    evaluator = Evaluator(program, threads=2, seconds=1.5)
    found = search(program, evaluator, seconds=1.0, wanted=1.7)
    assert found.enough
    assert found.generations == 0
    assert np.array_equal(found.program.params, program.params)
    assert validate(program, evaluator, 1)[0] == found.fresh[0]


def test_a_recording_travels_with_its_reference(tmp_path: Path) -> None:
    for suffix in (".skill", ".ref"):
        (tmp_path / f"wave{suffix}").write_bytes((LIBRARY / "tracked" / f"wave{suffix}").read_bytes())
    sim = Sim(str(tmp_path / "wave.skill"), seed=3)
    rec = sim.run(0.5)
    rec.save(tmp_path / "wave.npz")
    (tmp_path / "wave.ref").unlink()
    (tmp_path / "wave.skill").unlink()
    again = Recording.load(tmp_path / "wave.npz").replay()
    assert np.array_equal(again.qpos, rec.qpos)


def test_balls_are_thrown_from_other_sides_for_each_seed() -> None:
    program = compile_skill("tracked/stand")
    evaluator = Evaluator(program, pushing=Pushing(ball=8.0), threads=1, seconds=2.5)
    first, again, other = evaluator.rewards([program], [1, 1, 2])[0]
    assert first == again
    assert first != other
    alone = Evaluator(program, threads=1, seconds=2.5).rewards([program], [1])[0, 0]
    assert first < alone
