"""How long the first run takes: from an empty compile cache, after an edit, with more statements.

    python benchmarks/cold_start.py              each once
    python benchmarks/cold_start.py --times 5    the median of five, as the bars are meant; --json

Each is `footfall run simbicon/walk3d --seconds 5` with a copy of the package and a compile cache of its
own: from an empty cache, after an edit of one primitive that the walk uses, after an edit on the host's
side (nothing may be compiled), and the same with ten statements added that the walk does not use. Take it
on an idle machine. The exit code is 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.commands import call, last_line
from benchmarks.new_statements import add, copy_package, environment

RUN = ("-m", "footfall", "run", "simbicon/walk3d", "--seconds", "5")
PRIMITIVE, HOST = "control/vpd.py", "engine/report.py"
WORDS = [f"DUMMY{letter}" for letter in "ABCDEFGHIJ"]
BARS = {"empty": 25.0, "primitive": 10.0}  # s
ROOM = 1.0  # s that ten more statements may cost
COMPILING = "Compil"


def found(package: Path, name: str) -> Path:
    """A module of the package, wherever its folder has been put."""
    places = sorted((package / name.partition("/")[0]).rglob(name.rpartition("/")[2]))
    if len(places) != 1:
        raise RuntimeError(f"there are {len(places)} modules like {name}")
    return places[0]


def edited(path: Path) -> None:
    """Another text, the same meaning."""
    path.write_text(path.read_text() + "\n# edited\n")


def once(words: list[str]) -> dict[str, float]:
    """Seconds of each run in one copy; "compiled" is 1 if the host's edit compiled anything."""
    seconds = {}
    with tempfile.TemporaryDirectory() as folder:
        package, cache = copy_package(Path(folder)), Path(folder) / "cache"
        if words:
            add(package, words)

        def run() -> tuple[float, str]:
            answer = call(sys.executable, *RUN, cwd=Path(folder), env=environment(package, cache))
            if answer.code:
                raise RuntimeError(last_line(answer.err))
            return answer.seconds, answer.out + answer.err

        seconds["empty"], said = run()
        if COMPILING not in said:
            raise RuntimeError("the first run does not say that it compiles")
        edited(found(package, PRIMITIVE))
        seconds["primitive"], _ = run()
        edited(found(package, HOST))
        seconds["host"], said = run()
        seconds["compiled"] = float(COMPILING in said)
    return seconds


def medians(times: int, words: list[str], tell: Callable[[str], None]) -> dict[str, float]:
    """The median of each over several copies."""
    rows = []
    for _ in range(times):
        rows.append(once(words))
        tell(json.dumps({key: round(value, 1) for key, value in rows[-1].items()}))
    return {key: statistics.median(row[key] for row in rows) for key in rows[0]}


def problems(plain: dict[str, float], more: dict[str, float]) -> list[str]:
    """The bars that are missed."""
    out = [f"{key}: {plain[key]:.1f} s of {bar:g}" for key, bar in BARS.items() if plain[key] > bar]
    out += [
        f"{key}: {more[key] - plain[key]:.1f} s more with ten statements more"
        for key in ("empty", "primitive", "host")
        if more[key] - plain[key] > ROOM
    ]
    if plain["compiled"] or more["compiled"]:
        out.append("an edit on the host's side compiled something")
    return out


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How long the first run takes.")
    parser.add_argument("--times", type=int, default=1, metavar="N", help="medians of N")
    parser.add_argument("--json", action="store_true", help="one object on stdout")
    asked = parser.parse_args()

    def tell(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    plain, more = medians(asked.times, [], tell), medians(asked.times, WORDS, tell)
    bad = problems(plain, more)
    if asked.json:
        print(json.dumps({"plain": plain, "ten more statements": more, "problems": bad}))
    else:
        for name, row in (("as it is", plain), ("ten statements more", more)):
            print(
                f"{name:<20}{row['empty']:.1f} s from an empty cache, {row['primitive']:.1f} s after an edit"
                f" of a primitive, {row['host']:.1f} s after one on the host's side"
            )
        print("\n".join(bad) or "all within the bars")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
