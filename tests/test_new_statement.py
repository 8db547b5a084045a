"""A statement is added and taken away as CONTRIBUTING.md says how, and nothing else is compiled for it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.new_statements import add, copy_package, environment, remove
from footfall.control.compile import cache_folder

# What the statement does to a joint, and which compiled functions were made for it.
ASK = """
import json
from footfall.engine.sim import Sim
from footfall.script import compile_text
def torque(text):
    sim = Sim(compile_text("SKILL new()\\nIDLE limp\\nPHASE only\\n" + text), body="planar7", start="rest")
    sim.step(1)
    return float(sim.actors[0].state.clipped[sim.actors[0].anatomy.dof_names.index("lKnee.pitch")])
print(json.dumps([torque("  POSE rKnee(0);\\n"), torque("  NUDGE lKnee(7);\\n")]))
"""


def sources(package: Path) -> dict[str, str]:
    return {path.relative_to(package).as_posix(): path.read_text() for path in package.rglob("*.py")}


@pytest.mark.sim
def test_a_statement_is_a_row_and_a_module(tmp_path: Path) -> None:
    package, warm = copy_package(tmp_path), cache_folder()
    assert warm is not None
    cache = Path(shutil.copytree(warm, tmp_path / "cache" / warm.name))
    before, compiled = sources(package), {path.name for path in cache.iterdir()}
    add(package, ["NUDGE"])
    asked = subprocess.run(
        [sys.executable, "-c", ASK],
        env=environment(package, tmp_path / "cache"),
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert asked.returncode == 0, asked.stderr[-2000:]
    without, with_it = json.loads(asked.stdout.splitlines()[-1])
    assert without == 0.0 and with_it == pytest.approx(7.0)
    made = {path.name for path in cache.iterdir()} - compiled
    assert made and all("nudge" in name for name in made), made
    remove(package, ["NUDGE"])
    assert sources(package) == before
