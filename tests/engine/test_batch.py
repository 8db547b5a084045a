"""Batches: the same bits on any number of threads."""

from __future__ import annotations

import pytest

from footfall.engine.batch import Batch, run_seeds
from footfall.engine.sim import Sim
from footfall.engine.spec import ActorSpec, RunSpec

pytestmark = pytest.mark.sim


@pytest.mark.parametrize("skill", ["simbicon/walk", "simbicon/walk3d"])
def test_threads_do_not_change_the_bits(skill: str) -> None:
    hashes = []
    for threads in (1, 2):
        done: list[int] = []
        batch = Batch([Sim(skill, seed=seed) for seed in (1, 2, 3, 4)], threads=threads)
        recordings = batch.run(0.5, progress=done.append)
        assert done == [1, 2, 3, 4]
        hashes.append([rec.header["state_hash"] for rec in recordings])
    assert hashes[0] == hashes[1]
    assert len(set(hashes[0])) == 4


def test_run_seeds_counts_from_one() -> None:
    recordings = run_seeds(RunSpec((ActorSpec("simbicon/walk"),)), 0.2, 3)
    assert [rec.header["seed"] for rec in recordings] == [1, 2, 3]
    alone = Sim("simbicon/walk", seed=2).run(0.2)
    assert recordings[1].header["state_hash"] == alone.header["state_hash"]
