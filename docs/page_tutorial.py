"""The generated parts of the tutorials: each step's script and what became of it.

python docs/page_tutorial.py      runs all steps and stores what was measured

A step is a file, docs/examples/walk/3.skill. The page shows the first one whole, and of each other one what
is new against the step before.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
MEASURED = DOCS / "media" / "tutorials.json"
STEPS = {"walk": 7, "backflip": 7}
SECONDS = 10.0


def file_of(name: str, step: int) -> Path:
    """The script of a step."""
    return DOCS / "examples" / name / f"{step}.skill"


def run(name: str, step: int) -> dict[str, Any]:
    """Run a step; what a reader is told of it."""
    from footfall import Sim

    rec = Sim(str(file_of(name, step))).run(SECONDS)
    report = rec.report()
    facts = {key: report[key] for key in ("because", "steps", "speed", "air_time")}
    return facts | {"turned": float(-rec.qpos[:, 2].min() * 57.29578)}


def part(name: str, step: int) -> str:
    """A step on the page."""
    path = file_of(name, step)
    now = path.read_text(encoding="utf-8").splitlines()
    link = f"[{name}/{path.name}]({path.relative_to(DOCS).as_posix()})"
    if step == 1:
        shown = "```\n" + "\n".join(now) + "\n```"
    else:
        before = file_of(name, step - 1).read_text(encoding="utf-8").splitlines()
        lines = list(difflib.unified_diff(before, now, n=1, lineterm=""))[2:]
        kept = [line for line in lines if not line.startswith("@@") and not line[1:].startswith("## ")]
        shown = "```diff\n" + "\n".join(kept) + "\n```"
    return (
        f"{shown}\n\n{link}: {_said(name, json.loads(MEASURED.read_text(encoding='utf-8'))[name][step - 1])}"
    )


def _said(name: str, facts: dict[str, Any]) -> str:
    if name == "walk":
        return f"{facts['because']}; {facts['speed']:.2f} m/s, steps: {facts['steps']}."
    return (
        f"{facts['because']}; {facts['air_time']:.2f} s in the air, the trunk has turned back by at most "
        f"{max(0.0, facts['turned']):.0f}°."
    )


PARTS: dict[str, Callable[[], str]] = {
    f"{name}-{step}": partial(part, name, step)
    for name, steps in STEPS.items()
    for step in range(1, steps + 1)
}


if __name__ == "__main__":
    found = {name: [run(name, k) for k in range(1, steps + 1)] for name, steps in STEPS.items()}
    MEASURED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
