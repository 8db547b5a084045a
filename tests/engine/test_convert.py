"""Converted scripts run like the classic ones they were: the same phases at the same ticks."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.script import compile_skill
from footfall.script.convert import Conversion, convert
from footfall.script.source import find_skill
from footfall.world import parse_env

pytestmark = pytest.mark.sim

FOLDER = Path(__file__).parents[1] / "classic"
FILES = sorted(p.name for p in FOLDER.glob("*.[st]"))
SECONDS = 1.5
SET = {"paper_step_up.s": {"x": 0.35, "y": 0.3}, "leans.s": {"low": 3.0, "high": 4.0}}
SET |= {"bend.t": {"angle": 0.2, "dt": 0.05}, "blend.t": {"g": 0.5, "dt": 0.05}}
SET |= {"slide.t": {"D": 0.05, "my_end": 0.1}, "middle.t": {"dt": 0.02}, "twophases.t": {"dt": 0.03}}
OTHERWISE = {"iterations_go_on.s"}  # what has no modern form, and is noted
OTHER_POSES = {"save_and_load.s"}  # same phases and times; LOAD takes over no poses


def convert_file(name: str, folder: Path) -> Conversion:
    """Convert a file of tests/classic, or of the library, into a folder."""
    done = convert(find_skill(str(FOLDER / name) if (FOLDER / name).is_file() else name), "root")
    for skill in done.skills:
        (folder / f"{skill.name}.skill").write_text(skill.text)
    return done


def moves(sim: Sim, rec: Recording) -> list[tuple[int, int, str, str]]:
    """(tick, depth, phase left, phase entered), the phases by position."""
    names = [name.removeprefix("p") for name in sim.programs[0].phase_names] + ["end"]
    return [(int(r[0]), int(r[1]), names[int(r[3])], names[int(r[4])]) for r in rec.trace]


def play(path: str, name: str, seconds: float) -> tuple[list[tuple[int, int, str, str]], Sim]:
    env = FOLDER / Path(name).with_suffix(".env")
    values = SET.get(name, {})
    program = compile_skill(path)
    known = {p.name for p in program.units[0].parameters}
    values = {k if k in known else k.removeprefix("my_"): v for k, v in values.items()}
    sim = Sim(program, world=parse_env(env) if env.is_file() else None, seed=3, set=values)
    if name == "keys.s":
        for down in (True, False, True):
            sim.step(90)
            sim.key("A", down=down)
    return moves(sim, sim.run(seconds)), sim


@pytest.mark.parametrize("name", [*FILES, "classic/walk.s", "classic/run.s"])
def test_a_converted_script_runs_the_same(name: str, tmp_path: Path) -> None:
    old = name
    if name in FILES:
        shutil.copytree(FOLDER, tmp_path / "old")
        old = str(tmp_path / "old" / name)
    done = convert_file(name, tmp_path)
    if name in OTHERWISE:
        assert done.notes
        return
    before, classic = play(old, name, SECONDS)
    after, modern = play(str(tmp_path / "root.skill"), name, SECONDS)
    assert [m[1:] for m in before] == [m[1:] for m in after]
    assert all(abs(a[0] - b[0]) <= 1 for a, b in zip(before, after, strict=True))
    assert classic.tick == modern.tick
    if name not in OTHER_POSES:
        assert np.abs(classic.data.qpos - modern.data.qpos).max() < 1e-6


def test_a_converted_stand_holds_for_ten_seconds(tmp_path: Path) -> None:
    convert_file("paper_stand.s", tmp_path)
    _, sim = play(str(tmp_path / "root.skill"), "paper_stand.s", 10)
    assert sim.actors[0].state.com[2] > 0.95
