"""The opcode switch: one compiled call per statement.

Written by `make gen` from the table of statements; do not edit.
"""

from __future__ import annotations

from footfall.control.close import vpd_close
from footfall.control.compile import njit
from footfall.control.drive import drive
from footfall.control.grasp import grasp
from footfall.control.host import load, save, toggle
from footfall.control.ik import ik
from footfall.control.learn import learn
from footfall.control.opcodes import (
    OP_DRIVE,
    OP_EF,
    OP_GC,
    OP_GRASP,
    OP_HOLD,
    OP_IK,
    OP_LEARN,
    OP_LOAD,
    OP_MATCH,
    OP_POSE,
    OP_POSEFB,
    OP_SAVE,
    OP_STEP,
    OP_TOGGLE,
    OP_VF,
    OP_VFFB,
    OP_VFSFB,
    OP_VPD,
    OP_VPD_CLOSE,
    OP_VPD_RAW,
)
from footfall.control.pose import hold, match, pose, posefb
from footfall.control.step import step
from footfall.control.virtual import ef, gc, vf, vffb, vfsfb
from footfall.control.vpd import vpd, vpd_raw


@njit
def dispatch(c, side, s):
    """Run one linked statement of an actor."""
    op = c.acts[side, s, 0]
    if op == OP_POSE:
        pose(c, side, s)
    elif op == OP_VPD:
        vpd(c, side, s)
    elif op == OP_VPD_CLOSE:
        vpd_close(c, side, s)
    elif op == OP_MATCH:
        match(c, side, s)
    elif op == OP_HOLD:
        hold(c, side, s)
    elif op == OP_POSEFB:
        posefb(c, side, s)
    elif op == OP_VF:
        vf(c, side, s)
    elif op == OP_VFFB:
        vffb(c, side, s)
    elif op == OP_VFSFB:
        vfsfb(c, side, s)
    elif op == OP_IK:
        ik(c, side, s)
    elif op == OP_GC:
        gc(c, side, s)
    elif op == OP_EF:
        ef(c, side, s)
    elif op == OP_STEP:
        step(c, side, s)
    elif op == OP_DRIVE:
        drive(c, side, s)
    elif op == OP_GRASP:
        grasp(c, side, s)
    elif op == OP_SAVE:
        save(c, side, s)
    elif op == OP_LOAD:
        load(c, side, s)
    elif op == OP_TOGGLE:
        toggle(c, side, s)
    elif op == OP_LEARN:
        learn(c, side, s)
    elif op == OP_VPD_RAW:
        vpd_raw(c, side, s)
