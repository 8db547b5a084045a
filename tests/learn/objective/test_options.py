"""Objectives from options."""

from __future__ import annotations

import pytest

from footfall.errors import FootfallError
from footfall.learn.objective.kinds import KINDS
from footfall.learn.objective.options import ObjectiveOptions, growing_pushes, read_term
from footfall.world import parse_push


def test_terms_are_read() -> None:
    step = read_term("step=0.6@20")
    assert (step.kind, step.target, step.weight) == ("step", 0.6, 20.0)
    assert read_term("energy@0.01").weight == 0.01
    phase = read_term("phase:lift=.3@2")
    assert (phase.kind, phase.of, phase.target, phase.weight) == ("phase", "lift", 0.3, 2.0)
    assert read_term("track:walk.npz").file == "walk.npz"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Speed=1",
        "speed=",
        "speed=x",
        "energy@heavy",
        "seed=1",
        "speed",
        "phase=.3",
        "speed:lift=1",
        "track",
    ],
)
def test_bad_terms(text: str) -> None:
    with pytest.raises(FootfallError) as caught:
        read_term(text)
    assert caught.value.where.startswith("--term") and caught.value.help


def test_nothing_is_wished() -> None:
    with pytest.raises(FootfallError, match="nothing to aim for"):
        ObjectiveOptions().objective(planar=False)


def test_pushes_grow_and_change_sides() -> None:
    texts, end = growing_pushes(400.0, 1, 0.0, planar=False)
    pushes = [parse_push(text) for text in texts]
    sizes = [abs(p.force[1]) for p in pushes]
    assert sizes == sorted(sizes) and sizes[0] == 100.0 and sizes[-1] == 400.0
    assert all(a.force[1] * b.force[1] < 0 for a, b in zip(pushes, pushes[1:], strict=False))
    assert pushes[-1].time is not None and end > pushes[-1].time + 3.0


def test_a_planar_body_is_pushed_from_front_and_back() -> None:
    aim = ObjectiveOptions(survive_pushes=300.0).objective(planar=True)
    pushes = [p for s in aim.scenarios for p in s.pushes(0)]
    assert all(p.force[1] == 0.0 for p in pushes)
    assert min(p.force[0] for p in pushes) == -300.0 and max(p.force[0] for p in pushes) == 300.0


def test_both_sides_begin() -> None:
    aim = ObjectiveOptions(survive_pushes=300.0, speed=0.8).objective(planar=False)
    firsts = [s.pushes(0)[0] for s in aim.scenarios if s.push]
    assert [s.name for s in aim.scenarios if not s.push] == ["unpushed"]
    assert {p.force[1] > 0 for p in firsts} == {True, False} and len({p.time for p in firsts}) == 2
    assert [t.kind for t in aim.terms] == ["upright", "speed", "pushes"]


def test_drawn_starts() -> None:
    assert [s.seed for s in ObjectiveOptions(speed=1.0, seeds=3).objective(planar=True).scenarios] == [
        1,
        2,
        3,
    ]


def test_a_short_run_still_has_a_speed() -> None:
    (speed,) = [
        t for t in ObjectiveOptions(speed=1.0, seconds=0.4).objective(planar=True).terms if t.kind == "speed"
    ]
    assert speed.after < 0.4


def test_what_is_missing_can_be_said_in_the_form_that_help_shows() -> None:
    for text, form in (("phase=.3", "phase:lift=0.3"), ("speed", "speed=1.0"), ("track", "track:walk.npz")):
        with pytest.raises(FootfallError) as caught:
            read_term(text)
        assert caught.value.help == f"write {form}"
        read_term(form)


def test_a_speed_weighs_the_same_however_it_is_asked_for() -> None:
    by_option, by_term = (ObjectiveOptions(speed=1.0), ObjectiveOptions(terms=("speed=1",)))
    weights = [[t.weight for t in w.objective(planar=True).terms] for w in (by_option, by_term)]
    assert weights[0] == weights[1] == [KINDS["upright"].weight, KINDS["speed"].weight]
