"""A scene: a world and one or more bodies, compiled into one MuJoCo model."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco

from footfall.body import Body, add_body, apply_physics
from footfall.errors import FootfallError
from footfall.quiet import keep_warnings
from footfall.world import World, add_world

# Bytes for contacts and constraints, and besides for each thing that moves: a heap of boxes that overlap
# has 40 contacts each. An exhausted arena ends the process. Memory that is never used costs nothing.
_MEMORY, _MEMORY_EACH = 64 << 20, 1 << 20
MOST_THINGS = 400  # that move, in one world

keep_warnings()


@dataclass(frozen=True)
class Scene:
    """A compiled model and what it was made of.

    Attributes:
        model: The model; the scene's own, since the kernel writes to it.
        xml: The same as MJCF, for people and other programs.
        world: The world.
        bodies: The bodies, with the prefix of each.
    """

    model: mujoco.MjModel
    xml: str
    world: World
    bodies: tuple[tuple[Body, str], ...]


def build_scene(bodies: tuple[tuple[Body, str], ...], world: World, dt: float | None = None) -> Scene:
    """Compile a world with bodies in it.

    Args:
        bodies: Each with the prefix of its names in the model.
        world: The world.
        dt: Time step in seconds; the first body's own when None.

    Raises:
        FootfallError: MuJoCo refuses the model, or too much moves in the world.
    """
    spec = mujoco.MjSpec()
    spec.modelname = "+".join(body.name for body, _ in bodies)
    moving = sum(not prop.fixed for prop in world.props)
    if moving > MOST_THINGS:
        raise FootfallError(
            f"the world has {moving} things that move, and {MOST_THINGS} are the most",
            help="let those that need not move be fixed",
        )
    spec.memory = _MEMORY + moving * _MEMORY_EACH
    apply_physics(spec, bodies[0][0].physics)
    if dt is not None:
        spec.option.timestep = dt
    # A diverged run must end with a reason, not start again from the reference pose.
    spec.option.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_AUTORESET)
    try:
        add_world(spec, world, planar=bodies[0][0].planar)
        for body, prefix in bodies:
            add_body(spec, body, prefix)
            if world.friction is not None:
                _set_friction(spec, body, prefix, world.friction)
        model = spec.compile()
    except (ValueError, mujoco.FatalError) as error:
        raise FootfallError(f"MuJoCo refuses the model: {error}", where=bodies[0][0].path) from error
    return Scene(model, spec.to_xml(), world, bodies)


def settle(model: mujoco.MjModel, data: mujoco.MjData, where: str) -> None:
    """Work out positions, contacts and forces of a scene as it stands.

    Raises:
        FootfallError: MuJoCo cannot: there is an error that would end the process inside the kernel.
    """
    try:
        mujoco.mj_forward(model, data)
    except mujoco.FatalError as error:
        reason = str(error).splitlines()[0]
        help = "place the things of the world apart from each other and from the body"
        raise FootfallError(f"MuJoCo cannot simulate this scene: {reason}", where=where, help=help) from None


def _set_friction(spec: mujoco.MjSpec, body: Body, prefix: str, friction: float) -> None:
    names = {prefix + link.model_name for link in body.links}
    for geom in spec.geoms:
        if geom.parent.name in names:
            geom.friction[0] = friction
