"""What `run` and `play` make of their options."""

from __future__ import annotations

import pytest

from footfall.cli import options
from footfall.cli.report import Outputs
from footfall.cli.run.route import Route
from footfall.cli.run.simulate import check_seeds, find, how_long, learns, surroundings
from footfall.errors import FootfallError
from footfall.script import compile_skill


def test_a_skill_and_a_body_are_found_or_named_in_the_message() -> None:
    program, body = find("simbicon/walk", None)
    assert program.name == "simbicon/walk" and body is None
    _, body = find("simbicon/walk", "planar17")
    assert body is not None and body.name == "planar17"
    with pytest.raises(FootfallError) as refused:
        find("simbicon/walk", "planar71")
    assert refused.value.where == "--body planar71"


def test_only_a_script_with_learn_learns() -> None:
    assert learns(compile_skill("simbicon/walk-learning"))
    assert not learns(compile_skill("simbicon/walk"))


def test_how_long_it_runs() -> None:
    route = Route(points=((2.0, 0.0),), speed=0.5)
    assert how_long(3.0, route) == 3.0
    assert how_long(None, None) == options.SECONDS == how_long(None, Route(later=((1.0, "speed", 0.0),)))
    assert how_long(None, route) > 4.0  # two metres at half a metre a second, and then some
    with pytest.raises(FootfallError, match="legal"):
        how_long(float("inf"), None)


def test_surroundings_are_what_the_options_say() -> None:
    box = "b.box(1, 1, 1).at(2, 0, .5).mass(9)"
    world = surroundings("slope:3", ["1:0.1:50"], "2:8:1.5", 0.5, None, [box])
    assert world.ground == "slope:3" and world.friction == 0.5 and world.balls is not None
    assert [push.force for push in world.pushes] == [(50.0, 0.0, 0.0)]
    assert [prop.name for prop in world.props] == ["b"]
    with pytest.raises(FootfallError) as refused:
        surroundings(None, None, friction=-1.0)
    assert refused.value.where == "--friction"


def test_seeds_exclude_files_and_each_other() -> None:
    check_seeds(5, None, Outputs())
    check_seeds(None, 3, Outputs())
    with pytest.raises(FootfallError, match="exclude"):
        check_seeds(1, 3, Outputs())
