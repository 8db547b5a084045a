"""Poses that come one after the other, carried over to a body as they come.

The body stands with both feet where it stood when the stream began: those feet stay, flat on the ground.
Spine and arms take their angles from the figure that is streamed, the pelvis goes where the figure's does,
and legs are solved for the feet. The centre of mass is kept over the soles, slowly, so that nothing jerks,
and the pelvis stops gently where legs become straight, and where ankles bend no further. It turns about the
vertical gently, and answers what limbs take that are quick.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import mujoco
import numpy as np

from footfall.body import Body
from footfall.motion.clips import balance, clearance, hinges
from footfall.motion.clips import rotations as rot
from footfall.motion.clips.answer import Answer
from footfall.motion.clips.clip import Clip
from footfall.motion.clips.figure import Figure
from footfall.motion.clips.filters import Running
from footfall.motion.clips.gentle import Heading, Height
from footfall.motion.clips.legs import REACH, sole_error, solve_leg
from footfall.motion.clips.parts import find_parts
from footfall.motion.clips.reference import Reference
from footfall.motion.clips.retarget import retarget
from footfall.motion.clips.rotations import F64
from footfall.motion.clips.settings import Settings
from footfall.motion.clips.source import read_source
from footfall.motion.clips.upper import pose_joints

CUTOFF = 4.0
"""Hz of the filter, which is 56 ms late."""
MARGIN = 0.06  # m that the centre of mass stays inside the soles: nobody knows what comes
_SEEN, _EVERY, _AGAIN = 200, 6, 30  # poses that are kept, one in so many, and looked at after so many
_LEARN = 0.2  # s in which what they show goes into the poses
_ROUNDS = 6
_LOOK = 6  # poses in which hinges are looked at together, so that an angle does not jump
_SHIFT, _BACK = 0.1, 1.5  # s in which the pelvis is shifted over the soles, and goes back
_TILT = 0.02  # rad that soles may be off
_DEEPEST, _STEPS = 0.6, 25  # m below straight legs; heights that are tried
_GROUND = 0.5  # s in which what ankles show about the ground goes into the height


class LiveFigure:
    """Carries poses over.

    Args:
        first: A clip of one frame or more: the skeleton, and the pose that the stream begins with.
        body: That follows.
        rate: Poses a second, evenly; see `Grid`.
        cutoff: Of the filter, Hz.
    """

    def __init__(self, first: Clip, body: Body, rate: float, cutoff: float = CUTOFF) -> None:
        self.figure, self.rate = Figure(body), rate
        pose = replace(first, root=first.root[:1], rotations=first.rotations[:1], rate=rate, loop=False)
        self.first, self.parts = pose, find_parts(pose)
        still = replace(
            pose, root=pose.root.repeat(8, 0), rotations=pose.rotations.repeat(8, 0), kind="squat"
        )
        self.begin: Reference = retarget(
            still, body, Settings(rate=rate, cutoff=0.0, planted=True, flat=True)
        )
        source = read_source(pose, self.parts)
        self.scale = self.figure.leg_length / max(source.leg, 1e-6)
        both = np.ones((1, 2), dtype=bool)  # feet stand so far apart that the legs do not touch
        self.ankles = self.begin.ankles[0] + clearance.needed_way(self.figure, self.begin.qpos[:1], both)[0]
        self.feet = [
            rot.about(np.array([0.0, 0.0, 1.0]), rot.heading(turn))
            for turn in self._foot_turns(self.begin.qpos[0])
        ]
        hips = self._hips(self.begin.root[:1, :3], self.begin.root[:1, 3:7])
        self.offset = hips.mean(axis=1)[0] - self.scale * source.hips.mean(axis=1)[0]
        drop = float(np.mean([leg.drop for leg in self.figure.legs]))
        self.drop, self.low = drop, deque([float(source.ankles[0, :, 2].mean())], maxlen=_SEEN * _EVERY)
        self.offset[2] = self._lift()
        self.ring = balance.hull(
            np.concatenate(
                [
                    balance.sole_corners(leg, self.ankles[i], float(rot.heading(self.feet[i])), 0.0)
                    for i, leg in enumerate(self.figure.legs)
                ]
            )
        )
        self.shift = np.zeros(2)
        self.heading, self.height = Heading(rate), Height(rate)
        self.poses: deque[tuple[F64, F64]] = deque(maxlen=_LOOK)
        self._root = Running(pose.root[0], rate, cutoff)
        self._turns = Running(pose.rotations[0], rate, cutoff)
        self.before = np.array(self.begin.qpos[0])
        self.seen: deque[tuple[F64, F64]] = deque([(pose.root[0], pose.rotations[0])], maxlen=_SEEN)
        self.rows, self.known = 0, self.parts
        self.poses.append((pose.root[0], pose.rotations[0]))
        for _ in range(_ROUNDS):  # it begins where it would be shifted to
            self.shift[:], self.heading, self.height = 0.0, Heading(rate), Height(rate)
            self.before = self._qpos()
            self.offset[:2] += self._need(self.before)
        self.shift = np.zeros(2)
        self.answer = Answer(self.figure, self.ring, rate, self._legs, self.before)

    def row(self, root: F64, rotations: F64) -> F64:
        """One pose of the stream as a row of a reference (28 + k,), and the rates of its hinges behind (k,).

        Args:
            root: (3,) place, m.
            rotations: (J, 4).
        """
        sign = np.where(np.sum(rotations * self._turns.value, axis=-1, keepdims=True) < 0.0, -1.0, 1.0)
        self._learn(root, rotations)
        self.poses.append((self._root.step(root), rot.unit(self._turns.step(sign * rotations))))
        qpos = self.answer.step(self._qpos())
        rates = np.zeros(self.figure.model.nv)
        mujoco.mj_differentiatePos(self.figure.model, rates, 1.0 / self.rate, self.before, qpos)
        self.before = qpos
        return self._row(qpos, rates)

    def _learn(self, root: F64, rotations: F64) -> None:
        """See how the figure's elbows bend: one pose does not show about which axis they do.

        What has been learnt since goes into the poses little by little.
        """
        self.rows += 1
        if self.rows % _EVERY == 0:
            self.seen.append((root, rotations))
        if self.rows % _AGAIN == 0:
            roots, turns = zip(*self.seen, strict=True)
            self.known = find_parts(replace(self.first, root=np.array(roots), rotations=np.array(turns)))
        share = np.array(min(1.0, 1.0 / (self.rate * _LEARN)))
        aligned = {k: rot.slerp(v, self.known.aligned[k], share) for k, v in self.parts.aligned.items()}
        self.parts = replace(self.parts, aligned=aligned)

    def still(self, row: F64) -> F64:
        """The same row of a body that stays as it is."""
        out = np.array(row)
        out[5:11] = 0.0
        out[28 + len(self.figure.body.axes) :] = 0.0
        return out

    def _qpos(self) -> F64:
        figure = self.figure
        clip = replace(
            self.first,
            root=np.array([p[0] for p in self.poses]),
            rotations=np.array([p[1] for p in self.poses]),
        )
        source = read_source(clip, self.parts, self.first)
        above = pose_joints(figure.body, source, legs=False, clamp=True).angles
        pelvis = source.parts["pelvis"][-1:]
        less = np.array(self.heading.step(float(rot.heading(pelvis)[0])))
        pelvis = rot.multiply(rot.about(np.array([0.0, 0.0, 1.0]), less), pelvis)
        self.low.append(float(source.ankles[-1, :, 2].mean()))
        self.offset[2] += (self._lift() - self.offset[2]) * min(1.0, 1.0 / (self.rate * _GROUND))
        middle = self.scale * source.hips[-1].mean(axis=0) + self.offset
        qpos = np.array(figure.rest)
        for name, values in above.items():
            qpos[figure.columns[name]] = values[-1]
        self._stand(qpos, pelvis, middle + [*self.shift, 0.0])
        # where the next pose will be shifted to: over the soles soon, and back when nothing needs it
        need = self._need(qpos)
        self.shift = self.shift * (1.0 - min(1.0, 1.0 / (self.rate * _BACK)))
        self.shift = self.shift + need * min(1.0, 1.0 / (self.rate * _SHIFT))
        return qpos

    def _lift(self) -> float:
        """How much higher the body's hips are than the figure's scaled ones, m.

        Heels rise in a deep squat, and the body's do not: the usual height of the ankles counts.
        """
        return self.drop - self.scale * float(np.median(self.low))

    def _need(self, qpos: F64) -> F64:
        """(2,) how far the centre of mass should go to be over the soles, m."""
        com = self.figure.centres(qpos[None])[0, :2]
        return balance.inside(self.ring, com, MARGIN) - com

    def _hips(self, root: F64, pelvis: F64) -> F64:
        """(1, 2, 3) places of the hips of a root at (1, 3), turned by (1, 4)."""
        return np.stack([root + rot.rotate(pelvis, leg.at) for leg in self.figure.legs], axis=1)

    def _stand(self, qpos: F64, pelvis: F64, middle: F64) -> None:
        """Legs for a pelvis whose hips have their middle there, as far as legs reach and ankles bend."""
        figure = self.figure
        root = middle - rot.rotate(pelvis, 0.5 * (figure.legs[0].at + figure.legs[1].at))[0]
        hips = self._hips(root[None], pelvis)[0]
        room = self._room(hips)
        most = float(root[2]) + room
        least = most + self._least(pelvis, hips, room)
        drop = float(root[2]) - self.height.step(float(root[2]), least, most)
        root = root - [0.0, 0.0, drop]
        self._legs(qpos, np.concatenate([root, pelvis[0]]))

    def _room(self, hips: F64) -> float:
        """How far hips (2, 3) can rise until a leg is straight, m."""
        room = np.inf
        for leg, hip, ankle in zip(self.figure.legs, hips, self.ankles, strict=True):
            away = hip - ankle
            most = ((REACH - 0.002) * leg.length) ** 2 - float(away[:2] @ away[:2])
            room = min(room, np.sqrt(max(most, (0.3 * leg.length) ** 2)) - float(away[2]))
        return float(room)

    def _legs(self, qpos: F64, root: F64) -> None:
        """Put the root (7,) somewhere, as high as legs reach, and solve the legs for the feet."""
        figure, pelvis = self.figure, root[None, 3:]
        root = np.array(root)
        root[2] += min(0.0, self._room(self._hips(root[None, :3], pelvis)[0]))
        qpos[figure.root : figure.root + 7] = root
        hips = self._hips(root[None, :3], pelvis)[0]
        for i, leg in enumerate(figure.legs):
            hip = hips[i : i + 1]
            foot = np.reshape(self.feet[i], (1, 4))
            bent = solve_leg(leg, pelvis, hip, self.ankles[i : i + 1], foot)
            values = [*bent.hip[0], bent.knee[0], *bent.ankle[0], *(0.0 for _ in leg.toe)]
            for axis, value in zip((*leg.hip, leg.knee, *leg.ankle, *leg.toe), values, strict=True):
                qpos[figure.columns[axis.name]] = np.clip(value, *hinges.bounds(axis, 0.0))

    def _least(self, pelvis: F64, hips: F64, room: float) -> float:
        """How far below straight legs the pelvis can be before a sole is tilted, m: 0 or less.

        Args:
            pelvis: (1, 4) its orientation.
            hips: (2, 3) places, m.
            room: m that they can rise until a leg is straight.
        """
        down = -np.linspace(0.0, _DEEPEST, _STEPS)
        off = np.zeros(_STEPS)
        turned = np.repeat(pelvis, _STEPS, axis=0)
        for leg, hip, ankle, foot in zip(self.figure.legs, hips, self.ankles, self.feet, strict=True):
            at = hip + np.stack([0.0 * down, 0.0 * down, room + down], axis=1)
            sole = np.tile(foot, (_STEPS, 1))
            bent = solve_leg(leg, turned, at, np.tile(ankle, (_STEPS, 1)), sole)
            off = np.maximum(off, sole_error(leg, bent, sole))
        past = np.flatnonzero(off[1:] > _TILT)
        if not len(past):
            return -_DEEPEST
        i = int(past[0])
        share = (_TILT - off[i]) / (off[i + 1] - off[i])
        return float(down[i] + np.clip(share, 0.0, 1.0) * (down[i + 1] - down[i]))

    def _foot_turns(self, qpos: F64) -> list[F64]:
        figure = self.figure
        figure.data.qpos[:] = qpos
        mujoco.mj_kinematics(figure.model, figure.data)
        return [np.array(figure.data.xquat[figure.body_id(foot)]) for foot in figure.body.feet]

    def _row(self, qpos: F64, rates: F64) -> F64:
        figure = self.figure
        model, data, body = figure.model, figure.data, figure.body
        data.qpos[:], data.qvel[:] = qpos, rates
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_comVel(model, data)
        mujoco.mj_subtreeVel(model, data)
        root = figure.body_id(body.root)
        trunk = figure.body_id(body.part("trunk") or body.root)
        feet = [figure.body_id(foot) for foot in body.feet]
        return np.concatenate(
            [
                [1.0, 1.0],
                data.subtree_com[root],
                data.subtree_linvel[root],
                data.subtree_angmom[root],
                data.xquat[trunk],
                data.xpos[feet].ravel(),
                qpos[figure.root : figure.root + 7],
                [qpos[figure.columns[axis.name]] for axis in body.axes],
                [rates[int(model.joint(axis.model_name).dofadr[0])] for axis in body.axes],
            ]
        )
