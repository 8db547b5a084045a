"""Checks of linked statements: registers and names that the kernel reads without asking are there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from footfall.control.columns import ACT_OP, ACT_ROW, ACT_STATEMENT
from footfall.control.place import JOINT_PLACES, SUPPORT
from footfall.engine.gen import ARGS, MAX_ARGS, REFS, arg_columns
from footfall.script.statements import Statement, rows_by_opcode

if TYPE_CHECKING:
    from footfall.engine.link import Linked
    from footfall.engine.tables import _Check

_SKIP = -1
_ANYWHERE = ("place", "bodypart", "servo")


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
        _check_ref(check, acts[:, REFS], statement.subject, statement.point)
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
    elif kind in _ANYWHERE or (kind == "part" and point):
        check.places("acts", refs)
        if kind == "servo":
            check.inside("acts", refs[refs >= JOINT_PLACES], min(SUPPORT, JOINT_PLACES + check.n.joints))
    elif kind == "part":
        check.inside("acts", refs, check.n.parts)
