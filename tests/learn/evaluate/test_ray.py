"""A local Ray cluster of two nodes; skipped where Ray is not installed."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest

from footfall.learn.budget import Budget
from footfall.learn.evaluate.ray import Ray
from footfall.learn.evaluate.serial import Serial
from footfall.learn.events import Event, Generation, Note
from footfall.learn.loop import Search
from footfall.learn.search import make_strategy
from footfall.learn.trial import ENTRY, Trial

ray = pytest.importorskip("ray")
TRIAL = Trial("ellipsoid", n=5, n_scenarios=2, work=0.01)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    made.add_node(num_cpus=1)
    ray.init(address=made.address, log_to_driver=False, logging_level=logging.ERROR)
    made.wait_for_nodes()
    yield made
    ray.shutdown()
    made.shutdown()


def search(evaluator: Serial | Ray, **options: Any) -> Search:
    strategy = make_strategy("cma", TRIAL.lower, TRIAL.upper, seed=3)
    return Search(TRIAL, strategy, evaluator, seed=3, budget=Budget(120), entry=ENTRY, **options)


def test_two_nodes_give_the_same_bits(cluster: Any) -> None:
    evaluator = Ray()
    assert search(evaluator).run().vector == search(Serial()).run().vector
    assert evaluator.workers == 2


def test_losing_a_node_changes_nothing(cluster: Any) -> None:
    """The last test: it takes a node away."""
    notes: list[str] = []

    def on_event(event: Event) -> None:
        if isinstance(event, Generation) and event.generation == 4:
            cluster.remove_node(cluster.list_all_nodes()[-1], allow_graceful=False)
        if isinstance(event, Note):
            notes.append(event.text)

    assert search(Ray(), on_event=on_event).run().vector == search(Serial()).run().vector
    assert len([node for node in ray.nodes() if node["Alive"]]) == 1
