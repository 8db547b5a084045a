"""Saving: nothing that changed on disk is written over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from footfall.studio.workspace.project import Project
from tests.studio.talk import Page, page

pytestmark = pytest.mark.sim
NAME = "walk.skill"


def open_copy(p: Page) -> dict[str, Any]:
    """Duplicate the walk and have it open."""
    p.wait("search")
    p.send("duplicate", name="simbicon/walk")
    script = p.wait("script")
    assert script["file"] == NAME and script["digest"]
    while not p.wait("project")["saved"]:
        pass
    return script


def change(p: Page, text: str) -> None:
    p.edit(text)
    p.wait("checked")


def saved(p: Page) -> dict[str, Any]:
    while not (told := p.wait("project"))["saved"]:
        pass
    return told


def test_a_file_that_changed_on_disk_is_not_written_over(client: TestClient, project: Project) -> None:
    with page(client) as p:
        script = open_copy(p)
        path = project.path(NAME)
        theirs = script["text"] + "# theirs\n"
        path.write_text(theirs)
        change(p, script["text"] + "# mine\n")
        p.send("save", to=NAME, expectedDigest=script["digest"])
        told = p.wait("conflict")
        assert (told["name"], told["mine"], told["theirs"]) == (NAME, p.text, theirs)
        assert path.read_text() == theirs
        p.send("save", to=NAME, expectedDigest=told["digest"])  # keep mine
        assert saved(p)["digest"] == project.digest(NAME)
        assert path.read_text() == p.text


def test_their_text_can_be_taken(client: TestClient, project: Project) -> None:
    with page(client) as p, page(client) as other:
        script = open_copy(p)
        theirs = script["text"] + "# theirs\n"
        project.path(NAME).write_text(theirs)
        project.write_proportions(NAME, {"weight": 1.2})
        change(p, script["text"] + "# mine\n")
        p.send("save", expectedDigest=script["digest"])
        assert p.wait("conflict")["proportionsDiffer"]
        p.send("takeTheirs", name=NAME)
        assert p.wait("edited")["reason"] == "disk"
        while not (told := p.wait("project"))["digest"]:
            pass
        assert p.text == theirs
        while other.text != theirs:  # the other page follows
            other.next()
        assert client.app.state.session.proportions == {"weight": 1.2}  # type: ignore[attr-defined]
        p.send("save", expectedDigest=told["digest"])
        saved(p)
        assert project.path(NAME).read_text() == theirs and project.read_proportions(NAME) == {"weight": 1.2}


def test_it_can_be_saved_under_another_name(client: TestClient, project: Project) -> None:
    with page(client) as p:
        script = open_copy(p)
        project.path(NAME).write_text("SKILL theirs()\nPHASE x\n")
        change(p, script["text"] + "# mine\n")
        p.send("save", to="mine", expectedDigest="")
        assert saved(p)["saved"] == "mine.skill"
        assert project.open("mine.skill").text == p.text
        assert project.path(NAME).read_text() == "SKILL theirs()\nPHASE x\n"


def test_a_name_that_is_taken_is_not_written_over_either(client: TestClient, project: Project) -> None:
    with page(client) as p:
        open_copy(p)
        project.write("other.skill", "SKILL other()\nPHASE x\n")
        p.send("save", to="other.skill")
        assert p.wait("conflict")["theirs"] == "SKILL other()\nPHASE x\n"
        assert project.open("other.skill").text == "SKILL other()\nPHASE x\n"


def test_proportions_that_changed_on_disk_are_not_written_over(client: TestClient, project: Project) -> None:
    with page(client) as p:
        script = open_copy(p)
        project.write_proportions(NAME, {"shins": 1.1})
        p.send("save", expectedDigest=script["digest"])
        assert p.wait("conflict")["proportionsDiffer"]
        assert project.read_proportions(NAME) == {"shins": 1.1}


def test_a_file_that_is_gone_or_the_same_is_no_conflict(client: TestClient, project: Project) -> None:
    with page(client) as p:
        script = open_copy(p)
        project.path(NAME).unlink()
        p.send("save", expectedDigest=script["digest"])
        disk = saved(p)["digest"]
        change(p, script["text"] + "# x\n")
        project.path(NAME).write_text(p.text)  # another program has written the same
        p.send("save", expectedDigest=disk)
        saved(p)
        assert project.path(NAME).read_text() == p.text


def test_a_page_that_came_later_may_save_too(client: TestClient, project: Project) -> None:
    with page(client) as one:
        open_copy(one)
        change(one, one.text + "# one\n")
        with page(client) as two:
            disk = two.wait("script")["digest"]
            two.wait("search")
            change(two, two.text + "# two\n")
            two.send("save", expectedDigest=disk)
            saved(two)
            assert project.path(NAME).read_text() == two.text
            change(one, one.text + "# three\n") if one.text == two.text else one.wait("edited")


def test_a_save_that_fails_says_so_and_leaves_the_file(
    client: TestClient, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    import os

    with page(client) as p:
        script = open_copy(p)
        change(p, script["text"] + "# mine\n")

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        p.send("save", expectedDigest=script["digest"])
        assert "No space left" in p.wait("refused")["text"]
        assert project.path(NAME).read_text() == script["text"]
        assert [f.name for f in project.folder.iterdir() if f.suffix == ".part"] == []


def test_the_folder_may_be_a_link_of_the_user(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    Project(tmp_path / "link").write("a.skill", "SKILL a()\nPHASE x\n")
    assert (tmp_path / "real" / "a.skill").is_file()


def opened(p: Page, name: str) -> dict[str, Any]:
    p.send("openSkill", name=name)
    return p.wait("script")


def test_unsaved_work_is_taken_up_again(client: TestClient, project: Project) -> None:
    with page(client) as p:
        p.wait("search")
        first = opened(p, "simbicon/slow-walk")
        assert first["savedText"] == first["text"]
        change(p, first["text"] + "# mine\n")
        opened(p, "simbicon/walk")
        assert project.drafts() == ["simbicon/slow-walk"]
        again = opened(p, "simbicon/slow-walk")
        assert again["text"] == first["text"] + "# mine\n" and again["savedText"] == first["text"]
        change(p, first["text"])  # undone: there is nothing to keep
        opened(p, "simbicon/walk")
        assert project.drafts() == []


def test_a_save_leaves_no_draft(client: TestClient, project: Project) -> None:
    with page(client) as p:
        script = open_copy(p)
        change(p, script["text"] + "# mine\n")
        p.send("save", to=NAME, expectedDigest=script["digest"])
        saved(p)
        opened(p, "simbicon/walk")
        assert project.drafts() == [] and project.path(NAME).read_text().endswith("# mine\n")


def test_a_draft_of_a_file_that_changed_on_disk_is_no_licence_to_overwrite(
    client: TestClient, project: Project
) -> None:
    with page(client) as p:
        script = open_copy(p)
        change(p, script["text"] + "# mine\n")
        opened(p, "simbicon/walk")
        project.path(NAME).write_text(script["text"] + "# theirs\n")
        again = opened(p, NAME)
        assert again["text"].endswith("# mine\n")
        p.send("save", to=NAME, expectedDigest=again["digest"])
        assert p.wait("conflict")["theirs"].endswith("# theirs\n")
