"""How natural the walks are: walks before and after, strides told apart from captured ones, runs.

    python benchmarks/natural.py walks|front|runs [--seconds S] [--json] [--store]
    python benchmarks/natural.py strides FOLDER [--json] [--store]     captured walks (.bvh) are in FOLDER
    python benchmarks/natural.py pictures [FOLDER]                     curves and film strips

--store keeps the rows for docs/natural.md. The exit code is 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.commands import ROOT
from footfall.body import load_body
from footfall.engine.recording.gait import gait_of
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.natural import Gait, measure, people
from footfall.natural.curves import JOINTS, likeness
from footfall.natural.score import TORQUES
from footfall.script import compile_skill

MEDIA = ROOT / "docs" / "media" / "natural"
STORE = MEDIA / "natural.json"
BODY, WALK = "human-spine", "genbicon/walk"
SPEEDS = (0.5, 0.8, 1.1, 1.4, 1.7)  # m/s
OTHERS: tuple[tuple[str, dict[str, float]], ...] = (
    ("simbicon/walk3d", {"natural": 0.0}),
    ("simbicon/walk3d", {"natural": 0.5}),
    ("simbicon/walk3d", {"natural": 1.0}),
    ("simbicon/stroll3d", {"natural": 0.0}),
    ("simbicon/stroll3d", {"natural": 1.0}),
)
PRESETS = {"robust": 0.0, "balanced": 0.5, "natural": 1.0}  # of `natural`
PIVOT = "pivot/walk"
PIVOT_SPEED = 0.8  # m/s
RUNS = ("simbicon/run3d", "simbicon/fast-run3d")
CAPTURES = ("07_01", "16_15", "82_08", "16_11")
ALIKE = {"hip": 0.9, "knee": 0.9, "ankle": 0.75}
RMS, CADENCE, BOTH, COST, SLIDE = 8.0, 0.12, 0.06, 0.6, 0.015
STEPS, FLIGHT, QUICK = (150.0, 190.0), (0.2, 0.45), (2.0, 4.0)
TUNED_TOWARDS = {"pivot/walk 0.8": ("16_11", "16_15"), "genbicon/walk 1.1": ("16_15",),
                 "genbicon/walk 1.4": ("07_01",), "genbicon/walk 1.7": ("82_08",)}  # fmt: skip
"""Captures that a walk's numbers were tuned to be like (--like)."""
WRONG = 0.4  # share of our strides that must be taken for a person's

Row = dict[str, Any]
# of a run; strides are compared of a walk that has settled, and then each has as many
SECONDS = {"walks": 20.0, "front": 20.0, "runs": 20.0, "strides": 60.0, "pictures": 20.0}


def misses(gait: Gait | None, slide: float) -> list[str]:
    """The bars that a walk misses."""
    if gait is None or gait.score is None:
        return ["it does not walk"]
    f, out = gait.figures, []
    if abs(f["cadence"] / people.cadence(f["speed"]) - 1.0) > CADENCE:
        out.append("cadence")
    if not people.WALK_RATIOS[0] <= f["walk_ratio"] <= people.WALK_RATIOS[1]:
        out.append("walk ratio")
    for joint in JOINTS:
        alike, rms = likeness(gait.curves[joint], people.bands()[joint].middle)
        out += [joint] if alike < ALIKE[joint] or rms > RMS else []
    if abs(f["double_support"] - people.double_support(f["speed"])) > BOTH:
        out.append("double support")
    out += ["cost"] if f["cost_of_transport"] >= COST else []
    out += [name.replace("_", " ") for name, most in TORQUES.items() if f[name] > most]
    return out + (["slide"] if slide >= SLIDE else [])


def row(name: str, rec: Recording, wanted: float | None) -> Row:
    """What the tables show of a walk."""
    gait, report = gait_of(rec), rec.report()
    missed = misses(gait, report["foot_slide"])
    if rec.end != "time":
        missed = ["it fell", *missed]
    joints = {}
    if gait is not None:
        joints = {j: likeness(gait.curves[j], people.bands()[j].middle) for j in JOINTS if j in gait.curves}
    return {
        "walk": name,
        "wanted": wanted,
        "score": None if gait is None or gait.score is None else round(gait.score, 1),
        "figures": {} if gait is None else {k: round(v, 4) for k, v in gait.figures.items()},
        "joints": {j: [round(x, 3) for x in pair] for j, pair in joints.items()},
        "slide": report["foot_slide"],
        "misses": missed,
        "passed": not missed,
    }


def walks(seconds: float) -> list[Row]:
    """The walks; those that can be made natural before and after."""
    out = []
    for skill, values in OTHERS:
        found = row(skill, Sim(skill, set=values).run(seconds), values.get("speed"))
        out.append({**found, "natural": values["natural"]})
    for skill, speed, natural in before_and_after():
        rec = Sim(skill, body=BODY, set={"speed": speed, "natural": natural}).run(seconds)
        out.append({**row(skill, rec, speed), "natural": natural})
    return out


def before_and_after() -> list[tuple[str, float, float]]:
    """The walks with a parameter `natural`: skill, speed (m/s) and its value, before and after."""
    walks = [(PIVOT, PIVOT_SPEED), *((WALK, speed) for speed in SPEEDS)]
    return [(skill, speed, natural) for natural in (0.0, 1.0) for skill, speed in walks]


def front(seconds: float) -> list[Row]:
    """Score at 1.1 m/s against the pushes from eight sides (0.4 s, chest) that it stands, by `natural`."""
    from footfall.robust.pushes import push_table

    out = []
    for preset, natural in PRESETS.items():
        found = row(WALK, Sim(WALK, body=BODY, set={"speed": 1.1, "natural": natural}).run(seconds), 1.1)
        table = push_table(compile_skill(WALK).with_preset(preset), (0.1,), body=BODY, threads=1)
        out.append({"natural": natural, "score": found["score"], "pushes": round(float(table.sums.mean())),
                    "passed": True})  # fmt: skip
    return out


def runs(seconds: float) -> list[Row]:
    """Steps a minute and share of flight of the runs."""
    out = []
    for skill in RUNS:
        rec = Sim(skill).run(seconds)
        gait = gait_of(rec)
        f = {} if gait is None else gait.figures
        good = rec.end == "time" and bool(f) and STEPS[0] <= f["cadence"] <= STEPS[1]
        good = good and FLIGHT[0] <= f["flight"] <= FLIGHT[1] and QUICK[0] <= f["speed"] <= QUICK[1]
        told = {k: round(f[k], 3) for k in ("speed", "cadence", "flight") if k in f}
        out.append({"run": skill, "end": rec.end, **told, "passed": good})
    return out


def strides(folder: Path, seconds: float) -> list[Row]:
    """How many of our strides have a captured stride as their nearest neighbour.

    A stride is its hip, knee and ankle curves. Neighbours are the captured strides and ours of other runs: a
    stride's own run is held out. Ours are of all natural walks of the table; simbicon/stroll3d is left out,
    for its natural walk is that of simbicon/walk3d, and neither could be told from the other. `held_out` is
    the share when the captures that a walk was tuned towards are no neighbours of it either.
    """
    theirs, ours = _captured(folder), []
    for skill, body, values in _natural_walks():
        gait = gait_of(Sim(skill, body=body, set=values).run(seconds))
        run = f"{skill} {values['speed']:g}" if "speed" in values else skill
        ours += [] if gait is None else [(run, _vector(each)) for each in gait.each]
    counts = {run: [0, 0, 0] for run, _ in ours}
    for run, x in ours:
        new = [pair for pair in theirs if pair[0] not in TUNED_TOWARDS.get(run, ())]
        own = _nearest(run, x, ours)
        found = (_nearest(run, x, theirs) < own, _nearest(run, x, new) < own, True)
        counts[run] = [n + one for n, one in zip(counts[run], found, strict=True)]
    taken, held_out, count = (sum(n[k] for n in counts.values()) for k in range(3))
    share = taken / count if count else 0.0
    good = share >= WRONG
    clips = [name for name, _ in theirs]
    return [{"strides": count, "captured": len(theirs), "taken_for_a_person": taken, "share": round(share, 3),
             "held_out": round(held_out / max(count, 1), 3), "runs": counts,
             "clips": {name: clips.count(name) for name in CAPTURES}, "passed": good}]  # fmt: skip


def _captured(folder: Path) -> list[tuple[str, np.ndarray]]:
    """The strides of the captured walks, each with its clip's name."""
    from footfall.motion.clips.figure import Figure
    from footfall.motion.clips.library import read_clip
    from footfall.motion.clips.walks import motion_of_clip, steady_rows

    figure, out = Figure(load_body(BODY)), []
    for name in CAPTURES:
        motion = motion_of_clip(read_clip(str(folder / f"{name}.bvh")), figure)
        gait = measure(motion, steady_rows(motion)[0])
        out += [] if gait is None else [(name, _vector(each)) for each in gait.each]
    return out


def _natural_walks() -> list[tuple[str, str | None, dict[str, float]]]:
    """The natural walks that are told apart: skill, body (the skill's own when None), values."""
    walks = [(s, BODY, {"speed": speed, "natural": n}) for s, speed, n in before_and_after() if n == 1.0]
    return [("simbicon/walk3d", None, {"natural": 1.0}), *walks]


def _vector(curves: Any) -> np.ndarray:
    return np.concatenate([curves[joint] for joint in JOINTS])


def _nearest(run: str, x: np.ndarray, others: list[tuple[str, np.ndarray]]) -> float:
    """Distance to the nearest stride of another run or clip."""
    return min((float(np.linalg.norm(x - y)) for name, y in others if name != run), default=np.inf)


def stored() -> dict[str, Any]:
    """The tables that were kept for docs/natural.md: name -> rows."""
    known: dict[str, Any] = json.loads(STORE.read_text(encoding="utf-8")) if STORE.is_file() else {}
    return known


def store(tables: Mapping[str, Any]) -> None:
    """Keep tables for docs/natural.md, each in the place of the one before."""
    MEDIA.mkdir(parents=True, exist_ok=True)
    STORE.write_text(json.dumps({**stored(), **tables}, indent=1) + "\n", encoding="utf-8")


def pictures(folder: Path | None) -> None:
    """Curves of the natural walks over the bands, and film strips before, after, and of a captured walk."""
    from footfall.motion.gait_page import gait_page

    MEDIA.mkdir(parents=True, exist_ok=True)
    gaits = {}
    for speed in SPEEDS:
        rec = Sim(WALK, body=BODY, set={"speed": speed, "natural": 1.0}).run(12.0)
        gait = gait_of(rec)
        if gait is not None:
            gaits[f"{speed:g} m/s"] = gait
    gait_page(gaits, MEDIA / "curves.png")
    for name, natural in (("before", 0.0), ("after", 1.0)):
        rec = Sim(WALK, body=BODY, set={"speed": 1.1, "natural": natural}).run(10.0)
        rec.strip(MEDIA / f"{name}.png", frames=10, seconds=1.17)
        rec = Sim("moves/walk", set={"natural": natural}).run(10.0)
        rec.strip(MEDIA / f"planar-{name}.png", frames=10, seconds=1.17)
    if folder is not None:
        _captured_strip(folder)
    for path in sorted(set(MEDIA.glob("*.png")) - {MEDIA / "curves.png"}):  # its colours tell walks apart
        shrink(path)


def shrink(path: Path) -> None:
    """Fewer pixels and colours: small enough for a page."""
    sys.path.insert(0, str(ROOT / "docs"))
    import film

    film.shrink(path, 1400)


def _captured_strip(folder: Path) -> None:
    from footfall.motion.clips.figure import Figure
    from footfall.motion.clips.library import read_clip
    from footfall.motion.clips.views import View
    from footfall.motion.clips.walks import RATE, motion_of_clip, walk_positions
    from footfall.motion.strip import film_strip

    figure = Figure(load_body(BODY))
    clip = read_clip(str(folder / "16_15.bvh"))
    motion = motion_of_clip(clip, figure)
    qpos, _ = walk_positions(clip, figure)
    qpos[:, figure.root + 2] += float(np.mean(motion.com[:, 2] - figure.centres(qpos)[:, 2]))
    times = np.arange(len(qpos)) / RATE
    root = figure.body.root.model_name
    stands = motion.loads > 0.0
    view = View(
        figure.model, "a captured walk, 1.1 m/s", root, times, qpos, motion.com, motion.heading, stands
    )
    film_strip(view, MEDIA / "captured.png", frames=10, start=1.1, seconds=1.17)


def main() -> int:
    """Measure a table, print it, keep it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("table", choices=("walks", "front", "runs", "strides", "pictures"))
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--seconds", type=float, help="of a run: 20, for strides 60 (a settled walk)")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--store", action="store_true")
    options = parser.parse_args()
    seconds = options.seconds or SECONDS[options.table]
    if options.table == "pictures":
        pictures(options.folder)
        return 0
    if options.table == "strides":
        if options.folder is None:
            parser.error("strides needs the folder of the captured walks")
        rows = strides(options.folder, seconds)
    else:
        rows = {"walks": walks, "front": front, "runs": runs}[options.table](seconds)
    if options.store:
        store({options.table: rows})
    for one in rows:
        print(
            json.dumps(one)
            if options.json
            else "  ".join(f"{k} {v}" for k, v in one.items() if k != "figures")
        )
    return 0 if all(one["passed"] for one in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
