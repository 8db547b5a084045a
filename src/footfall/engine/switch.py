"""Switching gaits: from state n of one to state n + 1 of another, at a transition of the first.

A state is (phase, side). When the running gait, or one that it calls, leaves a phase by a transition that
swaps the sides, a step has ended: the next gait begins in its first phase, on the other side. What neither
steps nor ends, such as standing, hands over at once when both feet are on the ground, or one foot while the
body is still. Else the next gait takes over in the phase of the following number, if that is the same phase
by name: a walk's strike goes on as another walk's strike, but not as the flight of a run. Where it is not,
the running gait moves on by itself and the switch waits for its next transition.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from footfall.control.columns import (
    CLOCK_ENDED,
    MOVE_SWAP,
    MOVE_TARGET,
    PHASE_MOVE0,
    PHASE_MOVE1,
    SERVO_ON,
    STATEMENT_OP,
)
from footfall.engine.cache import used_by, warm
from footfall.engine.events import Event, Switch
from footfall.engine.kernel.ends import RUNNING
from footfall.engine.kernel.frames import begin_phase, call, count_cycle, set_limit
from footfall.engine.session import Session
from footfall.engine.swap import carry_body, carry_inputs, replace_program
from footfall.errors import FootfallError
from footfall.script.program import END, Program
from footfall.script.stored import program_data

if TYPE_CHECKING:
    from footfall.engine.running import Log


def plan(sim: Session, program: Program, tick: int, instead: bool) -> None:
    """Put a switch of the first actor into the schedule, in order of time, and remember it as an event.

    Args:
        sim: The Sim.
        program: The next gait.
        tick: The first tick at which it may take over.
        instead: Whether it replaces all switches that have not taken place yet.

    Raises:
        FootfallError: It is a gait of another body.
    """
    check_fits(sim, program)
    warm(used_by(program.statements[:, STATEMENT_OP]))  # now, not in the middle of the run
    waiting = () if instead else sim.pending
    sim.pending = tuple(sorted((*waiting, Switch(program, tick)), key=lambda s: s.tick))
    what = {"skill": program.name, "program": program_data(program)}
    sim.events.append(Event(sim.tick, "then", {**what, "tick": tick, "instead": instead}))


def at_once(sim: Session, program: Program) -> None:
    """Let another script take over now, in its first phase, whatever the body does; also after the run's end.

    Switches that wait are forgotten: this is for a body that has fallen, or for a move that has ended.

    Raises:
        FootfallError: It is a script of another body.
    """
    check_fits(sim, program)
    warm(used_by(program.statements[:, STATEMENT_OP]))
    what = {"skill": program.name, "program": program_data(program)}
    sim.events.append(Event(sim.tick, "then", {**what, "tick": sim.tick, "instead": True, "now": True}))
    sim.pending = ()
    side = int(sim.actors[0].state.frame_side[0])
    _begin_gait(sim, program, program.units[0].first_phase, side)
    sim.actors[0].state.verdict[:] = RUNNING
    sim.clocks[CLOCK_ENDED] = 0
    if sim.log is not None:
        sim.log.take_over(program, None)
    sim.events.append(Event(sim.tick, "switched", {"skill": program.name}))


def check_fits(sim: Session, program: Program) -> None:
    """Refuse a script of another body than the first actor's.

    Raises:
        FootfallError: It is one.
    """
    body, running = sim.bodies[0], sim.programs[0]
    # a script run on another body by --body takes its neighbours along, and one that asks for the body's
    # measures (body.leg) is made for all
    general = any(sense.kind == "body" for sense in program.senses)
    if not general and program.body not in ("", body.name, running.body or "human", sim.first[0].body):
        raise FootfallError(
            f"{program.name} is for the body {program.body}, but {running.name} runs on {body.name}",
            help=f"name a skill of {body.name}; `footfall list` shows the body of each",
        )


def arm(sim: Session, ticks: int) -> int:
    """Tell the kernel whether a switch is due; returns after how many ticks, at most, to ask again."""
    armed = sim.actors[0].state.armed
    armed[0] = 0
    if not sim.pending:
        return ticks
    head = sim.pending[0]
    if sim.tick < head.tick:
        return min(ticks, head.tick - sim.tick)
    armed[0] = shared_phases(sim.programs[0], head.program)
    return ticks


def shared_phases(old: Program, new: Program) -> int:
    """How many first phases the next gait can be entered in: the first, and those of the same name."""
    a, b = ([p.phase_names[k] for k in range(*p.units[0].phases)] for p in (old, new))
    count = 1
    while count < min(len(a), len(b)) and a[count] == b[count]:
        count += 1
    return count


def take_over(sim: Session, transition: int, log: Log) -> None:
    """Let the next gait take over at a transition of the running one, or (beyond the last) without one."""
    head, sim.pending = sim.pending[0], sim.pending[1:]
    old, new, before = sim.programs[0], head.program, sim.actors[0].state
    standing = transition >= len(old.transitions)
    target, swaps = (
        (END, 0) if standing else (int(x) for x in old.transitions[transition, [MOVE_TARGET, MOVE_SWAP]])
    )
    frame = int(before.depth[0]) if standing else _frame_of(sim, transition)
    left, side = int(before.frame_phase[frame]), int(before.frame_side[frame]) ^ swaps
    first = new.units[0].first_phase
    phase = first if swaps or target == END else first + left - old.units[0].first_phase + 1
    _begin_gait(sim, new, phase, side)
    log.take_over(new, None if standing else (sim.tick, frame, transition, left, phase, before.clock[frame]))
    sim.events.append(Event(sim.tick, "switched", {"skill": new.name}))


def _frame_of(sim: Session, transition: int) -> int:
    """The frame that takes a transition: of its phase, or an interrupt of its script."""
    program, state = sim.programs[0], sim.actors[0].state
    for frame in range(int(state.depth[0]) + 1):
        spans = (
            program.phases[state.frame_phase[frame], [PHASE_MOVE0, PHASE_MOVE1]],
            program.units[state.frame_unit[frame]].always,
        )
        if any(first <= transition < last for first, last in spans):
            return frame
    return 0


def _begin_gait(sim: Session, new: Program, phase: int, side: int) -> None:
    """Begin a gait in one of its phases, with the body as it is."""
    old, before = sim.programs[0], sim.actors[0]
    actor = replace_program(sim, 0, new)
    carry_body(actor, before)
    carry_inputs(actor, before.inputs, old, new)
    state, context = actor.state, actor.context
    # what the old gait kept and how strong it allowed the joints to be goes with it
    state.kept[:, SERVO_ON] = 0.0
    state.limit[:] = actor.anatomy.arrays["body_limit"]
    state.armed[0] = state.request[0] = state.depth[0] = 0
    state.frame_unit[0] = 0
    state.frame_side[0] = side
    begin_phase(context, 0, phase)
    set_limit(context, 0)
    count_cycle(context, sim.tick)
    call(context, 0)
