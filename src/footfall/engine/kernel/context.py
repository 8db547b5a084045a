"""Context: everything one actor's control can see, as one value that compiled code can pass around.

To compiled code a Context is one address: a table with the address, sizes and strides of each array. A
primitive takes that pointer instead of a hundred arrays, counts no references, and compiles in a fraction
of the time. Without the compiler a Context is read like any other object. MuJoCo's own arrays and its contact
list are among them, on the same memory.
"""

from __future__ import annotations

import ctypes
import weakref
from typing import Any

import mujoco
import numba
import numpy as np
from llvmlite import ir
from mujoco.introspect import structs
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    intrinsic,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)
from numpy.typing import NDArray

from footfall.control.compile import JIT
from footfall.engine.layout import FIELDS

_NUMBERS = {"f8": types.float64, "i4": types.int32, "i8": types.int64}
KINDS: dict[str, Any] = {  # the arrays' types, to compiled code
    name: types.Array(_NUMBERS[field.kind], len(field.shape), "C") for name, field in FIELDS.items()
}


def _offsets() -> dict[str, int]:
    """Where each field stands in a Context's table, in words: items, then address, shape, strides."""
    out, at = {}, 0
    for name, kind in KINDS.items():
        out[name] = at
        at += 2 + 2 * kind.ndim
    return out


OFFSETS = _offsets()


class Context:
    """The arrays of one actor, by name.

    Attributes:
        arrays: The arrays; kept alive as long as the Context is.
        address: Of the table that compiled code reads.
    """

    def __init__(self, arrays: dict[str, NDArray[Any]]) -> None:
        self.arrays = {name: _of_kind(name, arrays[name]) for name in FIELDS}
        words: list[int] = []
        for a in self.arrays.values():
            words += [a.size, a.ctypes.data, *a.shape, *a.strides]
        self._table = np.array(words, np.int64)
        self.address: int = self._table.ctypes.data
        _by_address[self.address] = self

    def __getattr__(self, name: str) -> NDArray[Any]:
        try:
            return self.__dict__["arrays"][name]
        except KeyError:
            raise AttributeError(name) from None


_by_address: weakref.WeakValueDictionary[int, Context] = weakref.WeakValueDictionary()


def _of_kind(name: str, a: NDArray[Any]) -> NDArray[Any]:
    """An array as compiled code wants it: of the field's type, in one piece, writable."""
    kind = KINDS[name]
    if numba.typeof(a) != kind:
        a = np.require(a, requirements=["C", "A", "W"])
        if numba.typeof(a) != kind:
            raise TypeError(f"context field {name}: {numba.typeof(a)} instead of {kind}")
    return a


if JIT:

    class ContextType(types.Type):
        """The compiled code's view of a Context: the address of its table."""

        def __init__(self) -> None:
            super().__init__(name="footfall.Context")

    CONTEXT = ContextType()

    @register_model(ContextType)
    class _ContextModel(models.PrimitiveModel):
        def __init__(self, manager: Any, kind: Any) -> None:
            super().__init__(manager, kind, ir.IntType(64).as_pointer())

    @typeof_impl.register(Context)
    def _typeof(value: Any, _: Any) -> Any:
        return CONTEXT

    @unbox(ContextType)
    def _unbox(kind: Any, value: Any, c: Any) -> Any:
        number = c.pyapi.object_getattr_string(value, "address")
        address = c.pyapi.long_as_longlong(number)
        c.pyapi.decref(number)
        return NativeValue(c.builder.inttoptr(address, ir.IntType(64).as_pointer()))

    @infer_getattr
    class _Fields(AttributeTemplate):
        key = ContextType

        def generic_resolve(self, kind: Any, name: str) -> Any:
            return KINDS.get(name)

    @lower_getattr_generic(ContextType)
    def _field(context: Any, builder: Any, kind: Any, table: Any, name: str) -> Any:
        """An array that owns nothing, from its words of the table."""
        field = KINDS[name]
        array = context.make_array(field)(context, builder)
        at = [OFFSETS[name]]

        def word() -> Any:
            value = builder.load(builder.gep(table, [ir.Constant(ir.IntType(64), at[0])]))
            # a table never changes while compiled code runs: no write can force it to be read again
            value.set_metadata("invariant.load", builder.module.add_metadata([]))
            at[0] += 1
            return value

        array.meminfo = cgutils.get_null_value(array.meminfo.type)
        array.parent = cgutils.get_null_value(array.parent.type)
        array.itemsize = context.get_constant(types.intp, field.dtype.bitwidth // 8)
        array.nitems = word()
        array.data = builder.inttoptr(word(), array.data.type)
        array.shape = cgutils.pack_array(builder, [word() for _ in range(field.ndim)])
        array.strides = cgutils.pack_array(builder, [word() for _ in range(field.ndim)])
        return array._getvalue()

    @intrinsic
    def context_at(typing: Any, address: Any) -> Any:
        """The Context whose table is at an address."""

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], ir.IntType(64).as_pointer())

        return CONTEXT(types.int64), codegen

else:
    CONTEXT = types.none  # nothing is compiled, so nobody asks

    def context_at(address: int) -> Context:
        """The Context whose table is at an address."""
        return _by_address[int(address)]


# -- MuJoCo's own memory ----------------------------------------------------------------------

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


def mujoco_views(model: mujoco.MjModel, data: mujoco.MjData) -> dict[str, NDArray[Any]]:
    """MuJoCo's arrays, and its contact list as words of memory."""
    views: dict[str, NDArray[Any]] = {
        name: getattr(data, name)
        for name in [
            "qpos",
            "qvel",
            "qfrc_applied",
            "qfrc_passive",
            "xpos",
            "xipos",
            "xquat",
            "xmat",
            "ximat",
            "xanchor",
            "xaxis",
            "cvel",
            "subtree_com",
            "xfrc_applied",
            "geom_xpos",
            "geom_xmat",
        ]
    }
    own = ("dof_damping", "dof_armature", "body_mass", "body_inertia", "body_subtreemass")
    views |= {name: getattr(model, name) for name in (*own, "geom_size", "geom_type")}
    views["geom_body"] = np.ascontiguousarray(model.geom_bodyid, dtype=np.int32)
    views["gravity"] = model.opt.gravity
    struct = data_struct(data)
    if struct.contact != struct.arena:
        raise ImportError(f"MuJoCo {mujoco.__version__} keeps its contacts in an unknown place")
    size = struct.narena // 8 * 8  # all that the contact list can ever fill
    views["n_contacts"] = _memory(data, ctypes.addressof(struct) + type(struct).ncon.offset, 4, np.int32)
    views["contact_ints"] = _memory(data, struct.arena, size, np.int32)
    views["contact_floats"] = _memory(data, struct.arena, size, np.float64)
    words = ctypes.sizeof(CONTACT)
    views["contacts_at"] = np.array(
        [
            words // 4,
            CONTACT.geom.offset // 4,
            CONTACT.exclude.offset // 4,
            words // 8,
            CONTACT.pos.offset // 8,
            CONTACT.frame.offset // 8,
        ],
        np.int32,
    )
    return views


def _memory(data: mujoco.MjData, address: int, size: int, dtype: Any) -> NDArray[Any]:
    """So many bytes of MuJoCo's memory, as an array on the same bytes; it keeps their owner alive."""
    block: Any = (ctypes.c_byte * size).from_address(address)
    block.owner = data
    return np.frombuffer(block, dtype)
