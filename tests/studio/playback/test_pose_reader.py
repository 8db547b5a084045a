"""What a pose frame shows of a Sim."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.engine.sim import Sim
from footfall.script import compile_text
from footfall.studio.playback.pose_reader import PoseReader

pytestmark = pytest.mark.sim

TEXT = """\
SKILL a(b = .5)
FALL time < 0
LET half = b / 2;
LET idle = b + 1;

PHASE x
  LET bent = 2 * half;
  POSE lKnee(bent);
  TO y WHEN time > .05;

PHASE y
  POSE lKnee(idle);
"""


def test_values_with_names_are_those_of_the_phase_that_runs() -> None:
    sim = Sim(compile_text(TEXT), body="planar7", start="rest")
    sim.step(10)
    assert np.array_equal(PoseReader(sim).read().named, np.float32([0.25, np.nan, 0.5]), equal_nan=True)
    sim.set(b=1.0)
    sim.step(100)
    assert np.array_equal(PoseReader(sim).read().named, np.float32([np.nan, 2.0, np.nan]), equal_nan=True)
