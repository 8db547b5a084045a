"""The tables of docs/natural.md, from what `benchmarks/natural.py --store` has kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

STORE = Path(__file__).parent / "media" / "natural" / "natural.json"
_JOINTS = ("hip", "knee", "ankle")
_MISSING = "Not measured yet: `python benchmarks/natural.py {name} --store`."


def _table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(heads) + " |", "| " + " | ".join("---" for _ in heads) + " |"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def _stored(name: str) -> list[dict[str, Any]] | None:
    found = json.loads(STORE.read_text(encoding="utf-8")) if STORE.is_file() else {}
    rows: list[dict[str, Any]] | None = found.get(name)
    return rows


def walks() -> str:
    """The walks, before and after."""
    rows = _stored("walks")
    if rows is None:
        return _MISSING.format(name="walks")
    heads = ("walk", "m/s", "`natural`", "score", "steps a minute", "step, m", "both feet", *_JOINTS,
             "cost", "N m", "slide, m", "misses")  # fmt: skip
    out = []
    for row in rows:
        f, joints = row["figures"], row["joints"]
        alike = [
            f"{joints[j][0]:.2f}, {joints[j][1]:.0f}°" if j in joints else ""
            for j in ("hip", "knee", "ankle")
        ]
        torques = "/".join(f"{f[k]:.0f}" for k in ("hip_torque", "knee_torque", "ankle_torque") if k in f)
        cells = [f"{f[k]:{form}}" if k in f else "" for k, form in (
            ("cadence", ".0f"), ("step_length", ".2f"), ("double_support", ".0%"))]  # fmt: skip
        natural = f"{row['natural']:g}" if "natural" in row else ""
        score = f"{row['score']:.0f}" if row["score"] is not None else "-"
        cost = f"{f['cost_of_transport']:.2f}" if "cost_of_transport" in f else ""
        speed = f"{f['speed']:.2f}" if "speed" in f else ""
        name = f"`{row['walk']}`" + (f" {row['wanted']:g}" if row["wanted"] else "")
        last = (cost, torques, f"{row['slide']:.3f}", ", ".join(row["misses"]))
        out.append((name, speed, natural, score, *cells, *alike, *last))
    return _table(heads, out)


def front() -> str:
    """Score against pushes."""
    rows = _stored("front")
    if rows is None:
        return _MISSING.format(name="front")
    cells = [(f"{r['natural']:g}", f"{r['score']:.0f}", f"{r['pushes']} N") for r in rows]
    return _table(("`natural`", "score at 1.1 m/s", "pushes survived at 0.7 m/s, sum of eight sides"), cells)


def presets() -> str:
    """The presets of simbicon/walk3d."""
    rows = _stored("presets")
    if rows is None:
        return "Not measured yet: `python benchmarks/natural_presets.py --store`."
    cells = [
        (f"`{r['preset']}`", f"{r['score']:.0f}", f"{r['held']} of {r['seeds']}", f"{r['sum']:.0%}",
         f"{r['weakest']:.0%}")
        for r in rows
    ]  # fmt: skip
    heads = ("preset", "score", "starts held for 60 s", "published pushes, sum", "weakest direction")
    return _table(heads, cells)


def planar() -> str:
    """The presets of moves/walk."""
    rows = _stored("planar")
    if rows is None:
        return "Not measured yet: `python benchmarks/natural_planar.py --store`."
    sides = list(rows[0]["stood"])
    forces = "/".join(str(force) for force in rows[0]["forces"])
    pushes = [f"{forces} N from {'the ' * (side == 'front')}{side}" for side in sides]
    heads = ("preset", "score", "m/s", "steps a minute", "step, m", "both feet", "cost", "N m", "starts held",
             *pushes, "misses")  # fmt: skip
    cells = []
    for row in rows:
        f = row["figures"]
        torques = "/".join(f"{f[k]:.0f}" for k in ("hip_torque", "knee_torque", "ankle_torque"))
        gait = (f"{f['speed']:.2f}", f"{f['cadence']:.0f}", f"{f['step_length']:.2f}",
                f"{f['double_support']:.0%}", f"{f['cost_of_transport']:.2f}", torques)  # fmt: skip
        stood = ("/".join(str(n) for n in row["stood"][side]) for side in sides)
        held = f"{row['held']} of {row['seeds']}"
        cells.append(
            (f"`{row['preset']}`", f"{row['score']:.0f}", *gait, held, *stood, ", ".join(row["misses"]))
        )
    return _table(heads, cells)


def moments() -> str:
    """Pushes at every moment."""
    rows = _stored("moments")
    if rows is None:
        return "Not measured yet: `python benchmarks/natural_moments.py --store`."
    cells = [
        (f"`{r['walk']}`", r["body"], f"{r['speed']:g} m/s" if r["speed"] else "its own", f"{r['tried']}",
         f"{r['robust']}", f"{r['balanced']}")
        for r in rows
    ]  # fmt: skip
    return _table(("walk", "body", "speed", "pushes", "`robust` falls", "`balanced` falls"), cells)


def ways() -> str:
    """How natural walks start, stop and turn."""
    out = []
    for name, heads, cells in (("starts", _START, _start), ("stops", _STOP, _stop), ("turns", _TURN, _turn)):
        rows = _stored(name)
        if rows is None:
            return "Not measured yet: `python benchmarks/natural_ways.py --store`."
        common = ("preset", "m/s"), ("slide, m", "falls")
        lines = [
            (f"`{r['preset']}`", f"{r['speed']:g}", *cells(r), f"{r['slide']:.3f}", str(r["falls"]))
            for r in rows
        ]
        out.append(_table((*common[0], *heads, *common[1]), lines))
    return "\n\n".join(out)


_START = ("start: steps to 90 % of it", "seconds", "steps in place", "weight shift", "lengths of steps, m")
_STOP = ("stop: steps until it halts", "all steps", "seconds, at most", "feet still")
_TURN = ("turn: head, s", "chest", "pelvis", "in this order", "seconds, at most")


def _start(r: dict[str, Any]) -> tuple[str, ...]:
    lengths = ", ".join(f"{x:.2f}" for x in r["lengths"])
    return (f"{r['steps']}", f"{r['seconds']:.1f}", f"{r['in_place']}", f"{r['shift']:.2f}", lengths)


def _stop(r: dict[str, Any]) -> tuple[str, ...]:
    return (
        _counts(r["steps"]),
        _counts(r["all_steps"]),
        f"{r['seconds']:.1f}",
        f"{r['still']} of {len(r['steps'])}",
    )


def _turn(r: dict[str, Any]) -> tuple[str, ...]:
    parts = tuple(f"{r[part]:.2f}" for part in ("head", "trunk", "pelvis"))
    return (*parts, f"{r['led']} of {r['asked']}", f"{r['seconds']:.1f}")


def _counts(steps: list[int]) -> str:
    """How often each count was needed."""
    return ", ".join(f"{n} (× {steps.count(n)})" for n in sorted(set(steps)))


def balanced() -> str:
    """What genbicon/walk holds with its preset `balanced`."""
    rows = _stored("balanced")
    if rows is None:
        return "Not measured yet: `python benchmarks/natural_balanced.py --store`."
    cells = [(r["table"], r["bar"], r["found"], ", ".join(r["missed"])) for r in rows]
    return _table(("what", "bar", "found", "missed by"), cells)


def strides() -> str:
    """The nearest neighbours."""
    rows = _stored("strides")
    if rows is None:
        return _MISSING.format(name="strides FOLDER")
    row = rows[0]
    clips = ", ".join(f"{count} of {name}" for name, count in row["clips"].items())
    said = (
        f"Of {row['strides']} strides of ours, {row['taken_for_a_person']} ({row['share']:.0%}) have one of "
        f"{row['captured']} captured strides ({clips}) as their nearest neighbour; "
        f"{row['held_out']:.0%} when the captures that a walk was tuned towards are left out too."
    )
    cells = [(f"`{run}`", *(str(n) for n in counts)) for run, counts in row["runs"].items()]
    return f"{said}\n\n" + _table(("walk", "taken for a person's", "held out", "of"), cells)


def runs() -> str:
    """Steps a minute of the runs."""
    rows = _stored("runs")
    if rows is None:
        return _MISSING.format(name="runs")
    cells = [
        (f"`{r['run']}`", *(f"{r[k]:.2f}" if k in r else "" for k in ("speed", "cadence", "flight")))
        for r in rows
    ]
    return _table(("run", "m/s", "steps a minute", "flight"), cells)


def parts() -> str:
    """The parts of the score."""
    from footfall.natural import PARTS

    return _table(("part", "what", "weight"), [(f"`{k}`", r.what, f"{r.weight:g}") for k, r in PARTS.items()])


PARTS: dict[str, Callable[[], str]] = {
    "natural-walks": walks,
    "natural-front": front,
    "natural-presets": presets,
    "natural-planar": planar,
    "natural-moments": moments,
    "natural-ways": ways,
    "natural-balanced": balanced,
    "natural-strides": strides,
    "natural-runs": runs,
    "natural-parts": parts,
}
