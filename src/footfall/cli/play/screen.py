"""Keys and views of a live session: MuJoCo's window, the terminal, or nobody at all."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from footfall.cli.play.live import Play
    from footfall.engine.sim import Sim

_ESCAPES = {"A": "up", "B": "down", "C": "right", "D": "left"}  # after ESC [ or ESC O
_WINDOW_KEYS = {265: "up", 264: "down", 262: "right", 263: "left"}  # GLFW's numbers


def split_keys(text: str) -> list[str]:
    r"""What a terminal sent, key by key.

    >>> split_keys("2\x1b[Dq")
    ['2', 'left', 'q']
    """
    keys, at = [], 0
    while at < len(text):
        if text[at] == "\x1b" and text[at + 1 : at + 2] in ("[", "O") and text[at + 2 : at + 3] in _ESCAPES:
            keys.append(_ESCAPES[text[at + 2]])
            at += 3
        else:
            keys.append(text[at].lower())
            at += 1
    return keys


class NoKeys:
    """Nobody presses anything."""

    def read(self) -> Sequence[str]:
        """No keys."""
        return ()


class TerminalKeys:
    """Keys typed into the terminal, read without waiting."""

    def read(self) -> Sequence[str]:
        """See `live.Keys`."""
        import select

        text = ""
        while select.select([sys.stdin], [], [], 0)[0]:
            data = os.read(sys.stdin.fileno(), 64)
            if not data:
                return [*split_keys(text), "q"]  # the terminal has gone away
            text += data.decode(errors="ignore")
        return split_keys(text)


@contextmanager
def key_by_key() -> Iterator[None]:
    """The terminal hands over each key at once and shows none of them; afterwards it is as before."""
    import termios
    import tty

    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    try:
        tty.setcbreak(fd)
        yield
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)


class StatusLine:
    """One line of the terminal, written over and over."""

    def __init__(self) -> None:
        self._shown = ""

    def show(self, played: Play) -> None:
        """See `live.View`."""
        line = played.status[: shutil.get_terminal_size().columns - 1]
        if line != self._shown:
            sys.stdout.write("\r\x1b[K" + line)
            sys.stdout.flush()
            self._shown = line

    def closed(self) -> bool:
        """See `live.View`."""
        return False


class Nobody:
    """A view that nobody looks at: a body that fell need not go on lying there."""

    def __init__(self) -> None:
        self._over = False

    def show(self, played: Play) -> None:
        """See `live.View`."""
        self._over = played.end != "running"

    def closed(self) -> bool:
        """See `live.View`."""
        return self._over


class Window:
    """MuJoCo's own viewer, and the keys pressed in it."""

    def __init__(self, sim: Sim) -> None:
        import mujoco.viewer

        self._pressed: list[str] = []
        self._handle: Any = mujoco.viewer.launch_passive(
            sim.model, sim.data, key_callback=self._press, show_left_ui=False, show_right_ui=False
        )
        self._handle.cam.type = mujoco.mjtCamera.mjCAMERA_TRACKING
        self._handle.cam.trackbodyid = int(sim.actors[0].arrays["root_body"][0])
        self._handle.cam.distance, self._handle.cam.azimuth, self._handle.cam.elevation = 4.0, 90.0, -10.0

    def _press(self, code: int) -> None:
        key = _WINDOW_KEYS.get(code) or (chr(code).lower() if 32 <= code < 127 else "")
        if key:
            self._pressed.append(key)

    def read(self) -> Sequence[str]:
        """See `live.Keys`."""
        keys, self._pressed[:] = list(self._pressed), []
        return keys

    def show(self, played: Play) -> None:
        """See `live.View`."""
        self._handle.sync()

    def closed(self) -> bool:
        """See `live.View`."""
        return not self._handle.is_running()

    def close(self) -> None:
        """Take it away."""
        self._handle.close()


def has_display() -> bool:
    """Whether a window could be opened."""
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


def open_window(sim: Sim) -> Window | None:
    """MuJoCo's viewer; None where it cannot be opened."""
    if not has_display():
        return None
    try:
        return Window(sim)
    except Exception:  # a missing driver, a display that refuses: each system fails in its own way
        return None
