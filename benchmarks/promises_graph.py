"""What the graph of moves promises: random walks that go on, sentences that are carried out, getting up."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from benchmarks.commands import call, last_line
from benchmarks.promise import Promise, Result


def _measured(script: str, *words: str, tell: Callable[[dict[str, Any]], str]) -> Callable[[], Result]:
    """A benchmark with --json, whose exit code says whether it clears the bar."""

    def measure() -> Result:
        answer = call(sys.executable, script, *words, "--json", patience=7200.0)
        if not answer.out.strip():
            return Result(last_line(answer.err), False)
        return Result(tell(json.loads(answer.out.splitlines()[-1])), answer.code == 0)

    return measure


def _walks(found: dict[str, Any]) -> str:
    least = min(walk["times"] for walk in found["walks"] if not walk["lost"])
    longest = max(walk["moves"] for walk in found["walks"])
    return (
        f"{found['lost']} lost; each node entered at least {least} times; "
        f"{found['between']:g} moves between two failures; the longest {longest} moves"
    )


def graph_promises() -> list[Promise]:
    """Walkthroughs, a journey, getting up."""
    walks = ("--walks", "10", "--moves", "300", "--long", "1000")
    return [
        Promise(
            "Ten random walks of 300 moves through the graph, and one of 1000",
            f"python benchmarks/walkthroughs.py {' '.join(walks)}",
            "at most one lost, each node entered three times in each, 40 moves between two failures (median)",
            _measured("benchmarks/walkthroughs.py", *walks, tell=_walks),
        ),
        Promise(
            "A sentence is carried out: walk, backflip, crawl, handstand, stand",
            "python benchmarks/journeys.py",
            "18 of 20 seeds",
            _measured("benchmarks/journeys.py", tell=lambda found: f"{found['reached']} of {found['of']}"),
        ),
        Promise(
            "Getting up from drawn falls on planar17",
            "python benchmarks/get_up.py --seed 2",
            "95 of 100 stand within 15 s",
            _measured(
                *("benchmarks/get_up.py", "--seed", "2"),
                tell=lambda found: f"{found['stood']} of {found['falls']}",
            ),
        ),
    ]
