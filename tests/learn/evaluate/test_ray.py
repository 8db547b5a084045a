"""A local Ray cluster of two nodes: the same bits as alone, whatever becomes of a node."""

from __future__ import annotations

import logging
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import pytest
import ray
from ray.cluster_utils import Cluster

from footfall.learn.budget import Budget
from footfall.learn.evaluate.ray import Ray
from footfall.learn.evaluate.serial import Serial
from footfall.learn.events import Event, Generation
from footfall.learn.loop import Search
from footfall.learn.search import make_strategy
from footfall.learn.toy_problem import ENTRY, ToyProblem

TRIAL = ToyProblem("ellipsoid", n=5, n_scenarios=2, work=0.01)
ATTEMPTS = 4
NODE = {"num_cpus": 1, "object_store_memory": 80_000_000}  # bytes: it holds one bundle


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(prefix="ray-") as folder:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
        # Everything of Ray's in a folder of our own, the address that it notes down for others too: its usual
        # folder need not exist. Sockets stand there, so the path must be short.
        patch.setenv("RAY_TMPDIR", folder)
        made = started({**NODE, "include_dashboard": False})
        try:
            ray.init(address=made.address, log_to_driver=False, logging_level=logging.ERROR)
            made.wait_for_nodes()
            yield made
        finally:
            ray.shutdown()
            made.shutdown()


def started(head: dict[str, Any]) -> Cluster:
    """Two nodes. On a busy machine Ray gives itself up after half a minute: then once more."""
    for attempt in range(ATTEMPTS):
        made = Cluster()
        try:
            made.add_node(**head)
            made.add_node(**NODE)
            return made
        except Exception:
            made.shutdown()
            if attempt == ATTEMPTS - 1:
                raise
    raise AssertionError("unreachable")


def search(evaluator: Serial | Ray, **options: Any) -> Search:
    strategy = make_strategy("cma", TRIAL.lower, TRIAL.upper, seed=3)
    return Search(TRIAL, strategy, evaluator, seed=3, budget=Budget(60), entry=ENTRY, **options)


def test_two_nodes_give_the_same_bits_though_one_is_lost(cluster: Any) -> None:
    evaluator = Ray()
    workers: list[int] = []

    def on_event(event: Event) -> None:
        if isinstance(event, Generation) and event.generation == 4:
            workers.append(evaluator.workers)
            cluster.remove_node(cluster.list_all_nodes()[-1], allow_graceful=False)

    assert search(evaluator, on_event=on_event).run().vector == search(Serial()).run().vector
    assert workers == [2]
    # Ray may take a while to notice, on a busy machine longer than the search takes
    for _ in range(600):
        alive = [node for node in ray.nodes() if node["Alive"]]
        if len(alive) == 1:
            break
        time.sleep(0.1)
    assert len(alive) == 1
