"""Which parts touch the world, how hard, where, and whether they slide.

Touch is this tick's contact list. Forces exist only after `mj_step2`, so a script reads
last tick's; they are kept in the State, so that a restored run reads the same.
"""

from __future__ import annotations

import math

from footfall.control.columns import (
    CONTACT_EXCLUDE,
    CONTACT_FRAME,
    CONTACT_GEOM,
    CONTACT_POS,
    CONTACT_STRIDE_4,
    CONTACT_STRIDE_8,
    PRESSURE_AT,
    PRESSURE_FORCE,
    SLIP_LOAD,
    SLIP_X,
    SLIP_Y,
    TRACK_AIR_TIME,
    TRACK_SLIDE_MAX,
    TRACK_SLIDE_X,
    TRACK_SLIDE_Y,
    TRACK_STRIKES,
)
from footfall.control.compile import njit
from footfall.control.kinematics import point_velocity
from footfall.control.rows import clear, clear_rows

PLANTED = 20.0  # newtons of normal force above which a foot counts as planted
BOUNCE = 0.05  # seconds in the air that do not end a stance


@njit
def count(c):
    """How many contacts there are, of those that the borrowed memory holds."""
    return min(c.n_contacts[0], c.contact_ints.shape[0] // c.contacts_at[CONTACT_STRIDE_4])


@njit
def other_part(c, k):
    """(part, sign) of contact k when it joins this actor and the world, else (-1, 0).

    The sign tells which way the contact's normal pushes the part.
    """
    base = k * c.contacts_at[CONTACT_STRIDE_4]
    if c.contact_ints[base + c.contacts_at[CONTACT_EXCLUDE]] != 0:
        return -1, 0.0
    g1 = c.contact_ints[base + c.contacts_at[CONTACT_GEOM]]
    g2 = c.contact_ints[base + c.contacts_at[CONTACT_GEOM] + 1]
    if g1 < 0 or g2 < 0:
        return -1, 0.0
    p1, p2 = c.geom_part[g1], c.geom_part[g2]
    if p1 >= 0 and p2 >= 0:
        return -1, 0.0
    if p2 >= 0:
        return p2, 1.0
    return p1, -1.0


@njit
def find_touching(c):
    """Mark the parts that touch the ground or what stands on it. A toe's touch is its foot's too.

    A ball that hits the trunk, or another actor's hand, is no ground: it presses, but nobody has fallen.
    """
    clear(c.touching)
    for k in range(count(c)):
        part, _ = other_part(c, k)
        if part < 0 or not fixed(c, k):
            continue
        c.touching[part] += 1
        if c.part_foot[part] >= 0:
            c.touching[c.part_foot[part]] += 1


@njit
def fixed(c, k):
    """Whether one side of contact k belongs to the world that does not move."""
    at = k * c.contacts_at[CONTACT_STRIDE_4] + c.contacts_at[CONTACT_GEOM]
    return c.geom_part[c.contact_ints[at]] == -1 or c.geom_part[c.contact_ints[at + 1]] == -1


@njit
def gather_forces(c, contact_force, m, d):
    """After `mj_step2`: force and centre of pressure of each part, load of each foot.

    Args:
        c: The actor's Context.
        contact_force: MuJoCo's `mj_contactForce`.
        m: Address of the mjModel.
        d: Address of the mjData.
    """
    clear(c.contact_force)
    clear_rows(c.pressure)
    clear(c.foot_load)
    for k in range(count(c)):
        part, sign = other_part(c, k)
        if part < 0:
            continue
        contact_force(m, d, k, c.wrench.ctypes.data)
        add_contact(c, k, part, sign)
    for part in range(c.contact_force.shape[0]):
        if c.pressure[part, PRESSURE_FORCE] > 0.0:
            for i in range(3):
                c.pressure[part, PRESSURE_AT + i] /= c.pressure[part, PRESSURE_FORCE]


@njit
def add_contact(c, k, part, sign):
    """Add one contact's force to its part and, if it is a foot's, to the foot."""
    base = k * c.contacts_at[CONTACT_STRIDE_8]
    pos, frame = base + c.contacts_at[CONTACT_POS], base + c.contacts_at[CONTACT_FRAME]
    normal = c.wrench[0]
    for i in range(3):
        c.pressure[part, PRESSURE_AT + i] += normal * c.contact_floats[pos + i]
    c.pressure[part, PRESSURE_FORCE] += normal
    c.contact_force[part] += math.sqrt(c.wrench[0] ** 2 + c.wrench[1] ** 2 + c.wrench[2] ** 2)
    foot = c.part_leg[part]
    if foot < 0:
        return
    up = 0.0
    for i in range(3):  # third world component of the force in the contact's frame
        up += c.contact_floats[frame + 3 * i + 2] * c.wrench[i]
    c.foot_load[foot] += sign * up


@njit
def weigh_slip(c):
    """After `mj_step1`: how fast the points of each foot move that the last step loaded, weighted by load.

    A step moves the body on by its velocity at the end of the step, which is known after the next
    `mj_step1`: at a strike the foot is as fast at the beginning as it was in the air. The points of a part
    move together as its centre of pressure does.
    """
    clear_rows(c.foot_slip)
    for part in range(c.pressure.shape[0]):
        foot, normal = c.part_leg[part], c.pressure[part, PRESSURE_FORCE]
        if foot < 0 or normal <= 0.0:
            continue
        x, y = c.pressure[part, PRESSURE_AT], c.pressure[part, PRESSURE_AT + 1]
        vx, vy, _ = point_velocity(c, c.part_body[part], x, y, c.pressure[part, PRESSURE_AT + 2])
        c.foot_slip[foot, SLIP_X] += normal * vx
        c.foot_slip[foot, SLIP_Y] += normal * vy
        c.foot_slip[foot, SLIP_LOAD] += normal


@njit
def track_feet(c, dt):
    """How far each planted foot has slid since it was planted, and how often feet were planted.

    The slide is the path of the load-weighted contact point relative to the ground, so a foot
    that rolls from heel to toe does not slide.
    """
    for foot in range(2):
        track = c.foot_track[foot]
        load = c.foot_slip[foot, SLIP_LOAD]
        if load <= PLANTED:
            track[TRACK_AIR_TIME] += dt
            continue
        if track[TRACK_AIR_TIME] > BOUNCE:
            track[TRACK_SLIDE_X] = track[TRACK_SLIDE_Y] = 0.0
            track[TRACK_STRIKES] += 1.0
        track[TRACK_AIR_TIME] = 0.0
        track[TRACK_SLIDE_X] += dt * c.foot_slip[foot, SLIP_X] / load
        track[TRACK_SLIDE_Y] += dt * c.foot_slip[foot, SLIP_Y] / load
        slide = math.sqrt(track[TRACK_SLIDE_X] ** 2 + track[TRACK_SLIDE_Y] ** 2)
        track[TRACK_SLIDE_MAX] = max(track[TRACK_SLIDE_MAX], slide)
