"""MuJoCo's C functions, callable from compiled code, with a twin for debugging.

With ``NUMBA_DISABLE_JIT=1`` the same names are ctypes functions, so that the whole loop can
be stepped through in a debugger.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import mujoco
from numba import types

from footfall.control.compile import JIT


def _library() -> Path:
    folder = Path(mujoco.__file__).parent
    for pattern in ("libmujoco.so*", "libmujoco*.dylib", "mujoco.dll"):
        for path in sorted(folder.glob(pattern)):
            return path
    raise ImportError(f"no MuJoCo library in {folder}")


LIBRARY = _library()
llvm.load_library_permanently(str(LIBRARY))
_twin = ctypes.CDLL(str(LIBRARY))
if mujoco.get_mjcb_time() is None:
    # The Python package gives MuJoCo a clock, which it then reads before and after each part of a step: an
    # eighth of a step of planar7. A clock that somebody has set himself stays.
    ctypes.c_void_p.in_dll(_twin, "mjcb_time").value = None


def _native(name: str, n_addresses: int, *, index: bool = False) -> Callable[..., Any]:
    """A C function ``void name(address, …)``; with `index` its third argument is an int."""
    if JIT:
        kinds = [types.intp] * n_addresses
        if index:
            kinds[2:2] = [types.intc]
        return types.ExternalFunction(name, types.void(*kinds))
    function = getattr(_twin, name)
    function.restype = None
    function.argtypes = [ctypes.c_void_p] * n_addresses
    if index:
        function.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]
    return function


step1 = _native("mj_step1", 2)
step2 = _native("mj_step2", 2)
contact_force = _native("mj_contactForce", 3, index=True)
kinematics = _native("mj_kinematics", 2)
com_position = _native("mj_comPos", 2)
com_velocity = _native("mj_comVel", 2)
subtree_velocity = _native("mj_subtreeVel", 2)
