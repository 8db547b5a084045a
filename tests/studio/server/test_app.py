"""The server with a player in its own process: what it says, and whom it does not listen to."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from footfall import faults
from footfall.script import Program, Source
from footfall.studio.editing import analysis
from footfall.studio.protocol import replies as r
from footfall.studio.protocol.message import MAX_MESSAGE
from footfall.studio.server import app
from footfall.studio.server.access import Access
from footfall.studio.server.app import make_app
from footfall.studio.session import session
from footfall.studio.workspace.project import Project
from tests.studio.talk import ADDRESS, Here, Page, page

pytestmark = pytest.mark.sim


def script_of(page: Page) -> dict[str, Any]:
    return page.wait("script")


# -- what it says -------------------------------------------------------------------------------------


def test_a_browser_that_asks_for_an_icon_is_not_told_of_a_fault(client: TestClient) -> None:
    answer = client.get("/favicon.ico")
    assert answer.status_code == 204 and not answer.content


def test_a_page_is_told_how_things_stand(client: TestClient) -> None:
    with page(client) as p:
        request = [p.next()["type"] for _ in range(11)]
        assert request == [
            "hello", "gallery", "projects", "project", "script", "checked", "program", "scene", "values",
            "transport", "search",
        ]  # fmt: skip


def test_frames_come_and_only_the_freshest_without_acknowledgement(client: TestClient) -> None:
    with page(client) as p:
        p.wait("search")
        for k in range(30):
            p.send("setSpeed", factor=1.0 + k / 100)
            p.wait("transport")
        assert 0 < len(p.frames) <= 9
        before = len(p.frames)
        p.send("ack", seq=10_000)
        p.send("setSpeed", factor=1.0)
        p.wait("transport")
        p.send("setSpeed", factor=1.0)
        p.wait("transport")
        assert len(p.frames) > before


def test_an_edit_is_checked_runs_and_throws_a_ghost(client: TestClient) -> None:
    with page(client) as p:
        script = script_of(p)
        p.wait("search")
        p.edit(script["text"].replace("PHASE strike", "PHASE  strike"))
        assert p.wait("checked")["ok"] is True
        received: dict[str, dict[str, Any]] = {}
        while not {"program", "ghostInfo"} <= set(received):  # which of them is first does not matter
            message = p.next()
            received[message["type"]] = message
        assert received["program"]["version"] == script["version"] + 1
        info = received["ghostInfo"]
        assert (info["which"], info["seconds"]) == ("next", pytest.approx(2.0))
        assert any(frame[0] == 2 for frame in p.frames)


def test_the_last_good_script_keeps_running(client: TestClient) -> None:
    with page(client) as p:
        script = script_of(p)
        p.wait("search")
        wrong = script["text"].replace("swKnee", "swKne", 1)
        p.edit(wrong)
        checked = p.wait("checked")
        assert checked["ok"] is False
        problem = checked["problems"][0]
        assert (problem["code"], wrong[problem["start"] : problem["end"]]) == ("E040", "swKne")
        assert problem["fix"]["text"] == "swKnee"
        player = client.app.state.session.supervisor.player  # type: ignore[attr-defined]
        assert player.run.sim.programs[0].units[0].text == script["text"]
        p.edit(script["text"])
        assert p.wait("checked")["ok"] is True


def test_completion_and_hover_answer_the_one_who_asked(client: TestClient) -> None:
    with page(client) as p:
        text = script_of(p)["text"]
        p.send("complete", id=7, text=text + "\n  PO", offset=len(text) + 5)
        found = p.wait("completions")
        assert found["id"] == 7 and "POSE" in [item["label"] for item in found["items"]]
        p.send("hover", id=8, text=text, offset=text.index("POSE") + 1)
        assert p.wait("hovered")["title"].startswith("POSE")


def test_two_pages_see_the_same(client: TestClient) -> None:
    with page(client) as one, page(client) as two:
        two.wait("search")
        one.send("setParameter", name="lean", value=0.123)
        assert two.wait("values")["values"]["lean"] == 0.123


def test_ground_body_and_balls_make_new_scenes(client: TestClient) -> None:
    with page(client) as p:
        first = p.wait("scene")["id"]
        p.wait("search")
        p.send("setGround", ground="slope:4")
        assert p.wait("scene")["ground"] == "slope:4"
        p.send("throw", angle=0)
        assert "ball" in {shape["category"] for shape in p.wait("scene")["shapes"]}
        p.send("setProportions", values={"shins": 1.2})
        scene = p.wait("scene")
        assert scene["id"] == first + 3
        assert {x["name"]: x["value"] for x in scene["proportions"]}["shins"] == 1.2


# -- projects -----------------------------------------------------------------------------------------


def test_duplicate_edit_save_and_open_again(client: TestClient, project: Project) -> None:
    with page(client) as p:
        p.wait("search")
        p.send("duplicate", name="simbicon/walk")
        script = p.wait("script")
        assert (script["file"], script["reason"]) == ("walk.skill", "duplicated")
        p.edit(script["text"] + "# mine\n")
        p.send("save", expectedDigest=script["digest"])
        while not project.open("walk.skill").text.endswith("# mine\n"):  # `wait` gives up at some time
            p.wait("project")
        p.send("openSkill", name="simbicon/walk3d")
        assert p.wait("script")["file"] == ""
        p.send("openSkill", name="walk.skill")
        assert p.wait("script")["text"].endswith("# mine\n")
        p.send("duplicateProject", name="second")
        assert p.wait("project")["name"] == "second"
        assert (project.folder.parent / "second" / "walk.skill").is_file()


def test_a_broken_file_is_shown_and_nothing_stops(client: TestClient, project: Project) -> None:
    project.write("broken.skill", "SKILL a(\n")
    with page(client) as p:
        p.wait("search")
        p.send("openSkill", name="broken.skill")
        assert p.wait("script")["text"] == "SKILL a(\n"
        assert p.wait("checked")["ok"] is False
        p.send("setSpeed", factor=1.0)
        assert p.wait("transport")["playing"]


def test_the_first_script_may_be_broken(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "Supervisor", Here)
    project.write("broken.skill", "SKILL a(\n")
    access = Access()
    with TestClient(make_app(project, "broken.skill", access), base_url=ADDRESS) as client:
        client.cookies.set(access.cookie, access.token)
        with page(client) as p:
            assert p.wait("script")["text"] == "SKILL a(\n"
            checked = p.wait("checked")
            assert not checked["ok"] and checked["problems"]
            assert p.wait("transport")["playing"]  # a still body stands beside it


def test_a_fault_while_the_first_script_is_compiled_is_shown_on_the_page(
    project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    compile_source = analysis.compile_source

    def broken(source: Source) -> Program:
        if "walk" in source.text:
            raise IndexError("tuple index out of range")
        return compile_source(source)

    monkeypatch.setattr(faults, "_folders", lambda: [tmp_path / "reports"])
    monkeypatch.setattr(session, "Supervisor", Here)
    monkeypatch.setattr(analysis, "compile_source", broken)
    access = Access()
    with TestClient(make_app(project, "simbicon/walk", access), base_url=ADDRESS) as client:
        client.cookies.set(access.cookie, access.token)
        with page(client) as p:
            told = p.wait("checked")["problems"][0]["message"]
            assert "fault of Footfall" in told and "IndexError" in told


@pytest.mark.parametrize(
    ("type", "fields"),
    [
        ("openSkill", {"name": "../outside.skill"}),
        ("openSkill", {"name": "/etc/passwd"}),
        ("duplicate", {"name": "simbicon/walk", "to": "../evil"}),
        ("save", {"to": "../../evil.skill"}),
        ("save", {"to": "evil.py"}),
        ("newProject", {"name": "../evil"}),
        ("openProject", {"name": ".."}),
        ("duplicateProject", {"name": "a/b"}),
    ],
)
def test_paths_outside_the_project_are_refused(
    client: TestClient, project: Project, caplog: pytest.LogCaptureFixture, type: str, fields: dict[str, str]
) -> None:
    (project.folder.parent).mkdir(parents=True)
    (project.folder.parent / "outside.skill").write_text("SKILL a()\nPHASE x\n")
    before = sorted(project.folder.parent.parent.rglob("*"))
    with page(client) as p:
        p.wait("search")
        with caplog.at_level(logging.WARNING):
            p.send(type, **fields)
            assert p.wait("refused")["what"] == type
    assert sorted(project.folder.parent.parent.rglob("*")) == before
    assert "refused" in caplog.text


# -- whom it does not listen to -----------------------------------------------------------------------


def test_malformed_messages_are_refused_and_change_nothing(client: TestClient) -> None:
    with page(client) as p:
        p.wait("search")
        for text in ("", "{", "[1]", '{"type":"fly"}', '{"type":"scrub","time":"x"}', "\x00"):
            p._socket.send_text(text)
            assert p.wait("refused")["what"] == ""
        p._socket.send_bytes(b"\xff\xfe\x00")
        assert p.wait("refused")["what"] == ""
        p.send("setSpeed", factor=1.0)
        assert p.wait("transport")["time"] < 0.5


def test_too_many_malformed_messages_end_the_connection(client: TestClient) -> None:
    with page(client) as p:
        p.wait("search")
        with pytest.raises(WebSocketDisconnect):
            for _ in range(app.MOST_BAD + 2):
                p._socket.send_text("{")
                p.wait("refused")


def test_an_oversized_message_ends_the_connection(client: TestClient) -> None:
    with page(client) as p:
        p.wait("search")
        p.send("hover", id=2, offset=0, text="x" * (MAX_MESSAGE + 1))
        with pytest.raises(WebSocketDisconnect) as closed:
            p.wait("checked")
        assert closed.value.code == app.TOO_BIG


def test_exports_lie_behind_plain_names_and_the_token(client: TestClient, project: Project) -> None:
    path = project.export("a", ".png")
    path.parent.mkdir(parents=True)
    path.write_bytes(b"png")
    (project.folder / "secret.skill").write_text("secret")
    assert client.get("/exports/a.png").content == b"png"
    for name in ("../secret.skill", "..%2fsecret.skill", "%2e%2e/secret.skill", "secret.skill", "none.png"):
        answer = client.get(f"/exports/{name}")
        assert answer.status_code in (403, 404) and b"secret" not in answer.content


def test_answers_forbid_requests_to_other_hosts(client: TestClient) -> None:
    headers = client.get("/exports/none.png").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_every_reply_can_be_encoded() -> None:
    assert json.loads(r.encode(r.Note(level="info", text="ü", help="")))["text"] == "ü"
