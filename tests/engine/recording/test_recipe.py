"""Recordings hold everything: they run again without their files, elsewhere, and leave nothing behind."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from footfall.body import load_body, scale_mass
from footfall.body.transform import scale_length, stretch
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.engine.spec import ActorSpec
from footfall.errors import FootfallError
from footfall.script import compile_skill, find_skill
from footfall.world import Balls, Push, World, parse_env

pytestmark = pytest.mark.sim

WALK = find_skill("simbicon/walk").text
LIMP = "SKILL ragdoll()\nIDLE limp\nPHASE limp\n"
SAVING = (
    "SKILL saving()\nBODY planar17\nPHASE down\n  POSE lKnee(.4);\n  TO keep WHEN time > .05;\n"
    "PHASE keep\n  SAVE bent.sav;\n  TO end WHEN time > .1;\n"
)
LOADING = (
    "SKILL loading()\nBODY planar17\nPHASE wait\n  TO there WHEN time > .05;\n"
    "PHASE there\n  LOAD bent.sav;\n  TO end WHEN time > 1;\n"
)


def replayed(make: Callable[[], Recording], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recording:
    """The replay, when the project is gone, in an empty folder; it must come to the same bits."""
    project, empty = tmp_path / "project", tmp_path / "empty"
    project.mkdir()
    empty.mkdir()
    monkeypatch.chdir(project)
    rec = make()
    rec.save(tmp_path / "rec.npz")
    monkeypatch.chdir(empty)
    shutil.rmtree(project)
    again = Recording.load(tmp_path / "rec.npz").replay()
    assert again.header["state_hash"] == rec.header["state_hash"]
    np.testing.assert_array_equal(again.qpos, rec.qpos)
    np.testing.assert_array_equal(again.phase, rec.phase)
    assert again.phase_names == rec.phase_names
    assert json.loads(json.dumps(again.header["events"])) == json.loads(json.dumps(rec.header["events"]))
    assert os.listdir(empty) == [] and sorted(os.listdir(tmp_path)) == ["empty", "rec.npz"]
    return again


def neighbours() -> None:
    for name in "bc":
        Path(f"{name}.skill").write_text(WALK.replace("SKILL walk(", f"SKILL {name}("))
    Path("a.skill").write_text("SKILL a()\nBODY planar7\nSTART walking\nPHASE go\n  DO b(lean = .1);\n")


def scaled() -> Recording:
    return Sim("simbicon/walk", body=scale_length(scale_mass(load_body("planar7"), 1.3), 1.05)).run(0.2)


def scaled_by_the_sim() -> Recording:
    return Sim("simbicon/walk", scale_mass=1.3).run(0.2)


def proportions() -> Recording:
    return Sim("simbicon/walk3d", body=stretch(load_body("human"), {"thighs": 1.2, "weight": 0.8})).run(0.1)


def own_body() -> Recording:
    Path("mine.toml").write_text(
        Path(load_body("planar7").path).read_text().replace("mass = 70", "mass = 71")
    )
    return Sim("simbicon/walk", body="mine.toml").run(0.2)


def calls_a_file() -> Recording:
    neighbours()
    return Sim("a.skill").run(0.2)


def sloped_plane() -> Recording:
    Path("a.env").write_text("ENTITIES { G = 2DPlane(-200, -7.3, 200, 9.1); }")
    return Sim("simbicon/walk", world=parse_env("a.env")).run(0.3)


def height_field() -> Recording:
    Path("a.hf").write_text("-3 30 61 " + " ".join(str(0.013 * (k % 5)) for k in range(61)))
    Path("a.env").write_text("ENTITIES { G = Heightfield(a.hf); B = Box(5, .1, 1, .1, 0); }")
    return Sim("simbicon/walk", world=parse_env("a.env")).run(0.3)


def placed() -> Recording:
    return Sim((ActorSpec("simbicon/walk3d", at=(2.0, -1.0), set={"heading": 0.2}),)).run(0.1)


def two_actors() -> Recording:
    other = scale_length(load_body("planar7"), 1.05)
    return Sim((ActorSpec("simbicon/walk"), ActorSpec("simbicon/walk", body=other, at=(4.0, 0.0)))).run(0.2)


def reset_with() -> Recording:
    program = compile_skill("simbicon/walk")
    sim = Sim(program)
    sim.step(50)
    sim.reset(params=program.params * 1.02, seed=3, pushes=(Push(0.05, None, 0.1, (80.0, 0.0, 0.0)),))
    return sim.run(0.3)


def loads() -> Recording:
    Path("save.skill").write_text(SAVING)
    Path("load.skill").write_text(LOADING)
    Sim("save.skill").run(0.2)
    assert Path("bent.sav").is_file()
    return Sim("load.skill").run(0.2)


def saves() -> Recording:
    Path("save.skill").write_text(
        SAVING.replace("TO end WHEN time > .1;", "TO wait WHEN time > .02;")
        + LOADING[LOADING.index("PHASE") :]
    )
    sim = Sim("save.skill")
    sim.step(60)  # it has saved
    return sim.run(0.2)


def swaps_to_a_neighbour() -> Recording:
    neighbours()
    sim = Sim("c.skill")
    return sim.record(200, at=[(50, lambda: sim.swap(Path("a.skill").read_text()))])


def swaps_to_another_body() -> Recording:
    sim = Sim("simbicon/walk")
    sim.step(100)
    sim.swap(body=scale_length(load_body("human"), 0.98))
    return sim.run(0.1)


def falls_and_gets_up() -> Recording:
    sim = Sim("simbicon/walk")
    at = [(50, lambda: sim.swap(LIMP)), (1500, sim.go_on), (1500, lambda: sim.swap(WALK))]
    return sim.record(1600, go_on=True, at=at)


def thrown_at() -> Recording:
    sim = Sim("simbicon/walk", world=World(balls=Balls(2.0, 1.0, 1e6), ball_pool=2))
    return sim.record(500, at=[(20, lambda: sim.throw(1, 8.0, 0.0)), (200, lambda: sim.throw(0, 8.0, 3.0))])


def restored() -> Recording:
    sim = Sim("simbicon/walk")
    sim.push(forward=50, seconds=0.1, time=0.25)
    sim.then("simbicon/fast-walk", at=0.3)
    sim.step(200)
    here = sim.state()
    sim.push(forward=500, seconds=0.3)
    sim.swap(LIMP)
    sim.step(300)
    sim.restore(here)
    return sim.run(0.6)


def moved_by_hand() -> Recording:
    sim = Sim("simbicon/walk")
    sim.data.qpos[1] += 0.1
    return sim.run(0.2)


MAKERS = [
    scaled, scaled_by_the_sim, proportions, own_body, calls_a_file, sloped_plane, height_field, placed,
    two_actors, reset_with, loads, saves, swaps_to_a_neighbour, swaps_to_another_body, falls_and_gets_up,
    thrown_at, restored, moved_by_hand,
]  # fmt: skip


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_it_runs_again_elsewhere(
    make: Callable[[], Recording], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replayed(make, tmp_path, monkeypatch)


def test_the_model_of_a_recording_is_the_one_it_was_made_with() -> None:
    sim = Sim("simbicon/walk", body=scale_length(load_body("planar7"), 1 / 0.97), world="slope:3")
    model = sim.run(0.05).model()
    for name in ("body_mass", "body_pos", "geom_size", "geom_quat", "jnt_range"):
        np.testing.assert_array_equal(getattr(model, name), getattr(sim.model, name))


def test_a_script_in_a_recording_cannot_overwrite_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that somebody sends: its SAVE must not reach the folder where it is looked at."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.skill").write_text(SAVING)
    rec = Sim("s.skill").run(0.2)
    (tmp_path / "bent.sav").write_text("mine")
    rec.save(tmp_path / "rec.npz")
    for name in ("bent.sav", ".bashrc"):
        old = Recording.load(tmp_path / "rec.npz")
        text = json.dumps(old.header["actors"]).replace("bent.sav", name)
        forged = replace(old, header=old.header | {"actors": json.loads(text)})
        if name == ".bashrc":
            with pytest.raises(FootfallError):
                forged.replay()
        else:
            forged.replay()
    assert (tmp_path / "bent.sav").read_text() == "mine"
    assert sorted(os.listdir(tmp_path)) == ["bent.sav", "rec.npz", "s.skill"]


def test_no_body_change_reset_or_restore_inside_a_recorded_run() -> None:
    sim = Sim("simbicon/walk")
    here = sim.state()
    for change in (lambda: sim.swap(body="human"), sim.reset, lambda: sim.restore(here), lambda: sim.run(1)):
        with pytest.raises(FootfallError, match="while a run is recorded"):
            sim.record(20, at=[(5, change)])
    assert sim.run(0.05).end == "time"


def old_header(rec: Recording) -> dict[str, object]:
    """The header as schema 1 had it."""
    header = dict(rec.header)
    program, body = compile_skill("simbicon/walk"), load_body("planar7")
    return header | {
        "schema": 1,
        "texts": {u.name: u.text for u in program.units},
        "params": program.params.tolist(),
        "body_path": "/somewhere/else/planar7.toml",
        "body_text": Path(body.path).read_text(encoding="utf-8"),
        "start": "walking",
        "options": {"dt": None, "scale_mass": 1.2},
        "actors": 1,
        "world": {
            "ground": "slope:2",
            "friction": None,
            "gravity": [0, 0, -9.81],
            "pushes": [],
            "balls": None,
        },
    }


def test_a_recording_of_schema_1_still_runs(tmp_path: Path) -> None:
    sim = Sim("simbicon/walk", world="slope:2", scale_mass=1.2)
    sim.step(40)
    sim.push(forward=40, seconds=0.1)
    sim.step(10)
    rec = sim.run(0.2)
    rec = replace(rec, header=old_header(rec))
    rec.save(tmp_path / "old.npz")
    back = Recording.load(tmp_path / "old.npz")
    assert back.header["schema"] == 2
    assert back.replay().header["state_hash"] == rec.header["state_hash"]


def test_what_schema_1_cannot_tell_is_refused_by_name(tmp_path: Path) -> None:
    rec = Sim("simbicon/walk").run(0.05)
    for changes in ({"actors": 2}, {"body_text": 'mjcf = "robot.xml"\n'}):
        replace(rec, header=old_header(rec) | changes).save(tmp_path / "old.npz")
        with pytest.raises(FootfallError, match="schema 1"):
            Recording.load(tmp_path / "old.npz")
