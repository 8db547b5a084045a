from __future__ import annotations

from pathlib import Path

import pytest

from footfall.errors import FootfallError
from footfall.script import DictLoader, ScriptError, compile_skill, compile_text, find_skill, skill_names
from footfall.script import source as source_module
from footfall.script.source import MAX_BYTES, FileLoader, Source, read_source

GOOD = "SKILL a()\r\nPHASE x\r\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf \r\n\t", "empty"),
        (GOOD.encode("utf-16"), "UTF-16"),
        (GOOD.encode("utf-16-le"), "binary"),
        (b"SKILL a()\n\x00\x01", "binary"),
        (b"SKILL a()\n# caf\xe9\n", "not UTF-8"),
        (b"#" * (MAX_BYTES + 1), "larger than 1 MB"),
    ],
)
def test_unreadable_file_is_refused_with_place_and_help(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "a.skill"
    path.write_bytes(data)
    with pytest.raises(FootfallError, match=message) as caught:
        compile_skill(str(path))
    assert str(path) in caught.value.where
    assert caught.value.help


def test_wrong_encoding_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "a.skill"
    path.write_bytes(b"SKILL a()\n# caf\xe9\n")
    with pytest.raises(FootfallError) as caught:
        read_source(path)
    assert caught.value.where.endswith(":2")


def test_missing_file_offers_a_neighbour(tmp_path: Path) -> None:
    (tmp_path / "walk.skill").write_text(GOOD)
    with pytest.raises(FootfallError, match="no such file") as caught:
        compile_skill(str(tmp_path / "wakl.skill"))
    assert "walk.skill" in caught.value.help


def test_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.skill").mkdir()
    with pytest.raises(FootfallError, match="folder"):
        compile_skill(str(tmp_path / "a.skill"))


def test_byte_order_mark_and_line_ends_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.skill"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert compile_skill(str(path)).units[0].text == "\ufeff" + GOOD


def test_positions_count_from_one_and_ignore_other_line_ends() -> None:
    source = Source("a", "", "ab\r\ncd\u2028e\nf")
    assert source.position(0) == (1, 1)
    assert source.position(4) == (2, 1)
    assert source.position(7) == (2, 4)
    assert source.position(len(source.text)) == (3, 2)
    assert [source.line(i) for i in (1, 2, 3)] == ["ab", "cd\u2028e", "f"]


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "library"
    (folder / "moves").mkdir(parents=True)
    (folder / "moves" / "curl.skill").write_text("SKILL curl(a = 1) PHASE x POSE lKnee(a);")
    (folder / "go.skill").write_text("SKILL go() PHASE x DO moves/curl();")
    monkeypatch.setattr(source_module, "LIBRARY", folder)
    return folder


def test_library_names_and_lookup(library: Path) -> None:
    assert skill_names() == ["go", "moves/curl"]
    assert find_skill("moves/curl").name == "moves/curl"
    program = compile_skill("go")
    assert program.name == "go"
    assert [u.name for u in program.units] == ["go", "moves/curl"]


@pytest.mark.parametrize("name", ["moves/crul", "../library/go", "/go", "", "go\0"])
def test_unknown_library_name_is_refused(library: Path, name: str) -> None:
    with pytest.raises(FootfallError, match="no skill") as caught:
        compile_skill(name)
    assert caught.value.help


def test_called_skill_is_looked_up_beside_the_file_first(library: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    (own / "moves").mkdir(parents=True)
    (own / "a.skill").write_text("SKILL a() PHASE x DO moves/curl(); PHASE y DO go();")
    assert [u.name for u in compile_skill(str(own / "a.skill")).units][1:] == ["moves/curl", "go"]
    (own / "moves" / "curl.skill").write_text("SKILL mine() PHASE z")
    units = compile_skill(str(own / "a.skill")).units
    assert units[1].path == str(own / "moves" / "curl.skill")
    assert [u.name for u in units[2:]] == ["go", "moves/curl"]


def test_unreadable_called_file_is_a_finding_at_the_call(tmp_path: Path) -> None:
    (tmp_path / "b.skill").write_bytes(b"\xff\xfe")
    text = "SKILL a() PHASE x DO b();"
    with pytest.raises(ScriptError) as caught:
        compile_text(text, path=str(tmp_path / "a.skill"))
    (finding,) = caught.value.diagnostics
    assert finding.code == "E062" and "UTF-16" in finding.message
    assert text[finding.span.start : finding.span.end] == "b"


def test_error_in_a_called_skill_names_that_skill() -> None:
    with pytest.raises(ScriptError) as caught:
        compile_text("SKILL a() PHASE x DO b();", loader=DictLoader({"b": "SKILL b() PHASE y POSE lKne(1);"}))
    (finding,) = caught.value.diagnostics
    assert finding.where.startswith("b:1:")


def test_a_bare_name_is_found_by_every_way_in() -> None:
    assert find_skill("walk").name == compile_skill("walk").name == "simbicon/walk"
    with pytest.raises(FootfallError, match="no skill 'wolk'"):
        find_skill("wolk")


@pytest.mark.parametrize(
    "name",
    ["../outside", "moves/../../outside", "sub/../../outside", "link", "folder/outside", "{tmp}/outside"],
)
def test_a_call_does_not_leave_the_project(tmp_path: Path, name: str) -> None:
    project = tmp_path / "project"
    (project / "sub").mkdir(parents=True)
    (tmp_path / "outside.skill").write_text("SKILL outside()\nPHASE x\n")
    (project / "link.skill").symlink_to(tmp_path / "outside.skill")
    (project / "folder").symlink_to(tmp_path)
    (project / "sub" / "inside.skill").write_text("SKILL inside()\nPHASE x\n")
    (project / "beside.skill").symlink_to(project / "sub" / "inside.skill")
    caller = Source("caller", str(project / "caller.skill"), "")
    loader = FileLoader()
    assert loader.find(name.format(tmp=tmp_path), caller) is None
    assert loader.find_classic(name.format(tmp=tmp_path) + ".skill", (caller,)) is None
    assert loader.find("sub/inside", caller) is not None and loader.find("beside", caller) is not None


def test_a_call_does_not_leave_the_library() -> None:
    assert FileLoader().find("moves/../moves/stand", Source("text", "", "")) is None
    assert FileLoader().find("moves/stand", Source("text", "", "")) is not None


@pytest.mark.parametrize(
    "name", ["simbicon/../simbicon/walk", "simbicon//walk", "learned/walk-to-run", "/simbicon/walk"]
)
def test_only_names_of_the_list_are_skills(name: str) -> None:
    assert name not in skill_names()
    with pytest.raises(FootfallError, match="no skill"):
        find_skill(name)
