"""Sim's own manners: parameters, worlds and what it refuses."""

from __future__ import annotations

import pytest

import footfall as ff
from footfall.engine import cache
from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.script import compile_text

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
    Sim("simbicon/walk").run(2.5, progress=told.append)
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
