"""The root's torque sum: the stance hip gives what the pelvis servo asks for.

No external torque ever holds the body up: what the pelvis needs, and what the other joints
on it take away, is closed by the stance hip.
"""

from __future__ import annotations

from footfall.control.columns import (
    CLOSING_ASKED,
    CLOSING_FADING,
    CLOSING_GRIP,
    CLOSING_JOINT,
    CLOSING_PART,
    CLOSING_SHARED,
    CLOSING_SPIN,
    CLOSING_TORQUE,
    LEG_BACK,
    LEG_FRONT,
    LEG_HALF_WIDTH,
    ROOT_GAIN_KD,
    ROOT_GAIN_KP,
    ROOT_GAIN_YAW_KD,
    ROOT_GAIN_YAW_KP,
    SCALE_MASS,
    SERVO_ON,
)
from footfall.control.compile import njit
from footfall.control.opcodes import (
    VPD_CLOSE_JOINT,
    VPD_CLOSE_LOAD,
    VPD_CLOSE_SHARED,
    VPD_GRIP_SHARE,
    VPD_GRIP_SPIN,
    VPD_KD,
    VPD_KP,
    VPD_PART,
    VPD_YAW_KP,
)
from footfall.control.scale import gravity, natural_time
from footfall.control.servos.pose import scaled
from footfall.control.servos.vpd import world_servo

ALONE, BY_LOAD, GROUNDED = 0.0, 1.0, 2.0  # of `closing[SHARED]`: nothing, or the words of `.close`
LOADED = 20.0  # newtons on both feet together below which the body counts as flying


@njit
def root_gains(c, act):
    """Stiffness and damping of roll and pitch, and of yaw: the body's, or those of a statement.

    A statement's own stiffness may be 0, and nothing is divided by it then.
    """
    kp, kd, yaw_kp, yaw_kd = (
        c.root_gain[ROOT_GAIN_KP],
        c.root_gain[ROOT_GAIN_KD],
        c.root_gain[ROOT_GAIN_YAW_KP],
        c.root_gain[ROOT_GAIN_YAW_KD],
    )
    if act[VPD_KP] >= 0:
        scale = scaled(max(0.0, c.reg[act[VPD_KP]]), kp)
        kp, kd, yaw_kp, yaw_kd = kp * scale, kd * scale, yaw_kp * scale, yaw_kd * scale
    if act[VPD_KD] >= 0:
        own = max(0.0, c.reg[act[VPD_KD]])
        yaw_kd = (
            yaw_kd * (own / kd)
            if kd > 0.0
            else c.root_gain[ROOT_GAIN_YAW_KD] * (own / c.root_gain[ROOT_GAIN_KD])
        )
        kd = own
    if act[VPD_YAW_KP] >= 0:
        own = max(0.0, c.reg[act[VPD_YAW_KP]])
        scale = own / yaw_kp if yaw_kp > 0.0 else 1.0
        yaw_kp = yaw_kp * scale if yaw_kp > 0.0 else own
        yaw_kd = yaw_kd * scale
    return kp, kd, yaw_kp, yaw_kd


@njit
def vpd_close(c, side, s):
    """Ask for a torque on the root part; `close_root` finds the hip torques that give it."""
    act = c.acts[side, s]
    kp, kd, yaw_kp, yaw_kd = root_gains(c, act)
    tx, ty, tz = world_servo(c, act, act[VPD_PART], (yaw_kp, kp, kp), (yaw_kd, kd, kd))
    joint = act[VPD_CLOSE_JOINT]
    c.closing[CLOSING_ASKED] = 1.0
    c.closing[CLOSING_JOINT] = joint
    c.closing[CLOSING_PART] = act[VPD_PART]
    c.closing[CLOSING_SHARED] = act[VPD_CLOSE_SHARED] + 1.0
    c.closing[CLOSING_FADING] = c.reg[act[VPD_CLOSE_LOAD]]
    c.closing[CLOSING_GRIP] = c.reg[act[VPD_GRIP_SHARE]]
    c.closing[CLOSING_SPIN] = c.reg[act[VPD_GRIP_SPIN]]
    c.closing[CLOSING_TORQUE], c.closing[CLOSING_TORQUE + 1], c.closing[CLOSING_TORQUE + 2] = tx, ty, tz
    release(c, joint)


@njit
def release(c, joint):
    """Switch a joint's own servo off."""
    for axis in range(3):
        dof = c.joint_dof[joint, axis]
        if dof >= 0:
            c.servo[dof, SERVO_ON] = 0.0


@njit
def joint_torque_vector(c, joint, torques):
    """World torque that a joint puts on its child with these torques (nv).

    Three hinges: the vector T with axis_i . T = tau_i, by the dual basis. Fewer: each along its axis.
    """
    d0, d1, d2 = c.joint_dof[joint, 0], c.joint_dof[joint, 1], c.joint_dof[joint, 2]
    if d0 < 0 or d1 < 0 or d2 < 0:
        x = y = z = 0.0
        for axis in range(3):
            dof = c.joint_dof[joint, axis]
            if dof >= 0:
                jnt, one = c.dof_jnt[dof], torques[dof]
                x, y, z = x + one * c.xaxis[jnt, 0], y + one * c.xaxis[jnt, 1], z + one * c.xaxis[jnt, 2]
        return x, y, z
    a, b, e = c.xaxis[c.dof_jnt[d0]], c.xaxis[c.dof_jnt[d1]], c.xaxis[c.dof_jnt[d2]]
    p, q, r = torques[d0], torques[d1], torques[d2]
    # dual vectors: b x e, e x a, a x b over the triple product
    bex, bey, bez = b[1] * e[2] - b[2] * e[1], b[2] * e[0] - b[0] * e[2], b[0] * e[1] - b[1] * e[0]
    eax, eay, eaz = e[1] * a[2] - e[2] * a[1], e[2] * a[0] - e[0] * a[2], e[0] * a[1] - e[1] * a[0]
    abx, aby, abz = a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    det = a[0] * bex + a[1] * bey + a[2] * bez
    if abs(det) < 1e-3:  # gimbal lock: no telling, count what lies along the axes
        det = 1e-3 if det >= 0.0 else -1e-3
    return (
        (p * bex + q * eax + r * abx) / det,
        (p * bey + q * eay + r * aby) / det,
        (p * bez + q * eaz + r * abz) / det,
    )


@njit
def stance_share(c, stance):
    """The stance foot's share of the load on both feet, 1 in flight (forces are one tick old)."""
    on_stance = max(0.0, c.foot_load[stance])
    total = on_stance + max(0.0, c.foot_load[1 - stance])
    return on_stance / total if total > LOADED else 1.0


@njit
def add_joint_torque(c, joint, x, y, z):
    """Add a world torque on a joint's child to the joint's hinges."""
    for axis in range(3):
        dof = c.joint_dof[joint, axis]
        if dof >= 0:
            jnt = c.dof_jnt[dof]
            c.tau[dof] += c.xaxis[jnt, 0] * x + c.xaxis[jnt, 1] * y + c.xaxis[jnt, 2] * z


@njit
def gripped(c, leg, turn):
    """A turn about the vertical that the foot below can answer; more would only spin the leg.

    A foot that stands on a corner answers less yet: the leg's spin is damped by the square of its
    rate, which leaves a turn of the body over its foot alone.
    """
    if c.closing[CLOSING_GRIP] < 0.0:
        return turn
    sole = c.legs[leg, LEG_FRONT] + c.legs[leg, LEG_BACK] + 2.0 * c.legs[leg, LEG_HALF_WIDTH]
    most = c.closing[CLOSING_GRIP] * max(0.0, c.foot_load[leg]) * sole
    joint = c.hip_joint[leg]
    if joint < 0 or c.joint_dof[joint, 0] < 0:  # there is nothing that could spin
        return min(most, max(-most, turn))
    rate = c.cvel[c.joint_child[joint], 2] - c.cvel[c.root_body[0], 2]
    kd = c.closing[CLOSING_SPIN] * c.joint_gain[joint, 3] * abs(rate) * natural_time(c)
    c.damp[c.joint_dof[joint, 0]] += 2.0 * kd  # treated implicitly: it only steadies
    return min(most, max(-most, turn)) - kd * rate


@njit
def close_root(c):
    """Eq. (2) SIMBICON: tau_A = -tau_root - sum over every other joint on the root.

    When the asked part is further up the spine, the joints up to it are inside what is turned and
    do not count.
    """
    if c.closing[CLOSING_ASKED] == 0.0:
        return
    joint = int(c.closing[CLOSING_JOINT])
    part = int(c.closing[CLOSING_PART])
    stance = c.joint_side[joint]
    other = c.hip_joint[1 - stance]
    if c.closing[CLOSING_SHARED] == GROUNDED and c.foot_load[0] + c.foot_load[1] <= LOADED:
        return  # nothing to push against: the torque would only throw the leg about
    x, y, z = -c.closing[CLOSING_TORQUE], -c.closing[CLOSING_TORQUE + 1], -c.closing[CLOSING_TORQUE + 2]
    for k in range(c.root_joints.shape[0]):
        if c.root_joints[k] != joint and c.joint_moves[c.root_joints[k], part] == 0:
            tx, ty, tz = joint_torque_vector(c, c.root_joints[k], c.clipped)
            x, y, z = x - tx, y - ty, z - tz
    # a foot that hardly stands cannot answer: its leg would be thrown about instead
    fading = c.closing[CLOSING_FADING] * c.scale[SCALE_MASS] * gravity(c)
    if fading > 0.0:
        firm = min(1.0, max(0.0, c.foot_load[0] + c.foot_load[1]) / fading)
        x, y, z = firm * x, firm * y, firm * z
    share = stance_share(c, stance) if c.closing[CLOSING_SHARED] != ALONE and other >= 0 else 1.0
    add_joint_torque(c, joint, share * x, share * y, gripped(c, stance, share * z))
    if share < 1.0:
        rest = 1.0 - share
        add_joint_torque(c, other, rest * x, rest * y, gripped(c, 1 - stance, rest * z))
