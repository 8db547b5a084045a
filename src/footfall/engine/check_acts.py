"""Checks of linked statements: registers and names that the kernel reads without asking are there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import ACT_OP, ACT_ROW, ACT_STATEMENT
from footfall.control.place import JOINT_PLACES, SUPPORT
from footfall.engine.gen import ARGS, MAX_ARGS, REFS
from footfall.script.statements import CLASSIC, STATEMENTS, VALUES, Arg, Statement, opcodes

if TYPE_CHECKING:
    from footfall.engine.link import Linked
    from footfall.engine.tables import _Check

_SKIP = -1
_CHAINED = ("vf", "vffb", "vfsfb", "ik", "gc")  # statements that work along a chain of joints
_ANYWHERE = ("place", "bodypart", "servo")


@cache
def _rows() -> dict[int, Statement]:
    """Opcode -> its row of the table; the first of two that share one, which goes further."""
    numbers, rows = opcodes(), dict[int, Statement]()
    for statement in STATEMENTS + CLASSIC:
        for op in (statement.op, *statement.variants.values()):
            rows.setdefault(numbers[op], statement)
    return rows


def _columns(statement: Statement) -> Iterator[tuple[Arg, int, str]]:
    """Each argument of a statement, its column in the linked row, and its clause ("" for the subject's)."""
    value, ref = ARGS, REFS + bool(statement.subject)
    groups = [("", statement.args), *((clause.name, clause.args) for clause in statement.clauses)]
    for clause, args in groups:
        for arg in args:
            if arg.kind in VALUES:
                yield arg, value, clause
                value += 1
            else:
                yield arg, ref, clause
                ref += 1


def check_acts(check: _Check, linked: Linked) -> None:
    """Check the table `acts` and the chains of joints it names."""
    a, n = check.arrays, check.n
    acts = a["acts"].reshape(-1, a["acts"].shape[2])
    check.inside("acts", acts[:, ARGS : ARGS + MAX_ARGS], n.registers, -1)
    starts = a["path_start"]
    check.spans("path_start", starts[:-1], starts[1:], len(a["path_joint"]))
    check.inside("path_joint", a["path_joint"], n.joints)
    for opcode in np.unique(acts[:, ACT_OP]).tolist():
        if opcode == _SKIP:
            continue
        if opcode not in _rows():
            check.fail("acts", f"statement {opcode}")
        _check_kind(check, acts[acts[:, ACT_OP] == opcode], _rows()[opcode], len(linked.learners))


def _check_kind(check: _Check, acts: NDArray[Any], statement: Statement, learners: int) -> None:
    """All statements of one opcode."""
    check.inside("acts", acts[:, ACT_STATEMENT], check.n.statements)
    if statement.op in _CHAINED:
        check.inside("acts", acts[:, ACT_ROW], len(check.arrays["path_start"]) - 1)
    if statement.op == "learn":
        check.inside("acts", acts[:, ACT_ROW], learners)
    if statement.subject:
        _check_ref(check, acts[:, REFS], statement.subject, statement.op)
    for arg, column, clause in _columns(statement):
        given = acts[:, column]
        if not arg.optional:
            there = _present(acts, statement, clause)
            if np.any(given[there] < 0):
                check.fail("acts", f"{statement.word} without {arg.name}")
        if arg.kind not in VALUES:
            _check_ref(check, given[given >= 0], arg.kind, statement.op)


def _present(acts: NDArray[Any], statement: Statement, clause: str) -> NDArray[np.bool_]:
    """Which statements have a clause: any of its arguments is given."""
    if clause in ("", *statement.must):
        return np.ones(len(acts), bool)
    columns = [column for _, column, name in _columns(statement) if name == clause]
    return np.asarray(np.any(acts[:, columns] >= 0, axis=1), bool)


def _check_ref(check: _Check, refs: NDArray[Any], kind: str, op: str) -> None:
    """Names, resolved: rows of joints or parts, places, things."""
    if kind == "joint":
        check.inside("acts", refs, check.n.joints)
    elif kind == "thing":
        check.inside("acts", refs, check.n.geoms)
    elif kind in _ANYWHERE or (kind == "part" and op == "ik"):  # IK moves hands that are no parts
        check.places("acts", refs)
        if kind == "servo":
            check.inside("acts", refs[refs >= JOINT_PLACES], min(SUPPORT, JOINT_PLACES + check.n.joints))
    elif kind == "part":
        check.inside("acts", refs, check.n.parts)
