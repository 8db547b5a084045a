"""Steps of a tracked body: when one begins, where it leads, when it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from footfall.control import stepping
from footfall.control.columns import SCALE_LEG, SCALE_WEIGHT
from footfall.control.steps.pendulum import sole_middle
from footfall.engine.sim import Sim
from footfall.learn.track.skill import skill_text
from footfall.script import compile_text
from footfall.script.source import LIBRARY, DictLoader

pytestmark = pytest.mark.sim
Plain = Callable[..., Any]
SECONDS = 0.25


def standing_human(step: float = SECONDS) -> Sim:
    """One that tracks the clip `stand`, and may step."""
    from footfall.body import load_body

    text = skill_text("stand", load_body("human"), doc="Stands.", numbers={"step": step})
    reference = (LIBRARY / "tracked" / "stand.ref").read_text(encoding="utf-8")
    return Sim(compile_text(text, loader=DictLoader({"stand.ref": reference})))


@pytest.fixture
def stood() -> tuple[Any, Any, int]:
    """Context, statement and its number of a body that stands at ease."""
    from footfall.control.opcodes import TRACK_CLIP

    sim = standing_human()
    sim.advance(50)
    c = sim.actors[0].context
    s = next(k for k in range(c.acts.shape[1]) if c.acts[0, k, 0] == c.acts[0, :, 0].max())
    assert c.acts[0, s, TRACK_CLIP] == 0
    return c, c.acts[0, s], s


def test_a_body_that_is_left_alone_does_not_step() -> None:
    sim = standing_human()
    c = sim.actors[0].context
    feet = [np.array(sim.data.body(name).xpos) for name in ("lFoot", "rFoot")]
    for _ in range(30):
        sim.advance(50)
        assert float(np.max(c.scratch[:, stepping.SWING])) == 0.0
    for name, was in zip(("lFoot", "rFoot"), feet, strict=True):
        assert sim.data.body(name).xpos == pytest.approx(was, abs=0.01)


def test_a_step_begins_when_the_capture_point_is_near_the_edge(plain: Plain, stood: Any) -> None:
    c, act, s = stood
    middle = 0.5 * (np.array(sole_middle(c, 0)) + sole_middle(c, 1))
    now = plain(stepping.steps_now)
    c.scratch[s, stepping.RESTED] = 1.0
    assert not now(c, act, s, *middle, True, True)
    assert now(c, act, s, *(middle + [0.2, 0.0]), True, True)
    c.scratch[s, stepping.RESTED] = 0.0  # one step has just ended
    assert not now(c, act, s, *(middle + [0.2, 0.0]), True, True)


def test_an_ankle_goes_from_where_it_stood_to_where_it_lands(plain: Plain, stood: Any) -> None:
    c, act, s = stood
    row = c.scratch[s]
    x, y = sole_middle(c, 0)
    row[stepping.SWING] = 1.0
    row[stepping.LIFT : stepping.LIFT + 3] = plain(stepping.place_point)(c, c.ankle_place[0])
    row[stepping.LAND], row[stepping.LAND + 1] = x + 0.3, y + 0.05
    path = plain(stepping.ankle_path)
    start = row[stepping.LIFT : stepping.LIFT + 3]
    middle, end = (np.array(path(c, act, s, 0, share * SECONDS)) for share in (0.5, 1.0))
    assert end - start == pytest.approx([0.3, 0.05, 0.0], abs=0.01)
    assert middle[2] > start[2] + 0.03
    late = np.array(path(c, act, s, 0, 1.4 * SECONDS))
    assert late[2] < end[2]  # it goes on down until it lands


def test_a_landing_is_within_reach(plain: Plain, stood: Any) -> None:
    c, _, _ = stood
    reach, hip = plain(stepping.within_reach), c.xanchor[c.hip_jnt[0]]
    near = (hip[0] + 0.1, hip[1])
    assert reach(c, 0, *near, 0.0) == pytest.approx(near, abs=1e-6)
    x, y = reach(c, 0, hip[0] + 3.0, hip[1], 0.0)
    assert 0.2 < x - hip[0] < c.scale[SCALE_LEG]
    assert y == pytest.approx(hip[1], abs=1e-6)


def test_a_push_is_what_the_ground_does_not_explain(plain: Plain, stood: Any) -> None:
    c, _, s = stood
    row, omega, dt = c.scratch[s], 3.0, float(c.step[0])
    px, py, _ = plain(stepping.place_point)(c, stepping.PRESSURE)
    assert c.foot_load.sum() > 0.5 * c.scale[SCALE_WEIGHT]
    x, rate = px + 0.02, 0.4  # m/s besides omega (xi - p)
    row[stepping.XI], row[stepping.XI + 1] = x, py
    row[stepping.PUSHED : stepping.PUSHED + 2] = 0.0
    for _ in range(round(5 * stepping.SMOOTH / dt)):
        x += dt * (omega * (x - px) + rate)
        ahead, aside = plain(stepping.pushed)(c, s, x, py, omega)
    assert row[stepping.PUSHED] == pytest.approx(rate, rel=0.1)
    assert ahead - x == pytest.approx(stepping.LASTS * rate, rel=0.1)
    assert aside == pytest.approx(py, abs=0.01)
