"""How primitives are compiled, and the name under which the compiled code is kept.

numba's own disk cache does not notice a change in a function imported from another file, so ours
lives in a folder named by a hash of every source that the kernel is compiled from. Sources of the
host side (reports, recordings, commands) are not among them: editing one compiles nothing.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba

from footfall.control.compile_cache import KernelCache, choose_folder, user_root

PACKAGE = Path(__file__).resolve().parent.parent
ROOTS = ("engine/kernel.py", "engine/context.py")  # the kernel's sources are these and all they import
JIT = not numba.config.DISABLE_JIT
CHECKS = os.environ.get("FOOTFALL_CHECKS", "") not in ("", "0")  # every index of the kernel is checked


def _refuse_negative_indices() -> None:
    """Have numba leave a negative index as it is, so that its check of bounds finds it.

    It means "counted from the end" otherwise: a -1 that stands for "absent" would read the last row.
    """
    from numba.core import types
    from numba.np import arrayobj

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    arrayobj.fix_integer_index = as_it_is


if CHECKS and JIT:
    _refuse_negative_indices()

_IMPORT = re.compile(rb"^from (footfall[\w.]*) import (\([^)]*\)|[^\n]*)", re.MULTILINE)


def cache_root() -> Path:
    """The folder that holds all our compile caches: FOOTFALL_CACHE, or the user's cache folder."""
    return user_root()


def kernel_sources() -> list[Path]:
    """The files whose text the compiled code depends on, in order of their names."""
    found: set[Path] = set()
    waiting = [PACKAGE / name for name in ROOTS]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        for module, names in _IMPORT.findall(path.read_bytes()):
            folder = PACKAGE.joinpath(*module.decode().split(".")[1:])
            inside = [folder / f"{name}.py" for name in re.findall(r"\w+", names.decode())]
            waiting += [p for p in (folder.with_suffix(".py"), *inside) if p.is_file()]
    return sorted(found)


@cache
def source_hash() -> str:
    """A hash of the kernel's sources and of everything else that compiled code depends on."""
    digest = hashlib.sha256()
    for name in ("numba", "llvmlite", "mujoco", "numpy"):
        digest.update(f"{name}={version(name)};".encode())
    machine = (llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    digest.update(repr((sys.version_info[:2], sys.platform, machine, CHECKS)).encode())
    for path in kernel_sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path | None:
    """The folder of this version's compiled code; None when it can be kept nowhere."""
    return choose_folder(f"kernel-{source_hash()}")


def njit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a primitive: no Python lock, kept on disk, division as in IEEE arithmetic, no entry for C."""
    compile_ = numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, boundscheck=CHECKS)
    compiled: Any = compile_(function)
    if JIT:
        folder = cache_folder()
        if folder is not None:
            compiled._cache = KernelCache(function, folder)
    return compiled
