"""The script that several pages edit, through the server."""

from __future__ import annotations

import random
import threading
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from footfall.studio.editing import assist
from footfall.studio.protocol import message
from footfall.studio.session import document
from footfall.studio.workspace.project import Project
from tests.studio.talk import Page, page

pytestmark = pytest.mark.sim


def text_of(client: TestClient) -> str:
    text: str = client.app.state.session.document.shared.text  # type: ignore[attr-defined]
    return text


def test_two_pages_that_edit_at_once_end_with_the_same_text(client: TestClient) -> None:
    draw = random.Random(7)
    with page(client) as one, page(client) as two:
        for p in (one, two):
            p.wait("search")
        words = []
        for k in range(12):
            mine = {}
            for p in draw.sample([one, two], 2):  # both change the version that both know
                words.append(f"# {k} of {id(p)}\n")
                mine[p] = words[-1]
                p.edit(mine[p] + p.text, ghost=False)
            for p in (one, two):
                while mine[p] not in p.text:  # passed over: the other's change comes, then send it again
                    if not p.wait("edited")["own"] and mine[p] not in p.text:
                        p.edit(mine[p] + p.text, ghost=False)
            for p in (one, two):
                while p.text != text_of(client):
                    p.wait("edited")
        assert one.text == two.text == text_of(client)
        assert all(one.text.count(word) == 1 for word in words)


def test_a_page_with_a_huge_version_silences_no_other(client: TestClient) -> None:
    with page(client) as bad, page(client) as good:
        for p in (bad, good):
            p.wait("search")
        changes = [{"start": 0, "end": 0, "text": "# bad\n"}]
        bad.send("edit", version=2**53 - 1, changes=changes, name="bad")
        bad.send("edit", version=2**70, changes=changes)
        assert bad.wait("refused")["what"] == ""
        good.edit("# good\n" + good.text)
        assert good.wait("checked")["ok"] and text_of(client).startswith("# good\n")
        while not bad.text.startswith("# good\n"):
            bad.wait("edited")


def test_a_page_hears_its_own_edit_without_its_text(client: TestClient) -> None:
    with page(client) as one, page(client) as two:
        for p in (one, two):
            p.wait("search")
        one.edit("x\n" + one.text)
        mine, theirs = one.wait("edited"), two.wait("edited")
        assert mine["own"] and not mine["changes"]
        assert not theirs["own"] and theirs["changes"] == [{"start": 0, "end": 0, "text": "x\n"}]
        assert mine["version"] == theirs["version"] and mine["name"] == theirs["name"]


def test_a_page_that_comes_later_is_told_the_text_as_it_is(client: TestClient) -> None:
    with page(client) as one:
        one.wait("search")
        one.edit("# x\n" + one.text)
        name = one.wait("edited")["name"]
        with page(client) as two:
            script = two.wait("script")
            assert script["text"].startswith("# x\n") and script["version"] == one.version
            assert script["acceptedEdits"] == [name] and not script["fresh"]


class Slow:
    """Work that goes on until it is let go; counts what was begun."""

    def __init__(self, work: Any) -> None:
        self._work = work
        self.begun, self.go = threading.Event(), threading.Event()
        self.count = 0

    def __call__(self, *args: Any) -> Any:
        self.count += 1
        self.begun.set()
        assert self.go.wait(60)
        return self._work(*args)


def ping(p: Page) -> None:
    """Have something answered."""
    p.send("setSpeed", factor=1.0)
    p.wait("transport")


@pytest.mark.parametrize(("work", "type"), [("hover", "hover"), ("complete", "complete")])
def test_help_for_one_page_does_not_stop_the_others(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, work: str, type: str
) -> None:
    slow = Slow(getattr(assist, work))
    monkeypatch.setattr(assist, work, slow)
    with page(client) as one, page(client) as two:
        for p in (one, two):
            p.wait("search")
        for id in range(20):
            one.send(type, id=id, text=one.text, offset=3)
        assert slow.begun.wait(60)
        ping(two)  # answered while that goes on
        ping(one)
        slow.go.set()
        while (answer := one.next()).get("id") != 19:
            pass
        assert answer["type"] in ("hovered", "completions")
        assert slow.count <= 3  # those in between were passed over


def test_looking_at_a_text_does_not_stop_anybody(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(document.analyse)
    with page(client) as one, page(client) as two:
        for p in (one, two):
            p.wait("search")
        monkeypatch.setattr(document, "analyse", slow)
        for k in range(20):
            one.edit(f"# {k}\n" + one.text)
            one.wait("edited")
        assert slow.begun.wait(60)
        ping(two)
        slow.go.set()
        while one.wait("checked")["version"] != one.version:
            pass
        assert slow.count <= 3


def test_a_text_that_is_too_long_to_run_can_be_edited_and_saved(client: TestClient, project: Project) -> None:
    with page(client) as p:
        p.wait("search")
        before = p.text
        p.edit(before + "# much\n" * (message.MAX_LIVE // 7))
        checked = p.wait("checked")
        assert not checked["ok"] and "longer than 50,000" in checked["problems"][0]["message"]
        p.send("hover", id=1, text=p.text, offset=3)
        assert p.wait("hovered")["title"] == ""
        p.send("complete", id=2, text=p.text, offset=3)
        assert p.wait("completions")["items"] == []
        p.send("save")
        while not (saved := p.wait("project"))["saved"]:
            pass
        assert project.open(saved["saved"]).text == p.text
        player = client.app.state.session.supervisor.player  # type: ignore[attr-defined]
        assert player.run.sim.programs[0].units[0].text == before


def test_what_a_script_calls_counts_too(client: TestClient, project: Project) -> None:
    called = "SKILL big()\nPHASE x\n" + "# much\n" * (message.MAX_LIVE // 7)
    project.write("big.skill", called)
    project.write("small.skill", "SKILL small()\nPHASE x\n  DO big();\n  TO end WHEN complete;\n")
    with page(client) as p:
        p.wait("search")
        p.send("openSkill", name="small.skill")
        assert "longer than" in p.wait("checked")["problems"][0]["message"]


# -- faults -------------------------------------------------------------------------------------------


@pytest.fixture
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    from footfall import faults

    folder = tmp_path / "reports"
    monkeypatch.setattr(faults, "_folders", lambda: [folder])
    return folder


def test_a_fault_is_told_with_its_report_and_everybody_goes_on(
    client: TestClient, reports: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("nobody foresaw this")

    monkeypatch.setattr(assist, "hover", broken)
    session = client.app.state.session  # type: ignore[attr-defined]
    monkeypatch.setattr(session.ghosts, "set", broken)
    monkeypatch.setattr(session.workspace, "_save", broken)
    monkeypatch.setattr(session.workspace, "_stop_search", broken)
    with page(client) as one, page(client) as two:
        for p in (one, two):
            p.wait("search")
        for k, (type, fields) in enumerate(
            [
                ("hover", {"id": 1, "text": "", "offset": 0}),
                ("setGhosts", {}),
                ("save", {}),
                ("stopSearch", {}),
            ]
        ):
            one.send(type, **fields)
            told = one.wait("refused")
            assert told["what"] == type and "fault of Footfall" in told["text"]
            files = sorted(reports.iterdir())
            assert len(files) == k + 1 and any(str(f) in told["help"] for f in files)
            assert "nobody foresaw this" in "".join(f.read_text() for f in files)
            ping(one)
            ping(two)


def test_a_fault_of_the_compiler_is_a_problem_like_others(
    client: TestClient, reports: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from footfall.studio.editing import analysis

    with page(client) as p:
        p.wait("search")

        def broken(*_: object) -> None:
            raise RecursionError("too deep")

        monkeypatch.setattr(analysis, "compile_source", broken)
        p.edit(p.text + "# x\n")
        checked = p.wait("checked")
        assert not checked["ok"] and "fault of Footfall" in checked["problems"][0]["message"]
        assert str(next(reports.iterdir())) in checked["problems"][0]["help"]
        monkeypatch.undo()
        p.edit(p.text + "# y\n")
        assert p.wait("checked")["ok"]
