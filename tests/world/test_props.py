"""Props: as text, and in a model."""

from __future__ import annotations

import mujoco
import pytest

from footfall.errors import FootfallError
from footfall.world import Prop, World, add_world, parse_prop

CRATE = "crate.box(.4, .5, .6).at(2, -1, .3).mass(80).friction(.2)"


def compiled(*props: Prop, planar: bool = False) -> mujoco.MjModel:
    spec = mujoco.MjSpec()
    add_world(spec, World(props=props), planar=planar)
    return spec.compile()


def test_a_prop_is_read_from_text() -> None:
    assert parse_prop(CRATE) == Prop("crate", "box", (0.4, 0.5, 0.6), (2.0, -1.0, 0.3), 80.0, False, 0.2)
    assert parse_prop("b.ball(.1).at(1, 0, 1).fixed()").fixed


@pytest.mark.parametrize(
    "text", ["", "crate", "crate.box(1,1)", "crate.box(1,1,1).at(0,0,0)", CRATE + "\nPROP " + CRATE]
)
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(FootfallError):
        parse_prop(text)


def test_a_thing_that_moves_is_free_or_stays_in_the_plane() -> None:
    crate = parse_prop(CRATE)
    assert compiled(crate).nv == 6
    assert compiled(crate, planar=True).nv == 3
    assert compiled(parse_prop("wall.box(1, 1, 1).at(0, 0, 0).fixed()")).nv == 0


def test_its_own_friction_counts_against_the_ground() -> None:
    """80 kg, friction .2: 140 N move nothing, 180 N do."""
    model = compiled(parse_prop(CRATE))
    for newtons, moves in ((140.0, False), (180.0, True)):
        data = mujoco.MjData(model)
        for _ in range(500):
            data.xfrc_applied[-1, 0] = newtons
            mujoco.mj_step(model, data)
        assert (data.qpos[0] - 2.0 > 0.01) == moves
