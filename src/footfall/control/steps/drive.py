"""DRIVE: the standing legs push the centre of mass towards a speed, and sideways to its place."""

from __future__ import annotations

from footfall.control.columns import (
    GAIT_BEHIND,
    GAIT_PLANNED,
    LEG_ANKLE_HEIGHT,
    LEG_BACK,
    LEG_FRONT,
    LEG_HALF_WIDTH,
    LIMB_ANKLE,
    LIMB_HIP,
    LIMB_KNEE,
    SCALE_LEG,
    SCALE_MASS,
)
from footfall.control.compile import njit
from footfall.control.kinematics import com_velocity, ground_height, heading, to_heading
from footfall.control.opcodes import (
    DRIVE_APART_GAP,
    DRIVE_BEAR_KNEE,
    DRIVE_BEAR_PITCH,
    DRIVE_BEAR_ROLL,
    DRIVE_CAPTURE_GAIN,
    DRIVE_GAINS_CV,
    DRIVE_GAINS_SIDE_CD,
    DRIVE_GAINS_SIDE_CV,
    DRIVE_LOAD_FIRM,
    DRIVE_LOAD_FLYING,
    DRIVE_LOWEST_HEIGHT,
    DRIVE_MOST_FORWARD,
    DRIVE_MOST_SIDE,
    DRIVE_OVER_PLACE,
    DRIVE_PART,
    DRIVE_SIDE,
    DRIVE_SOLE_LENGTH,
    DRIVE_SOLE_WIDTH,
    DRIVE_SPEED,
    DRIVE_WIDTH_DISTANCE,
)
from footfall.control.place import place_point
from footfall.control.scale import gravity, natural_time
from footfall.control.servos.pose import PITCH
from footfall.control.servos.virtual import to_world
from footfall.control.steps.pendulum import sole_middle
from footfall.control.steps.step import clearance


@njit
def wanted_force(c, act, leg):
    """The virtual force on the centre of mass, forwards and to the left, N. Velocity tuning of GENBICON."""
    vx, vy, _ = com_velocity(c)
    v, v_left = to_heading(heading(c), vx, vy)
    unit = c.scale[SCALE_LEG] / natural_time(c)
    weight = c.scale[SCALE_MASS] * gravity(c)
    forward = c.reg[act[DRIVE_GAINS_CV]] * (c.reg[act[DRIVE_SPEED]] - v) / unit
    left = c.reg[act[DRIVE_GAINS_SIDE_CV]] * (c.reg[act[DRIVE_SIDE]] - v_left) / unit
    stiffness = c.reg[act[DRIVE_GAINS_SIDE_CD]] / c.scale[SCALE_LEG]
    if act[DRIVE_OVER_PLACE] >= 0:
        ox, oy, _ = place_point(c, act[DRIVE_OVER_PLACE])
        d, d_left = to_heading(heading(c), c.com[0] - ox, c.com[1] - oy)
        forward -= stiffness * d
    else:
        ox, oy = sole_middle(c, leg)
        _, d_left = to_heading(heading(c), c.com[0] - ox, c.com[1] - oy)
        inwards = 0.5 * max(clearance(c, c.reg[act[DRIVE_APART_GAP]]), c.reg[act[DRIVE_WIDTH_DISTANCE]])
        d_left += inwards if leg == 0 else -inwards
    left -= stiffness * d_left
    if c.gait[GAIT_PLANNED] > 0.0:
        forward = c.reg[act[DRIVE_CAPTURE_GAIN]] * c.gait[GAIT_BEHIND] / c.scale[SCALE_LEG]
    most = c.reg[act[DRIVE_MOST_FORWARD]]
    most_side = 0.0 if c.planar[0] else c.reg[act[DRIVE_MOST_SIDE]]
    forward, left = min(most, max(-most, forward)), min(most_side, max(-most_side, left))
    return weight * forward, weight * left


@njit
def drive(c, side, s):
    """Share the force between the feet that carry, by their load, and push through each leg."""
    act = c.acts[side, s]
    leg = c.part_leg[act[DRIVE_PART]]
    forward, left = wanted_force(c, act, leg)
    fx, fy = to_world(c, forward, left)
    total = max(0.0, c.foot_load[0]) + max(0.0, c.foot_load[1])
    weight = c.scale[SCALE_MASS] * gravity(c)
    if total < c.reg[act[DRIVE_LOAD_FLYING]] * weight:
        return
    firm = c.reg[act[DRIVE_LOAD_FIRM]] * weight
    for k in range(2):
        share = max(0.0, c.foot_load[k]) / max(total, firm)
        if share > 0.0:
            push_off(c, act, k, share * fx, share * fy)
            if act[DRIVE_BEAR_ROLL] >= 0:
                load = share * weight
                pitch = load * c.reg[act[DRIVE_BEAR_PITCH]]
                load_joint(c, act, k, LIMB_HIP, load * c.reg[act[DRIVE_BEAR_ROLL]], pitch)
                load_joint(c, act, k, LIMB_KNEE, 0.0, load * c.reg[act[DRIVE_BEAR_KNEE]])


@njit
def load_joint(c, act, leg, k, load_roll, load_pitch):
    """Give a joint the moment of the ground's force, which points from the sole to the centre of mass.

    Args:
        c: The actor's Context.
        act: The linked DRIVE.
        leg: 0 left, 1 right.
        k: HIP or KNEE.
        load_roll: The weight that counts about the forward axis, N.
        load_pitch: And about the left one, N.
    """
    x, y = sole_middle(c, leg)
    joint = c.leg_joints[leg, k]
    jnt = c.dof_jnt[c.joint_main[joint]]
    high = max(c.reg[act[DRIVE_LOWEST_HEIGHT]] * c.scale[SCALE_LEG], c.com[2] - ground_height(c, x, y))
    rise = (c.com[2] - c.xanchor[jnt, 2]) / high
    # r x F with F = (com - sole) / height
    to_left = c.com[1] - c.xanchor[jnt, 1] - rise * (c.com[1] - y)
    ahead = c.com[0] - c.xanchor[jnt, 0] - rise * (c.com[0] - x)
    ahead, to_left = to_heading(heading(c), ahead, to_left)
    mx, my = to_world(c, load_roll * to_left, -load_pitch * ahead)
    for axis in range(3):
        dof = c.joint_dof[joint, axis]
        if dof >= 0:
            hinge = c.dof_jnt[dof]
            c.tau[dof] -= c.xaxis[hinge, 0] * mx + c.xaxis[hinge, 1] * my


@njit
def push_off(c, act, leg, fx, fy):
    """Eq. (8) GENBICON for one leg: tau = J^T F, from its foot up to the pelvis.

    The body above each joint is turned by r x F, so the joint's child, below, by the reverse. The
    ankle gives no more than keeps the foot flat: the pressure stays inside the sole.
    """
    for k in range(LIMB_HIP, LIMB_ANKLE + 1):
        joint = c.leg_joints[leg, k]
        if joint < 0:  # a foot without an ankle
            continue
        for axis in range(3):
            dof = c.joint_dof[joint, axis]
            if dof < 0:
                continue
            jnt = c.dof_jnt[dof]
            rx, ry, rz = (
                c.com[0] - c.xanchor[jnt, 0],
                c.com[1] - c.xanchor[jnt, 1],
                c.com[2] - c.xanchor[jnt, 2],
            )
            mx, my, mz = -rz * fy, rz * fx, rx * fy - ry * fx
            torque = -(c.xaxis[jnt, 0] * mx + c.xaxis[jnt, 1] * my + c.xaxis[jnt, 2] * mz)
            if k == LIMB_ANKLE:
                torque = within_sole(c, act, leg, axis, torque) + held(c, act, leg, jnt)
            c.tau[dof] += torque


@njit
def held(c, act, leg, jnt):
    """The ankle's torque that a foot needs to stand still while the ground's force goes by its ankle.

    That force points from the sole's middle to the centre of mass; the higher the ankle, the farther
    off it passes.
    """
    x, y = sole_middle(c, leg)
    low = c.legs[leg, LEG_ANKLE_HEIGHT]
    high = max(c.reg[act[DRIVE_LOWEST_HEIGHT]] * c.scale[SCALE_LEG], c.com[2] - c.xanchor[jnt, 2] + low)
    load = max(0.0, c.foot_load[leg])
    fx, fy = load * (c.com[0] - x) / high, load * (c.com[1] - y) / high
    # r x F with r = (0, 0, -low), turned round: what the ankle gives against the ground
    mx, my = low * fy, -low * fx
    return -(c.xaxis[jnt, 0] * mx + c.xaxis[jnt, 1] * my)


@njit
def within_sole(c, act, leg, axis, torque):
    """An ankle's torque, bounded by what its load can answer inside the sole."""
    load = max(0.0, c.foot_load[leg])
    if axis == PITCH:
        most = c.reg[act[DRIVE_SOLE_LENGTH]] * load
        return min(most * c.legs[leg, LEG_FRONT], max(-most * c.legs[leg, LEG_BACK], torque))
    most = c.reg[act[DRIVE_SOLE_WIDTH]] * load * c.legs[leg, LEG_HALF_WIDTH]
    return min(most, max(-most, torque))
