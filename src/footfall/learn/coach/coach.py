"""A skill is coached: what the words want is measured, asked for, searched, and measured again."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from footfall.errors import FootfallError
from footfall.learn.budget import Budget
from footfall.learn.coach.words import Word
from footfall.learn.evaluate import make_evaluator
from footfall.learn.events import Generation
from footfall.learn.free import FreeNumber
from footfall.learn.job import Bundle, Job
from footfall.learn.loop import Search
from footfall.learn.objective.file import Objective
from footfall.learn.objective.kinds import KINDS
from footfall.learn.objective.terms import Term, with_upright
from footfall.learn.prepare import collect, prepare
from footfall.learn.result import best_texts
from footfall.learn.runner import Runner
from footfall.learn.scenario import Scenario
from footfall.learn.search import make_strategy
from footfall.script import Program

SEEDS = (0, 1)  # starts that candidates are tried from: the exact one and a drawn one
PROOF = 10  # drawn starts that prove the result
PUSHED = 2.0  # standard deviations by which a word moves a number; at least half of that stays
Tell = Callable[[float], None]


@dataclass(frozen=True)
class Coached:
    """What became of it.

    Attributes:
        text: The new script.
        others: Scripts that it calls and that changed too, by name.
        before, after: What the words measure, by word.
        goals: Of `PROOF` drawn starts, those that reach the GOAL, before and after.
        numbers: The numbers that moved: name, before, after.
        seconds: Of search.
        evaluations: Candidates.
    """

    text: str
    others: dict[str, str]
    before: dict[str, float]
    after: dict[str, float]
    goals: tuple[int, int]
    numbers: tuple[tuple[str, float, float], ...]
    seconds: float
    evaluations: int


def coach(
    skill: str,
    words: Sequence[Word],
    *,
    budget: Budget,
    length: float = 10.0,
    body: str | None = None,
    free: str | None = None,
    workers: int | None = None,
    seed: int = 1,
    tell: Tell | None = None,
) -> Coached:
    """Coach a skill.

    Args:
        skill: A library name or a file.
        words: What is wanted.
        budget: When the search stops.
        length: Of each run, s.
        body: Another body than the skill's own.
        free: Phases and parameters whose numbers are free; None: the marked numbers, or all.
        workers: Runs at once; one per core when None.
        seed: Of the search.
        tell: Called now and then with the seconds that have passed.

    Raises:
        FootfallError: The skill is wrong, or has no number that a word pushes.
    """
    program, _ = collect(skill)
    chosen = free or _chosen(program)
    plain = _bundle(skill, program, [w.measured for w in words if w.kind], length, body, chosen)
    before = _measure(plain, 0)
    aims = [w.term(before[w.word]) for w in words if w.kind]
    wanted = _bundle(skill, program, aims, length, body, chosen)
    wanted = replace(wanted, free=_pushed(wanted.free, words))
    began = time.monotonic()
    strategy = make_strategy("cma", wanted.lower, wanted.upper, seed=seed, sigma=0.5, population=None)
    search = Search(
        wanted,
        strategy,
        make_evaluator("serial" if workers == 1 else "processes", workers, None),
        seed=seed,
        budget=budget,
        on_event=lambda event: tell(event.seconds) if tell and isinstance(event, Generation) else None,
    )
    done = search.run()
    took = time.monotonic() - began
    texts = best_texts(wanted, done.vector)
    moved = zip(plain.free, wanted.values(done.vector), strict=True)
    return Coached(
        text=texts.pop(wanted.skill),
        others=texts,
        before={w.word: before[w.word] for w in words if w.kind},
        after={k: v for k, v in _measure(wanted, 0, done.vector).items() if k != "goal"},
        goals=(_proved(plain, (0.0,) * plain.n), _proved(wanted, done.vector)),
        numbers=tuple((f.name, f.base, value) for f, value in moved),
        seconds=took,
        evaluations=done.evaluations,
    )


def _chosen(program: Program) -> str | None:
    """Which numbers are free: the marked ones of the script itself, or all of its phases."""
    own = [s for s in program.slots if s.mark is not None and s.span.unit == 0]
    first, last = program.units[0].phases
    return None if own else ",".join(program.phase_names[first:last])


def _bundle(
    skill: str, program: Program, aims: list[Term], length: float, body: str | None, free: str | None
) -> Bundle:
    """The problem: the aims, and the GOAL as it was."""
    terms = list(aims)
    if program.goal is not None:
        terms += [Term(kind, KINDS[kind].weight) for kind in ("goal", "margin")]
    scenarios = tuple(Scenario(seconds=length, seed=seed) for seed in SEEDS)
    bundle = prepare(skill, Objective(with_upright(tuple(terms)), scenarios, "worst"), body=body, free=free)
    slots = {k for k, slot in enumerate(program.slots) if slot.span.unit == 0}
    own = tuple(f for f in bundle.free if f.slot in slots)  # what it calls is the library's
    return replace(bundle, free=own or bundle.free)


def _pushed(free: tuple[FreeNumber, ...], words: Sequence[Word]) -> tuple[FreeNumber, ...]:
    """The free numbers, those that words push moved, and kept from going back."""
    out = list(free)
    for word in (w for w in words if w.push):
        hit = False
        for k, number in enumerate(out):
            if any(part in number.name.lower() for part in word.push):
                hit, out[k] = True, _moved(number, word.way)
        if not hit:
            raise FootfallError(
                f"no number of this skill is called {' or '.join(word.push)}",
                where=f'"{word.word}"',
                help="name one so: SKILL jump(tuck = -.5~.1<-2,0>)",
            )
    return tuple(out)


def _moved(number: FreeNumber, way: int) -> FreeNumber:
    """A number that is pushed away from 0 or towards it, as far as its bounds allow."""
    room = number.high + number.low if math.isfinite(number.high + number.low) else 0.0
    sign = math.copysign(1.0, number.base or room) * way
    far = number.base + sign * PUSHED * number.std
    if way < 0 and far * number.base < 0:
        far = 0.0
    target = min(max(far, number.low), number.high)
    half = number.base + 0.5 * (target - number.base)
    if target == number.base:
        return number
    up = target > number.base
    return replace(number, base=target, low=half if up else number.low, high=number.high if up else half)


def _measure(bundle: Bundle, scenario: int, vector: tuple[float, ...] | None = None) -> dict[str, float]:
    job = Job(bundle.hash, vector or (0.0,) * bundle.n, scenario)
    return Runner(bundle, scenario).measure(job)


def _proved(bundle: Bundle, vector: tuple[float, ...]) -> int:
    """From how many drawn starts the GOAL is reached."""
    first = bundle.scenarios[0]
    proof = replace(bundle, scenarios=tuple(replace(first, seed=k) for k in range(101, 101 + PROOF)))
    return sum(int(_measure(proof, k, vector)["goal"]) for k in range(PROOF))
