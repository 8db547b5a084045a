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
from mujoco.introspect import structs
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

_SCALARS: dict[str, Any] = {
    "int": ctypes.c_int,
    "mjtSize": ctypes.c_int64,
    "mjtNum": ctypes.c_double,
    "mjtBool": ctypes.c_bool,
    "mjtByte": ctypes.c_ubyte,
    "size_t": ctypes.c_size_t,
    "uintptr_t": ctypes.c_void_p,
}


def _c_type(declared: Any) -> Any:
    """The ctypes twin of a field's declared type."""
    if hasattr(declared, "inner_type") and hasattr(declared, "extents"):
        kind = _c_type(declared.inner_type)
        for extent in reversed(declared.extents):
            kind = kind * extent
        return kind
    if hasattr(declared, "inner_type"):
        return ctypes.c_void_p
    name = declared.name
    if name in _SCALARS:
        return _SCALARS[name]
    if name in structs.STRUCTS:
        return _struct(name)
    return ctypes.c_int  # enums


def _struct(name: str) -> Any:
    fields = [(f.name, _c_type(f.type)) for f in structs.STRUCTS[name].fields]
    return type(name, (ctypes.Structure,), {"_fields_": fields})


CONTACT = _struct("mjContact")
DATA = _struct("mjData")


def data_struct(data: mujoco.MjData) -> Any:
    """MuJoCo's mjData behind a Python MjData, as a ctypes structure on the same memory.

    Raises:
        ImportError: The layout does not fit this MuJoCo (checked by reading known fields).
    """
    struct = DATA.from_address(data._address)
    if struct.time != data.time or struct.ncon != data.ncon or struct.nefc != data.nefc:
        raise ImportError(f"mjData of MuJoCo {mujoco.__version__} is not laid out as its own headers say")
    return struct
