"""kill -9 at a random moment, then resume: the same curve."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from footfall.learn import checkpoint

CODE = """
import json, signal, sys
from pathlib import Path
from footfall.learn import loop
from footfall.learn.evaluate import make_evaluator
from footfall.learn.budget import Budget
from footfall.learn.events import Generation
from footfall.learn.loop import Search
from footfall.learn.search import make_strategy
from footfall.learn.toy_problem import ENTRY, ToyProblem

search, evaluator, folder, resume = sys.argv[1:]


def wait_to_be_killed(event):
    if resume == "victim" and isinstance(event, Generation) and event.evaluations >= 100:
        signal.pause()


loop.CHECKPOINT_SECONDS = 0.1
trial = ToyProblem("ellipsoid", n=6, n_scenarios=2, work=0.005)
run = Search(
    trial, make_strategy(search, trial.lower, trial.upper, seed=2), make_evaluator(evaluator),
    seed=2, folder=Path(folder), budget=Budget(120), entry=ENTRY, on_event=wait_to_be_killed,
)
if resume == "yes":
    run.resume()
done = run.run()
curve = {name: column.tolist() for name, column in run.progress.history().items()}
print(json.dumps({"vector": [x.hex() for x in done.vector], "curve": curve}))
"""


def command(search: str, evaluator: str, folder: Path, resume: str) -> list[str]:
    return [sys.executable, "-c", CODE, search, evaluator, str(folder), resume]


@pytest.mark.parametrize("search", ["cma"])
def test_a_killed_search_resumes_to_the_same_curve(tmp_path: Path, search: str) -> None:
    whole = subprocess.run(
        command(search, "serial", tmp_path / "whole", "no"), capture_output=True, text=True, check=True
    )
    folder = tmp_path / "killed"
    victim = subprocess.Popen(command(search, "processes", folder, "victim"), stdout=subprocess.DEVNULL)
    while not (folder / checkpoint.NEWEST).exists():
        assert victim.poll() is None, "it ended before it could be killed"
        time.sleep(0.01)
    time.sleep(random.uniform(0.0, 0.4))
    victim.send_signal(signal.SIGKILL)
    victim.wait()
    assert checkpoint.load(folder)[0]["progress"]["evaluations"] < 120
    resumed = subprocess.run(
        command(search, "processes", folder, "yes"), capture_output=True, text=True, check=True
    )
    assert resumed.stdout == whole.stdout
