"""What the ground can give to a body whose limbs are quick, as they come."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from footfall.motion.clips import balance
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.figure import Figure
from footfall.motion.clips.foresee import Plan
from footfall.motion.clips.rotations import F64


@dataclass(frozen=True)
class Limits:
    margin: float = 0.02
    inner: float = 0.04
    grip: float = 0.5
    tilt: float = 0.3
    price: float = 3.0
    effort: float = 1e-4
    twist: float = 0.01
    yaw_price: float = 10.0
    end: float = 50.0
    steps: int = 30
    ahead: int = 0
    back: float = 8.0
    turns: bool = True
    rounds: int = 2
    up: float = 1.0
    rise: float = 1.0
    up_price: float = 1.
    part: float = 1.0


def inset(ring: F64, margin: float) -> F64:
    """A hull's corners moved inwards."""
    edges = np.roll(ring, -1, axis=0) - ring
    normals = np.stack([-edges[:, 1], edges[:, 0]], axis=1) / np.linalg.norm(edges, axis=1, keepdims=True)
    out = []
    for k in range(len(ring)):
        m = np.stack([normals[k - 1], normals[k]])
        if abs(np.linalg.det(m)) > 1e-3:
            out.append(ring[k] + np.linalg.solve(m, np.full(2, margin)))
    return np.array(out)


def _across(v: F64) -> F64:
    return np.array([[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]])


def _lever(v: F64) -> F64:
    """(3, 6) velocity of a point at v from the root."""
    return np.hstack([np.eye(3), -_across(v)])


class Answer:
    def __init__(self, figure: Figure, ring: F64, rate: float, limits: Limits | None = None) -> None:
        self.figure, self.ring, self.rate = figure, ring, rate
        self.limits = limits or Limits()
        self.root = figure.body_id(figure.body.root)
        self.mass = float(figure.model.body_subtreemass[self.root])
        model, body = figure.model, figure.body
        self.free = int(model.body_dofadr[self.root])
        self.leg_links = [
            [figure.body_id(link) for part in ("Thigh", "Shin", "Foot", "Toes")
             if (link := body.part(leg.side[0] + part)) is not None]
            for leg in figure.legs
        ]
        self.legs = [
            [int(model.joint(a.model_name).dofadr[0]) for a in (*leg.hip, leg.knee, *leg.ankle)]
            for leg in figure.legs
        ]
        self.before: F64 | None = None
        self.wanted: F64 | None = None
        self.turning = np.zeros(3)
        self.asked = np.zeros(6)
        self.off, self.speed = np.zeros(6), np.zeros(6)

    def momenta(self, qpos: F64, qvel: F64) -> tuple[F64, F64]:
        """Centre of mass (3,), and its velocity with the angular momentum by mass (6,)."""
        model, data = self.figure.model, self.figure.data
        data.qpos[:], data.qvel[:] = qpos, qvel
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_comVel(model, data)
        mujoco.mj_subtreeVel(model, data)
        spin = data.subtree_angmom[self.root] / self.mass
        return np.array(data.subtree_com[self.root]), np.concatenate([data.subtree_linvel[self.root], spin])

    def momentum_map(self, qpos: F64) -> tuple[F64, F64]:
        """(3, nv) of the centre of mass' velocity and (3, nv) of the angular momentum, and legs that stand."""
        model, data = self.figure.model, self.figure.data
        data.qpos[:] = qpos
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        com, spin = np.zeros((3, model.nv)), np.zeros((3, model.nv))
        mujoco.mj_jacSubtreeCom(model, data, com, self.root)
        mujoco.mj_angmomMat(model, data, spin, self.root)
        whole = np.vstack([com, spin / self.mass])
        base = np.array(whole[:, self.free : self.free + 6])
        matrix = rot.to_matrix(qpos[self.figure.root + 3 : self.figure.root + 7])
        base[:, 3:] = base[:, 3:] @ matrix.T
        root, centre = data.xpos[self.root], data.subtree_com[self.root]
        for links in self.leg_links:
            hip, ankle = data.xpos[links[0]], data.xpos[links[2]]
            for link in links:
                at = data.xipos[link]
                share = np.clip((at[2] - ankle[2]) / max(hip[2] - ankle[2], 0.1), 0.0, 1.0)
                much = model.body_mass[link] / self.mass * (share * _lever(hip - root) - _lever(at - root))
                base[:3] += much
                base[3:] += _across(at - centre) @ much
        for dofs in self.legs:
            whole[:, dofs] = 0.0
        whole[:, self.free : self.free + 6] = 0.0
        return base, whole

    def plans(self, base: F64, high: float) -> None:
        lim, dt = self.limits, 1.0 / self.rate
        inertia = base[3:, 3:] - base[3:, :3] @ np.linalg.solve(base[:3, :3], base[:3, 3:])
        self.level, self.sway = [], []
        omega = np.sqrt(balance.GRAVITY / high)
        for axis in (1, 0):
            i = float(inertia[axis, axis])
            a = np.eye(4)
            a[0, 1] = a[2, 3] = dt
            b = np.array([[dt * dt, 0.0], [dt, 0.0], [0.0, dt * dt / i], [0.0, dt / i]])
            c, d = np.array([1.0, 0, 0, 0]), np.array([-high, -1.0]) / balance.GRAVITY
            ends = np.array([[1, 1 / omega, 0, 0], [0, 0, 1, 1 / omega]])
            cost = np.diag([1.0, 0.0, lim.tilt, 0.0])
            last = lim.end * (np.outer(ends[0], ends[0]) + lim.tilt * np.outer(ends[1], ends[1]))
            self.level.append(Plan(a, b, c, d, cost=cost, last=last, effort=lim.effort, price=lim.price, steps=lim.steps))
            self.sway.append(i)
        i = self.wide
        a, b = np.array([[1.0, dt], [0.0, 1.0]]), np.array([[dt * dt / i], [dt / i]])
        end = np.array([1.0, 1 / omega])
        self.yaw = Plan(a, b, np.zeros(2), np.array([1.0]), cost=lim.twist * np.diag([1.0, 0.0]), last=lim.twist * lim.end * np.outer(end, end),
            effort=lim.effort, price=lim.yaw_price, steps=lim.steps)
        a, b = np.array([[1.0, dt], [0.0, 1.0]]), np.array([[dt * dt], [dt]])
        self.lift = Plan(a, b, np.zeros(2), np.array([1.0]), cost=lim.rise * np.diag([1.0, 0.0]), last=lim.rise * lim.end * np.outer(end, end), effort=lim.effort, price=lim.up_price, steps=lim.steps)

    def chord(self, point: F64, axis: int) -> tuple[float, float]:
        """Where a line along an axis through a point leaves the soles."""
        ring = self.inner
        other = 1 - axis
        cut = []
        for p, q in zip(ring, np.roll(ring, -1, axis=0), strict=True):
            if (p[other] - point[other]) * (q[other] - point[other]) <= 0.0 and p[other] != q[other]:
                share = (point[other] - p[other]) / (q[other] - p[other])
                cut.append(float(p[axis] + share * (q[axis] - p[axis])))
        return (min(cut), max(cut)) if len(cut) > 1 else (float(ring[:, axis].min()), float(ring[:, axis].max()))

    def answers(self, wrenches: list[tuple[F64, F64]], state: F64) -> F64:
        """(6,) what is added to the rates of the momenta.

        wrenches: rates (6,) and centre of mass (3,), rows that are known, this one first.
        """
        lim, out = self.limits, np.zeros(6)
        bend = np.full(lim.steps, 0.0)
        bend[0] = wrenches[0][0][2]
        low, high = min(-lim.up, self.rising - lim.up), max(lim.up, self.rising + lim.up)
        out[2] = self.lift.step(np.array([state[2], state[5]]), low - bend, high - bend)[0]
        points = []
        for rates, com in wrenches:
            up = balance.GRAVITY + max(rates[2] + out[2], -5.0)
            points.append(com[:2] - (com[2] * rates[:2] + np.array([rates[4], -rates[3]])) / up)
        com = wrenches[-1][1][:2]
        calm = balance.inside(self.ring, com, lim.inner)
        points += [calm] * (lim.steps - len(points))
        pw = np.array(points)
        at = balance.inside(self.ring, pw[0], lim.inner)
        for axis in range(2):
            low, high = self.chord(at, axis)
            turn = 1 - axis
            sign = 1.0 if axis == 0 else -1.0
            own = np.array([state[axis], state[3 + axis], sign * state[6 + turn], sign * state[9 + turn]])
            u = self.level[axis].step(own, low - pw[:, axis], high - pw[:, axis])
            out[axis], out[3 + turn] = u[0], sign * u[1]
            high = wrenches[0][1][2]
            if lim.turns:
                at[axis] = pw[0, axis] + state[axis] - (high * u[0] + u[1]) / balance.GRAVITY
                at = balance.inside(self.ring, at, lim.inner)
        torque = np.zeros(lim.steps)
        torque[0] = self.torque
        out[5] = self.yaw.step(self.twist, -lim.grip - torque, lim.grip - torque)[0]
        return out

    def about_vertical(self, qpos: F64, legs) -> float:
        """Moment of inertia by mass, m²."""
        root, out, little = self.figure.root, np.array(qpos), 1e-3
        com, _ = self.momenta(qpos, np.zeros(self.figure.model.nv))
        turn = rot.about(np.array([0.0, 0.0, 1.0]), np.array(little))
        legs(out, np.concatenate([com + rot.rotate(turn, qpos[root : root + 3] - com), rot.multiply(turn, qpos[root + 3 : root + 7])]))
        rates = np.zeros(self.figure.model.nv)
        mujoco.mj_differentiatePos(self.figure.model, rates, little, qpos, out)
        return float(self.momenta(qpos, rates)[1][5])

    def turned(self, qpos: F64, legs) -> F64:
        """The pose with the pelvis turned about the vertical, so that soles need not twist."""
        root, rate, lim, model = self.figure.root, self.rate, self.limits, self.figure.model
        out = np.array(qpos)
        if hasattr(self, "yaw"):
            asked = np.zeros(model.nv)
            mujoco.mj_differentiatePos(model, asked, 1.0 / rate, self.raw, qpos)
            com, h = self.momenta(qpos, asked)
            self.torque = (h[5] - self.raw_h[5]) * rate
            self.raw_h = h
            off = rot.to_vector(rot.multiply(self.before[root + 3 : root + 7], rot.inverse(self.raw[root + 3 : root + 7])))[2]
            self.twist = np.array([off, (off - self.twist[0]) * rate])
            turn = rot.about(np.array([0.0, 0.0, 1.0]), np.array(off + self.twist[1] / rate))
            place = com + rot.rotate(turn, qpos[root : root + 3] - com)
            legs(out, np.concatenate([place, rot.multiply(turn, qpos[root + 3 : root + 7])]))
        else:
            self.twist, self.raw_h, self.torque = np.zeros(2), np.zeros(6), 0.0
        self.raw = np.array(qpos)
        return out

    def step(self, qpos: F64, legs) -> F64:
        """(7,) the root's place and orientation, for a pose (nq,) that is wanted next."""
        root, rate, lim = self.figure.root, self.rate, self.limits
        model = self.figure.model
        qpos = self.turned(qpos, legs)
        if self.wanted is None or self.before is None:
            self.wanted = np.array(qpos)
            return np.array(qpos[root : root + 7])
        asked = np.zeros(model.nv)
        mujoco.mj_differentiatePos(model, asked, 1.0 / rate, self.wanted, qpos)
        com, h_asked = self.momenta(qpos, asked)
        wrench = (h_asked - self.asked) * rate
        wrench[5] = self.torque
        self.rising = (asked[self.free + 2] - self.rose) * rate if hasattr(self, 'rose') else 0.0
        self.rose = asked[self.free + 2]
        now = np.array(qpos)
        now[root : root + 7] = self.before[root : root + 7]
        rates = np.zeros(model.nv)
        mujoco.mj_differentiatePos(model, rates, 1.0 / rate, self.before, now)
        base, limbs = self.momentum_map(now)
        if not hasattr(self, "yaw"):
            self.inner = inset(self.ring, lim.margin)
            self.asked, self.moving, wrench = h_asked, h_asked.copy(), np.zeros(6)
            self.wide = self.about_vertical(qpos, legs)
            self.plans(base, float(com[2]))
        done = limbs @ rates
        turn_now = now[root + 3 : root + 7]
        fast = self.moving - self.asked
        scale = np.array([self.sway[1], self.sway[0], self.wide])
        state = np.concatenate([self.here - self.there, fast[:3],
            rot.to_vector(rot.multiply(turn_now, rot.inverse(self.wanted[root + 3 : root + 7]))), fast[3:] / scale])
        more = self.answers([(wrench, com)], state)
        self.kept = self.moving + (wrench + more) / rate
        speed = np.linalg.solve(base, self.kept - done)
        self.base = base
        velocity = np.zeros(model.nv)
        velocity[self.free : self.free + 3] = speed[:3]
        velocity[self.free + 3 : self.free + 6] = rot.rotate(rot.inverse(turn_now), speed[3:])
        mujoco.mj_integratePos(model, now, velocity, 1.0 / rate)
        self.wanted, self.asked, self.there = np.array(qpos), h_asked, com
        return np.array(now[root : root + 7])

    def corrected(self, qpos: F64, row: F64) -> F64 | None:
        if not hasattr(self, "base"):
            return None
        true = np.concatenate([row[5:8], row[8:11] / self.mass])
        speed = self.limits.part * np.linalg.solve(self.base, self.kept - true) / self.rate
        root = self.figure.root
        turn = rot.from_vector(speed[3:])
        return np.concatenate([qpos[root : root + 3] + speed[:3], rot.multiply(turn, qpos[root + 3 : root + 7])])

    def note(self, qpos: F64, row: F64) -> None:
        """What became of it."""
        if self.before is None:
            self.there, self.kept = np.array(row[2:5]), np.zeros(6)
        self.before, self.here = np.array(qpos), np.array(row[2:5])
        self.moving = np.concatenate([row[5:8], self.kept[3:]])
