"""The clip about the body's own feet: nothing moves where they are as in the clip."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from footfall.control import own_feet, stepping
from footfall.engine.sim import Sim
from footfall.learn.track.skill import skill_text
from footfall.script import compile_text
from footfall.script.source import LIBRARY, DictLoader

pytestmark = pytest.mark.sim


@pytest.fixture
def stood() -> tuple[Any, Any, int, tuple[Any, ...]]:
    """Context, statement, its number, and the clip's rows of a body that stands at ease."""
    from footfall.body import load_body

    text = skill_text("stand", load_body("human"), doc="Stands.", numbers={"step": 0.25})
    reference = (LIBRARY / "tracked" / "stand.ref").read_text(encoding="utf-8")
    sim = Sim(compile_text(text, loader=DictLoader({"stand.ref": reference})))
    sim.advance(50)
    c = sim.actors[0].context
    s = next(k for k in range(c.acts.shape[1]) if c.acts[0, k, 0] == c.acts[0, :, 0].max())
    return c, c.acts[0, s], s, (0, 1, 0.0, 0.0)


def test_feet_of_the_clip_need_no_move(plain: Any, stood: Any) -> None:
    c, _, s, at = stood
    about = plain(own_feet.clip_about_feet)(c, s, at, True, True)
    assert plain(own_feet.com_shift)(c, about) == pytest.approx((0.0, 0.0, 0.0), abs=0.005)


@pytest.mark.parametrize(("left", "right", "share"), [(True, False, 1.0), (False, True, 0.0)])
def test_on_one_foot_the_clip_is_above_it(
    plain: Any, stood: Any, left: bool, right: bool, share: float
) -> None:
    c, _, _, at = stood
    assert plain(own_feet.share_between_feet)(c, at, left, right) == share
    assert 0.3 < plain(own_feet.share_between_feet)(c, at, True, True) < 0.7


def test_hips_sink_while_a_foot_is_far(plain: Any, stood: Any) -> None:
    c, _, _, at = stood
    near = plain(own_feet.out_of_reach)(c, at, 0, (0.0, 0.0), (0.0, 0.0))
    far = plain(own_feet.out_of_reach)(c, at, 0, (0.0, 0.0), (0.3, 0.0))
    assert far > near + 0.05


def test_legs_let_the_pelvis_go_during_a_step_and_bring_it_back_after(plain: Any, stood: Any) -> None:
    c, _, s, _ = stood
    row, lagging = c.scratch[s], plain(own_feet.lagging)
    row[stepping.RESTED], row[stepping.CLOCK] = 1.0, 0.1
    assert lagging(c, s, 0, 0.2) == 0.0  # no step: the legs hold on to it
    row[stepping.SWING] = 1.0
    assert lagging(c, s, 0, 0.2) == 0.2
    assert lagging(c, s, 2, 0.2) == 0.0  # but they keep its height
    row[stepping.SWING] = 0.0
    for _ in range(round(own_feet.RETURNS / c.step[0])):
        later = lagging(c, s, 0, 0.2)
    assert later == pytest.approx(0.2 * np.exp(-1.0), rel=0.02)
