"""Mutate valid scripts at random: nothing may crash or hang, and every rejection must say where.

    python benchmarks/fuzz_language.py                          200,000 mutations on all cores
    python benchmarks/fuzz_language.py --mutations 5000         fewer
    python benchmarks/fuzz_language.py --first 120000           go on where an earlier run stopped

Mutation number n is the same in every run with the same seed and scripts, so a failure can be
looked at with ``--first n --mutations 1 --show``. The exit code is 1 if anything failed.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from footfall.errors import FootfallError
from footfall.script import DictLoader, ScriptError, Source, check, compile_text
from footfall.script.convert import convert
from footfall.script.format import format_text
from footfall.script.mistakes import CALLED, MISTAKES, mistakes_loader
from footfall.script.statements import STATEMENTS

ROOT = Path(__file__).resolve().parents[1]
HANG = 1.0  # s: a check that takes longer has failed
GIVE_UP = 10  # s: one that has not come back by then is interrupted
CHUNK = 500
_THING = "PROP crate.ball(.1).at(1, 0, 1).mass(1)"  # for examples that take one
_PIECE = re.compile(r"\s+|\w+|.", re.DOTALL)
_WORDS = """
    SKILL PHASE TO WHEN SWAP ALWAYS DO KEEP LASTS BODY START IDLE limp LIMIT FALL GOAL end none
    deg and or not curve( linterp(
    POSE VPD LIPOSE MATCH HOLD POSEFB VF VFFB VFSFB IK GC EF SAVE LOAD TOGGLE .by( .close( .time( .over(
    .on( .to( PROP GRASP crate .box( .at( .mass( .fixed() crate.x crate.held
    lKnee swHip trunk swFoot com.height phi time complete returns motion random key A near BOX contact touches
    ground ( ) , ; . : ~ < > <= == = - + * / 0 1 -1 .5 1e9 1e400 nan # ## é ° { } " ' passed( clamp(
    BEGINSCRIPT ENDSCRIPT ACTIONS ENDACTIONS ENDPHASE SCRIPTS SET TORQUELIMIT TRANSITION to( .after( COMFB2
    SVF void iterations stable fallen anglerange press release pass x .joint( .parent( .flags(s) >>>>> <<<<<
"""
_VOCABULARY = _WORDS.split() + [" ", "\n", "\r\n", "\t", "\0", "\ufeff", "\u2028"]


@dataclass
class Tally:
    """What came of a number of mutations; `failures` holds one line each."""

    count: int = 0
    accepted: int = 0
    slowest: float = 0.0
    failures: list[str] = field(default_factory=list)
    codes: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Add the counts of another tally."""
        self.count += other.count
        self.accepted += other.accepted
        self.slowest = max(self.slowest, other.slowest)
        self.failures += other.failures
        self.codes += other.codes


@cache
def mistakes() -> tuple[tuple[str, str], ...]:
    """(path, text) of the scripts with a mistake."""
    return tuple((f"{code}.skill", text) for code, text in sorted(MISTAKES.items()))


@cache
def scripts() -> tuple[tuple[str, str], ...]:
    """(path, text) of every valid script: the library, and the tests' files."""
    found = [("called.skill", CALLED["moves/curl"])]
    found += [(f"{s.word}.skill", f"SKILL a()\n{_THING}\nPHASE x\n  {s.example}\n") for s in STATEMENTS]
    for folder in (
        ROOT / "src" / "footfall" / "skills",
        ROOT / "tests" / "classic",
        ROOT / "tests" / "script",
    ):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".skill", ".s", ".t"):
                found.append((str(path), path.read_text(encoding="utf-8")))
    return tuple(found)


def mutate(number: int, seed: int) -> tuple[str, str]:
    """(path, text) of one mutation."""
    rng = random.Random(f"{seed}/{number}")
    path, text = rng.choice(mistakes() if rng.random() < 0.2 else scripts())
    pieces = _PIECE.findall(text)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        _change(rng, pieces)
    return path, "".join(pieces)


def _change(rng: random.Random, pieces: list[str]) -> None:
    at = rng.randrange(len(pieces) + 1)
    kind = rng.randrange(9)
    if kind == 0:
        del pieces[at : at + rng.choice((1, 1, 2, 5, 30))]
    elif kind == 1:
        pieces.insert(at, rng.choice(_VOCABULARY))
    elif kind == 2 and at < len(pieces):
        pieces[at] = rng.choice(_VOCABULARY)
    elif kind == 3:
        pieces[at:at] = pieces[at : at + rng.choice((1, 5, 30))] * rng.choice((1, 1, 3, 60))
    elif kind == 4 and len(pieces) > 1:
        a, b = rng.randrange(len(pieces)), rng.randrange(len(pieces))
        pieces[a], pieces[b] = pieces[b], pieces[a]
    elif kind == 5 and at < len(pieces) and pieces[at]:
        spot = rng.randrange(len(pieces[at]))
        pieces[at] = pieces[at][:spot] + chr(rng.choice((rng.randrange(32, 127), rng.randrange(0x2100))))
    elif kind == 6:
        other = _PIECE.findall(rng.choice(scripts())[1])
        start = rng.randrange(len(other))
        pieces[at:at] = other[start : start + 20]
    elif kind == 7:
        del pieces[at:]
    elif at < len(pieces):
        pieces[at] = str(rng.choice((rng.uniform(-10, 10), rng.randrange(-100, 100), 10**30, -0.0)))


def examine(path: str, text: str) -> tuple[str, list[str], float]:
    """(what failed or "", the codes of the errors, seconds) of one text."""
    began = time.perf_counter()
    codes: list[str] = []
    try:
        found = check(text, path=path, loader=mistakes_loader())
        codes = [d.code for d in found if d.severity == "error"]
        seconds = time.perf_counter() - began
        for d in found:
            if not 0 <= d.span.start <= d.span.end <= len(d.source.text):
                return f"{d.code} points outside the text", codes, seconds
            d.render()
        _compile(path, text, bool(codes))
    except Timeout:
        return "hangs", codes, time.perf_counter() - began
    except Exception as problem:  # the point of it all
        return f"{type(problem).__name__}: {problem}", codes, time.perf_counter() - began
    return ("slow" if seconds > HANG else ""), codes, seconds


def _compile(path: str, text: str, wrong: bool) -> None:
    """What was checked must compile, or be refused, accordingly; and format without harm."""
    try:
        compile_text(text, path=path, loader=mistakes_loader())
    except ScriptError:
        if not wrong:
            raise AssertionError("checked without errors, and refused") from None
    else:
        if wrong:
            raise AssertionError("checked with errors, and compiled")
    if path.endswith(".skill"):
        try:
            neat = format_text(text)
        except ScriptError:
            return
        if format_text(neat) != neat:
            raise AssertionError("formatting twice changes it again")
    elif not wrong:
        _convert(path, text)


def _convert(path: str, text: str) -> None:
    """A classic script without errors becomes a modern one without errors, unless it calls itself."""
    try:
        done = convert(Source(path, path, text), "root", mistakes_loader())
    except FootfallError as problem:
        if "calls itself" not in problem.message:
            raise
        return
    others = DictLoader({skill.name: skill.text for skill in done.skills})
    for d in check(done.skills[0].text, name="root", loader=others):
        if d.severity == "error":
            raise AssertionError(f"converted to a wrong script: {d.code} {d.message}")


class Timeout(Exception):  # noqa: N818 - not an error of the script
    """A script has not come back in time."""


def _interrupt(*_: Any) -> None:
    raise Timeout


def run(job: tuple[int, int, int]) -> Tally:
    """Examine mutations first … last - 1 of a seed."""
    first, last, seed = job
    signal.signal(signal.SIGALRM, _interrupt)
    tally = Tally()
    for number in range(first, last):
        path, text = mutate(number, seed)
        signal.alarm(GIVE_UP)
        failure, codes, seconds = examine(path, text)
        signal.alarm(0)
        tally.count += 1
        tally.accepted += not codes
        tally.slowest = max(tally.slowest, seconds)
        tally.codes.update(set(codes))
        if failure:
            tally.failures.append(f"{number} ({Path(path).name}): {failure}")
    return tally


def fuzz(first: int, count: int, seed: int, workers: int) -> Iterator[Tally]:
    """Examine `count` mutations; gives the tally so far, again and again."""
    ends = [*range(first, first + count, CHUNK), first + count]
    jobs = [(a, b, seed) for a, b in zip(ends, ends[1:], strict=False)]
    total = Tally()
    with multiprocessing.Pool(workers) as pool:
        for tally in pool.imap(run, jobs):
            total.add(tally)
            yield total


def main() -> int:
    parser = argparse.ArgumentParser(description="Mutate scripts at random and check them.")
    parser.add_argument("--mutations", type=int, default=200_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first mutation")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--show", action="store_true", help="print the first mutation and what is said of it")
    options = parser.parse_args()
    if options.show:
        path, text = mutate(options.first, options.seed)
        print(text, "----", sep="\n")
        print(*(d.render() for d in check(text, path=path, loader=mistakes_loader())), sep="\n\n")
    began = time.perf_counter()
    total = Tally()
    for total in fuzz(options.first, options.mutations, options.seed, options.workers):
        done = f"{options.first + total.count:,} mutations, {len(total.failures)} failures"
        print(f"\r{done}, {time.perf_counter() - began:.0f} s", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"{total.count:,} mutations of {len(scripts()) + len(mistakes())} scripts")
    print(f"{total.accepted:,} valid, the others rejected with {len(total.codes)} different codes")
    print(f"{len(total.failures)} failures; slowest check {total.slowest * 1000:.0f} ms")
    reasons = Counter(failure.partition(": ")[2] for failure in total.failures)
    print(*(f"{count:6}  {reason}" for reason, count in reasons.most_common(20)), sep="\n")
    print(*total.failures[:50], sep="\n")
    return 1 if total.failures else 0


if __name__ == "__main__":
    sys.exit(main())
