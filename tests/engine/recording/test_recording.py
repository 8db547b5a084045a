"""Recordings: what they hold, on disk and back, and runs made again bit for bit."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from footfall.engine.pendulum import DRAWN
from footfall.engine.recording.header import COLUMNS, SCHEMA
from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.script import compile_text, find_skill
from footfall.world import Balls, Push, World, parse_ground

pytestmark = pytest.mark.sim

WALK = find_skill("simbicon/walk").text


def test_rows_are_there_at_200_hz() -> None:
    rec = Sim("simbicon/walk3d", physics="careful").run(0.5)
    assert len(rec.time) == 100
    np.testing.assert_allclose(np.diff(rec.time), 0.005)
    assert rec.qpos.shape == (100, 35) and rec.qvel.shape == rec.tau.shape == (100, 34)
    assert rec.com.shape == (100, 3) and rec.loads.shape == (100, 2) and rec.slip.shape == (100, 4)
    assert (rec.seconds, rec.end, rec.planar) == (pytest.approx(0.5), "time", False)
    assert rec.phase_names == ("lift", "strike", "step", "shift") and "walk3d" in rec.title


def test_a_second_run_goes_on_from_the_first() -> None:
    sim = Sim("simbicon/walk")
    first, second = sim.run(0.3), sim.run(0.3)
    assert second.time[0] == pytest.approx(0.3)
    whole = Sim("simbicon/walk").run(0.6)
    np.testing.assert_array_equal(np.concatenate([first.qpos, second.qpos]), whole.qpos)
    assert second.header["state_hash"] == whole.header["state_hash"]


def test_saving_and_loading_loses_nothing(tmp_path: Path) -> None:
    rec = Sim("simbicon/walk", seed=2, world="slope:2").run(0.5)
    rec.save(tmp_path / "walk.npz")
    back = Recording.load(tmp_path / "walk.npz")
    assert back.header == json.loads(json.dumps(rec.header))
    assert back.model_xml == rec.model_xml and back.start.hash == rec.start.hash
    for name, array in rec.arrays.items():
        np.testing.assert_array_equal(back.arrays[name], array)
    assert back.report() == rec.report()
    assert back.model().nq == rec.qpos.shape[1]


TEMPLATE = (
    "SKILL t()\nPHASE one LASTS .1\n  TEMPLATE(.5);\n  TO two WHEN phi >= 1;\nPHASE two\n  POSE lKnee(0);\n"
)


def test_a_pendulum_is_kept_and_replayed(tmp_path: Path) -> None:
    rec = Sim(compile_text(TEMPLATE), body="human").run(0.2)
    drawn = rec.pendulum
    assert drawn is not None and drawn.shape == (len(rec.time), DRAWN)
    there = drawn.any(axis=1)
    assert there[rec.time < 0.09].all() and not there[rec.time > 0.12].any()  # only while TEMPLATE runs
    np.testing.assert_allclose(drawn[1, 6:9], rec.com[1], atol=0.02)
    path = tmp_path / "t.npz"
    rec.save(path)
    back = Recording.load(path)
    np.testing.assert_array_equal(back.arrays["pendulum"], drawn)
    np.testing.assert_array_equal(back.replay().arrays["pendulum"], drawn)
    with np.load(path) as file:  # a version that does not know it must find a log as it was
        assert {name[4:] for name in file.files if name.startswith("log_")} == set(COLUMNS)


def test_a_recording_without_a_template_has_no_pendulum() -> None:
    rec = Sim("simbicon/walk").run(0.05)
    assert rec.pendulum is None and set(rec.arrays) == set(COLUMNS)


def rewritten(path: Path, **changes: object) -> Path:
    """The file with a changed header."""
    with np.load(path) as file:
        blobs = {k: file[k] for k in file.files}
    header = json.loads(blobs["header"].tobytes()) | changes
    blobs["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    np.savez(path, **blobs)
    return path


def test_a_newer_schema_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "walk.npz"
    Sim("simbicon/walk").run(0.05).save(path)
    rewritten(path, schema=SCHEMA + 1, versions={"footfall": "9.9"})
    with pytest.raises(FootfallError, match=rf"schema {SCHEMA + 1}") as error:
        Recording.load(path)
    assert "9.9" in error.value.help and str(path) in error.value.where


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"PK\x03\x04 broken", b"\x93NUMPY", bytes(range(256)) * 20]
)
def test_garbage_is_no_recording(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.npz"
    path.write_bytes(content)
    with pytest.raises(FootfallError, match="not a recording"):
        Recording.load(path)


def test_another_npz_and_a_cut_file_are_no_recordings(tmp_path: Path) -> None:
    other, cut = tmp_path / "other.npz", tmp_path / "cut.npz"
    np.savez(other, a=np.zeros(3))
    Sim("simbicon/walk").run(0.05).save(cut)
    cut.write_bytes(cut.read_bytes()[:-200])
    for path in (other, cut):
        with pytest.raises(FootfallError, match="not a recording"):
            Recording.load(path)


def test_missing_and_unwritable_paths_are_said(tmp_path: Path) -> None:
    with pytest.raises(FootfallError, match="nowhere"):
        Recording.load(tmp_path / "nowhere.npz")
    with pytest.raises(FootfallError, match="cannot write"):
        Sim("simbicon/walk").run(0.01).save(tmp_path / "no" / "folder.npz")


# -- replays -------------------------------------------------------------------------------------


def plain() -> Recording:
    return Sim("simbicon/walk3d", seed=4, set={"heading": 0.2}).run(0.6)


def in_a_world() -> Recording:
    shove = Push(time=0.1, phase=None, duration=0.1, force=(40.0, 0.0, 10.0))
    world = World(ground=parse_ground("slope:2"), friction=0.8, pushes=(shove,), balls=Balls(0.3, 4.0, 0.2))
    return Sim("simbicon/walk3d", world=world, seed=2, dt=5e-4, scale_mass=1.1).run(0.7)


def session() -> Recording:
    sim = Sim(compile_text(WALK, name="walk"), body="planar7", set={"dt": 0.28})
    sim.run(0.4)
    sim.set(lean=0.1)
    sim.push(forward=100, seconds=0.1)
    sim.step(123)
    sim.swap(WALK.replace("stKnee(.05)", "stKnee(.06)"))
    sim.push(forward=-50, seconds=0.1, time=0.9, part="lFoot")
    sim.run(0.2)
    sim.swap(WALK.replace("stKnee(.05);", "stKnee(.06);\n  POSE swElbow(-.2);"))
    sim.set(lean=0.0)
    return sim.run(0.5)


def fell_at_once() -> Recording:
    sim = Sim("simbicon/walk")
    sim.push(forward=4000, seconds=0.3, time=0.4)
    return sim.run(5)


def fell_in_a_session() -> Recording:
    sim = Sim("simbicon/walk")
    sim.run(0.4)
    sim.push(forward=4000, seconds=0.3)
    return sim.run(5)


def fell_and_went_on() -> Recording:
    sim = Sim("simbicon/walk")
    sim.push(forward=4000, seconds=0.3)
    return sim.run(2, go_on=True)


def body_swapped() -> Recording:
    sim = Sim("simbicon/walk")
    sim.run(0.3)
    sim.swap(body="human")
    return sim.run(0.3)


@pytest.mark.parametrize(
    "make", [plain, in_a_world, session, fell_at_once, fell_in_a_session, fell_and_went_on, body_swapped]
)
def test_a_recording_runs_again_bit_for_bit(make: Callable[[], Recording], tmp_path: Path) -> None:
    rec = make()
    rec.save(tmp_path / "rec.npz")
    again = Recording.load(tmp_path / "rec.npz").replay()
    assert again.header["state_hash"] == rec.header["state_hash"]
    assert (again.end, again.seconds) == (rec.end, rec.seconds)
    np.testing.assert_array_equal(again.qpos, rec.qpos)
    np.testing.assert_array_equal(again.trace, rec.trace)


def test_params_that_were_tuned_are_replayed() -> None:
    program = compile_text(WALK, name="walk")
    program.params[:] *= 1.01
    rec = Sim(program, body="planar7").run(0.3)
    assert rec.replay().header["state_hash"] == rec.header["state_hash"]
    assert rec.header["state_hash"] != Sim("simbicon/walk").run(0.3).header["state_hash"]
