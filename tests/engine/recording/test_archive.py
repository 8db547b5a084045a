"""Recordings from other hands: damaged, cut, forged or endless, they give one clear message."""

from __future__ import annotations

import io
import json
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.errors import FootfallError

pytestmark = pytest.mark.sim
Blobs = dict[str, Any]


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("good") / "walk.npz"
    sim = Sim("simbicon/walk")
    sim.push(forward=40, seconds=0.1, time=0.05)
    sim.run(0.05)
    sim.run(0.1).save(path)
    return path.read_bytes()


def refused(path: Path, data: bytes) -> None:
    """Loading, or else replaying and drawing what was loaded, ends in one clear message."""
    path.write_bytes(data)
    with pytest.raises(FootfallError) as error:
        rec = Recording.load(path)
        rec.report(), rec.moves(), rec.model()
        rec.replay()
    assert error.value.message and "\n" not in error.value.message


def blobs_of(data: bytes) -> Blobs:
    with np.load(io.BytesIO(data)) as file:
        return {name: file[name] for name in file.files}


@pytest.mark.parametrize("text", ["{'shape': (3, 3, }", "{'a'\\\n", "\t{'descr'\n  : ", "\xff{", "((("])
def test_a_description_that_is_no_python_is_refused(good: bytes, text: str, tmp_path: Path) -> None:
    described = text.encode("latin-1").ljust(117) + b"\n"
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(good)) as before, zipfile.ZipFile(out, "w") as after:
        for name in before.namelist():
            data = before.read(name)
            if name == "log_time.npy":
                data = b"\x93NUMPY\x01\x00" + len(described).to_bytes(2, "little") + described + data[128:]
            after.writestr(name, data)
    refused(tmp_path / "x.npz", out.getvalue())


def packed(blobs: Blobs) -> bytes:
    out = io.BytesIO()
    np.savez_compressed(out, **blobs)
    return out.getvalue()


@pytest.mark.parametrize("share", [0.0, 0.001, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.9999])
def test_a_cut_file_is_refused(good: bytes, share: float, tmp_path: Path) -> None:
    refused(tmp_path / "x.npz", good[: int(share * len(good))])


@pytest.mark.parametrize("seed", range(20))
def test_a_flipped_byte_is_refused_or_harmless(good: bytes, seed: int, tmp_path: Path) -> None:
    draw, data = np.random.default_rng(seed), bytearray(good)
    data[draw.integers(len(data))] ^= 1 << draw.integers(8)
    (tmp_path / "x.npz").write_bytes(data)
    try:
        rec = Recording.load(tmp_path / "x.npz")
    except FootfallError:
        return
    before = blobs_of(good)  # a flag or a time stamp of the archive: what it holds is whole
    assert rec.header == json.loads(before["header"].tobytes())
    assert all(np.array_equal(rec.arrays[k], before[f"log_{k}"]) for k in rec.arrays)


ARRAYS: dict[str, Callable[[Blobs], object]] = {
    "no header": lambda b: b.pop("header"),
    "no model": lambda b: b.pop("model_xml"),
    "no time": lambda b: b.pop("log_time"),
    "no start": lambda b: [b.pop(name) for name in list(b) if name.startswith("start_")],
    "no physics": lambda b: b.pop("start_physics"),
    "a column too many": lambda b: b.update(log_more=b["log_time"]),
    "header of floats": lambda b: b.update(header=np.zeros(9)),
    "header of a list": lambda b: b.update(header=np.frombuffer(b"[1, 2]", np.uint8)),
    "header nested deep": lambda b: b.update(header=np.frombuffer(b"[" * 100_000, np.uint8)),
    "header no JSON": lambda b: b.update(header=np.frombuffer(b"{{{", np.uint8)),
    "header no UTF-8": lambda b: b.update(header=np.frombuffer(b"\xff\xfe\xfd", np.uint8)),
    "whole numbers for time": lambda b: b.update(log_time=b["log_time"].astype(np.int64)),
    "floats for phases": lambda b: b.update(log_phase=b["log_phase"].astype(np.float64)),
    "phases beyond": lambda b: b.update(log_phase=b["log_phase"] + 99),
    "qpos flat": lambda b: b.update(log_qpos=b["log_qpos"].ravel()),
    "qvel of another body": lambda b: b.update(log_qvel=b["log_qvel"][:, :3]),
    "qpos of another body": lambda b: b.update(log_qpos=b["log_qpos"][:, :3]),
    "short com": lambda b: b.update(log_com=b["log_com"][:-1]),
    "time backwards": lambda b: b.update(log_time=b["log_time"][::-1].copy()),
    "time not a number": lambda b: b.update(log_time=b["log_time"] * np.nan),
    "com not a number": lambda b: b.update(log_com=b["log_com"] * np.nan),
    "moves to nowhere": lambda b: b.update(log_trace=np.full((3, 12), 77.0)),
    "moves not a number": lambda b: b.update(log_trace=np.full((3, 12), np.nan)),
    "physics of another body": lambda b: b.update(start_physics=b["start_physics"][:-3]),
    "physics not a number": lambda b: b.update(start_physics=b["start_physics"] * np.nan),
    "a state of strings": lambda b: b.update(start_floats0=np.array(["a", "b"])),
    "short pendulum": lambda b: b.update(more_pendulum=np.zeros((len(b["log_time"]) - 1, 23))),
    "pendulum not a number": lambda b: b.update(more_pendulum=np.full((len(b["log_time"]), 23), np.nan)),
    "objects": lambda b: b.update(log_time=np.array([{}, []], object)),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_wrong_arrays_are_refused(good: bytes, name: str, tmp_path: Path) -> None:
    blobs = blobs_of(good)
    ARRAYS[name](blobs)
    refused(tmp_path / "x.npz", packed(blobs))


HEADERS: dict[str, Callable[[Blobs], object]] = {
    "no schema": lambda h: h.pop("schema"),
    "a word for a schema": lambda h: h.update(schema="two"),
    "no actors": lambda h: h.update(actors=[]),
    "schema 1 with actors of today": lambda h: h.update(schema=1),
    "no ticks": lambda h: h.pop("ticks"),
    "endless ticks": lambda h: h.update(ticks=10**30),
    "more ticks than rows": lambda h: h.update(ticks=10**8),
    "another time step": lambda h: h.update(dt=h["dt"] / 2, ticks=3),
    "ticks below zero": lambda h: h.update(ticks=-5),
    "a float of ticks": lambda h: h.update(ticks=2.5),
    "dt of zero": lambda h: h.update(dt=0.0),
    "dt not a number": lambda h: h.update(dt=float("nan")),
    "a seed below zero": lambda h: h.update(seed=-1),
    "no such verdict": lambda h: h.update(verdict="flew"),
    "events of another kind": lambda h: h.update(
        events=[{"tick": 0, "kind": "rm", "what": {}}], events_before=0
    ),
    "an event without what": lambda h: h.update(
        events=[{"tick": 60, "kind": "set", "what": {}}], events_before=0
    ),
    "a swap to nonsense": lambda h: h.update(
        events=[{"tick": 60, "kind": "swap", "what": {"program": {"units": 3}}}], events_before=0
    ),
    "a body of nothing": lambda h: h["actors"][0].update(body={}),
    "a program of nothing": lambda h: h["actors"][0].update(program={}),
    "a program that is wrong": lambda h: h["actors"][0]["program"]["units"][0].update(text="SKILL ("),
    "a world of nothing": lambda h: h.update(world={}),
    "pushes forgotten": lambda h: h["begin"].update(pushes=[]),
    "a start that is not there": lambda h: h["actors"][0].update(start="handstand"),
    "extremes cut": lambda h: h.update(extremes=[]),
    "phases without calls": lambda h: h.pop("phase_calls"),
    "phases without units": lambda h: h.pop("phase_units"),
    "units of fewer phases": lambda h: h.update(phase_units=[], phase_calls=[]),
    "calls of words": lambda h: h.update(phase_calls=["a"] * len(h["phase_calls"])),
    "feet cut": lambda h: h.update(foot_track=[]),
}


@pytest.mark.parametrize("name", HEADERS)
def test_wrong_headers_are_refused(good: bytes, name: str, tmp_path: Path) -> None:
    blobs = blobs_of(good)
    header = json.loads(blobs["header"].tobytes())
    HEADERS[name](header)
    blobs["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    refused(tmp_path / "x.npz", packed(blobs))


def zipped(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def npy(shape: tuple[int, ...], data: bytes, kind: str = "<f8") -> bytes:
    head = io.BytesIO()
    np.lib.format.write_array_header_1_0(head, {"descr": kind, "fortran_order": False, "shape": shape})
    return head.getvalue() + data


def test_endless_arrays_are_refused_before_anything_is_allocated(good: bytes, tmp_path: Path) -> None:
    members = {}
    with zipfile.ZipFile(io.BytesIO(good)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    zeros = bytes(300 << 20)
    forged = (
        {**members, "log_time.npy": npy((10**12,), b"")},
        {**members, "log_time.npy": npy((-5,), bytes(40))},
        {**members, "log_qpos.npy": npy((2**31, 2**31, 4), bytes(64))},
        {**members, "log_time.npy": npy((len(zeros) // 8,), zeros)},
        {**members, **{f"start_x{k}.npy": npy((0,), b"") for k in range(300)}},
        {**members, "log_time.npy": npy((1,), bytes(8), "|O")},
    )
    for content in forged:
        data = zipped(content)
        tracemalloc.start()
        refused(tmp_path / "x.npz", data)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert most < 50 << 20


def test_ticks_beyond_the_log_cost_nothing_until_they_are_run(good: bytes, tmp_path: Path) -> None:
    from footfall.engine.running import Log

    sim = Sim("simbicon/walk")
    log = Log.make(sim.model, 1, 5)
    assert log.table.nbytes == 0
    log.make_room(1000)
    assert len(log.table) < 1000


def test_a_pipe_and_a_folder_are_no_recordings(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "pipe.npz")
    for path in (tmp_path / "pipe.npz", tmp_path):
        with pytest.raises(FootfallError):
            Recording.load(path)


def test_a_failed_save_leaves_the_old_file(
    good: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "walk.npz"
    path.write_bytes(good)
    rec = Recording.load(path)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez_compressed", full)
    with pytest.raises(FootfallError, match="No space"):
        rec.save(path)
    assert path.read_bytes() == good and [p.name for p in tmp_path.iterdir()] == ["walk.npz"]
