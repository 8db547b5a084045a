"""What a script can sense. Kinds and attributes are numbers here; `engine/link/link.py` knows their names."""

from __future__ import annotations

import math

from footfall.control.columns import (
    GAIT_CLIMB,
    PHASE_LASTS,
    SCALE_COLUMNS,
    SCALE_LEG,
    SENSE_ATTR,
    SENSE_INDEX,
    SENSE_KIND,
    SIGN_ROLL,
    SIGN_YAW,
    TURNED_LAPS,
    TURNED_SIGN,
    TURNED_START,
)
from footfall.control.compile import njit
from footfall.control.grasp import sense_thing
from footfall.control.kinematics import (
    angular_momentum,
    com_velocity,
    ground_height,
    heading,
    point_velocity,
    to_heading,
)
from footfall.control.place import HAND_PLACES, hand_point, place_point
from footfall.control.rotation import cos_sin, pitch_of, roll_of, wrap, yaw_of
from footfall.control.scale import gravity, natural_time

KINDS = (
    "time",
    "phi",
    "complete",
    "com",
    "part",
    "joint",
    "contact",
    "force",
    "returns",
    "motion",
    "key",
    "near",
    "body",
    "thing",
    "swSide",
    "climb",
    "gravity",
    "turned",
    "clip",
)
PLACE_ATTRS = (
    "height", "x", "y", "pitch", "roll", "yaw", "speed", "side", "rise", "pitchrate",
    "drift", "ahead", "aside", "pitchspin", "rollspin", "yawspin",
)  # fmt: skip
TIME, PHI, COMPLETE, COM, PART, JOINT, CONTACT, FORCE, RETURNS, MOTION, KEY, NEAR, BODY = range(13)
THING, SW_SIDE, CLIMB, GRAVITY, TURNED, CLIP = 13, 14, 15, 16, 17, 18
CLIP_ATTRS = ("time", "phi", "stance")  # columns of `clip_now`
HEIGHT, X, Y, PITCH, ROLL, YAW, SPEED, SIDE, RISE, PITCHRATE, DRIFT, AHEAD, ASIDE = range(13)
PITCHSPIN, ROLLSPIN, YAWSPIN = 13, 14, 15
THING_ATTRS = (
    "height", "x", "y", "speed", "side", "rise", "yaw", "distance", "bearing", "deep", "wide", "tall", "held",
)  # fmt: skip
# columns of `scale`, then what the world's gravity makes of them
BODY_ATTRS = (
    "mass", "weight", "leg", "knee", "stance", "arms", "elbows", "feet", "tilt", "out", "back",
    "sole", "gyration", "time", "speed",
)  # fmt: skip
BODY_TIME, BODY_SPEED = SCALE_COLUMNS, SCALE_COLUMNS + 1
JOINT_RATE = 3  # joint attributes: 0 yaw, 1 roll, 2 pitch (as columns of joint_dof), 3 pitch rate


@njit
def moving_point(c, side, attr, x, y, z, vx, vy, vz):
    """Height, place or velocity of a point, in the words scripts use."""
    if attr == HEIGHT:
        return z - ground_height(c, x, y)
    if attr == X:
        return x
    if attr == Y:
        return y
    if attr == RISE:
        return vz
    to_swing = -1.0 if side == 0 else 1.0  # the left leg stands: the right one swings
    if attr == AHEAD or attr == ASIDE:
        px, py, _ = place_point(c, c.ankle_place[side])
        forward, left = to_heading(heading(c), x - px, y - py)
        return forward if attr == AHEAD else to_swing * left
    forward, left = to_heading(heading(c), vx, vy)
    if attr == DRIFT:
        return to_swing * left
    return forward if attr == SPEED else left


@njit
def sense_com(c, side, attr):
    """An attribute of the centre of mass."""
    x, y, z = c.com[0], c.com[1], c.com[2]
    if attr == HEIGHT or attr == X or attr == Y or attr == AHEAD or attr == ASIDE:
        return moving_point(c, side, attr, x, y, z, 0.0, 0.0, 0.0)
    if attr >= PITCHSPIN:
        lx, ly, lz = angular_momentum(c)
        if attr == YAWSPIN:
            return lz
        cos, sin = cos_sin(heading(c))
        return cos * ly - sin * lx if attr == PITCHSPIN else cos * lx + sin * ly
    vx, vy, vz = com_velocity(c)
    return moving_point(c, side, attr, x, y, z, vx, vy, vz)


@njit
def sense_part(c, side, part, attr, hand):
    """An attribute of a part: its centre, or where its `hand` grips; or its angles in the heading frame."""
    body = c.part_body[part]
    mat = c.xmat[body]
    if attr == PITCH:
        return pitch_of(mat)
    if attr == ROLL:
        return c.part_sign[part, SIGN_ROLL] * roll_of(mat)
    if attr == YAW:
        turn = yaw_of(mat)
        return c.part_sign[part, SIGN_YAW] * wrap(turn - heading(c)) if c.part_side[part] >= 0 else turn
    if attr == PITCHRATE:
        cos, sin = cos_sin(heading(c))
        return cos * c.cvel[body, 1] - sin * c.cvel[body, 0]
    x, y, z = c.xipos[body, 0], c.xipos[body, 1], c.xipos[body, 2]
    if hand >= 0:
        x, y, z = hand_point(c, hand)
    vx, vy, vz = point_velocity(c, body, x, y, z)
    return moving_point(c, side, attr, x, y, z, vx, vy, vz)


@njit
def motion(c):
    """How much the body moves: the larger of its centre's speed (m/s) and its fastest joint (rad/s)."""
    vx, vy, vz = com_velocity(c)
    most = math.sqrt(vx * vx + vy * vy + vz * vz)
    for k in range(c.dofs.shape[0]):
        most = max(most, abs(c.qvel[c.dofs[k]]))
    return most


@njit
def count_turn(c):
    """Count the laps of the trunk's pitch: one whenever it passes half a turn (no tick turns it that far)."""
    mat = c.xmat[c.trunk_body[0]]
    above = 1.0 if mat[6] < 0.0 else -1.0  # the sign of the pitch
    if c.turned[TURNED_SIGN] == 0.0:
        c.turned[TURNED_START] = pitch_of(mat)
    elif above != c.turned[TURNED_SIGN] and mat[8] < 0.0:
        c.turned[TURNED_LAPS] -= above
    c.turned[TURNED_SIGN] = above


@njit
def turned(c):
    """How far the trunk has pitched since the run began, radians; several turns are several times 2 pi."""
    pitch = pitch_of(c.xmat[c.trunk_body[0]])
    return 2.0 * math.pi * c.turned[TURNED_LAPS] + pitch - c.turned[TURNED_START]


@njit
def nearness(c, geom):
    """Smallest distance along x from a part's centre to an entity; far away when there is none."""
    least = 1e9
    if geom >= 0:
        for k in range(c.bodies.shape[0]):
            least = min(least, abs(c.xipos[c.bodies[k], 0] - c.geom_xpos[geom, 0]))
    return least


@njit
def phase_share(c, frame):
    """phi: how much of a phase has passed; of what it calls where it has no length itself."""
    lasts = c.phases[c.frame_phase[frame], PHASE_LASTS]
    if lasts >= 0:
        length = c.reg[lasts]
        return min(1.0, c.clock[frame] / length) if length > 0.0 else 0.0
    for k in range(frame + 1, c.depth[0] + 1):
        if c.lasting[k] > 0.0:
            return min(1.0, c.clock[k] / c.lasting[k])
    return 0.0


@njit
def sense(c, side, row, frame):
    """The value of a sense row.

    Args:
        c: The actor's Context.
        side: 0 when the left leg is stance, 1 when the right one is.
        row: Row of `senses`.
        frame: The frame of the call stack that asks (its clock, its callee).
    """
    kind, index, attr = (
        c.senses[side, row, SENSE_KIND],
        c.senses[side, row, SENSE_INDEX],
        c.senses[side, row, SENSE_ATTR],
    )
    if kind == TIME:
        return c.clock[frame]
    if kind == PHI:
        return phase_share(c, frame)
    if kind == COMPLETE:
        return 1.0 if c.returned[frame] > 0 else 0.0
    if kind == RETURNS:
        return float(c.returns[frame])
    if kind == SW_SIDE:  # of what runs innermost: a caller's own sides do not swap
        return 1.0 if c.frame_side[c.depth[0]] == 1 else -1.0
    if kind == CLIMB:
        return c.gait[GAIT_CLIMB]
    if kind == GRAVITY:
        return gravity(c)
    if kind == CLIP:
        return c.clip_now[attr]
    if kind == TURNED:
        return turned(c)
    if kind == MOTION:
        return motion(c)
    if kind == KEY:
        return float(c.keys[index])
    if kind == NEAR:
        return nearness(c, index)
    if kind == THING:
        return sense_thing(c, index, attr)
    if kind == COM:
        return sense_com(c, side, attr)
    if kind == BODY:
        if attr == BODY_TIME:
            return natural_time(c)
        return math.sqrt(gravity(c) * c.scale[SCALE_LEG]) if attr == BODY_SPEED else c.scale[attr]
    if index < 0:  # the body lacks that part
        return 0.0
    if kind == PART:
        if index >= HAND_PLACES:
            hand = index - HAND_PLACES
            return sense_part(c, side, c.hand_part[hand], attr, hand)
        return sense_part(c, side, index, attr, -1)
    if kind == JOINT:
        dof = c.joint_dof[index, 2 if attr == JOINT_RATE else attr]
        if dof < 0:
            return 0.0
        return c.qvel[dof] if attr == JOINT_RATE else c.qpos[c.dof_qpos[dof]]
    if kind == CONTACT:
        return 1.0 if c.touching[index] > 0 else 0.0
    return c.contact_force[index]
