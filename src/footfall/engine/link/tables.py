"""Checks of every index table that the kernel reads.

Compiled code does not check its indices: one that is out of range reads or writes foreign memory, and a
negative one reads the last row of a table instead of none. So each table is checked here, once, against
the sizes of what it points into; -1 is allowed only where the kernel asks for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import (
    ACT_ARGS,
    ACT_OP,
    ACT_REFS,
    ACT_ROW,
    ACT_STATEMENT,
    MOVE_CODE0,
    MOVE_CODE1,
    MOVE_TARGET,
    MOVE_VALUE,
    UNIT_ALWAYS0,
    UNIT_ALWAYS1,
    UNIT_FIRST,
    UNIT_LIMIT,
    UNIT_SET0,
    UNIT_SET1,
)
from footfall.control.expression import BEGIN, BLEND, COUNT, CURVE, LASTED, LATCH, RANDOM, SENSE
from footfall.control.place import HAND_PLACES, HIPS, JOINT_PLACES, SUPPORT
from footfall.control.sense import BODY_ATTRS, CLIP_ATTRS, KINDS, PLACE_ATTRS, THING_ATTRS
from footfall.engine.link.anatomy import Anatomy
from footfall.engine.link.link import Linked, arg_columns
from footfall.engine.state import check_shapes
from footfall.errors import FootfallError
from footfall.script.statements import Statement, rows_by_opcode

Arrays = dict[str, NDArray[Any]]

_KEYS = 128  # of the keyboard
_JOINT_ATTRS = 4
_OTHERS = -2  # in `geom_part`: of what moves but is not the body's


@dataclass(frozen=True)
class Counts:
    """How many rows there are of what the tables point into."""

    nq: int
    nv: int
    bodies: int
    hinges: int
    geoms: int
    joints: int
    parts: int
    registers: int
    code: int
    phases: int
    transitions: int
    statements: int
    units: int


def check_tables(arrays: Arrays, anatomy: Anatomy, linked: Linked) -> None:
    """Check the tables of one actor.

    Args:
        arrays: The fields of its Context.
        anatomy: Its body.
        linked: Its program.

    Raises:
        FootfallError: A table points to what is not there; the table is named.
    """
    check_shapes(arrays)
    n = Counts(
        nq=len(arrays["qpos"]),
        nv=len(arrays["qvel"]),
        bodies=len(arrays["xpos"]),
        hinges=len(arrays["xanchor"]),
        geoms=len(arrays["geom_xpos"]),
        joints=len(arrays["joint_dof"]),
        parts=len(arrays["part_body"]),
        registers=len(arrays["reg"]),
        code=len(arrays["code"]),
        phases=len(arrays["phases"]),
        transitions=len(arrays["transitions"]),
        statements=arrays["acts"].shape[1],
        units=len(arrays["units"]),
    )
    where = f"{linked.program.name} on {anatomy.body.name}"
    if max(n.joints, n.parts) > JOINT_PLACES:
        raise FootfallError(f"a body has at most {JOINT_PLACES} joints and parts", where=where)
    check = _Check(arrays, n, where)
    _body(check)
    _code(check)
    _flow(check)
    _senses(check)
    check_acts(check, linked)


class _Check:
    """Ranges of columns, with one way to complain."""

    def __init__(self, arrays: Arrays, sizes: Counts, where: str) -> None:
        self.arrays, self.n, self.where = arrays, sizes, where

    def inside(self, name: str, values: Any, size: int, lowest: int = 0) -> None:
        """All of `values` are in [lowest, size)."""
        found = np.asarray(values)
        wrong = (found < lowest) | (found >= size)
        if np.any(wrong):
            self.fail(name, f"row {int(found[wrong].flat[0])} of {size}")

    def spans(self, name: str, first: Any, last: Any, size: int) -> None:
        """Each [first, last) lies in [0, size)."""
        self.inside(name, first, size + 1)
        self.inside(name, last, size + 1)
        if np.any(np.asarray(first) > np.asarray(last)):
            self.fail(name, "a span that ends before it begins")

    def places(self, name: str, values: Any) -> None:
        """Each is a place (control/place.py) that the body has."""
        for place in np.unique(values).tolist():
            hand = place - HAND_PLACES
            known = (
                0 <= place < self.n.parts
                or JOINT_PLACES <= place < JOINT_PLACES + self.n.joints
                or SUPPORT <= place <= HIPS
                or (hand in (0, 1) and self.arrays["hand_body"][hand] >= 0)
            )
            if not known:
                self.fail(name, f"place {place}")

    def fail(self, name: str, what: str) -> None:
        raise FootfallError(
            f"the table '{name}' points to what is not there: {what}",
            where=self.where,
            help="this is a fault of Footfall, or of what the body or the script was made from",
        )


def _body(check: _Check) -> None:
    """The body by index: who hangs where."""
    a, n, inside = check.arrays, check.n, check.inside
    for name in ("root_body", "trunk_body", "body_root", "bodies", "joint_child", "part_body", "geom_body"):
        inside(name, a[name], n.bodies)
    for name in ("dofs", "joint_main"):
        inside(name, a[name], n.nv)
    inside("joint_dof", a["joint_dof"], n.nv, -1)
    inside("dof_jnt", a["dof_jnt"], n.hinges)
    inside("dof_qpos", a["dof_qpos"], n.nq)
    inside("root_joints", a["root_joints"], n.joints)
    for name in ("hip_joint", "leg_joints"):
        inside(name, a[name], n.joints, -1)
    inside("hip_jnt", a["hip_jnt"], n.hinges, -1)
    check.places("ankle_place", a["ankle_place"])
    for name in ("feet", "fall_parts"):
        inside(name, a[name], n.parts)
    for name in ("hand_part", "part_foot"):
        inside(name, a[name], n.parts, -1)
    inside("geom_part", a["geom_part"], n.parts, _OTHERS)
    inside("hand_body", a["hand_body"], n.bodies, -1)
    for name in ("joint_side", "part_side", "part_leg"):
        inside(name, a[name], 2, -1)
    inside("gimbals", a["gimbals"][:, 0], n.nq)
    inside("gimbals", a["gimbals"][:, 1:], n.nv)


def _code(check: _Check) -> None:
    """Instructions: registers, and the tables that some of them name instead."""
    a, n, inside = check.arrays, check.n, check.inside
    op, dst, first, second = a["code"].T
    inside("code", op, LATCH + 1)
    inside("code", dst, n.registers)
    inside("code", second, n.registers, -1)
    counted = op >= COUNT
    named = counted | (op == SENSE) | (op == CURVE)
    inside("code", first[op == SENSE], a["senses"].shape[1])
    inside("code", first[op == CURVE], len(a["curve_start"]) - 1)
    inside("code", first[counted], len(a["counters"]))
    two = (op >= BEGIN) & (op != LASTED)
    inside("code", first[two], len(a["counters"]) - 1)  # they use the next one, too
    inside("code", first[op == RANDOM], n.registers, -1)
    inside("code", first[~named & (op != RANDOM)], n.registers)
    inside("code", second[(counted & (op != LATCH)) | (op == CURVE) | (op == BLEND)], n.registers)
    starts = a["curve_start"]
    check.spans("curve_start", starts[:-1], starts[1:], len(a["knots"]))
    if np.any(starts[:-1] == starts[1:]):
        check.fail("curve_start", "a curve without knots")


def _flow(check: _Check) -> None:
    """Phases, transitions and calls."""
    a, n, inside = check.arrays, check.n, check.inside
    phases, moves, units = a["phases"], a["transitions"], a["units"]
    unit, lasts, code0, code1, act0, act1, move0, move1, callee, arg0, arg1, at = phases.T
    inside("phases", unit, n.units)
    inside("phases", lasts, n.registers, -1)
    check.spans("phases", code0, code1, n.code)
    check.spans("phases", act0, act1, n.statements)
    check.spans("phases", move0, move1, n.transitions)
    check.spans("phases", arg0, arg1, len(a["call_args"]))
    inside("phases", arg1 - arg0, a["frame_args"].shape[1] + 1)
    inside("phases", callee, n.units, -1)
    inside("phases", units[callee[callee >= 0], UNIT_FIRST] + at[callee >= 0], n.phases)
    inside("call_args", a["call_args"], n.registers)
    check.spans("transitions", moves[:, MOVE_CODE0], moves[:, MOVE_CODE1], n.code)
    inside("transitions", moves[:, MOVE_VALUE], n.registers)
    inside("transitions", moves[:, MOVE_TARGET], n.phases, -1)
    inside("units", units[:, UNIT_FIRST], n.phases)
    check.spans("units", units[:, UNIT_ALWAYS0], units[:, UNIT_ALWAYS1], n.transitions)
    check.spans("units", units[:, UNIT_SET0], units[:, UNIT_SET1], n.code)
    inside("units", units[:, UNIT_LIMIT], n.registers, -1)
    inputs, frame, width, fall0, fall1, fall, goal0, goal1, goal, _, let0, let1 = a["layout"].tolist()
    inside("layout", [inputs, frame, frame + width, let0, let1], n.registers + 1)
    inside("layout", width, a["frame_args"].shape[1] + 1)
    check.spans("layout", [fall0, goal0], [fall1, goal1], n.code)
    inside("layout", [fall, goal], n.registers, -1)


def _senses(check: _Check) -> None:
    """What a script senses, on either side."""
    a, n = check.arrays, check.n
    rows = a["senses"].reshape(-1, 3)
    kind, index, attr = rows.T
    check.inside("senses", kind, len(KINDS))

    def of(*names: str) -> Any:
        return np.isin(kind, [KINDS.index(name) for name in names])

    part = of("part") & (index >= 0)
    check.places("senses", index[part])
    check.inside("senses", index[part & (index < HAND_PLACES)], n.parts)
    check.inside("senses", index[of("contact", "force")], n.parts, -1)
    check.inside("senses", index[of("joint")], n.joints, -1)
    check.inside("senses", index[of("key")], _KEYS)
    check.inside("senses", index[of("near", "thing")], n.geoms, -1)
    check.inside("senses", attr[of("joint")], _JOINT_ATTRS)
    check.inside("senses", attr[of("com", "part")], len(PLACE_ATTRS))
    check.inside("senses", attr[of("body")], len(BODY_ATTRS))
    check.inside("senses", attr[of("thing")], len(THING_ATTRS))
    check.inside("senses", attr[of("clip")], len(CLIP_ATTRS))


_SKIP = -1
_ANYWHERE = ("place", "bodypart", "servo")


def check_acts(check: _Check, linked: Linked) -> None:
    """Check the table `acts` and the chains of joints it names."""
    a, n = check.arrays, check.n
    acts = a["acts"].reshape(-1, a["acts"].shape[2])
    check.inside("acts", acts[:, ACT_ARGS:ACT_REFS], n.registers, -1)
    starts = a["path_start"]
    check.spans("path_start", starts[:-1], starts[1:], len(a["path_joint"]))
    check.inside("path_joint", a["path_joint"], n.joints)
    for opcode in np.unique(acts[:, ACT_OP]).tolist():
        if opcode == _SKIP:
            continue
        if opcode not in rows_by_opcode():
            check.fail("acts", f"statement {opcode}")
        _check_kind(check, acts[acts[:, ACT_OP] == opcode], rows_by_opcode()[opcode], len(linked.learners))


def _check_kind(check: _Check, acts: NDArray[Any], statement: Statement, learners: int) -> None:
    """All statements of one opcode."""
    check.inside("acts", acts[:, ACT_STATEMENT], check.n.statements)
    if statement.chain:
        check.inside("acts", acts[:, ACT_ROW], len(check.arrays["path_start"]) - 1)
    if statement.learns:
        check.inside("acts", acts[:, ACT_ROW], learners)
    if statement.subject:
        _check_ref(check, acts[:, ACT_REFS], statement.subject, statement.point)
    for arg, column, clause in arg_columns(statement):
        given = acts[:, column]
        if arg.default is not None and np.any(given < 0):
            check.fail("acts", f"{statement.word} without {clause or arg.name}")
        if not arg.optional:
            there = _present(acts, statement, clause)
            if np.any(given[there] < 0):
                check.fail("acts", f"{statement.word} without {arg.name}")
        if not arg.is_value:
            _check_ref(check, given[given >= 0], arg.kind, statement.point)


def _present(acts: NDArray[Any], statement: Statement, clause: str) -> NDArray[np.bool_]:
    """Which statements have a clause: any of its arguments is given."""
    if clause in ("", *statement.must):
        return np.ones(len(acts), bool)
    own = [column for arg, column, name in arg_columns(statement) if name == clause and arg.default is None]
    return np.asarray(np.any(acts[:, own] >= 0, axis=1), bool)


def _check_ref(check: _Check, refs: NDArray[Any], kind: str, point: bool) -> None:
    """Names, resolved: rows of joints or parts, places, things; a hand that is moved is no part."""
    if kind == "joint":
        check.inside("acts", refs, check.n.joints)
    elif kind == "thing":
        check.inside("acts", refs, check.n.geoms)
    elif kind == "clip":
        check.inside("acts", refs, len(check.arrays["clips"]))
    elif kind in _ANYWHERE or (kind == "part" and point):
        check.places("acts", refs)
        if kind == "servo":
            check.inside("acts", refs[refs >= JOINT_PLACES], min(SUPPORT, JOINT_PLACES + check.n.joints))
    elif kind == "part":
        check.inside("acts", refs, check.n.parts)
