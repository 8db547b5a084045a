"""Jobs: the same bits wherever and however often they run; bad ends are bad scores."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.learn.job import WORST, Bundle, Job, evaluate, evaluate_bytes
from footfall.learn.result import best_texts
from footfall.learn.runner import Runner
from footfall.script import compile_text

pytestmark = pytest.mark.sim

Make = Callable[..., Bundle]
PUSHED = [{"seconds": 2.0}, {"seconds": 3.0, "push": "1:0.1:200", "draw": True}]


def test_a_bundle_survives_its_bytes(bundle: Make) -> None:
    made = bundle(scenarios=PUSHED, combine="worst")
    rescored = Bundle.from_bytes(made.to_bytes())
    assert rescored == made and rescored.hash == made.hash
    assert rescored.n == 2 and rescored.n_scenarios == 2 and rescored.names == ("lean", "dt")
    assert rescored.random and not bundle().random


def test_bounds_are_in_search_coordinates(bundle: Make) -> None:
    made = bundle()
    lean, dt = made.values((0.0, 0.0))
    assert made.lower == pytest.approx([(-0.1 - lean) / 0.02, (0.2 - dt) / 0.03])
    assert made.values(tuple(made.lower)) == pytest.approx([-0.1, 0.2])


@pytest.mark.parametrize("data", [b"", b"[]", b"null", b"\xff", b"{}", b'{"schema": []}'])
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(FootfallError) as caught:
        Bundle.from_bytes(data, where="bundle.json")
    assert caught.value.where.startswith("bundle.json") and "footfall tune" in caught.value.help


@pytest.mark.parametrize(
    ("key", "value", "field"),
    [
        ("texts", ["a"], "texts"),
        ("texts", {}, "texts"),
        ("bodies", {"planar7": 3}, "bodies"),
        ("bodies", {}, "bodies"),
        ("free", [], "free"),
        ("free", [{"slot": -1, "name": "a", "base": 0.0, "std": 1.0}], "free"),
        ("free", [{"slot": 0, "name": "a", "base": 0.0, "std": 0.0}], "free"),
        ("free", [{"slot": 0, "name": "a", "base": "0", "std": 1.0}], "free"),
        ("terms", [{"kind": []}], "term 1"),
        ("scenarios", [{"seconds": -1}], "scenario 1"),
        ("scenarios", [3], "scenarios"),
        ("combine", "best", "combine"),
    ],
)
def test_a_wrong_field_is_named(bundle: Make, key: str, value: object, field: str) -> None:
    table = {**json.loads(bundle().to_bytes()), key: value}
    with pytest.raises(FootfallError) as caught:
        Bundle.from_bytes(json.dumps(table).encode(), where="bundle.json")
    assert caught.value.where.startswith(f"bundle.json: {field}")


def test_newer_bundles_are_refused(bundle: Make) -> None:
    data = bundle().to_bytes().replace(b'"schema": 1', b'"schema": 99')
    with pytest.raises(FootfallError, match="schema 99"):
        Bundle.from_bytes(data)


def test_the_same_bits_again_and_on_threads(bundle: Make) -> None:
    made = bundle(scenarios=PUSHED)
    jobs = [Job(made.hash, (x, -x), k, seed=5) for x in (0.0, 0.5, -0.5) for k in (0, 1)]
    first = [evaluate(made, job) for job in jobs]
    assert first == [evaluate_bytes(made.to_bytes(), job) for job in reversed(jobs)][::-1]
    with ThreadPoolExecutor(2) as pool:
        assert first == list(pool.map(lambda job: evaluate(made, job), jobs))
    assert len({r.score for r in first}) == len(first)


def test_the_written_script_is_the_one_that_was_tried(bundle: Make) -> None:
    made = bundle(scenarios=[{"seconds": 2.0, "push": "1:0.1:200"}])
    vector = (0.37, -0.81)
    runner = Runner(made, 0)
    runner.run(Job(made.hash, (0.0, 0.0), 0))  # what ran before leaves no trace
    runner.run(Job(made.hash, vector, 0))
    text = best_texts(made, vector)[made.skill]
    sim = Sim(compile_text(text), world=made.scenarios[0].world(0), watch=runner._watch)
    sim.advance(int(round(2.0 / sim.dt)))
    assert runner.sim is not None and sim.state_hash == runner.sim.state_hash


def test_the_seed_matters_only_where_something_is_drawn(bundle: Make) -> None:
    made = bundle(scenarios=PUSHED)
    plain, drawn = ([evaluate(made, Job(made.hash, (0.0, 0.0), k, s)).score for s in (1, 2)] for k in (0, 1))
    assert plain[0] == plain[1] and drawn[0] != drawn[1]


def test_falling_costs_more_the_earlier(bundle: Make) -> None:
    made = bundle(scenarios=[{"seconds": 4.0, "push": f"{t}:0.4:-3000"} for t in (0.5, 2.0)])
    early, late = (evaluate(made, Job(made.hash, (0.0, 0.0), k)) for k in (0, 1))
    assert early.end == late.end == "fell"
    assert 100.0 > early.terms["upright"] > late.terms["upright"] > 0.0


def test_a_hopeless_run_is_stopped_above_the_limit(bundle: Make) -> None:
    made = bundle(terms=[{"kind": "speed", "target": 5.0, "weight": 10.0}], scenarios=[{"seconds": 4.0}])
    whole = evaluate(made, Job(made.hash, (0.0, 0.0), 0))
    cut = evaluate(made, Job(made.hash, (0.0, 0.0), 0, limit=10.0))
    assert cut.end == "hopeless" and 10.0 < cut.score <= whole.score and cut.seconds < whole.seconds
    assert evaluate(made, Job(made.hash, (0.0, 0.0), 0, limit=whole.score)) == whole


def test_a_diverging_run_has_the_worst_finite_score(bundle: Make) -> None:
    made = bundle(scenarios=[{"seconds": 1.0, "push": "0.1:0.5:1e6"}])
    made = replace(made, texts={made.skill: made.texts[made.skill].replace("com.height < 0.5", "time > 9")})
    runner = Runner(made, 0)
    sim = runner.begin(Job(made.hash, (0.0, 0.0), 0))
    sim.data.qvel[:] = np.nan
    runner.begin = lambda job: sim  # type: ignore[method-assign]
    result = runner.run(Job(made.hash, (0.0, 0.0), 0))
    assert result.end == "diverged" and result.score == WORST


def test_scores_are_combined(bundle: Make) -> None:
    made = bundle(scenarios=[{"seconds": 1.0}, {"seconds": 1.0, "weight": 3.0}])
    assert made.combined([1.0, 2.0]) == 1.75
    assert replace(made, combine="worst").combined([1.0, 2.0]) == 2.0


def test_called_scripts_travel_with_the_bundle(bundle: Make, tmp_path: Path) -> None:
    (tmp_path / "bend.skill").write_text("SKILL bend(knee = 0.2)\nPHASE only\n POSE lKnee(knee);\n")
    root = tmp_path / "root.skill"
    root.write_text("SKILL root()\nBODY planar7\nPHASE only\n DO bend(0.3~0.1<0,1>);\n")
    made = bundle(str(root), scenarios=[{"seconds": 0.2}])
    (tmp_path / "bend.skill").unlink()
    assert evaluate(Bundle.from_bytes(made.to_bytes()), Job(made.hash, (0.5,), 0)).seconds > 0.1


def test_a_body_s_text_travels_with_the_bundle(bundle: Make, tmp_path: Path) -> None:
    from footfall.body import load_body
    from footfall.learn.objective.file import objective_from
    from footfall.learn.prepare import prepare

    own = tmp_path / "mine.toml"
    own.write_text(Path(load_body("planar7").path).read_text())
    asked = objective_from({"term": [{"kind": "torque"}], "seconds": 0.2}, "test")
    made = prepare("simbicon/walk", asked, body=str(own), free="lean,dt")
    expected = evaluate(made, Job(made.hash, (0.0, 0.0), 0))
    own.unlink()
    assert Runner(made, 0).run(Job(made.hash, (0.0, 0.0), 0)) == expected
