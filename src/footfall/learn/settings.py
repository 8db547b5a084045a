"""The settings of a search, besides its Bundle: stored in its folder as search.json, for --resume."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

Count = Annotated[int, Meta(ge=1, le=10**9)]
Version = Annotated[int, Meta(ge=0, le=2**31)]


@dataclass(frozen=True)
class Settings:
    """How it is searched.

    Attributes:
        search: Name of the strategy.
        evaluator: Where runs happen.
        seed: Of all that is drawn.
        sigma: First step, in standard deviations.
        population: Candidates a generation; None: as the strategy sees fit.
        evaluations: Candidates to try; None: no limit.
        minutes: Time to take; None: no limit.
        workers: Runs at once; None: one per core.
        cluster: Address of a Ray cluster.
    """

    search: str
    evaluator: str
    seed: Annotated[int, Meta(ge=0, lt=2**31)]
    sigma: Annotated[float, Meta(gt=0, le=100)]
    population: Annotated[int, Meta(ge=2, le=100_000)] | None
    evaluations: Count | None
    minutes: Annotated[float, Meta(gt=0, le=1e6)] | None
    workers: Annotated[int, Meta(ge=1, le=10_000)] | None
    cluster: str | None


@dataclass(frozen=True)
class StoredSettings(Settings):
    """The content of search.json.

    Attributes:
        schema: Of the file.
        bundle: Hash of the Bundle.
        versions: Of the packages, by name.
        script: As it was asked for.
    """

    schema: Version
    bundle: str
    versions: dict[str, str]
    script: str = ""
