"""The call stack: phases that begin, calls, and the cycles of a gait."""

from __future__ import annotations

import math

from footfall.control.columns import (
    CODE_A,
    CODE_OP,
    CYCLE_COUNT,
    CYCLE_START,
    CYCLE_TICKS,
    DEPTH,
    MOVE_CODE0,
    MOVE_CODE1,
    PHASE_ARG0,
    PHASE_ARG1,
    PHASE_AT,
    PHASE_CALLEE,
    PHASE_CODE0,
    PHASE_CODE1,
    PHASE_LASTS,
    PHASE_MOVE0,
    PHASE_MOVE1,
    PHASE_STATEMENT0,
    PHASE_STATEMENT1,
    PROGRAM_FRAME,
    PROGRAM_INPUTS,
    PROGRAM_WIDTH,
    UNIT_FIRST,
    UNIT_LIMIT,
    UNIT_MODERN,
    UNIT_SET0,
    UNIT_SET1,
    VERDICT_CODE,
)
from footfall.control.compile import njit
from footfall.control.expression import BEGIN, COUNT, LASTED, LATCH, execute
from footfall.control.rows import clear
from footfall.engine.kernel.ends import STUCK


@njit
def open_window(c, frame):
    """Show a frame's parameters in the register file."""
    reg, at, n = c.reg, c.layout[PROGRAM_FRAME], c.layout[PROGRAM_WIDTH]
    if frame == 0:
        inputs = c.layout[PROGRAM_INPUTS]
        for k in range(min(n, at - inputs)):
            reg[at + k] = reg[inputs + k]
        return
    args = c.frame_args
    for k in range(n):
        reg[at + k] = args[frame, k]


@njit
def pass_arguments(c, frame):
    """Hand a calling frame's arguments to its callee; the phase's code has just run."""
    phase = c.frame_phase[frame]
    first, n = c.phases[phase, PHASE_ARG0], c.phases[phase, PHASE_ARG1] - c.phases[phase, PHASE_ARG0]
    modern = c.units[c.frame_unit[frame], UNIT_MODERN] != 0
    reg, registers, args = c.reg, c.call_args, c.frame_args
    for k in range(n):
        value = reg[registers[first + k]]
        # the classic dialect handed its arguments over as text with six decimals
        args[frame + 1, k] = value if modern else math.floor(value * 1e6 + 0.5) / 1e6


@njit
def begin_phase(c, frame, phase):
    """Put a frame at the start of a phase; what its statements and transitions remembered is gone."""
    c.frame_phase[frame] = phase
    c.clock[frame] = 0.0
    c.lasting[frame] = 0.0
    c.ran[frame] = 0
    c.returned[frame] = 0
    c.returns[frame] = 0
    for s in range(c.phases[phase, PHASE_STATEMENT0], c.phases[phase, PHASE_STATEMENT1]):
        clear(c.scratch[s])
    if c.phases[phase, PHASE_CALLEE] >= 0 and c.units[c.frame_unit[frame], UNIT_MODERN] == 0:
        return  # the classic dialect goes on counting calls where it left off
    for k in range(c.phases[phase, PHASE_CODE0], c.phases[phase, PHASE_CODE1]):
        if c.code[k, CODE_OP] == BEGIN:
            c.counters[c.code[k, CODE_A] + 1] = 0.0
    for t in range(c.phases[phase, PHASE_MOVE0], c.phases[phase, PHASE_MOVE1]):
        for k in range(c.transitions[t, MOVE_CODE0], c.transitions[t, MOVE_CODE1]):
            if COUNT <= c.code[k, CODE_OP] < LATCH:  # what SET has kept stays
                c.counters[c.code[k, CODE_A] + (1 if c.code[k, CODE_OP] == BEGIN else 0)] = 0.0


@njit
def note_length(c, frame):
    """Keep how long a frame's phase lasts: its register shows that only while the frame's window is open."""
    register = c.phases[c.frame_phase[frame], PHASE_LASTS]
    c.lasting[frame] = c.reg[register] if register >= 0 else 0.0


@njit
def set_limit(c, unit):
    """Apply a script's LIMIT (classic SET TORQUELIMIT), if it has one; it stays until another one."""
    register = c.units[unit, UNIT_LIMIT]
    if register >= 0:
        limit = c.reg[register]
        for k in range(c.dofs.shape[0]):
            c.limit[c.dofs[k]] = limit if limit > 0.0 else 0.0  # also what is no number


@njit
def watch_sets(c):
    """Let the SETs of every script on the stack see this tick."""
    for frame in range(c.depth[0] + 1):
        first, last = c.units[c.frame_unit[frame], UNIT_SET0], c.units[c.frame_unit[frame], UNIT_SET1]
        if first < last:
            open_window(c, frame)
            execute(c, c.frame_side[frame], frame, first, last)


@njit
def forget_sets(c, unit):
    """Let a script that is called begin with nothing kept."""
    for k in range(c.units[unit, UNIT_SET0], c.units[unit, UNIT_SET1]):
        if c.code[k, CODE_OP] >= COUNT:
            c.counters[c.code[k, CODE_A]] = 0.0
            if c.code[k, CODE_OP] >= BEGIN and c.code[k, CODE_OP] != LASTED:
                c.counters[c.code[k, CODE_A] + 1] = 0.0


@njit
def call(c, frame):
    """Push what the frame's phase calls, and what that calls, until a phase calls nothing."""
    while True:
        c.depth[0] = frame
        c.returned[frame] = 0
        phase = c.frame_phase[frame]
        callee = c.phases[phase, PHASE_CALLEE]
        if callee < 0:
            return
        if frame + 1 >= DEPTH:
            c.verdict[VERDICT_CODE] = STUCK
            return
        open_window(c, frame)
        execute(c, c.frame_side[frame], frame, c.phases[phase, PHASE_CODE0], c.phases[phase, PHASE_CODE1])
        pass_arguments(c, frame)
        frame += 1
        c.frame_unit[frame] = callee
        c.frame_side[frame] = c.frame_side[frame - 1]
        forget_sets(c, callee)
        begin_phase(c, frame, c.units[callee, UNIT_FIRST] + c.phases[phase, PHASE_AT])
        set_limit(c, callee)


@njit
def note_cycle(c, tick):
    """Count a cycle that begins now."""
    c.cycle[CYCLE_TICKS] = tick - c.cycle[CYCLE_START]
    c.cycle[CYCLE_START] = tick
    c.cycle[CYCLE_COUNT] += 1


@njit
def count_cycle(c, tick):
    """Count a cycle when frame 0 has just entered the root's first phase with the left leg as stance."""
    if c.frame_phase[0] == c.units[0, UNIT_FIRST] and c.frame_side[0] == 0:
        note_cycle(c, tick)
