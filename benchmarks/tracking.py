"""Ten kinds of motion capture, tracked by physics: ``python benchmarks/tracking.py --captures FOLDER``.

The captures are BVH files of the CMU database, not part of this repository. Each kind is carried over
to a body, its usual gains and weights are tried, and searched for when they are not enough; then five fresh
seeds of motor noise judge it for 20 s. What was measured is kept (``--keep FILE``): a run that was
stopped goes on where it was. ``--own`` judges the library's skills that track the clips which come along.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

MEDIA = Path(__file__).resolve().parent.parent / "docs" / "media" / "tracking"
STORE, OWN = MEDIA / "kinds.json", MEDIA / "tracked.json"
WANTED, NEARLY = 1.8, 1.5  # R of a success, and of the two kinds that may have less


@dataclass(frozen=True)
class Take:
    """A capture that stands for a kind of the paper's Table 1.

    Attributes:
        file: Name of its BVH file.
        body: That tracks it.
        begin, end: The part of it, s; to its end when `end` is 0.
        cutoff: Of the filter, Hz; the kind's own when 0.
        minutes: Processor time of the paper's search.
        back: Carry the part over as a loop that is played forwards and back: it then rests at both ends.
    """

    file: str
    body: str = "human-limber"
    begin: float = 0.0
    end: float = 0.0
    cutoff: float = 0.0
    minutes: float = 1.0
    back: bool = False


TAKES = {
    "stand": Take("140_07"),
    "arm": Take("80_10"),
    "wave": Take("143_25"),
    "squat": Take("23_14", body="human"),
    "bow": Take("113_02"),
    "hips": Take("32_21"),
    "single": Take("49_18"),
    "kick": Take("144_05", begin=18.0, end=19.9, back=True),
    "side": Take("135_11", begin=5.033, end=6.6, back=True),
    "dance": Take("143_35", end=5.0),
}


def measure(kind: str, take: Take, folder: Path, minutes: float) -> dict[str, Any]:
    """Track one kind.

    Args:
        kind: Its name.
        take: Its capture.
        folder: Where the BVH files are.
        minutes: Of processor time that a search may take.
    """
    from dataclasses import replace

    import numpy as np

    from footfall.body import load_body
    from footfall.learn.track.reward import thresholds_of
    from footfall.learn.track.search import Evaluator, search
    from footfall.learn.track.skill import write_skill
    from footfall.motion.clips import edit
    from footfall.motion.clips.check import check_reference
    from footfall.motion.clips.figure import Figure
    from footfall.motion.clips.library import read_clip
    from footfall.motion.clips.retarget import retarget
    from footfall.motion.clips.settings import Settings
    from footfall.script import compile_skill

    body = load_body(take.body)
    clip = replace(read_clip(str(folder / f"{take.file}.bvh")), kind=kind)
    clip = edit.cut(clip, take.begin, take.end or None)
    if take.back:
        clip = edit.looped(clip)
    settings = Settings(cutoff=take.cutoff or None)
    ref = retarget(clip, body, settings)
    chosen = settings.of(clip)
    filters = (chosen.cutoff, chosen.calm or chosen.cutoff)
    report = check_reference(ref, Figure(body))
    with tempfile.TemporaryDirectory() as home:
        path = Path(home) / f"{kind}.skill"
        write_skill(path, body, ref, doc=f"Tracks {take.file}.")
        program = compile_skill(str(path))
        evaluator = Evaluator(program, thresholds_of(kind), threads=1)
        found = search(program, evaluator, seconds=60.0 * minutes, wanted=WANTED)
    return {
        "kind": kind,
        **asdict(take),
        "seconds": round(ref.seconds, 1),
        "seeds": [round(r, 3) for r in found.fresh],
        "good": sum(r >= WANTED for r in found.fresh),
        "generations": found.generations,
        "cpu_seconds": round(found.cpu_seconds, 1),
        "acceleration": round(float(np.abs(np.gradient(ref.com_velocity, 1.0 / ref.rate, axis=0)).max()), 1),
        "filter": list(filters),
        "lost": [kept.axis for kept in report.kept if not kept.ok],
        "joints": len(report.kept),
        "kept": sum(kept.ok for kept in report.kept),
    }


def measure_own(kind: str) -> dict[str, Any]:
    """Judge a skill of the library as it is."""
    from footfall.learn.track.reward import thresholds_of
    from footfall.learn.track.search import Evaluator, validate
    from footfall.script import compile_skill

    program = compile_skill(f"tracked/{kind}")
    evaluator = Evaluator(program, thresholds_of(kind), threads=1)
    seeds = validate(program, evaluator)
    return {
        "kind": kind,
        "seeds": [round(r, 3) for r in seeds],
        "good": sum(r >= WANTED for r in seeds),
        "cpu_seconds": round(evaluator.cpu_seconds, 1),
    }


def judge_own(as_json: bool) -> int:
    """The table of the library's skills, measured anew."""
    rows = {}
    for kind in TAKES:
        rows[kind] = row = measure_own(kind)
        seeds = " ".join(f"{r:.2f}" for r in row["seeds"])
        print(f"tracked/{kind:8} {seeds}", file=sys.stderr, flush=True)
    reached = [kind for kind, row in rows.items() if row["good"] >= 4]
    OWN.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    print(json.dumps({"reached": reached}) if as_json else f"{len(reached)} of {len(TAKES)} reach {WANTED}")
    return int(len(reached) < len(TAKES))


def main() -> int:
    """Measure what is not there yet, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--captures", type=Path, help="a folder with BVH files of the CMU database")
    parser.add_argument("--keep", type=Path, default=STORE, help="where results are kept")
    parser.add_argument("--minutes", type=float, default=1.0, help="processor time of a search at most")
    parser.add_argument("--again", nargs="*", default=[], metavar="KIND", help="measure these anew")
    parser.add_argument("--own", action="store_true", help="judge the library's own skills instead")
    parser.add_argument("--json", action="store_true", help="one object, for programs")
    options = parser.parse_args()
    if options.own:
        return judge_own(options.json)
    rows = json.loads(options.keep.read_text(encoding="utf-8")) if options.keep.is_file() else {}
    if options.captures is not None:
        for kind, take in TAKES.items():
            if kind in rows and kind not in options.again:
                continue
            rows[kind] = measure(kind, take, options.captures, options.minutes)
            options.keep.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
            print(_line(rows[kind]), file=sys.stderr, flush=True)
    reached = [kind for kind, row in rows.items() if row["good"] >= 4]
    spent = sum(row["cpu_seconds"] for row in rows.values())
    if options.json:
        print(json.dumps({"reached": reached, "cpu_seconds": round(spent), "rows": rows}))
    else:
        print("\n".join(_line(row) for row in rows.values()))
        print(f"{len(reached)} of {len(TAKES)} reach {WANTED} on four of five seeds; {spent / 60:.0f} min")
    return 0


def _line(row: dict[str, Any]) -> str:
    seeds = " ".join(f"{r:.2f}" for r in row["seeds"])
    return (
        f"{row['kind']:8} {row['file']:7} {row['body']:13} {seeds}   {row['generations']:3} generations "
        f"{row['cpu_seconds']:6.0f} s   {row['kept']} of {row['joints']} joints as in the clip"
    )


if __name__ == "__main__":
    raise SystemExit(main())
