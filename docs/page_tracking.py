"""Tables of tracking.md that benchmarks have stored: pushes and balls, reuse, bodies, terms left out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from footfall.script.help.reference import table

MEDIA = Path(__file__).resolve().parent / "media" / "tracking"
KINDS = ("stand", "arm", "wave", "squat", "bow", "hips", "single", "kick", "side", "dance")
# N and kg of the paper's Table 3, and the crosses of its Table 4
PAPER = {
    "stand": (100, 1.75), "arm": (180, 3.0), "wave": (180, 4.0), "squat": (100, 3.25), "bow": (100, 3.0),
    "hips": (120, 2.25), "single": (80, 3.0), "kick": (80, 1.25), "side": (80, 0.75), "dance": (100, 2.0),
}  # fmt: skip
CROSSES = {
    "stand": "stand arm wave bow hips" , "arm": "stand arm wave", "wave": "stand arm wave bow hips",
    "squat": "stand arm wave squat bow hips", "bow": "stand arm wave bow", "hips": "stand arm wave bow hips",
    "single": "stand arm wave single", "kick": "stand arm wave kick", "side": "stand arm wave side",
}  # fmt: skip
GOOD = 4  # seeds of five
MORE = 10  # draws besides
PLAYED = 0.75  # share of the time in which a clip must go on for its row to count


def _stored(name: str) -> dict[str, Any]:
    path = MEDIA / name
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return found


def pushes() -> str:
    """Table 3: what each clip stands, beside the paper's figure."""
    rows, command = _stored("pushes.json"), "python benchmarks/tracking_pushes.py --minutes 0"
    cells, reached = [], {"push": 0, "ball": 0}
    for kind in KINDS:
        line = [kind]
        for k, (column, unit) in enumerate((("push", "N"), ("ball", "kg"))):
            row = rows.get(f"{kind} {column}")
            if row is None:
                line += ["not measured", f"{PAPER[kind][k]:g} {unit}", "–", "–", "–", "–"]
                continue
            reached[column] += row["ours"] >= PAPER[kind][k] and row["played"] >= PLAYED
            seeds = " ".join(f"{r:.2f}" for r in row["seeds"]) or "–"
            line += [f"{row['ours']:g} {unit}", f"{PAPER[kind][k]:g} {unit}", seeds, row["numbers"] or "–"]
            line.append(f"{row['more']} of {MORE}" if "more" in row else "–")
            line.append(f"{row['played']:.0%}" if "played" in row else "–")
        cells.append(tuple(line))
    half = ("paper", "R of five fresh draws", "numbers", "ten more at the paper's", "played")
    words = f"At or above the paper: {reached['push']} of 10 for pushes, {reached['ball']} of 10 for balls."
    return f"{table(('clip', 'pushes', *half, 'balls', *half), cells)}\n\n{words} Measured by `{command}`."


def reuse() -> str:
    """Table 4: which controllers track which clips."""
    rows, command = _stored("reuse.json"), "python benchmarks/tracking_pushes.py --matrix"
    if not rows:
        return f"Not measured yet: `{command}`."
    cells = []
    for source, row in rows.items():
        marks = []
        for target, good in row.items():
            paper = target in CROSSES[source].split()
            marks.append({(1, 1): "x", (1, 0): "+", (0, 1): "(x)", (0, 0): ""}[int(good), int(paper)])
        cells.append((f"**{source}**", *marks))
    ours = sum(sum(row.values()) for row in rows.values())
    paper_crosses = sum(len(names.split()) for names in CROSSES.values())
    words = f"{ours} of {len(rows) ** 2}, {paper_crosses} in the paper."
    return f"{table(('', *rows), cells)}\n\n{words} Measured by `{command}`."


def _columns(name: str, command: str, label: str) -> str:
    found = _stored(name)
    if not found:
        return f"Not measured yet: `{command}`."
    cells = [(kind, *(_cell(rows.get(kind)) for rows in found.values())) for kind in KINDS]
    counts = tuple(
        f"**{sum(r['reached'] for r in rows.values())} of {len(rows)}**" for rows in found.values()
    )
    head = ("clip", *(f"{label}{column}" for column in found))
    return f"{table(head, [*cells, ('R 1.6', *counts)])}\n\nMeasured by `{command}`."


def _cell(row: dict[str, Any] | None) -> str:
    """The least that four of five seeds reach, and the generations of a search, if there was one."""
    if row is None:
        return "not measured"
    least = sorted(row["seeds"], reverse=True)[GOOD - 1]
    return f"{least:.2f}" + (f" ({row['generations']} generations)" if row["generations"] else "")


def bodies() -> str:
    """The paper's two morphologies."""
    return _columns("bodies.json", "python benchmarks/tracking_bodies.py --minutes 0.4", "")


def ablation() -> str:
    """Each term of balance left out."""
    return _columns(
        "ablation.json", "python benchmarks/tracking_bodies.py --ablation --minutes 0.5", "without "
    )


PARTS: dict[str, Callable[[], str]] = {
    "pushes": pushes,
    "reuse": reuse,
    "tracked-bodies": bodies,
    "ablation": ablation,
}
