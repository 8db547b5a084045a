"""Numbers of the primitives, and the columns of a linked statement.

Written by `make gen` from the table of statements; do not edit.
"""

from __future__ import annotations


OP_POSE = 0
OP_VPD = 1
OP_VPD_CLOSE = 2

POSE_ANGLE = 4
POSE_KP = 5
POSE_KD = 6
POSE_ROLL_ANGLE = 7
POSE_YAW_ANGLE = 8
POSE_JOINT = 20

VPD_ANGLE = 4
VPD_KP = 5
VPD_KD = 6
VPD_ROLL_ANGLE = 7
VPD_YAW_ANGLE = 8
VPD_FEEDBACK_CD = 9
VPD_FEEDBACK_CV = 10
VPD_LATERAL_CD = 11
VPD_LATERAL_CV = 12
VPD_LIMITS_LOW = 13
VPD_LIMITS_HIGH = 14
VPD_PART = 20
VPD_BY_JOINT = 21
VPD_CLOSE_JOINT = 22
VPD_CLOSE_SHARED = 23
