"""STEP: swings a leg to where the body will need its foot, round the other leg."""

from __future__ import annotations

import math

from footfall.control.columns import (
    GAIN_KD,
    GAIT_CLIMB,
    GAIT_PLANNED,
    LEG_ANKLE_HEIGHT,
    LEG_BACK,
    LEG_FRONT,
    LEG_ROOM,
    LIMB_HIP,
    LIMB_KNEE,
    NOW_FRAME,
    PHASE_LASTS,
    SCALE_LEG,
    SERVO_ON,
)
from footfall.control.compile import njit
from footfall.control.kinematics import ground_height, heading, point_velocity
from footfall.control.opcodes import (
    STEP_AHEAD_SHARE,
    STEP_APART_GAP,
    STEP_BALANCE_ASIDE,
    STEP_BALANCE_FORWARD,
    STEP_BUMP_RISEN,
    STEP_BUMP_SINKING,
    STEP_CROSS_DISTANCE,
    STEP_EDGE_MARGIN,
    STEP_EVERY_SECONDS,
    STEP_FIT_DISTANCE,
    STEP_FOLLOW_FASTEST,
    STEP_FOLLOW_STIFFER,
    STEP_FOLLOW_STRETCH,
    STEP_FOLLOW_TURN,
    STEP_FORESEE_STRIDES,
    STEP_HEIGHT_LIFT,
    STEP_HURRY_ASIDE,
    STEP_HURRY_CALM,
    STEP_HURRY_FORWARD,
    STEP_HURRY_MISSED,
    STEP_HURRY_MOST,
    STEP_LASTS_TIME,
    STEP_LEAVE_START,
    STEP_LOWEST_HEIGHT,
    STEP_PART,
    STEP_PIVOT_HEIGHT,
    STEP_PRESS_DEPTH,
    STEP_PRESS_SINK,
    STEP_REACH_DISTANCE,
    STEP_SHIFT_FORWARD,
    STEP_SHIFT_OUT,
    STEP_SHIFT_UP,
    STEP_SIDE,
    STEP_SPEED,
    STEP_TO_X,
    STEP_TO_Y,
    STEP_TWIST_ANGLE,
    STEP_WIDTH_DISTANCE,
    STEP_YAW_ANGLE,
)
from footfall.control.place import place_point
from footfall.control.rotation import rotation_error, wrap
from footfall.control.scale import natural_time
from footfall.control.servos.pose import ABSENT, ONCE, PITCH, servo_axis
from footfall.control.servos.vpd import turn_by, turn_towards
from footfall.control.steps.footing import (
    carried,
    carried_height,
    crossing,
    foothold,
    half_sole,
    has_edges,
)
from footfall.control.steps.leg import two_links
from footfall.control.steps.pendulum import into_frame, landing, out_of_frame, step_frame
from footfall.control.steps.strides import clock_rate, strides, timed
from footfall.control.steps.trim import trimmed

# columns of the scratch row: where the ankle left the ground, how long ago, and where a planned step goes
STARTED, LIFT_X, LIFT_Y, LIFT_Z, PACE, GOAL, AFTER, ELAPSED = 0, 1, 2, 3, 4, 5, 6, 11
GLANCE = 1e-3  # s: over which the path's speed is measured
SQUARE = 0.3  # cosine between the way and x below which edges are walked along, not crossed
SAMPLES = 5  # places along the path where the ground is looked at


@njit
def step_seconds(c, act):
    """How long the phase lasts that makes the step, s."""
    register = c.phases[c.frame_phase[c.now[NOW_FRAME]], PHASE_LASTS]
    return max(1e-3, c.reg[register]) if register >= 0 else c.reg[act[STEP_LASTS_TIME]] * natural_time(c)


@njit
def clearance(c, gap):
    """How far apart the middles of two feet beside each other must be with a gap (legs) between, m."""
    return c.legs[0, LEG_ROOM] + c.legs[1, LEG_ROOM] + gap * c.scale[SCALE_LEG]


@njit
def length_of_feet(c, gap):
    """How far apart the middles of two feet behind each other must be with a gap (legs) between, m."""
    both = c.legs[0, LEG_FRONT] + c.legs[0, LEG_BACK] + c.legs[1, LEG_FRONT] + c.legs[1, LEG_BACK]
    return 0.5 * both + gap * c.scale[SCALE_LEG]


@njit
def kept_clear(c, x, y, cross, gap):
    """The place nearest to (x, y) where a foot can land beside, before or behind the stance foot."""
    clear, long = clearance(c, gap), length_of_feet(c, gap)
    if y >= clear:
        return x, y
    if max(0.0, long - abs(x)) + max(0.0, -cross - y) < clear - y:  # crossing over misses by less
        return max(long, x) if x >= 0.0 else min(-long, x), max(y, -cross)
    return x, clear


@njit
def hurry(c, act, missed, off, off_side):
    """How much faster than usual a step goes that lands off its mark, or has its mark far off, in legs."""
    calm = c.reg[act[STEP_HURRY_CALM]]
    more = c.reg[act[STEP_HURRY_MISSED]] * missed
    more += c.reg[act[STEP_HURRY_FORWARD]] * max(0.0, off - calm)
    more += c.reg[act[STEP_HURRY_ASIDE]] * max(0.0, off_side - calm)
    return min(c.reg[act[STEP_HURRY_MOST]], more)


@njit
def land_at(c, act, leg, frame, speed, seconds, remaining):
    """Where the foot's middle should land in the frame of the step, m, and how much it hurries."""
    size = c.scale[SCALE_LEG]
    cross, gap = c.reg[act[STEP_CROSS_DISTANCE]], c.reg[act[STEP_APART_GAP]]
    if act[STEP_TO_X] >= 0:
        x, y = into_frame(frame, c.reg[act[STEP_TO_X]], c.reg[act[STEP_TO_Y]])
        x, y = kept_clear(c, x, y, cross, gap)
        return x, y, 0.0
    side = c.reg[act[STEP_SIDE]]
    width = max(clearance(c, gap), c.reg[act[STEP_WIDTH_DISTANCE]])
    aside = side if leg == 0 else -side
    period = max(seconds, c.reg[act[STEP_EVERY_SECONDS]])
    d, d_side, ahead, out = landing(
        c,
        frame,
        speed,
        aside,
        width,
        period,
        c.reg[act[STEP_AHEAD_SHARE]] * remaining,
        c.reg[act[STEP_BALANCE_FORWARD]],
        c.reg[act[STEP_BALANCE_ASIDE]],
        c.reg[act[STEP_LOWEST_HEIGHT]] * size,
        c.reg[act[STEP_PIVOT_HEIGHT]],
    )
    reach = c.reg[act[STEP_REACH_DISTANCE]]
    near, beside = d + min(reach, max(-reach, ahead)), d_side + min(reach, max(-reach, out))
    x, y = kept_clear(c, near, beside, cross, gap)
    # a steady walk lands half a step before its centre of mass, and half a width beside it
    off = abs(ahead) - 0.5 * period * abs(speed)
    off_side = abs(out) - 0.5 * abs(width + period * aside)
    return x, y, hurry(c, act, max(0.0, y - d_side - out) / size, off / size, off_side / size)


@njit
def fitted(c, act, leg, frame, x, y):
    """A landing moved along x so that all of the sole is on one stretch of the ground, where that is near."""
    most = c.reg[act[STEP_FIT_DISTANCE]] * c.scale[SCALE_LEG]
    if most <= 0.0 or not has_edges(c) or abs(frame[2]) < SQUARE:
        return x
    wx, _ = out_of_frame(frame, x, y)
    half = half_sole(c, leg, frame[2], frame[3]) + c.reg[act[STEP_EDGE_MARGIN]] * c.scale[SCALE_LEG]
    place, found = foothold(c, act, wx, frame[0], half, 0.0)
    if not found or abs(place - wx) > most:
        return x
    return x + (place - wx) / frame[2]


@njit
def rise_to(c, frame, x, y):
    """How much higher the ground is where a foot lands than below the standing one, m."""
    wx, wy = out_of_frame(frame, x, y)
    return ground_height(c, wx, wy) - ground_height(c, frame[0], frame[1])


@njit
def eased(u, start):
    """How much of its way the foot has gone at a share u of the time: it ends gently.

    The cubic with e(0) = 0, e'(0) = start, e(1) = 1, e'(1) = 0.
    """
    return 1.0 - (1.0 - u) ** 2 * (1.0 + u) + (start - 1.0) * u * (1.0 - u) ** 2


@njit
def out_of_the_way(c, x, y, cross, gap):
    """The path's y with the swing foot kept clear of the stance foot while it passes, frame of the step."""
    clear, long = clearance(c, gap), length_of_feet(c, gap)
    beyond = min(1.0, max(0.0, 2.0 * (abs(x) / long - 1.0)))
    return max(y, clear - beyond * (clear + cross))


@njit
def obstacle(c, x0, y0, x1, y1):
    """How far the ground stands out above the straight line from one ground point to another, m."""
    first, last = ground_height(c, x0, y0), ground_height(c, x1, y1)
    most = 0.0
    for k in range(1, SAMPLES):
        s = k / SAMPLES
        line = first + s * (last - first)
        most = max(most, ground_height(c, x0 + s * (x1 - x0), y0 + s * (y1 - y0)) - line)
    return first, last, most


@njit
def ankle_path(c, act, row, leg, frame, x, y, t, seconds):
    """Where the swing ankle should be at time t of the step, world.

    Args:
        c: The actor's Context.
        act: The linked statement.
        row: Its scratch row: where the ankle left the ground.
        leg: The swing leg.
        frame: The frame of the step.
        x: Landing of the foot's middle forwards, frame of the step, m.
        y: Towards the swing side, m.
        t: Seconds since the step began.
        seconds: How long it takes.
    """
    u = min(1.0, t / seconds)
    s = eased(u, c.reg[act[STEP_LEAVE_START]])
    size = c.scale[SCALE_LEG]
    middle = 0.5 * (c.legs[leg, LEG_FRONT] - c.legs[leg, LEG_BACK])  # the sole's middle is ahead of the ankle
    lx, ly = out_of_frame(frame, x, y)
    top, crossed = crossing(c, act, leg, frame, row[LIFT_X] + middle * frame[2], lx)
    if crossed:
        s = carried(u)
    lift_x, lift_y = into_frame(frame, row[LIFT_X], row[LIFT_Y])
    px = lift_x + s * (x - middle - lift_x) + c.reg[act[STEP_SHIFT_FORWARD]]
    py = lift_y + s * (y - lift_y) + c.reg[act[STEP_SHIFT_OUT]]
    py = out_of_the_way(c, px + middle, py, c.reg[act[STEP_CROSS_DISTANCE]], c.reg[act[STEP_APART_GAP]])
    wx, wy = out_of_frame(frame, px, py)
    first, last, bump = obstacle(c, row[LIFT_X], row[LIFT_Y], lx, ly)
    begin = row[LIFT_Z] - first
    end = c.legs[leg, LEG_ANKLE_HEIGHT] - c.reg[act[STEP_PRESS_DEPTH]] * size
    overdue = max(0.0, t - seconds) / natural_time(c)
    sunk = c.reg[act[STEP_PRESS_SINK]] * size * overdue
    if crossed:
        return wx, wy, carried_height(c, act, leg, row[LIFT_Z], top, last, u, sunk)
    above = begin + s * (end - begin) + 4.0 * u * (1.0 - u) * c.reg[act[STEP_HEIGHT_LIFT]]
    above += c.reg[act[STEP_SHIFT_UP]] - sunk
    # over an edge the foot rises early and comes down late
    risen, sinking = c.reg[act[STEP_BUMP_RISEN]], c.reg[act[STEP_BUMP_SINKING]]
    over = bump * min(1.0, u / risen, (1.0 - u) / (1.0 - sinking))
    return wx, wy, first + s * (last - first) + over + above


@njit
def step(c, side, s):
    """Swing the leg of a foot along its path: thigh by the hip in the world, shank by the knee."""
    act = c.acts[side, s]
    leg = c.part_leg[act[STEP_PART]]
    row = c.scratch[s]
    now = c.now[NOW_FRAME]
    seconds, t = step_seconds(c, act), c.clock[now]
    pause = max(0.0, c.reg[act[STEP_EVERY_SECONDS]] - seconds)
    speed = trimmed(c, act, c.reg[act[STEP_SPEED]], row[STARTED] == 0.0, pause)
    frame = step_frame(c, leg)
    if row[STARTED] == 0.0:
        row[STARTED] = 1.0
        row[LIFT_X], row[LIFT_Y], row[LIFT_Z] = place_point(c, c.ankle_place[leg])
        # a plan holds for the whole step: a foot that changes its mind lands on neither place
        first, row[AFTER] = strides(c, act, leg, frame, c.reg[act[STEP_SPEED]], seconds)
        row[GOAL] = frame[0] + math.copysign(first, c.reg[act[STEP_SPEED]] * frame[2])
    row[ELAPSED] += c.step[0]
    c.gait[GAIT_PLANNED] = c.gait[GAIT_CLIMB] = mark = 0.0
    left, rate = max(0.0, seconds - t) / (1.0 + row[PACE]), 1.0
    if row[AFTER] > 0.0 and act[STEP_TO_X] < 0:
        usual = abs(c.reg[act[STEP_SPEED]] * seconds * frame[2])
        left, mark = timed(c, act, leg, frame, usual, row[GOAL], row[AFTER], seconds, row[ELAPSED])
        rate = clock_rate(c, act, seconds, t, left)
    x, y, row[PACE] = land_at(c, act, leg, frame, speed, seconds, left)
    x = mark if c.gait[GAIT_PLANNED] > 0.0 else fitted(c, act, leg, frame, x, y)
    if c.reg[act[STEP_FORESEE_STRIDES]] <= 0.0:
        c.gait[GAIT_CLIMB] = rise_to(c, frame, x, y)
    # a step that the other leg is in the way of makes room for the next one, which can go there
    if t < seconds:
        rate += row[PACE]
        c.clock[now] += c.step[0] * (rate - 1.0)
    swing_leg(c, act, row, leg, frame, x, y, t, seconds, rate)


@njit
def swing_leg(c, act, row, leg, frame, x, y, t, seconds, pace):
    """Servo thigh and knee to the path, with the path's own speed at the pace of the step's clock."""
    tx, ty, tz = ankle_path(c, act, row, leg, frame, x, y, t, seconds)
    ux, uy, uz = ankle_path(c, act, row, leg, frame, x, y, t + GLANCE * pace, seconds)
    hip = c.hip_jnt[leg]
    hx, hy, hz = c.xanchor[hip, 0], c.xanchor[hip, 1], c.xanchor[hip, 2]
    vx, vy, vz = point_velocity(c, c.root_body[0], hx, hy, hz)
    out = 1.0 if leg == 0 else -1.0
    yaw = heading(c)
    if act[STEP_YAW_ANGLE] >= 0:
        turn = wrap(c.reg[act[STEP_YAW_ANGLE]] - yaw)
        most = c.reg[act[STEP_FOLLOW_TURN]]
        yaw += min(most, max(-most, turn)) * min(1.0, t / seconds)
    yaw += out * c.reg[act[STEP_TWIST_ANGLE]]
    stretch = c.reg[act[STEP_FOLLOW_STRETCH]]
    now, knee = two_links(c, leg, tx - hx, ty - hy, tz - hz, yaw, stretch)
    then, knee_then = two_links(
        c, leg, ux - hx - GLANCE * vx, uy - hy - GLANCE * vy, uz - hz - GLANCE * vz, yaw, stretch
    )
    wx, wy, wz = rotation_error(then, now)
    fastest = c.reg[act[STEP_FOLLOW_FASTEST]]
    rate = bounded(wx, fastest), bounded(wy, fastest), bounded(wz, fastest)
    joint = c.leg_joints[leg, LIMB_HIP]
    gains = c.joint_gain[joint]
    stiff = c.reg[act[STEP_FOLLOW_STIFFER]] if c.gait[GAIT_PLANNED] > 0.0 else 1.0
    kp = (stiff * gains[0], stiff * gains[1], stiff * gains[2])
    kd = (stiff * gains[3], stiff * gains[4], stiff * gains[5])
    thigh = c.joint_child[joint]
    fx, fy, fz = turn_towards(c, thigh, now, rate, kp, kd)
    turn_by(c, part_of(c, thigh), joint, fx, fy, fz, 1.0, kd)
    bend(c, leg, knee, bounded(knee_then - knee, fastest))


@njit
def bounded(turn, fastest):
    """A rate from a turn during GLANCE, rad/s: more than the fastest is a jump of the path, not a speed."""
    return min(fastest, max(-fastest, turn / GLANCE))


@njit
def part_of(c, body):
    """The part that a body of the model is."""
    for part in range(c.part_body.shape[0]):
        if c.part_body[part] == body:
            return part
    return 0


@njit
def bend(c, leg, angle, rate):
    """Servo a knee to an angle that moves at a rate."""
    joint = c.leg_joints[leg, LIMB_KNEE]
    servo_axis(c, joint, PITCH, angle, ABSENT, ABSENT, False)
    dof = c.joint_main[joint]
    c.servo[dof, SERVO_ON] = ONCE
    c.tau[dof] += c.gain[dof, GAIN_KD] * rate
