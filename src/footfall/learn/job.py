"""What a search hands to its workers: a Bundle once, then Jobs; each Job gives a Result.

All three are plain data, so that a worker may be this process, a thread, another process or another
machine, and gives the same bits.
"""

from __future__ import annotations

import hashlib
import json
import math
import threading
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from footfall.errors import FootfallError
from footfall.learn.free import FreeNumber
from footfall.learn.objective.terms import Term, term_from
from footfall.learn.scenario import Scenario, scenario_from
from footfall.stored import decode

if TYPE_CHECKING:
    from footfall.learn.runner import Runner

SCHEMA = 1
WORST = 1e9  # the score of a run that diverged, or whose score is not a number
_HELP = "make it again with `footfall tune`"
_MOST_RUNNERS = 64  # scenarios whose simulators a thread keeps


def hash_of(data: bytes) -> str:
    """A short hash of a Bundle's bytes."""
    return hashlib.sha256(data).hexdigest()[:16]


@dataclass(frozen=True)
class Job:
    """One run: a candidate in a scenario.

    Attributes:
        bundle: Hash of the Bundle it belongs to.
        vector: Free numbers in search coordinates: 0 is the script's own value, 1 is one std above.
        scenario: Index into the Bundle's scenarios.
        seed: Common to a generation; scenarios that draw their start draw it from this.
        limit: The run may stop as soon as its score is certain to be above this; inf: never.
    """

    bundle: str
    vector: tuple[float, ...]
    scenario: int
    seed: int = 0
    limit: float = math.inf


@dataclass(frozen=True)
class Result:
    """What came of a Job.

    Attributes:
        score: Smaller is better; always finite, at most `WORST`.
        terms: What each term added to the score.
        end: How the run ended (time, done, fell, threshold, stuck, diverged), or "hopeless" when
            it was stopped because of `Job.limit`.
        seconds: Simulated seconds.
    """

    score: float
    terms: dict[str, float]
    end: str
    seconds: float


@dataclass(frozen=True)
class Bundle:
    """All that evaluating a candidate needs: scripts, body, free numbers, scenarios and objective.

    Attributes:
        skill: Name of the root script.
        texts: The scripts, by name.
        body: Name or path of the body.
        bodies: Texts of the files of all bodies in it, by name or path.
        free: The numbers that are searched.
        terms: The objective.
        scenarios: What each candidate goes through.
        combine: How the scenarios' scores become one: "mean" or "worst".
        goal: A trajectory to be tracked: columns by name (learn/objective/goal.py), or empty.
    """

    skill: str
    texts: dict[str, str]
    body: str
    bodies: dict[str, str]
    free: tuple[FreeNumber, ...]
    terms: tuple[Term, ...]
    scenarios: tuple[Scenario, ...]
    combine: str = "mean"
    goal: dict[str, Any] | None = None

    @property
    def n(self) -> int:
        """How many numbers are free."""
        return len(self.free)

    @property
    def n_scenarios(self) -> int:
        """How many runs a candidate takes."""
        return len(self.scenarios)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the free numbers, by where they stand."""
        return tuple(f.name for f in self.free)

    @property
    def random(self) -> bool:
        """Whether any scenario draws from the Job's seed: then scores of two generations differ by luck."""
        return any(s.draw or s.jitter > 0 for s in self.scenarios)

    @property
    def floor(self) -> float:
        """A score that no run can be below; -inf when there is none."""
        endless = any(t.kind == "distance" and t.target is None and t.weight > 0 for t in self.terms)
        return -math.inf if endless else 0.0

    @cached_property
    def lower(self) -> NDArray[np.float64]:
        """(n,) lower bounds in search coordinates; -inf where there is none."""
        return np.array([f.lower for f in self.free])

    @cached_property
    def upper(self) -> NDArray[np.float64]:
        """(n,) upper bounds in search coordinates; inf where there is none."""
        return np.array([f.upper for f in self.free])

    @cached_property
    def hash(self) -> str:
        """A short hash of all of it."""
        return hash_of(self.to_bytes())

    def values(self, vector: NDArray[np.float64] | tuple[float, ...]) -> list[float]:
        """The free numbers of a vector in SI units, kept within their bounds."""
        return [f.value(float(x)) for f, x in zip(self.free, vector, strict=True)]

    def combined(self, scores: list[float]) -> float:
        """One score from those of all scenarios."""
        weights = [s.weight for s in self.scenarios]
        if self.combine == "worst":
            return max(scores)
        return sum(w * s for w, s in zip(weights, scores, strict=True)) / sum(weights)

    def to_bytes(self) -> bytes:
        """As JSON, the same bytes for the same Bundle."""
        return json.dumps({"schema": SCHEMA, **asdict(self)}, sort_keys=True).encode()

    @classmethod
    def from_bytes(cls, data: bytes, where: str = "bundle") -> Bundle:
        """What `to_bytes` wrote.

        Args:
            data: The bytes.
            where: Their file, for messages.

        Raises:
            FootfallError: It is something else, or of a newer version.
        """
        stored = decode(data, _Stored, where=where, help=_HELP)
        if stored.schema > SCHEMA:
            raise FootfallError(
                f"the bundle has schema {stored.schema}, this version reads {SCHEMA}",
                where=where,
                help="upgrade footfall",
            )
        stored.check(where)
        return cls(
            stored.skill,
            stored.texts,
            stored.body,
            stored.bodies,
            stored.free,
            tuple(term_from(t, f"{where}: term {k}") for k, t in enumerate(stored.terms, start=1)),
            tuple(
                scenario_from(s, f"{where}: scenario {k}") for k, s in enumerate(stored.scenarios, start=1)
            ),
            stored.combine,
            stored.goal,
        )


@dataclass(frozen=True)
class _Stored:
    """A Bundle as JSON holds it; see there."""

    schema: int
    skill: str
    texts: dict[str, str]
    body: str
    bodies: dict[str, str]
    free: tuple[FreeNumber, ...]
    terms: list[dict[str, Any]]
    scenarios: list[dict[str, Any]]
    combine: Literal["mean", "worst"] = "mean"
    goal: dict[str, Any] | None = None

    def check(self, where: str) -> None:
        """Check what types do not say.

        Raises:
            FootfallError: A text that is named is missing, a list is empty, or a number cannot be.
        """
        if self.skill not in self.texts:
            raise FootfallError(f"the text of '{self.skill}' is missing", where=f"{where}: texts", help=_HELP)
        if self.body not in self.bodies:
            raise FootfallError(f"the body '{self.body}' is missing", where=f"{where}: bodies", help=_HELP)
        for name in ("free", "terms", "scenarios"):
            if not getattr(self, name):
                raise FootfallError("there is none", where=f"{where}: {name}", help=_HELP)
        for k, f in enumerate(self.free):
            sound = math.isfinite(f.base) and 0.0 < f.std < math.inf and f.low < f.high
            if not sound or f.slot < 0 or not math.isfinite(f.factor) or f.factor == 0.0:
                raise FootfallError("its numbers cannot be", where=f"{where}: free[{k}]", help=_HELP)


def warm_up() -> None:
    """Make the compiled loop ready: from disk, or by compiling it."""
    from footfall.engine.cache import warm

    warm((), watch=True)


def evaluate(bundle: Bundle, job: Job) -> Result:
    """Run one Job. Whatever goes wrong inside the simulation is a bad score, never an exception."""
    return _runner(bundle, job.scenario).run(job)


def evaluate_bytes(bundle_bytes: bytes, job: Job) -> Result:
    """Like `evaluate`, for workers that hold the Bundle as bytes; it is read once."""
    return evaluate(_bundle(bundle_bytes, job.bundle), job)


_local = threading.local()  # simulators hold state: each thread has its own


def _bundle(data: bytes, key: str) -> Bundle:
    held: dict[str, Bundle] = _local.__dict__.setdefault("bundles", {})
    if key not in held:
        held.clear()
        held[key] = Bundle.from_bytes(data)
    return held[key]


def _runner(bundle: Bundle, scenario: int) -> Runner:
    from footfall.learn.runner import Runner

    runners: dict[tuple[str, int], Runner] = _local.__dict__.setdefault("runners", {})
    key = (bundle.hash, scenario)
    if key not in runners:
        while len(runners) >= _MOST_RUNNERS:
            runners.pop(next(iter(runners)))
        runners[key] = Runner(bundle, scenario)
    return runners[key]
