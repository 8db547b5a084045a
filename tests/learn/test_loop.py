from __future__ import annotations

import itertools
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from footfall.errors import FootfallError
from footfall.learn import checkpoint, loop
from footfall.learn.budget import Budget
from footfall.learn.evaluate import make_evaluator
from footfall.learn.events import Done, Event, Generation, Improved, Note, Started
from footfall.learn.loop import Search
from footfall.learn.search import SEARCHES, make_strategy
from footfall.learn.toy_problem import ENTRY, ToyProblem

TRIAL = ToyProblem("ellipsoid", n=5, n_scenarios=2, combine="worst")


def make(
    search: str = "cma",
    evaluator: str = "serial",
    workers: int | None = None,
    problem: ToyProblem = TRIAL,
    evaluations: int | None = 150,
    seed: int = 3,
    **options: object,
) -> Search:
    return Search(
        problem,
        make_strategy(search, problem.lower, problem.upper, seed=seed),
        make_evaluator(evaluator, workers),
        seed=seed,
        entry=str(options.pop("entry", ENTRY)),
        budget=Budget(evaluations, options.pop("seconds", None)),  # type: ignore[arg-type]
        **options,  # type: ignore[arg-type]
    )


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by 10 ms whenever it is looked at: so many looks, on any machine."""
    looks = itertools.count()
    monkeypatch.setattr(loop, "time", SimpleNamespace(perf_counter=lambda: 0.01 * next(looks)))


def curve(search: Search) -> dict[str, list[float]]:
    return {name: column.tolist() for name, column in search.progress.history().items()}


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize(("evaluator", "workers"), [("threads", 2), ("processes", 2), ("processes", 5)])
def test_the_same_bits_on_any_evaluator(search: str, evaluator: str, workers: int) -> None:
    alone, other = make(search), make(search, evaluator, workers)
    assert alone.run().vector == other.run().vector
    assert curve(alone) == curve(other)


@pytest.mark.parametrize("search", SEARCHES)
def test_the_same_bits_when_scenarios_draw(search: str) -> None:
    noisy = ToyProblem("sphere", n=3, n_scenarios=2, noise=0.2)
    alone, other = make(search, problem=noisy), make(search, "threads", 5, problem=noisy)
    assert alone.run().vector == other.run().vector
    assert curve(alone) == curve(other)


def test_a_new_seed_for_every_generation_only_where_scores_are_not_compared_across() -> None:
    noisy = ToyProblem("sphere", n=3, noise=0.2)
    seeds: dict[str, set[int]] = {}
    for search in SEARCHES:
        run = make(search, problem=noisy, evaluations=40)
        seen = seeds.setdefault(search, set())
        inner = run.evaluator.run

        def spy(feed, on_result, inner=inner, seen=seen):  # type: ignore[no-untyped-def]
            def watched():  # type: ignore[no-untyped-def]
                job = feed()
                if job:
                    seen.add(job.seed)
                return job

            inner(watched, on_result)

        run.evaluator.run = spy  # type: ignore[method-assign]
        run.run()
    assert len(seeds["cma"]) > 3
    assert seeds["one-plus-one"] == seeds["random"] == {3}


def test_events_tell_the_story() -> None:
    events: list[Event] = []
    run = make(on_event=events.append)
    done = run.run()
    assert isinstance(events[0], Started) and events[0].free == 5 and events[0].scenarios == 2
    assert events[-1] == done and isinstance(done, Done) and done.reason == "evaluations"
    generations = [e for e in events if isinstance(e, Generation)]
    assert [e.generation for e in generations] == list(range(len(generations)))
    assert generations[0].evaluations == 1 and generations[-1].evaluations == done.evaluations >= 150
    assert generations[-1].best == done.score < done.start_score
    assert generations[5].seconds_left is not None
    improvements = [e for e in events if isinstance(e, Improved)]
    assert improvements[-1].vector == done.vector
    assert all(a.score > b.score for a, b in zip(improvements, improvements[1:], strict=False))


@pytest.mark.parametrize("workers", [1, 5])
def test_a_budget_of_evaluations_is_kept_to(workers: int) -> None:
    assert make("one-plus-one", "threads", workers, evaluations=37).run().evaluations == 37


@pytest.mark.usefixtures("ticking")
def test_time_ends_a_search_in_the_middle_of_a_generation(tmp_path: Path) -> None:
    run = make(problem=ToyProblem(n=50), evaluations=None, seconds=0.15, folder=tmp_path)
    done = run.run()
    assert done.reason == "time" and done.evaluations < 20
    partial = checkpoint.load(tmp_path)[0]["round"]["scores"]
    assert 0 < np.isnan(partial).sum() < partial.size


def test_a_target_ends_a_search() -> None:
    run = make(evaluations=None)
    run._budget = Budget(target=1e6)
    assert run.run().reason == "target"


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("first", [1, 40, 97])
def test_a_resumed_search_goes_the_same_way(tmp_path: Path, search: str, first: int) -> None:
    whole = make(search)
    whole.run()
    make(search, "threads", 3, evaluations=first, folder=tmp_path).run()
    resumed = make(search, folder=tmp_path)
    resumed.resume()
    assert resumed.progress.evaluations >= first
    done = resumed.run()
    assert curve(resumed) == curve(whole)
    assert done.vector == tuple(whole.progress.best.tolist())


@pytest.mark.usefixtures("ticking")
def test_runs_of_an_unfinished_generation_are_not_repeated(tmp_path: Path) -> None:
    many = ToyProblem(n=50)
    make(problem=many, evaluations=None, seconds=0.2, folder=tmp_path).run()
    saved = checkpoint.load(tmp_path)[0]
    ended = int((~np.isnan(saved["round"]["scores"])).sum())
    assert ended > 0
    resumed = make(problem=many, evaluations=20, folder=tmp_path)
    resumed.resume()
    ran = []
    inner = resumed.evaluator.run
    resumed.evaluator.run = lambda feed, on_result: inner(  # type: ignore[method-assign]
        feed, lambda number, result: ran.append(number) or on_result(number, result)
    )
    done = resumed.run()
    assert len(ran) == done.evaluations - saved["progress"]["evaluations"] - ended


@pytest.mark.usefixtures("ticking")
def test_checkpoints_come_while_a_generation_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "CHECKPOINT_SECONDS", 0.05)
    saves: list[int] = []
    save = checkpoint.save

    def spy(folder: Path, content: dict) -> None:  # type: ignore[type-arg]
        saves.append(content["progress"]["generations"])
        save(folder, content)

    monkeypatch.setattr(checkpoint, "save", spy)
    make(problem=ToyProblem(n=10), evaluations=12, folder=tmp_path).run()
    assert saves.count(1) >= 2


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"problem": ToyProblem("sphere", n=5, n_scenarios=2)}, "another script"),
        ({"search": "one-plus-one"}, "another search"),
        ({"seed": 4}, "another search"),
    ],
)
def test_a_checkpoint_of_something_else_is_refused(
    tmp_path: Path, other: dict[str, object], message: str
) -> None:
    make(folder=tmp_path, evaluations=30).run()
    before = (tmp_path / checkpoint.NEWEST).read_bytes()
    with pytest.raises(FootfallError, match=message):
        make(folder=tmp_path, **other).resume()  # type: ignore[arg-type]
    assert (tmp_path / checkpoint.NEWEST).read_bytes() == before


def test_other_versions_are_worth_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(folder=tmp_path, evaluations=30).run()
    monkeypatch.setattr(np, "__version__", "99.0")
    events: list[Event] = []
    make(folder=tmp_path, on_event=events.append).resume()
    assert isinstance(events[0], Note) and "99.0" in events[0].text


def test_a_full_disk_ends_the_search_and_keeps_the_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(folder=tmp_path, evaluations=30).run()
    before = (tmp_path / checkpoint.NEWEST).read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    resumed = make(folder=tmp_path)
    resumed.resume()
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(FootfallError, match="disk is full"):
            resumed.run()
    assert (tmp_path / checkpoint.NEWEST).read_bytes() == before


@pytest.mark.parametrize("evaluator", ["serial", "threads", "processes"])
def test_ctrl_c_keeps_the_best_and_can_be_resumed(tmp_path: Path, evaluator: str) -> None:
    slow = ToyProblem("ellipsoid", n=5, work=0.005)
    run = make(
        evaluator=evaluator, workers=None if evaluator == "serial" else 2, problem=slow, folder=tmp_path
    )
    timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
    run._budget = Budget()
    timer.start()
    done = run.run()
    assert done.reason == "interrupted" and len(done.vector) == 5
    resumed = make(problem=slow, folder=tmp_path, evaluations=done.evaluations + 20)
    resumed.resume()
    whole = make(problem=slow, evaluations=done.evaluations + 20)
    resumed.run()
    whole.run()
    assert curve(resumed) == curve(whole)


def test_a_script_that_cannot_be_evaluated_ends_the_search() -> None:
    with pytest.raises(FootfallError, match="unchanged script"):
        make(entry="footfall.learn.toy_problem:_burn").run()


def test_workers_that_die_change_nothing(tmp_path: Path) -> None:
    problem = ToyProblem("ellipsoid", n=5, n_scenarios=2, work=0.005)
    alone = make("one-plus-one", problem=problem, evaluations=60)
    alone.run()
    notes: list[Event] = []
    killed: list[int] = []

    def on_event(event: Event) -> None:
        if isinstance(event, Generation) and event.generation in (10, 25, 40):
            killed.append(other.evaluator.pids[0])  # type: ignore[attr-defined]
            os.kill(killed[-1], signal.SIGKILL)
        if isinstance(event, Note):
            notes.append(event)

    other = make("one-plus-one", "processes", 2, problem=problem, evaluations=60, on_event=on_event)
    other.run()
    assert len(killed) == 3 and notes
    assert curve(other) == curve(alone)


SPOILED: dict[str, Callable[[dict[str, Any]], object]] = {
    "an array for a name": lambda c: c["identity"].update(search=np.zeros(3)),
    "no strategy": lambda c: c.pop("strategy"),
    "a number for a strategy": lambda c: c.update(strategy=3),
    "scores of words": lambda c: c["strategy"].update(inner={"told": ["a"]}),
    "a number for the best": lambda c: c["progress"].update(best=1),
    "the best of another script": lambda c: c["progress"].update(best=np.zeros(99)),
    "a curve of words": lambda c: c["progress"].update(curve="x"),
    "counts below zero": lambda c: c["progress"].update(evaluations=-5),
}


@pytest.mark.parametrize("spoil", SPOILED.values(), ids=list(SPOILED))
def test_a_checkpoint_that_was_edited_is_refused(spoil: Any, tmp_path: Path) -> None:
    make(evaluations=40, folder=tmp_path).run()
    content = checkpoint.load(tmp_path)[0]
    spoil(content)
    checkpoint.save(tmp_path, content)
    with pytest.raises(checkpoint.DamagedError, match="something else than a search"):
        make(folder=tmp_path).resume()
