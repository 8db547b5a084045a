"""Running the server: a socket to listen on, uvicorn, and the browser."""

from __future__ import annotations

import logging
import socket
import tempfile
import threading
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn

from footfall.errors import FootfallError
from footfall.studio.protocol.messages import MAX_MESSAGE
from footfall.studio.server.access import Access, PlainLog
from footfall.studio.server.app import STATIC, make_app
from footfall.studio.workspace.project import Project

_READING = 60.0  # s for a browser to begin and read a file


def listen(host: str, port: int | None, usual: int, more: int) -> socket.socket:
    """A socket to listen on.

    Args:
        host: The address.
        port: The port; None: the usual one, or one of the next.
        usual: See `port`.
        more: How many of the next are tried.

    Raises:
        FootfallError: It is taken, or the address is not ours.
    """
    tried = [port] if port is not None else list(range(usual, usual + more))
    problem: OSError | None = None
    for number in tried:
        try:
            family = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)[0][0]
            made = socket.socket(family, socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise FootfallError(
                f"there is no address '{host}'", where="--host", help="try 127.0.0.1"
            ) from error
        try:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind((host, number))
            made.listen(128)
            return made
        except OSError as error:
            made.close()
            problem = error
    assert problem is not None
    raise FootfallError(
        f"cannot listen there: {(problem.strerror or str(problem)).lower()}",
        where=f"--host {host} --port {tried[0]}",
        help="another program may use this port: try another --port",
    ) from problem


def run(
    sock: socket.socket,
    project: Project,
    skill: str,
    host: str,
    *,
    browser: bool,
    say: Callable[[str], None],
) -> None:
    """Serve until Ctrl-C.

    Args:
        sock: From `listen`.
        project: Opened first.
        skill: Shown first.
        host: As asked for.
        browser: Whether to open the page.
        say: Prints a line.

    Raises:
        FootfallError: The page has not been built.
        Exception: Whatever kept the server from starting.
    """
    if not (STATIC / "index.html").is_file():
        raise FootfallError(
            "the studio's page is not there", where=str(STATIC), help="build it: cd web && npm run build"
        )
    access = Access(host, sock.getsockname()[1])
    logs = logging.StreamHandler()
    logs.setFormatter(PlainLog("%(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[logs])
    app = make_app(project, skill, access)
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws_max_size=2 * MAX_MESSAGE,  # what is a little too large is refused by us, with a line in the log
        ws_max_queue=4,  # messages of a page that wait to be read
        log_config=None,  # all logs go one way
        ws_per_message_deflate=False,  # poses do not shrink, and deflating takes time
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    logging.getLogger("uvicorn.error").addFilter(lambda _: app.state.problem is None)  # raised below
    address = address_of(sock, host, access)
    say(f"The studio is at [bold]{address}[/]   (Ctrl-C ends it)")
    if access.wide:
        say("Other machines can reach it.")
    say("The token in the address lets in whoever has it; the browser keeps it after the first time.")
    if browser:
        threading.Thread(target=_open_page, args=(server, address), daemon=True).start()
    try:
        server.run(sockets=[sock])
    except KeyboardInterrupt:
        pass
    except SystemExit:  # how uvicorn leaves when the application did not start
        raise app.state.problem or RuntimeError("the server did not start") from None


def address_of(sock: socket.socket, host: str, access: Access) -> str:
    """What to type into a browser."""
    name = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(host, host)
    name = f"[{name}]" if ":" in name else name
    port = sock.getsockname()[1]
    return f"http://{name}:{port}/?token={access.token}"


def _open_page(server: uvicorn.Server, address: str) -> None:
    """Open the page as soon as there is one.

    All users of a machine can read the command lines of its processes, a browser's too: it is given a file
    that only this user can read, and that leads on to the address.
    """
    for _ in range(200):
        if server.started:
            break
        time.sleep(0.05)
    else:
        return
    with tempfile.TemporaryDirectory(prefix="footfall-studio-") as folder:  # of this user alone
        file = Path(folder) / "studio.html"
        file.write_text(
            f'<!doctype html><meta http-equiv="refresh" content="0; url={address}">', encoding="utf-8"
        )
        file.chmod(0o600)
        webbrowser.open(file.as_uri())
        time.sleep(_READING)
