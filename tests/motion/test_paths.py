"""Way points: how they are read, what is decided on the way, and that a run replays."""

from __future__ import annotations

import itertools
import math

import pytest

from footfall.engine.sim import Sim
from footfall.errors import FootfallError
from footfall.motion.paths import Follower, follow, parse_path, smooth_path, time_for

SQUARE = ((3.0, 0.0), (3.0, 3.0), (0.0, 3.0))


def test_points_are_read_with_any_spaces_and_a_last_semicolon() -> None:
    assert parse_path(" 3,0;3 , 3 ; 0,3; ") == SQUARE


@pytest.mark.parametrize("text", ["", "3", "3,0;", "3,0,1", "3,x", "3,nan", "3,0;;1,1", "1e9,0"])
def test_what_is_no_path_is_refused_with_its_form(text: str) -> None:
    if text == "3,0;":
        assert parse_path(text) == ((3.0, 0.0),)
        return
    with pytest.raises(FootfallError) as problem:
        parse_path(text)
    assert problem.value.where == f"path {text}" and "3,0; 3,3" in problem.value.help


def walk(follower: Follower, seconds: float, dt: float = 0.1) -> list[tuple[float, float, float]]:
    """A point that does as it is told: (x, y, speed) at each decision."""
    x = y = heading = 0.0
    track = []
    for k in range(round(seconds / dt)):
        heading, speed = follower.decide((x, y), heading, k * dt)
        track.append((x, y, speed))
        x, y = x + speed * dt * math.cos(heading), y + speed * dt * math.sin(heading)
    return track


def test_it_passes_every_point_slows_for_corners_and_stops_at_the_last() -> None:
    follower = Follower(SQUARE)
    track = walk(follower, time_for(SQUARE))
    assert follower.arrived and [p.point for p in follower.passed] == list(SQUARE)
    assert max(p.off for p in follower.passed) < 0.26
    assert track[-1][2] == 0.0 and math.dist(track[-1][:2], SQUARE[-1]) < 0.2
    near = [speed for x, y, speed in track if math.dist((x, y), SQUARE[0]) < 0.4]
    assert min(near) < 0.5 * max(speed for *_, speed in track)


def test_a_loop_goes_round_and_its_heading_never_jumps() -> None:
    follower = Follower((*SQUARE, (0.0, 0.0)), loop=True)
    walk(follower, 80.0)
    assert len(follower.passed) > 8 and not follower.arrived
    assert follower.heading > 2.0 * math.pi


def test_a_loop_of_points_that_are_all_near_ends_its_decision() -> None:
    follower = Follower(((0.1, 0.0), (0.0, 0.1)), loop=True)
    assert follower.decide((0.0, 0.0), 0.0, 0.0)[1] < 0.7
    assert len(follower.passed) == 2


@pytest.mark.sim
def test_a_skill_without_a_speed_cannot_be_steered() -> None:
    with pytest.raises(FootfallError, match="no parameter 'speed'"):
        follow(Sim("simbicon/walk"), SQUARE)


@pytest.mark.sim
def test_a_walk_follows_and_replays_to_the_same_bits() -> None:
    rec, follower = follow(Sim("genbicon/go"), ((1.2, 0.0), (1.2, 1.0)), seconds=9.0)
    assert rec.end == "time"
    assert [p.point for p in follower.passed] == [(1.2, 0.0), (1.2, 1.0)]
    assert rec.replay().header["state_hash"] == rec.header["state_hash"]


def test_a_curve_goes_through_its_points_without_a_corner() -> None:
    points = [(2.0, 0.0), (3.0, 1.0), (2.0, 2.5)]
    curve = smooth_path(points, 0.05)
    assert all(min(math.dist(p, q) for q in curve) < 1e-9 for p in points) and curve[-1] == points[-1]
    way = [(0.0, 0.0), *curve]
    turns = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in itertools.pairwise(way)]
    assert max(abs(math.remainder(b - a, 2 * math.pi)) for a, b in itertools.pairwise(turns)) < 0.15
    assert parse_path("spline: 2,0; 3,1; 2,2.5") == smooth_path(points)
    assert time_for(smooth_path(points)) < time_for(points) + 10.0
