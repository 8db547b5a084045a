"""How a world looks: sky, lights with shadows, and a ground whose grid shows a sliding foot."""

from __future__ import annotations

from typing import Any

import mujoco

GROUND_MATERIAL = "ground"
_SKY = ((0.80, 0.87, 0.94), (0.97, 0.98, 1.00))
_TILES = ((0.80, 0.82, 0.84), (0.74, 0.76, 0.79))
_LINES = (0.62, 0.65, 0.69)


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
        builtin=mujoco.mjtBuiltin.mjBUILTIN_CHECKER,
        mark=mujoco.mjtMark.mjMARK_EDGE,
        rgb1=_TILES[0],
        rgb2=_TILES[1],
        markrgb=_LINES,
        width=512,
        height=512,
    )
    material = spec.add_material(name=GROUND_MATERIAL, reflectance=0.0, specular=0.1, shininess=0.1)
    textures = list(material.textures)
    textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = GROUND_MATERIAL
    material.textures = textures
    material.texuniform = True
    material.texrepeat = [4.0, 4.0]  # squares of a quarter of a metre


def _add_lights(spec: Any) -> None:
    directional = mujoco.mjtLightType.mjLIGHT_DIRECTIONAL
    spec.worldbody.add_light(
        name="sun",
        type=directional,
        pos=[-2.0, -3.0, 6.0],
        dir=[0.35, 0.5, -1.0],
        diffuse=[0.65, 0.64, 0.60],
        specular=[0.2, 0.2, 0.2],
        castshadow=True,
        mode=mujoco.mjtCamLight.mjCAMLIGHT_TRACKCOM,
    )
    spec.worldbody.add_light(
        name="fill",
        type=directional,
        pos=[3.0, 3.0, 4.0],
        dir=[-0.6, -0.5, -0.6],
        diffuse=[0.18, 0.20, 0.24],
        specular=[0.0, 0.0, 0.0],
        castshadow=False,
    )
    spec.visual.headlight.ambient = [0.38, 0.38, 0.40]
    spec.visual.headlight.diffuse = [0.18, 0.18, 0.18]
    spec.visual.headlight.specular = [0.05, 0.05, 0.05]
    spec.visual.quality.shadowsize = 4096
    spec.visual.map.shadowclip = 1.5
    spec.visual.map.znear = 0.02
    spec.visual.map.zfar = 60.0
