"""The compile cache: compiled once per version of the sources, kept in a folder of our own."""

from __future__ import annotations

import gc
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from footfall.control.compile import cache_folder, cache_root

_READY = "ready"  # a file that says a warm-up has finished
_KEEP = 3  # caches of other versions that are kept
_GARBAGE = 100_000  # new objects between two collections: the compiler makes millions, and keeps most


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Collect garbage seldom meanwhile: a tenth of a compilation would go into it."""
    before = gc.get_threshold()
    gc.set_threshold(_GARBAGE, 50, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def folder() -> Path:
    """Where this version's compiled code lives."""
    return cache_folder()


def is_warm() -> bool:
    """Whether the kernel of these very sources has been compiled and kept."""
    return (folder() / _READY).is_file()


def warm(progress: Callable[[str], None] | None = None) -> float:
    """Compile the kernel into the cache, unless it is there.

    Args:
        progress: Told what goes on, in a few words.

    Returns:
        Seconds it took.
    """
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
        folder().mkdir(parents=True, exist_ok=True)
        (folder() / _READY).touch()
        prune()
    return time.perf_counter() - began


def prune() -> None:
    """Remove caches of other versions but the newest few."""
    others = [p for p in cache_root().glob("kernel-*") if p != folder()]
    for old in sorted(others, key=lambda p: p.stat().st_mtime, reverse=True)[_KEEP:]:
        shutil.rmtree(old, ignore_errors=True)
