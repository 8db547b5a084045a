"""The pendulum that leads the walk by a virtual pivot point, and wind that blows at it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from footfall.engine.sim import Sim
from footfall.world import Wind, World

Row = dict[str, Any]
Case = Callable[[], Row]

LAGS = (0.002, 0.02, 0.05, 0.1, 0.2)  # s in which the pendulum comes 1 - 1 / e nearer to the body
HOLDS = 0.05  # s: it must walk with these and shorter ones
WINDS = ((20.0, 0.0), (-20.0, 0.0), (40.0, 0.0), (-40.0, 0.0), (0.0, 60.0), (-20.0, 40.0))  # N, gusts N
SECONDS = 20.0


def led() -> dict[str, Case]:
    """A body that its pendulum leads, by how long it takes to listen."""

    def one(lag: float) -> Row:
        report = Sim("pivot/led", set={"lag": lag}).run(SECONDS).report()
        names = ("end", "seconds", "speed", "sway_pitch", "sway_roll", "pivot_r2", "com_r2")
        good = report["end"] == "time" or lag > HOLDS
        return {**{name: report.get(name) for name in names}, "passed": good}

    return {f"{lag:g} s": partial(one, lag) for lag in LAGS}


def wind() -> dict[str, Case]:
    """Walking at 0.8 m/s with and against the wind."""

    def one(force: float, gust: float) -> Row:
        report = Sim("pivot/walk", world=World(wind=Wind(force, gust))).run(SECONDS).report()
        names = ("end", "speed", "sway_pitch", "sway_roll")
        return {**{name: report.get(name) for name in names}, "passed": report["end"] == "time"}

    return {f"{force:g} N, gusts {gust:g} N": partial(one, force, gust) for force, gust in WINDS}
