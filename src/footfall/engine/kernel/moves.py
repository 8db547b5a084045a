"""Transitions: which is due, what it leaves and enters, and how called scripts return."""

from __future__ import annotations

from footfall.control.columns import (
    CLOCK_TRACE_ROW,
    CODE_DST,
    CODE_OP,
    DEPTH,
    MOVE_CODE0,
    MOVE_CODE1,
    MOVE_STEP,
    MOVE_SWAP,
    MOVE_TARGET,
    MOVE_VALUE,
    PHASE_CALLEE,
    PHASE_MOVE0,
    PHASE_MOVE1,
    PHASE_STATEMENT0,
    PHASE_STATEMENT1,
    PROGRAM_LETS0,
    PROGRAM_LETS1,
    TRACE_CLOCK,
    TRACE_COLUMNS,
    TRACE_ENTERED,
    TRACE_FRAME,
    TRACE_LEFT,
    TRACE_MOVE,
    TRACE_TICK,
    TRACE_VALUES,
    UNIT_ALWAYS0,
    UNIT_ALWAYS1,
    UNIT_FIRST,
    UNIT_MODERN,
    UNIT_WAITS,
    VERDICT_CODE,
)
from footfall.control.compile import njit
from footfall.control.expression import SENSE, execute
from footfall.control.sense import motion
from footfall.engine.kernel.ends import DONE, RUNNING, STUCK
from footfall.engine.kernel.frames import begin_phase, call, count_cycle, note_cycle, open_window, set_limit

MOST_MOVES = 10_000  # without time passing; more is "stuck"
STILL = 0.5  # m/s and rad/s: who moves less than that on one foot balances on it


@njit
def first_true(c, frame, first, last):
    """The first transition in [first, last) whose condition holds, or -1; AT STEP ones are left out."""
    side = c.frame_side[frame]
    for t in range(first, last):
        if c.transitions[t, MOVE_STEP] != 0:
            continue
        execute(c, side, frame, c.transitions[t, MOVE_CODE0], c.transitions[t, MOVE_CODE1])
        if c.reg[c.transitions[t, MOVE_VALUE]] != 0.0:
            return t
    return -1


@njit
def held_top(c):
    """The top frame, or the one that was there before scripts returned in this tick."""
    top = c.depth[0]
    while c.returned[top] > 0 and top + c.returned[top] < DEPTH:
        top += c.returned[top]
    return top


@njit
def hold_called(c):
    """Take back the frames of scripts that have just returned: their last phases go on acting."""
    top = held_top(c)
    for frame in range(c.depth[0], top + 1):
        c.returned[frame] = 0
    if top > c.depth[0]:
        c.depth[0] = top
        set_limit(c, c.frame_unit[top])


@njit
def fire(c, frame, t, tick):
    """Take a transition: frames above it are dropped, then the phase is entered or the script returns."""
    target = c.transitions[t, MOVE_TARGET]
    if target < 0 and frame == 0:  # the last control holds, of called scripts too
        c.verdict[VERDICT_CODE] = DONE
        hold_called(c)
        return
    if c.transitions[t, MOVE_SWAP] != 0:
        c.frame_side[frame] = 1 - c.frame_side[frame]
    top, c.depth[0] = held_top(c), frame
    if target >= 0:
        begin_phase(c, frame, target)
        if frame == 0:
            count_cycle(c, tick)
        elif c.transitions[t, MOVE_SWAP] != 0 and c.frame_side[frame] == 0:  # a gait within a longer phase
            note_cycle(c, tick)
        call(c, frame)
    else:
        c.depth[0] = frame - 1
        c.returned[frame - 1] = top - (frame - 1)
        c.returns[frame - 1] += 1
        set_limit(c, c.frame_unit[frame - 1])


@njit
def hands_over(c, frame, t):
    """Whether another gait waits and can take over at this transition (engine/switch.py)."""
    if c.armed[0] == 0:
        return False
    if c.transitions[t, MOVE_SWAP] != 0:
        return True
    if frame != 0:
        return False
    return c.transitions[t, MOVE_TARGET] < 0 or c.frame_phase[0] - c.units[0, UNIT_FIRST] + 1 < c.armed[0]


@njit
def stands(c):
    """Whether the body is on both feet, or still on one, and nothing that runs will end a step, or itself."""
    for frame in range(c.depth[0] + 1):
        if c.units[c.frame_unit[frame], UNIT_WAITS] != 0:
            return False
    left, right = c.foot_load[0] > 0.0, c.foot_load[1] > 0.0
    return (left and right) or ((left or right) and motion(c) < STILL)


@njit
def steps(c):
    """Whether something that runs takes steps."""
    found = False
    for frame in range(c.depth[0] + 1):
        found = found or c.units[c.frame_unit[frame], UNIT_WAITS] == 2
    return found


@njit
def at_step(c, frame, first, last):
    """The first transition in [first, last) that waits for a step's end and whose condition holds, or -1."""
    for t in range(first, last):
        if c.transitions[t, MOVE_STEP] != 0:
            open_window(c, frame)
            execute(c, c.frame_side[frame], frame, c.transitions[t, MOVE_CODE0], c.transitions[t, MOVE_CODE1])
            if c.reg[c.transitions[t, MOVE_VALUE]] != 0.0:
                return t
    return -1


@njit
def leave_at_step(c, trace, clocks, tick, inner, swaps):
    """At the end of a step of an inner frame: take what a frame outside it, or it, has waited for.

    The next phase begins on the side that the step would have begun on. Returns whether one was taken.
    """
    for frame in range(inner + 1):
        unit, phase = c.frame_unit[frame], c.frame_phase[frame]
        t = at_step(c, frame, c.units[unit, UNIT_ALWAYS0], c.units[unit, UNIT_ALWAYS1])
        if t < 0 or c.transitions[t, MOVE_TARGET] == phase:
            t = at_step(c, frame, c.phases[phase, PHASE_MOVE0], c.phases[phase, PHASE_MOVE1])
        if t >= 0:
            note_move(c, trace, clocks, tick, frame, t)
            side = c.frame_side[inner]
            c.frame_side[frame] = 1 - side if swaps else side
            fire(c, frame, t, tick)
            if swaps and frame > 0 and c.frame_side[frame] == 0:
                note_cycle(c, tick)  # the step that ended was a gait's within a longer phase
            return True
    return False


@njit
def note_move(c, trace, clocks, tick, frame, t):
    """Write a transition into the trace, with the values, sensed or with a name, that made it true."""
    row = clocks[CLOCK_TRACE_ROW]
    if row >= trace.shape[0]:
        return
    trace[row, TRACE_TICK] = tick
    trace[row, TRACE_FRAME] = frame
    trace[row, TRACE_MOVE] = t
    trace[row, TRACE_LEFT] = c.frame_phase[frame]
    trace[row, TRACE_ENTERED] = c.transitions[t, MOVE_TARGET]
    trace[row, TRACE_CLOCK] = c.clock[frame]
    column = TRACE_VALUES
    for k in range(c.transitions[t, MOVE_CODE0], c.transitions[t, MOVE_CODE1]):
        dst = c.code[k, CODE_DST]
        named = c.layout[PROGRAM_LETS0] <= dst and dst < c.layout[PROGRAM_LETS1]
        if (named or c.code[k, CODE_OP] == SENSE) and column < TRACE_COLUMNS:
            trace[row, column] = c.reg[dst]
            column += 1
    clocks[CLOCK_TRACE_ROW] = row + 1


@njit
def due_classic(c, frame, phase):
    """Whether the classic dialect tests a phase's transitions now.

    A calling phase: only when its callee has returned. A leaf: after its first tick, or at once
    when it has no statements (it takes no time).
    """
    if c.phases[phase, PHASE_CALLEE] >= 0:
        return c.returned[frame] > 0
    return c.ran[frame] == 1 or c.phases[phase, PHASE_STATEMENT0] == c.phases[phase, PHASE_STATEMENT1]


@njit
def ready(c, frame):
    """The transition a frame would take now, or -1: its interrupts first, then its phase's own."""
    unit, phase = c.frame_unit[frame], c.frame_phase[frame]
    if (
        c.units[unit, UNIT_ALWAYS0] == c.units[unit, UNIT_ALWAYS1]
        and c.phases[phase, PHASE_MOVE0] == c.phases[phase, PHASE_MOVE1]
    ):
        return -1
    open_window(c, frame)
    t = first_true(c, frame, c.units[unit, UNIT_ALWAYS0], c.units[unit, UNIT_ALWAYS1])
    # an interrupt whose phase is already on has done its work: the phase goes on by its own moves
    if t >= 0 and c.transitions[t, MOVE_TARGET] != phase:
        return t
    if c.units[unit, UNIT_MODERN] == 0 and not due_classic(c, frame, phase):
        return -1
    return first_true(c, frame, c.phases[phase, PHASE_MOVE0], c.phases[phase, PHASE_MOVE1])


@njit
def advance(c, trace, clocks, tick):
    """Take every transition that is due, from the outermost frame inwards, until none is."""
    if c.armed[0] != 0 and stands(c):
        c.request[0] = -1 - c.transitions.shape[0]
        return
    for _ in range(MOST_MOVES):
        moved = False
        for frame in range(c.depth[0] + 1):
            t = ready(c, frame)
            if t >= 0:
                if hands_over(c, frame, t):
                    c.request[0] = -1 - t
                    return
                row = clocks[CLOCK_TRACE_ROW]
                note_move(c, trace, clocks, tick, frame, t)
                swaps = c.transitions[t, MOVE_SWAP] != 0
                moved = True
                if swaps or (frame > 0 and c.transitions[t, MOVE_TARGET] < 0):
                    noted = clocks[CLOCK_TRACE_ROW]
                    clocks[CLOCK_TRACE_ROW] = (
                        row  # the step's own move is noted where no other takes its place
                    )
                    if leave_at_step(c, trace, clocks, tick, frame, swaps):
                        break
                    clocks[CLOCK_TRACE_ROW] = noted
                fire(c, frame, t, tick)
                break
        if c.verdict[VERDICT_CODE] != RUNNING:
            return
        if not moved:
            top = c.depth[0]
            if not steps(c) and leave_at_step(c, trace, clocks, tick, top, False):
                continue  # where nothing steps there is no end of a step to wait for
            if c.returned[top] == 0:
                return
            call(c, top)  # the callee came back and nobody moved on: it starts again
    c.verdict[VERDICT_CODE] = STUCK


@njit
def hold(c, trace, clocks, tick):
    """After the end: called scripts go on by their own transitions, one a tick, and return no more."""
    for frame in range(1, c.depth[0] + 1):
        t = ready(c, frame)
        if t >= 0 and c.transitions[t, MOVE_TARGET] >= 0:
            note_move(c, trace, clocks, tick, frame, t)
            fire(c, frame, t, tick)
            return
