"""The opcode switch: one compiled call per statement.

Written by `make gen` from the table of statements; do not edit.
"""

from __future__ import annotations


from footfall.control.close import vpd_close
from footfall.control.compile import njit
from footfall.control.opcodes import OP_POSE, OP_VPD, OP_VPD_CLOSE
from footfall.control.pose import pose
from footfall.control.vpd import vpd


@njit
def dispatch(c, side, s):  # type: ignore[no-untyped-def]
    """Run one linked statement of an actor."""
    op = c.acts[side, s, 0]
    if op == OP_POSE:
        pose(c, side, s)
    elif op == OP_VPD:
        vpd(c, side, s)
    elif op == OP_VPD_CLOSE:
        vpd_close(c, side, s)
