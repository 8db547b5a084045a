"""Sim's own manners: parameters, worlds and what it refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import footfall as ff
from footfall.engine import cache
from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.script import compile_text
from footfall.world import Balls, Push, World

pytestmark = pytest.mark.sim


def test_the_names_of_the_package_are_the_real_ones() -> None:
    assert ff.Sim is Sim and ff.FootfallError is FootfallError
    assert set(ff.__all__) <= set(dir(ff))


def test_an_unknown_parameter_is_refused_with_the_nearest() -> None:
    sim = Sim("simbicon/walk3d")
    with pytest.raises(FootfallError, match="heading"):
        sim.set(headin=1)
    for value in (float("nan"), float("inf")):
        with pytest.raises(FootfallError, match="finite"):
            sim.set(heading=value)
    assert not sim.events
    with pytest.raises(FootfallError, match="none"):
        Sim(compile_text("SKILL s()\nPHASE p\n"), body="planar7").set(x=1)


def test_unknown_skills_bodies_and_grounds_are_refused() -> None:
    for options in ({"skill": "simbicon/wolk"}, {"skill": "simbicon/walk", "body": "humen"},
                    {"skill": "simbicon/walk", "world": "hill"}):  # fmt: skip
        with pytest.raises(FootfallError):
            Sim(**options)


def test_a_script_without_a_body_runs_on_the_human_from_rest() -> None:
    sim = Sim(compile_text("SKILL s()\nPHASE p\n"))
    assert (sim.bodies[0].name, sim.starts) == ("human", ["rest"])


def test_mass_and_step_can_be_changed() -> None:
    plain, heavy = Sim("simbicon/walk"), Sim("simbicon/walk", scale_mass=1.2, dt=5e-4)
    assert heavy.model.body_mass.sum() == pytest.approx(1.2 * plain.model.body_mass.sum())
    assert heavy.dt == 5e-4 and heavy.run(0.1).header["ticks"] == 200


def test_heading_is_followed() -> None:
    sim = Sim("simbicon/walk3d")
    sim.run(3)
    sim.set(heading=0.4)
    rec = sim.run(9)
    assert rec.end == "time"
    assert rec.heading[-200:].mean() == pytest.approx(0.4, abs=0.1)


def test_a_goal_decides_over_success() -> None:
    for goal, success in (("com.height > .1", True), ("com.x > 100", False)):
        rec = Sim(compile_text(f"SKILL s()\nGOAL {goal}\nPHASE p\n"), body="planar7").run(0.05)
        assert rec.report()["success"] is success and "goal" in rec.report()["because"]


def test_progress_is_told() -> None:
    told: list[float] = []
    Sim("simbicon/walk", dt=1e-3).run(2.5, progress=told.append)
    assert told == pytest.approx([1.0, 2.0, 2.5])


def test_old_caches_are_pruned_but_the_newest(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    import os

    monkeypatch.setattr(cache, "cache_root", lambda: tmp_path)
    for age in range(9):
        (tmp_path / f"kernel-{age}").mkdir()
        os.utime(tmp_path / f"kernel-{age}", (1000 - age, 1000 - age))
    (tmp_path / "diverged").mkdir()
    monkeypatch.setattr(cache, "_KEEP", 3)
    cache.prune()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["diverged", "kernel-0", "kernel-1", "kernel-2"]


@pytest.mark.parametrize("ticks", [2.5, -1, True, float("nan"), "10", None, 10**12, 3.0])
def test_only_whole_numbers_of_ticks_are_stepped(ticks: object) -> None:
    sim = Sim("simbicon/walk")
    for step in (sim.step, sim.advance, sim.record):
        with pytest.raises(FootfallError, match="ticks"):
            step(ticks)  # type: ignore[arg-type, operator]
    assert sim.tick == 0
    sim.step(np.int32(3))  # type: ignore[arg-type]
    assert sim.tick == 3


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -1.0])
def test_only_some_seconds_are_run(seconds: float) -> None:
    with pytest.raises(FootfallError, match="run for"):
        Sim("simbicon/walk").run(seconds)


@pytest.mark.parametrize(
    "push",
    [
        {"forward": float("nan")},
        {"forward": float("inf")},
        {"up": -float("inf")},
        {"forward": 1.0, "seconds": 0.0},
        {"forward": 1.0, "seconds": float("nan")},
        {"forward": 1.0, "time": float("nan")},
        {"forward": 1.0, "time": -1.0},
        {"forward": 1.0, "phase": 1.5},
    ],
)
def test_absurd_pushes_are_refused(push: dict[str, float]) -> None:
    sim = Sim("simbicon/walk")
    before = sim.state_hash
    with pytest.raises(FootfallError):
        sim.push(**push)
    assert sim.state_hash == before and sim.events == [] and sim.pushes == []


def test_a_world_with_an_absurd_push_is_refused() -> None:
    endless = Push(0.0, None, 0.1, (float("nan"), 0.0, 0.0))
    with pytest.raises(FootfallError):
        Sim("simbicon/walk", world=World(pushes=(endless,)))
    with pytest.raises(FootfallError):
        Sim("simbicon/walk").reset(pushes=(endless,))


def test_reset_after_another_body_begins_with_the_first() -> None:
    sim = Sim("simbicon/walk")
    start = sim.state_hash
    sim.step(50)
    sim.swap(body="human")
    sim.step(50)
    sim.reset()
    assert sim.state_hash == start and sim.bodies[0].name == "planar7"
    sim.step(100)
    plain = Sim("simbicon/walk")
    plain.step(100)
    assert sim.state_hash == plain.state_hash


def test_a_body_that_does_not_fit_leaves_the_old_one() -> None:
    sim = Sim("simbicon/walk3d", body="human")
    sim.push(left=50, seconds=0.5)
    sim.step(20)
    before = sim.state_hash
    with pytest.raises(FootfallError):  # it cannot be pushed sideways
        sim.swap(body="planar7")
    assert sim.state_hash == before and sim.bodies[0].name == "human"
    sim.step(20)


def test_balls_are_thrown_only_where_there_are_some() -> None:
    with pytest.raises(FootfallError, match="no ball"):
        Sim("simbicon/walk").throw(0, 5.0, 0.0)
    sim = Sim("simbicon/walk", world=World(balls=Balls(1.0, 1.0, 1e6), ball_pool=1))
    for speed, angle in ((0.0, 0.0), (float("nan"), 0.0), (5.0, float("inf"))):
        with pytest.raises(FootfallError):
            sim.throw(0, speed, angle)


def test_searches_and_tries_keep_what_is_saved_in_memory(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.chdir(tmp_path)
    text = (
        "SKILL a()\nBODY planar7\nPHASE x\n  SAVE x.sav;\n  TO y WHEN time > .01;\nPHASE y\n  LOAD x.sav;\n"
    )
    sim = Sim(compile_text(text, name="a"), saves="memory")
    sim.step(30)
    assert list(tmp_path.iterdir()) == [] and len(sim.shelf.saved) == 1
    Sim(compile_text(text, name="a")).step(30)
    assert [p.name for p in tmp_path.iterdir()] == ["x.sav"]


@pytest.mark.parametrize("seed", [0.5, float("nan"), "1", -1, 2**62, 10**30])
def test_what_is_no_seed_is_refused_and_nothing_has_changed(seed: Any) -> None:
    with pytest.raises(FootfallError, match="no seed"):
        Sim("simbicon/walk", seed=seed)
    sim = Sim("simbicon/walk", seed=3)
    sim.step(5)
    before = sim.state_hash
    with pytest.raises(FootfallError, match="no seed"):
        sim.reset(seed=seed)
    assert (sim.state_hash, sim.seed) == (before, 3)


@pytest.mark.parametrize("change", ["short", "long", "nan", "words"])
def test_numbers_that_are_not_the_programs_are_refused_and_nothing_has_changed(change: str) -> None:
    sim = Sim("simbicon/walk")
    sim.step(5)
    before, params = sim.state_hash, sim.programs[0].params
    odd = {
        "short": params[:-1],
        "long": np.append(params, 1.0),
        "nan": params * np.nan,
        "words": ["a"] * len(params),
    }
    with pytest.raises(FootfallError, match="finite numbers"):
        sim.reset(params=odd[change])  # type: ignore[arg-type]
    assert sim.state_hash == before


@pytest.mark.parametrize("name", ["dt", "scale_mass"])
@pytest.mark.parametrize("value", [0, -1.0, float("nan"), float("inf"), 1e20, 1e-300, 10**30, "1"])
def test_time_steps_and_masses_that_cannot_be_are_refused(name: str, value: Any) -> None:
    with pytest.raises(FootfallError, match="out of range") as error:
        Sim("simbicon/walk", **{name: value})
    assert error.value.where == name


def test_a_parameter_that_is_set_to_what_it_is_changes_nothing() -> None:
    plain, told = Sim("pivot/walk"), Sim("pivot/walk", set={"speed": 0.8})  # its speed is a ramp
    plain.advance(50)
    told.advance(50)
    assert np.array_equal(plain.data.qpos, told.data.qpos)
