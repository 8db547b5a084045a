"""Context: everything one actor's control can see, as one value that compiled code can pass around.

A `numba` structref holds the arrays, so a primitive takes one pointer instead of fifty arrays and
compiles in a fraction of the time. Without the compiler it is a plain namespace with the same names.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import cgutils
from numba.experimental import structref
from numpy.typing import NDArray

from footfall.control.compile import JIT, njit

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


if JIT:

    @structref.register
    class ContextType(types.StructRef):
        """The compiled code's view of a Context.

        numba's own name for it would list every field, and stand in the name of every compiled function:
        ten thousand letters at each call, which the compiler then reads again and again.
        """

        def __init__(self, fields: Any) -> None:
            super().__init__(fields)
            self.name = "footfall.Context"
            self._payload = super().get_data_type()

        def get_data_type(self) -> Any:
            """The payload's type, made once: numba asks for it at every field that code reads."""
            return self._payload

    CONTEXT = ContextType(list(FIELDS.items()))

    class Context(structref.StructRefProxy):
        """The Python side of a Context: an opaque handle."""

    structref.define_boxing(ContextType, Context)

    def _borrowed(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        """An array that owns nothing: the loop then counts no references (they are atomic and add up)."""
        array = context.make_array(kind)(context, builder, value)
        array.meminfo = cgutils.get_null_value(array.meminfo.type)
        array.parent = cgutils.get_null_value(array.parent.type)
        return array._getvalue()

    @numba.extending.intrinsic
    def _packed(typing: Any, values: Any) -> Any:
        """A structref whose fields are the items of a tuple, in order."""
        signature = CONTEXT(values)

        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            made = context.compile_internal(builder, lambda: structref.new(CONTEXT), CONTEXT(), ())
            helper = structref._Utils(context, builder, CONTEXT)
            struct = helper.get_data_struct(made)
            for i, name in enumerate(FIELDS):
                setattr(
                    struct, name, _borrowed(context, builder, FIELDS[name], builder.extract_value(args[0], i))
                )
            return made

        return signature, codegen

    @njit
    def _pack(values: Any) -> Any:
        return _packed(values)


def make_context(arrays: dict[str, NDArray[Any]]) -> Any:
    """A Context over these arrays. It borrows them: whoever makes it keeps them alive.

    Args:
        arrays: One per name of `FIELDS`, of its dtype and dimension, C-contiguous.
    """
    missing = FIELDS.keys() ^ arrays.keys()
    if missing:
        raise KeyError(f"context fields: {sorted(missing)}")
    if not JIT:
        return SimpleNamespace(**arrays)
    for name, kind in FIELDS.items():
        a = arrays[name]
        if numba.typeof(a) != kind:
            arrays[name] = np.require(a, requirements=["C", "A", "W"])
            if numba.typeof(arrays[name]) != kind:
                raise TypeError(f"context field {name}: {numba.typeof(a)} instead of {kind}")
    return _pack(tuple(arrays[name] for name in FIELDS))
