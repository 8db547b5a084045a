"""Whom the studio does not listen to."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path

import h11
import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient
from starlette.types import Message
from starlette.websockets import WebSocketDisconnect

from footfall.studio.server.access import NO_ORIGIN, NO_TOKEN, Access, Guard, PlainLog
from footfall.studio.server.app import make_app
from footfall.studio.session import session
from footfall.studio.workspace.project import Project
from tests.studio.talk import ADDRESS, SOCKET, Here, Page, page

pytestmark = pytest.mark.sim
ACCESS = Access(port=8765)
PLACES = (
    "/",
    "/index.html",
    "/app.js",
    "/build.json",
    "/thumbnails/index.json",
    "/exports/a.png",
    "/none",
    "/%00",
)


@pytest.fixture
def stranger(project: Project, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """Somebody without the token, at a studio that has an export."""
    monkeypatch.setattr(session, "Supervisor", Here)
    path = project.export("a", ".png")
    path.parent.mkdir(parents=True)
    path.write_bytes(b"png")
    with TestClient(make_app(project, "simbicon/walk", ACCESS), base_url=ADDRESS) as made:
        yield made


def test_everything_asks_for_the_token_on_loopback_too(stranger: TestClient) -> None:
    for place in PLACES:
        for shown in ("", "?token=", "?token=wrong", "?token=%ff", f"?token={ACCESS.token[:-1]}"):
            answer = stranger.get(place + shown)
            assert answer.status_code == 401 and "set-cookie" not in answer.headers, place + shown
            assert b"png" not in answer.content and b"script" not in answer.content
    for cookie in ("", "wrong", ACCESS.token + "x"):
        assert stranger.get("/", headers={"cookie": f"{ACCESS.cookie}={cookie}"}).status_code == 401
    assert stranger.get("/", headers={"cookie": f"footfall-1={ACCESS.token}"}).status_code == 401
    for address in (SOCKET, SOCKET + "?token=", SOCKET + "?token=wrong"):
        with stranger.websocket_connect(address) as socket, pytest.raises(WebSocketDisconnect) as closed:
            Page(socket).next()
        assert closed.value.code == NO_TOKEN


def test_the_link_sets_a_cookie_and_leads_to_a_clean_address(stranger: TestClient) -> None:
    answer = stranger.get(f"/?token={ACCESS.token}&quality=low")
    cookie = answer.headers["set-cookie"].lower()
    assert "samesite=strict" in cookie and "httponly" in cookie and cookie.startswith("footfall-8765=")
    assert 'content="0; url=/?quality=low"' in answer.text and ACCESS.token not in answer.text
    for place in ("/?quality=low", "/app.js", "/exports/a.png"):  # from here on the cookie is enough
        assert stranger.get(place).status_code == 200
    with page(stranger, origin=ADDRESS) as p:
        assert p.next()["type"] == "hello"


def test_a_script_may_carry_the_token_itself(stranger: TestClient) -> None:
    assert stranger.get(f"/exports/a.png?token={ACCESS.token}").content == b"png"
    with stranger.websocket_connect(f"{SOCKET}?token={ACCESS.token}") as socket:
        assert Page(socket).next()["type"] == "hello"


def test_every_server_has_a_token_of_its_own_that_is_not_shown() -> None:
    one, two = Access(port=1), Access(port=2)
    assert one.token != two.token and len(one.token) >= 32
    assert one.token not in repr(one)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "http://127.0.0.1:8766"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "http://["},
        {"origin": "ftp://127.0.0.1:8765"},
        {"host": "evil.example", "origin": "http://evil.example"},
        {"host": "127.0.0.1.evil.example"},
        {"host": "["},
        {"host": ""},
    ],
)
def test_a_page_from_elsewhere_is_refused(
    client: TestClient, caplog: pytest.LogCaptureFixture, headers: dict[str, str]
) -> None:
    with caplog.at_level(logging.WARNING), page(client, **headers) as p:
        with pytest.raises(WebSocketDisconnect) as closed:
            p.next()
        assert closed.value.code == NO_ORIGIN
    assert "refused a page" in caplog.text
    assert client.get("/", headers=headers).status_code == 403


ODD = ("evil.example", "[", "]", "[::1", "[[::1]]", "127.0.0.1:x", "a b", "@", "::1", "é", "127.0.0.1:1/")


@pytest.mark.parametrize("host", ODD)
def test_an_odd_host_gets_no_page_and_makes_no_fault(client: TestClient, host: str) -> None:
    answer = client.get("/", headers={"host": host.encode("latin-1")})  # type: ignore[dict-item]
    assert answer.status_code == 403
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost:8765", "localhost", "[::1]:8765"])
def test_our_own_names_are_welcome(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host, "cookie": _cookie(client)}).status_code == 200


def _cookie(client: TestClient) -> str:
    return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


def test_other_machines_may_use_any_name(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "Supervisor", Here)
    access = Access("0.0.0.0", 80)
    assert access.wide
    with TestClient(make_app(project, "simbicon/walk", access), base_url="http://studio.lan:80") as client:
        assert client.get("/").status_code == 401
        assert client.get("/", headers={"host": "["}).status_code == 403
        with client.websocket_connect(f"/ws?token={access.token}") as socket:
            assert Page(socket).next()["type"] == "hello"


def test_a_link_in_the_exports_leads_nowhere(client: TestClient, project: Project, tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(b"secret")
    exports = project.export("a", ".png").parent
    exports.mkdir(parents=True)
    (exports / "link.png").symlink_to(tmp_path / "secret.png")
    assert client.get("/exports/link.png").status_code == 404
    exports.joinpath("link.png").unlink()
    exports.rmdir()
    exports.symlink_to(tmp_path)
    assert client.get("/exports/secret.png").status_code == 404


def test_logs_hold_no_control_characters() -> None:
    record = logging.LogRecord(
        "x", logging.WARNING, "", 0, "refused %s", ("\x1b[2J\r\nfaked: \x07\u202eü",), None
    )
    assert PlainLog("%(message)s").format(record) == r"refused \x1b[2J\r\nfaked: \x07\u202eü"


def test_who_speaks_another_protocol_gets_no_answer_and_makes_no_fault() -> None:
    async def refuse(_: Message) -> None:
        raise h11.LocalProtocolError("can't handle event type Response when state=MUST_CLOSE")

    async def nothing() -> Message:
        return {"type": "http.request"}

    scope = {"type": "http", "method": "CONNECT", "path": "/", "query_string": b"", "headers": []}
    asyncio.run(Guard(PlainTextResponse("never seen"), ACCESS)(scope, nothing, refuse))
