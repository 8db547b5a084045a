"""Find a way to draw in 3D that works here, with or without a screen.

MuJoCo's own choice is made by an environment variable when it is first imported, and raises when a
driver is missing. Here each back end is tried in a process of its own, so that not even a driver that
crashes ends the caller, and the context classes are used directly, so the order of imports does
not matter. When nothing works the answer is None, and figures are drawn by `pillow_renderer.py`.

``FOOTFALL_RENDER=drawn`` forces the drawn figure, ``FOOTFALL_RENDER=gl`` insists on 3D;
``MUJOCO_GL`` (egl, osmesa, glfw, cgl) picks the back end.
"""

from __future__ import annotations

import ctypes.util
import functools
import importlib
import os
import platform
import subprocess
import sys
from dataclasses import dataclass
from typing import Protocol, cast

from footfall.errors import FootfallError, nearest

PROBE_SECONDS = 20.0
"""Patience with a driver that hangs; a good one answers in a third of a second."""

_PROBE = """
import importlib, mujoco
model = mujoco.MjModel.from_xml_string("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>")
context = importlib.import_module("mujoco.{backend}").GLContext(64, 64)
context.make_current()
drawing = mujoco.MjrContext(model, 100)
try:
    from OpenGL import GL
    name = GL.glGetString(GL.GL_RENDERER).decode()
except Exception:
    name = "unknown renderer"
drawing.free()
context.free()
print("renderer:" + name, flush=True)
"""


class Context(Protocol):
    """An OpenGL context of MuJoCo's."""

    def make_current(self) -> None:
        """Direct the calling thread's OpenGL calls here."""

    def free(self) -> None:
        """Free it."""


@dataclass(frozen=True)
class GlSupport:
    """What this machine offers for 3D drawing.

    Attributes:
        backend: "egl", "osmesa", "cgl", "glfw", or None: draw without OpenGL.
        detail: The renderer's own name, or why there is none.
    """

    backend: str | None
    detail: str

    @property
    def software(self) -> bool:
        """Whether a processor does the work of a graphics card, so that every pixel costs."""
        name = self.detail.lower()
        return any(word in name for word in ("llvmpipe", "softpipe", "swrast", "software", "unknown"))


def gl_support() -> GlSupport:
    """The back end to use, found once for each setting of the environment variables.

    Raises:
        FootfallError: ``FOOTFALL_RENDER`` is not a word we know, or asks for 3D where there is none.
    """
    requested = os.environ.get("FOOTFALL_RENDER", "").strip().lower()
    if requested not in ("", "drawn", "gl"):
        raise FootfallError(
            f"FOOTFALL_RENDER is '{requested}'", where="environment", help=nearest(requested, ("drawn", "gl"))
        )
    if requested == "drawn":
        return GlSupport(None, "FOOTFALL_RENDER=drawn")
    found = _search(os.environ.get("MUJOCO_GL", "").strip().lower())
    if found.backend is None and requested == "gl":
        raise FootfallError(
            f"FOOTFALL_RENDER=gl, but 3D does not work here ({found.detail})",
            where="environment",
            help="install an EGL driver such as libegl1 and libgl1-mesa-dri, or unset FOOTFALL_RENDER",
        )
    return found


def open_context(backend: str, width: int, height: int) -> Context:
    """A current OpenGL context of `backend`; whatever goes wrong comes out as it is."""
    context = cast(Context, importlib.import_module(f"mujoco.{backend}").GLContext(width, height))
    context.make_current()
    return context


@functools.lru_cache(maxsize=8)
def _search(requested: str) -> GlSupport:
    """Try the back ends in turn; `requested` is the value of MUJOCO_GL."""
    reasons = []
    for backend in _candidates(requested):
        found = _probe(backend)
        if found.backend is not None:
            return found
        reasons.append(f"{backend}: {found.detail}")
    return GlSupport(None, "; ".join(reasons) or "no back end for this machine")


def _candidates(requested: str) -> tuple[str, ...]:
    """Back ends worth a try, best first; OSMesa is rare, so it must be there to cost a process."""
    if requested in ("egl", "osmesa", "glfw", "cgl"):
        return (requested,)
    if requested in ("disable", "disabled", "off", "false", "0"):
        return ()
    system = platform.system()
    if system == "Darwin":
        return ("cgl", "glfw")
    if system == "Windows":
        return ("glfw",)
    offscreen = ("egl", "osmesa") if ctypes.util.find_library("OSMesa") else ("egl",)
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return (*offscreen, "glfw") if screen else offscreen


def _probe(backend: str) -> GlSupport:
    """Open a context in a process of its own."""
    quiet = {k: v for k, v in os.environ.items() if k not in ("MUJOCO_GL", "PYOPENGL_PLATFORM")}
    try:
        answer = subprocess.run(
            [sys.executable, "-c", _PROBE.replace("{backend}", backend)],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PROBE_SECONDS,
            env=quiet,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        return GlSupport(None, f"could not be tried ({type(problem).__name__})")
    for line in answer.stdout.splitlines():
        if line.startswith("renderer:"):
            return GlSupport(backend, line.removeprefix("renderer:"))
    complaint = [line for line in answer.stderr.splitlines() if line.strip() and "ignored" not in line]
    return GlSupport(None, complaint[-1].strip() if complaint else f"ended with code {answer.returncode}")
