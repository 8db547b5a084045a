"""What of the kernel is compiled, once for this machine, and kept in a folder of our own.

The loop and each primitive are kept by themselves, under a stamp of their sources (control/compile.py). A
primitive is compiled, or found in the folder, when a program first uses it. What is missing is compiled by
two processes: numba compiles on one core only.
"""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numba import types
from numba.core.targetconfig import TargetConfig
from numpy.typing import NDArray

from footfall import compiling
from footfall.control import expression, grasp, monitor, torque
from footfall.control.compile import JIT, PACKAGE, cache_folder, cache_root
from footfall.control.opcodes import MODULES
from footfall.engine.kernel import frames, loop
from footfall.engine.kernel.context import CONTEXT
from footfall.engine.kernel.dispatch import ARGUMENTS, INTERPRETED, WATCH
from footfall.script.statements import opcodes

Job = tuple[Any, tuple[Any, ...]]  # a function, and the types of its arguments

_I, _F = types.int64, types.float64
_INTS, _ROWS = types.int64[::1], types.float64[:, ::1]
_LOG = (_INTS, _I, _F, _ROWS, _INTS)
RUN: Job = (
    loop.run,
    (_INTS, _I, _I, _I, _F, _INTS, _ROWS, _INTS, types.float64[::1], types.int64[:, ::1], _ROWS, _I, _ROWS,
     types.boolean),
)  # fmt: skip
CALLED_BY_HOST: tuple[Job, ...] = (
    (frames.open_window, (CONTEXT, _I)),
    (expression.execute, (CONTEXT, _I, _I, _I, _I)),
    (frames.begin_phase, (CONTEXT, _I, _I)),
    (frames.set_limit, (CONTEXT, _I)),
    (frames.call, (CONTEXT, _I)),
    (frames.count_cycle, (CONTEXT, _I)),
)
# Pieces of the loop that need nothing of what the host calls: another process can compile them meanwhile.
APART: tuple[Job, ...] = (
    (torque.apply_torques, (CONTEXT, _F)),
    (loop.finish, (CONTEXT, _I, _I, _F)),
    (loop.write_log, _LOG),
    (torque.clear_torques, (CONTEXT,)),
    (grasp.let_go, (CONTEXT,)),
)


def primitive(op: str) -> Any:
    """The function of a primitive, compiled on demand."""
    return getattr(import_module(f"footfall.control.{MODULES[op]}"), op)


def watcher() -> Job:
    """What measures an objective, compiled for those who have one."""
    return monitor.watch, WATCH


def entry_jobs(used: Iterable[str]) -> list[Job]:
    """Primitives, by their names."""
    return [(primitive(op), ARGUMENTS) for op in sorted(used)]


def used_by(opcode_numbers: Iterable[int]) -> set[str]:
    """Names of primitives, by their opcodes; SKIP is none."""
    names = {number: op for op, number in opcodes().items()}
    return {names[int(n)] for n in opcode_numbers if int(n) in names}


@cache
def address(function: Any, arguments: tuple[Any, ...]) -> int:
    """Where the kernel finds a function; compiles it unless the cache has it."""
    if not JIT:
        INTERPRETED[id(function)] = function
        return id(function)
    function.compile(arguments)
    compiled = function.overloads[arguments]
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


def entries(used: Iterable[str]) -> NDArray[np.int64]:
    """Addresses by opcode (opcodes,); 0 for those that are not used."""
    numbers = opcodes()
    out = np.zeros(max(numbers.values()) + 1, np.int64)
    for op in used:
        out[numbers[op]] = address(primitive(op), ARGUMENTS)
    return out


_KEEP = 4  # folders of other machines and versions that are kept
_VERSIONS = 4  # of a function, by its sources, that are kept
_GARBAGE = 100_000  # new objects between two collections: the compiler makes millions, and keeps most

_NAMES = {"run": "the simulation loop", "call": "phases and calls", "execute": "expressions"}
_seen: set[Job] = set()  # found in the folder: every actor that is made asks again


def folder() -> Path | None:
    """Where compiled code for this machine lives; None when it can be kept nowhere."""
    return cache_folder()


def is_warm(used: Iterable[str] | None = None, *, watch: bool = False) -> bool:
    """Whether a run will find everything compiled.

    Args:
        used: Names of the primitives that its program uses; all when None.
        watch: Whether it has an objective.
    """
    return not _missing(_needed(used, watch))


def warm(used: Iterable[str] | None = None, *, watch: bool = False) -> float:
    """Compile what is not in the cache, and tell footfall.compiling.listener about it.

    Args:
        used: Names of the primitives that are needed; all when None.
        watch: Whether an objective is to be measured.

    Returns:
        Seconds it took.
    """
    began = time.perf_counter()
    jobs = _missing(_needed(used, watch))
    if not jobs:
        return 0.0
    compiling.listener(lambda progress: _compile(jobs, progress))
    prune()
    return time.perf_counter() - began


def _compile(jobs: list[Job], progress: compiling.Progress) -> None:
    helper = _start_helper(jobs)
    try:
        with quick_compiler():
            for k, (function, arguments) in enumerate(jobs):
                progress(f"{_NAMES.get(_name(function), _name(function))} ({k + 1} of {len(jobs)})")
                function.compile(arguments)
    finally:
        if helper is not None:
            helper.kill()
            helper.wait()


def _name(function: Any) -> str:
    return str(function.py_func.__name__)


def _needed(used: Iterable[str] | None, watch: bool) -> list[Job]:
    jobs = [*CALLED_BY_HOST, RUN, *entry_jobs(MODULES if used is None else used)]
    return [*jobs, watcher()] if watch or used is None else jobs


def _missing(jobs: Iterable[Job]) -> list[Job]:
    """Those that neither this process nor the folder has."""
    return [job for job in jobs if JIT and not _is_compiled(job)]


def _is_compiled(job: Job) -> bool:
    function, arguments = job
    if arguments in function.overloads or job in _seen:
        return True
    kept = getattr(function._cache, "holds", None)  # without a folder numba has a cache that keeps nothing
    if kept and kept(arguments, function.targetctx):
        _seen.add(job)
    return job in _seen


def _start_helper(jobs: list[Job]) -> subprocess.Popen[bytes] | None:
    """A process that compiles the same from the other end; what it finishes is found in the cache."""
    if folder() is None or (os.cpu_count() or 1) < 2 or len(jobs) < 2 or not sys.executable:
        return None
    names = [_name(job[0]) for job in jobs]
    command = f"from footfall.engine import cache; cache.compile_backwards({names!r})"
    paths = [str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    quiet = subprocess.DEVNULL
    try:
        return subprocess.Popen(
            [sys.executable, "-P", "-c", command], env=environment, stdin=quiet, stdout=quiet, stderr=quiet
        )
    except OSError:
        return None


def compile_backwards(names: list[str]) -> None:
    """What the helper does: pieces of the loop, then primitives from the last on."""
    jobs = {_name(job[0]): job for job in _needed(None, True)}
    wanted = [jobs[name] for name in reversed(names) if name in jobs and name != _name(RUN[0])]
    apart = APART if _name(RUN[0]) in names else ()
    with quick_compiler():
        for job in (*apart, *wanted):
            if not _is_compiled(job):
                job[0].compile(job[1])


@contextmanager
def quick_compiler() -> Iterator[None]:
    """Take from numba what costs time and gives nothing.

    Collecting garbage: a tenth of a compilation would go into it. And a set of compiler options is hashed and
    compared some hundred thousand times; numba asks for every option by name each time.
    """
    before, hashed, compared = gc.get_threshold(), TargetConfig.__hash__, TargetConfig.__eq__
    names = hash("options of the compiler")  # numba's own hash is of the options' names: equal for all

    def equal(one: TargetConfig, other: object) -> bool:
        if one is other or (isinstance(other, TargetConfig) and one._values == other._values):
            return True
        return bool(compared(one, other))

    gc.set_threshold(_GARBAGE, 50, 50)
    TargetConfig.__hash__, TargetConfig.__eq__ = lambda _: names, equal
    try:
        yield
    finally:
        TargetConfig.__hash__, TargetConfig.__eq__ = hashed, compared
        gc.set_threshold(*before)


def prune() -> None:
    """Remove what older versions of the sources, and other versions of numba or MuJoCo, have left."""
    here = folder()
    try:
        others = [p for p in cache_root().glob("kernel-*") if p != here]
        old = _newest_first(others)[_KEEP:]
        for path in old:
            shutil.rmtree(path, ignore_errors=True)
        versions: dict[str, list[Path]] = {}
        for index in here.glob("*.nbi") if here else ():
            versions.setdefault(index.name.rpartition("-")[0], []).append(index)
        for same in versions.values():
            for index in _newest_first(same)[_VERSIONS:]:
                for path in index.parent.glob(f"{index.stem}.*"):
                    path.unlink()
    except OSError:
        return


def _newest_first(paths: Iterable[Path]) -> list[Path]:
    return sorted(paths, key=lambda p: p.stat().st_mtime, reverse=True)
