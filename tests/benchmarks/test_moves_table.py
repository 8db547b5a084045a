"""The table of moves disturbs the body where a move begins in earnest."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.moves_table import PARTS, Row, disturb, moves, pose_called, show
from footfall.engine.sim import Sim
from footfall.script import skill_names

pytestmark = pytest.mark.sim


def test_every_move_of_the_library_but_mere_parts_is_in_the_table() -> None:
    planar = {n for n in skill_names() if n.startswith("moves/") and not n.endswith("3d")}
    parts = {"moves/" + name for name in PARTS}
    assert parts < planar
    assert {"moves/" + name for name in moves()} == planar - parts


def test_the_outermost_pose_that_is_called_is_found() -> None:
    sim = Sim("moves/backflip")  # it calls squat, and that calls stand
    sim.advance(1)
    assert pose_called(sim) == "moves/squat"
    assert pose_called(sim, ("moves/stand",)) == "moves/stand"
    alone = Sim("moves/stand")
    alone.advance(1)
    assert pose_called(alone) == ""


def test_a_seed_disturbs_rates_and_speeds_by_what_a_drawn_start_does() -> None:
    sim = Sim("moves/stand")
    drawn = []
    for seed in range(1, 61):
        sim.data.qvel[:] = 0.0
        disturb(sim, seed)
        drawn.append(sim.data.qvel.copy())
    spread = np.std(drawn, axis=0)
    assert spread[:2] == pytest.approx(0.05, rel=0.4)
    assert spread[2:] == pytest.approx(0.1, rel=0.4)


def test_the_table_says_how_many_and_how_strong() -> None:
    text = show({"hop": Row(seeds=4, reached=3, torque=321.4, joint="lKnee", human=2)})
    assert "3 of 4" in text and "321 N m (lKnee)" in text and "2 of 4" in text
