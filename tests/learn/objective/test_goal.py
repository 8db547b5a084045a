"""Tracking: a motion compared with itself, with another, and cut."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from footfall.engine.recording.recording import Recording
from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.learn.job import Bundle, Job, evaluate

pytestmark = pytest.mark.sim


@pytest.fixture(scope="module")
def walk() -> Recording:
    return Sim("simbicon/walk").run(3.0)


def tracking(bundle: Callable[..., Bundle], path: Path, seconds: float = 2.0, **term: object) -> float:
    made = bundle(terms=[{"kind": "track", "file": str(path), **term}], scenarios=[{"seconds": seconds}])
    return evaluate(made, Job(made.hash, (0.0, 0.0), 0)).terms["track"]


def test_a_motion_tracks_itself(walk: Recording, bundle: Callable[..., Bundle], tmp_path: Path) -> None:
    walk.save(tmp_path / "walk.npz")
    own = tracking(bundle, tmp_path / "walk.npz")
    late = tracking(bundle, tmp_path / "walk.npz", start=0.3)  # out of step
    assert own < 0.01 < 0.3 < late


def test_weights_count(walk: Recording, bundle: Callable[..., Bundle], tmp_path: Path) -> None:
    walk.save(tmp_path / "walk.npz")
    parts = [
        tracking(bundle, tmp_path / "walk.npz", start=0.3, weights=w)
        for w in ([1, 0, 0], [0, 1, 0], [0, 0, 1])
    ]
    whole = tracking(bundle, tmp_path / "walk.npz", start=0.3, weights=[100, 1, 1])
    assert 100 * parts[0] + parts[1] + parts[2] == pytest.approx(whole)


def test_a_goal_that_is_over_is_not_tracked_further(
    walk: Recording, bundle: Callable[..., Bundle], tmp_path: Path
) -> None:
    walk.save(tmp_path / "walk.npz")
    assert tracking(bundle, tmp_path / "walk.npz", seconds=5.0) < 0.01


def test_nothing_left(walk: Recording, bundle: Callable[..., Bundle], tmp_path: Path) -> None:
    walk.save(tmp_path / "walk.npz")
    with pytest.raises(FootfallError, match="nothing is left after 4 s"):
        tracking(bundle, tmp_path / "walk.npz", start=4.0)


def test_another_body(bundle: Callable[..., Bundle], tmp_path: Path) -> None:
    Sim("simbicon/walk3d").run(0.1).save(tmp_path / "walk.npz")
    with pytest.raises(FootfallError, match="of another body"):
        tracking(bundle, tmp_path / "walk.npz")
