from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from footfall.errors import FootfallError
from footfall.learn.evaluate.processes import Processes
from footfall.learn.job import WORST, Job

FINE, DIES, DIES_ONCE, SLOW, ENDLESS = 0.0, 3.0, 4.0, 5.0, 7.0


def job(what: float, score: float) -> Job:
    return Job("bundle", (what, score), 0)


@pytest.fixture
def pool(entry: str, tmp_path: Path) -> Iterator[Processes]:
    made = Processes(2)
    made.start(str(tmp_path).encode(), entry + "evaluate")
    yield made
    made.close()


def ended(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_worker_that_dies_is_replaced_and_its_job_run_again(pool: Processes) -> None:
    notes: list[str] = []
    pool.on_note = notes.append
    results = pool.map([job(DIES_ONCE if i % 3 == 0 else FINE, float(i)) for i in range(9)])
    assert [result.score for result in results] == list(range(9))
    assert pool.replaced == len(notes) == 3


def test_a_worker_that_is_killed_from_outside_is_replaced(pool: Processes) -> None:
    pool.map([job(FINE, 0.0)] * 4)
    killed: list[int] = []

    def on_result(number: int, result: object) -> bool:
        if not killed:
            killed.append(pool.pids[0])
            os.kill(killed[0], signal.SIGKILL)
        seen.append(number)
        return False

    seen: list[int] = []
    left = iter([job(SLOW, 1.0)] * 6)
    pool.run(lambda: next(left, None), on_result)
    assert sorted(seen) == list(range(6))
    assert ended(killed[0]) and killed[0] not in pool.pids


def test_a_job_that_always_ends_its_worker_scores_worst(pool: Processes) -> None:
    bad, good = pool.map([job(DIES, 1.0), job(FINE, 2.0)])
    assert bad.score == WORST and bad.end.startswith("crashed")
    assert good.score == 2.0


def test_closing_ends_all_workers_in_the_middle_of_a_job(pool: Processes) -> None:
    left = iter([job(FINE, 0.0), *[job(ENDLESS, 0.0)] * 4])
    pool.run(lambda: next(left, None), lambda number, result: True)
    pids = pool.pids
    pool.close()  # which would not come back if it waited for them
    assert pids and all(ended(pid) for pid in pids)


def test_a_worker_has_one_blas_thread(entry: str) -> None:
    pool = Processes(1)
    pool.start(b"", entry + "threads")
    try:
        assert pool.map([job(FINE, 0.0)])[0].score == 1.0
    finally:
        pool.close()


def test_a_worker_that_cannot_start_is_explained() -> None:
    pool = Processes(2)
    pool.start(b"", "no_such_module:evaluate")
    try:
        with pytest.raises(FootfallError, match="could not start.*no_such_module"):
            pool.map([job(FINE, 0.0)])
    finally:
        pool.close()
