"""Tracking by other bodies, and without each term of balance: ``python benchmarks/tracking_bodies.py``.

The clips that come along are carried over to the paper's two morphologies (a short heavy trunk on thin legs,
a long trunk with long arms), and tracked there. ``--ablation`` tracks them on the
human with one term of balance left out: the pull on the centre of mass by place or by speed, the torque on
the trunk, all of these, or the weight that is carried in advance. Where usual numbers reach no R of 1.6 on
four of five fresh seeds, they are searched for. What was measured is kept: a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.tracking_pushes import BODY, MEDIA, PAPER, marked
from footfall.body import Body, load_body
from footfall.body.grown import grown_body
from footfall.body.proportions import default_proportions
from footfall.learn.track.reward import thresholds_of
from footfall.learn.track.search import DISTURBED, Evaluator, Found, enough, search, validate
from footfall.learn.track.skill import write_skill
from footfall.motion.clips.library import read_clip
from footfall.motion.clips.retarget import retarget
from footfall.script import Program, compile_skill

BODIES, ABLATION = MEDIA / "bodies.json", MEDIA / "ablation.json"
MORPHOLOGIES = {
    "short heavy trunk on thin legs": {
        "trunk_length": 2.1, "torso_diameter": 2.0, "thigh_diameter": 0.3, "shank_diameter": 0.24,
    },
    "long trunk with long arms": {"trunk_length": 3.3, "arm_length": 3.6},
}  # fmt: skip
WITHOUT = {
    "all three": ("position", "velocity", "trunk"),
    "weight": ("carry",),
    "trunk": ("trunk",),
    "speed": ("velocity",),
    "place": ("position",),
}
ENOUGH = 8  # kinds of ten


def on_body(kind: str, which: str) -> tuple[Program, Body]:
    """A clip carried over to a body of other proportions."""
    body = grown_body(default_proportions(**MORPHOLOGIES[which]), "other")
    with tempfile.TemporaryDirectory() as home:
        path = Path(home) / f"{kind}.skill"
        write_skill(path, body, retarget(read_clip(kind), body), doc=f"Tracks {kind}.")
        return compile_skill(str(path)), body


def lacking(kind: str, without: str) -> tuple[Program, Body]:
    """The script of a clip with terms held at zero, where no search can change them."""
    program = marked(kind)
    names = tuple(WITHOUT[without])
    out = {p.slot for p in program.units[0].parameters if p.name.endswith(names)}
    params = program.params.copy()
    params[list(out)] = 0.0
    slots = tuple(replace(s, mark=None) if k in out else s for k, s in enumerate(program.slots))
    return replace(program, params=params, slots=slots), load_body(BODY)


def judged(kind: str, program: Program, body: Body, minutes: float) -> dict[str, Any]:
    """Its usual numbers, or those that a search finds."""
    evaluator = Evaluator(program, thresholds_of(kind), body=body, threads=1)
    fresh = validate(program, evaluator)
    if enough(fresh, DISTURBED):
        found = Found(program, float(np.mean(fresh)), fresh, 0, evaluator.cpu_seconds, True)
    else:
        found = search(program, evaluator, seconds=60.0 * minutes, wanted=DISTURBED)
    return {
        "seeds": [round(r, 2) for r in found.fresh],
        "reached": found.enough,
        "generations": found.generations,
        "cpu_seconds": round(found.cpu_seconds, 1),
    }


def fill(
    store: Path, columns: tuple[str, ...], make: Callable[[str, str], tuple[Program, Body]], minutes: float
) -> Any:
    """Measure what is not kept yet: rows by column and kind."""
    rows = json.loads(store.read_text(encoding="utf-8")) if store.is_file() else {}
    for column in columns:
        for kind in PAPER:
            if kind in rows.setdefault(column, {}):
                continue
            rows[column][kind] = judged(kind, *make(kind, column), minutes)
            store.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
            print(f"{column}, {kind}: {rows[column][kind]['seeds']}", file=sys.stderr, flush=True)
    return rows


def main() -> int:
    """Measure, and print how many kinds each column has."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--ablation", action="store_true", help=f"terms left out on {BODY} instead")
    parser.add_argument("--minutes", type=float, default=1.0, help="processor time of a search at most")
    options = parser.parse_args()
    if options.ablation:
        rows = fill(ABLATION, tuple(WITHOUT), lacking, options.minutes)
    else:
        rows = fill(BODIES, tuple(MORPHOLOGIES), on_body, options.minutes)
    counts = {column: sum(row["reached"] for row in found.values()) for column, found in rows.items()}
    for column, count in counts.items():
        print(f"{column:30} {count} of {len(PAPER)} reach {DISTURBED}")
    return int(not options.ablation and min(counts.values()) < ENOUGH)


if __name__ == "__main__":
    sys.exit(main())
