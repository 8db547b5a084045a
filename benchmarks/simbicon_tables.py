"""Measure everything that docs/simbicon.md shows, and keep it in docs/media/simbicon.

    python benchmarks/simbicon_tables.py [--only planar_gaits gaits3d …]

The benchmarks run one after another, each in its own process; one that misses a bar is kept as it is, and
named at the end. `python docs/make_docs.py --text` then fills the page.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.commands import Answer, call, last_line
from benchmarks.simbicon_store import FOLDER, store

LIMITS = (("simbicon/walk",), ("simbicon/walk3d", "--preset", "robust"))  # whose robustness is stored
STORED = FOLDER.relative_to(FOLDER.parents[2])
TABLES: dict[str, tuple[str, ...]] = {
    "planar_gaits": ("benchmarks/planar_gaits.py", "--json"),
    "gaits3d": ("benchmarks/gaits3d.py", "--store"),
    "walk3d_pushes": ("benchmarks/walk3d_pushes.py", "--store"),
    "switching-planar7": ("benchmarks/switching.py", "--body", "planar7", "--out", str(STORED)),
    "switching-human": ("benchmarks/switching.py", "--body", "human", "--out", str(STORED)),
    "fel": ("benchmarks/fel.py", "--out", str(STORED)),
    **{words[0]: ("-m", "footfall", "robust", *words, "--save-baseline") for words in LIMITS},
}


def measure(name: str) -> Answer:
    """Run one benchmark; what it prints as JSON is kept, others write their file themselves."""
    answer = call(sys.executable, *TABLES[name])
    if "--json" in TABLES[name] and answer.out:
        store(name, json.loads(answer.out))
    return answer


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure everything that docs/simbicon.md shows.")
    parser.add_argument("--only", nargs="+", choices=list(TABLES), metavar="TABLE", help=", ".join(TABLES))
    missed = []
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in parser.parse_args().only or TABLES:
        began = time.perf_counter()
        print(f"{name} …", flush=True)
        answer = measure(name)
        word = "ok" if answer.code == 0 else f"exit code {answer.code}: {last_line(answer.err or answer.out)}"
        print(f"  {word} ({time.perf_counter() - began:.0f} s)", flush=True)
        missed += [name] if answer.code else []
    print("misses a bar: " + ", ".join(missed) if missed else "all bars are met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
