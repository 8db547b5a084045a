"""``footfall studio``: what it refuses, and what it opens. The server itself is tested in tests/studio."""

from __future__ import annotations

import socket
import stat
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest

from footfall.cli import studio
from footfall.errors import FootfallError
from footfall.studio.server import serve
from footfall.studio.server.access import Access

TEXT = "SKILL a()\nPHASE x\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--port", "0"], "not a port"),
        (["--port", "99999"], "not a port"),
        (["--port", "many"], "--port"),
        (["--host", "no such host"], "no address"),
        (["no/such/folder"], "no such folder"),
        (["missing.skill"], "no such file"),
        (["simbicon/walk4d/"], "did you mean"),
    ],
)
def test_bad_input_is_refused(
    footfall: Callable[..., object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = footfall("studio", "--no-browser", *arguments)
    assert answer.code == 2 and words in answer.err  # type: ignore[attr-defined]
    assert list(tmp_path.iterdir()) == []


def test_a_taken_port_is_refused_and_the_usual_one_makes_way() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(FootfallError, match="another --port"):
            serve.listen("127.0.0.1", port, studio.PORT, 1)
        with serve.listen("127.0.0.1", None, port, 20) as free:
            assert free.getsockname()[1] != port


@pytest.mark.parametrize("host", [".5", "no such host", "x" * 80])
def test_what_is_no_address_is_refused(host: str) -> None:
    with pytest.raises(FootfallError, match="no address"):
        serve.listen(host, None, studio.PORT, 1)


def test_what_a_name_stands_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    project, skill = studio.find_project(None)
    assert (project.folder, skill) == (tmp_path / studio.HOME, studio.FIRST)
    assert studio.find_project("simbicon/walk")[1] == "simbicon/walk"
    folder = tmp_path / "gaits"
    assert studio.find_project("gaits")[1] == studio.FIRST  # a new one
    folder.mkdir()
    (folder / "a.skill").write_text(TEXT)
    assert studio.find_project("gaits") == studio.find_project("gaits/a.skill")
    assert studio.find_project("gaits")[1] == "a.skill"
    (tmp_path / "file.txt").touch()
    with pytest.raises(FootfallError, match="not a folder"):
        studio.find_project("file.txt")


def test_the_address_can_be_typed_into_a_browser() -> None:
    with serve.listen("127.0.0.1", None, studio.PORT, 50) as sock:
        port = sock.getsockname()[1]
        for host, shown in (("127.0.0.1", "127.0.0.1"), ("::1", "[::1]"), ("0.0.0.0", socket.gethostname())):
            access = Access(host, port)
            assert serve.address_of(sock, host, access) == f"http://{shown}:{port}/?token={access.token}"


def test_no_command_line_shows_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def look(address: str) -> None:
        path = Path(url2pathname(urlsplit(address).path))
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        opened.append(address + path.read_text())

    monkeypatch.setattr(serve.webbrowser, "open", look)
    monkeypatch.setattr(serve, "_READING", 0.0)
    serve._open_page(SimpleNamespace(started=True), "http://127.0.0.1:1/?token=secret")  # type: ignore[arg-type]
    address, _, text = opened[0].partition("<")
    assert "secret" not in address and "url=http://127.0.0.1:1/?token=secret" in text
    assert not Path(url2pathname(urlsplit(address).path)).exists()


def test_a_studio_that_cannot_start_does_not_end_as_if_all_were_well(
    footfall: Callable[..., object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("nobody foresaw this")

    monkeypatch.setattr("footfall.studio.server.app.Session", broken)
    monkeypatch.setattr("footfall.cli.show.warm_up", lambda: None)
    monkeypatch.setenv("FOOTFALL_CACHE", str(tmp_path))
    answer = footfall("studio", "--no-browser", "simbicon/walk")
    assert answer.code == 70  # type: ignore[attr-defined]
    assert "Traceback" not in answer.err  # type: ignore[attr-defined]
    assert len(list((tmp_path / "reports").iterdir())) == 1
