"""The web server: the page's files, and one WebSocket. It trusts nobody else's page.

Loopback only, unless told otherwise; then with a token. Requests must name a host that is ours (a page of
another site that has its name point here does not), and a WebSocket must come from our own page.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from footfall.studio import messages as m
from footfall.studio import replies as r
from footfall.studio.client import Client
from footfall.studio.gallery import FOLDER as THUMBNAILS
from footfall.studio.project import Project
from footfall.studio.session import Session

STATIC = Path(__file__).resolve().parent / "static"
LOOPBACK = ("127.0.0.1", "localhost", "[::1]", "::1")
NO_TOKEN, NO_ORIGIN, TOO_BIG, TOO_MANY = 4401, 4403, 1009, 1013
MOST_PAGES = 16
MOST_BAD = 20  # messages that cannot be read, after which a page is let go
# No request to anywhere else, even if a script of the page wanted to.
_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "media-src 'self' blob:; worker-src 'self' blob:; connect-src 'self' {sockets}; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
}
_HOST = re.compile(r"[A-Za-z0-9.\-\[\]:]+")
log = logging.getLogger("footfall.studio")


@dataclass(frozen=True)
class Access:
    """Who may come in.

    Attributes:
        host: Where the server listens.
        token: To be shown by the page; "" on loopback.
    """

    host: str = "127.0.0.1"
    token: str = ""

    @property
    def wide(self) -> bool:
        """Whether other machines can reach it."""
        return self.host not in LOOPBACK

    @classmethod
    def on(cls, host: str) -> Access:
        """The access rule for a host to listen on."""
        return cls(host, "" if host in LOOPBACK else secrets.token_urlsafe(24))

    def own_host(self, request: HTTPConnection) -> bool:
        """Whether the request was meant for us: a foreign name that points here was not."""
        if self.wide:
            return True  # it has many names; the token guards it
        name = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
        return name in LOOPBACK

    def own_origin(self, request: HTTPConnection) -> bool:
        """Whether it comes from our own page, or from no page at all."""
        origin = request.headers.get("origin")
        return origin is None or urlsplit(origin).netloc == request.headers.get("host", "")

    def known(self, request: HTTPConnection) -> bool:
        """Whether it shows the token, where one is needed."""
        shown = request.query_params.get("token", "")
        return not self.token or secrets.compare_digest(shown.encode(), self.token.encode())


class _Guard:
    """Refuses requests that were not meant for us, and adds headers to all answers."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app, self._access = app, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        request = Request(scope)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = {**_HEADERS, "content-security-policy": _policy(request)}
                added = [(k.encode(), v.encode("latin-1", "replace")) for k, v in headers.items()]
                message["headers"] = [*message.get("headers", []), *added]
            await send(message)

        if not self._access.own_host(request):
            log.warning("refused a request for the host %r", request.headers.get("host", "")[:100])
            await PlainTextResponse("This is not the studio's address.", 403)(scope, receive, with_headers)
            return
        await self._app(scope, receive, with_headers)


def _policy(request: Request) -> str:
    host = request.url.netloc
    own = host if _HOST.fullmatch(host) else "localhost"
    return _POLICY.format(sockets=f"ws://{own} wss://{own}")


def make_app(project: Project, skill: str, access: Access | None = None) -> Starlette:
    """The application.

    Args:
        project: The project that is open first.
        skill: What is shown first.
        access: Who may come in; loopback only when None.
    """
    rule = access or Access()

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        try:
            app.state.session = Session(project, skill)
        except Exception as problem:
            app.state.problem = problem  # for whoever runs the server: it can only say that it failed
            raise
        try:
            yield
        finally:
            app.state.session.close()

    routes: list[Route | Mount | WebSocketRoute] = [
        WebSocketRoute("/ws", _socket),
        Route("/exports/{name}", _export),
        Mount("/thumbnails", StaticFiles(directory=THUMBNAILS, check_dir=False)),
        Mount("/", StaticFiles(directory=STATIC, html=True, check_dir=False)),
    ]
    app = Starlette(routes=routes, middleware=[Middleware(_Guard, access=rule)], lifespan=life)
    app.state.access = rule
    app.state.problem = None
    return app


async def _export(request: Request) -> Response:
    access: Access = request.app.state.access
    session: Session = request.app.state.session
    path = session.desk.project.exported(request.path_params["name"]) if access.known(request) else None
    if path is None:
        return PlainTextResponse("There is no such file.", 404)
    return FileResponse(path, filename=path.name)


async def _socket(socket: WebSocket) -> None:
    access: Access = socket.app.state.access
    session: Session = socket.app.state.session
    code = _refusal(access, socket) or (TOO_MANY if len(session.clients) >= MOST_PAGES else 0)
    if code:
        log.warning("refused a page from %r (%d)", socket.headers.get("origin", "")[:100], code)
        await socket.accept()  # a page can read the code of a connection that was opened only
        await socket.close(code)
        return
    await socket.accept()
    client = Client(socket)
    session.join(client)
    sender = asyncio.create_task(client.run())
    try:
        await _listen(socket, session, client)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        session.leave(client)
        sender.cancel()


def _refusal(access: Access, socket: WebSocket) -> int:
    """The code to close a connection with, 0 when it is welcome."""
    if not access.own_host(socket) or not access.own_origin(socket):
        return NO_ORIGIN
    return 0 if access.known(socket) else NO_TOKEN


async def _listen(socket: WebSocket, session: Session, client: Client) -> None:
    """Hear a page until it goes."""
    bad = 0
    while True:
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            if received.get("code") == TOO_BIG:
                log.warning("refused a message that is far too large")
            return
        data = received.get("text") or received.get("bytes") or b""
        if len(data) > m.MAX_MESSAGE:
            log.warning("refused a message of %d bytes", len(data))
            await socket.close(TOO_BIG)
            return
        try:
            message = m.decode(data)
        except (msgspec.MsgspecError, UnicodeError) as problem:
            bad += 1
            log.warning("refused a malformed message: %s", str(problem)[:200])
            session.tell_one(client, r.Refused(what="", text=f"not a message: {problem}"[:300], help=""))
            if bad > MOST_BAD:
                await socket.close(1003)
                return
            continue
        await session.handle(client, message)
