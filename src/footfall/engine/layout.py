"""The one table of all that control can see: every array of a Context, once.

A new piece of state is one row here. From the rows come the types that compiled code sees, the shapes of
the State, what a hot swap carries over, and the names of columns (`make gen` writes them to
control/columns.py). A new column is one word of COLUMNS.

Sizes are named: MuJoCo's own (nq, nv, nbody, njnt, ngeom), the body's (joints, parts), the program's
(registers, code, phases, …) and those of the State (`Sizes` of engine/state.py). Arrays that share a name
agree in it.
"""

from __future__ import annotations

from dataclasses import dataclass

MUJOCO = "mujoco"  # MuJoCo's own memory, shared with mjModel and mjData
LINKED = "linked"  # set when body, program and world are bound together; fixed while it runs
STATE = "state"  # changes while it runs: saved, restored, hashed
SCRATCH = "scratch"  # changes while it runs, and means nothing after the tick

# How a hot swap carries a row of the State to another program
BODY = "body"  # it belongs to the body: copied
FRAME = "frame"  # a row per frame of the call stack: goes on in the phase of the same key
STATEMENT = "statement"  # a row per statement: goes with the statement of the same key
LEARNER = "learner"  # two rows per LEARN: go with the statement of the same key
FRESH = "fresh"  # begins anew

DEPTH = 32  # frames of the call stack
BINS = 128  # of a phase, in which LEARN keeps a torque each; what comes later is not learned


@dataclass(frozen=True)
class Field:
    """One array.

    Attributes:
        name: By which compiled code reads it.
        kind: f8, i4 or i8.
        shape: Numbers, or names of sizes.
        doc: What it holds.
        region: MUJOCO, LINKED, STATE or SCRATCH.
        carry: Of a State's row: how a hot swap carries it.
    """

    name: str
    kind: str
    shape: tuple[str, ...]
    doc: str
    region: str
    carry: str = BODY


# Names of columns: prefix -> the tables they are of, and the names in order; NAME*3 takes three columns.
# `statements` is the Program's own table; those from `clocks` on belong to the whole scene, and the loop is
# handed them.
COLUMNS: dict[str, tuple[str, str]] = {
    "PHASE": ("phases", "UNIT LASTS CODE0 CODE1 STATEMENT0 STATEMENT1 MOVE0 MOVE1 CALLEE ARG0 ARG1 AT"),
    "MOVE": ("transitions", "CODE0 CODE1 VALUE TARGET SWAP SOURCE STEP"),
    "UNIT": ("units", "FIRST ALWAYS0 ALWAYS1 MODERN LIMIT WAITS SET0 SET1"),
    "PROGRAM": ("layout", "INPUTS FRAME WIDTH FALL0 FALL1 FALL GOAL0 GOAL1 GOAL LIMP LETS0 LETS1"),
    "CODE": ("code", "OP DST A B"),
    "SENSE": ("senses", "KIND INDEX ATTR"),
    # the row of an act is its chain of joints, or what LEARN keeps; then come registers and names
    "ACT": ("acts", "OP STATEMENT KEEP ROW ARGS*64 REFS*8"),
    "STATEMENT": ("statements", "OP ARGS REFS PHASE KEEP"),
    "CYCLE": ("cycle", "START TICKS COUNT"),
    "NOW": ("now", "FRAME DRAWN"),
    "VERDICT": ("verdict", "CODE TICK"),
    # target, kp, kd, whether it is on, foot-placement feedback cd and cv, and from which place
    "SERVO": ("servo` and `kept", "TARGET KP KD ON CD CV PLACE"),
    "GAIN": ("gain", "KP KD"),
    "ROOT_GAIN": ("root_gain", "KP KD YAW_KP YAW_KD"),
    "LATERAL": ("lateral", "CD CV"),
    # speed's correction m/s, speed wanted m/s, seconds of the step, where it began (x, y), step planned m,
    # climb m, by how much the capture point is behind its plan m; of VPP: its pivot from the centre of mass
    # in the pelvis' frame (forward, left, up) m, the height of the feet that its legs go by, world m
    "GAIT": ("gait", "TRIM WANTED SECONDS FROM_X FROM_Y PLANNED CLIMB BEHIND PIVOT*3 FLOOR"),
    # TEMPLATE's pendulum: centre of mass m, its velocity m/s, orientation of the trunk (w, x, y, z) and as a
    # matrix, spin rad/s, soles m, where the swing foot left and where it will land m, seconds of the step,
    # the leg that swings (0 left), whether it has begun, whether it leads, pivot m, shares of the load
    "PENDULUM": (
        "template",
        "AT*3 VELOCITY*3 TURN*4 MAT*9 SPIN*3 FEET*6 LIFT*3 LAND*3 CLOCK SWING BEGUN LEADS PIVOT*3 LOAD*2",
    ),
    # knee from the hip (x, z) in the thigh's frame, ankle from the knee (x, z) in the shank's, then the ankle
    # above the sole, the sole's ends before and behind it, half its width, which way the knee bends, and half
    # the room that foot and shank need beside the other leg (m)
    "LEG": ("legs", "THIGH*2 SHANK*2 ANKLE_HEIGHT FRONT BACK HALF_WIDTH KNEE_SIDE ROOM"),
    "LIMB": ("leg_joints", "HIP KNEE ANKLE"),
    # kg, N, m (hip to sole), which way knees bend, m (between feet), share of an arm's swing, rad (elbows at
    # rest), share of a foot's roll from heel to toe, rad (trunk to the left, arms held out, arms held back),
    # m (middle of the soles ahead of the ankles, radius of gyration about the left axis)
    "SCALE": ("scale", "MASS WEIGHT LEG KNEES STANCE ARMS ELBOWS FEET TILT ARMS_OUT ARMS_BACK SOLE GYRATION"),
    "SIGN": ("part_sign", "ROLL YAW"),
    "SPEED": ("speeds", "FAST FADES BRAKE"),
    # qpos of the middle hinge, dofs of the outer ones
    "TURNED": ("turned", "LAPS START SIGN"),
    "GIMBAL": ("gimbals", "MIDDLE FIRST LAST"),
    "CLOSING": ("closing", "ASKED JOINT SHARED TORQUE*3 PART FADING GRIP SPIN"),
    # geom + 1, place on it in its own frame, whether a statement asked for it in this tick
    "GRIP": ("grips", "HELD AT*3 ASKED"),
    "PRESSURE": ("pressure", "AT*3 FORCE"),
    "SLIP": ("foot_slip", "X Y LOAD"),
    "TRACK": ("foot_track", "SLIDE_X SLIDE_Y SLIDE_MAX AIR_TIME STRIKES"),
    # what a program outside adds: N m, and rad on the targets of servos (control/outside.py)
    "OUTSIDE": ("outside", "TORQUE SHIFT"),
    "EXTREME": ("extremes", "PEAK AT_LIMIT LOWEST HIGHEST"),
    "COM_VELOCITY": ("com_velocity", "AT*3 FRESH"),
    "WIND": ("wind", "FORCE GUST"),
    "BUMP": ("bump_grid", "X Y CELL"),
    # where the fields of MuJoCo's contact struct stand, in 4- or 8-byte words
    "CONTACT": ("contacts_at", "STRIDE_4 GEOM EXCLUDE STRIDE_8 POS FRAME"),
    # what to measure; COMMAND is a register with a heading, -1: none
    # BOUND: 1 where the target is the least wanted, -1 where it is the most, 0 where it is met; ONCE: the
    # phase from which on it counts, plus one; LAST: one past the last row of its code
    "MONITOR": ("monitors", "KIND TARGET WINDOW AFTER LIMIT INDEX COMMAND BOUND ONCE LAST"),
    # errors summed over time, that time, the largest error, the smoothed value, whether there is one yet, two
    # numbers of the monitor's own, raw values summed over time, the largest and the smallest smoothed value,
    # the smallest error
    "SUM": ("monitored", "ERROR TIME WORST SMOOTH SEEN OWN_A OWN_B RAW MOST LEAST BEST"),
    "GOAL": ("goal_terms", "STEP COM TRUNK JOINTS PART"),
    # a reference: its first row, how many there are, rows a second, whether it begins again, hinges
    "CLIP": ("clips", "FIRST ROWS RATE LOOP AXES"),
    # a row of it; behind these the angles of its hinges, then their rates
    "ROW": ("rows of `clip_rows", "STANCE*2 COM*3 VELOCITY*3 MOMENTUM*3 TRUNK*4 ANKLES*6 ROOT*7 ANGLES"),
    # seconds into it, as a share of its length, which feet stand in it: 1 left, 2 right, 3 both
    "TRACKED": ("clip_now", "TIME PHI STANCE"),
    "CLOCK": ("clocks", "TICK LOG_ROW TRACE_ROW THROWN ENDED ASKED"),
    "PUSH": ("pushes", "BODY ACTOR PHASE TICKS FORCE*3"),
    "BALLS": ("balls", "SPEED EVERY SEED ACTOR PLANAR GRAVITY DISTANCE ABOVE LEVEL"),
    "TRACE": ("trace", "TICK FRAME MOVE LEFT ENTERED CLOCK VALUES*6"),
    "LOG": ("log` for each actor", "PHASE SIDE COM*3 LOADS*2 HEADING GROUND SLIP*4 DEPTH"),
}
CONSTANTS = {"DEPTH": DEPTH, "BINS": BINS}  # sizes that compiled code knows by name


def columns() -> dict[str, int]:
    """All names of columns, with their numbers; PREFIX_COLUMNS is how many a table has."""
    out = {}
    for prefix, (_, names) in COLUMNS.items():
        at = 0
        for name in names.split():
            stem, _, width = name.partition("*")
            out[f"{prefix}_{stem}"] = at
            at += int(width or 1)
        out[f"{prefix}_COLUMNS"] = at
    return out


def _rows(region: str, table: str) -> list[Field]:
    """Fields from lines of `name kind shape [carry]: doc`; a size in capitals is a prefix of COLUMNS."""
    fields, widths = [], columns()
    for line in table.strip().splitlines():
        head, doc = line.split(":", 1)
        name, kind, shape, *carry = head.split()
        named = shape.strip("()").split(",")
        sizes = tuple(str(widths[f"{size}_COLUMNS"]) if size.isupper() else size for size in named)
        fields.append(Field(name, kind, sizes, doc.strip(), region, *carry))
    return fields


_MUJOCO = _rows(
    MUJOCO,
    """
    qpos             f8 (nq): positions
    qvel             f8 (nv): velocities
    qfrc_applied     f8 (nv): torques that control applies
    qfrc_passive     f8 (nv): torques of springs and dampers
    dof_damping      f8 (nv): implicit damping, written every tick
    dof_armature     f8 (nv): rotor inertia
    xpos             f8 (nbody,3): frames of the links
    xipos            f8 (nbody,3): their centres of mass
    xquat            f8 (nbody,4): their orientations
    xmat             f8 (nbody,9): the same as matrices
    ximat            f8 (nbody,9): the axes of their inertia, as matrices
    body_inertia     f8 (nbody,3): kg m² about those
    xanchor          f8 (njnt,3): joint anchors
    xaxis            f8 (njnt,3): joint axes
    cvel             f8 (nbody,6): velocities about the subtree's centre of mass
    subtree_com      f8 (nbody,3): centres of mass of subtrees
    xfrc_applied     f8 (nbody,6): pushes and grips
    body_mass        f8 (nbody): kg
    body_subtreemass f8 (nbody): kg
    geom_xpos        f8 (ngeom,3): centres of shapes
    geom_xmat        f8 (ngeom,9): their orientations
    geom_size        f8 (ngeom,3): their half sizes
    geom_type        i4 (ngeom): their kinds
    geom_body        i4 (ngeom): whose they are
    gravity          f8 (3): m/s²
    n_contacts       i4 (1): mjData.ncon
    contact_ints     i4 (contact_ints): the contact list as 4-byte words
    contact_floats   f8 (contact_floats): the same memory as 8-byte words
    contacts_at      i4 (CONTACT): where its fields stand
    """,
)

_LINKED = _rows(
    LINKED,
    """
    planar        i4 (1): whether the body moves in the plane only
    root_body     i4 (1): its root link
    body_root     i4 (nbody): the root of each link's tree
    bodies        i4 (own_bodies): this actor's links
    dofs          i4 (own_dofs): this actor's joint axes
    dof_jnt       i4 (nv): the hinge of each axis
    dof_qpos      i4 (nv): where its angle stands in qpos
    joint_dof     i4 (joints,3): axes yaw, roll, pitch; -1 where absent
    joint_main    i4 (joints): the pitch axis, or the one there is
    joint_child   i4 (joints): link
    joint_side    i4 (joints): 0 left, 1 right, -1 middle
    joint_moves   i4 (joints,parts): 1 where the part is on the child's side
    joint_gain    f8 (joints,6): kp about yaw, roll, pitch, then kd
    root_joints   i4 (root_joints): joints on the root link
    hip_joint     i4 (2): left, right; -1 where the body has none
    hip_jnt       i4 (2): hinges whose anchors are the hips; -1 likewise
    ankle_place   i4 (2): place of the ankle (control/place.py): of the foot where it has no joint
    feet          i4 (2): parts
    trunk_body    i4 (1): the link whose turn is counted
    legs          f8 (2,LEG): lengths, left and right
    leg_joints    i4 (2,LIMB): joints; -1 where the body has none
    scale         f8 (SCALE): mass, weight, leg and what else sizes a gait
    hand_body     i4 (2): left, right: the link that grips; -1 without one
    hand_part     i4 (2): its part
    hand_at       f8 (2,3): where it grips, in the link's frame
    part_body     i4 (parts): link
    part_side     i4 (parts): 0 left, 1 right, -1 middle
    part_sign     f8 (parts,SIGN): signs of roll about +x and yaw about +z
    part_foot     i4 (parts): the foot a toe belongs to, else -1
    part_leg      i4 (parts): 0 left foot or toe, 1 right one, else -1
    geom_part     i4 (ngeom): -1: of the fixed world, -2: of another actor, a ball or a prop that moves
    gain          f8 (nv,GAIN): the body's own
    rest          f8 (nv): the body's rest pose
    dof_low       f8 (nv): joint limits, far away where there are none
    dof_high      f8 (nv): the same, above
    body_limit    f8 (nv): the body's own torque limits
    speeds        f8 (nv,SPEED): how fast a joint can be driven (control/torque.py)
    rotor         f8 (nv): the body's own rotor inertia, kg m²
    implicit      f8 (1): 1 where damping is implicit, 0 where it is a torque like any other
    gimbals       i4 (gimbals,GIMBAL): joints of three hinges
    gimbal_rotor  f8 (gimbals): kg m² that the outer ones have besides when they coincide
    root_gain     f8 (ROOT_GAIN): of the world-frame servo
    lateral       f8 (LATERAL): default lateral foot-placement gains
    fall_height   f8 (1): centre of mass below this is a fall
    fall_parts    i4 (fall_parts): parts that must not touch
    ground        f8 (ground,2): profile: x, height
    bumps         f8 (bump_rows,bump_columns): heights, empty where there are none
    bump_grid     f8 (BUMP): x and y of the first cell, cell size
    wind          f8 (WIND): along x on the whole body, and how much stronger and weaker it gets, N
    reg           f8 (registers): parameters, inputs, the frame's window, results
    code          i4 (code,CODE): instructions
    senses        i4 (2,senses,SENSE): what is sensed, by side
    curve_start   i4 (curves): first knot of each curve, and the end
    knots         f8 (knots,2): x, y
    phases        i4 (phases,PHASE): the phases of all scripts
    transitions   i4 (transitions,MOVE): between them
    units         i4 (units,UNIT): the scripts
    step          f8 (1): time step, s
    seed          i8 (1): of random transitions
    entries       i8 (opcodes): addresses of the primitives that this program uses
    watch_entry   i8 (1): address of what measures an objective; 0 without one
    acts          i4 (2,statements,ACT): linked statements, by side
    path_start    i4 (paths): first joint of each chain from a part to a joint, and the end
    path_joint    i4 (path_joints): their joints
    path_sign     i4 (path_joints): 1 where the part is on the joint's child's side, else -1
    call_args     i4 (call_args): registers of arguments
    layout        i4 (PROGRAM): where things stand in the register file and the code
    monitors      f8 (monitors,MONITOR): what an objective measures (control/monitor.py)
    clips         f8 (clips,CLIP): references that TRACK follows
    clip_rows     f8 (clip_rows,clip_width): their rows, one below another
    clip_dofs     i4 (clips,clip_axes): the axis of each of their hinges; -1 where the body lacks it
    goal          f8 (goal_rows,goal_width): a trajectory to be tracked
    goal_terms    f8 (GOAL): seconds between its rows, weights, trunk
    """,
)

_STATE = _rows(
    STATE,
    """
    clock         f8 (depth) frame: seconds in the phase
    lasting       f8 (depth) frame: how long the phase lasts, s; 0 without LASTS, and before its first tick
    frame_args    f8 (depth,arguments) frame: arguments
    scratch       f8 (statements,33) statement: a statement's memory, zeroed when its phase begins
    servo         f8 (nv,SERVO): what each axis is held at in this tick
    kept          f8 (nv,SERVO): servo rows that outlive their phase
    limit         f8 (nv): torque limits
    counters      f8 (counters) fresh: of transitions, ramps and SETs (a swap: engine/counters.py)
    tau           f8 (nv): torque asked for, damping included
    damp          f8 (nv): its implicit damping
    clipped       f8 (nv): torque applied
    delayed       f8 (delay,nv): torques on their way, a ring
    outside       f8 (nv,OUTSIDE): what a program outside drives the joints with (control/outside.py)
    closing       f8 (CLOSING): the root's servo (control/servos/close.py)
    contact_force f8 (parts): N, last tick
    pressure      f8 (parts,PRESSURE): centre of pressure and normal force, last tick
    foot_load     f8 (2): N, upwards, left and right, last tick
    foot_slip     f8 (2,SLIP): slip of the soles, weighted by load
    foot_track    f8 (2,TRACK): where the soles stand, time in the air, strikes
    extremes      f8 (nv,EXTREME): largest torques, seconds at their limit, angles
    monitored     f8 (monitors,SUM): sums of the objective
    shaken        f8 (shaken,8): filters of its shake
    gait          f8 (GAIT): what outlasts a step
    template      f8 (PENDULUM): the pendulum of TEMPLATE (control/template.py)
    learned       f8 (learned,4,bins) learner: feed-forward torque, N m, and visits (control/learn.py)
    feedback      f8 (learned,4,bins) learner: sums of the feedback torque on the last visit, and ticks
    clip_now      f8 (TRACKED): where the reference is that was tracked last
    turned        f8 (TURNED): laps of the trunk's pitch since the run began, its start, its sign
    com           f8 (3): centre of mass
    com_velocity  f8 (COM_VELOCITY): its velocity, and whether it is this tick's
    grips         f8 (2,GRIP): what the hands hold
    hand_load     f8 (2): N that each hand carries
    depth         i8 (1) frame: the top frame
    frame_unit    i8 (depth) frame: script
    frame_phase   i8 (depth) frame: phase
    frame_side    i8 (depth) frame: stance side
    returned      i8 (depth) frame: frames that were dropped when its callee came back just now, else 0
    returns       i8 (depth) frame: how often it has since the phase began
    ran           i8 (depth) frame: whether the phase has run a tick
    now           i8 (NOW): the frame whose statements run, random numbers drawn
    keys          i8 (128): keys that are down, by character
    waiting       i8 (1): the row of `delayed` that is applied next
    request       i8 (1): what needs the host: a statement (SAVE, LOAD) plus one, or -1 - a transition
    armed         i8 (1): phases of the gait that waits to take over, 0 without one (engine/switch.py)
    learning      i8 (learning) fresh: how many statements learn in this tick, and which
    touching      i8 (parts): contacts of each part
    cycle         i8 (CYCLE): tick of the last cycle's start, ticks of the cycle before it, cycles begun
    driven        i8 (1): whether a program outside drives: 0 not, 1 besides the script, 2 instead of it
    verdict       i8 (VERDICT): how it ended (END_WORDS) and at which tick
    """,
)

_SCRATCH = _rows(
    SCRATCH,
    """
    wrench        f8 (6): force and torque of a contact
    work          f8 (12,8): a copied chain (control/servos/ik.py)
    """,
)

FIELDS: dict[str, Field] = {field.name: field for field in (*_MUJOCO, *_LINKED, *_STATE, *_SCRATCH)}
