"""The march: as quick as people march, knees high, and no harder on its joints than people's legs are."""

from __future__ import annotations

import pytest

from footfall.engine.recording.gait import gait_of
from footfall.engine.sim import Sim

pytestmark = pytest.mark.sim


def test_it_marches_at_ease() -> None:
    rec = Sim("simbicon/march3d").run(20.0)
    gait = gait_of(rec)
    assert rec.end == "time" and gait is not None
    figures = gait.figures
    assert 100.0 <= figures["cadence"] <= 125.0
    assert figures["double_support"] > 0.05
    assert max(figures["hip_torque"], figures["knee_torque"]) < 250.0
    assert rec.report()["foot_slide"] < 0.015
    assert gait.curves["hip"].max() > 48.0 and gait.curves["knee"].max() > 75.0  # degrees


@pytest.mark.parametrize("seed", [7, 21, 44])
def test_it_marches_off_from_starts_that_are_far_from_its_own(seed: int) -> None:
    assert Sim("simbicon/march3d", seed=seed).run(8.0).end == "time"
