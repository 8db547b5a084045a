"""A scene: a world and one or more bodies, compiled into one MuJoCo model."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco

from footfall.body import Body, add_body, apply_physics
from footfall.errors import FootfallError
from footfall.quiet import keep_warnings
from footfall.world import World, add_world

_MEMORY = 64 << 20  # bytes; an exhausted arena would end the process

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
        FootfallError: MuJoCo refuses the model.
    """
    spec = mujoco.MjSpec()
    spec.modelname = "+".join(body.name for body, _ in bodies)
    spec.memory = _MEMORY
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


def _set_friction(spec: mujoco.MjSpec, body: Body, prefix: str, friction: float) -> None:
    names = {prefix + link.model_name for link in body.links}
    for geom in spec.geoms:
        if geom.parent.name in names:
            geom.friction[0] = friction
