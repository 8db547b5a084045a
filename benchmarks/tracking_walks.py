"""Captured walks that go on for ever: ``python benchmarks/tracking_walks.py --captures FOLDER``.

Each capture becomes Fourier series and a SIMBICON script (`footfall clip fourier`), whose feedback is
searched, unless `tracking_walks_found.json` has the numbers that an earlier search has found (``--again``
goes on from those). It is then proved: 60 s from five drawn starts at a speed within 15 % of the clip's,
pushes of 100 N for 0.2 s from eight sides, and the diagonal pushes of 350 N of the SIMBICON paper, all at
phases of the stride that no search has seen. Results are kept (``--keep FILE``), so a run that was stopped
goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

STORE = Path(__file__).resolve().parent.parent / "docs" / "media" / "tracking" / "walks.json"
SECONDS, SEEDS, NEAR = 60.0, 5, 0.15
PUSH, DIAGONAL, LASTING = 100.0, 350.0, 0.2  # N, N, s
PHASES = (0.3, 0.55, 0.8)  # of the stride at which pushes come that prove a walk
BEFORE, STOOD = 10.0, 8.0  # s before the stride of a push, and that the body must stand after it
FOUND = Path(__file__).with_name("tracking_walks_found.json")


@dataclass(frozen=True)
class Take:
    """A capture.

    Attributes:
        file: Name of its BVH file.
        what: What it is.
        begin, end: The part of it, s; to its end when `end` is 0.
        pushed: What pushes it in its search: N, degrees to the left of ahead, phase of the stride.
    """

    file: str
    what: str
    begin: float = 0.0
    end: float = 0.0
    pushed: tuple[tuple[float, float, float], ...] = ()


WEAK = (
    *((100.0, 90.0, phase) for phase in (0.2, 0.36, 0.72, 0.88)),
    (100.0, 45.0, 0.2),
    (100.0, 135.0, 0.75),
    (100.0, 135.0, 0.9),
)
STRONG = (
    (100.0, 270.0, 0.7),
    (100.0, 180.0, 0.65),
    *((350.0, 135.0, phase) for phase in (0.0, 0.15, 0.45, 0.65)),
)
TAKES = {
    "16_15": Take("16_15", "walk", pushed=WEAK),
    "07_01": Take("07_01", "quick walk", pushed=STRONG),
    "16_11": Take("16_11", "walk that veers"),
    "143_39": Take("143_39", "walk backwards", 6.2, 8.9),
    "16_35": Take("16_35", "jog"),
    "09_01": Take("09_01", "run"),
}


def gait_of(take: Take, folder: Path) -> tuple[Any, Any]:
    """The series of a capture, and the body they are for."""
    from footfall.body import load_body
    from footfall.motion.clips import edit
    from footfall.motion.clips.figure import Figure
    from footfall.motion.clips.fourier import fit_gait
    from footfall.motion.clips.library import read_clip
    from footfall.motion.clips.retarget import retarget
    from footfall.motion.clips.settings import Settings

    body = load_body("human")
    clip = edit.cut(read_clip(str(folder / f"{take.file}.bvh")), take.begin, take.end or None)
    return fit_gait(retarget(clip, body, Settings(cutoff=6.0)), Figure(body)), body


def walker_of(take: Take, gait: Any, body: Any, numbers: dict[str, float] | None) -> Any:
    """Runs the script of a gait."""
    from footfall.learn.track.gait_search import Walker
    from footfall.learn.track.gait_skill import gait_text
    from footfall.script import compile_skill

    with tempfile.TemporaryDirectory() as home:
        path = Path(home) / "walk.skill"
        path.write_text(gait_text("walk", gait, body, clip=take.file, numbers=numbers), encoding="utf-8")
        program = compile_skill(str(path))
    pushes = [_push(*push) for push in take.pushed]
    return Walker(program, gait.speed, pushes, gait.turn if gait.veers else 0.0)


def find(take: Take, folder: Path, minutes: float, again: bool) -> tuple[Any, dict[str, Any]]:
    """The walk of a capture with its feedback; searched for, unless its numbers are known."""
    from footfall.learn.track.gait_plain import free_numbers
    from footfall.learn.track.gait_search import search_gait

    gait, body = gait_of(take, folder)
    begin = json.loads(FOUND.read_text(encoding="utf-8")).get(take.file)
    walker = walker_of(take, gait, body, begin)
    row: dict[str, Any] = {"file": take.file, "what": take.what, "begin": take.begin, "end": take.end}
    row |= {"period": round(gait.period, 3), "wanted": round(gait.speed, 3)}
    row |= {"turn": round(walker.turn, 3), "explained": round(gait.explained, 3), "cpu_seconds": 0.0}
    if again or begin is None:
        found = search_gait(walker, seconds=60.0 * minutes, tell=_tell)
        walker.program = found.program
        row["cpu_seconds"] = round(found.cpu_seconds, 1)
    slots = {p.name: p.slot for p in walker.program.units[0].parameters}
    row["numbers"] = {
        name: round(float(walker.program.params[slots[name]]), 5) for name in free_numbers(gait)
    }
    return walker, row


def _push(force: float, degrees: float, phase: float) -> Any:
    """On the trunk, from a side, at a phase of the stride."""
    from footfall.world import Push

    angle = math.radians(degrees)
    ahead, left = force * math.cos(angle), force * math.sin(angle)
    return Push(time=None, phase=phase, duration=LASTING, force=(ahead, left, 0.0))


def prove(walker: Any, row: dict[str, Any]) -> dict[str, Any]:
    """60 s from drawn starts, and pushes; a side counts when every push from it is stood."""
    params = walker.program.params
    runs = [walker.walk(params, seed, SECONDS) for seed in range(1, SEEDS + 1)]
    speeds = [run.speed for run in runs if not run.fell]
    speed = sum(speeds) / len(speeds) if speeds else 0.0
    held = sum(not run.fell for run in runs)
    near = abs(speed - walker.speed) <= NEAR * abs(walker.speed)

    def stands(force: float, degrees: float) -> list[bool]:
        pushes = [_push(force, degrees, phase) for phase in PHASES]
        return [seconds >= STOOD for seconds in walker.pushed(params, pushes, BEFORE, STOOD)]

    sides = [stands(PUSH, 45.0 * k) for k in range(8)] if held == SEEDS else []
    diagonal = [stands(DIAGONAL, d) for d in (45.0, 135.0, 225.0, 315.0)] if sides else []
    return row | {
        "held": held,
        "seconds": [round(run.seconds, 1) for run in runs],
        "speed": round(speed, 3),
        "turned": round(sum(run.turned for run in runs) / len(runs), 3),
        "goes_on": held == SEEDS and near,
        "pushes": sum(all(side) for side in sides),
        "diagonal": sum(all(side) for side in diagonal),
        "diagonal_stood": sum(map(sum, diagonal)),
        "diagonal_tried": len(PHASES) * len(diagonal),
    }


def _store_numbers(name: str, numbers: dict[str, float]) -> None:
    """What the next run begins from."""
    found = json.loads(FOUND.read_text(encoding="utf-8")) | {name: numbers}
    FOUND.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def _tell(generation: int, cost: float, spent: float) -> None:
    if generation % 5 == 0:
        print(f"  generation {generation}: {cost:.2f}, {spent:.0f} s", file=sys.stderr, flush=True)


def _line(row: dict[str, Any]) -> str:
    return (
        f"{row['file']:7} {row['what']:16} {row['held']} of {SEEDS} hold 60 s, {row['speed']:+.2f} m/s of "
        f"{row['wanted']:+.2f}, {row['numbers']['mocap']:.0%} of the clip, "
        f"pushes from {row['pushes']} of 8 sides, "
        f"{row['diagonal_stood']} of {row['diagonal_tried']} diagonal ones"
    )


def main() -> int:
    """Measure what is not there yet, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--captures", type=Path, help="a folder with BVH files of the CMU database")
    parser.add_argument("--keep", type=Path, default=STORE, help="where results are kept")
    parser.add_argument("--minutes", type=float, default=5.0, help="processor time of a search at most")
    parser.add_argument("--only", nargs="*", default=list(TAKES), metavar="FILE")
    parser.add_argument("--again", nargs="*", default=[], metavar="FILE", help="search these anew")
    parser.add_argument(
        "--prove", nargs="*", default=[], metavar="FILE", help="prove these anew, without a search"
    )
    parser.add_argument("--json", action="store_true", help="one object, for programs")
    options = parser.parse_args()
    rows = json.loads(options.keep.read_text(encoding="utf-8")) if options.keep.is_file() else {}
    for name in options.only if options.captures is not None else ():
        if rows.get(name, {}).get("held") is not None and name not in (*options.again, *options.prove):
            continue
        walker, row = find(TAKES[name], options.captures, options.minutes, name in options.again)
        rows[name] = prove(walker, row)
        rows = {known: rows[known] for known in TAKES if known in rows}
        options.keep.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
        print(_line(rows[name]), file=sys.stderr, flush=True)
        if row["cpu_seconds"] and rows[name]["goes_on"]:
            _store_numbers(name, row["numbers"])
    good = [name for name, row in rows.items() if row.get("goes_on")]
    if options.json:
        print(json.dumps({"go_on": good, "rows": rows}))
    else:
        print("\n".join(_line(row) for row in rows.values() if "held" in row))
        print(f"{len(good)} of {len(TAKES)} go on for 60 s at their speed")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
