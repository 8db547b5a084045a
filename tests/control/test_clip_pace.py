"""A clip that waits, and goes back, while a foot is needed that it would lift, until it is late."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from footfall.control import clip_pace, own_feet, stepping
from footfall.control.clip_rows import rows_at
from footfall.control.columns import CLIP_RATE, ROW_STANCE
from footfall.engine.sim import Sim
from footfall.learn.track.skill import skill_text
from footfall.script import compile_text
from footfall.script.source import LIBRARY, DictLoader

pytestmark = pytest.mark.sim
Plain = Callable[..., Any]
LATE = 4.0  # s


@pytest.fixture
def stood() -> tuple[Any, Any, int, float]:
    """Context, statement, its number, and when (s) the clip `single` first lifts a foot."""
    from footfall.body import load_body

    text = skill_text("single", load_body("human"), doc="Stands.", numbers={"step": 0.25, "late": LATE})
    reference = (LIBRARY / "tracked" / "single.ref").read_text(encoding="utf-8")
    sim = Sim(compile_text(text, loader=DictLoader({"single.ref": reference})))
    sim.advance(50)
    c = sim.actors[0].context
    s = next(k for k in range(c.acts.shape[1]) if c.acts[0, k, 0] == c.acts[0, :, 0].max())
    stance = c.clip_rows[:, ROW_STANCE : ROW_STANCE + 2].min(axis=1)
    return c, c.acts[0, s], s, float(np.argmax(stance < 0.5)) / float(c.clips[0, CLIP_RATE])


def paced(plain: Plain, stood: Any, t: float, left: bool, right: bool, ticks: int = 200) -> float:
    """The clip's speed after some ticks at one time of it."""
    c, act, s, _ = stood
    low, high, share = plain(rows_at)(c, 0, t)
    at = (low, high, share, 0.0)
    about = plain(own_feet.clip_about_feet)(c, s, at, left, right)
    for _ in range(ticks):
        plain(clip_pace.keep_pace)(c, act, s, 0, t, at, about, left, right)
    return float(plain(clip_pace.clip_speed)(c, act, s))


def test_a_clip_goes_on_while_no_foot_rises(plain: Plain, stood: Any) -> None:
    assert paced(plain, stood, 0.1, True, True) == 1.0


def test_a_clip_waits_before_it_lifts_a_foot_of_a_body_that_is_elsewhere(plain: Plain, stood: Any) -> None:
    rises = stood[3]
    assert 0.2 < rises < 3.0
    assert paced(plain, stood, rises - 0.1, True, True) == pytest.approx(
        0.0
    )  # the body still is at the start


def test_a_clip_goes_back_while_a_foot_is_down_that_it_holds_up(plain: Plain, stood: Any) -> None:
    c, _, s, rises = stood
    c.scratch[s, stepping.DOWN : stepping.DOWN + 2] = 1.0
    assert paced(plain, stood, rises + 0.3, True, False) == pytest.approx(clip_pace.BACK)
    c.scratch[s, stepping.DOWN + 1] = 0.0
    c.scratch[s, stepping.PACE] = 0.0
    assert paced(plain, stood, rises + 0.3, True, False) == 1.0


def test_a_clip_that_is_late_goes_on(plain: Plain, stood: Any) -> None:
    c, _, s, rises = stood
    c.scratch[s, stepping.DOWN : stepping.DOWN + 2] = 1.0
    c.scratch[s, stepping.BEHIND] = LATE
    assert paced(plain, stood, rises + 0.3, True, False) == 1.0
    assert paced(plain, stood, rises - 0.1, True, True) == 1.0
    assert c.scratch[s, stepping.BEHIND] == pytest.approx(LATE)


def test_it_goes_faster_until_it_is_late_no_more(plain: Plain, stood: Any) -> None:
    c, _, s, _ = stood
    c.scratch[s, stepping.BEHIND] = 1.0
    assert paced(plain, stood, 0.1, True, True) == pytest.approx(1.0 + clip_pace.FASTER)
    after = c.scratch[s, stepping.BEHIND]
    assert 0.8 < after < 1.0
    assert paced(plain, stood, 0.1, True, True, 2000) == pytest.approx(1.0, abs=0.05)
    assert c.scratch[s, stepping.BEHIND] == pytest.approx(0.0, abs=0.05)


def test_its_speed_changes_gradually(plain: Plain, stood: Any) -> None:
    c, _, s, rises = stood
    c.scratch[s, stepping.DOWN : stepping.DOWN + 2] = 1.0
    half = round(0.5 * clip_pace.TURNS / float(c.step[0]))
    assert paced(plain, stood, rises + 0.3, True, False, half) == pytest.approx(0.5, abs=0.05)
