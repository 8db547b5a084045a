"""Whether a run did what was asked: the same in Python, commands, studio and tests.

A run succeeds when it came to its end without a fall, its GOAL holds, its body is where a body can be, and
everything that was asked for on the way has happened. What did not hold is named, each part of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from footfall.control.columns import (
    CLOCK_THROWN,
)
from footfall.engine.kernel.ends import END_WORDS, RUNNING
from footfall.engine.recording.pivot import pivot_of
from footfall.engine.scene import FALL_SHARE
from footfall.engine.session import Session
from footfall.script.margin import goal_parts

if TYPE_CHECKING:
    pass

TOO_HIGH = 3.0  # times the standing height of the centre of mass; what is in the air above that was thrown up
GOOD_ENDS = ("time", "done")


@dataclass(frozen=True)
class Judgement:
    """What became of a run.

    Attributes:
        success: Whether everything held.
        because: Why it ended, and each part that did not hold, in one line.
    """

    success: bool
    because: str


def judge(facts: Mapping[str, Any], phase: str) -> Judgement:
    """Judge a run by the facts that `facts` gathered, or that a Recording's header holds.

    Args:
        facts: See `facts`; "ticks" besides, when the time was up, and "dump" after a divergence.
        phase: The phase it ended in.
    """
    word = "time" if facts["verdict"] == END_WORDS[RUNNING] else str(facts["verdict"])
    lost = _posture_faults(facts) if word in GOOD_ENDS else []
    faults = [*lost, *facts.get("missed", ())]
    good = word in GOOD_ENDS and (facts["goal"] or not facts["has_goal"]) and not faults
    return Judgement(bool(good), "; ".join([_ending(word, facts, phase), *faults]))


def _ending(word: str, facts: Mapping[str, Any], phase: str) -> str:
    """Why the run ended, in one sentence."""
    at = f"{facts['verdict_tick'] * facts['dt']:.2f} s"
    goal = ""
    if facts["has_goal"]:
        parts = ", ".join(facts.get("goal_missed", ()))
        missing = f" ({parts})" if parts else ""
        goal = ", goal reached" if facts["goal"] else f", goal not reached{missing}"
    return {
        "time": f"the {facts.get('ticks', 0) * facts['dt']:g} s were up{goal}",
        "done": f"the skill ended at {at}{goal}",
        "fell": f"it fell at {at}, in phase {phase}",
        "threshold": f"a threshold was passed at {at}",
        "stuck": f"at {at} more than 10000 transitions followed each other without time passing, "
        f"in phase {phase}",
        "diverged": f"the simulation diverged at {at}, in phase {phase}"
        + (f"; its last second is in {facts['dump']}" if "dump" in facts else ""),
    }[word]


def _posture_faults(facts: Mapping[str, Any]) -> list[str]:
    """What is wrong with where the body is."""
    here = facts.get("posture")
    if here is None:  # of a body that diverged, or in a recording of an earlier version
        return []
    if here["height"] > TOO_HIGH * here["standing"] and not here["touches"]:
        return [f"it is {here['height']:.4g} m above the ground"]
    if here["height"] < 0.0:
        return [f"it is {-here['height']:.4g} m below the ground"]
    # a skill states what a fall is, or its body does; a classic script can do neither
    return ["it lies on the ground"] if here["unjudged"] and here["down"] else []


def posture_word(facts: Mapping[str, Any]) -> str | None:
    """How the body is in the end: "upright" or "lying"; None when that is not known."""
    here = facts.get("posture")
    return None if here is None else ("lying" if here["down"] else "upright")


def facts(sim: Session) -> dict[str, Any]:
    """What the judgement of the first actor's run needs to know, as plain data."""
    code, tick = (int(x) for x in sim.actors[0].state.verdict)
    return {
        "dt": sim.dt,
        "verdict": END_WORDS[code],
        "verdict_tick": tick,
        "goal": sim.goal_reached(),
        "has_goal": sim.programs[0].goal is not None,
        "posture": posture(sim),
        "missed": missed(sim),
        "goal_missed": goal_missed(sim),
        "pivot": pivot_of(sim),
    }


def goal_missed(sim: Session) -> list[str]:
    """The conditions of the first actor's GOAL that do not hold, as they are written."""
    if sim.programs[0].goal is None or sim.goal_reached():
        return []
    reg = sim.actors[0].arrays["reg"]  # where the question has just put the answers
    return [part.text for part in goal_parts(sim.programs[0]) if reg[part.value] == 0.0]


def posture(sim: Session) -> dict[str, Any] | None:
    """Where the first actor's body is; None when it is nowhere.

    Returns:
        height: Of the centre of mass above the ground, m.
        standing: The same when it stands, m.
        down: Whether it has fallen by the body's rule: below half of that, or trunk or head touching.
        touches: Whether any part touches something.
        unjudged: Whether its script has no rule for a fall, because it cannot have one.
    """
    actor = sim.actors[0]
    x, y, z = (float(v) for v in actor.state.com)
    if not math.isfinite(x + y + z):
        return None
    height, lowest = z - float(sim.world.ground.height(x, y)), float(actor.fall_height[0])
    touching = actor.state.touching
    return {
        "height": height,
        "standing": lowest / FALL_SHARE,
        "down": height < lowest or bool(touching[actor.arrays["fall_parts"]].any()),
        "touches": bool(touching.any()),
        "unjudged": not sim.programs[0].units[0].modern,
    }


def missed(sim: Session) -> list[str]:
    """What was planned for the first actor's run and has not happened, a sentence each."""
    now = f"the run ended at {sim.time:.2f} s"
    out = []
    for switch in sim.pending:
        early = switch.tick >= sim.tick
        why = f"{now}, before {switch.tick * sim.dt:g} s" if early else "no transition allowed it"
        out.append(f"{switch.program.name} did not take over: {why}")
    for push, tick in zip(sim.pushes, sim.push_ticks.tolist(), strict=True):
        if tick < 0:
            out.append(f"the push at phase {push.phase:g} of the cycle never came")
        elif tick >= sim.tick:
            out.append(f"the push at {tick * sim.dt:g} s never came: {now}")
    if sim.world.balls is not None and sim.clocks[CLOCK_THROWN] == 0:
        out.append(f"no ball was thrown: {now}, the first comes after {sim.world.balls.every:g} s")
    return out
