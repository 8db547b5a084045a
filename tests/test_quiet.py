"""MuJoCo's warnings go to us, not to a log file in the user's folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

WARN = """
import mujoco
spec = mujoco.MjSpec()
{build}
model = spec.compile()
data = mujoco.MjData(model)
data.qvel[0] = float("nan")
mujoco.mj_step(model, data)
from footfall.quiet import take_warnings
print(len(take_warnings()), len(take_warnings()))
"""
BODY = "from footfall.body import add_body, load_body\nadd_body(spec, load_body('planar7'))"
WORLD = (
    "from footfall.world import World, add_world\nadd_world(spec, World())\n"
    "spec.worldbody.add_body(pos=[0, 0, 9]).add_freejoint()\n"
    "spec.bodies[-1].add_geom(size=[1, 1, 1])"
)


@pytest.mark.parametrize("build", [BODY, WORLD], ids=["body", "world"])
def test_whoever_builds_a_model_leaves_no_log_file(build: str, tmp_path: Path) -> None:
    code = WARN.format(build=build)
    ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    kept, left = map(int, ran.stdout.split())
    assert kept >= 1 and left == 0
    assert list(tmp_path.iterdir()) == []


def test_one_of_each_kind_is_kept_with_how_often_it_came() -> None:
    from footfall import quiet

    quiet.take_warnings()
    for k in range(3):
        quiet._keep(f"Nan, Inf or huge value in QACC at DOF {k}. Time = {0.1 * k:.4f}.")
    quiet._keep("Too many contacts.")
    quiet._keep("Attaching a spec with an empty prefix may prevent the model from being saved correctly.")
    first, second = quiet.take_warnings()
    assert first == "Nan, Inf or huge value in QACC at DOF 0. Time = 0.0000. (3 times)"
    assert second == "Too many contacts." and quiet.take_warnings() == []
