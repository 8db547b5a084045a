"""What of the kernel is compiled, and for which arguments; the addresses of the primitives.

A primitive is compiled, or found in the cache, when a program first uses it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from footfall.control import expression, grasp, monitor, torque
from footfall.control.compile import JIT
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
