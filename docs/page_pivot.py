"""The measured tables and the figures of pivot.md: ``python docs/page_pivot.py`` draws the figures.

The tables are what ``python benchmarks/pivot.py TABLE --store`` found.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from page_stored import stored_tables

from footfall.script.help.reference import table

MEDIA = Path(__file__).resolve().parent / "media" / "pivot"
STORE = MEDIA / "walk.json"
TABLES = (
    "seeds", "speeds", "force", "front", "below", "lean", "offset", "alone", "stand", "steps", "path",
    "turns", "pushes", "hard", "standing", "stairs", "rises", "slopes", "bodies", "biped5", "named",
    "switches", "led", "wind", "crowd", "cost", "run",
)  # fmt: skip


def pivot_tables() -> str:
    """All tables, or for each the command that makes it."""
    found: dict[str, dict[str, dict[str, Any]]] = (
        json.loads(STORE.read_text(encoding="utf-8")) if STORE.is_file() else {}
    )
    return stored_tables("benchmarks/pivot.py", found, dict.fromkeys(TABLES, _filled))


# What the paper (section 4) shows, and the tables that show ours; the words are filled from their rows.
PAPER = (
    ("stands still, balancing", "shown", "stand", "{good} of {all}, a minute each"),
    ("starts, takes 2 to 5 steps, stands again", "shown", "steps", "{each}"),
    ("follows spline paths", "shown", "path", "{good} of {all} within 0.3 m"),
    ("turns by less than 10° a step", "looks natural", "turns", "{good} of {all} ways at 10° a step"),
    ("walks slowly and fast", "shown", "speeds", "{cases}: {good} of {all} within 0.05 m/s"),
    ("50 to 100 N for 0.1 to 0.4 s at its weight", "the body remains upright", "pushes", "{held} of {of}"),
    ("stairs and slopes", "a figure", "stairs", "{each}"),
    ("", "", "slopes", "{each}"),
    ("other masses and legs", "change the robustness", "bodies", "{walked} of {of} drawn bodies"),
    ("wind", "named", "wind", "{good} of {all}, 20 s each"),
    ("a crowd of many human body types", "named as a wish", "crowd",
     "{characters} characters, {contacts} contacts, {falls} falls"),
    ("recorded motion and styles over it", "named as a wish", "", "`pivot/wave`, `pivot/styles/…`"),
)  # fmt: skip


def against_paper() -> str:
    """The paper's results, and ours from the stored tables."""
    found = json.loads(STORE.read_text(encoding="utf-8"))
    body = [
        (what, theirs, _ours(found.get(name, {}), words) if name else words)
        for what, theirs, name, words in PAPER
    ]
    return table(("what", "the paper", "ours"), body)


def _ours(rows: dict[str, dict[str, Any]], words: str) -> str:
    """Words with the sums of a table's rows in them."""
    if not rows:
        return "not measured yet"
    first = next(iter(rows.values()))
    sums = {k: sum(row[k] for row in rows.values()) for k, v in first.items() if isinstance(v, int)}
    sums |= {"good": sum(bool(row["passed"]) for row in rows.values()), "all": len(rows)}
    each = ", ".join(f"{case}: {row['good']} of {row['of']}" for case, row in rows.items() if "good" in row)
    return words.format_map({**sums, "each": each, "cases": ", ".join(rows)})


def against_people() -> str:
    """Sway of the trunk and direction of the ground's force at 0.8 m/s, beside people's."""
    (row,) = json.loads(STORE.read_text(encoding="utf-8"))["force"].values()
    body = (
        ("sway of the trunk, pitch", "a few degrees", f"{row['sway_pitch']:.1f}°"),
        ("sway of the trunk, roll", "a few degrees", f"{row['sway_roll']:.1f}°"),
        ("direction of the force that the pivot explains, R²", "about 0.9", f"{row['pivot_r2']:.2f}"),
        ("the same for the centre of mass, R²", "less", f"{row['com_r2']:.2f}"),
    )
    return table(("what", "people", "`pivot/walk`, 0.8 m/s"), body)


def _filled(rows: dict[str, dict[str, Any]]) -> str:
    names = [n for n, v in next(iter(rows.values())).items() if not isinstance(v, dict | list)]
    body = [(case, *(_cell(row.get(name)) for name in names)) for case, row in rows.items()]
    return table(("case", *names), body)


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.3g}" if isinstance(value, float) else "" if value is None else str(value)


def make_figure() -> None:
    """Forces of one single support, seen from the pelvis: they cross near the pivot."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    import numpy as np

    from footfall import Sim
    from footfall.engine.recording.pivot import ground_force

    rec = Sim("pivot/walk").run(8)
    found = ground_force(rec)
    rows = np.flatnonzero(found.single & (found.time > 6.0) & (found.time < 6.36))
    height = rec.header["pivot"]["height"]
    fig, axes = plt.subplots(figsize=(4.2, 5.2))
    for row in rows[::4]:
        back = found.turned[row].T  # into the pelvis' frame
        foot, force = back @ (found.at[row] - found.com[row]), back @ found.force[row]
        end = foot + force * 1.6 / np.linalg.norm(force)
        axes.plot((foot[0], end[0]), (foot[2], end[2]), color="#3477a8", lw=0.8)
    axes.plot(0, 0, "o", color="black", label="centre of mass")
    axes.plot(0, height, "o", color="#d55e00", label="pivot")
    axes.set(xlabel="forwards, m", ylabel="up, m", xlim=(-0.3, 0.3), ylim=(-1.1, 0.7))
    axes.legend(loc="upper left", fontsize=8)
    MEDIA.mkdir(parents=True, exist_ok=True)
    fig.tight_layout()
    fig.savefig(MEDIA / "forces.png", dpi=110)
    _shrink(MEDIA / "forces.png")


def make_template() -> None:
    """The pendulum alone, walking: trunk, springs, pivot, and where the next foot will land."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    import numpy as np

    from footfall import Sim
    from footfall.engine.pendulum import pendulum_of, spring

    sim = Sim(str(MEDIA.parent.parent / "examples" / "template.skill"))
    fig, axes = plt.subplots(figsize=(8.4, 3.4))
    for k in range(12):
        sim.advance(round(0.2 / sim.dt))
        found = pendulum_of(sim)
        if found is None:
            continue
        side = [0, 2]  # seen from the right: forwards and up
        shade = 0.35 + 0.65 * k / 11
        trunk = np.array([found.hips, found.neck])[:, side]
        axes.plot(*trunk.T, color="black", lw=5, alpha=shade, solid_capstyle="round")
        for leg, ink in enumerate(("#0072b2", "#d55e00")):
            down = found.feet[leg][side] - found.hips[side]
            across = 0.07 * np.array([-down[1], down[0]]) / np.linalg.norm(down)
            line = spring(found.hips[side], found.feet[leg][side], across)
            axes.plot(*line.T, color=ink, lw=0.6 + found.load[leg], alpha=shade)
        axes.plot(*found.pivot[side], "o", color="#cc2f2f", ms=4, alpha=shade)
        axes.plot(*found.land[side], "|", color="grey", ms=9)
    axes.set(xlabel="forwards, m", ylabel="up, m", ylim=(-0.05, 1.65))
    axes.set_aspect("equal")
    fig.tight_layout()
    fig.savefig(MEDIA / "template.png", dpi=110, bbox_inches="tight")
    _shrink(MEDIA / "template.png")
    fig.savefig(MEDIA.parent / "statements" / "TEMPLATE.png", dpi=50, bbox_inches="tight")
    _shrink(MEDIA.parent / "statements" / "TEMPLATE.png", 16)


def _shrink(path: Path, colours: int = 64) -> None:
    """Few colours: a third of the bytes."""
    from PIL import Image

    with Image.open(path) as picture:
        few = picture.convert("RGB").quantize(colours)
    few.save(path, optimize=True)


PARTS = {"pivot-tables": pivot_tables, "pivot-paper": against_paper, "pivot-people": against_people}

if __name__ == "__main__":
    make_figure()
    make_template()
