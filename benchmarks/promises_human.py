"""What the moves of the 3D human promise."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from benchmarks.commands import call, footfall, last_line
from benchmarks.promise import Promise, Result

SEEDS, LEAST = 10, 8
FALLS, STAND = 50, 45

# what, skill, seconds that a run may take
_MOVES = (
    ("Stands", "moves/stand3d", 8),
    ("Squats", "moves/squat3d", 8),
    ("Rises from a squat", "moves/rise3d", 10),
    ("Jumps until both soles are 15 cm up, lands and stands", "moves/jump3d", 10),
    ("Hops forward and stands", "moves/hop3d", 10),
    ("Sits down on a box of 0.45 m, rests, and stands up again", "moves/sit3d", 16),
    ("Gets up from its back", "moves/get-up3d", 18),
    ("Gets up from its front", "moves/prone-to-stand3d", 16),
    ("Crawls six cycles and 1.5 m", "moves/crawl3d", 15),
    ("Turns over backwards in the air, lands on its feet and stands", "moves/backflip3d", 10),
)


def _measure(skill: str, seconds: int) -> Callable[[], Result]:
    def measure() -> Result:
        answer = footfall("run", skill, "--seeds", str(SEEDS), "--seconds", str(seconds), "--json")
        good = sum(bool(run["success"]) for run in answer.json()["runs"])
        return Result(f"{good} of {SEEDS}", good >= LEAST)

    return measure


def _get_up() -> Result:
    """Drawn falls; the exit code says what the count says."""
    answer = call(sys.executable, "benchmarks/get_up.py", "--body", "human", "--falls", str(FALLS), "--json")
    if not answer.out.strip():
        return Result(last_line(answer.err), False)
    found = json.loads(answer.out.splitlines()[-1])
    return Result(f"{found['stood']} of {found['falls']}", found["stood"] >= STAND)


def human_promises() -> list[Promise]:
    """One for each move, and the falls."""
    moves = [
        Promise(
            f"human: {what[0].lower()}{what[1:]}",
            f"footfall run {skill} --seeds {SEEDS} --seconds {seconds}",
            f"{LEAST} of {SEEDS} seeds",
            _measure(skill, seconds),
        )
        for what, skill, seconds in _MOVES
    ]
    falls = Promise(
        "human: stands again within 15 s after drawn falls",
        f"python benchmarks/get_up.py --body human --falls {FALLS}",
        f"{STAND} of {FALLS}",
        _get_up,
    )
    return [*moves, falls]
