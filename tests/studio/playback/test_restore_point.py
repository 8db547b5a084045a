from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from footfall.body import load_body
from footfall.body.transform import stretch
from footfall.engine.recording.recording import Recording
from footfall.studio.playback import proportions, restore_point
from footfall.studio.playback.exports import record
from footfall.studio.playback.ghosts import GhostMaker
from footfall.studio.playback.restore_point import Command, Setup
from footfall.studio.playback.run import Run
from footfall.studio.protocol import packets
from footfall.studio.protocol.process_messages import ExportRequest, GhostRequest
from tests.studio.runs import setup_of

pytestmark = pytest.mark.sim


def walked(seconds: float = 1.0) -> Run:
    run = Run(setup_of(), scene=0, version=1)
    run.advance(run.tick_of(seconds))
    return run


def test_a_moment_leads_to_the_same_bits() -> None:
    run = walked()
    point = run.restore_point()
    run.advance(300)
    other = restore_point.restore(point)
    other.step(300)
    assert other.state_hash == run.sim.state_hash


def test_going_back_is_exact_with_all_that_was_done() -> None:
    run = walked(0.3)
    run.do(Command("push", {"part": "trunk", "force": (50.0, 0.0, 0.0), "seconds": 0.2}))
    run.advance(100)
    run.do(Command("set", {"name": "lean", "value": 0.2}))
    run.do(Command("swap", {"text": run.text.replace("PHASE strike", "PHASE  strike  # same")}))
    run.advance(250)
    restore_point.drop_finished_pushes(run.sim)
    there, tick = run.sim.state_hash, run.sim.tick
    run.advance(400)
    point = run.history.restore_point(tick, since=0)
    assert point is not None and point.begin == 0 and len(point.commands) == 3
    assert restore_point.restore(point).state_hash == there


def test_a_branch_forgets_the_future_and_keeps_script_and_parameters() -> None:
    run = walked(0.5)
    run.advance(500)
    run.do(Command("set", {"name": "lean", "value": 0.15}))
    edited = run.text.replace("PHASE strike", "PHASE  strike")
    run.swap(edited, 2)
    run.advance(200)
    run.go_back(0.5)
    assert run.sim.time == pytest.approx(0.5, abs=0.02)
    assert run.history.head == run.sim.tick
    assert run.sim.programs[0].units[0].text == edited
    assert run.values()["lean"] == 0.15
    assert run.advance(200)


def test_forces_that_are_over_are_forgotten() -> None:
    run = walked(0.1)
    for _ in range(50):
        run.do(Command("push", {"part": "trunk", "force": (1.0, 0.0, 0.0), "seconds": 0.02}))
        run.advance(17)
    run.advance(600)
    assert len(run.sim.pushes) == len(run.sim.push_rows) == 0
    assert run.sim.events == []


def test_another_ground_goes_on_where_the_body_was() -> None:
    run = walked()
    before, phase, x = run.sim.tick, int(run.sim.actors[0].state.frame_phase[0]), run.sim.data.qpos[0]
    run.change(replace(run.setup, ground="slope:3"))
    assert run.sim.tick == before and run.sim.world.ground.text == "slope:3"
    assert int(run.sim.actors[0].state.frame_phase[0]) == phase
    assert run.sim.data.qpos[0] == pytest.approx(x)
    assert run.advance(1000) and run.end[0] == ""


def test_a_ball_hits_and_the_script_goes_on() -> None:
    run = walked()
    run.throw(2.0, 8.0, 0.0)
    at = run.sim.data.joint("ball0").qpos.copy()
    run.advance(run.tick_of(0.5))
    assert np.linalg.norm(run.sim.data.joint("ball0").qpos[:3] - at[:3]) > 1.5
    run.throw(2.0, 8.0, math.pi)
    assert run.advance(run.tick_of(0.5))


def test_a_ragdoll_falls_and_the_script_takes_over_again() -> None:
    run = walked()
    run.do(Command("set", {"name": "lean", "value": 0.1}))
    run.limp(True)
    run.advance(1500)
    assert run.lies and run.end[0] == "" and run.sim.actors[0].state.com[2] < 0.5
    assert not np.any(run.sim.actors[0].state.clipped)
    run.limp(False)
    assert run.values()["lean"] == 0.1 and not run.ragdoll
    low, high = float(run.sim.actors[0].state.com[2]), 0.0
    for _ in range(20):
        run.advance(100)
        high = max(high, float(run.sim.actors[0].state.com[2]))
    assert high < low + 0.15  # with all its strength it would jump


def test_a_ghost_is_what_will_happen() -> None:
    run = walked()
    request = GhostRequest(0, 1, 5, run.restore_point(), run.text, 0.5, asked=0.0)
    made = GhostMaker().make(request)
    assert (made.end, made.version) == ("time", 5) and made.seconds == pytest.approx(0.5)
    bodies = run.sim.model.nbody - 1
    samples = np.frombuffer(made.data, "<f4", offset=24).reshape(-1, 3 + 7 * bodies)
    assert len(samples) == 11
    run.advance(run.tick_of(0.5))
    root = int(run.sim.actors[0].arrays["root_body"][0])
    assert samples[-1, 3 + 7 * (root - 1)] == pytest.approx(run.sim.data.xpos[root, 0], abs=1e-5)


LIMP = "SKILL ragdoll()\nIDLE limp\nPHASE limp\n"


def test_a_ghost_of_another_script_goes_another_way() -> None:
    run, maker = walked(), GhostMaker()
    point = run.restore_point()
    one = maker.make(GhostRequest(0, 1, 1, point, run.text, 0.5, 0.0))
    limp = maker.make(GhostRequest(0, 1, 2, point, LIMP, 2.0, 0.0))
    again = maker.make(GhostRequest(0, 1, 1, point, run.text, 0.5, 0.0))
    assert limp.end == "fell" and limp.data[1] & packets.GHOST_ENDED
    assert again.data == one.data


def test_an_export_runs_the_stretch_again() -> None:
    run = walked(0.4)
    run.do(Command("push", {"part": "trunk", "force": (40.0, 0.0, 0.0), "seconds": 0.1}))
    run.advance(run.tick_of(0.6))
    point, begin = run.restore_point(since=0.0), run.tick_of(0.2)
    rec = record(ExportRequest(point, begin, "recording", ""))
    assert (rec.header["first_tick"], rec.header["ticks"]) == (begin, point.tick - begin)
    assert rec.time[0] == pytest.approx(0.2) and np.all(np.diff(rec.time) > 0)
    last = run.tick_of(rec.time[-1])
    assert np.array_equal(rec.qpos[-1], restore_point.restore(replace(point, tick=last)).data.qpos)


def test_an_export_from_the_start_replays_bit_for_bit() -> None:
    run = Run(setup_of(), scene=0, version=1)
    run.advance(200)
    run.do(Command("push", {"part": "trunk", "force": (40.0, 0.0, 0.0), "seconds": 0.1}))
    run.advance(150)
    run.do(Command("set", {"name": "lean", "value": 0.1}))
    run.swap(run.text.replace("PHASE strike", "PHASE  strike"), 2)
    run.advance(400)
    rec = record(ExportRequest(run.restore_point(since=0.0), 0, "recording", ""))
    assert [e["kind"] for e in rec.header["events"]] == ["push", "set", "swap"]
    assert rec.replay().header["state_hash"] == rec.header["state_hash"]


@pytest.mark.parametrize("name", proportions.SLIDERS)
@pytest.mark.parametrize("end", [2, 3])
def test_every_proportion_makes_a_body_that_stands(name: str, end: int) -> None:
    factor = proportions.SLIDERS[name][end]
    setup = replace(setup_of("moves/stand"), body="human", proportions={name: factor})
    sim = setup.make()
    sim.step(20)
    assert np.all(np.isfinite(sim.data.qpos))
    assert sim.bodies[0].mass > 0 and sim.bodies[0].joints[0].axes[0].limit > 0


def test_proportions_change_what_they_say() -> None:
    body = load_body("human")
    longer = stretch(body, {"shins": 1.2})
    foot, old = longer.part("lFoot"), body.part("lFoot")
    assert foot is not None and old is not None and foot.at[2] == pytest.approx(1.2 * old.at[2])
    assert longer.mass > body.mass
    left, right = longer.part("lShin"), longer.part("rShin")
    assert left is not None and right is not None and left.mass == right.mass
    assert stretch(body, {"shins": 1.0}) is body
    assert stretch(body, {"weight": 2.0}).mass == pytest.approx(2 * body.mass)


def thrown(run: Run) -> None:
    run.throw(2.0, 8.0, 0.0)
    run.advance(200)
    run.throw(2.0, 8.0, math.pi)


def limp(run: Run) -> None:
    run.limp(True)
    run.advance(1200)
    run.limp(False)


CHANGES: dict[str, Callable[[Run], object]] = {
    "throw": thrown,
    "ground": lambda run: run.change(replace(run.setup, ground="slope:4")),
    "proportions": lambda run: run.change(replace(run.setup, proportions={"shins": 1.2, "weight": 1.3})),
    "ragdoll": limp,
    "branch": lambda run: run.go_back(0.2),
    "anew": lambda run: run.begin_anew(run.setup),
}


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("later", [0, 130])
def test_an_export_after_a_change_replays_bit_for_bit(name: str, later: int, tmp_path: Path) -> None:
    run = walked(0.3)
    CHANGES[name](run)
    run.advance(100)
    run.do(Command("push", {"part": "trunk", "force": (40.0, 0.0, 0.0), "seconds": 0.1}))
    run.advance(200)
    point = run.restore_point(since=0.0)
    restore_point.drop_finished_pushes(run.sim)
    rec = record(ExportRequest(point, point.begin + later, "recording", ""))
    assert rec.header["first_tick"] == point.begin + later
    rec.save(tmp_path / "rec.npz")
    again = Recording.load(tmp_path / "rec.npz").replay()
    assert again.header["state_hash"] == rec.header["state_hash"]
    assert restore_point.restore(point).state_hash == run.sim.state_hash
    np.testing.assert_array_equal(again.phase, rec.phase)


def test_nothing_in_the_studio_writes_what_a_script_saves(tmp_path: Path) -> None:
    path = tmp_path / "mine.skill"
    text = (
        "SKILL mine()\nBODY planar7\nPHASE x\n  SAVE x.sav;\n  TO y WHEN time > .1;\nPHASE y\n  LOAD x.sav;\n"
    )
    path.write_text(text)
    run = Run(Setup("mine", str(path), text, "planar7"), scene=0, version=1)
    run.advance(50)
    point = run.restore_point()
    GhostMaker().make(GhostRequest(0, 1, 1, point, text, 0.3, 0.0))
    run.advance(200)
    record(ExportRequest(run.restore_point(since=0.0), 0, "recording", "")).replay()
    assert [p.name for p in tmp_path.iterdir()] == ["mine.skill"]
