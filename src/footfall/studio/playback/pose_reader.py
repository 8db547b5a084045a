"""Reads the Pose of a Sim: what one pose packet holds."""

from __future__ import annotations

import math

import mujoco
import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import VERDICT_CODE
from footfall.engine.kernel.ends import RUNNING
from footfall.engine.pendulum import pendulum_of
from footfall.engine.sim import Sim
from footfall.script import Program
from footfall.studio.protocol.packets import Floats, Pose

_LEAST_FORCE = 1.0  # N; weaker contacts are not drawn
_STEEP = 0.5  # sine: contacts on steeper faces carry no weight


class PoseReader:
    """Reads Poses of one Sim; knows the indices into its arrays.

    Args:
        sim: The Sim; another Camera is needed after its body or world changed.
    """

    def __init__(self, sim: Sim) -> None:
        self._sim = sim
        self._root = int(sim.actors[0].arrays["root_body"][0])
        body, model, prefix = sim.bodies[0], sim.model, sim.prefixes[0]
        joints = [model.joint(prefix + axis.model_name) for axis in body.axes]
        self._q = np.array([j.qposadr[0] for j in joints], np.int64)
        self._v = np.array([j.dofadr[0] for j in joints], np.int64)
        self._wrench = np.zeros(6)
        self._part = sim.actors[0].arrays["geom_part"]

    def heading(self) -> float:
        """The pelvis' facing, rad."""
        m = self._sim.data.xmat[self._root]
        return 0.0 if self._sim.bodies[0].planar else math.atan2(m[3], m[0])

    def read(self, *, ragdoll: bool = False, still: bool = False) -> Pose:
        """The pose of the Sim now.

        Args:
            ragdoll: Whether its joints are limp.
            still: Whether the state was just set: then positions are computed first, and there are no
                forces yet. Nothing that the next tick reads is changed.
        """
        sim, data = self._sim, self._sim.data
        if still:
            mujoco.mj_kinematics(sim.model, data)
            mujoco.mj_comPos(sim.model, data)
            mujoco.mj_comVel(sim.model, data)
        mujoco.mj_subtreeVel(sim.model, data)
        com, velocity = data.subtree_com[self._root], data.subtree_linvel[self._root]
        yaw = self.heading()
        cos, sin = math.cos(yaw), math.sin(yaw)
        state = sim.actors[0].state
        contacts, support = _NO_SIX, _NO_THREE
        if not still:
            contacts, support = self._contacts()
        depth = int(state.depth[0])
        return Pose(
            time=sim.time,
            phase=int(state.frame_phase[0]) - sim.programs[0].units[0].phases[0],
            side=int(state.frame_side[0]),
            depth=depth,
            clock=float(state.clock[0]),
            speed=float(cos * velocity[0] + sin * velocity[1]),
            drift=float(cos * velocity[1] - sin * velocity[0]),
            heading=yaw,
            wanted=self._wanted(),
            ground=sim.world.ground.height(float(com[0]), float(com[1])),
            com=com.astype(np.float32),
            velocity=velocity.astype(np.float32),
            bodies=bodies_of(data),
            contacts=contacts,
            support=support,
            joints=np.stack([data.qpos[self._q], state.clipped[self._v]], axis=1).astype(np.float32),
            forces=_NO_SIX if still else self._forces(),
            named=self._named(),
            phi=self._phi(),
            ended=bool(state.verdict[VERDICT_CODE] != RUNNING),
            ragdoll=ragdoll,
            pendulum=self._pendulum(),
        )

    def _named(self) -> Floats:
        """What the script's LETs were worked out to last; NaN where its phase does not use one."""
        actor, program = self._sim.actors[0], self._sim.programs[0]
        registers = own_lets(program)
        _, _, first, last = program.phases[int(actor.state.frame_phase[0]), :4].tolist()
        fresh = np.isin(registers, program.code[first:last, 1])
        return np.where(fresh, actor.arrays["reg"][registers], math.nan).astype(np.float32)

    def _pendulum(self) -> Floats | None:
        """What is drawn of the pendulum beside the body, (7, 3); None where no TEMPLATE has run."""
        found = pendulum_of(self._sim)
        if found is None:
            return None
        points = (found.hips, found.neck, found.com, found.pivot, *found.feet, found.land)
        return np.array(points, np.float32)

    def _phi(self) -> float:
        """How much of the outermost phase that has a length has passed: what the script's curves run over."""
        state = self._sim.actors[0].state
        for frame in range(int(state.depth[0]) + 1):
            if state.lasting[frame] > 0.0:
                return min(1.0, float(state.clock[frame] / state.lasting[frame]))
        return 0.0

    def _wanted(self) -> float:
        names = [p.name for p in self._sim.programs[0].units[0].parameters]
        return float(self._sim.actors[0].inputs[names.index("speed")]) if "speed" in names else math.nan

    def _contacts(self) -> tuple[Floats, Floats]:
        """Contacts (c, 6) of the body with the world, and the polygon (s, 3) that carries it."""
        data, rows, carrying = self._sim.data, [], []
        for k in range(data.ncon):
            contact = data.contact[k]
            g1, g2 = contact.geom
            one, two = self._part[g1] >= 0, self._part[g2] >= 0
            if one == two:
                continue
            mujoco.mj_contactForce(self._sim.model, data, k, self._wrench)
            frame = contact.frame.reshape(3, 3)
            force = frame.T @ self._wrench[:3] * (1.0 if two else -1.0)
            if self._wrench[0] < _LEAST_FORCE:
                continue
            rows.append((*contact.pos, *force))
            if abs(frame[0, 2]) > _STEEP:
                carrying.append(tuple(contact.pos))
        if not rows:
            return _NO_SIX, _NO_THREE
        return np.array(rows, np.float32), hull(carrying)

    def _forces(self) -> Floats:
        """Pushes that act now: place and force, world, (p, 6)."""
        data = self._sim.data
        pushed = np.nonzero(np.any(data.xfrc_applied[:, :3] != 0.0, axis=1))[0]
        if len(pushed) == 0:
            return _NO_SIX
        return np.hstack([data.xipos[pushed], data.xfrc_applied[pushed, :3]]).astype(np.float32)


def own_lets(program: Program) -> NDArray[np.int64]:
    """Registers of the LETs of the script itself, without those of skills it calls."""
    rows = [program.let_offset + k for k, let in enumerate(program.lets) if let.unit == 0]
    return np.array(rows, np.int64)


_NO_SIX: Floats = np.zeros((0, 6), np.float32)
_NO_THREE: Floats = np.zeros((0, 3), np.float32)


def bodies_of(data: mujoco.MjData) -> Floats:
    """Places and turns of all bodies but the world, (b, 7)."""
    return np.hstack([data.xpos[1:], data.xquat[1:]]).astype(np.float32)


def hull(points: list[tuple[float, ...]]) -> Floats:
    """The convex hull seen from above, counter-clockwise, heights kept, (s, 3).

    >>> hull([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0.5, 0.5, 0)]).shape
    (4, 3)
    """
    ordered = sorted({tuple(float(x) for x in p) for p in points})
    if len(ordered) < 3:
        return np.array(ordered, np.float32).reshape(-1, 3)
    lower, upper = _chain(ordered), _chain(ordered[::-1])
    return np.array(lower[:-1] + upper[:-1], np.float32)


def _chain(points: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
    chain: list[tuple[float, ...]] = []
    for p in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], p) <= 0:
            chain.pop()
        chain.append(p)
    return chain


def _turn(a: tuple[float, ...], b: tuple[float, ...], c: tuple[float, ...]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
