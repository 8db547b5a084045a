"""What drives the body: its script, nothing, or what gets it up."""

from __future__ import annotations

import pytest

from footfall.errors import FootfallError
from footfall.studio.playback.drive import LIMP, SCRIPT, Drive, Drives, weakened
from footfall.studio.playback.restore_point import Command
from footfall.studio.playback.run import Run
from tests.studio.runs import setup_of

pytestmark = pytest.mark.sim


def test_going_back_in_time_goes_back_to_what_drove_it_then() -> None:
    drives = Drives()
    drives.note(Drive(LIMP, tick=100))
    drives.note(Drive(SCRIPT, weak=True, tick=200))
    assert drives.go_back(150).by == LIMP
    assert drives.go_back(100) == Drive()


def test_a_weak_script_has_a_small_limit() -> None:
    text = "SKILL a(x = 1,\n  y = 2)\nLIMIT 400\nLET z = x;\nPHASE b\n"
    assert weakened(text, 12.0) == "SKILL a(x = 1,\n  y = 2)\nLET z = x;\nLIMIT 12\nPHASE b\n"
    assert weakened("no phases", 12.0) == "no phases"


def test_a_branch_from_before_a_fall_walks_again() -> None:
    run = Run(setup_of(), 0, 1)
    run.advance(run.tick_of(1.0))
    run.limp(True)
    run.advance(run.tick_of(1.0))
    assert run.ragdoll
    run.go_back(0.5)
    assert not run.ragdoll and run.driving == run.text
    assert run.sim.programs[0].units[0].text == run.text


def test_only_a_body_with_a_script_for_it_gets_up() -> None:
    run = Run(setup_of("simbicon/walk"), 0, 1)
    assert not run.can_get_up
    with pytest.raises(FootfallError, match="planar7"):
        run.get_up()
    assert Run(setup_of("moves/stand"), 0, 1).can_get_up


@pytest.mark.long
def test_a_body_that_lies_gets_up_and_goes_on_with_its_script() -> None:
    run = Run(setup_of("moves/stand"), 0, 1)
    run.limp(True)
    run.advance(run.tick_of(2.5))
    assert run.lies
    run.limp(False)  # with little strength
    run.advance(run.tick_of(0.5))
    assert run.lies and run.driving != run.text
    run.get_up()
    for _ in range(60):
        run.advance(run.tick_of(0.5))
        if run.driving == run.text:
            break
    assert run.driving == run.text and not run.lies


@pytest.mark.long
def test_a_body_goes_to_a_node_of_the_graph_and_after_a_fall_as_well() -> None:
    run = Run(setup_of("moves/stand"), 0, 1)
    run.advance(run.tick_of(0.5))
    assert run.go("squat") == ("squat",) and run.destination == "squat"
    run.advance(run.tick_of(2.5))
    assert run.node == "squat" and float(run.sim.actors[0].state.com[2]) < 0.75
    assert run.go("stand") == ("rise", "stand")
    run.do(Command("push", {"part": "trunk", "force": (1500.0, 0.0, 0.0), "seconds": 0.3}))
    seen = []
    for _ in range(60):
        run.advance(run.tick_of(0.5))
        seen.append(run.node)
        if seen[-1] == "stand" and "get-up" in seen:
            break
    assert "get-up" in seen and seen[-1] == "stand"
    run.go("")
    assert run.driving == run.text and run.destination == ""


def test_only_the_body_of_the_graph_goes_there() -> None:
    with pytest.raises(FootfallError, match="planar17"):
        Run(setup_of("simbicon/walk"), 0, 1).go("stand")
    with pytest.raises(FootfallError, match="squat"):
        Run(setup_of("moves/stand"), 0, 1).go("sqat")
