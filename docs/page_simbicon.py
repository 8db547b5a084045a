"""The generated parts of simbicon.md: published figures beside ours.

Each part reads one file of ``media/simbicon``, which a benchmark wrote; a part whose file is not there yet
says which command makes it. Nothing is typed in here but words.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any

from film_simbicon import GROUP, MEDIA, gaits, strips

from footfall.robust import published
from footfall.script.help.reference import table
from footfall.script.source import find_skill

COMMANDS = {
    "planar_gaits": "python benchmarks/planar_gaits.py",
    "gaits3d": "python benchmarks/gaits3d.py",
    "walk3d_pushes": "python benchmarks/walk3d_pushes.py",
    "switching-planar7": "python benchmarks/switching.py --body planar7",
    "switching-human": "python benchmarks/switching.py --body human",
    "fel": "python benchmarks/fel.py",
}


def _part(name: str, fill: Callable[[Any], str]) -> str:
    """A part made from one file, and the command that measured it."""
    path = MEDIA / f"{name}.json"
    command = COMMANDS[name]
    if not path.is_file():
        return f"Not measured yet: `{command}`."
    return f"{fill(json.loads(path.read_text(encoding='utf-8')))}\n\nMeasured by `{command}`."


# -- gaits ----------------------------------------------------------------------------------------


def planar_speeds() -> str:
    """The 2D gaits: speeds and cleanness from five drawn starts."""
    return _part("planar_gaits", lambda found: _speeds(found.get("speeds", [])))


def _speeds(rows: list[dict[str, Any]]) -> str:
    head = (
        "gait",
        "held",
        "speed m/s",
        "step s",
        "in flight",
        "foot slide m",
        "knee over °",
        "shake",
        "stood s",
    )
    cells = [
        (
            f"[{row['gait']}](#{row['gait']})",
            f"{row['held']} of {row['of']}",
            " to ".join(f"{v:.2f}" for v in row["speed"]),
            f"{row['step_s']:.2f}",
            f"{row['flight']:.0%}",
            f"{row['foot_slide']:.3f}",
            f"{row['knee_over']:.1f}",
            f"{row['shake']:.3f}",
            f"{row['stood_s']:.0f}" if row["stood_s"] else "",
        )
        for row in rows
    ]
    return table(head, cells)


def spatial_speeds() -> str:
    """The 3D gaits: the same."""
    return _part("gaits3d", _gaits3d)


def _gaits3d(found: dict[str, Any]) -> str:
    head = ("gait", "held", "speed m/s", "sideways m/s", "in flight", "foot slide m", "knee over °", "shake")
    cells = []
    for row in found["rows"]:
        if row.get("missing"):
            cells.append((row["gait"], "missing", *("",) * 6))
            continue
        mean = {name: statistics.fmean(row[name]) for name in ("speed", "sideways", "flight")}
        cells.append(
            (
                f"[{row['gait']}](#{row['gait']})",
                f"{row['held']} of {row['seeds']}",
                f"{mean['speed']:.2f}",
                f"{mean['sideways']:.2f}",
                f"{mean['flight']:.0%}",
                f"{max(row['foot_slide']):.3f}",
                f"{max(row['knee_over']):.1f}",
                f"{max(row['shake']):.3f}",
            )
        )
    return table(head, cells)


def on_human() -> str:
    """The 2D gaits on the 3D body."""
    return _part("planar_gaits", lambda found: _human(found.get("human", [])))


def _human(rows: list[dict[str, Any]]) -> str:
    cells = [(row["gait"], f"{row['seconds']:.1f}", f"{row['speed']:.2f}") for row in rows]
    return table(("gait", "seconds up, of 20", "speed m/s"), cells)


# -- pushes and terrain ---------------------------------------------------------------------------


def planar_pushes() -> str:
    """Ten pushes on 2D gaits."""
    return _part("planar_gaits", lambda found: _planar_pushes(found.get("pushes", [])))


def _planar_pushes(rows: list[dict[str, Any]]) -> str:
    cells = []
    for row in rows:
        forces = published.PLANAR_PUSHES.get(GROUP + row["gait"], (0.0, 0.0))
        known = forces[0] if row["force"] > 0 else forces[1]
        survived = f"{row['survived']} of {row['of']}"
        cells.append(
            (row["gait"], row["at"], f"{row['force']:+.0f}", survived, f"{known:+.0f}" if known else "")
        )
    return table(
        ("gait", "at the trunk's", "pushed with N", "survived", "published N, point not stated"), cells
    )


def terrain() -> str:
    """The 2D walk on grounds that it does not know."""
    return _part("planar_gaits", lambda found: _terrain(found.get("terrain", [])))


def _terrain(rows: list[dict[str, Any]]) -> str:
    cells = [(row["ground"], f"{row['held']} of {row['of']}", f"{row['speed']:.2f}") for row in rows]
    return table(("ground", "held", "speed m/s"), cells)


def spatial_pushes() -> str:
    """The published push table of the 3D walk, ours beside it."""
    return _part("walk3d_pushes", _walk3d_pushes)


def _walk3d_pushes(found: dict[str, Any]) -> str:
    limits, mean = found["table"]["limits"], found["table"]["mean"][0]
    cells = [
        (
            name,
            f"({force[0]:.0f}, {force[1]:.0f})",
            f"{norm:.0f}",
            f"{limits[0][0][i]:.0f}",
            f"{limits[1][0][i]:.0f}",
            f"{mean[i]:.0f}",
            f"{mean[i] / norm:.0%}",
        )
        for i, (name, force, norm) in enumerate(
            zip(found["directions"], published.WALK3D_PUSHES, found["published"], strict=True)
        )
    ]
    total = (
        "**sum**",
        "",
        f"{found['published_sum']:.0f}",
        "",
        "",
        f"{found['sum']:.0f}",
        f"{found['share']:.0%}",
    )
    head = (
        "direction",
        "published (lateral, sagittal)",
        "its norm",
        "left stance",
        "right stance",
        "mean",
        "reached",
    )
    text = [table(head, [*cells, total])]
    if "phases" in found:
        by_phase = [
            (f"{phase:g}", f"{value:.0f}")
            for phase, value in zip(found["phases"]["phases"], found["phases"]["sums"], strict=True)
        ]
        by_phase.append(("**mean**", f"{found['phases_mean_sum']:.0f} ({found['phases_share']:.0%})"))
        text += ["The same at ten phases of the cycle:", table(("phase", "sum of the limits, N"), by_phase)]
    if (MEDIA / "walk3d_pushes.png").is_file():
        text.append("![Push limits by direction](media/simbicon/walk3d_pushes.png)")
    return "\n\n".join(text)


def limits() -> str:
    """The stored robustness tables of the library's gaits."""
    blocks = []
    for name in gaits():
        path = Path(find_skill(GROUP + name).path).with_suffix(".robust.json")
        if path.is_file():
            stored = json.loads(path.read_text(encoding="utf-8"))
            blocks += [f"### {name}: limits", _limits(stored["rows"])]
    blocks.append("Measured by `footfall robust SKILL --save-baseline`.")
    return "\n\n".join(blocks)


def _limits(rows: list[dict[str, Any]]) -> str:
    cells = []
    for row in rows:
        value = "–" if row["value"] is None else f"{row['value']:g} {row['unit']}".strip()
        known = "" if row["published"] is None else f"{row['published']:g} {row['unit']}".strip()
        cells.append((row["name"], value, known, row["note"]))
    return table(("what", "limit", "published", "note"), cells)


# -- switching and learning -----------------------------------------------------------------------


def switching_planar() -> str:
    """Which 2D gaits can follow which."""
    return _part("switching-planar7", _switching)


def switching_spatial() -> str:
    """Which 3D gaits can follow which."""
    return _part("switching-human", _switching)


def _switching(found: dict[str, Any]) -> str:
    names, rows = found["gaits"], []
    for first in names:
        ends = [found["table"].get(first, {}).get(other) for other in names]
        cells = ["" if e is None else f"{sum(end == 'ok' for end in e)}" for e in ends]
        rows.append((f"**{first}**", *cells))
    words = (
        f"{found['held']} of {found['pairs']} ordered pairs hold at every moment that was tried; among "
        f"{', '.join(found['core'])}: {found['core_held']} of {found['core_pairs']}. The row is the "
        f"first gait, the column the second; each cell counts the switches that are survived (up "
        f"{found['seconds_after']:g} s later), of four:"
    )
    return f"{words}\n\n{table(('', *names), rows)}"


def learning() -> str:
    """Feedback-error learning: what was measured, and the plot."""
    return _part("fel", _learning)


def _learning(found: dict[str, Any]) -> str:
    cells = [
        (key.replace("_", " "), f"{value:.3g}" if isinstance(value, float) else str(value))
        for key, value in found.items()
        if isinstance(value, bool | int | float | str)
    ]
    text = [table(("what", "measured"), cells)]
    if (MEDIA / "fel.png").is_file():
        text.append("![Feedback and feed-forward torque, before and after](media/simbicon/fel.png)")
    return "\n\n".join(text)


PARTS: dict[str, Callable[[], str]] = {
    "simbicon-planar": planar_speeds,
    "simbicon-spatial": spatial_speeds,
    "simbicon-human": on_human,
    "simbicon-planar-pushes": planar_pushes,
    "simbicon-terrain": terrain,
    "simbicon-pushes": spatial_pushes,
    "simbicon-limits": limits,
    "simbicon-switching": switching_planar,
    "simbicon-switching-3d": switching_spatial,
    "simbicon-learning": learning,
    "simbicon-strips": strips,
}
