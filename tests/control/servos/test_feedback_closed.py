"""Placement: where the body is from the stance ankle, with the sideways sense of the swing leg."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from footfall.control.place import COM, JOINT_PLACES, OF_COM, OF_HIPS, ahead
from footfall.control.servos.feedback import placement

Plain = Callable[..., Any]


@pytest.mark.parametrize(("swing", "stance", "sign"), [(0, "rAnkle", 1.0), (1, "lAnkle", -1.0)])
def test_sideways_is_towards_the_swing_side(
    plain: Plain, scene: Plain, swing: int, stance: str, sign: float
) -> None:
    s = scene()
    for what, measured in ((-1, OF_HIPS), (OF_COM, OF_COM)):
        d, v, left, v_left = plain(ahead)(s.c, measured, JOINT_PLACES + s.joint(stance))
        got = plain(placement)(s.c, swing, what, -1)
        assert got == pytest.approx((d, v, sign * left, sign * v_left))
        assert min(map(abs, got)) > 1e-3
    d, v, left, v_left = plain(ahead)(s.c, OF_HIPS, COM)
    assert plain(placement)(s.c, swing, OF_HIPS, COM) == pytest.approx((d, v, sign * left, sign * v_left))
