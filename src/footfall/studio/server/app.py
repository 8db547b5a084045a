"""The web application: the page's files and one WebSocket; `access` decides who may connect."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from footfall.graph.draw import draw
from footfall.graph.read import read_graph
from footfall.studio.protocol import messages as m
from footfall.studio.protocol import replies as r
from footfall.studio.server.access import Access, Guard
from footfall.studio.server.client import Client
from footfall.studio.session.session import Session
from footfall.studio.workspace.gallery import FOLDER as THUMBNAILS
from footfall.studio.workspace.project import Project

STATIC = Path(__file__).resolve().parents[1] / "static"
TOO_BIG, TOO_MANY = 1009, 1013
MOST_PAGES = 16
MOST_BAD = 20  # messages that cannot be read, after which a page is disconnected
log = logging.getLogger("footfall.studio")


def make_app(project: Project, skill: str, access: Access | None = None) -> Starlette:
    """The application.

    Args:
        project: The project that is open first.
        skill: What is shown first.
        access: The access rule; None: a new one, whose token nobody knows.
    """
    rule = access or Access()

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        try:
            app.state.session = Session(project, skill)
        except Exception as problem:
            app.state.problem = problem  # for the caller: the server itself only reports that it failed
            raise
        try:
            yield
        finally:
            app.state.session.close()

    routes: list[Route | Mount | WebSocketRoute] = [
        WebSocketRoute("/ws", _socket),
        Route("/exports/{name}", _export),
        Route("/favicon.ico", _no_icon),
        Route("/graph.svg", _graph),
        Mount("/thumbnails", StaticFiles(directory=THUMBNAILS, check_dir=False)),
        Mount("/", StaticFiles(directory=STATIC, html=True, check_dir=False)),
    ]
    app = Starlette(routes=routes, middleware=[Middleware(Guard, access=rule)], lifespan=life)
    app.state.problem = None
    return app


async def _no_icon(request: Request) -> Response:
    """The page carries its own icon, but a browser that is still loading it may ask here."""
    return Response(status_code=204)


async def _graph(request: Request) -> Response:
    """The graph of the moves, as `footfall graph` draws it."""
    return Response(await asyncio.to_thread(_graph_picture), media_type="image/svg+xml")


@cache
def _graph_picture() -> str:
    return draw(read_graph())


async def _export(request: Request) -> Response:
    session: Session = request.app.state.session
    path = session.workspace.project.exported(request.path_params["name"])
    if path is None:
        return PlainTextResponse("There is no such file.", 404)
    return FileResponse(path, filename=path.name)


async def _socket(socket: WebSocket) -> None:
    session: Session = socket.app.state.session
    await socket.accept()
    if len(session.clients) >= MOST_PAGES:
        log.warning("refused a page: there are %d already", MOST_PAGES)
        await socket.close(TOO_MANY)
        return
    client = Client(socket)
    session.join(client)
    both = {asyncio.create_task(client.run()), asyncio.create_task(_listen(socket, session, client))}
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    finally:
        session.leave(client)
        for task in both:
            task.cancel()


async def _listen(socket: WebSocket, session: Session, client: Client) -> None:
    """Receive messages of a page until it disconnects."""
    bad = 0
    while True:
        try:
            received = await socket.receive()
        except (WebSocketDisconnect, RuntimeError):  # it has gone already
            return
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
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
            bad += 1
            log.warning("refused a malformed message: %s", str(problem)[:200])
            session.send_to(client, r.Refused(what="", text=f"not a message: {problem}"[:300], help=""))
            if bad > MOST_BAD:
                await socket.close(1003)
                return
            continue
        await session.handle(client, message)
