"""The compile cache: compiled once per version of the kernel's sources, kept in a folder of our own."""

from __future__ import annotations

import gc
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from footfall.control.compile import cache_folder, cache_root
from footfall.control.compile_cache import READY
from footfall.files import write_text

_KEEP = 8  # caches of other versions that are kept
_GARBAGE = 100_000  # new objects between two collections: the compiler makes millions, and keeps most

_compiled_here = False  # without a folder, the compiled code lives as long as the process


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Collect garbage seldom meanwhile: a tenth of a compilation would go into it."""
    before = gc.get_threshold()
    gc.set_threshold(_GARBAGE, 50, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def folder() -> Path | None:
    """Where this version's compiled code lives; None when it can be kept nowhere."""
    return cache_folder()


def is_warm() -> bool:
    """Whether the next run finds the kernel compiled: every file of a finished warm-up is there, whole."""
    place = folder()
    if place is None or _compiled_here:
        return _compiled_here
    try:
        sizes = json.loads((place / READY).read_bytes())
        return bool(sizes) and all(os.stat(place / name).st_size == size for name, size in sizes.items())
    except (OSError, ValueError, AttributeError):
        return False


def warm(progress: Callable[[str], None] | None = None) -> float:
    """Compile the kernel into the cache, unless it is there.

    Args:
        progress: Told what goes on, in a few words.

    Returns:
        Seconds it took.
    """
    global _compiled_here
    began = time.perf_counter()
    if not is_warm():
        if progress:
            progress("compiling the simulation loop (once per version)")
        from footfall.engine.sim import Sim
        from footfall.script import compile_text

        with seldom_collected():
            sim = Sim(
                compile_text("SKILL still()\nPHASE rest\n TO end WHEN time > 9;\n", name="still"),
                body="human",
            )
            sim.run(2 * sim.dt)
        _compiled_here = True
        _mark_ready()
        prune()
    return time.perf_counter() - began


def _mark_ready() -> None:
    """Write down what a warm cache holds; where that cannot be, the next process compiles again."""
    place = folder()
    if place is None:
        return
    try:
        sizes = {p.name: p.stat().st_size for p in place.iterdir() if p.suffix in (".nbi", ".nbc")}
        write_text(place / READY, json.dumps(sizes))
    except OSError:
        return


def prune() -> None:
    """Remove caches of other versions but the newest few."""
    try:
        others = [p for p in cache_root().glob("kernel-*") if p != folder()]
        oldest = sorted(others, key=lambda p: p.stat().st_mtime, reverse=True)[_KEEP:]
    except OSError:
        return
    for old in oldest:
        shutil.rmtree(old, ignore_errors=True)
