"""How primitives are compiled, and where the compiled code is kept.

numba's own disk cache does not notice a change in a function imported from another file,
so ours lives in a folder named by a hash of every source that can reach the kernel.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numba

PACKAGE = Path(__file__).resolve().parent.parent
SOURCES = ("control", "engine")
JIT = not numba.config.DISABLE_JIT


def cache_root() -> Path:
    """The folder that holds all our compile caches: FOOTFALL_CACHE, or the user's cache folder."""
    own = os.environ.get("FOOTFALL_CACHE")
    if own:
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "footfall"


def source_hash() -> str:
    """A hash of every source under `control/` and `engine/` and of the versions that matter."""
    digest = hashlib.sha256()
    for name in ("numba", "llvmlite", "mujoco", "numpy"):
        digest.update(f"{name}={version(name)};".encode())
    for folder in SOURCES:
        for path in sorted((PACKAGE / folder).glob("*.py")):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """The folder of this version's compiled code."""
    return cache_root() / f"kernel-{source_hash()}"


numba.config.CACHE_DIR = str(cache_folder())


def njit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a primitive: no Python lock, kept on disk, division as in IEEE arithmetic, no entry for C."""
    compile_ = numba.njit(nogil=True, cache=True, error_model="numpy", no_cfunc_wrapper=True)
    compiled: Callable[..., Any] = compile_(function)
    return compiled
