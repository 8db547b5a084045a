"""Scenarios: what is drawn, what is refused."""

from __future__ import annotations

import pytest

from footfall.body import load_body
from footfall.errors import FootfallError
from footfall.learn.scenario import Scenario, scenario_from


def test_a_table_becomes_a_scenario() -> None:
    scenario = scenario_from({"seconds": 5, "push": "3:0.4:100", "set": {"lean": 0.1}})
    assert scenario == Scenario(seconds=5.0, push=("3:0.4:100",), set={"lean": 0.1})
    assert scenario.pushes(0)[0].force == (100.0, 0.0, 0.0)


def test_the_exact_start_unless_drawn() -> None:
    assert Scenario().run_seed(7, 0) == 0
    assert Scenario(seed=3).run_seed(7, 0) == 3


def test_a_generation_draws_the_same_for_all_and_another_for_each_scenario() -> None:
    drawn = Scenario(draw=True)
    assert drawn.run_seed(7, 0) == drawn.run_seed(7, 0) > 0
    assert len({drawn.run_seed(s, i) for s in (7, 8) for i in (0, 1)}) == 4


def test_jitter_delays_pushes() -> None:
    scenario = Scenario(push=("3:0.4:100", "@0.5:0.4:100"), jitter=0.5)
    first, second = scenario.pushes(1)
    assert 3.0 <= first.time < 3.5 and first.time != scenario.pushes(2)[0].time
    assert first == scenario.pushes(1)[0]
    assert second.time is None  # it waits for its phase


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"second": 5}, "no 'second'"),
        ({"seconds": -1}, "seconds cannot be -1"),
        ({"seconds": float("nan")}, "seconds cannot be nan"),
        ({"push": 3}, "push takes text"),
        ({"seed": -1}, "seed cannot be -1"),
        ({"seed": 1.5}, "seed cannot be 1.5"),
        ({"draw": "yes"}, "draw cannot be"),
        ({"set": {"lean": "much"}}, "set takes a table of numbers"),
        ({"ground": 5}, "ground takes text"),
    ],
)
def test_bad_tables(table: dict[str, object], message: str) -> None:
    with pytest.raises(FootfallError, match=message) as caught:
        scenario_from(table, "file.toml: scenario 1")
    assert caught.value.where == "file.toml: scenario 1" and caught.value.help


@pytest.mark.parametrize(
    ("scenario", "message"),
    [
        (Scenario(start="sleeping"), "no start 'sleeping'"),
        (Scenario(push=("3:0.4:0,100",)), "planar and cannot be pushed sideways"),
        (Scenario(push=("3:0.4",)), "three or four fields"),
        (Scenario(ground="slop:5"), "slop"),
    ],
)
def test_what_does_not_fit_the_body(scenario: Scenario, message: str) -> None:
    with pytest.raises(FootfallError, match=message) as caught:
        scenario.check("scenario 2", load_body("planar7"))
    assert "scenario 2" in caught.value.where
