"""Where things are and how fast they move, read from MuJoCo's arrays after `mj_step1`."""

from __future__ import annotations

from footfall.control.columns import BUMP_CELL, BUMP_X, BUMP_Y, COM_VELOCITY_FRESH, GRIP_HELD
from footfall.control.compile import njit
from footfall.control.rotation import cos_sin, yaw_of
from footfall.control.scale import gravity


@njit
def heading(c):
    """The pelvis' facing: its yaw in the world, radians."""
    if c.planar[0]:
        return 0.0
    return yaw_of(c.xmat[c.root_body[0]])


@njit
def point_velocity(c, body, x, y, z):
    """World velocity of the point (x, y, z) that moves with a body.

    MuJoCo's `cvel` is (angular, linear) at the centre of mass of the whole tree.
    """
    root = c.body_root[body]
    rx, ry, rz = x - c.subtree_com[root, 0], y - c.subtree_com[root, 1], z - c.subtree_com[root, 2]
    wx, wy, wz = c.cvel[body, 0], c.cvel[body, 1], c.cvel[body, 2]
    return (
        c.cvel[body, 3] + wy * rz - wz * ry,
        c.cvel[body, 4] + wz * rx - wx * rz,
        c.cvel[body, 5] + wx * ry - wy * rx,
    )


@njit
def find_com(c):
    """Work out where the centre of mass is of the body and of what it carries."""
    root = c.root_body[0]
    mass = c.body_subtreemass[root]
    x, y, z = c.subtree_com[root, 0], c.subtree_com[root, 1], c.subtree_com[root, 2]
    for hand in range(2):
        if c.hand_load[hand] > 0.0:
            m = c.hand_load[hand] / gravity(c)
            body = c.geom_body[int(c.grips[hand, GRIP_HELD]) - 1]
            mass += m
            share = m / mass
            x += share * (c.xipos[body, 0] - x)
            y += share * (c.xipos[body, 1] - y)
            z += share * (c.xipos[body, 2] - z)
    c.com[0], c.com[1], c.com[2] = x, y, z


@njit
def com_velocity(c):
    """World velocity of the centre of mass of the body and of what it carries, worked out once a tick."""
    v = c.com_velocity
    if v[COM_VELOCITY_FRESH] == 0.0:
        vx = vy = vz = mass = 0.0
        for k in range(c.bodies.shape[0]):
            body = c.bodies[k]
            m = c.body_mass[body]
            x, y, z = point_velocity(c, body, c.xipos[body, 0], c.xipos[body, 1], c.xipos[body, 2])
            vx += m * x
            vy += m * y
            vz += m * z
            mass += m
        for hand in range(2):
            if c.hand_load[hand] > 0.0:
                m = c.hand_load[hand] / gravity(c)
                body = c.geom_body[int(c.grips[hand, GRIP_HELD]) - 1]
                x, y, z = point_velocity(c, body, c.xipos[body, 0], c.xipos[body, 1], c.xipos[body, 2])
                vx, vy, vz, mass = vx + m * x, vy + m * y, vz + m * z, mass + m
        v[0], v[1], v[2], v[COM_VELOCITY_FRESH] = vx / mass, vy / mass, vz / mass, 1.0
    return v[0], v[1], v[2]


@njit
def angular_momentum(c):
    """Angular momentum of the body about its centre of mass, world axes, kg m²/s.

    L = sum of m r x (v - v_com) + R I Rᵀ w over the links; what the hands carry is left out.
    """
    root = c.root_body[0]
    px, py, pz = c.subtree_com[root, 0], c.subtree_com[root, 1], c.subtree_com[root, 2]
    lx = ly = lz = 0.0
    for k in range(c.bodies.shape[0]):
        body = c.bodies[k]
        m, at, axes, inertia = c.body_mass[body], c.xipos[body], c.ximat[body], c.body_inertia[body]
        vx, vy, vz = point_velocity(c, body, at[0], at[1], at[2])
        rx, ry, rz = at[0] - px, at[1] - py, at[2] - pz
        # sum of m r is 0, so the velocity of the centre of mass need not be taken off
        lx += m * (ry * vz - rz * vy)
        ly += m * (rz * vx - rx * vz)
        lz += m * (rx * vy - ry * vx)
        wx, wy, wz = c.cvel[body, 0], c.cvel[body, 1], c.cvel[body, 2]
        for i in range(3):
            spin = inertia[i] * (axes[i] * wx + axes[3 + i] * wy + axes[6 + i] * wz)
            lx += axes[i] * spin
            ly += axes[3 + i] * spin
            lz += axes[6 + i] * spin
    return lx, ly, lz


@njit
def hip_midpoint(c):
    """The point halfway between the hips, world; the root's where a body has no two hips."""
    a, b = c.hip_jnt[0], c.hip_jnt[1]
    if a < 0 or b < 0:
        root = c.root_body[0]
        return c.xpos[root, 0], c.xpos[root, 1], c.xpos[root, 2]
    return (
        0.5 * (c.xanchor[a, 0] + c.xanchor[b, 0]),
        0.5 * (c.xanchor[a, 1] + c.xanchor[b, 1]),
        0.5 * (c.xanchor[a, 2] + c.xanchor[b, 2]),
    )


@njit
def to_heading(yaw, x, y):
    """World (x, y) as (forward, left) in a frame that faces `yaw`."""
    cos, sin = cos_sin(yaw)
    return cos * x + sin * y, cos * y - sin * x


@njit
def ground_height(c, x, y):
    """Height of the ground below (x, y), m: a grid of bumps where there is one, else a profile along x."""
    rows, cols = c.bumps.shape
    if rows > 1 and cols > 1:
        u = (x - c.bump_grid[BUMP_X]) / c.bump_grid[BUMP_CELL]
        v = (y - c.bump_grid[BUMP_Y]) / c.bump_grid[BUMP_CELL]
        if 0.0 <= u <= cols - 1 and 0.0 <= v <= rows - 1:
            return bump_height(c, u, v)
    return profile_height(c.ground, x)


@njit
def profile_height(profile, x):
    """Height of a piecewise-linear profile (K, 2) at x; at a vertical step, that of the far side."""
    n = profile.shape[0]
    if x < profile[0, 0]:
        return profile[0, 1]
    if x >= profile[n - 1, 0]:
        return profile[n - 1, 1]
    low, high = 0, n - 1
    while high - low > 1:
        mid = (low + high) // 2
        if profile[mid, 0] <= x:
            low = mid
        else:
            high = mid
    share = (x - profile[low, 0]) / (profile[high, 0] - profile[low, 0])
    return profile[low, 1] + share * (profile[high, 1] - profile[low, 1])


@njit
def bump_height(c, u, v):
    """Height of the bump grid at (u, v) cells from its first corner; each cell is two triangles."""
    rows, cols = c.bumps.shape
    i, j = min(int(u), cols - 2), min(int(v), rows - 2)
    u, v = u - i, v - j
    h00, h10 = c.bumps[j, i], c.bumps[j, i + 1]
    h01, h11 = c.bumps[j + 1, i], c.bumps[j + 1, i + 1]
    if u >= v:
        return h00 + u * (h10 - h00) + v * (h11 - h10)
    return h00 + v * (h01 - h00) + u * (h11 - h01)
