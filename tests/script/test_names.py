from __future__ import annotations

import pytest

from footfall.body import body_names, load_body
from footfall.script.names import JOINTS, RANGES, stem


def test_every_joint_has_a_range() -> None:
    assert {stem(name) for name in JOINTS} == set(RANGES)
    assert all(low < high for axes in RANGES.values() for low, high in axes.values())


@pytest.mark.parametrize("name", body_names())
def test_ranges_hold_those_of_every_body(name: str) -> None:
    """A target that some body can reach must not be warned about."""
    for joint in load_body(name).joints:
        for axis in joint.axes:
            known = RANGES.get(stem(joint.name), {}).get(axis.axis)
            if known is not None and axis.low is not None and axis.high is not None:
                low, high = axis.low, axis.high
                if stem(joint.name) == "Knee" and high <= 0.0:
                    low, high = -high, -low  # scripts bend a backward knee by `body.knee * angle`
                assert known[0] - 0.01 <= low and high <= known[1] + 0.01, axis.name
