"""A figure that walks by formula, recorded as the engine would record it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import mujoco
import numpy as np
import pytest

_PLANAR_ROOT = """<joint name="root.x" type="slide" axis="1 0 0"/>
<joint name="root.z" type="slide" axis="0 0 1"/>
<joint name="root.pitch" axis="0 1 0"/>"""
_WORLD = """<light directional="true" dir=".2 .3 -.9" castshadow="true" diffuse=".6 .6 .6"/>
<geom name="ground" type="plane" size="0 0 .1" material="floor"/>"""


def _leg(side: str, y: float, tint: str) -> str:
    return f"""
<body name="{side}Thigh" pos="0 {y} 0"><joint name="{side}Hip.pitch" axis="0 1 0"/>
 <geom type="capsule" fromto="0 0 0 0 0 -.42" size=".07" rgba="{tint}"/>
 <body name="{side}Shin" pos="0 0 -.43"><joint name="{side}Knee.pitch" axis="0 1 0"/>
  <geom type="capsule" fromto="0 0 0 0 0 -.4" size=".05" rgba="{tint}"/>
  <body name="{side}Foot" pos="0 0 -.42"><joint name="{side}Ankle.pitch" axis="0 1 0"/>
   <geom type="box" pos=".05 0 -.04" size=".11 .045 .025" rgba="{tint}"/></body></body></body>"""


def biped_xml(*, planar: bool = False, world: bool = True) -> str:
    """A seven-link figure with a head; without `world` it has no ground, light or sky."""
    root = _PLANAR_ROOT if planar else '<freejoint name="root"/>'
    apart = 0.05 if planar else 0.1
    return f"""<mujoco>
<asset>
<texture name="floor" type="2d" builtin="checker" width="64" height="64" rgb1=".8 .8 .8" rgb2=".7 .7 .7"/>
<material name="floor" texture="floor" texrepeat="2 2" texuniform="true"/></asset>
<worldbody>{_WORLD if world else ""}
<body name="pelvis" pos="0 0 0">{root}
 <geom type="capsule" fromto="0 0 .02 0 0 .4" size=".12" rgba=".35 .45 .6 1"/>
 <geom type="sphere" pos="0 0 .66" size=".11" rgba=".8 .65 .55 1"/>
 {_leg("l", apart, ".85 .55 .2 1")}{_leg("r", -apart, ".2 .5 .7 1")}
</body></worldbody></mujoco>"""


@dataclass(frozen=True)
class FakeRecording:
    """What pictures read of a Recording."""

    xml: str
    time: np.ndarray
    qpos: np.ndarray
    tau: np.ndarray
    com: np.ndarray
    loads: np.ndarray
    phase: np.ndarray
    side: np.ndarray
    heading: np.ndarray
    speed_forward: np.ndarray
    dof_names: tuple[str, ...]
    planar: bool
    phase_names: tuple[str, ...] = ("lift", "strike")
    root_name: str = "pelvis"
    title: str = "simbicon/walk3d on human"
    pushes: tuple[tuple[float, float, str, np.ndarray], ...] = ()
    end: str = "time"
    notes: list[str] = field(default_factory=list)

    @property
    def phase_paths(self) -> tuple[str, ...]:
        return tuple(f"walk › {self.phase_names[p]}" for p in self.phase)

    def model(self) -> mujoco.MjModel:
        """The figure, compiled anew."""
        return mujoco.MjModel.from_xml_string(self.xml)


def walk(*, planar: bool = False, seconds: float = 3.0, world: bool = True) -> FakeRecording:
    """A figure that strides along +x at 1 m/s."""
    xml = biped_xml(planar=planar, world=world)
    model = mujoco.MjModel.from_xml_string(xml)
    time = np.arange(0.0, seconds + 1e-9, 0.005)
    wave = 2 * np.pi * time / 1.1
    qpos = np.zeros((len(time), model.nq))
    legs = 3 if planar else 7
    qpos[:, 0] = time
    qpos[:, 1 if planar else 2] = 0.9 + 0.01 * np.cos(2 * wave)
    if not planar:
        qpos[:, 1], qpos[:, 3] = 0.03 * np.sin(wave), 1.0
    for leg, shift in enumerate((0.0, np.pi)):
        at = legs + 3 * leg
        qpos[:, at] = 0.42 * np.sin(wave + shift) - 0.08
        qpos[:, at + 1] = 0.08 + 0.9 * np.clip(-np.sin(wave + shift + 0.7), 0, 1) ** 2
        qpos[:, at + 2] = -qpos[:, at] - qpos[:, at + 1] + 0.1
    left = 0.5 + 0.5 * np.tanh(6 * np.sin(wave))
    angles = [f"{s}{j}.pitch" for s in "lr" for j in ("Hip", "Knee", "Ankle")]
    root = ["root.x", "root.z", "root.pitch"] if planar else [f"root.{a}" for a in "xyzuvw"]
    tau = np.zeros((len(time), model.nv))
    tau[:, -6:] = 120 * np.sin(wave[:, None] + np.arange(6)) + 20 * np.sin(5 * wave[:, None])
    height = np.full_like(time, 1.0)
    return FakeRecording(
        xml=xml,
        time=time,
        qpos=qpos,
        tau=tau,
        com=np.stack([time, np.zeros_like(time), height], axis=1),
        loads=700 * np.stack([left, 1 - left], axis=1),
        phase=(np.sin(2 * wave) < 0).astype(np.int32),
        side=(left < 0.5).astype(np.int32),
        heading=0.05 * np.sin(wave),
        speed_forward=1.0 + 0.1 * np.cos(2 * wave),
        dof_names=tuple(root + angles),
        planar=planar,
    )


@pytest.fixture
def pushed() -> FakeRecording:
    """A 3D walk with a push from the right between 1.0 and 1.4 s."""
    return replace(walk(), pushes=((1.0, 1.4, "pelvis", np.array([0.0, 260.0, 0.0])),))


@pytest.fixture
def make_walk() -> Callable[..., FakeRecording]:
    """Makes a walk by formula."""
    return walk


@pytest.fixture(params=["gl", "drawn"])
def renderer(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Runs a test with OpenGL, where there is any, and with the drawn figure."""
    from footfall.motion import gl

    monkeypatch.delenv("FOOTFALL_RENDER", raising=False)
    if request.param == "gl" and gl.gl_support().backend is None:
        pytest.skip("no OpenGL here")
    monkeypatch.setenv("FOOTFALL_RENDER", request.param)
    return str(request.param)
