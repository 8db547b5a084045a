"""A fitted walk as a script."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from footfall.body import load_body
from footfall.learn.track.gait_plain import BACKWARD, RUN, WALK, free_numbers, plain_of
from footfall.learn.track.gait_search import Walked, Walker, holds
from footfall.learn.track.gait_skill import gait_text
from footfall.motion.clips.fourier import Gait, Series
from footfall.script import Program, compile_skill


def series(*cosines: float) -> Series:
    return Series(1.1, np.array(cosines), np.zeros(len(cosines)))


def a_gait(speed: float = 1.1, turn: float = 0.0) -> Gait:
    body = load_body("human")
    sides = {a.name[1:]: series(0.1) for a in body.axes if a.name.startswith("l") and a.name[1].isupper()}
    sides |= {"Thigh.pitch": series(-0.2, 0.4), "Thigh.roll": series(0.0), "Foot.pitch": series(0.0)}
    sides |= {"ahead": series(0.0, 0.3), "aside": series(0.1), "Knee.pitch": series(0.5, 0.3)}
    middle = {a.name: series(0.0, 0.05) for a in body.axes if a.joint in ("waist", "neck2head")}
    middle |= {f"pelvis.{axis}": series(0.0, 0.05) for axis in ("pitch", "roll", "yaw")}
    return Gait(1.1, 0.0, sides, middle, speed, 0.95, turn)


def a_script(folder: Path, gait: Gait | None = None) -> Program:
    path = folder / "mine.skill"
    text = gait_text("mine", gait or a_gait(), load_body("human"), clip="a clip")
    path.write_text(text, encoding="utf-8")
    return compile_skill(str(path))


def test_script_has_all_numbers_that_are_searched(tmp_path: Path) -> None:
    program = a_script(tmp_path)
    there = {parameter.name for parameter in program.units[0].parameters}
    assert set(free_numbers(a_gait())) <= there


def test_roll_and_yaw_of_the_middle_change_sides_with_the_swing_leg(tmp_path: Path) -> None:
    text = a_script(tmp_path).units[0].text
    pelvis = text[text.index("VPD  pelvis") :]
    assert "-swSide * curve" in pelvis[: pelvis.index(";")]
    assert "swSide" not in pelvis[: pelvis.index(".roll")]


def test_plain_gaits_by_speed() -> None:
    assert plain_of(a_gait(1.4)) is WALK
    assert plain_of(a_gait(-1.4)) is BACKWARD
    assert plain_of(a_gait(2.6)) is RUN


def test_a_way_that_bends_has_a_rate_instead_of_a_heading(tmp_path: Path) -> None:
    program = a_script(tmp_path, a_gait(turn=-0.25))
    values = {p.name: program.params[p.slot] for p in program.units[0].parameters}
    assert values["turn"] == -0.25
    assert "heading" not in values


def test_a_plain_run_is_what_is_left_of_a_run_without_the_clip(tmp_path: Path) -> None:
    program = a_script(tmp_path, replace(a_gait(2.6), period=0.8))
    walker = Walker(program, 2.6)
    params = program.params.copy()
    params[walker.share] = 0.0
    run = walker.walk(params, 0, 6.0)
    assert not run.fell
    assert run.speed > 1.5


def test_a_plain_walk_is_what_is_left_without_the_clip(tmp_path: Path) -> None:
    program = a_script(tmp_path)
    walker = Walker(program, 0.7)
    params = program.params.copy()
    params[walker.share] = 0.0
    run = walker.walk(params, 0, 3.0)
    assert not run.fell
    assert 0.1 < run.speed < 1.1


def test_a_fall_or_another_speed_does_not_hold() -> None:
    good = Walked(60.0, 1.1, 0.0, False)
    assert holds((good, good), 1.1)
    assert not holds((good, Walked(20.0, 1.1, 0.0, True)), 1.1)
    assert not holds((good,), 1.4)
    assert not holds((), 1.1)
