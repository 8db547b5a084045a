"""Runs of candidates that begin in the middle of a skill, and what is measured of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.learn.job import Job, evaluate
from footfall.learn.prepare import holds_at_start
from footfall.learn.runner import Runner

Make = Callable[..., Any]
UPRIGHT = [{"kind": "height", "target": 1.0, "over": "end"}, {"kind": "end", "of": "com.x", "target": 0.0}]


def phase(sim: Sim) -> str:
    return sim.programs[0].phase_names[int(sim.actors[0].state.frame_phase[0])]


def test_a_run_begins_with_the_phase_that_matters_and_is_drawn_there(bundle: Make) -> None:
    second = Sim("simbicon/walk").programs[0].phase_names[1]
    wanted = [{"seconds": 0.3, "at": second, "seed": seed} for seed in (0, 5)]
    made = bundle(terms=UPRIGHT, scenarios=wanted)
    here = []
    for k in range(2):
        sim = Runner(made, k).begin(Job(made.hash, (0.0,) * made.n, k))
        assert phase(sim) == second and sim.tick == 0
        here.append(sim.data.qpos.copy())
    assert 1e-4 < np.abs(here[0] - here[1]).max() < 0.2
    jobs = [Job(made.hash, (0.1,) * made.n, k) for k in (0, 1, 0)]
    results = [evaluate(made, job) for job in jobs]
    assert results[0] == results[2] != results[1]
    assert results[0].seconds == pytest.approx(0.3)


def test_a_run_begins_as_a_recording_has_it(bundle: Make, tmp_path: Path) -> None:
    rec = Sim("simbicon/walk").run(0.5)
    rec.save(tmp_path / "walk.npz")
    made = bundle(terms=UPRIGHT, scenarios=[{"seconds": 0.2, "state": f"{tmp_path / 'walk.npz'}@0.3"}])
    (tmp_path / "walk.npz").unlink()  # the state travels with the bundle
    sim = Runner(made, 0).begin(Job(made.hash, (0.0,) * made.n, 0))
    row = int(np.abs(rec.time - 0.3).argmin())
    np.testing.assert_allclose(sim.data.qpos, rec.qpos[row])
    measured = Runner(made, 0).measure(Job(made.hash, (0.0,) * made.n, 0))
    assert measured["end"] > float(rec.com[row, 0])  # it walks on from there
    with pytest.raises(FootfallError, match="no time"):
        rec.save(tmp_path / "walk.npz")
        bundle(terms=UPRIGHT, scenarios=[{"state": f"{tmp_path / 'walk.npz'}@soon"}])


def test_a_goal_that_holds_at_the_start_is_noticed(bundle: Make, tmp_path: Path) -> None:
    text = "SKILL still(x = 1~.1<0,2>)\nBODY planar7\nGOAL com.height {} .2\nPHASE a\n  POSE lKnee(0);\n"
    for sign, holds in ((">", True), ("<", False)):
        (tmp_path / "still.skill").write_text(text.format(sign))
        made = bundle(str(tmp_path / "still.skill"), terms=[{"kind": "margin"}], scenarios=[{"seconds": 0.1}])
        assert holds_at_start(made) == holds
        score = evaluate(made, Job(made.hash, (0.0,) * made.n, 0)).terms["margin"]
        assert (score == 0.0) == holds
    (tmp_path / "still.skill").write_text(text.replace("GOAL com.height {} .2\n", ""))
    with pytest.raises(FootfallError, match="has no GOAL"):
        bundle(str(tmp_path / "still.skill"), terms=[{"kind": "margin"}])
