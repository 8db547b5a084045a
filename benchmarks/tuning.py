"""The search that tunes a script's marked numbers for minutes, and writes what it has come to."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from footfall.learn.free import FreeNumber, with_values
from footfall.learn.search.cma import PopulationCMA
from footfall.script import Program, rewrite

Scores = Callable[[Sequence[Program], int], Sequence[float]]


def tune(
    base: Program,
    free: tuple[FreeNumber, ...],
    scores_of: Scores,
    out: Path,
    *,
    minutes: float,
    sigma: float,
    seed: int,
    population: int | None = None,
) -> None:
    """Search, and write the middle of what the search has come to after every generation.

    Args:
        base: The script.
        free: Those of its numbers that may change.
        scores_of: Scores of candidates in a generation (counted from 0); smaller is better.
        out: Where the script goes, in its own layout.
        minutes: How long; a generation that has begun is finished.
        sigma: How far the first candidates lie apart.
        seed: Of the search.
        population: Candidates in a generation.
    """
    lower, upper = np.array([f.lower for f in free]), np.array([f.upper for f in free])
    search = PopulationCMA(lower, upper, seed=seed, sigma=sigma, population=population)
    began, generation = time.monotonic(), 0
    while time.monotonic() - began < 60 * minutes:
        candidates = [replace(base, params=with_values(base.params, free, x)) for x in search.ask()]
        scores = np.array(scores_of(candidates, generation))
        search.tell(scores)
        generation += 1
        print(
            f"{time.monotonic() - began:5.0f} s  generation {generation}  best {scores.min():.3f}"
            f"  mean {scores.mean():.3f}",
            flush=True,
        )
        middle = with_values(base.params, free, search.middle())
        out.write_text(rewrite(base.units[0].text, 0, base, middle), encoding="utf-8")
