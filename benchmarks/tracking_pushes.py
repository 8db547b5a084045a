"""Pushes and balls that tracked motions stand, the paper's Table 3: ``python benchmarks/tracking_pushes.py``.

Each kind is judged under pushes (0.2 s every second, drawn directions) and under balls (5 m/s, one a
second, thrown level from 3 m away and 1.5 m above the neck, drawn directions) with every set of numbers of
the database in `learn/track/known.py`, from the paper's figure on: while at least four of five fresh draws
reach R 1.6, and the clip goes on for `PLAYED` of the time, a harder one is tried. When none stands the
paper's figure, numbers are searched under it for ``--minutes`` of processor time, and the highest figure
that is stood is what the table has. Ten further draws at the paper's figure show how much of that is luck.
What was measured is kept: a run that was stopped goes on where it was. ``--only`` names kinds, ``--again``
measures anew.
``--matrix`` judges the push-proof controller of each kind on each other clip (Table 4).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from footfall.body import load_body
from footfall.learn.track.known import KNOWN, known_programs
from footfall.learn.track.reward import thresholds_of
from footfall.learn.track.search import (
    DISTURBED,
    FIRST_FRESH,
    FRESH,
    Evaluator,
    Pushing,
    enough,
    search,
)
from footfall.learn.track.skill import skill_text
from footfall.script import Program, compile_text
from footfall.script.source import LIBRARY, DictLoader

MEDIA = Path(__file__).resolve().parent.parent / "docs" / "media" / "tracking"
STORE, MATRIX = MEDIA / "pushes.json", MEDIA / "reuse.json"
BODY = "human"
# The paper's Table 3: N, kg
PAPER = {
    "stand": (100.0, 1.75), "arm": (180.0, 3.0), "wave": (180.0, 4.0), "squat": (100.0, 3.25),
    "bow": (100.0, 3.0), "hips": (120.0, 2.25), "single": (80.0, 3.0), "kick": (80.0, 1.25),
    "side": (80.0, 0.75), "dance": (100.0, 2.0),
}  # fmt: skip
STEPS = {"push": 20.0, "ball": 0.25}  # between two figures of the table, N and kg
# How much of a clip must go by in a second, as a mean of the draws, for a figure to be stood, whatever R
# is: under a body that steps it may wait, and one that waits most of the time is a pose, not a motion.
PLAYED = 0.75
MORE = 10  # draws besides, so that luck shows
MOST = 12  # steps above or below the paper's figure that are tried
CROSSES = 40  # of the paper's Table 4


def marked(kind: str) -> Program:
    """The script of a clip that comes along as `footfall track` writes it: every number has a mark."""
    reference = (LIBRARY / "tracked" / f"{kind}.ref").read_text(encoding="utf-8")
    text = skill_text(kind, load_body(BODY), doc=f"Tracks {kind}.")
    return compile_text(text, loader=DictLoader({f"{kind}.ref": reference}))


def pushing_of(column: str, amount: float) -> Pushing:
    """The disturbance of a column."""
    return Pushing(force=amount) if column == "push" else Pushing(ball=amount)


@dataclass(frozen=True)
class Draw:
    """One draw: R, and how much of the clip went by in a second, s."""

    reward: float
    played: float


def drawn(evaluator: Evaluator, program: Program, seed: int) -> Draw:
    """What became of one draw."""
    score = evaluator.scores([program], [seed])[0][0]
    return Draw(score.reward, score.played)


def judged(program: Program, kind: str, pushing: Pushing | None = None) -> tuple[Draw, ...]:
    """Fresh draws, one after the other; no more of them once two have failed."""
    evaluator = Evaluator(program, thresholds_of(kind), pushing, threads=1)
    draws: list[Draw] = []
    for seed in range(FIRST_FRESH, FIRST_FRESH + FRESH):
        draws.append(drawn(evaluator, program, seed))
        if sum(draw.reward < DISTURBED for draw in draws) > 1:
            break
    return tuple(draws)


def played(draws: Sequence[Draw]) -> float:
    """How much of the clip goes by in a second, s, as a mean of the draws."""
    return sum(draw.played for draw in draws) / max(1, len(draws))


def stood(draws: Sequence[Draw]) -> bool:
    """Whether at least four of five draws were stood by a clip that went on."""
    rewards = [draw.reward for draw in draws]
    return len(draws) == FRESH and enough(rewards, DISTURBED) and played(draws) >= PLAYED


def further(program: Program, kind: str, pushing: Pushing) -> int:
    """Of `MORE` draws that decide nothing, how many are stood at the paper's figure, the clip going on."""
    evaluator = Evaluator(program, thresholds_of(kind), pushing, threads=1)
    first = 2 * FIRST_FRESH - 1
    draws = [drawn(evaluator, program, seed) for seed in range(first, first + MORE)]
    return sum(draw.reward >= DISTURBED and draw.played >= PLAYED for draw in draws)


@dataclass(frozen=True)
class Stood:
    """What a clip stands, and with which numbers: the amount, the draws, the name of the set, the set."""

    amount: float
    draws: tuple[Draw, ...]
    numbers: str
    program: Program


def best_of(sets: dict[str, Program], kind: str, column: str, amount: float) -> Stood | None:
    """The first set of numbers with which a clip stands a disturbance."""
    for name, program in sets.items():
        draws = judged(program, kind, pushing_of(column, amount))
        if stood(draws):
            return Stood(amount, draws, name, program)
    return None


def highest(sets: dict[str, Program], kind: str, column: str) -> Stood | None:
    """The highest figure of the table that a clip stands: from the paper's on, in its steps."""
    step, amount = STEPS[column], PAPER[kind][column == "ball"]
    found = best_of(sets, kind, column, amount)
    way = 1 if found else -1
    for _ in range(MOST):
        amount += way * step
        if amount <= 0.0:
            break
        nxt = best_of(sets, kind, column, amount)
        if way > 0 and nxt is None:
            break
        found = nxt or found
        if way < 0 and found:
            break
    return found


def measure(kind: str, column: str, minutes: float) -> dict[str, Any]:
    """One cell of the table."""
    program, paper, body = marked(kind), PAPER[kind][column == "ball"], load_body(BODY)
    known = known_programs(program, body.mass)
    sets = dict(reversed(list(zip(KNOWN, known, strict=True))))  # those found under pushes first
    generations, cpu = 0, 0.0
    if minutes > 0.0 and best_of(sets, kind, column, paper) is None:
        evaluator = Evaluator(program, thresholds_of(kind), pushing_of(column, paper), threads=1)
        found = search(program, evaluator, seconds=60.0 * minutes, wanted=DISTURBED, known=known[1:])
        sets = {"searched": found.program} | sets
        generations, cpu = found.generations, found.cpu_seconds
    best = highest(sets, kind, column)
    return {
        "kind": kind, "column": column, "paper": paper, "ours": round(best.amount, 2) if best else 0.0,
        "seeds": [round(draw.reward, 2) for draw in best.draws] if best else [],
        "numbers": best.numbers if best else "", "generations": generations, "cpu_seconds": round(cpu, 1),
        "more": further(best.program, kind, pushing_of(column, paper)) if best else 0,
        "played": round(played(best.draws), 2) if best else 0.0,
        "params": [float(x) for x in (best.program if best else program).params],
    }  # fmt: skip


def carried(values: np.ndarray, source: Program, target: Program) -> Program:
    """A clip's script with the numbers of another one's; they have the same parameters."""
    slots = {p.name: p.slot for p in source.units[0].parameters}
    params = target.params.copy()
    for p in target.units[0].parameters:
        if p.name in slots:
            params[p.slot] = values[slots[p.name]]
    return replace(target, params=params)


def matrix(rows: dict[str, Any], kinds: list[str]) -> dict[str, dict[str, bool]]:
    """Which push-tuned controllers (rows) track which other clips (columns) at R 1.6, undisturbed."""
    out: dict[str, dict[str, bool]] = {}
    programs = {kind: marked(kind) for kind in kinds}
    known: dict[tuple[bytes, str], bool] = {}  # kinds may share their numbers
    for source in kinds:
        values = np.array(rows[f"{source} push"]["params"])
        out[source] = {}
        for target in kinds:
            program = carried(values, programs[source], programs[target])
            key = program.params.tobytes(), target
            if key not in known:
                known[key] = stood(judged(program, target))
            out[source][target] = known[key]
        print(source, " ".join("x" if out[source][t] else "." for t in kinds), file=sys.stderr, flush=True)
    return out


def kept() -> dict[str, Any]:
    """The rows that were measured before."""
    rows: dict[str, Any] = json.loads(STORE.read_text(encoding="utf-8")) if STORE.is_file() else {}
    return rows


def show(rows: dict[str, Any]) -> str:
    """The table as text."""
    lines = [f"{'kind':8} {'push N':>7} {'paper':>6} {'ball kg':>8} {'paper':>6}"]
    for kind, (push, ball) in PAPER.items():
        ours = [str(rows.get(f"{kind} {column}", {}).get("ours", "–")) for column in STEPS]
        lines.append(f"{kind:8} {ours[0]:>7} {push:>6g} {ours[1]:>8} {ball:>6g}")
    return "\n".join(lines)


def main() -> int:
    """Measure what is not there yet, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="*", default=[], metavar="KIND")
    parser.add_argument("--again", action="store_true", help="measure anew what is kept")
    parser.add_argument("--minutes", type=float, default=1.0, help="of processor time for a search; 0: none")
    parser.add_argument("--matrix", action="store_true", help="each push-tuned controller on each other clip")
    options = parser.parse_args()
    if wrong := set(options.only) - set(PAPER):
        parser.error(f"no kinds: {', '.join(sorted(wrong))}; there are {', '.join(PAPER)}")
    rows = kept()
    for column in STEPS:
        for kind in options.only or PAPER:
            key = f"{kind} {column}"
            if (key in rows and not options.again) or options.matrix:
                continue
            row = measure(kind, column, options.minutes)
            rows = kept() | {key: row}  # another process may have measured as well
            STORE.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
            print(f"{key}: {rows[key]['ours']} (paper {rows[key]['paper']:g})", file=sys.stderr, flush=True)
    if options.matrix:
        kinds = [kind for kind in PAPER if kind != "dance" and f"{kind} push" in rows]
        crosses = matrix(rows, kinds)
        MATRIX.write_text(json.dumps(crosses, indent=1) + "\n", encoding="utf-8")
        print(f"{sum(map(sum, (row.values() for row in crosses.values())))} crosses (paper: {CROSSES})")
        return 0
    print(show(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
