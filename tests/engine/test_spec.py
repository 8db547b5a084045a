"""A run as it is asked for: names found, numbers checked, one place for all."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from footfall.body import load_body
from footfall.engine.sim import Sim
from footfall.engine.spec import ActorSpec, RunSpec, WorldSpec
from footfall.errors import FootfallError
from footfall.script import compile_skill
from footfall.world import Balls, World, parse_ground, parse_prop, parse_push

WALK = RunSpec((ActorSpec("simbicon/walk"),))


def test_names_are_found() -> None:
    found = WALK.resolve()
    ((body, prefix),) = found.setting.bodies
    assert found.programs[0].name == "simbicon/walk" and found.seed == 0
    assert (body.name, prefix) == (found.programs[0].body, "")
    assert found.setting.world.ground.kind == "flat" and found.setting.dt is None


def test_what_is_made_already_is_taken_as_it_is() -> None:
    program, body, world = compile_skill("simbicon/walk"), load_body("planar17"), World(friction=0.7)
    found = RunSpec((ActorSpec(program, body),), world).resolve()
    assert found.programs == (program,) and found.setting.bodies == ((body, ""),)
    assert found.setting.world.friction == 0.7


def test_several_actors_have_a_prefix_each() -> None:
    found = RunSpec((ActorSpec("simbicon/walk"), ActorSpec("simbicon/walk", at=(4.0, 0.0)))).resolve()
    assert [prefix for _, prefix in found.setting.bodies] == ["actor0/", "actor1/"]


def test_masses_and_physics_are_of_every_body() -> None:
    own, heavy = WALK.resolve(), replace(WALK, scale_mass=2.0, physics="careful").resolve()
    (body, _), (other, _) = own.setting.bodies[0], heavy.setting.bodies[0]
    assert other.mass == pytest.approx(2.0 * body.mass)
    assert other.made == ("physics careful", "masses × 2")


def test_the_seed_draws_the_bumps() -> None:
    bumpy = replace(WALK, world="bumps:0.02")
    first, again, other = (replace(bumpy, seed=seed).resolve().setting.world for seed in (1, 1, 2))
    assert np.array_equal(first.ground.grid, again.ground.grid)
    assert not np.array_equal(first.ground.grid, other.ground.grid)


def test_a_world_as_asked_for_is_built_on_its_ground_or_its_environment() -> None:
    push, prop = parse_push("1:0.1:50"), parse_prop("crate.box(.4, .4, .4).at(2, 0, .2).mass(10)")
    asked = WorldSpec("slope:3", friction=0.5, pushes=(push,), balls=Balls(1.0, 5.0, 2.0), props=(prop,))
    world = asked.build("flat", 0)
    assert (world.ground.kind, world.friction, world.pushes, world.props) == ("slope", 0.5, (push,), (prop,))
    base = World(ground=parse_ground("stairs:.1,.3,3"), props=(replace(prop, name="other"),))
    world = WorldSpec(environment=base, props=(prop,)).build("flat", 0)
    assert world.ground is base.ground and [one.name for one in world.props] == ["other", "crate"]
    assert WorldSpec().build("slope:2", 0).ground.text == "slope:2"  # the skill's own


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"seed": -1}, "seed"),
        ({"seed": 0.5}, "seed"),
        ({"dt": 1.0}, "dt"),
        ({"dt": float("nan")}, "dt"),
        ({"scale_mass": 0.0}, "scale_mass"),
        ({"world": "sea"}, "ground"),
        ({"saves": "cloud"}, "saves"),
        ({"physics": "careless"}, ""),
        ({"actors": ()}, ""),
        ({"actors": (ActorSpec("simbicon/wolk"),)}, ""),
        ({"actors": (ActorSpec("simbicon/walk", "martian"),)}, ""),
    ],
)
def test_what_cannot_be_is_refused_with_a_way_out(changes: dict[str, object], where: str) -> None:
    with pytest.raises(FootfallError) as refused:
        replace(WALK, **changes).resolve()
    assert where in refused.value.where and refused.value.help


@pytest.mark.sim
def test_a_sim_of_a_spec_is_the_sim_of_its_arguments() -> None:
    asked = RunSpec((ActorSpec("simbicon/walk", set={"lean": 0.1}),), "slope:2", seed=3, saves="memory")
    spelt = Sim("simbicon/walk", world="slope:2", seed=3, set={"lean": 0.1}, saves="memory")
    made = Sim.of(asked)
    assert made.state_hash == spelt.state_hash
    for sim in (made, spelt):
        sim.step(20)
    assert made.state_hash == spelt.state_hash
