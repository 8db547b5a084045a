"""The one table of all that control can see: every array of a Context, once.

A new piece of state is one row here. From the rows come the types that compiled code sees, the shapes of
the State, what a hot swap carries over, and the names of columns (`make gen` writes them to
control/columns.py).

Sizes are named: MuJoCo's own (nq, nv, nbody, njnt, ngeom), the body's (joints, parts), the program's
(registers, code, phases, …) and those of the State (`Sizes` below). Arrays that share a name agree in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from footfall.errors import FootfallError

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
_DTYPES: dict[str, Any] = {"f8": np.float64, "i4": np.int32, "i8": np.int64}


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

    @property
    def dtype(self) -> Any:
        """Its numpy type."""
        return _DTYPES[self.kind]

    def sized(self, sizes: Sizes) -> tuple[int, ...]:
        """Its shape in numbers; for rows of the State."""
        return tuple(int(n) if n.isdigit() else int(getattr(sizes, n)) for n in self.shape)


@dataclass(frozen=True)
class Sizes:
    """What the shapes of a State depend on."""

    nv: int
    parts: int
    statements: int
    arguments: int
    counters: int
    monitors: int = 0
    shaken: int = 0
    learners: int = 0
    delay: int = 0  # ticks

    @property
    def depth(self) -> int:
        """Frames of the call stack."""
        return DEPTH

    @property
    def bins(self) -> int:
        """Of a phase, for LEARN."""
        return BINS

    @property
    def learned(self) -> int:
        """Rows of what LEARN keeps: one per side."""
        return 2 * self.learners

    @property
    def learning(self) -> int:
        """A count, and who learns."""
        return 1 + self.learners


def _rows(region: str, table: str) -> list[Field]:
    """Fields from lines of `name kind shape [carry]: doc`."""
    fields = []
    for line in table.strip().splitlines():
        head, doc = line.split(":", 1)
        name, kind, shape, *carry = head.split()
        sizes = () if shape == "()" else tuple(shape.strip("()").split(","))
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
    contacts_at      i4 (6): where its fields stand (control/contact.py)
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
    legs          f8 (2,10): lengths, left and right (control/leg.py)
    leg_joints    i4 (2,3): hip, knee, ankle; -1 where the body has none
    scale         f8 (scale): mass, weight, leg and what else sizes a gait (control/scale.py)
    hand_body     i4 (2): left, right: the link that grips; -1 without one
    hand_part     i4 (2): its part
    hand_at       f8 (2,3): where it grips, in the link's frame
    part_body     i4 (parts): link
    part_side     i4 (parts): 0 left, 1 right, -1 middle
    part_sign     f8 (parts,2): signs of roll about +x and yaw about +z
    part_foot     i4 (parts): the foot a toe belongs to, else -1
    part_leg      i4 (parts): 0 left foot or toe, 1 right one, else -1
    geom_part     i4 (ngeom): -1: of the fixed world, -2: of another actor, a ball or a prop that moves
    gain          f8 (nv,2): the body's kp, kd
    rest          f8 (nv): the body's rest pose
    dof_low       f8 (nv): joint limits, far away where there are none
    dof_high      f8 (nv): the same, above
    body_limit    f8 (nv): the body's own torque limits
    speeds        f8 (nv,3): how fast a joint can be driven (control/torque.py)
    rotor         f8 (nv): the body's own rotor inertia, kg m²
    gimbals       i4 (gimbals,3): joints of three hinges: qpos of the middle one, dofs of the outer ones
    gimbal_rotor  f8 (gimbals): kg m² that the outer ones have besides when they coincide
    root_gain     f8 (4): kp, kd, yaw kp, yaw kd of the world-frame servo
    lateral       f8 (2): default lateral foot-placement gains
    fall_height   f8 (1): centre of mass below this is a fall
    fall_parts    i4 (fall_parts): parts that must not touch
    ground        f8 (ground,2): profile: x, height
    bumps         f8 (bump_rows,bump_columns): heights, empty where there are none
    bump_frame    f8 (3): x and y of the first cell, cell size
    reg           f8 (registers): parameters, inputs, the frame's window, results
    code          i4 (code,4): instructions: op, dst, a, b
    senses        i4 (2,senses,3): kind, index, attribute, by side
    curve_start   i4 (curves): first knot of each curve, and the end
    knots         f8 (knots,2): x, y
    phases        i4 (phases,12): see control/columns.py
    transitions   i4 (transitions,6): see control/columns.py
    units         i4 (units,8): the scripts: see control/columns.py
    step          f8 (1): time step, s
    seed          i8 (1): of random transitions
    entries       i8 (opcodes): addresses of the primitives that this program uses
    watch_entry   i8 (1): address of what measures an objective; 0 without one
    acts          i4 (2,statements,act_width): linked statements by side: see control/columns.py
    path_start    i4 (paths): first joint of each chain from a part to a joint, and the end
    path_joint    i4 (path_joints): their joints
    path_sign     i4 (path_joints): 1 where the part is on the joint's child's side, else -1
    call_args     i4 (call_args): registers of arguments
    layout        i4 (12): see control/columns.py
    monitors      f8 (monitors,8): what an objective measures (control/monitor.py)
    goal          f8 (goal_rows,goal_width): a trajectory to be tracked
    goal_frame    f8 (5): seconds between its rows, weights, trunk
    """,
)

_STATE = _rows(
    STATE,
    """
    clock         f8 (depth) frame: seconds in the phase
    lasting       f8 (depth) frame: how long the phase lasts, s; 0 without LASTS, and before its first tick
    frame_args    f8 (depth,arguments) frame: arguments
    scratch       f8 (statements,12) statement: a statement's memory, zeroed when its phase begins
    servo         f8 (nv,7): target, kp, kd, on, feedback cd, cv, place (control/pose.py)
    kept          f8 (nv,7): servo rows that outlive their phase
    limit         f8 (nv): torque limits
    counters      f8 (counters) fresh: of transitions
    tau           f8 (nv): torque asked for, damping included
    damp          f8 (nv): its implicit damping
    clipped       f8 (nv): torque applied
    delayed       f8 (delay,nv): torques on their way, a ring
    closing       f8 (10): the root's servo (control/close.py)
    contact_force f8 (parts): N, last tick
    pressure      f8 (parts,4): centre of pressure and normal force, last tick
    foot_load     f8 (2): N, upwards, left and right, last tick
    foot_slip     f8 (2,3): slip of the soles, weighted by load
    foot_track    f8 (2,5): where the soles stand, time in the air, strikes (control/contact.py)
    extremes      f8 (nv,4): largest torques and angles (control/torque.py)
    monitored     f8 (monitors,8): sums of the objective (control/monitor.py)
    shaken        f8 (shaken,8): filters of its shake
    gait          f8 (8): what outlasts a step (control/trim.py)
    learned       f8 (learned,4,bins) learner: feed-forward torque, N m, and visits (control/learn.py)
    heard         f8 (learned,4,bins) learner: sums of the feedback torque on the last visit, and ticks
    turned        f8 (3): turn of the trunk, rad; its pitch a tick ago, and whether there was one
    com           f8 (3): centre of mass
    com_velocity  f8 (4): its velocity, and whether it is this tick's
    grips         f8 (2,5): what the hands hold (control/grasp.py)
    burden        f8 (2): N that each hand bears
    depth         i8 (1) frame: the top frame
    frame_unit    i8 (depth) frame: script
    frame_phase   i8 (depth) frame: phase
    frame_side    i8 (depth) frame: stance side
    returned      i8 (depth) frame: whether the frame's callee has just come back
    returns       i8 (depth) frame: how often it has since the phase began
    ran           i8 (depth) frame: whether the phase has run a tick
    now           i8 (2): the frame whose statements run, random numbers drawn
    keys          i8 (128): keys that are down, by character
    waiting       i8 (1): the row of `delayed` that is applied next
    request       i8 (1): what needs the host: a statement (SAVE, LOAD) plus one, or -1 - a transition
    armed         i8 (1): phases of the gait that waits to take over, 0 without one (engine/switch.py)
    learning      i8 (learning) fresh: how many statements learn in this tick, and which
    touching      i8 (parts): contacts of each part
    cycle         i8 (3): tick of the last cycle's start, ticks of the cycle before it, cycles begun
    verdict       i8 (2): how it ended (END_WORDS) and at which tick
    """,
)

_SCRATCH = _rows(
    SCRATCH,
    """
    wrench        f8 (6): force and torque of a contact
    work          f8 (12,8): a copied chain (control/ik.py)
    """,
)

# Names of columns: prefix -> the table they are of, and the names in order; NAME*3 takes three columns. The
# row of an act is its chain of joints, or what LEARN keeps. `statements` is the Program's own table; the last
# five below belong to the whole scene, and the loop is handed them.
COLUMNS: dict[str, tuple[str, str]] = {
    "PHASE": ("phases", "UNIT LASTS CODE0 CODE1 STATEMENT0 STATEMENT1 MOVE0 MOVE1 CALLEE ARG0 ARG1 AT"),
    "MOVE": ("transitions", "CODE0 CODE1 VALUE TARGET SWAP SOURCE"),
    "UNIT": ("units", "FIRST ALWAYS0 ALWAYS1 MODERN LIMIT WAITS SET0 SET1"),
    "PROGRAM": ("layout", "INPUTS FRAME WIDTH FALL0 FALL1 FALL GOAL0 GOAL1 GOAL LIMP LETS0 LETS1"),
    "CODE": ("code", "OP DST A B"),
    "ACT": ("acts", "OP STATEMENT KEEP ROW"),
    "STATEMENT": ("statements", "OP ARGS REFS PHASE KEEP"),
    "CYCLE": ("cycle", "START TICKS COUNT"),
    "CLOCK": ("clocks", "TICK LOG_ROW TRACE_ROW THROWN ENDED ASKED"),
    "PUSH": ("pushes", "BODY ACTOR PHASE TICKS FORCE*3"),
    "BALLS": ("balls", "SPEED EVERY SEED ACTOR PLANAR GRAVITY"),
    "TRACE": ("trace", "TICK FRAME MOVE LEFT ENTERED CLOCK VALUES*6"),
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


FIELDS: dict[str, Field] = {field.name: field for field in (*_MUJOCO, *_LINKED, *_STATE, *_SCRATCH)}


def in_region(region: str, kind: str = "") -> tuple[Field, ...]:
    """The fields of a region, of one kind if that is given, in order."""
    return tuple(f for f in FIELDS.values() if f.region == region and kind in ("", f.kind))


def carried(*ways: str) -> tuple[str, ...]:
    """Names of the State's rows that a hot swap carries in one of these ways."""
    return tuple(f.name for f in in_region(STATE) if f.carry in ways)


def check_shapes(arrays: Mapping[str, NDArray[Any]]) -> None:
    """Check that arrays agree in their sizes, wherever two shapes share a name.

    Raises:
        FootfallError: A field is missing or unknown, or one disagrees.
    """
    if missing := FIELDS.keys() ^ arrays.keys():
        raise FootfallError(f"fields of a Context that are missing or unknown: {sorted(missing)}")
    known: dict[str, tuple[int, str]] = {}
    for name, field in FIELDS.items():
        shape = arrays[name].shape
        if len(shape) != len(field.shape):
            raise FootfallError(f"the table '{name}' has a shape of {shape} instead of {field.shape}")
        for size, found in zip(field.shape, shape, strict=True):
            wanted, first = (int(size), "") if size.isdigit() else known.setdefault(size, (found, name))
            if found != wanted:
                reason = f"instead of {wanted}" + (f", as '{first}' has" if first else "")
                raise FootfallError(f"the table '{name}' has {found} {size} {reason}")
