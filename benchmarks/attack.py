"""Attack the program where input comes in: nothing may crash, hang, or touch what is not its own.

    python benchmarks/attack.py --each 5000 --seed 1              5000 cases for each surface, on all cores
    python benchmarks/attack.py --resume                          go on with a run that was stopped
    python benchmarks/attack.py --only skills,bodies --each 300   some surfaces
    python benchmarks/attack.py --again out/attack/FOLDER         try a case that failed once more

Cases are mutations of the repository's own files and inputs made by hand; case n of a surface is the same in
every run with the same seed. Each is tried in a worker process, in an empty project folder, with the kernel's
indices checked. It fails when an exception other than FootfallError leaves the program, the worker dies, a
piece of work takes more than 2 s of processor time or never ends, a file outside the project is touched, or
memory goes over 1 GB. What fails is made smaller and kept in out/attack/. The exit code is 1 then.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))


def main() -> int:
    """Read the arguments, then load the program: its kernel is compiled with checks or without."""
    parser = argparse.ArgumentParser(description="Attack the program where input comes in.")
    parser.add_argument("--each", type=int, default=5000, metavar="N", help="cases for each surface")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", metavar="NAMES", help="surfaces, parted by commas")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first case")
    parser.add_argument("--resume", action="store_true", help="go on with the run kept in the folder")
    parser.add_argument("--again", type=Path, metavar="FOLDER", help="one case that was kept")
    parser.add_argument("--quick", action="store_true", help="some of each, in about a minute and a half")
    parser.add_argument("--workers", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument(
        "--shrink", type=float, default=20.0, metavar="S", help="time to make a failing case smaller"
    )
    parser.add_argument("--no-physics", action="store_true", help="simulate nothing")
    parser.add_argument("--no-checks", action="store_true", help="with the kernel as users have it")
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "attack")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    os.environ["FOOTFALL_CHECKS"] = "0" if options.no_checks else "1"
    from benchmarks.attacks.campaign import again, attack

    return again(options) if options.again else attack(options)


if __name__ == "__main__":
    sys.exit(main())
