"""Every style of the library for a minute, on both human bodies: what it adds to the robust walk.

python benchmarks/styles.py [--body NAME] [--seconds 60] [--json]
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from footfall.engine.sim import Sim
from footfall.robust.styles import styled
from footfall.script import compile_skill, compile_text, skill_names
from footfall.script.style import WALK, read_style

GROUP, PRESET = "genbicon/styles/", "robust"
BODIES = ("human-spine", "human")
KEPT = ("end", "seconds", "speed", "foot_slide", "knee_over", "shake")


def styles() -> list[str]:
    """Their names."""
    return [name for name in skill_names() if name.startswith(GROUP)]


def row(style: str, body: str, seconds: float) -> dict[str, Any]:
    """One style on one body."""
    program = compile_text(styled(read_style(style), values=compile_skill(WALK).preset(PRESET)), name=style)
    facts = Sim(program, body=body).run(seconds).report()
    return {"style": style.removeprefix(GROUP), "body": body, **{key: facts[key] for key in KEPT}}


def main() -> int:
    """Print a line per style and body; exit code 1 when one falls."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--body", action="append")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows = []
    for body in asked.body or BODIES:
        for style in styles():
            rows.append(row(style, body, asked.seconds))
            if not asked.json:
                print("  ".join(f"{value}" for value in rows[-1].values()), flush=True)
    if asked.json:
        print(json.dumps({"styles": rows}))
    return 0 if all(one["end"] == "time" for one in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
