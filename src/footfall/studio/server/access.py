"""Access control: whoever has the token may connect; other users of this machine and other sites may not.

The printed link carries the token; the first load puts it into a cookie and leaves the address clean. One
of them is asked for by everything: the page, its pictures, downloads, the WebSocket. On top of that, a
request must name a host that is ours (a name of another site may be made to point here), and must not come
from a page of another origin.
"""

from __future__ import annotations

import contextlib
import copy
import html
import logging
import re
import secrets
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

import h11
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

LOOPBACK = ("127.0.0.1", "localhost", "::1")
NO_TOKEN, NO_ORIGIN = 4401, 4403  # codes that a WebSocket is closed with
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
_HOST = re.compile(r"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")
_STRANGER = """<!doctype html><meta charset="utf-8"><title>Footfall studio</title>
<body style="font: 1rem/1.5 system-ui; margin: 20vh auto; max-width: 30rem">
<h1>Open the link from the terminal</h1>
<p>The studio prints a link when it starts. It lets you in: open it once in this browser.</p>"""
_ENTER = """<!doctype html><meta charset="utf-8"><title>Footfall studio</title>
<meta http-equiv="refresh" content="0; url={address}">"""
log = logging.getLogger("footfall.studio")


@dataclass(frozen=True)
class Access:
    """The access rule.

    Attributes:
        host: Where the server listens.
        port: And on which port: cookies of one host are shared by all its ports, so each has its own name.
        token: Every request must show it; each start of the server makes a new one.
    """

    host: str = "127.0.0.1"
    port: int = 0
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    @property
    def wide(self) -> bool:
        """Whether other machines can reach it."""
        return self.host not in LOOPBACK

    @property
    def cookie(self) -> str:
        """The name of the cookie that holds the token."""
        return f"footfall-{self.port}"

    def own_host(self, request: HTTPConnection) -> bool:
        """Whether the request was meant for us: a foreign name that points here was not."""
        host = request.headers.get("host", "")
        if not _HOST.fullmatch(host):
            return False
        return self.wide or (_name_of(host) in LOOPBACK)  # a wide one has many names; the token guards it

    def own_origin(self, request: HTTPConnection) -> bool:
        """Whether it comes from our own page, or from no page at all."""
        origin = request.headers.get("origin")
        if origin is None:
            return True
        scheme, _, rest = origin.partition("://")
        return scheme in ("http", "https") and rest == request.headers.get("host", "")

    def known(self, request: HTTPConnection) -> bool:
        """Whether it shows the token, in its address or in the cookie."""
        shown = (request.query_params.get("token"), request.cookies.get(self.cookie))
        return any(s is not None and secrets.compare_digest(s.encode(), self.token.encode()) for s in shown)


def _name_of(host: str) -> str:
    return urlsplit(f"//{host}").hostname or ""


class Guard:
    """Refuses requests without access, and adds headers to all responses.

    Args:
        app: What is behind it.
        access: The rule.
    """

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app, self._access = app, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI wants it."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket = WebSocket(scope, receive, send)
        ours = self._access.own_host(socket) and self._access.own_origin(socket)
        if ours and self._access.known(socket):
            await self._app(scope, receive, send)
            return
        code = NO_TOKEN if ours else NO_ORIGIN
        log.warning("refused a page from %r (%d)", socket.headers.get("origin", "")[:100], code)
        await socket.accept()  # a page can read the code of a connection that was opened only
        await socket.close(code)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        host = request.headers.get("host", "")

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = {**_HEADERS, "content-security-policy": _policy(host)}
                added = [(k.encode(), v.encode("ascii")) for k, v in headers.items()]
                message["headers"] = [*message.get("headers", []), *added]
            # whoever asks for another protocol (CONNECT), or sends no request at all, gets no answer
            with contextlib.suppress(h11.LocalProtocolError):
                await send(message)

        await (self._refusal(request) or self._entrance(request) or self._app)(scope, receive, with_headers)

    def _refusal(self, request: Request) -> Response | None:
        """The response to a request without access; None for one with access."""
        if not self._access.own_host(request):
            log.warning("refused a request for the host %r", request.headers.get("host", "")[:100])
            return PlainTextResponse("This is not the studio's address.", 403)
        if not self._access.own_origin(request):
            log.warning("refused a request from %r", request.headers.get("origin", "")[:100])
            return PlainTextResponse("This is not the studio's page.", 403)
        if not self._access.known(request):
            log.warning("refused a request without the token")
            return HTMLResponse(_STRANGER, 401)
        return None

    def _entrance(self, request: Request) -> Response | None:
        """The answer to the printed link: the cookie, and on to a clean address."""
        if "token" not in request.query_params or request.scope["path"] != "/":
            return None
        rest = [(k, v) for k, v in request.query_params.multi_items() if k != "token"]
        address = f"/?{urlencode(rest)}" if rest else "/"
        # A page that loads the next address by itself, not a redirect: after a link from the page of another
        # program, a browser would not send a strict cookie to the target of a redirect.
        answer = HTMLResponse(_ENTER.format(address=html.escape(address)))
        answer.set_cookie(self._access.cookie, self._access.token, httponly=True, samesite="strict", path="/")
        return answer


def _policy(host: str) -> str:
    own = host if _HOST.fullmatch(host) else "localhost"
    return _POLICY.format(sockets=f"ws://{own} wss://{own}")


class PlainLog(logging.Formatter):
    """Log lines without control characters: what a stranger sent must not control the terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """As the base does, with control characters as escapes; only tracebacks have several lines."""
        plain = copy.copy(record)
        plain.msg, plain.args = _plain(record.getMessage()), None
        return "\n".join(_plain(line) for line in super().format(plain).split("\n"))


def _plain(text: str) -> str:
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
