"""Context: everything one actor's control can see, as one value that compiled code can pass around.

To compiled code a Context is one address: a table with the address, sizes and strides of each array. A
primitive takes that pointer instead of a hundred arrays, counts no references, and compiles in a fraction
of the time. Without the compiler a Context is read like any other object.
"""

from __future__ import annotations

import weakref
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
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
from numba.core.typing.templates import AttributeTemplate
from numpy.typing import NDArray

from footfall.control.compile import JIT

_f1, _f2, _f3 = types.float64[::1], types.float64[:, ::1], types.float64[:, :, ::1]
_i1, _i2, _i3 = types.int32[::1], types.int32[:, ::1], types.int32[:, :, ::1]
_n1 = types.int64[::1]

# name -> numba type. The comment gives the shape; J joints, P parts, S statements, nv degrees of freedom.
FIELDS: dict[str, Any] = {
    # MuJoCo's own arrays, shared with mjModel and mjData
    "qpos": _f1,
    "qvel": _f1,
    "qfrc_applied": _f1,
    "qfrc_passive": _f1,
    "dof_damping": _f1,
    "dof_armature": _f1,
    "xpos": _f2,
    "xipos": _f2,
    "xquat": _f2,
    "xmat": _f2,
    "xanchor": _f2,
    "xaxis": _f2,
    "cvel": _f2,
    "subtree_com": _f2,
    "xfrc_applied": _f2,
    "body_mass": _f1,
    "body_subtreemass": _f1,
    "geom_xpos": _f2,
    "geom_xmat": _f2,
    "geom_size": _f2,
    "geom_type": _i1,
    "geom_body": _i1,
    "gravity": _f1,
    "n_contacts": _i1,  # (1,) mjData.ncon
    "contact_ints": _i1,  # the contact list as 4-byte words
    "contact_floats": _f1,  # the same memory as 8-byte words
    "contacts_at": _i1,  # where its fields stand (control/contact.py)
    # the body, by index
    "planar": _i1,  # (1,)
    "root_body": _i1,  # (1,)
    "body_root": _i1,  # (nbody,)
    "bodies": _i1,  # this actor's
    "dofs": _i1,  # this actor's joint axes, as dof indices
    "dof_jnt": _i1,  # (nv,)
    "dof_qpos": _i1,  # (nv,)
    "joint_dof": _i2,  # (J, 3) yaw, roll, pitch; -1 where absent
    "joint_main": _i1,  # (J,) the pitch axis, or the one there is
    "joint_child": _i1,  # (J,) body
    "joint_side": _i1,  # (J,) 0 left, 1 right, -1 middle
    "joint_moves": _i2,  # (J, P) 1 where the part is on the child's side
    "joint_gain": _f2,  # (J, 6) kp about yaw, roll, pitch, then kd
    "root_joints": _i1,  # joints on the root link
    "hip_joint": _i1,  # (2,) left, right; -1 where the body has none
    "hip_jnt": _i1,  # (2,) MuJoCo joints whose anchors are the hips; -1 likewise
    "ankle_place": _i1,  # (2,) place of the ankle (control/place.py): of the foot where it has no joint
    "feet": _i1,  # (2,) parts
    "legs": _f2,  # (2, 10) lengths, left and right (control/leg.py)
    "leg_joints": _i2,  # (2, 3) hip, knee, ankle; -1 where the body has none
    "scale": _f1,  # (6,) mass, weight, leg, knees, stance, arms (control/scale.py)
    "hand_body": _i1,  # (2,) left, right: the link that grips; -1 without one
    "hand_part": _i1,  # (2,)
    "hand_at": _f2,  # (2, 3) where it grips, in the link's frame
    "part_body": _i1,  # (P,)
    "part_side": _i1,  # (P,) 0 left, 1 right, -1 middle
    "part_sign": _f2,  # (P, 2) signs of roll about +x and yaw about +z
    "part_foot": _i1,  # (P,) the foot a toe belongs to, else -1
    "part_leg": _i1,  # (P,) 0 left foot or toe, 1 right one, else -1
    "geom_part": _i1,  # (ngeom,) -1: of the fixed world, -2: of another actor, a ball or a prop that moves
    "gain": _f2,  # (nv, 2) the body's kp, kd
    "rest": _f1,  # (nv,) the body's rest pose
    "dof_low": _f1,  # (nv,) joint limits, far away where there are none
    "dof_high": _f1,
    "body_limit": _f1,  # (nv,) the body's own torque limits
    "speeds": _f2,  # (nv, 3) how fast a joint can be driven (control/torque.py)
    "rotor": _f1,  # (nv,) the body's own rotor inertia, kg m²
    "gimbals": _i2,  # (K, 3) joints of three hinges: qpos of the middle one, dofs of the outer ones
    "gimbal_rotor": _f1,  # (K,) kg m² that the outer ones have besides when they coincide
    "root_gain": _f1,  # (4,) kp, kd, yaw kp, yaw kd of the world-frame servo
    "lateral": _f1,  # (2,) default lateral foot-placement gains
    "fall_height": _f1,  # (1,) centre of mass below this is a fall
    "fall_parts": _i1,  # parts that must not touch
    "ground": _f2,  # (K, 2) profile: x, height
    "bumps": _f2,  # (rows, columns) heights, empty where there are none
    "bump_frame": _f1,  # (3,) x and y of the first cell, cell size
    # the program
    "reg": _f1,
    "code": _i2,
    "senses": _i3,  # (2, N, 3) by side
    "curve_start": _i1,
    "knots": _f2,
    "phases": _i2,
    "transitions": _i2,
    "units": _i2,  # (U, 6) first phase, always first, last, modern, torque limit register, waits
    "step": _f1,  # (1,) time step, s
    "seed": _n1,  # (1,) of random transitions
    "entries": _n1,  # addresses of the primitives that this program uses, by opcode (engine/entries.py)
    "acts": _i3,  # (2, S, 28) linked statements by side
    "path_start": _i1,  # chains of joints from a part to a joint
    "path_joint": _i1,
    "path_sign": _i1,  # 1 where the part is on the joint's child's side, else -1
    "call_args": _i1,
    "layout": _i1,  # (10,) see engine/link.py
    # the objective (control/monitor.py)
    "monitors": _f2,  # (K, 8) what is measured
    "goal": _f2,  # (rows, 6 + nv) a trajectory to be tracked
    "goal_frame": _f1,  # (5,) seconds between rows, weights, trunk
    # the State: views of two flat buffers
    "clock": _f1,
    "lasting": _f1,
    "frame_args": _f2,
    "scratch": _f2,
    "servo": _f2,
    "tau": _f1,
    "damp": _f1,
    "clipped": _f1,
    "delayed": _f2,
    "closing": _f1,
    "contact_force": _f1,
    "pressure": _f2,
    "foot_load": _f1,
    "foot_slip": _f2,
    "foot_track": _f2,
    "extremes": _f2,
    "wrench": _f1,
    "work": _f2,
    "monitored": _f2,
    "shaken": _f2,
    "gait": _f1,
    "com": _f1,
    "com_velocity": _f1,
    "grips": _f2,
    "burden": _f1,
    "kept": _f2,
    "limit": _f1,
    "counters": _f1,
    "depth": _n1,
    "frame_unit": _n1,
    "frame_phase": _n1,
    "frame_side": _n1,
    "returned": _n1,
    "returns": _n1,
    "ran": _n1,
    "now": _n1,
    "keys": _n1,
    "request": _n1,
    "waiting": _n1,
    "armed": _n1,
    "learned": _f3,
    "heard": _f3,
    "learning": _n1,
    "touching": _n1,
    "cycle": _n1,
    "verdict": _n1,
}


_WORD = 8  # bytes


def _offsets() -> dict[str, int]:
    """Where each field stands in a Context's table, in words: items, then address, shape, strides."""
    out, at = {}, 0
    for name, kind in FIELDS.items():
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
            return self.__dict__["arrays"][name]  # type: ignore[no-any-return]
        except KeyError:
            raise AttributeError(name) from None


_by_address: weakref.WeakValueDictionary[int, Context] = weakref.WeakValueDictionary()


def _of_kind(name: str, a: NDArray[Any]) -> NDArray[Any]:
    """An array as compiled code wants it: of the field's type, in one piece, writable."""
    kind = FIELDS[name]
    if numba.typeof(a) != kind:
        a = np.require(a, requirements=["C", "A", "W"])
        if numba.typeof(a) != kind:
            raise TypeError(f"context field {name}: {numba.typeof(a)} instead of {kind}")
    return a


def make_context(arrays: dict[str, NDArray[Any]]) -> Context:
    """A Context over these arrays.

    Args:
        arrays: One per name of `FIELDS`, of its dtype and dimension, C-contiguous.
    """
    missing = FIELDS.keys() ^ arrays.keys()
    if missing:
        raise KeyError(f"context fields: {sorted(missing)}")
    return Context(arrays)


if JIT:

    class ContextType(types.Type):  # type: ignore[misc]
        """The compiled code's view of a Context: the address of its table."""

        def __init__(self) -> None:
            super().__init__(name="footfall.Context")

    CONTEXT = ContextType()

    @register_model(ContextType)
    class _ContextModel(models.PrimitiveModel):  # type: ignore[misc]
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
    class _Fields(AttributeTemplate):  # type: ignore[misc]
        key = ContextType

        def generic_resolve(self, kind: Any, name: str) -> Any:
            return FIELDS.get(name)

    @lower_getattr_generic(ContextType)
    def _field(context: Any, builder: Any, kind: Any, table: Any, name: str) -> Any:
        """An array that owns nothing, from its words of the table."""
        field = FIELDS[name]
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

    def context_at(address: int) -> Context:
        """The Context whose table is at an address."""
        return _by_address[int(address)]
