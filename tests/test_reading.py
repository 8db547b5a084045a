from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

import footfall as ff
from footfall import reading
from footfall.body import load_body
from footfall.engine.learned import load_learned
from footfall.errors import FootfallError
from footfall.learn.checkpoint import read as read_checkpoint
from footfall.learn.objective.file import read_objective
from footfall.robust.table import read as read_table
from footfall.script import compile_skill, find_skill
from footfall.script.classic.saved import read_saved, read_trajectory
from footfall.world.environment import parse_env, read_heights

DEEP = ".".join("ab" for _ in range(100_000)) + " = 1"

READERS: dict[str, Callable[[Path], object]] = {
    "a.skill": lambda p: compile_skill(str(p)),
    "a.s": lambda p: compile_skill(str(p)),
    "b.t": lambda p: find_skill(str(p)),
    "body.toml": load_body,
    "a.env": parse_env,
    "a.hf": read_heights,
    "a.sav": read_saved,
    "a.traj": read_trajectory,
    "objective.toml": read_objective,
    "checkpoint": read_checkpoint,
    "table.json": read_table,
    "a.npz": ff.Recording.load,
    "a.ff.npz": lambda p: load_learned(None, p),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", READERS)
def test_no_reader_waits_for_a_pipe(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    os.mkfifo(path)
    with pytest.raises(FootfallError, match="a pipe, not a file"):
        READERS[name](path)


@pytest.mark.parametrize("name", READERS)
def test_no_reader_takes_a_folder_for_a_file(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.mkdir()
    with pytest.raises(FootfallError, match="a folder, not a file"):
        READERS[name](path)


@pytest.mark.parametrize("name", READERS)
def test_no_reader_reads_a_device(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.symlink_to("/dev/zero")
    with pytest.raises(FootfallError, match="a device, not a file"):
        READERS[name](path)


@pytest.mark.parametrize("name", READERS)
def test_no_reader_takes_a_file_without_end(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    with path.open("wb") as file:
        file.truncate(reading.DATA + 1)  # takes no room on the disk
    with pytest.raises(FootfallError, match="larger than (1|50|500) MB"):
        READERS[name](path)


def test_a_socket_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.skill"
    with socket.socket(socket.AF_UNIX) as sock:
        sock.bind(str(path))
        with pytest.raises(FootfallError, match="socket"):
            reading.read_text(path)


def test_a_called_skill_that_is_a_pipe_is_told(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "b.skill")
    (tmp_path / "a.skill").write_text("SKILL a()\nPHASE x\n  DO b();\n  TO end WHEN complete;\n")
    with pytest.raises(FootfallError):
        compile_skill(str(tmp_path / "a.skill"))


def test_an_mjcf_and_what_it_names_must_be_files(tmp_path: Path) -> None:
    (tmp_path / "body.toml").write_text('mjcf = "a.xml"\nroles = { torso = "pelvis" }\n')
    os.mkfifo(tmp_path / "a.xml")
    with pytest.raises(FootfallError, match="a pipe, not a file"):
        load_body(tmp_path / "body.toml")
    (tmp_path / "a.xml").unlink()
    (tmp_path / "parts").mkdir()
    os.mkfifo(tmp_path / "parts" / "foot.stl")
    (tmp_path / "b.xml").write_text('<mujoco><asset><mesh file="foot.stl"/></asset></mujoco>')
    (tmp_path / "a.xml").write_text(
        '<mujoco><compiler meshdir="parts"/><include file="b.xml"/>'
        '<asset><mesh name="foot" file="foot.stl"/></asset></mujoco>'
    )
    with pytest.raises(FootfallError, match="a pipe, not a file"):
        load_body(tmp_path / "body.toml")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("wörter".encode("utf-16"), "UTF-16"),
        (b"a\0b", "binary"),
        (b"fine\n\xff\xfe", "not UTF-8"),
    ],
)
def test_what_is_not_text_is_told(data: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(data)
    with pytest.raises(FootfallError, match=words):
        reading.read_text(path)


def test_a_byte_order_mark_is_left_out_and_line_ends_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes("\ufeffa\r\nb".encode())
    assert reading.read_text(path) == "a\r\nb"


def test_a_missing_file_is_missing_and_an_odd_name_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(reading.MissingError):
        reading.read_bytes(tmp_path / "none")
    with pytest.raises(FootfallError):
        reading.read_bytes("a\0b")
    assert not reading.is_file(Path("a\0b"))


def test_a_simulation_of_a_pipe_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.skill")
    with pytest.raises(FootfallError, match="a pipe"):
        ff.Sim(str(tmp_path / "a.skill"))


@pytest.mark.parametrize("text", [DEEP, f"[{DEEP[:-4]}]", DEEP.replace("ab", "'a'"), "x = { " + DEEP + " }"])
def test_a_key_that_would_take_toml_minutes_is_refused(text: str) -> None:
    with pytest.raises(FootfallError, match="more than 20 parts"):
        reading.parse_toml(f"a = 1\n{text}\n", "body.toml")


def test_toml_of_usual_depth_is_read() -> None:
    assert reading.parse_toml("a.b.c = 1.5  # e.g. this. and. that.\n", "") == {"a": {"b": {"c": 1.5}}}
    with pytest.raises(FootfallError, match="not TOML"):
        reading.parse_toml("a = [", "body.toml")


def test_where_a_path_leads(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("elsewhere")
    assert reading.real_path(tmp_path / "link") == (tmp_path / "elsewhere").resolve()
    for odd in ("a\0b", "x" * 5000):
        assert reading.real_path(tmp_path / odd).name == odd
