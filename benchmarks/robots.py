"""Robots that are not ours: adopted from their packages, they stand and walk for 20 s.

python benchmarks/robots.py [--only gymnasium] [--json]

The packages are gymnasium and dm_control (`pip install gymnasium dm_control`); what is not installed is told.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

SECONDS = 20
ROBOTS = {"gymnasium": "envs/mujoco/assets/humanoid.xml", "dm_control": "suite/humanoid.xml"}
# Without ankles only steps keep it up: it stands by stepping on the spot.
STEPS = ["--set", "step_time=.144", "--set", "step_height=.041", "--set", "step_width=.092"]
WALK = ["genbicon/walk", "--preset", "robust"]
RUNS = {
    "gymnasium": {
        "stand": [*WALK, "--set", "speed=0", *STEPS],
        "walk": [*WALK, "--set", "speed=.2", *STEPS],
    },
    "dm_control": {"stand": ["genbicon/go"], "walk": WALK},
}


def measure(name: str) -> dict[str, Any]:
    """Adopt a robot and run it; how each run ended."""
    found = importlib.util.find_spec(name)
    if found is None or found.origin is None:
        return {"missing": f"{name} is not installed"}
    file = Path(found.origin).parent / ROBOTS[name]
    out: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        body = f"{folder}/{name}.toml"
        adopted = json.loads(_footfall("body", "adopt", str(file), "-o", body, "--json"))
        out["faults"] = adopted["faults"]
        for what, words in RUNS[name].items():
            report = json.loads(_footfall("run", *words, "--body", body, "--seconds", str(SECONDS), "--json"))
            out[what] = {key: report[key] for key in ("end", "fell_at", "speed")}
    out["good"] = all(out[what]["end"] == "time" for what in RUNS[name])
    return out


def _footfall(*words: str) -> str:
    answer = subprocess.run(
        [sys.executable, "-m", "footfall", *words], capture_output=True, text=True, check=True
    )
    return answer.stdout.splitlines()[-1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", choices=list(ROBOTS))
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows = {name: measure(name) for name in ([asked.only] if asked.only else ROBOTS)}
    print(json.dumps(rows) if asked.json else "\n".join(f"{name}: {row}" for name, row in rows.items()))
    return 0 if all(row.get("good") for row in rows.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
