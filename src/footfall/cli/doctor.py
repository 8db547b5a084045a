"""``footfall doctor``: what works on this machine, and what to do about what does not."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Annotated

import typer

PACKAGES = ("mujoco", "numba", "llvmlite", "numpy", "matplotlib", "imageio-ffmpeg", "pillow", "rich", "typer")


@dataclass(frozen=True)
class Finding:
    """One line of the report.

    Attributes:
        topic: What was looked at.
        ok: Whether it works; None when it is merely a fact.
        text: What was found.
        help: What to do when it does not work.
    """

    topic: str
    ok: bool | None
    text: str
    help: str = ""


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on one line.")] = False,
) -> None:
    """Look at this machine: GL, ffmpeg, compile cache, versions, cores.

    The exit code is 1 when something is broken that Footfall cannot do without.
    """
    from footfall.cli import show

    checks: tuple[Callable[[], Finding], ...] = (_python, _cores, _simulator, _cache, _gl, _ffmpeg)
    findings = [*(check() for check in checks), *map(_package, PACKAGES)]
    if as_json:
        show.print_json({f.topic: {"ok": f.ok, "text": f.text, "help": f.help} for f in findings})
    else:
        _print(findings)
    if any(f.ok is False for f in findings):
        raise typer.Exit(1)


def _python() -> Finding:
    system = f"{platform.system()} {platform.machine()}"
    return Finding("python", None, f"{platform.python_version()} on {system}, {sys.executable}")


def _cores() -> Finding:
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return Finding("cores", None, f"{usable} usable of {os.cpu_count()}")


def _simulator() -> Finding:
    try:
        import mujoco

        model = mujoco.MjModel.from_xml_string(
            "<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>"
        )
        mujoco.mj_step(model, mujoco.MjData(model))
    except Exception as problem:  # whatever a broken installation throws
        return Finding(
            "simulator",
            False,
            f"MuJoCo does not run: {problem}",
            "reinstall: pip install --force-reinstall mujoco",
        )
    return Finding("simulator", True, f"MuJoCo {mujoco.__version__} steps")


def _cache() -> Finding:
    from footfall.engine import cache

    folder = cache.folder()
    if folder is None:
        help = "set FOOTFALL_CACHE to a folder that can be written"
        return Finding("compile cache", None, "none: the simulation is compiled anew each time", help)
    size = sum(f.stat().st_size for f in folder.rglob("*") if f.is_file()) if folder.is_dir() else 0
    state = "warm" if cache.is_warm() else "cold: the next run compiles, or call `footfall warm`"
    return Finding("compile cache", None, f"{folder}, {size / 1e6:.1f} MB, {state}")


def _gl() -> Finding:
    from footfall.motion import gl

    found = gl.gl_support()
    if found.backend is None:
        return Finding(
            "GL",
            None,
            f"none, pictures are drawn as plain figures ({found.detail})",
            "for 3D pictures install an EGL driver such as libegl1 and libgl1-mesa-dri",
        )
    return Finding("GL", True, f"{found.backend}: {found.detail}")


def _ffmpeg() -> Finding:
    try:
        import imageio_ffmpeg

        program = imageio_ffmpeg.get_ffmpeg_exe()
        answer = subprocess.run([program, "-version"], capture_output=True, text=True, timeout=20, check=True)
    except Exception as problem:  # missing, not executable, hanging: all mean no .mp4
        return Finding(
            "ffmpeg", None, f"not found, .mp4 cannot be written ({problem})", "use .gif, or install ffmpeg"
        )
    first = answer.stdout.partition("\n")[0]
    return Finding("ffmpeg", True, f"{' '.join(first.split()[:3])}, {Path(program).name}")


def _package(name: str) -> Finding:
    try:
        return Finding(name, None, metadata.version(name))
    except metadata.PackageNotFoundError:
        return Finding(name, False, "not installed", "pip install footfall again")


def _print(findings: list[Finding]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from footfall.cli import show

    signs = {True: "[green]✓[/]", False: "[red]✗[/]", None: "[dim]·[/]"}
    table = Table(box=None, show_header=False, pad_edge=False)
    for _ in range(3):
        table.add_column(overflow="fold")
    for f in findings:
        helping = f"\n[cyan]help:[/] {escape(f.help)}" if f.help else ""
        table.add_row(signs[f.ok], f.topic, escape(f.text) + helping)
    show.out().print(table)
