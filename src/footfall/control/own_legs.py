"""A leg of a body that tracks a clip, from its own pelvis to its own foot.

Its targets are the clip's angles, and what it takes to bring the ankle from the clip's place to the body's
own: the difference of two closed forms (`steps.hinged`). What the retargeting has done to the angles stays.
"""

from __future__ import annotations

import math

from footfall.control.columns import SCALE_WEIGHT
from footfall.control.compile import njit
from footfall.control.kinematics import com_velocity, ground_height, heading
from footfall.control.rotation import wrap
from footfall.control.stepping import BORNE, CLOCK, OWN, ankle_path, foot_at, swinging
from footfall.control.steps.hinged import leg_angles, rotated, send_hinges, stiffen, turn_hinges

GLANCE = 1e-3  # s over which the path's speed is measured
FADES = 0.25  # s in which a leg goes over from its own place to the clip's
FEELS = 0.04  # s over which a foot's load is felt
LIGHT = 0.247  # of the weight: a foot with less feels for the ground
PRESS = 0.0044  # m below the ground at which it does
STIFF = 1.89  # how much stiffer the hip and the knee of a leg are that swings
FIRM = 2.19  # and of one that feels for the ground
DAMPS = 0.814  # and how much of their damping they keep while it swings


@njit
def own_share(c, s, leg, stands):
    """How much of a leg's place is the body's own: it goes over to the clip's while it is held up there."""
    row = c.scratch[s]
    if swinging(c, s) == leg:
        row[OWN + leg] = 1.0
    else:
        step = c.step[0] / FADES
        row[OWN + leg] = min(1.0, row[OWN + leg] + step) if stands else max(0.0, row[OWN + leg] - step)
    return row[OWN + leg]


@njit
def six(a, b, f):
    """(a - b) f of six angles."""
    return (
        wrap(a[0] - b[0]) * f,
        wrap(a[1] - b[1]) * f,
        wrap(a[2] - b[2]) * f,
        wrap(a[3] - b[3]) * f,
        wrap(a[4] - b[4]) * f,
        wrap(a[5] - b[5]) * f,
    )


@njit
def knee_facing(pelvis):
    """The way a knee points while its hip's yaw is 0, rad."""
    fx, fy, _ = rotated(pelvis, 1.0, 0.0, 0.0)
    return math.atan2(fy, fx)


@njit
def real_hip(c, leg):
    """The pelvis' orientation and a hip's place as they are now."""
    now, at = c.xquat[c.root_body[0]], c.xanchor[c.hip_jnt[leg]]
    return (now[0], now[1], now[2], now[3]), (at[0], at[1], at[2])


@njit
def leg_to_foot(c, act, s, leg, stands, was, pelvis, hip, height, near):
    """Move one leg's targets.

    Args:
        c: The actor's Context.
        act: The statement.
        s: Its number.
        leg: 0 left, 1 right.
        stands: Whether its foot should stand.
        was: Its six angles in the clip.
        pelvis: Orientation that the clip wants.
        hip: Where the clip, moved about the feet, has this hip, world.
        height: Of its ankle above the ground, m.
        near: By how much the leg's targets may differ from its closed form, rad.
    """
    own = own_share(c, s, leg, stands)
    if own == 0.0:
        return
    if swinging(c, s) == leg:
        t = c.scratch[s, CLOCK]
        path, soon = ankle_path(c, act, s, leg, t), ankle_path(c, act, s, leg, t + GLANCE)
        send_hinges(c, leg, was, was, 1.0, near)
        lead_ankle(c, s, leg, path, soon, was, 1.0)
        return
    row = c.scratch[s]
    row[BORNE + leg] += min(1.0, c.step[0] / FEELS) * (c.foot_load[leg] - row[BORNE + leg])
    light = 1.0 - min(1.0, row[BORNE + leg] / (LIGHT * c.scale[SCALE_WEIGHT]))
    x, y = foot_at(c, s, leg)
    ground = ground_height(c, x, y) + height
    here = leg_angles(c, leg, pelvis, hip, (x, y, ground), knee_facing(pelvis))
    send_hinges(c, leg, was, here, own, near)
    if light > 0.0 and stands:  # it feels for the ground from where the pelvis really is
        lead_ankle(c, s, leg, (x, y, ground - PRESS), (x, y, ground - PRESS), here, light * own)


@njit
def lead_ankle(c, s, leg, now, soon, instead, share):
    """Move a leg's targets so that its ankle is somewhere, whatever the pelvis does.

    Args:
        c: The actor's Context.
        s: The statement's number.
        leg: 0 left, 1 right.
        now: Where the ankle should be, world, m.
        soon: And `GLANCE` later.
        instead: The six angles that are the leg's targets until here.
        share: Of the way there.
    """
    pelvis, at = real_hip(c, leg)
    vx, vy, vz = com_velocity(c)  # the hip's, nearly
    then = (at[0] + GLANCE * vx, at[1] + GLANCE * vy, at[2] + GLANCE * vz)
    here = leg_angles(c, leg, pelvis, at, now, heading(c))
    next_ = leg_angles(c, leg, pelvis, then, soon, heading(c))
    swings = swinging(c, s) == leg
    stiffen(c, leg, 1.0 + ((STIFF if swings else FIRM) - 1.0) * share, DAMPS if swings else 1.0)
    turn_hinges(c, leg, six(here, instead, share), six(next_, here, share / GLANCE))
