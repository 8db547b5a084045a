"""Grounds: their height, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from footfall.errors import FootfallError
from footfall.world import parse_ground


@pytest.mark.parametrize(
    ("text", "heights"),
    [
        ("flat", {-5: 0, 0: 0, 9: 0}),
        ("slope:10", {0: 0, 1: math.tan(math.radians(10)), -2: -2 * math.tan(math.radians(10))}),
        ("steps:1.8=-0.2,3=-0.4", {1.79: 0, 1.81: -0.2, 2.9: -0.2, 3.1: -0.4, 99: -0.4}),
        ("steps:3=-0.4,1.8=-0.2", {1.79: 0, 1.81: -0.2, 3.1: -0.4}),  # any order
        ("profile:1=0.5,2=1", {-9: 0.5, 1: 0.5, 1.5: 0.75, 2: 1, 50: 1}),
        ("profile:2=0.4,1=0,1=0.3,2=0.1", {0.9: 0, 1: 0.3, 1.5: 0.35, 2: 0.1, 9: 0.1}),  # vertical steps
        (
            "fig5",
            {1.7: 0, 1.9: -0.2, 3.1: -0.4, 5.3: -0.6, 8: -0.7, 10: -0.695, 11.5: -0.59, 14: -0.8, 99: -0.8},
        ),
        ("fig5:0.3", {2.0: 0, 2.2: -0.2, 14.3: -0.8}),
        ("stairs:0.1,0.3,3", {0.99: 0, 1.01: 0.1, 1.29: 0.1, 1.31: 0.2, 1.61: 0.3, 9: 0.3}),
        ("stairs:-0.1,0.3,2", {0.9: 0, 1.1: -0.1, 1.4: -0.2}),
    ],
)
def test_heights(text, heights):
    ground = parse_ground(text)
    for x, height in heights.items():
        assert ground.height(x, 0.7) == pytest.approx(height, abs=1e-9)
    assert ground.text == text


def test_arrays_are_ready_for_the_kernel():
    for text in (
        "flat",
        "slope:3",
        "steps:1=0.1",
        "profile:0=0,1=1",
        "stairs:0.1,0.3,4",
        "bumps:0.04",
        "fig5",
    ):
        ground = parse_ground(text)
        for array in (ground.profile, ground.grid):
            assert array.dtype == np.float64 and array.flags.c_contiguous and array.ndim == 2
        assert (np.diff(ground.profile[:, 0]) >= 0).all()
        assert bool(ground.grid.size) == (text == "bumps:0.04")


def test_ramps_of_figure_5_have_its_angles():
    (x, z) = parse_ground("fig5").profile[6:].T
    np.testing.assert_allclose(np.degrees(np.arctan2(np.diff(z), np.diff(x))), [-5.7, 6, 0, -6], atol=0.05)


def test_bumps_are_drawn_by_the_seed():
    one, same, other = (
        parse_ground("bumps:0.05", 1),
        parse_ground("bumps:0.05", 1),
        parse_ground("bumps:0.05", 2),
    )
    np.testing.assert_array_equal(one.grid, same.grid)
    assert not np.array_equal(one.grid, other.grid)
    assert one.grid.min() == 0 and one.grid.max() == pytest.approx(0.05)
    assert one.grid[one.grid > 0].mean() == pytest.approx(0.025, abs=0.002)
    assert one.height(0.2, -0.3) == 0  # the start is level
    i, j = 60, 20
    assert one.height(one.origin[0] + i * one.cell, one.origin[1] + j * one.cell) == one.grid[j, i]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "flat, slope"),
        ("flatt", "did you mean 'flat'"),
        ("xyz", "it can be"),
        ("flat:3", "no numbers"),
        ("slope", "must be a number"),
        ("slope:x", "must be a number, not 'x'"),
        ("slope:nan", "finite"),
        ("slope:inf", "finite"),
        ("slope:60", "from -45 to 45"),
        ("steps:", "X=HEIGHT"),
        ("steps:1", "X=HEIGHT"),
        ("steps:1=nan", "finite"),
        ("steps:1=0.1,1=0.2", "there twice"),
        ("profile:1=0,2=1,1=0.1,1=0.2", "there three times"),
        ("fig5:far", "the offset in metres must be a number"),
        ("profile:1=1e400", "finite"),
        ("stairs:0.1,0.3", "three numbers"),
        ("stairs:0.1,0.3,2.5", "whole number"),
        ("stairs:0.1,0,5", "tread"),
        ("stairs:0.1,0.3,100000", "count"),
        ("bumps:-0.1", "from 0 to 1"),
    ],
)
def test_bad_grounds_are_refused(text, words):
    with pytest.raises(FootfallError) as caught:
        parse_ground(text)
    assert words in str(caught.value)
    assert caught.value.help


@given(
    st.one_of(
        st.text(),
        st.from_regex(r"(slope|steps|profile|stairs|bumps|fig5):[-0-9.,=einfa]{0,12}", fullmatch=True),
    )
)
def test_any_text_gives_a_ground_or_a_message(text):
    try:
        ground = parse_ground(text)
    except FootfallError:
        return
    assert all(math.isfinite(ground.height(x, 0.1)) for x in (-1e3, -0.5, 0.0, 1.0, 2.5, 1e3))
