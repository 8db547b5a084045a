"""From a `World` to a `mujoco.MjSpec`: ground, balls, props, and how it all looks.

The ground's grid of tiles shows a sliding foot; sky and lights with shadows are for pictures only.
"""

from __future__ import annotations

import math
from typing import Any

import mujoco
import numpy as np

from footfall.body.build import WORLD
from footfall.quiet import keep_warnings
from footfall.world.ground import BUMP_FLOOR, Ground
from footfall.world.props import PREFIX, Prop
from footfall.world.pushes import Balls
from footfall.world.world import World

Rgba = tuple[float, float, float, float]

WIDTH = 100.0  # m: half the width of ground that is made of boxes
DEPTH = 1.0  # m: thickness of ground below its lowest place
SLAB = 0.1  # m: thickness of a tilted slab; a block below it fills the rest
TINTS = ((1.0, 1.0, 1.0, 1.0), (0.82, 0.86, 0.92, 1.0))  # of neighbouring pieces, so that steps can be seen
PARKING = (0.0, 300.0, 5.0)  # m: top of the shelf on which balls wait, beyond what the camera shows

keep_warnings()


def add_world(spec: Any, world: World, *, look: bool = True, planar: bool = False) -> None:
    """Adds ground, balls, gravity and looks to a `mujoco.MjSpec`.

    Ground geoms are named ``ground0``, ``ground1`` …; balls ``ball0`` … with free joints of the same names.
    The friction of contacts with a body is the body's: pass `World.friction` to `add_body` as well.

    Args:
        spec: A `mujoco.MjSpec`.
        world: What to add.
        look: Whether to add sky, lights and the ground's material.
        planar: Whether its bodies move in the plane x, z, so that its props do too.
    """
    spec.compiler.degree = False
    spec.option.gravity = world.gravity
    if look:
        add_look(spec)
    _add_ground(spec, world.ground, GROUND_MATERIAL if look else "")
    if world.balls is not None:
        _add_balls(spec, world.balls, world.ball_pool)
    add_props(spec, world.props, planar)
    if world.friction is not None:
        for geom in spec.worldbody.find_all(mujoco.mjtObj.mjOBJ_GEOM):
            if geom.contype == WORLD and geom.priority != OWN_FRICTION:
                geom.friction = [world.friction, geom.friction[1], geom.friction[2]]


def ball_radius(mass: float, density: float = 1000.0) -> float:
    """Radius of a ball of that mass, kg, and density, kg/m³ (m)."""
    return math.cbrt(3 * mass / (4 * math.pi * density))


def _add_ground(spec: Any, ground: Ground, material: str) -> None:
    if ground.kind == "bumps":
        _add_plane(spec, BUMP_FLOOR, 0.0, material)
        _add_bumps(spec, ground, material)
    elif ground.kind == "slope":
        (x0, z0), (x1, z1) = ground.profile
        _add_plane(spec, 0.0, math.atan2(z1 - z0, x1 - x0), material)
    elif np.ptp(ground.profile[:, 1]) == 0.0:
        _add_plane(spec, float(ground.profile[0, 1]), 0.0, material)
    else:
        _add_profile(spec, ground, material)


def _ground_geom(spec: Any, kind: Any, material: str, **settings: Any) -> Any:
    count = sum(geom.name.startswith("ground") for geom in spec.worldbody.geoms)
    return spec.worldbody.add_geom(
        name=f"ground{count}",
        type=kind,
        material=material,
        contype=WORLD,
        conaffinity=WORLD,
        condim=3,
        **settings,
    )


def _add_plane(spec: Any, height: float, tilt: float, material: str) -> None:
    """An infinite plane that rises ahead by `tilt` (rad)."""
    turn = [math.cos(tilt / 2), 0.0, -math.sin(tilt / 2), 0.0]
    _ground_geom(
        spec, mujoco.mjtGeom.mjGEOM_PLANE, material, size=[0.0, 0.0, 0.05], pos=[0.0, 0.0, height], quat=turn
    )


def _add_profile(spec: Any, ground: Ground, material: str) -> None:
    bottom = float(ground.profile[:, 1].min()) - DEPTH
    for i, ((x0, z0), (x1, z1)) in enumerate(ground.segments()):
        tint = TINTS[i % 2]
        if z0 == z1:
            _add_block(spec, x0, x1, z0, bottom, material, tint)
            continue
        _add_slab(spec, (x0, z0), (x1, z1), material, tint)
        _add_block(spec, x0, x1, min(z0, z1) - 1e-3, bottom, material, tint)


def _add_block(spec: Any, x0: float, x1: float, top: float, bottom: float, material: str, tint: Rgba) -> None:
    size = [(x1 - x0) / 2, WIDTH, (top - bottom) / 2]
    pos = [(x0 + x1) / 2, 0.0, (top + bottom) / 2]
    _ground_geom(spec, mujoco.mjtGeom.mjGEOM_BOX, material, size=size, pos=pos, rgba=tint)


def _add_slab(
    spec: Any, start: tuple[float, float], end: tuple[float, float], material: str, tint: Rgba
) -> None:
    """A tilted box whose upper face goes from `start` to `end`."""
    run, rise = end[0] - start[0], end[1] - start[1]
    tilt = math.atan2(rise, run)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    pos = [middle[0] + math.sin(tilt) * SLAB / 2, 0.0, middle[1] - math.cos(tilt) * SLAB / 2]
    quat = [math.cos(tilt / 2), 0.0, -math.sin(tilt / 2), 0.0]
    size = [math.hypot(run, rise) / 2, WIDTH, SLAB / 2]
    _ground_geom(spec, mujoco.mjtGeom.mjGEOM_BOX, material, size=size, pos=pos, quat=quat, rgba=tint)


def _add_bumps(spec: Any, ground: Ground, material: str) -> None:
    rows, columns = ground.grid.shape
    half_x, half_y = (columns - 1) * ground.cell / 2, (rows - 1) * ground.cell / 2
    spec.add_hfield(
        name="bumps",
        nrow=rows,
        ncol=columns,
        size=[half_x, half_y, float(ground.grid.max()), DEPTH],
        userdata=(ground.grid / ground.grid.max()).astype(np.float32).ravel(),
    )
    pos = [ground.origin[0] + half_x, ground.origin[1] + half_y, 0.0]
    _ground_geom(spec, mujoco.mjtGeom.mjGEOM_HFIELD, material, hfieldname="bumps", pos=pos)


def _add_balls(spec: Any, balls: Balls, count: int) -> None:
    """A pool of balls at rest on a shelf out of sight, in the model from the start."""
    radius = ball_radius(balls.mass, balls.density)
    x, y, z = PARKING
    spec.worldbody.add_geom(
        name="shelf",
        type=mujoco.mjtGeom.mjGEOM_BOX,
        size=[4 * radius * count, 4 * radius, 0.5],
        pos=[x, y, z - 0.5],
        contype=WORLD,
        conaffinity=WORLD,
        condim=1,  # no friction: a third of the solver's work for a ball that only lies there
        priority=2,
        rgba=[0.0, 0.0, 0.0, 0.0],
    )
    for i in range(count):
        ball = spec.worldbody.add_body(name=f"ball{i}", pos=[x + (i - count / 2) * 3 * radius, y, z + radius])
        ball.add_freejoint(name=f"ball{i}")
        ball.add_geom(
            name=f"ball{i}",
            type=mujoco.mjtGeom.mjGEOM_SPHERE,
            size=[radius, 0.0, 0.0],
            mass=balls.mass,
            rgba=[0.86, 0.30, 0.22, 1.0],
            contype=WORLD,
            conaffinity=WORLD,
            condim=3,
        )


OWN_FRICTION = 1  # contact priority of a prop that has its own
COLOR = (0.62, 0.55, 0.45, 1.0)


def add_props(spec: Any, props: tuple[Prop, ...], planar: bool = False) -> None:
    """Add props to a `mujoco.MjSpec`; geoms and moving bodies are named ``entity/NAME#0``, ``#1`` and so on.

    A prop that moves is free; in a world of planar bodies it has slides along x and z and a hinge about y.
    """
    counts: dict[str, int] = {}
    for prop in props:
        number = counts[prop.name] = counts.get(prop.name, -1) + 1
        name = f"{PREFIX}{prop.name}#{number}"
        parent, at = spec.worldbody, list(prop.position)
        if not prop.fixed:
            parent, at = spec.worldbody.add_body(name=name, pos=at), [0.0, 0.0, 0.0]
            _add_joints(parent, name, planar)
        box = prop.kind == "box"
        geom = parent.add_geom(
            name=name,
            type=mujoco.mjtGeom.mjGEOM_BOX if box else mujoco.mjtGeom.mjGEOM_SPHERE,
            size=[s / 2 for s in prop.size] if box else [prop.size[0], 0.0, 0.0],
            pos=at,
            mass=prop.mass,
            rgba=COLOR,
            contype=WORLD,
            conaffinity=WORLD,
            condim=3,
        )
        if prop.friction is not None:
            geom.friction = [prop.friction, geom.friction[1], geom.friction[2]]
            geom.priority = OWN_FRICTION  # else the larger friction of the two sides counts


def _add_joints(body: Any, name: str, planar: bool) -> None:
    if not planar:
        body.add_freejoint(name=name)
        return
    slide, hinge = mujoco.mjtJoint.mjJNT_SLIDE, mujoco.mjtJoint.mjJNT_HINGE
    body.add_joint(name=f"{name}/x", type=slide, axis=[1.0, 0.0, 0.0])
    body.add_joint(name=f"{name}/z", type=slide, axis=[0.0, 0.0, 1.0])
    body.add_joint(name=f"{name}/pitch", type=hinge, axis=[0.0, 1.0, 0.0])


GROUND_MATERIAL = "ground"
# The studio's stage in its light colours: films, strips and the page look alike.
_SKY = ((0.88, 0.91, 0.92), (0.93, 0.94, 0.935))
_FLOOR = (0.925, 0.935, 0.925)
_LINES = (0.82, 0.845, 0.83)
_LINE_PIXELS = 96  # of a metre: a line is a pixel wide on each side; thinner ones break up into specks


def add_look(spec: Any) -> None:
    """Adds sky, ground material and lights to a `mujoco.MjSpec`."""
    _add_sky(spec)
    _add_ground_material(spec)
    _add_lights(spec)
    # Fixed, or grounds of kilometres would set the camera's near plane and the shadows.
    spec.stat.extent = 3.0
    spec.stat.center = [0.0, 0.0, 0.9]


def _add_sky(spec: Any) -> None:
    spec.add_texture(
        name="sky",
        type=mujoco.mjtTexture.mjTEXTURE_SKYBOX,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_GRADIENT,
        rgb1=_SKY[0],
        rgb2=_SKY[1],
        width=256,
        height=1536,
    )
    spec.visual.rgba.haze = [*_SKY[1], 1.0]


def _add_ground_material(spec: Any) -> None:
    spec.add_texture(
        name=GROUND_MATERIAL,
        type=mujoco.mjtTexture.mjTEXTURE_2D,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_FLAT,
        mark=mujoco.mjtMark.mjMARK_EDGE,
        rgb1=_FLOOR,
        rgb2=_FLOOR,
        markrgb=_LINES,
        width=_LINE_PIXELS,
        height=_LINE_PIXELS,
    )
    material = spec.add_material(name=GROUND_MATERIAL, reflectance=0.0, specular=0.0, shininess=0.0)
    textures = list(material.textures)
    textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = GROUND_MATERIAL
    material.textures = textures
    material.texuniform = True
    material.texrepeat = [1.0, 1.0]  # lines a metre apart, as on the page


def _add_lights(spec: Any) -> None:
    directional = mujoco.mjtLightType.mjLIGHT_DIRECTIONAL
    spec.worldbody.add_light(
        name="sun",
        type=directional,
        pos=[2.0, -4.0, 6.0],
        dir=[-0.28, 0.566, -0.778],
        diffuse=[0.60, 0.58, 0.55],
        specular=[0.2, 0.2, 0.2],
        castshadow=True,
        mode=mujoco.mjtCamLight.mjCAMLIGHT_TRACKCOM,
    )
    spec.worldbody.add_light(
        name="fill",
        type=directional,
        pos=[-3.0, 3.0, 4.0],
        dir=[0.6, -0.5, -0.6],
        diffuse=[0.16, 0.17, 0.18],
        specular=[0.0, 0.0, 0.0],
        castshadow=False,
    )
    spec.visual.headlight.ambient = [0.44, 0.45, 0.46]
    spec.visual.headlight.diffuse = [0.18, 0.18, 0.18]
    spec.visual.headlight.specular = [0.05, 0.05, 0.05]
    spec.visual.quality.shadowsize = 4096
    spec.visual.map.shadowclip = 1.5
    spec.visual.map.znear = 0.02
    spec.visual.map.zfar = 60.0
