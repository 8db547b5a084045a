"""Bodies as plain data: every number comes back, whatever the body was made from."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest

from footfall.body import Body, add_body, apply_physics, body_names, load_body, scale_mass
from footfall.body.data import body_data, body_from
from footfall.body.grown import body_text
from footfall.body.proportions import default_proportions, random_proportions
from footfall.body.transform import PROPORTIONS, scale_length, stretch, with_delay
from footfall.errors import FootfallError
from tests.body.test_mjcf import MJCF, TOML

pytestmark = pytest.mark.filterwarnings("ignore:Attaching a spec")


def back(body: Body) -> Body:
    return body_from(json.loads(json.dumps(body_data(body))))


def compiled(body: Body) -> mujoco.MjModel:
    spec = mujoco.MjSpec()
    apply_physics(spec, body.physics)
    add_body(spec, body)
    return spec.compile()


def same_model(a: mujoco.MjModel, b: mujoco.MjModel) -> bool:
    names = ("body_mass", "body_inertia", "body_pos", "body_ipos", "body_iquat", "geom_size", "geom_pos")
    names += ("geom_quat", "geom_friction", "jnt_range", "jnt_axis", "dof_armature", "mesh_vert")
    return all(np.array_equal(getattr(a, name), getattr(b, name)) for name in names)


@pytest.mark.parametrize("name", body_names())
def test_every_body_of_the_library_comes_back(name: str) -> None:
    body = load_body(name)
    assert back(body) == body and same_model(compiled(back(body)), compiled(body))


def test_changed_bodies_come_back() -> None:
    human = load_body("human")
    third = scale_mass(scale_length(human, 1 / 3), 1 / 7)
    odd = stretch(human, {name: 0.7 + k / 30 for k, name in enumerate(PROPORTIONS)})
    for body in (third, odd, with_delay(human, 0.03), replace(human, name="mine", path="")):
        assert back(body) == body != human


def test_grown_and_drawn_bodies_come_back(tmp_path: Path) -> None:
    for k, proportions in enumerate((default_proportions(), *(random_proportions(s, 0.7) for s in range(4)))):
        path = tmp_path / f"{k}.toml"
        path.write_text(body_text(proportions, "grown"))
        body = load_body(path)
        path.unlink()
        assert back(body) == body


def test_numbers_of_numpy_are_numbers() -> None:
    body = load_body("planar7")
    root = replace(body.root, mass=np.float64(body.root.mass), at=tuple(np.array(body.root.at)))
    assert back(replace(body, links=(root, *body.links[1:]))) == body


def test_a_wrapped_body_carries_its_mjcf_its_includes_and_its_meshes(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "stl").mkdir()
    mesh = "v 0 0 0\nv .21 0 0\nv 0 .2 0\nv 0 0 .3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    (tmp_path / "stl" / "horn.obj").write_text(mesh)
    (tmp_path / "parts" / "horn.xml").write_text('<mujoco><asset><mesh file="horn.obj"/></asset></mujoco>')
    text = MJCF.replace('<compiler angle="degree"/>', '<compiler angle="degree" meshdir="stl"/>')
    text = text.replace("<worldbody>", '<include file="parts/horn.xml"/><worldbody>', 1)
    chest = '<geom type="capsule" fromto="0 0 0 0 0 0.4" size="0.1" mass="20"/>'
    assert chest in text
    text = text.replace(chest, chest + '<geom type="mesh" mesh="horn" mass="0.123456789012"/>')
    (tmp_path / "robot.xml").write_text(text)
    (tmp_path / "robot.toml").write_text(TOML)
    body = load_body(tmp_path / "robot.toml")
    model = compiled(body)
    for file in sorted(tmp_path.rglob("*"), reverse=True):
        file.rmdir() if file.is_dir() else file.unlink()
    again = compiled(back(body))
    assert model.nmesh == 1 and back(body) == body and same_model(again, model)


BROKEN: dict[str, Callable[[dict[str, Any]], object]] = {
    "no links": lambda d: d.update(links=[]),
    "no starts": lambda d: d.update(starts={}),
    "a part is missing": lambda d: d.pop("physics"),
    "a word for a number": lambda d: d["links"][0].update(mass="heavy"),
    "not a number": lambda d: d["links"][1].update(mass=float("nan")),
    "absurdly long": lambda d: d["links"][1].update(at=[1e20, 0, 0]),
    "an orphan": lambda d: d["links"][2].update(parent="nobody"),
    "twins": lambda d: d["links"].append(d["links"][1]),
    "an unknown role": lambda d: d["links"][1].update(roles=["tail"]),
    "an unknown shape": lambda d: d["links"][0]["shapes"][0].update(kind="torus"),
    "a joint to nowhere": lambda d: d["joints"][0].update(child="nobody"),
    "an unknown axis": lambda d: d["joints"][0]["axes"][0].update(axis="up"),
    "an unknown integrator": lambda d: d["physics"].update(integrator="magic"),
    "a long step": lambda d: d["physics"].update(timestep=1.0),
    "a long delay": lambda d: d["physics"].update(delay=1e5),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_body_is_refused(name: str) -> None:
    data = json.loads(json.dumps(body_data(load_body("planar7"))))
    BROKEN[name](data)
    with pytest.raises(FootfallError, match="not a body"):
        body_from(data)
