"""What the project promises, one entry each: the commands, the bar, and how to measure it."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import bad_inputs, promises_language
from benchmarks.commands import ROOT, Answer, call, footfall, last_line, shown
from benchmarks.promise import FREE, Promise, Result, depending, run, run_promise, seeds_promise
from benchmarks.promises_front import front_promises
from benchmarks.promises_gaits import gaits_promises
from benchmarks.promises_genbicon import genbicon_promises
from benchmarks.promises_genbicon_bodies import body_promises
from benchmarks.promises_graph import graph_promises
from benchmarks.promises_hands import hands_promises
from benchmarks.promises_house import house_promises
from benchmarks.promises_human import human_promises
from benchmarks.promises_moves import moves_promises
from benchmarks.promises_natural import natural_promises
from benchmarks.promises_out import out_promises
from benchmarks.promises_pivot import pivot_promises
from benchmarks.promises_search import search_promises
from benchmarks.promises_simbicon import simbicon_promises
from benchmarks.promises_studio import studio_promises
from benchmarks.promises_tools import tools_promises
from benchmarks.promises_tracking import tracking_promises
from benchmarks.promises_transitions import transitions_promises
from benchmarks.promises_trust import trust_promises
from benchmarks.versions import EVERYTHING, LANGUAGE, RUNS, SEARCH

BODIES = {"simbicon/walk": "planar7", "simbicon/walk3d": "human"}


def _fresh_clone(target: str) -> Callable[[], Result]:
    """`make target` in a new clone, with an empty compile cache and nothing installed."""

    def measure() -> Result:
        with tempfile.TemporaryDirectory() as folder:
            clone = Path(folder) / "footfall"
            cloned = call("git", "clone", "--quiet", str(ROOT), str(clone))
            if cloned.code:
                return Result(f"no clone: {last_line(cloned.err)}", False)
            own = {
                "XDG_CACHE_HOME": str(Path(folder) / "cache"),
                "FOOTFALL_CACHE": str(Path(folder) / "cache"),
            }
            answer = call("make", target, cwd=clone, env=own)
        detail = _closing_line(answer) if target == "test" else ""
        return Result(f"exit code {answer.code} after {answer.seconds:.0f} s{detail}", answer.code == 0)

    return measure


def _closing_line(answer: Answer) -> str:
    return f": {last_line(answer.out if answer.code == 0 else answer.err)}"


def _second_demo() -> Result:
    """Time from `make demo` to the line that says the simulation runs."""
    call("make", "demo")
    began = time.perf_counter()
    waited = None
    with subprocess.Popen(["make", "demo"], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("Simulating") and waited is None:
                waited = time.perf_counter() - began
    if waited is None:
        return Result("it never said that it simulates", False)
    return Result(f"{waited:.2f} s", waited < 3.0 and process.returncode == 0)


def _pushes(force: float) -> list[str]:
    """Ten pushes of 0.1 s, 5 s apart."""
    return [word for i in range(1, 11) for word in ("--push", f"{5 * i}:0.1:{force:g}")]


def _half_step(skill: str) -> Promise:
    def measure() -> Result:
        facts = footfall("body", BODIES[skill], "--json").json()
        return run([skill, "--seconds", "60", "--dt", f"{facts['timestep'] / 2:g}"], {})()

    command = shown("run", skill, "--seconds", "60", "--dt", "HALF", "--json")
    return Promise(f"{skill} holds at half the time step", command, 'end is "time"', measure)


def _strip() -> Result:
    (ROOT / "out").mkdir(exist_ok=True)
    path = ROOT / "out" / "must-show-walk3d.png"
    path.unlink(missing_ok=True)
    answer = footfall("run", "simbicon/walk3d", "--seconds", "20", "--json", "--strip", str(path))
    written = answer.code == 0 and path.is_file()
    return Result(f"written, {path.stat().st_size // 1024} kB" if written else last_line(answer.err), written)


def _legs_collide() -> Result:
    facts = footfall("body", "human", "--json").json()
    return Result(f"collide_legs {facts['collide_legs']}", facts["collide_legs"] is True)


RATIOS = {"human": 1.10, "planar7": 1.15, "planar17": 1.10, "classic": 1.25, "genbicon": 1.25}  # careful
FASTER = {"human": 2.2, "genbicon": 1.7}  # the bodies' own settings against careful ones
NOISE = 1.05  # times of the control's own microseconds differ by this much from run to run


def _bench() -> Result:
    """Ratios, threads, compile time and hashes in one run of `footfall bench`."""
    answer = footfall("bench", "--json").json()
    rows: dict[str, Any] = answer["bodies"]
    ratios = {name: float(rows[name]["careful"]["ratio"]) for name in RATIOS}
    faster = {name: float(rows[name]["faster"]) for name in FASTER}
    ways = ("careful", "default")
    control = {name: [row[way]["control_us"] for way in ways if way in row] for name, row in rows.items()}
    threads, compiled = float(answer["two_threads"]), float(answer["compile_s"])
    hashes = {way: value for way, value in answer["hashes"].items() if way != "same"}
    same = len(set(hashes.values())) == 1
    words = [
        f"{name} ratio {ratio:.3f} ({rows[name]['careful']['x_realtime']:.0f} × real time)"
        for name, ratio in ratios.items()
    ]
    words += [
        f"{name} by its own settings {times:.2f} times as fast ({rows[name]['default']['x_realtime']:.0f} ×)"
        for name, times in faster.items()
    ]
    words += [f"control of {name} {' and '.join(map(str, own))} µs" for name, own in control.items()]
    words += [
        f"two threads {threads:.2f}",
        f"cold compile {compiled:.1f} s",
        f"hashes {'equal' if same else 'differ'}",
    ]
    fast = all(ratios[name] <= bar for name, bar in RATIOS.items())
    fast = fast and all(faster[name] >= bar for name, bar in FASTER.items())
    fast = fast and all(own[-1] <= NOISE * own[0] for own in control.values())
    return Result(", ".join(words), fast and threads >= 1.7 and compiled < 60 and same)


def _help_time() -> Result:
    times = [footfall("--help").seconds for _ in range(5)]
    code = (
        "import sys\nfrom footfall.cli.main import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n"
        "    heavy = [m for m in ('mujoco', 'numba', 'matplotlib') if m in sys.modules]\n"
        "    sys.stderr.write(','.join(heavy) or 'none')"
    )
    heavy = call(sys.executable, "-c", code).err
    median = statistics.median(times)
    return Result(f"{median:.2f} s, heavy imports: {heavy}", median < 0.4 and heavy == "none")


def _warm_run() -> Result:
    arguments = ("run", "simbicon/walk3d", "--seconds", "20", "--json")
    footfall(*arguments).json()
    times = [footfall(*arguments).seconds for _ in range(3)]
    return Result(f"{statistics.median(times):.2f} s", statistics.median(times) < 3.0)


def _bad_input(case: bad_inputs.Case) -> Promise:
    def measure() -> Result:
        with tempfile.TemporaryDirectory() as folder:
            answer = footfall(*case.arguments(Path(folder)))
        problem = bad_inputs.complaint(case, answer.code, answer.out, answer.err)
        first = answer.err.strip().partition("\n")[0]
        return Result(problem or first, not problem)

    return Promise(f"Bad input: {case.name}", "footfall …", "message, place, help, exit code 2", measure)


WALK3D_BARS = {
    "speed": (0.4, 1.3),
    "heading_error": (FREE, 10.0),
    "foot_slide": (FREE, 0.02),
    "knee_over": (FREE, 3.0),
    "shake": (FREE, 0.1),
}


def _walks() -> list[Promise]:
    """The first two walks."""
    walk, walk3d = "simbicon/walk", "simbicon/walk3d"
    both = (walk, walk3d)
    return [
        run_promise("The planar walk", [walk, "--seconds", "120"], {"speed": (0.95, 1.25)}),
        run_promise("… from standing", [walk, "--seconds", "60", "--start", "rest"]),
        run_promise("… pushed forward ten times", [walk, "--seconds", "60", *_pushes(1000)]),
        run_promise("… pushed back ten times", [walk, "--seconds", "60", *_pushes(-750)]),
        run_promise("The 3D walk", [walk3d, "--seconds", "120"], WALK3D_BARS),
        Promise(
            "… looks like walking",
            shown("run", walk3d, "--strip", "out/must-show-walk3d.png"),
            "the film strip is written; judge it by eye",
            _strip,
        ),
        Promise("… its legs collide", "footfall body human --json", "true", _legs_collide),
        *(seeds_promise(skill, 60) for skill in both),
        *(_half_step(skill) for skill in both),
        *(
            run_promise(f"{skill} with {mass} × its mass", [skill, "--seconds", "60", "--scale-mass", mass])
            for skill in both
            for mass in ("0.8", "1.2")
        ),
    ]


def promises() -> list[Promise]:
    """All of them, in the order of the table."""
    return [
        Promise("A fresh clone runs", "make demo", "exit code 0", _fresh_clone("demo")),
        Promise("A fresh clone tests itself", "make test", "exit code 0", _fresh_clone("test")),
        Promise("The second demo starts at once", "make demo", "simulation starts within 3 s", _second_demo),
        *depending(RUNS, _walks()),
        Promise(
            "Closed loop against bare physics",
            "footfall bench --json",
            "under --physics careful the ratio at most 1.10 (human, planar17), 1.15 (planar7), "
            "1.25 (a classic script, genbicon/walk); under the bodies' own settings the 3D walk at least "
            "2.2 times as fast, genbicon/walk 1.7; "
            "two threads at least 1.7; cold compile under 60 s; equal hashes",
            _bench,
        ),
        Promise(
            "Help is quick",
            "footfall --help",
            "under 0.4 s (median of five), imports no simulator",
            _help_time,
        ),
        Promise(
            "A warm run is quick",
            "footfall run simbicon/walk3d --seconds 20 --json",
            "under 3 s in all (median of three)",
            _warm_run,
        ),
        *depending(LANGUAGE, promises_language.promises()),
        *depending(SEARCH, search_promises()),
        *depending(RUNS, simbicon_promises()),
        *depending(RUNS, hands_promises()),
        *depending(RUNS, body_promises()),
        *depending(RUNS, genbicon_promises()),
        *depending(EVERYTHING, studio_promises()),
        *depending(EVERYTHING, (_bad_input(case) for case in bad_inputs.CASES)),
        *trust_promises(),
        *house_promises(),
        *depending(RUNS, moves_promises()),
        *depending(RUNS, gaits_promises()),
        *depending(RUNS, graph_promises()),
        *depending(SEARCH, transitions_promises()),
        *depending(SEARCH, tools_promises()),
        *depending(RUNS, human_promises()),
        *depending(EVERYTHING, front_promises()),
        *depending(EVERYTHING, out_promises()),
        *depending(RUNS, tracking_promises()),
        *depending(RUNS, pivot_promises()),
        *depending(RUNS, natural_promises()),
    ]
