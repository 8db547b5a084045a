"""Styles drawn at random: over all limits, symmetric, the same again for the same seed."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.robust.styles import EVEN, ODD, PAIRS, SWUNG, random_style, styled, walk_styles
from footfall.script.style import at


@pytest.mark.parametrize("seed", range(8))
def test_every_knot_is_within_the_editors_limits_and_steps_are_alike(seed: int) -> None:
    curves = random_style(seed).curves
    limits = {**EVEN, **ODD, **SWUNG, **{name: span for pair, span in PAIRS.items() for name in pair}}
    assert set(curves) == set(limits)
    for name, (low, high) in limits.items():
        assert all(low - 1e-3 <= y <= high + 1e-3 for _, y in curves[name])
    assert all(at(curves[name], 0) == at(curves[name], 1) for name in EVEN)
    assert all(at(curves[name], 0) == -at(curves[name], 1) for name in ODD)
    assert all(at(curves[swing], 0) == at(curves[stance], 1) for swing, stance in PAIRS)
    assert all(at(curves[name], x) == 0 for name in SWUNG for x in (0, 1))


def test_the_draws_fill_their_ranges() -> None:
    ends = np.array([[at(random_style(k).curves[name], 0) for name in EVEN] for k in range(60)])
    low, high = np.array(list(EVEN.values())).T
    assert np.all(ends.min(axis=0) < low + 0.2 * (high - low))
    assert np.all(ends.max(axis=0) > high - 0.2 * (high - low))


@pytest.mark.sim
def test_the_same_seed_walks_the_same_whatever_the_threads() -> None:
    one = walk_styles("genbicon/walk", 2, 3, body="human-spine", seconds=1.0, threads=1)
    two = walk_styles("genbicon/walk", 2, 3, body="human-spine", seconds=1.0, threads=2)
    assert one.results == two.results
    assert one.plain()["draws"][0]["knee"] == [list(knot) for knot in random_style(3000).curves["knee"]]


def test_a_style_goes_before_the_values_of_a_preset() -> None:
    style = random_style(3)
    text = styled(style, values={"natural": 0.5, "speed": 9.0, "knee": 8.0})
    assert "DO genbicon/walk(natural = 0.5" in text
    assert "8.0" not in text and "9.0" not in text
