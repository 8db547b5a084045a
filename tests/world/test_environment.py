"""Environment files and height fields of the classic language."""

from __future__ import annotations

from pathlib import Path

import mujoco
import pytest

from footfall.errors import FootfallError
from footfall.world import add_world, parse_env, parse_ground, read_heights

CHAIR = """\
# a chair and stairs
DEFINE Chair { Box(1, .4,.05,.4, 0,.45,0); Box(1, .05, .4, .4, -.2, .7, 0); }
ENTITIES {
    GROUND = 2DPlane(-200,0,200,0).friction(.5);
    SEAT = Chair(2, 0, -10);   # behind
    STEPS = Stairs(.2, .28, .18, 4);
    BALL = Sphere(2, .1, 1, .1, -10);
    WALL = Box(1000, .2, 3, .1, -10);
}
"""


def env(folder: Path, text: str) -> Path:
    path = folder / "base.env"
    path.write_text(text)
    return path


def test_objects_become_props(tmp_path: Path) -> None:
    props = parse_env(env(tmp_path, CHAIR)).props
    assert [p.name for p in props] == ["SEAT"] * 2 + ["STEPS"] * 4 + ["BALL", "WALL"]
    seat, step, ball, wall = props[0], props[3], props[6], props[7]
    assert seat.position == pytest.approx((2.0, 0.0, 0.45)) and seat.size[0] == 0.4 and seat.size[2] == 0.05
    assert step.position == pytest.approx((0.2 + 0.28 * 1.5, 0.0, 0.18)) and step.size[2] == pytest.approx(
        0.36
    )
    assert (ball.kind, ball.size[0], ball.fixed) == ("sphere", 0.1, False)
    assert wall.fixed and step.fixed and not seat.fixed


def test_props_are_in_the_model(tmp_path: Path) -> None:
    spec = mujoco.MjSpec()
    add_world(spec, parse_env(env(tmp_path, CHAIR)), look=False, planar=True)
    model = spec.compile()
    names = {model.geom(g).name for g in range(model.ngeom)}
    assert {"entity/SEAT#0", "entity/SEAT#1", "entity/STEPS#3", "entity/BALL#0", "entity/WALL#0"} <= names
    assert model.njnt == 9  # two pieces of the chair and the ball, three joints each
    data = mujoco.MjData(model)
    for _ in range(500):
        mujoco.mj_step(model, data)
    assert data.geom("entity/BALL#0").xpos[2] == pytest.approx(0.1, abs=0.02)
    assert data.geom("entity/STEPS#0").xpos[2] == pytest.approx(0.09)


def test_tilted_plane_is_a_slope(tmp_path: Path) -> None:
    ground = parse_env(env(tmp_path, "ENTITIES { G = 2DPlane(-10,-1,10,1); }")).ground
    assert ground.height(5) == pytest.approx(0.5)
    assert parse_ground(ground.text).height(5) == pytest.approx(0.5)


def test_raised_planes(tmp_path: Path) -> None:
    ground = parse_env(env(tmp_path, "ENTITIES { G = 2DPlane(0,.3,10,1.3); }")).ground
    assert ground.height(5) == pytest.approx(0.8)
    assert parse_ground(ground.text).height(5) == pytest.approx(0.8)
    level = parse_env(env(tmp_path, "ENTITIES { G = 2DPlane(0,.3,10,.3); }")).ground
    assert level.height(-4) == 0.3 == parse_ground(level.text).height(7)


def test_height_field_is_the_ground(tmp_path: Path) -> None:
    (tmp_path / "t.hf").write_text("-5 10 3\n0 .2\n-.1\n")
    for ground in (
        read_heights(tmp_path / "t.hf"),
        parse_env(env(tmp_path, "ENTITIES { G = Heightfield(t.hf); }")).ground,
    ):
        assert [ground.height(x) for x in (-5, -2.5, 0, 2.5, 9)] == pytest.approx([0, 0.1, 0.2, 0.05, -0.1])
        assert parse_ground(ground.text).height(2.5) == pytest.approx(0.05)


def test_empty_environment_is_flat(tmp_path: Path) -> None:
    world = parse_env(env(tmp_path, "# nothing\n"))
    assert world.props == () and world.ground.height(3) == 0


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("ENTITIES {\n A = Bix(1, 1, 0, 0, 0);\n}", 2, "no object 'Bix'"),
        ("ENTITIES {\n\n A = Box(1, 1);\n}", 3, "Box takes 7 numbers"),
        ("ENTITIES { A = Box(x, 1, 0, 0, 0); }", 1, "numbers"),
        ("ENTITIES { A = Box(1, -1, 0, 0, 0); }", 1, "above 0"),
        ("ENTITIES { A ; }", 1, "cannot read"),
        ("ENTITIES { A = Heightfield(../x.hf); }", 1, "beside"),
        ("ENTITIES { A = Stairs(0, 1, 1, 1e5); }", 1, "cannot be built"),
        ("ENTITIES { A = 2DPlane(1, 0, 0, 0); }", 1, "ceiling"),
        ("DEFINE A { A(0,0,0); }\nENTITIES { B = A(0, 0, 0); }", 1, "too many"),
    ],
)
def test_mistakes_are_refused_with_their_line(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = env(tmp_path, text)
    with pytest.raises(FootfallError, match=message) as error:
        parse_env(path)
    assert error.value.where == f"{path}:{line}" and error.value.help


@pytest.mark.parametrize("text", ["", "1 2", "0 0 2 1 1", "0 1 5 1 1", "0 1 x 1 1", "0 1 1 1 nan"])
def test_broken_height_field(tmp_path: Path, text: str) -> None:
    (tmp_path / "t.hf").write_text(text)
    with pytest.raises(FootfallError):
        read_heights(tmp_path / "t.hf")


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FootfallError, match="no such file"):
        parse_env(tmp_path / "gone.env")


@pytest.mark.parametrize("name", ["link.hf", "way/far.hf"])
def test_a_height_field_through_a_link_that_leads_out_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "far.hf").write_text("0 1 2 0 0")
    here = tmp_path / "here"
    here.mkdir()
    (here / "link.hf").symlink_to("../far/far.hf")
    (here / "way").symlink_to("../far")
    (here / "a.env").write_text(f"ENTITIES {{ G = Heightfield({name}); }}")
    with pytest.raises(FootfallError, match="beside its .env file"):
        parse_env(here / "a.env")
