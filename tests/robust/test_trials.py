"""The trials besides pushes."""

from __future__ import annotations

import pytest

from footfall.robust import trials
from footfall.robust.measure import measured, robust
from footfall.robust.subject import Gait, Subject
from footfall.robust.trials import QUICK, Skipped, Trial

STILL = Gait({}, False, 0.0, 0.0)


def test_who_does_not_move_meets_no_edge() -> None:
    (entry,) = trials.steps(Subject.of("moves/stand"), STILL, QUICK)
    assert isinstance(entry, Skipped)
    assert measured(entry).value is None


def test_who_has_no_lean_is_not_leant() -> None:
    (entry,) = trials.lean(Subject.of("moves/stand"), STILL, QUICK)
    assert isinstance(entry, Skipped)


def test_a_row_says_when_nothing_harder_was_tried() -> None:
    row = measured(Trial("mass", "heaviest", "×", 1.0, 4.0, 0.05, lambda factor: True))
    assert (row.value, row.reach, row.note) == (4.0, 3.0, "the hardest tried")
    row = measured(Trial("mass", "heaviest", "×", 1.0, 4.0, 0.05, lambda factor: False))
    assert (row.value, row.reach, row.note) == (None, 0.0, "falls undisturbed")


@pytest.mark.sim
def test_the_planar_walk_stands_what_it_is_known_to() -> None:
    shares: list[float] = []
    table = robust(
        "simbicon/walk", only=("slopes", "steps", "torque"), effort=QUICK, threads=2, progress=shares.append
    )
    value = {row.name: row.value for row in table.rows}
    assert value["slope up"] is not None and value["slope up"] > 6
    assert value["slope down"] is not None and value["slope down"] < -6
    assert value["step down"] is not None and value["step down"] < -0.05
    assert value["least torque limits"] is not None and value["least torque limits"] < 0.9
    assert shares[-1] == 1.0
    assert table.pushes is None
