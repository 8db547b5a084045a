"""Body files: what is refused, how it is said, and that nothing else ever happens."""

from __future__ import annotations

import re
from pathlib import Path

import mujoco
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import footfall.body.parse as library
from footfall.body import add_body, load_body
from footfall.errors import FootfallError

DATA = Path(library.__file__).parent / "data"
SMALL = """
title = "small"
[root_servo]
kp = 100
[[link]]
name = "pelvis"
roles = ["pelvis"]
mass = 10
com = [0, 0, 0.1]
inertia = [0.1, 0.1, 0.1]
[[link]]
name = "leg"
side = "both"
roles = ["thigh", "shank", "foot"]
parent = "pelvis"
at = [0, 0.1, 0]
mass = 2
com = [0, 0, -0.4]
inertia = [0.1, 0.1, 0.01]
joint.roll = { range = [-0.2, 0.8], kp = 100, limit = 100 }
joint.pitch = { range = [-1, 1], kp = 100, limit = 100 }
shapes = [{ kind = "sphere", at = [0, 0.01, -0.8], radius = 0.05, contact = true }]
[start.rest]
angles = { Hip = 0.1, "lHip.roll" = 0.05 }
"""


@pytest.fixture
def write(tmp_path):
    def write_text(text: str | bytes) -> Path:
        path = tmp_path / "body.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write_text


def test_small_body_is_read(write):
    body = load_body(write(SMALL))
    assert [link.name for link in body.links] == ["pelvis", "lLeg", "rLeg"]
    assert [axis.name for axis in body.axes] == ["lHip.roll", "lHip.pitch", "rHip.roll", "rHip.pitch"]
    assert body.link("rLeg").at == (0.0, -0.1, 0.0)
    assert body.link("rLeg").shapes[0].at == (0.0, -0.01, -0.8)
    assert body.axes[0].kd == 10  # a tenth of kp unless it is given
    assert body.starts["rest"].angles == {"lHip.pitch": 0.1, "rHip.pitch": 0.1, "lHip.roll": 0.05}
    assert body.name == "body"


# (what to replace, by what, what the message must hold)
BAD = [
    ("mass = 10", "mass = 0", ["'pelvis'.mass", "more than 0"]),
    ("mass = 10", "mass = -3", ["more than 0"]),
    ("mass = 10", "mass = nan", ["finite"]),
    ("mass = 10", "mass = 1e400", ["finite"]),
    ("mass = 10", 'mass = "10"', ["must be a number, not a text"]),
    ("mass = 10", "mass = true", ["must be a number"]),
    ("mass = 10", "", ["'mass' is missing", "add mass"]),
    ("mass = 10", "mas = 10", ["'mass' is missing"]),
    ("mass = 10", "mass = 10\ncolor = 3", ["unknown key 'color'"]),
    ("mass = 10", "mass = 10\nrolls = 3", ["unknown key 'rolls'", "did you mean 'roles'?"]),
    ('title = "small"', 'tittle = "small"', ["did you mean 'title'?"]),
    ('"foot"]', "]", ["no left foot"]),
    ('"foot"]', '"foots"]', ["'foots'", "did you mean 'foot'?"]),
    ('side = "both"', 'side = "bot"', ["did you mean 'both'?"]),
    ('side = "both"', "", ["needs a side"]),
    ('side = "both"', 'side = "left"', ["no right foot"]),
    ("contact = true", "contact = false", ["cannot touch the ground"]),
    ('parent = "pelvis"', 'parent = "pelvi"', ["no link 'pelvi'", "did you mean 'pelvis'?"]),
    ('parent = "pelvis"', "", ["root"]),
    ('parent = "pelvis"', 'parent = "leg"', ["parents before their children"]),
    ('name = "leg"', 'name = "pelvis"', ["pelvis"]),
    ('name = "leg"', 'name = "le g"', ["not a name"]),
    ('roles = ["pelvis"]', "", ["not the role 'pelvis'"]),
    ("com = [0, 0, 0.1]", "com = [0, 0]", ["list of 3 numbers"]),
    ("inertia = [0.1, 0.1, 0.01]", "inertia = [0.1, 0.01, 0.01]", ["no solid"]),
    ("inertia = [0.1, 0.1, 0.01]", "inertia = [0.1, 0.1, 0]", ["more than 0"]),
    ("range = [-1, 1]", "range = [1, -1]", ["below the high one"]),
    ("joint.pitch", "joint.pich", ["unknown axis 'pich'", "did you mean 'pitch'?"]),
    ("radius = 0.05", "radius = 0", ["more than 0"]),
    ('kind = "sphere"', 'kind = "spere"', ["did you mean 'sphere'?"]),
    ("Hip = 0.1", "Hipp = 0.1", ["no axis 'Hipp.pitch'", "Hip.pitch"]),
    ("Hip = 0.1", "Hip = 1.5", ["outside its range", "from -1 to 1"]),
    ("[root_servo]\nkp = 100", "", ["'root_servo' is missing"]),
    ("[start.rest]", "[start]\nrest = 3\n[x]", ["must be a table"]),
    ("[[link]]", "[link]", ["not TOML"]),
    ("mass = 10", f"mass = {'9' * 400}", ["not a usable number", "finite"]),
    ("mass = 10", "mass = 1e-9", ["mass cannot be 1e-09", "1e-06 to 100000 kg"]),
    ("mass = 10", "mass = 500000", ["mass cannot be 500000", "kg"]),
    ("radius = 0.05", "radius = 1e20", ["not a usable number"]),
    ("radius = 0.05", "radius = 5000", ["size cannot be 5000", "0.0001 to 1000 m"]),
    ("radius = 0.05", "radius = 1e-9", ["size cannot be 1e-09"]),
    ("com = [0, 0, 0.1]", "com = [0, 0, 99999]", ["place cannot be 99999"]),
    ("[root_servo]\nkp = 100", "[root_servo]\nkp = 0", ["kp cannot be 0"]),
    ("[root_servo]\nkp = 100", "[root_servo]\nkp = -5", ["at least 0"]),
    ("[start.rest]", "[physics]\niterations = 100000\n[start.rest]", ["iterations cannot be"]),
    ("[start.rest]", f"[physics]\niterations = {'9' * 4000}\n[start.rest]", ["whole number from 1"]),
    ("[start.rest]", "[physics]\nfriction = 1e5\n[start.rest]", ["friction cannot be"]),
    ("[start.rest]", "[physics.quick]\ntimestep = 1\n[start.rest]", ["physics.quick", "too long a step"]),
    ("[start.rest]", "[physics.quick]\njacobian = 'thick'\n[start.rest]", ["physics.quick", "thick"]),
    ("[start.rest]", "[start.rest]\nvelocity = [1e5, 0, 0]", ["velocity cannot be"]),
]


@pytest.mark.parametrize(("old", "new", "words"), BAD)
def test_bad_body_is_refused_with_place_and_help(write, old, new, words):
    assert old in SMALL
    path = write(SMALL.replace(old, new))
    with pytest.raises(FootfallError) as caught:
        load_body(path)
    assert str(path) in caught.value.where
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"  \n", "empty"),
        (SMALL.encode("utf-16"), "UTF-16"),
        (bytes(range(256)), "binary, not text"),
        (b"\0\0\0", "binary, not text"),
        (b"title = ", "not TOML"),
        (b"[[[[", "not TOML"),
        (b'title = "nothing else"', "no links"),
        (b"link = 3", "list of tables"),
    ],
)
def test_files_that_are_no_bodies(write, content, words):
    with pytest.raises(FootfallError, match=words):
        load_body(write(content))


def test_missing_file_and_folder(tmp_path):
    with pytest.raises(FootfallError, match="no such file"):
        load_body(tmp_path / "none.toml")
    with pytest.raises(FootfallError, match="a folder, not a file"):
        load_body(tmp_path)


TOKEN = re.compile(r'-?\d+\.?\d*|"[^"\n]*"|\btrue\b|\bfalse\b|[A-Za-z_]+|[\[\]{},=]')
VALUES = [
    "nan",
    "inf",
    "1e400",
    "-1",
    "0",
    "1e-9",
    "7",
    '"x"',
    '"left"',
    "[]",
    "{}",
    "true",
    "",
    "[0, 0, 0]",
    "\0",
    "[",
]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from(["planar7", "human"]), edits=st.data())
def test_random_edits_never_raise_anything_else(tmp_path_factory, name, edits):
    text = (DATA / f"{name}.toml").read_text()
    for _ in range(edits.draw(st.integers(1, 3))):
        tokens = list(TOKEN.finditer(text))
        token = edits.draw(st.sampled_from(tokens)) if tokens else None
        if token is not None:
            text = text[: token.start()] + edits.draw(st.sampled_from(VALUES)) + text[token.end() :]
    path = tmp_path_factory.getbasetemp() / "edited.toml"
    path.write_text(text)
    try:
        body = load_body(path)
    except FootfallError as error:
        assert error.where
        return
    spec = mujoco.MjSpec()
    add_body(spec, body)
    spec.compile()  # what the checks let through, MuJoCo takes


def test_other_physics_say_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    settings_ = "[physics]\ntimestep = 0.002\nfriction = 0.7\n[physics.careful]\ntimestep = 0.001\n"
    path.write_text(SMALL.replace("[start.rest]", settings_ + "[start.rest]"))
    body = load_body(str(path))
    careful = body.settings["careful"]
    assert (body.physics.timestep, careful.timestep, careful.friction) == (0.002, 0.001, 0.7)
