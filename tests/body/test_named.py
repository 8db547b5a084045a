"""The grown bodies of the library: files of the generator, true to their names."""

from __future__ import annotations

import pytest

from footfall.body import load_body
from footfall.body.named import DATA, NAMED, named_text
from footfall.engine.sim import Sim


@pytest.mark.parametrize("name", NAMED)
def test_its_file_is_what_the_generator_makes(name: str) -> None:
    # `python -m footfall.body.named` writes them anew
    assert (DATA / f"{name}.toml").read_text(encoding="utf-8") == named_text(name)


def test_the_robots_knees_are_at_two_heights() -> None:
    left, right = (load_body("robot").part(name) for name in ("lShin", "rShin"))
    assert left is not None and right is not None
    assert abs(left.at[2] - right.at[2]) > 0.1


def test_the_birds_knees_bend_backwards_only() -> None:
    for name in ("lKnee", "rKnee"):
        knee = load_body("bird").joint(name)
        assert knee is not None
        assert (knee.axes[-1].low, knee.axes[-1].high) == (-2.5, 0.0)


def test_beasts_are_heavy_and_tall() -> None:
    assert load_body("beast-heavy").mass > 2 * load_body("human").mass
    assert load_body("beast-tall").mass < load_body("human").mass


@pytest.mark.sim
@pytest.mark.parametrize("name", NAMED)
def test_it_walks(name: str) -> None:
    facts = Sim("genbicon/walk", body=name).run(6).report()
    assert facts["end"] == "time"
    assert facts["speed"] > 0.4
    assert facts["knee_over"] < 3.0


@pytest.mark.sim
def test_a_birds_stance_knee_is_bent_its_own_way() -> None:
    sim = Sim("genbicon/walk", body="bird")
    sim.run(2)
    knees = [sim.actors[0].anatomy.dof_names.index(f"{side}Knee.pitch") for side in "lr"]
    assert all(sim.actors[0].state.servo[k, 0] <= 0.0 for k in knees)
