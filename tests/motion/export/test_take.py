"""Ranges, rates, motion in place, and loops."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footfall.errors import FootfallError
from footfall.motion.export.take import Cut, Take
from tests.motion.export.readers import read_bvh

pytestmark = pytest.mark.sim


def test_a_part_at_a_rate(record: Callable[[str], Any]) -> None:
    take = Take.of(record("walk"), Cut(start=0.5, end=1.0, rate=30))
    assert take.time == pytest.approx(0.5 + np.arange(16) / 30)
    assert (take.step, take.seconds, take.seam) == (pytest.approx(1 / 30), pytest.approx(0.5), None)
    rows = Take.of(record("walk"), Cut(start=0.5, end=1.0), recorded=True)
    assert len(rows.time) == 126 and rows.rate == pytest.approx(250)  # every other tick of 2 ms


def test_the_end_of_the_run_may_be_named_by_its_length(record: Callable[[str], Any]) -> None:
    assert Take.of(record("walk"), Cut(end=2.0)).time[-1] <= 2.0


@pytest.mark.parametrize(
    ("cut", "says"),
    [
        (Cut(start=3.0), "outside"),
        (Cut(end=2.5), "outside"),
        (Cut(start=-1.0), "outside"),
        (Cut(start=1.0, end=0.5), "before it begins"),
        (Cut(start=float("nan")), "outside"),
        (Cut(rate=0.0), "rate"),
        (Cut(rate=float("nan")), "rate"),
        (Cut(rate=1e9), "rate"),
        (Cut(end=0.3, loop=True), "no whole gait cycle"),
    ],
)
def test_what_makes_no_sense_is_refused(record: Callable[[str], Any], cut: Cut, says: str) -> None:
    with pytest.raises(FootfallError, match=says) as caught:
        Take.of(record("walk"), cut)
    assert caught.value.help and caught.value.where


@pytest.mark.parametrize("kind", ["human", "planar7", "two"])
def test_in_place_only_the_path_goes(record: Callable[[str], Any], kind: str) -> None:
    rec = record(kind)
    free, fixed = Take.of(rec, Cut()), Take.of(rec, Cut(in_place=True))
    there, here = free.places()[0], fixed.places()[0]
    for body, prefix in fixed.characters:
        root = rec.model().body(prefix + body.root.model_name).id
        assert np.ptp(there[:, root, 0]) > 0.01
        assert np.ptp(here[:, root, :2], axis=0).max() < 1e-12
        assert np.array_equal(here[0], there[0])
        foot = rec.model().body(prefix + "lFoot").id
        assert np.allclose(here[:, foot] - here[:, root], there[:, foot] - there[:, root])
        assert np.allclose(here[:, root, 2], there[:, root, 2])
    root = rec.model().body(fixed.characters[0][1] + fixed.characters[0][0].root.model_name).id
    assert np.allclose(fixed.removed, (there - here)[:, root, :2])


def test_a_loop_is_one_cycle_and_closes(record: Callable[[str], Any], tmp_path: Path) -> None:
    rec = record("walk")
    take = Take.of(rec, Cut(loop=True, in_place=True))
    side = rec.side[(rec.time >= take.time[0]) & (rec.time < take.time[-1])]
    assert side[0] == 0 and np.count_nonzero(np.diff(side)) == 1  # left, then right, once each
    hinges = take.qpos[:, 7:]
    assert take.seam == pytest.approx(np.abs(hinges[-1] - hinges[0]).max())
    assert take.seam < 0.3 * np.ptp(hinges, axis=0).max()
    assert take.step == pytest.approx(1 / 60, rel=0.05)
    rec.export(tmp_path / "a.bvh", loop=True, in_place=True)
    joints, step = read_bvh(tmp_path / "a.bvh")
    assert len(joints["pelvis"]) == len(take.time) and step == pytest.approx(take.step, abs=1e-8)
