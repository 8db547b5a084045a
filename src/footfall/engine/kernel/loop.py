"""The one loop: physics and program, tick by tick. It allocates nothing and takes no Python lock."""

from __future__ import annotations

import math

from footfall.control.columns import (
    CLOCK_ASKED,
    CLOCK_ENDED,
    CLOCK_LOG_ROW,
    CLOCK_TICK,
    COM_VELOCITY_FRESH,
    CYCLE_COUNT,
    CYCLE_START,
    CYCLE_TICKS,
    LOG_COLUMNS,
    LOG_COM,
    LOG_DEPTH,
    LOG_GROUND,
    LOG_HEADING,
    LOG_LOADS,
    LOG_PHASE,
    LOG_SIDE,
    LOG_SLIP,
    NOW_FRAME,
    PHASE_CODE0,
    PHASE_CODE1,
    PHASE_STATEMENT0,
    PHASE_STATEMENT1,
    PROGRAM_FALL,
    PROGRAM_FALL0,
    PROGRAM_FALL1,
    PUSH_ACTOR,
    PUSH_BODY,
    PUSH_FORCE,
    PUSH_PHASE,
    PUSH_TICKS,
    SCALE_MASS,
    SLIP_LOAD,
    SLIP_X,
    SLIP_Y,
    UNIT_MODERN,
    VERDICT_CODE,
    VERDICT_TICK,
    WIND_FORCE,
    WIND_GUST,
)
from footfall.control.compile import njit
from footfall.control.contact import find_touching, gather_forces, track_feet, weigh_slip
from footfall.control.expression import execute
from footfall.control.grasp import let_go
from footfall.control.kinematics import find_com, ground_height, heading
from footfall.control.rows import clear_rows, copy_to
from footfall.control.sense import count_turn
from footfall.control.torque import apply_torques, clear_torques, unlock
from footfall.engine.kernel.balls import throw_balls
from footfall.engine.kernel.context import context_at
from footfall.engine.kernel.dispatch import call_watch, dispatch
from footfall.engine.kernel.ends import DIVERGED, DONE, FELL, RUNNING, THRESHOLD
from footfall.engine.kernel.frames import note_length, open_window, pass_arguments, watch_sets
from footfall.engine.kernel.moves import advance, hold
from footfall.engine.kernel.native import contact_force, step1, step2

SETTLED = 10.0  # seconds after which a push may wait for its phase of the gait
SLOW_GUST, QUICK_GUST = 0.7, 2.3  # rad/s
FASTEST = 1e4  # rad/s or m/s beyond which the simulation has diverged
FARTHEST = 1e8  # m or rad beyond which it has, too


@njit
def fallen(c):
    """The skill's FALL rule, or the body's: COM below half its height, trunk or head on the ground."""
    if c.layout[PROGRAM_FALL] >= 0:
        open_window(c, 0)
        execute(c, c.frame_side[0], 0, c.layout[PROGRAM_FALL0], c.layout[PROGRAM_FALL1])
        return c.reg[c.layout[PROGRAM_FALL]] != 0.0
    if c.com[2] - ground_height(c, c.com[0], c.com[1]) < c.fall_height[0]:
        return True
    for k in range(c.fall_parts.shape[0]):
        if c.touching[c.fall_parts[k]] > 0:
            return True
    return False


@njit
def act(c):
    """Run the statements of every frame's phase, outermost first, and apply the torques."""
    clear_torques(c)
    for frame in range(c.depth[0] + 1):
        phase, side = c.frame_phase[frame], c.frame_side[frame]
        modern = c.units[c.frame_unit[frame], UNIT_MODERN] != 0
        if frame < c.depth[0] and not modern:
            continue  # a classic calling phase does nothing itself, and its arguments are latched
        c.now[NOW_FRAME] = frame
        open_window(c, frame)
        execute(c, side, frame, c.phases[phase, PHASE_CODE0], c.phases[phase, PHASE_CODE1])
        note_length(c, frame)
        if frame < c.depth[0]:
            pass_arguments(c, frame)
        for s in range(c.phases[phase, PHASE_STATEMENT0], c.phases[phase, PHASE_STATEMENT1]):
            dispatch(c, side, s)


@njit
def think(c, tick, dt, trace, clocks):
    """One actor between `mj_step1` and `mj_step2`: sense, move on, act."""
    find_com(c)
    c.com_velocity[COM_VELOCITY_FRESH] = 0.0
    find_touching(c)
    count_turn(c)
    watch_sets(c)
    if c.verdict[VERDICT_CODE] == RUNNING and fallen(c):
        c.verdict[VERDICT_CODE] = FELL
        c.verdict[VERDICT_TICK] = tick
    if c.verdict[VERDICT_CODE] == DONE:
        hold(c, trace, clocks, tick)
    if c.verdict[VERDICT_CODE] == RUNNING:
        advance(c, trace, clocks, tick)
        if c.request[0] < 0:  # another gait takes over, and this tick begins again with it
            return
        if c.verdict[VERDICT_CODE] != RUNNING:
            c.verdict[VERDICT_TICK] = tick
    act(c)
    let_go(c)
    apply_torques(c, dt)


@njit
def apply_pushes(actors, tick, dt, pushes, push_ticks):
    """Apply the forces that are on now, in the heading frame of the actor they push."""
    for e in range(pushes.shape[0]):
        c = context_at(actors[int(pushes[e, PUSH_ACTOR])])
        start = push_ticks[e]
        if start < 0 and tick * dt >= SETTLED and c.cycle[CYCLE_COUNT] > 1:
            # wait for the phase to be reached anew, so that a push lands where it was asked for
            since = tick - c.cycle[CYCLE_START]
            due = max(
                1, int(math.ceil(pushes[e, PUSH_PHASE] * c.cycle[CYCLE_TICKS]))
            )  # the cycle began last tick
            if since == due:
                push_ticks[e] = start = tick
        if start < 0 or tick < start or tick >= start + pushes[e, PUSH_TICKS]:
            continue
        yaw = heading(c)
        cos, sin = math.cos(yaw), math.sin(yaw)
        forward, left = pushes[e, PUSH_FORCE], pushes[e, PUSH_FORCE + 1]
        body = int(pushes[e, PUSH_BODY])
        c.xfrc_applied[body, 0] += cos * forward - sin * left
        c.xfrc_applied[body, 1] += sin * forward + cos * left
        c.xfrc_applied[body, 2] += pushes[e, PUSH_FORCE + 2]


@njit
def blown(wind, time):
    """The wind's force along x at a time, N: two slow waves make gusts that never repeat exactly."""
    return wind[WIND_FORCE] + wind[WIND_GUST] * math.sin(SLOW_GUST * time) * math.sin(QUICK_GUST * time)


@njit
def apply_wind(c, time):
    """Blow on all parts of an actor, on each by its mass: on the whole it acts at the centre of mass."""
    if c.wind[WIND_FORCE] == 0.0 and c.wind[WIND_GUST] == 0.0:
        return
    share = blown(c.wind, time) / c.scale[SCALE_MASS]
    for k in range(c.bodies.shape[0]):
        body = c.bodies[k]
        c.xfrc_applied[body, 0] += share * c.body_mass[body]


@njit
def diverged(c):
    """Whether any position or velocity is not a number or beyond all reason."""
    for k in range(c.qvel.shape[0]):
        # a comparison with NaN is false, so this also catches it
        if not abs(c.qvel[k]) < FASTEST:
            return True
    for k in range(c.qpos.shape[0]):
        if not abs(c.qpos[k]) < FARTHEST:
            return True
    return False


@njit
def give_up(actors, tick, dt, log, clocks):
    """End a run that has diverged, before MuJoCo sees what would be no numbers to it."""
    for a in range(actors.shape[0]):
        c = context_at(actors[a])
        c.verdict[VERDICT_CODE] = DIVERGED
        c.verdict[VERDICT_TICK] = tick
    clocks[CLOCK_ENDED] = 1
    write_log(actors, tick, dt, log, clocks)


@njit
def write_log(actors, tick, dt, log, clocks):
    """Append a row: time, qpos, qvel, torques, for each actor what is reported, the first one's pendulum."""
    row = clocks[CLOCK_LOG_ROW]
    if row >= log.shape[0]:
        return
    c0 = context_at(actors[0])
    out = log[row]
    nq, nv = c0.qpos.shape[0], c0.qvel.shape[0]
    out[0] = tick * dt
    copy_to(out, 1, c0.qpos)
    copy_to(out, 1 + nq, c0.qvel)
    at = 1 + nq + nv
    for dof in range(nv):
        out[at + dof] = 0.0
    for a in range(actors.shape[0]):
        c = context_at(actors[a])
        for k in range(c.dofs.shape[0]):
            out[at + c.dofs[k]] = c.clipped[c.dofs[k]]
    at += nv
    for a in range(actors.shape[0]):
        c = context_at(actors[a])
        out[at + LOG_PHASE] = c.frame_phase[c.depth[0]]
        out[at + LOG_SIDE] = c.frame_side[c.depth[0]]
        copy_to(out, at + LOG_COM, c.com)
        copy_to(out, at + LOG_LOADS, c.foot_load)
        out[at + LOG_HEADING] = heading(c)
        out[at + LOG_GROUND] = ground_height(c, c.com[0], c.com[1])
        for foot in range(2):
            load = max(1e-9, c.foot_slip[foot, SLIP_LOAD])
            out[at + LOG_SLIP + 2 * foot] = c.foot_slip[foot, SLIP_X] / load
            out[at + LOG_SLIP + 2 * foot + 1] = c.foot_slip[foot, SLIP_Y] / load
        out[at + LOG_DEPTH] = c.depth[0]
        at += LOG_COLUMNS
    copy_to(out, at, c0.template)
    clocks[CLOCK_LOG_ROW] = row + 1


@njit
def finish(c, m, d, dt):
    """One actor after `mj_step2`: contact forces and clocks."""
    gather_forces(c, contact_force, m, d)
    for frame in range(c.depth[0] + 1):
        c.ran[frame] = 1
        # a classic calling phase has no clock of its own
        if frame == c.depth[0] or c.units[c.frame_unit[frame], UNIT_MODERN] != 0:
            c.clock[frame] += dt


@njit
def run(actors, m, d, n, dt, clocks, pushes, push_ticks, balls, ball_at, log, log_every, trace, go_on):
    """Run n ticks, or until an actor's verdict.

    Args:
        actors: (A,) addresses of their Contexts.
        m: Address of the mjModel.
        d: Address of the mjData.
        n: Ticks.
        dt: Time step, s.
        clocks: (CLOCK_COLUMNS,) the loop's own.
        pushes: (E, PUSH_COLUMNS) forces on bodies, in the heading frame.
        push_ticks: (E,) tick each push starts at, -1 while it waits for its phase.
        balls: (BALLS_COLUMNS,) how balls are thrown.
        ball_at: (pool, 2) qpos and dof addresses of the balls.
        log: (rows, width) what is recorded, every `log_every` ticks.
        log_every: Ticks between rows.
        trace: (rows, TRACE_COLUMNS) transitions taken.
        go_on: Whether to go on after a verdict: a body that fell goes on lying there, and after the script's
            end its last control holds.

    Returns:
        The ticks that were run.
    """
    first = context_at(actors[0])
    for k in range(n):
        if clocks[CLOCK_ENDED] != 0 and not go_on:
            return k
        tick = clocks[CLOCK_TICK]
        if diverged(first):
            give_up(actors, tick, dt, log, clocks)
            return k
        throw_balls(actors, tick, dt, clocks, balls, ball_at)
        for a in range(actors.shape[0]):
            unlock(context_at(actors[a]))
        step1(m, d)
        clear_rows(first.xfrc_applied)
        if pushes.shape[0] > 0:
            apply_pushes(actors, tick, dt, pushes, push_ticks)
        for a in range(actors.shape[0]):
            c = context_at(actors[a])
            apply_wind(c, tick * dt)
            think(c, tick, dt, trace, clocks)
            if c.request[0] != 0:
                clocks[CLOCK_ASKED] = 1
        if clocks[CLOCK_ASKED] != 0:  # the host does it, and this tick begins again
            return k
        for a in range(actors.shape[0]):
            c = context_at(actors[a])
            if c.verdict[VERDICT_CODE] != RUNNING:
                clocks[CLOCK_ENDED] = 1
        if tick % log_every == 0 or clocks[CLOCK_ENDED] != 0:
            write_log(actors, tick, dt, log, clocks)
        if clocks[CLOCK_ENDED] != 0 and not go_on:
            return k
        for a in range(actors.shape[0]):
            c = context_at(actors[a])
            weigh_slip(c)
            track_feet(c, dt)
            over = c.watch_entry[0] != 0 and call_watch(c.watch_entry[0], c, tick, dt)
            if over and c.verdict[VERDICT_CODE] == RUNNING:
                c.verdict[VERDICT_CODE] = THRESHOLD
                c.verdict[VERDICT_TICK] = tick
        step2(m, d)
        for a in range(actors.shape[0]):
            c = context_at(actors[a])
            finish(c, m, d, dt)
        clocks[CLOCK_TICK] = tick + 1
    return n
