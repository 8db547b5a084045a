"""States in which the first skill really is when it is left: drawn, or those in which a walk lost an edge."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from footfall.control.columns import VERDICT_CODE
from footfall.engine.kernel.ends import DONE, RUNNING
from footfall.engine.sim import Sim
from footfall.engine.snapshot import Snapshot
from footfall.errors import FootfallError
from footfall.graph.grow import guess_node
from footfall.graph.model import END, TIME
from footfall.script import Program

SETTLE = (3.0, 6.0)  # s: when a skill that goes on is left, drawn between them
LONGEST = 40.0  # s: of a skill that ends by itself


@dataclass(frozen=True)
class Leaving:
    """How a skill is left.

    Attributes:
        ends: "time" (a gait: at the end of a step), "still" (a pose: at once), "end" (where it has ended).
    """

    ends: str

    @property
    def at_once(self) -> bool:
        """Whether there is no end of a step to wait for."""
        return self.ends != TIME


def leaving(skill: str) -> Leaving:
    """How a skill is left, guessed from its script as `footfall graph add` does."""
    return Leaving(guess_node(skill).ends)


def draw(sim: Sim, how: Leaving, seeds: range) -> list[Snapshot]:
    """States at which a skill is left, from drawn starts.

    Args:
        sim: Of that skill.
        how: How it is left.
        seeds: Of the starts, and of the time at which a skill that goes on is left.

    Raises:
        FootfallError: It falls by itself, or does not reach its goal.
    """
    found = []
    for seed in seeds:
        sim.reset(seed=seed)
        seconds = LONGEST if how.ends == END else float(np.random.default_rng(seed).uniform(*SETTLE))
        sim.advance(round(seconds / sim.dt))
        verdict = int(sim.actors[0].state.verdict[VERDICT_CODE])
        if how.ends == END:
            reached = verdict == DONE and (sim.programs[0].goal is None or sim.goal_reached())
        else:
            reached = verdict == RUNNING
        if reached:
            found.append(sim.state())
    sim.reset(seed=0)
    if not found:
        what = "does not reach its goal" if how.ends == END else f"falls by itself within {SETTLE[1]:g} s"
        raise FootfallError(
            f"{sim.programs[0].name} {what}", help="run it alone: `footfall run SKILL --seeds 10`"
        )
    return found


def hand_over(sim: Sim, here: Snapshot, program: Program, how: Leaving) -> None:
    """Let a script take over from a state, as the graph would."""
    sim.restore(here)
    if int(sim.actors[0].state.verdict[VERDICT_CODE]) != RUNNING:
        sim.step(1)  # the tick of a verdict is judged, but not run
    if how.at_once:
        sim.then(program, now=True)
    else:
        sim.then(program, instead=True)
