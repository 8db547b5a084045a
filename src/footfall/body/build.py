"""From a `Body` to bodies, hinges and geoms of a `mujoco.MjSpec`, and who collides with whom.

Two shapes collide when the type of one meets the affinity of the other. Bit 0 is the world
(ground, props, balls), bit 2 is that of left legs, which right legs meet. Each actor owns one more
bit for all of its shapes, which the other actors' affinity contains.
"""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np

from footfall.body.roles import LEG_ROLES
from footfall.body.schema import Axis, Body, Link, Physics, Shape
from footfall.quiet import keep_warnings

WORLD = 1
LEFT_LEGS = 4
MAX_ACTORS = 29  # a bit each beside these two, below the sign bit of a 32-bit integer


def _shape_bit(actor: int) -> int:
    return 2 if actor == 0 else 1 << (2 + actor)


_ALL_SHAPES = sum(_shape_bit(actor) for actor in range(MAX_ACTORS))


def body_mask(actor: int, leg: str = "") -> tuple[int, int]:
    """The (contype, conaffinity) of a shape of a body.

    Args:
        actor: 0 to `MAX_ACTORS` - 1.
        leg: "left" or "right" for a shape of a leg that may meet the other leg, else "".
    """
    if not 0 <= actor < MAX_ACTORS:
        raise ValueError(f"actor {actor}: a scene holds at most {MAX_ACTORS}")
    contype = _shape_bit(actor)
    conaffinity = WORLD | (_ALL_SHAPES & ~_shape_bit(actor))
    if leg == "left":
        contype |= LEFT_LEGS
    elif leg == "right":
        conaffinity |= LEFT_LEGS
    return contype, conaffinity


def next_actor(contypes: list[int]) -> int:
    """The first actor's number that none of a scene's shapes has yet."""
    used = 0
    for contype in contypes:
        used |= contype
    return next((actor for actor in range(MAX_ACTORS) if not used & _shape_bit(actor)), MAX_ACTORS)


_GEOMS = {
    "capsule": mujoco.mjtGeom.mjGEOM_CAPSULE,
    "box": mujoco.mjtGeom.mjGEOM_BOX,
    "sphere": mujoco.mjtGeom.mjGEOM_SPHERE,
    "ellipsoid": mujoco.mjtGeom.mjGEOM_ELLIPSOID,
}
_SOLES = frozenset({"foot", "toe"})  # roles
_INTEGRATORS = {
    "implicitfast": mujoco.mjtIntegrator.mjINT_IMPLICITFAST,
    "implicit": mujoco.mjtIntegrator.mjINT_IMPLICIT,
    "Euler": mujoco.mjtIntegrator.mjINT_EULER,
}
_CONES = {"elliptic": mujoco.mjtCone.mjCONE_ELLIPTIC, "pyramidal": mujoco.mjtCone.mjCONE_PYRAMIDAL}
_SOLVERS = {
    "Newton": mujoco.mjtSolver.mjSOL_NEWTON,
    "CG": mujoco.mjtSolver.mjSOL_CG,
    "PGS": mujoco.mjtSolver.mjSOL_PGS,
}
_JACOBIANS = {
    "auto": mujoco.mjtJacobian.mjJAC_AUTO,
    "dense": mujoco.mjtJacobian.mjJAC_DENSE,
    "sparse": mujoco.mjtJacobian.mjJAC_SPARSE,
}
DRAWN_GROUP = 1  # geoms that are only drawn; those with contact are in group 0

keep_warnings()


def add_body(
    spec: Any, body: Body, prefix: str = "", *, actor: int | None = None, friction: float | None = None
) -> None:
    """Adds a body to the world of `spec`; solver and time step are left to `apply_physics`.

    In the model, links are named ``{prefix}{link.model_name}``, hinges ``{prefix}{axis.model_name}``,
    the root's joints ``{prefix}{name}`` for each of `Body.root_joints`.

    Args:
        spec: A `mujoco.MjSpec`.
        body: What to add.
        prefix: Goes in front of every name.
        actor: Number of this body in the scene, the next free one when None; actors collide with each other.
        friction: Sliding friction instead of the body's own.
    """
    spec.compiler.degree = False
    mu = body.physics.friction if friction is None else friction
    number = next_actor([geom.contype for geom in spec.geoms]) if actor is None else actor
    if body.mjcf:
        from footfall.body.mjcf_spec import add_wrapped

        add_wrapped(spec, body, prefix, number, mu)
    else:
        _add_links(spec, body, prefix, number, mu)


def _add_links(spec: Any, body: Body, prefix: str, actor: int, friction: float) -> None:
    axes = {joint.child: joint.axes for joint in body.joints}
    made: dict[str, Any] = {"": spec.worldbody}
    for link in body.links:
        node = made[link.parent].add_body(name=prefix + link.model_name, pos=link.at)
        made[link.name] = node
        _add_inertia(node, link)
        if not link.parent:
            _add_root_joints(node, body, prefix)
        for axis in axes.get(link.name, ()):
            _add_hinge(node, axis, body.physics, prefix)
        for i, shape in enumerate(link.shapes):
            geom = _add_geom(node, shape, f"{prefix}{link.model_name}.{i}")
            if shape.contact:
                set_contact(geom, body, link, actor, friction)


def apply_physics(spec: Any, physics: Physics) -> None:
    """Sets solver, integrator and time step of a spec."""
    option = spec.option
    option.timestep = physics.timestep
    option.integrator = _INTEGRATORS[physics.integrator]
    option.cone = _CONES[physics.cone]
    option.impratio = physics.impratio
    option.solver = _SOLVERS[physics.solver]
    option.iterations = physics.iterations
    option.ls_iterations = physics.ls_iterations
    option.tolerance = physics.tolerance
    option.jacobian = _JACOBIANS[physics.jacobian]


def set_contact(geom: Any, body: Body, link: Link, actor: int, friction: float) -> None:
    """Lets a geom of the body touch things, by the body's own contact parameters.

    Priority 1 makes them decide against ground, props and balls, whatever those ask for.
    """
    leg = link.side if body.collide_legs and LEG_ROLES.intersection(link.roles) else ""
    geom.contype, geom.conaffinity = body_mask(actor, leg)
    spin = body.physics.spin if _SOLES.intersection(link.roles) else 0.0
    geom.condim = 4 if spin > 0.0 else 3
    geom.priority = 1
    geom.friction = [friction, spin if spin > 0.0 else 0.005, 0.0001]
    geom.solref = body.physics.solref
    geom.solimp = body.physics.solimp
    geom.group = 0


def _add_inertia(node: Any, link: Link) -> None:
    node.explicitinertial = True
    node.mass = link.mass
    node.ipos = link.com
    node.inertia = link.inertia


def _add_root_joints(node: Any, body: Body, prefix: str) -> None:
    if not body.planar:
        node.add_freejoint(name=prefix + "root")
        return
    slide, hinge = mujoco.mjtJoint.mjJNT_SLIDE, mujoco.mjtJoint.mjJNT_HINGE
    node.add_joint(name=prefix + "root.x", type=slide, axis=[1, 0, 0])
    node.add_joint(name=prefix + "root.z", type=slide, axis=[0, 0, 1])
    node.add_joint(name=prefix + "root.pitch", type=hinge, axis=[0, 1, 0])


def _add_hinge(node: Any, axis: Axis, physics: Physics, prefix: str) -> None:
    joint = node.add_joint(name=prefix + axis.model_name, type=mujoco.mjtJoint.mjJNT_HINGE, axis=axis.vector)
    # Damping stays zero: it is the servo's kd, which the engine writes.
    joint.armature = axis.armature
    if axis.low is not None and axis.high is not None:
        joint.limited = mujoco.mjtLimited.mjLIMITED_TRUE
        joint.range = [axis.low, axis.high]
        joint.solref_limit = physics.limit_solref
        joint.solimp_limit = physics.limit_solimp


def _add_geom(node: Any, shape: Shape, name: str) -> Any:
    geom = node.add_geom(name=name, type=_GEOMS[shape.kind], rgba=shape.rgba)
    geom.contype = geom.conaffinity = 0
    geom.group = DRAWN_GROUP
    geom.size = shape.size
    if shape.kind == "capsule":
        geom.fromto = np.array([*shape.at, *shape.to])
    else:
        geom.pos = shape.at
    return geom
