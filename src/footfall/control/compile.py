"""How primitives are compiled, and the name under which the compiled code is kept.

numba's own disk cache does not notice a change in a function imported from another file. Ours names each
file by a stamp of the function's module and of all that it imports, so that an edit compiles what depends
on it, and nothing else. Sources of the host's side (reports, recordings, commands) are no part of any.
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
SEEN_BY_ALL = "engine/kernel/context.py"  # how compiled code reads an actor
NUMBERS = ("control/opcodes.py", "control/columns.py")  # of these only the names that are imported count
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


def _imports(source: bytes) -> list[tuple[Path, tuple[str, ...]]]:
    """The package's files that a source imports from, with the names, in order."""
    found = []
    for module, names in _IMPORT.findall(source):
        folder = PACKAGE.joinpath(*module.decode().split(".")[1:])
        words = tuple(re.findall(r"\w+", re.sub(rb"#[^\n]*", b"", names).decode()))
        inside = [folder / f"{name}.py" for name in words]
        found += [(p, words) for p in (folder.with_suffix(".py"), *inside) if p.is_file()]
    return sorted(found)


@cache
def _numbers(path: Path) -> dict[str, bytes]:
    """The lines of a file of constants, by name."""
    lines = re.findall(rb"^\w+ = [^\n]*", path.read_bytes(), re.MULTILINE)
    return {line.split(b" ")[0].decode(): line for line in lines}


@cache
def source_stamp(path: Path) -> bytes:
    """A digest of a file and of all that it imports from the package."""
    source = path.read_bytes()
    digest = hashlib.sha256(source)
    for other, names in _imports(source):
        if other.relative_to(PACKAGE).as_posix() in NUMBERS:
            known = _numbers(other)
            digest.update(b";".join(known[name] for name in sorted(names) if name in known))
        else:
            digest.update(source_stamp(other))
    return digest.digest()


def stamp_of(module: str) -> str:
    """The stamp in the names of files that hold a module's compiled functions.

    Args:
        module: Its full name, like "footfall.control.servos.pose".
    """
    path = PACKAGE.joinpath(*module.split(".")[1:]).with_suffix(".py")
    seen = source_stamp(PACKAGE / SEEN_BY_ALL)
    return hashlib.sha256(seen + (source_stamp(path) if path.is_file() else b"")).hexdigest()[:16]


@cache
def machine_hash() -> str:
    """A hash of all that compiled code depends on besides its sources."""
    digest = hashlib.sha256()
    for name in ("numba", "llvmlite", "mujoco", "numpy"):
        digest.update(f"{name}={version(name)};".encode())
    machine = (llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    digest.update(repr((sys.version_info[:2], sys.platform, machine, CHECKS)).encode())
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path | None:
    """The folder of compiled code for this machine; None when it can be kept nowhere."""
    return choose_folder(f"kernel-{machine_hash()}")


def _share_among_integers(compiled: Any) -> None:
    """Have all callers use one compiled version, whatever kinds of signed integers they pass."""
    from numba.core import types

    resolve = compiled.get_call_template

    def widest(kind: Any) -> Any:
        plain = getattr(kind, "literal_type", kind)
        return types.int64 if isinstance(plain, types.Integer) and getattr(plain, "signed", False) else kind

    def get_call_template(args: Any, kws: Any) -> Any:
        return resolve(tuple(widest(kind) for kind in args), kws)

    compiled.get_call_template = get_call_template


def njit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a primitive: no Python lock, kept on disk, division as in IEEE arithmetic, no entry for C."""
    compile_ = numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, boundscheck=CHECKS)
    compiled: Any = compile_(function)
    if JIT:
        _share_among_integers(compiled)
        folder = cache_folder()
        if folder is not None:
            compiled._cache = KernelCache(function, folder, stamp_of(function.__module__))
    return compiled
