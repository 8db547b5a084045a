"""Objectives from options of the command line, without a file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from footfall.errors import FootfallError, nearest
from footfall.learn.objective.file import Objective
from footfall.learn.objective.kinds import KINDS
from footfall.learn.objective.terms import Term, term_from, with_upright
from footfall.learn.scenario import Scenario

_TERM = re.compile(
    r"(?P<kind>[a-z]+)(?::(?P<of>[^=@<>]+))?(?:(?P<sign>[<>]?=)(?P<target>[^@]+))?(?:@(?P<weight>.+))?"
)
_TERM_FORM = "write KIND[:OF][=TARGET][@WEIGHT], like energy@0.01, step=0.6, apex>=1.3 or phase:lift=0.3"
_BOUNDS = {"=": "", ">=": "least", "<=": "most"}
_NEEDS = {  # what a kind needs -> how it is said here
    "target": ("a target", "write {kind}=1.0"),
    "of": ("the name of a phase", "write {kind}:{of}"),
    "file": ("a recording", "write {kind}:walk.npz"),
}
_START_UP = 1.0  # s before the speed counts
PUSH_SECONDS = 0.4
PUSH_FIRST = 2.5  # s: a walk from the walking start has settled by then
PUSH_EVERY = 2.93  # s: no multiple of a cycle, so that pushes meet all of its phases
PUSH_STEPS = 8  # pushes of a run, each stronger than the one before
PUSH_FROM = 0.25  # of the strongest
SETTLE = 3.0  # s after the last push


@dataclass(frozen=True)
class ObjectiveOptions:
    """The options that describe an objective.

    Attributes:
        speed: m/s.
        survive_pushes: Newtons sideways, 0.4 s, on the trunk.
        terms: Others, as ``KIND[:OF][=TARGET][@WEIGHT]``.
        seconds: Of each run.
        push: Pushes as `footfall run --push` takes them.
        ground: As `footfall run` takes it.
        seeds: Runs from so many drawn starts; 0: one from the exact start.
        at: The phase that runs begin with, drawn there; "": they begin at the start.
        state: A recording in which runs begin, FILE or FILE@SECONDS.
    """

    speed: float | None = None
    survive_pushes: float | None = None
    terms: tuple[str, ...] = ()
    seconds: float = 10.0
    push: tuple[str, ...] = ()
    ground: str = "flat"
    seeds: int = 0
    at: str = ""
    state: str = ""

    def objective(self, planar: bool) -> Objective:
        """As an objective.

        Args:
            planar: Whether the body moves in a plane: then pushes come from front and back.

        Raises:
            FootfallError: There is no term, or one that cannot be.
        """
        terms: list[Term] = [read_term(text) for text in self.terms]
        if self.speed is not None:
            after = min(_START_UP, self.seconds / 4)
            terms.append(term_from({"kind": "speed", "target": self.speed, "after": after}, "--speed"))
        if self.survive_pushes is not None or (self.push and not any(t.kind == "pushes" for t in terms)):
            terms.append(term_from({"kind": "pushes"}))
        if not terms:
            raise FootfallError(
                "there is nothing to aim for",
                where="footfall tune",
                help="say what is wanted: --speed 1.2, --survive-pushes 300, --term energy, --objective …",
            )
        scenarios = self._pushed(planar) if self.survive_pushes is not None else self._plain()
        return Objective(with_upright(tuple(terms)), scenarios)

    def _plain(self) -> tuple[Scenario, ...]:
        seeds = range(1, self.seeds + 1) if self.seeds else (0,)
        return tuple(
            Scenario(
                seconds=self.seconds,
                push=self.push,
                ground=self.ground,
                seed=seed,
                at=self.at,
                state=self.state,
            )
            for seed in seeds
        )

    def _pushed(self, planar: bool) -> tuple[Scenario, ...]:
        """Runs in which ever stronger pushes come from both sides, begun at two places of the cycle.

        One run has no pushes: a search for robustness must not lose the walk itself.
        """
        assert self.survive_pushes is not None
        seeds = range(1, self.seeds + 1) if self.seeds else (0, 0)
        scenarios = []
        for k, seed in enumerate(seeds):
            for side in (1, -1):
                pushes, end = growing_pushes(self.survive_pushes, side, 0.25 * k, planar)
                scenarios.append(
                    Scenario(seconds=end, push=(*pushes, *self.push), ground=self.ground, seed=seed)
                )
        return (*scenarios, Scenario(seconds=self.seconds, ground=self.ground, name="unpushed"))


def growing_pushes(strongest: float, side: int, delay: float, planar: bool) -> tuple[list[str], float]:
    """Pushes that alternate sides and grow, and the second at which a run with them ends."""
    pushes = []
    time = PUSH_FIRST + delay
    for k in range(PUSH_STEPS):
        force = strongest * (PUSH_FROM + (1.0 - PUSH_FROM) * k / (PUSH_STEPS - 1)) * side * (-1) ** k
        at = f"{force:.4g}" if planar else f"0,{force:.4g}"
        pushes.append(f"{time:.4g}:{PUSH_SECONDS:g}:{at}")
        time += PUSH_EVERY
    return pushes, round(time - PUSH_EVERY + PUSH_SECONDS + SETTLE, 3)


def read_term(text: str) -> Term:
    """Read ``KIND[:OF][=TARGET][@WEIGHT]``.

    Raises:
        FootfallError: It is something else.
    """
    where = f"--term {text}"
    match = _TERM.fullmatch(text.strip())
    if not match:
        raise FootfallError(f"cannot read '{text}'", where=where, help=_TERM_FORM)
    if match["kind"] not in KINDS:
        raise FootfallError(
            f"there is no term '{match['kind']}'", where=where, help=nearest(match["kind"], list(KINDS))
        )
    kind = KINDS[match["kind"]]
    given = {"target": match["target"], "of": match["of"], "file": match["of"]}
    if kind.needs and given[kind.needs] is None:
        what, form = _NEEDS[kind.needs]
        of = "lift=0.3"
        if kind.name == "gait":
            what, of = "a part of the score", "knee"
        if kind.name == "end":
            what, of = "a value of the language", "com.x=2"
        raise FootfallError(
            f"the term '{kind.name}' needs {what}", where=where, help=form.format(kind=kind.name, of=of)
        )
    if match["of"] is not None and kind.needs not in ("of", "file"):
        raise FootfallError(f"the term '{kind.name}' takes no ':{match['of']}'", where=where, help=_TERM_FORM)
    table: dict[str, Any] = {"kind": kind.name}
    if match["of"] is not None:
        table[kind.needs] = match["of"].strip()
    for key in ("target", "weight"):
        if match[key] is not None:
            table[key] = _number(match[key], where)
    if match["sign"]:
        table["bound"] = _BOUNDS[match["sign"]]
    return term_from(table, where)


def _number(text: str, where: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise FootfallError(f"'{text}' is not a number", where=where, help=_TERM_FORM) from None
