from __future__ import annotations

from pathlib import Path

import pytest

from footfall.errors import FootfallError
from footfall.studio.workspace.project import Draft, Project

TEXT = "SKILL a()\nPHASE x\n"
ESCAPES = [
    "../a.skill",
    "/etc/passwd",
    "..",
    "a/b.skill",
    "a\\b.skill",
    ".hidden.skill",
    "a.toml",
    "",
    "a\0.skill",
    "a" * 200 + ".skill",
    "~/a.skill",
    "../../outside",
    "classic/../../../outside.s",
]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    (tmp_path / "outside.skill").write_text(TEXT)
    return Project(tmp_path / "projects" / "first")


@pytest.mark.parametrize("name", ESCAPES)
def test_no_name_leads_out(project: Project, name: str) -> None:
    with pytest.raises(FootfallError):
        project.write(name, TEXT)
    with pytest.raises(FootfallError):
        project.open(name)
    assert not project.folder.exists()


def test_a_link_does_not_lead_out(project: Project, tmp_path: Path) -> None:
    project.make()
    (project.folder / "link.skill").symlink_to(tmp_path / "outside.skill")
    with pytest.raises(FootfallError, match="leads out"):
        project.open("link.skill")
    with pytest.raises(FootfallError, match="leads out"):
        project.write("link.skill", "changed")
    assert (tmp_path / "outside.skill").read_text() == TEXT


def test_a_part_file_that_is_a_link_is_not_written_through(project: Project, tmp_path: Path) -> None:
    project.make()
    outside = tmp_path / "outside.skill"
    for name in (".a.skill.part", ".a.skill.body.toml.part"):  # as they were called once
        (project.folder / name).symlink_to(outside)
    project.write("a.skill", "changed")
    project.write_proportions("a.skill", {"shins": 1.1})
    assert outside.read_text() == TEXT
    assert project.path("a.skill").read_text() == "changed"


def test_a_part_file_cannot_be_put_there_beforehand(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.make()
    monkeypatch.setattr("secrets.token_hex", lambda _: "known")
    (project.folder / ".a.skill.known.part").symlink_to(tmp_path / "new")
    with pytest.raises(FootfallError):
        project.write("a.skill", "changed")
    assert not (tmp_path / "new").exists()


def test_a_copy_holds_nothing_from_outside(project: Project, tmp_path: Path) -> None:
    project.write("a.skill", TEXT)
    (tmp_path / "secret").write_text("secret")
    (project.folder / "link.skill").symlink_to(tmp_path / "secret")
    (project.folder / "inner.skill").symlink_to(project.folder / "a.skill")
    assert project.files() == ["a.skill", "inner.skill"]
    copy = project.sibling("second", new=True)
    project.copy_to(copy)
    assert sorted(p.name for p in copy.folder.iterdir()) == ["a.skill", "inner.skill"]
    assert not (copy.folder / "inner.skill").is_symlink()
    assert project.doc("link.skill") == ""


def test_an_exports_folder_that_is_a_link_is_refused(project: Project, tmp_path: Path) -> None:
    project.make()
    (tmp_path / "x.mp4").write_bytes(b"x")
    (project.folder / "exports").symlink_to(tmp_path)
    assert project.exported("x.mp4") is None
    with pytest.raises(FootfallError, match="leads out"):
        project.export("y", ".mp4")


def test_an_export_is_not_written_through_a_dangling_link(project: Project, tmp_path: Path) -> None:
    path = project.export("y", ".mp4")
    path.parent.mkdir(parents=True)
    path.symlink_to(tmp_path / "new.mp4")
    assert project.export("y", ".mp4").name == "y-2.mp4"


def test_a_project_that_is_a_link_is_not_opened(project: Project, tmp_path: Path) -> None:
    project.make()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "a.skill").write_text(TEXT)
    (project.folder.parent / "link").symlink_to(tmp_path / "elsewhere")
    (project.folder.parent / "dangling").symlink_to(tmp_path / "nowhere")
    for name, new in (("link", False), ("dangling", True)):
        with pytest.raises(FootfallError, match="leads out"):
            project.sibling(name, new=new)


def test_links_in_a_circle_are_no_fault(project: Project) -> None:
    project.make()
    (project.folder / "a.skill").symlink_to(project.folder / "b.skill")
    (project.folder / "b.skill").symlink_to(project.folder / "a.skill")
    assert project.files() == []
    with pytest.raises(FootfallError):
        project.open("a.skill")
    with pytest.raises(FootfallError):
        project.write("a.skill", TEXT)


def test_scripts_are_saved_as_they_are(project: Project) -> None:
    text = "SKILL a()\r\nPHASE x\n# ü\n"
    path = project.write("my walk", text)
    assert path.name == "my walk.skill" and path.read_bytes() == text.encode()
    assert project.files() == ["my walk.skill"]
    assert project.open("my walk.skill").text == text
    assert [p.name for p in project.folder.iterdir()] == ["my walk.skill"]


def test_the_library_can_be_opened_and_not_written(project: Project) -> None:
    assert project.open("simbicon/walk3d").text.startswith("##")
    assert project.open("classic/walk.s").text
    with pytest.raises(FootfallError):
        project.write("simbicon/walk3d", TEXT)


def test_free_names_are_free(project: Project) -> None:
    assert project.free_name("walk3d") == "walk3d.skill"
    project.write("walk3d.skill", TEXT)
    assert project.free_name("walk3d") == "walk3d-2.skill"
    assert project.free_name("../x") == "---x.skill"


def test_exports_are_found_by_plain_names_only(project: Project) -> None:
    path = project.export("walk-video", ".mp4")
    path.parent.mkdir(parents=True)
    path.write_bytes(b"x")
    assert project.exported("walk-video.mp4") == path
    assert project.export("walk-video", ".mp4").name == "walk-video-2.mp4"
    for name in ("../first.skill", "%2e%2e", "nothing.mp4", "..", ".mp4"):
        assert project.exported(name) is None


def test_projects_lie_beside_each_other(project: Project) -> None:
    project.write("a.skill", TEXT)
    copy = project.sibling("second", new=True)
    project.copy_to(copy)
    assert project.others() == ["first", "second"] == copy.others()
    assert copy.files() == ["a.skill"]
    with pytest.raises(FootfallError, match="already"):
        project.sibling("second", new=True)
    with pytest.raises(FootfallError, match="no project"):
        project.sibling("third", new=False)
    for name in ("..", "a/b", "", "/"):
        with pytest.raises(FootfallError):
            project.sibling(name, new=True)


def test_proportions_are_kept_beside_a_script(tmp_path: Path) -> None:
    project = Project(tmp_path / "mine")
    project.write("walk.skill", "SKILL walk()\nPHASE rest\n")
    assert project.read_proportions("walk.skill") == {}
    project.write_proportions("walk.skill", {"shins": 1.15, "weight": 0.9})
    assert project.read_proportions("walk.skill") == {"shins": 1.15, "weight": 0.9}
    assert project.files() == ["walk.skill"]  # it is no script
    other = Project(tmp_path / "copy")
    project.copy_to(other)
    assert other.read_proportions("walk.skill") == project.read_proportions("walk.skill")
    project.write_proportions("walk.skill", {})
    assert project.read_proportions("walk.skill") == {}


@pytest.mark.parametrize("text", ["[proportions]\nshins = 'long'\n", "[[", "[proportions]\nshins = 99\n"])
def test_wrong_proportions_are_an_error_with_a_way_out(tmp_path: Path, text: str) -> None:
    project = Project(tmp_path)
    (tmp_path / "walk.skill.body.toml").write_text(text)
    with pytest.raises(FootfallError) as wrong:
        project.read_proportions("walk.skill")
    assert wrong.value.help


def test_drafts_are_plain_files_inside_the_project(project: Project) -> None:
    name = "genbicon/styles/happy"
    project.keep_draft(name, Draft("SKILL a()\n", {"shins": 1.1}, "0"))
    assert project.draft(name) == Draft("SKILL a()\n", {"shins": 1.1}, "0")
    assert project.drafts() == [name] and project.files() == Project(project.folder).files()
    project.keep_draft(name, None)
    project.keep_draft(name, None)
    assert project.draft(name) is None and project.drafts() == []
    for bad in ("../../x", "/etc/passwd"):
        project.keep_draft(bad, Draft("x"))
        assert all(p.parent.name == ".drafts" for p in project.folder.rglob("*.json"))
