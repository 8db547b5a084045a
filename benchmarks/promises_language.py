"""The promises of the language: both dialects, the moves, the tools."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.commands import ROOT, call, footfall, last_line, shown
from benchmarks.promise import FREE, Bounds, Promise, Result, run_promise, seeds_promise

if TYPE_CHECKING:
    from footfall.engine.recording.recording import Recording

CLASSIC = "tests/classic"
PAPER_STEP = ["--env", f"{CLASSIC}/paper_step_up.env", "--set", "x=.4", "--set", "y=.25"]
GAITS: dict[str, Bounds] = {
    "moves/walk": {},
    "moves/fast-walk": {},
    "moves/run": {},
    "moves/walk-in-place": {"speed": (-0.15, 0.15)},
    "moves/backward-walk": {"speed": (FREE, -0.3)},
}
ACTS = ("stand", "squat", "rise", "step", "step-up", "one-leg-balance", "hop", "stop")
IN_PLACE: Bounds = {"steps": (0, 0)}
FUZZ = ("benchmarks/attack.py", "--only", "skills,classic", "--each", "100000", "--no-physics", "--json")
CONVERTED_SECONDS = 3.0
NO_MODERN_FORM = {"iterations_go_on.s"}  # convert must list the quirk; the motion may differ


def promises() -> list[Promise]:
    """All of them, in the order of the table."""
    check = ("check", CLASSIC, "src/footfall/skills", "docs/examples")
    fuzz = " ".join(("python", *FUZZ))
    return [
        Promise("Files in every form are read", shown(*check), "no errors", lambda: _check(*check)),
        _paper("walk", ["--seconds", "20"]),
        _paper("step_up", PAPER_STEP),
        _classic_gait("walk", 24.7, 0.67),
        _classic_gait("run", 44.9, 0.40),
        *(seeds_promise(skill, 20, bounds) for skill, bounds in GAITS.items()),
        *(seeds_promise(f"moves/{name}", 20) for name in ACTS),
        *(_push(name, force, IN_PLACE) for name in ("stand", "squat") for force in (100, -100)),
        *(_push("stand", force, {}) for force in (400, -400)),
        *(
            run_promise(
                f"moves/{name} on the 3D body", [f"moves/{name}", "--body", "human", "--seconds", "20"]
            )
            for name in ("stand", "squat", "walk")
        ),
        Promise(
            "Converted scripts move the same",
            shown("convert", f"{CLASSIC}/*.s", "-o", "new.skill"),
            "the same phases at the same times, within a tick; a quirk without a modern form is listed",
            _convert,
        ),
        Promise("Random mutations of scripts", fuzz, "no crash, no hang, every rejection has a span", _fuzz),
        Promise("300 lines are checked at once", "footfall check", "under 50 ms", _check_time),
    ]


def _check(*arguments: str) -> Result:
    answer = footfall(*arguments)
    return Result(last_line(answer.out), answer.code == 0)


def _paper(name: str, options: list[str]) -> Promise:
    arguments = ["run", f"{CLASSIC}/paper_{name}.s", *options, "--json"]

    def measure() -> Result:
        report = footfall(*arguments).json()
        return Result(report["because"], bool(report["success"]))

    return Promise(
        f"The paper's {name} runs as printed", shown(*arguments), "it loads and does not fall", measure
    )


def _push(name: str, force: float, bounds: Bounds) -> Promise:
    where = "in place" if bounds else "with steps"
    what = f"moves/{name} recovers {where} from {force / 10:g} N s"
    return run_promise(what, [f"moves/{name}", "--seconds", "15", "--push", f"5:0.1:{force:g}"], bounds)


def _classic_gait(name: str, distance: float, stride: float) -> Promise:
    arguments = ["run", f"classic/{name}.s", "--seconds", "20", "--start", "rest"]

    def measure() -> Result:
        end, far, took = gait_figures(arguments)
        near = abs(far / distance - 1) <= 0.15 and abs(took / stride - 1) <= 0.15
        return Result(f"end {end}, {far:.1f} m, stride {took:.3f} s", end == "time" and near)

    bar = f'end is "time", {distance:g} m and strides of {stride:g} s, each within 15 %'
    return Promise(f"The classic {name}", shown(*arguments), bar, measure)


def gait_figures(arguments: list[str]) -> tuple[str, float, float]:
    """How the run of a gait ends, how far it goes (m), and the seconds of its stride."""
    rec = _recorded(arguments)
    return rec.end, float(rec.report()["distance"][0]), _stride(rec)


def _recorded(arguments: list[str]) -> Recording:
    """The recording of a run."""
    from footfall.engine.recording.recording import Recording

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.npz"
        footfall(*arguments, "--save", str(path), "--json").json()
        return Recording.load(path)


def _stride(rec: Recording) -> float:
    """Seconds between two landings of the right foot, the middle of the second half of the run."""
    loaded = rec.loads[:, 1] > 20.0
    landed = rec.time[1:][loaded[1:] & ~loaded[:-1]]
    landed = landed[np.diff(landed, prepend=-1.0) > 0.1]  # a foot may bounce
    return float(np.median(np.diff(landed[len(landed) // 2 :])))


def _convert() -> Result:
    """Convert each classic test script, run both, compare the transitions they take."""
    files = sorted((ROOT / CLASSIC).glob("*.s"))
    wrong = [f"{file.name}: {problem}" for file in files if (problem := _difference(file))]
    listed = [f.name for f in files if f.name in NO_MODERN_FORM and not any(f.name in w for w in wrong)]
    words = [f"{len(files) - len(wrong) - len(listed)} of {len(files)} scripts move the same", *wrong]
    words += [f"{name} has no modern form and says so" for name in listed]
    return Result("; ".join(words), not wrong)


def _difference(file: Path) -> str:
    """How the converted script moves differently; "" when it does not, or when it says so itself."""
    env = file.with_suffix(".env")
    options = ["--seconds", f"{CONVERTED_SECONDS:g}", *(["--env", str(env)] if env.is_file() else [])]
    options += PAPER_STEP[2:] if file.stem == "paper_step_up" else []
    with tempfile.TemporaryDirectory() as folder:
        new = Path(folder) / f"{file.stem}.skill"
        try:
            notes = footfall("convert", str(file), "-o", str(new), "--json").json()["notes"]
            old_run, new_run = (_recorded(["run", str(path), *options]) for path in (file, new))
        except RuntimeError as problem:
            return str(problem)
    if file.name in NO_MODERN_FORM:
        return "" if notes else "its quirk is not listed"
    before, after = _moves(old_run), _moves(new_run)
    if [phases for _, phases in before] != [phases for _, phases in after]:
        return f"other phases ({len(after)} transitions, not {len(before)})"
    apart = max((abs(a - b) for (a, _), (b, _) in zip(before, after, strict=True)), default=0.0)
    return "" if apart <= old_run.header["dt"] * 1.01 else f"a transition {apart:.4f} s off"


def _moves(rec: Recording) -> list[tuple[float, tuple[int, str, str]]]:
    """(time, (depth, phase left, phase entered)); phase 0 of a classic script is p0 of the new one."""
    return [(m.time, (m.frame, m.source.removeprefix("p"), m.target.removeprefix("p"))) for m in rec.moves()]


def _fuzz() -> Result:
    answer = call(sys.executable, *FUZZ)
    if not answer.out.startswith("{"):
        return Result(last_line(answer.err), False)
    rows = json.loads(answer.out)["surfaces"].values()
    said = f"{sum(r['cases'] for r in rows):,} mutations, {sum(r['failed'] for r in rows)} failures"
    return Result(said, answer.code == 0)


def _check_time() -> Result:
    from footfall.script import check

    phase = "\n".join(
        [
            "PHASE p{}",
            "  POSE swKnee(1.1), swAnkle(-.6), stKnee(.05), stAnkle(0);",
            "  VPD  pelvis(.1 * lean).close(stHip);",
            "  VPD  swThigh(-.5).by(swHip).feedback(.5, .2).limits(-1.6, .4);",
            "  TO p{} WHEN time > .3 and contact swFoot;\n",
        ]
    )
    text = "SKILL long(lean = 0.1)\n" + "".join(phase.format(i, (i + 1) % 60) for i in range(60))
    quickest = min(_seconds(lambda: check(text)) for _ in range(7))
    lines = text.count("\n")
    return Result(f"{lines} lines in {quickest * 1000:.1f} ms", lines >= 300 and quickest < 0.05)


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
