"""A pelvis that answers quick limbs as they come.

Arms that are swung take the centre of mass along and turn the body; what the ground can give is less. The
body's momenta are integrated row by row from rates that the ground can give (`ground`), and the pelvis goes
where it must for them: by centimetres and a few degrees, and about the vertical by more.
"""

from __future__ import annotations

from collections.abc import Callable

import mujoco
import numpy as np

from footfall.motion.clips import rotations as rot
from footfall.motion.clips.figure import Figure
from footfall.motion.clips.ground import Ground
from footfall.motion.clips.rotations import F64

_PARTS = ("Thigh", "Shin", "Foot", "Toes")
_UP = np.array([0.0, 0.0, 1.0])
_TIMES = 3  # that the root's speed is put right, because the map leaves out how legs bend
_LITTLE = 1e-3  # rad and s: a turn by which a moment of inertia is measured


class Answer:
    """Follows poses on two feet that stay.

    Args:
        figure: The body and its model.
        ring: (k, 2) corners of the soles' hull, m.
        rate: Poses a second.
        legs: Puts the root (7,) of a pose (nq,) somewhere, and solves the legs for the feet.
        begin: (nq,) the first pose.
    """

    def __init__(
        self, figure: Figure, ring: F64, rate: float, legs: Callable[[F64, F64], None], begin: F64
    ) -> None:
        model, body = figure.model, figure.body
        self.figure, self.ring, self.rate, self.legs = figure, ring, rate, legs
        self.pelvis = figure.body_id(body.root)
        self.mass = float(model.body_subtreemass[self.pelvis])
        first = int(model.body_dofadr[self.pelvis])  # three ways, then three turns
        self.free, self.root = slice(first, first + 6), slice(figure.root, figure.root + 7)
        self.turn = slice(figure.root + 3, figure.root + 7)
        self.links = [
            [figure.body_id(link) for part in _PARTS if (link := body.part(side + part)) is not None]
            for side in "lr"
        ]
        self.hinges = [
            int(model.joint(axis.model_name).dofadr[0])
            for leg in figure.legs
            for axis in (*leg.hip, leg.knee, *leg.ankle)
        ]
        self.ground: Ground | None = None
        self.inertia, self.bends = np.ones(3), np.zeros(6)  # m², and what legs that bend add to the momenta
        # the pose that was asked for last, the same with its pelvis turned as the body's, and the body's
        self.asked = self.wanted = self.done = np.array(begin)
        self.there, self.moved = self._momenta(begin, np.zeros(model.nv))  # of the one that is wanted
        self.here, self.moving = self.there, self.moved  # and of the body
        self.spin = self.rise = 0.0  # of the one that is asked for: m²/s about the vertical, and m/s
        self.twist = np.zeros(2)  # of the body against it: rad and rad/s

    def step(self, asked: F64) -> F64:
        """The next pose (nq,), for one that is asked for."""
        torque, wanted = self._turned(asked)
        rates = self._rates(self.wanted, wanted)
        there, moved = self._momenta(wanted, rates)
        rise = float(rates[self.free][2])
        pose = np.array(wanted)
        pose[self.root] = self.done[self.root]
        pelvis, limbs = self._map(pose)
        carried = limbs @ self._rates(self.done, pose)
        if self.ground is None:
            self._begin(pose, pelvis, float(there[2]))
            self.moved = self.moving = moved
            self.rise, torque = rise, 0.0
        taken = (moved - self.moved) * self.rate
        taken[5] = torque
        more = self._more(taken, there, (rise - self.rise) * self.rate)
        moving = self.moving + (taken + more) / self.rate
        speed, real = np.zeros(6), carried + self.bends
        for _ in range(_TIMES):
            step: F64 = np.asarray(np.linalg.solve(pelvis, moving - real), float)
            speed = speed + step
            self._move(pose, step)
            self.here, real = self._momenta(pose, self._rates(self.done, pose))
        self.bends = real - carried - pelvis @ speed
        self.moving = np.concatenate([real[:3], moving[3:]])
        self.wanted, self.there, self.moved, self.rise, self.done = wanted, there, moved, rise, pose
        return np.array(pose)

    def _turned(self, asked: F64) -> tuple[float, F64]:
        """What a pose that is asked for takes about the vertical, N m by kg, and it turned as the body is."""
        com, momenta = self._momenta(asked, self._rates(self.asked, asked))
        torque, self.spin = (float(momenta[5]) - self.spin) * self.rate, float(momenta[5])
        off = float(self._off(self.done, self.asked)[2])
        self.twist = np.array([off, (off - self.twist[0]) * self.rate])
        self.asked = np.array(asked)
        return torque, self._about_vertical(asked, com, off + float(self.twist[1]) / self.rate)

    def _about_vertical(self, pose: F64, com: F64, angle: float) -> F64:
        """A pose turned about its centre of mass (3,), on the same feet."""
        out, turn = np.array(pose), rot.about(_UP, np.array(angle))
        place = com + rot.rotate(turn, pose[self.root][:3] - com)
        self.legs(out, np.concatenate([place, rot.multiply(turn, pose[self.turn])]))
        return out

    def _begin(self, pose: F64, pelvis: F64, high: float) -> None:
        level = pelvis[3:, 3:] - pelvis[3:, :3] @ np.linalg.solve(pelvis[:3, :3], pelvis[:3, 3:])
        com, _ = self._momenta(pose, np.zeros(self.figure.model.nv))
        rates = np.zeros(self.figure.model.nv)
        turned = self._about_vertical(pose, com, _LITTLE)
        mujoco.mj_differentiatePos(self.figure.model, rates, _LITTLE, pose, turned)
        spin = float(self._momenta(pose, rates)[1][5])
        self.inertia = np.array([level[0, 0], level[1, 1], spin])
        self.ground = Ground(self.ring, high, self.inertia, self.rate)

    def _more(self, taken: F64, there: F64, rising: float) -> F64:
        """(6,) what the ground gives besides what is taken."""
        assert self.ground is not None
        away = np.concatenate([self.here - self.there, self._off(self.done, self.wanted)])
        speed = self.moving - self.moved
        speed[3:] /= self.inertia
        away[5], speed[5] = self.twist
        return self.ground.more(taken, there, rising, away, speed)

    def _move(self, pose: F64, speed: F64) -> None:
        """Move the root for a row with a speed (6,), m/s and rad/s in the world, and the legs with it."""
        place = pose[self.root][:3] + speed[:3] / self.rate
        turn = rot.multiply(rot.from_vector(speed[3:] / self.rate), pose[self.turn])
        self.legs(pose, np.concatenate([place, turn]))

    def _off(self, pose: F64, other: F64) -> F64:
        """(3,) rad from the pelvis of another pose to that of a pose."""
        return rot.to_vector(rot.multiply(pose[self.turn], rot.inverse(other[self.turn])))

    def _rates(self, before: F64, after: F64) -> F64:
        """(nv,) from one pose to the next."""
        out = np.zeros(self.figure.model.nv)
        mujoco.mj_differentiatePos(self.figure.model, out, 1.0 / self.rate, before, after)
        return out

    def _momenta(self, pose: F64, rates: F64) -> tuple[F64, F64]:
        """Centre of mass (3,), m, and by mass its momentum and the angular momentum about it, (6,)."""
        model, data = self.figure.model, self.figure.data
        data.qpos[:], data.qvel[:] = pose, rates
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_comVel(model, data)
        mujoco.mj_subtreeVel(model, data)
        spin = data.subtree_angmom[self.pelvis] / self.mass
        return np.array(data.subtree_com[self.pelvis]), np.concatenate(
            [data.subtree_linvel[self.pelvis], spin]
        )

    def _map(self, pose: F64) -> tuple[F64, F64]:
        """Momenta by mass of a speed of the root in the world (6, 6), and of rates of what is above (6, nv).

        Legs that stand go with the hips as rods do: what bends in them is left out, because it has no bounds
        where they are straight.
        """
        model, data = self.figure.model, self.figure.data
        data.qpos[:] = pose
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        com, spin = np.zeros((3, model.nv)), np.zeros((3, model.nv))
        mujoco.mj_jacSubtreeCom(model, data, com, self.pelvis)
        mujoco.mj_angmomMat(model, data, spin, self.pelvis)
        limbs = np.vstack([com, spin / self.mass])
        whole = np.array(limbs[:, self.free])
        whole[:, 3:] = whole[:, 3:] @ rot.to_matrix(pose[self.turn]).T  # from the root's frame
        root, centre = data.xpos[self.pelvis], data.subtree_com[self.pelvis]
        for links in self.links:
            hip, ankle = data.xpos[links[0]], data.xpos[links[2]]
            for link in links:
                at = data.xipos[link]
                share = np.clip((at[2] - ankle[2]) / max(hip[2] - ankle[2], 0.1), 0.0, 1.0)
                way = share * _carried(hip - root) - _carried(at - root)
                way *= model.body_mass[link] / self.mass
                whole[:3] += way
                whole[3:] += _across(at - centre) @ way
        limbs[:, self.hinges] = limbs[:, self.free] = 0.0
        return whole, limbs


def _across(v: F64) -> F64:
    """(3, 3) the cross product with a vector from the left."""
    return np.array([[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]])


def _carried(v: F64) -> F64:
    """(3, 6) velocity of a point at `v` from the root that goes with it."""
    return np.hstack([np.eye(3), -_across(v)])
