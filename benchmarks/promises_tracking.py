"""What tracking motion capture promises (Geijtenbeek et al. 2012): one entry for each line, met or not."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import tracking_live, tracking_pushes, tracking_walks
from benchmarks.commands import call, footfall, last_line
from benchmarks.promise import Promise, Result
from benchmarks.tracking import NEARLY, STORE, TAKES, WANTED
from footfall.learn.track.search import DISTURBED, enough

MINUTES = 74.0  # of processor time for all ten searches; the paper: 739


def _own() -> Result:
    answer = call(sys.executable, "benchmarks/tracking.py", "--own", "--json")
    if not answer.out.strip():
        return Result(last_line(answer.err), False)
    reached = json.loads(answer.out.splitlines()[-1])["reached"]
    return Result(f"{len(reached)} of {len(TAKES)}", len(reached) == len(TAKES))


def _kept_rows() -> dict[str, Any]:
    rows: dict[str, Any] = json.loads(STORE.read_text(encoding="utf-8")) if STORE.is_file() else {}
    return rows


def _kinds() -> Result:
    """The table that the benchmark keeps: the captures are not part of the repository."""
    rows = _kept_rows()
    good = [k for k, row in rows.items() if row["good"] >= 4]
    nearly = [k for k, row in rows.items() if k not in good and min(row["seeds"]) >= NEARLY]
    words = f"{len(good)} of 10 reach {WANTED}, {len(nearly)} more {NEARLY}"
    low = ", ".join(f"{k} {max(rows[k]['seeds']):.2f}" for k in rows if k not in good and k not in nearly)
    return Result(
        f"{words}; at best {low}" if low else words, len(good) >= 8 and len(good) + len(nearly) == 10
    )


def _kept_joints() -> Result:
    rows = _kept_rows()
    words = ", ".join(f"{k} {row['kept']}/{row['joints']}" for k, row in rows.items())
    named = [len(row["lost"]) == row["joints"] - row["kept"] for row in rows.values()]
    return Result(f"{words}; each row names the others", bool(rows) and all(named))


def _minutes() -> Result:
    spent = sum(row["cpu_seconds"] for row in _kept_rows().values()) / 60.0
    return Result(f"{spent:.1f} min", 0.0 < spent <= MINUTES)


def _over_walk(clip: str) -> Callable[[], Result]:
    def measure() -> Result:
        command = ("run", f"tracked/walk-{clip}", "--seconds", "30", "--seeds", "5", "--json")
        result = footfall(*command).json()
        return Result(f"{result['ok']} of 5", result["ok"] == 5)

    return measure


GOOD_BVH = """HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
  End Site
  {
    OFFSET 0 1 0
  }
}
MOTION
Frames: 2
Frame Time: 0.0333
0 1 0 0 0 0
0 1 0 0 0 0
"""
BAD = {
    "cut short": GOOD_BVH[:90],
    "unknown joints": GOOD_BVH,
    "no frames": GOOD_BVH.replace("Frames: 2", "Frames: 0"),
    "NaN": GOOD_BVH.replace("0 1 0 0 0 0\n0", "0 nan 0 0 0 0\n0"),
    "a rate of 0": GOOD_BVH.replace("0.0333", "0"),
}


def _bad_input() -> Result:
    """Each gets one message and exit code 2, and no traceback."""
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for what, text in BAD.items():
            path = Path(folder) / "bad.bvh"
            path.write_text(text, encoding="utf-8")
            answer = footfall("track", str(path), "-o", str(Path(folder) / "out.skill"))
            if answer.code != 2 or "Traceback" in answer.err or not answer.err.strip():
                wrong.append(f"{what}: exit code {answer.code}")
    return Result("; ".join(wrong) or f"all {len(BAD)}", not wrong)


def _walk_rows() -> dict[str, Any]:
    """Walks that were proved; the captures are not part of the repository."""
    store = tracking_walks.STORE
    rows: dict[str, Any] = json.loads(store.read_text(encoding="utf-8")) if store.is_file() else {}
    return {name: row for name, row in rows.items() if "held" in row}


def _walks() -> Result:
    rows = _walk_rows()
    good = [name for name, row in rows.items() if row["goes_on"]]
    pushed = [name for name in good if rows[name]["pushes"] == 8]
    words = f"{len(good)} of 6 ({', '.join(good)}); 100 N from eight sides: {', '.join(pushed) or 'none'}"
    return Result(words, len(good) >= 4 and bool(pushed))


def _fourier() -> Result:
    rows = _walk_rows()
    held = [name for name, row in rows.items() if row["held"] == 5]
    diagonal = [name for name in held if rows[name]["diagonal_stood"] > 0]
    stood = (f"{name} {rows[name]['diagonal_stood']} of {rows[name]['diagonal_tried']}" for name in diagonal)
    words = f"{len(held)} hold 60 s; 350 N diagonal at unseen phases: {', '.join(stood) or 'none'}"
    return Result(words, len(held) >= 2 and bool(diagonal))


def _live() -> Result:
    store = tracking_live.STORE
    rows = json.loads(store.read_text(encoding="utf-8")) if store.is_file() else {}
    met = [kind for kind, row in rows.items() if row["met"]]
    words = ", ".join(
        f"{kind} " + ("fell" if row["fell"] else f"{row['error']:.3f} m, {1000 * row['delay']:.0f} ms")
        for kind, row in rows.items()
    )
    return Result(words, len(met) == len(tracking_live.FILES))


def _table_3() -> Result:
    """Figures of the table that the benchmark keeps."""
    store = tracking_pushes.STORE
    rows = json.loads(store.read_text(encoding="utf-8")) if store.is_file() else {}
    good = {
        column: [row["kind"] for row in rows.values() if row["column"] == column and _stands(row)]
        for column in tracking_pushes.STEPS
    }
    words = "; ".join(f"{column}: {len(kinds)} ({', '.join(kinds)})" for column, kinds in good.items())
    return Result(words, all(len(kinds) >= 7 for kinds in good.values()))


def _stands(row: dict[str, Any]) -> bool:
    """Whether a row is at or above the paper's figure, and its clip went on."""
    goes_on = row["played"] >= tracking_pushes.PLAYED
    return bool(goes_on and row["ours"] >= row["paper"] and enough(row["seeds"], DISTURBED))


def _table_4() -> Result:
    store = tracking_pushes.MATRIX
    rows = json.loads(store.read_text(encoding="utf-8")) if store.is_file() else {}
    crosses = sum(sum(row.values()) for row in rows.values())
    return Result(f"{crosses} of {len(rows) ** 2}", crosses >= tracking_pushes.CROSSES)


def _bodies() -> Result:
    """Both morphologies, and whether each term's column is there."""
    answers = [call(sys.executable, "benchmarks/tracking_bodies.py", *more) for more in ((), ("--ablation",))]
    lines = answers[0].out.strip().splitlines()
    terms = answers[1].out.strip().splitlines()
    return Result("; ".join(lines + terms), answers[0].code == 0 and answers[1].code == 0 and len(terms) > 1)


def _speed() -> Result:
    answer = call(sys.executable, "benchmarks/tracking_speed.py")
    if not answer.out.strip():
        return Result(last_line(answer.err), False)
    found = json.loads(answer.out)
    words = f"{found['x_realtime']:.0f} × real time, closed / bare {found['ratio']:.2f}"
    return Result(f"{words}, two threads {found['two_threads']:.2f} ×", answer.code == 0)


def tracking_promises() -> list[Promise]:
    """All of them."""
    captures = "python benchmarks/tracking.py --captures FOLDER"
    own = "python benchmarks/tracking.py --own"
    rows = [
        Promise("The ten clips that come along are tracked", own, "R 1.8 on 4 of 5 seeds, all ten", _own),
        Promise("Ten kinds of captures are tracked", captures, "eight at R 1.8, two at 1.5", _kinds),
        Promise(
            "Captures keep range and course",
            captures,
            "90 % and 0.95, every limb joint, or its row says so",
            _kept_joints,
        ),
        Promise("Searches are short", captures, f"at most {MINUTES:g} min in sum", _minutes),
        Promise("Bad clips", "footfall track bad.bvh", "one message, exit code 2", _bad_input),
    ]
    for clip in ("wave", "arm"):
        command = f"footfall run tracked/walk-{clip} --seconds 30 --seeds 5"
        rows.append(Promise(f"Arms of {clip} over a walk", command, "5 of 5", _over_walk(clip)))
    walks = "python benchmarks/tracking_walks.py --captures FOLDER"
    streams = "python benchmarks/tracking_live.py --captures FOLDER"
    limits = "upright, 0.06 m and a third of standing still, 150 ms"
    rows += [
        Promise("Walks and runs of captures", walks, "four of six: 60 s, 15 % of the speed, 100 N", _walks),
        Promise("Fourier walks from captures", walks, "two for 60 s, one with a push of 350 N", _fourier),
        Promise("Live: streamed poses", streams, limits, _live),
    ]
    pushes = "python benchmarks/tracking_pushes.py"
    return [
        *rows,
        Promise(
            "Pushes and balls at or above the paper's Table 3",
            pushes,
            "seven of ten rows of each, clips that go on",
            _table_3,
        ),
        Promise("Reuse of controllers (Table 4)", f"{pushes} --matrix", "40 crosses", _table_4),
        Promise(
            "The paper's two morphologies, and the ablation",
            "python benchmarks/tracking_bodies.py [--ablation]",
            "R 1.6 in eight kinds",
            _bodies,
        ),
        Promise(
            "Speed of tracking",
            "python benchmarks/tracking_speed.py",
            "12 × real time, closed / bare at most 1.35, two threads 1.8 ×",
            _speed,
        ),
    ]
