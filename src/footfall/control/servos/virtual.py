"""Virtual forces: VF, VFFB, VFSFB and GC turn a force on a part into torques of a chain of joints."""

from __future__ import annotations

from footfall.control.columns import ACT_ROW
from footfall.control.compile import njit
from footfall.control.kinematics import com_velocity, heading, to_heading
from footfall.control.opcodes import (
    EF_FORWARD,
    EF_LEFT,
    EF_PART,
    EF_UP,
    VF_FORWARD,
    VF_LEFT,
    VF_ON_PART,
    VF_UP,
    VFFB_CD,
    VFFB_CV,
    VFFB_OVER_PLACE,
    VFSFB_CV,
    VFSFB_SPEED_SIDE,
    VFSFB_SPEED_SPEED,
)
from footfall.control.place import OF_COM, SUPPORT, ahead, hand_point, place_point
from footfall.control.rotation import cos_sin


@njit
def to_world(c, forward, left):
    """A heading-frame (forward, left) as world (x, y)."""
    cos, sin = cos_sin(heading(c))
    return cos * forward - sin * left, sin * forward + cos * left


@njit
def add_virtual_force(c, path, px, py, pz, fx, fy, fz):
    """Add J^T F for a force (fx, fy, fz) at the point (px, py, pz), along a chain of joints.

    Eq. (3) of the controller language: tau_i = axis_i . (r x F) for a joint with the point on its
    child's side, the reverse for one with the point on its parent's.
    """
    for k in range(c.path_start[path], c.path_start[path + 1]):
        joint, sign = c.path_joint[k], float(c.path_sign[k])
        for axis in range(3):
            dof = c.joint_dof[joint, axis]
            if dof < 0:
                continue
            jnt = c.dof_jnt[dof]
            rx, ry, rz = px - c.xanchor[jnt, 0], py - c.xanchor[jnt, 1], pz - c.xanchor[jnt, 2]
            mx, my, mz = ry * fz - rz * fy, rz * fx - rx * fz, rx * fy - ry * fx
            c.tau[dof] += sign * (c.xaxis[jnt, 0] * mx + c.xaxis[jnt, 1] * my + c.xaxis[jnt, 2] * mz)


@njit
def vf(c, side, s):
    """Virtual force on a part's centre, or on the centre of mass."""
    act = c.acts[side, s]
    px, py, pz = place_point(c, act[VF_ON_PART])
    fx, fy = to_world(c, c.reg[act[VF_FORWARD]], c.reg[act[VF_LEFT]])
    add_virtual_force(c, act[ACT_ROW], px, py, pz, fx, fy, c.reg[act[VF_UP]])


@njit
def vffb(c, side, s):
    """Eq. (4) of the controller language: F = -(cd d + cv v) on the centre of mass."""
    act = c.acts[side, s]
    place = act[VFFB_OVER_PLACE] if act[VFFB_OVER_PLACE] >= 0 else SUPPORT
    d, v, d_left, v_left = ahead(c, OF_COM, place)
    cd, cv = c.reg[act[VFFB_CD]], c.reg[act[VFFB_CV]]
    left = 0.0 if c.planar[0] else -(cd * d_left + cv * v_left)
    fx, fy = to_world(c, -(cd * d + cv * v), left)
    add_virtual_force(c, act[ACT_ROW], c.com[0], c.com[1], c.com[2], fx, fy, 0.0)


@njit
def vfsfb(c, side, s):
    """A virtual force on the centre of mass towards a speed."""
    act = c.acts[side, s]
    vx, vy, _ = com_velocity(c)
    forward, left = to_heading(heading(c), vx, vy)
    cv = c.reg[act[VFSFB_CV]]
    push_left = 0.0 if c.planar[0] else cv * (c.reg[act[VFSFB_SPEED_SIDE]] - left)
    fx, fy = to_world(c, cv * (c.reg[act[VFSFB_SPEED_SPEED]] - forward), push_left)
    add_virtual_force(c, act[ACT_ROW], c.com[0], c.com[1], c.com[2], fx, fy, 0.0)


@njit
def carry_weight(c, joint, share):
    """A joint carries so much of the weight of all that hangs on it."""
    child = c.joint_child[joint]
    lift = -share * c.body_subtreemass[child] * c.gravity[2]
    for axis in range(3):
        dof = c.joint_dof[joint, axis]
        if dof < 0:
            continue
        jnt = c.dof_jnt[dof]
        rx, ry = c.subtree_com[child, 0] - c.xanchor[jnt, 0], c.subtree_com[child, 1] - c.xanchor[jnt, 1]
        # r x (0, 0, lift)
        c.tau[dof] += c.xaxis[jnt, 0] * ry * lift - c.xaxis[jnt, 1] * rx * lift


@njit
def gc(c, side, s):
    """The joints of a chain carry the weight of all that hangs on them."""
    path = c.acts[side, s, ACT_ROW]
    for k in range(c.path_start[path], c.path_start[path + 1]):
        if c.path_sign[k] < 0:
            continue
        joint = c.path_joint[k]
        carry_weight(c, joint, 1.0)
        carry_hand_loads(c, joint)


@njit
def carry_hand_loads(c, joint):
    """A joint carries what the hands beyond it hold."""
    for hand in range(2):
        if c.hand_load[hand] <= 0.0 or c.joint_moves[joint, c.hand_part[hand]] == 0:
            continue
        x, y, _ = hand_point(c, hand)
        for axis in range(3):
            dof = c.joint_dof[joint, axis]
            if dof >= 0:
                jnt = c.dof_jnt[dof]
                rx, ry = x - c.xanchor[jnt, 0], y - c.xanchor[jnt, 1]
                c.tau[dof] += (c.xaxis[jnt, 0] * ry - c.xaxis[jnt, 1] * rx) * c.hand_load[hand]


@njit
def ef(c, side, s):
    """A real external force on a part's centre."""
    act = c.acts[side, s]
    body = c.part_body[act[EF_PART]]
    fx, fy = to_world(c, c.reg[act[EF_FORWARD]], c.reg[act[EF_LEFT]])
    c.xfrc_applied[body, 0] += fx
    c.xfrc_applied[body, 1] += fy
    c.xfrc_applied[body, 2] += c.reg[act[EF_UP]]
