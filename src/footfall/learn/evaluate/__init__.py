"""Evaluators: where the Jobs of a search run. The results are the same bits everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from footfall.errors import ArgumentError, FootfallError, nearest

if TYPE_CHECKING:
    from footfall.learn.evaluate.evaluator import Evaluator

EVALUATORS = ("serial", "threads", "processes", "ray")


def make_evaluator(
    name: str = "processes", workers: int | None = None, cluster: str | None = None
) -> Evaluator:
    """An evaluator by its name on the command line.

    Args:
        name: One of `EVALUATORS`.
        workers: How many Jobs run at once; as many as there are cores unless given.
        cluster: Address of a Ray cluster, or "auto"; only for ray.

    Raises:
        FootfallError: No such evaluator, or options that do not go with it.
    """
    if name not in EVALUATORS:
        raise FootfallError(f"there is no evaluator '{name}'", help=nearest(name, EVALUATORS))
    if workers is not None and workers < 1:
        raise ArgumentError(f"{workers} workers cannot work", argument="workers", help="take 1 or more")
    if cluster is not None and name != "ray":
        raise ArgumentError(
            f"the evaluator '{name}' has no cluster", argument="cluster", help="use the evaluator 'ray'"
        )
    if name == "serial":
        from footfall.learn.evaluate.serial import Serial

        return Serial()
    if name == "threads":
        from footfall.learn.evaluate.threads import Threads

        return Threads(workers)
    if name == "ray":
        from footfall.learn.evaluate.ray import Ray

        return Ray(workers, cluster)
    from footfall.learn.evaluate.processes import Processes

    return Processes(workers)
