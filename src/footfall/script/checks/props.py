"""Checks of PROP lines: names, clauses, numbers."""

from __future__ import annotations

from collections.abc import Collection

from ..diagnostics import Edit, Findings
from ..props import CLAUSES, SHAPES
from ..syntax.cursor import shorten
from ..syntax.tree import Call, Expr, Name, Ref, Script, Subject, walk
from .ranges import check_legal
from .values import ValueChecker

_ROWS = {clause.name: clause for clause in CLAUSES}
_FORM = "PROP name.box(.4, .4, .4).at(2, 0, .2).mass(10)"


def check_things(script: Script, findings: Findings, values: ValueChecker, taken: Collection[str]) -> None:
    """Check the things a script declares.

    Args:
        script: The script.
        findings: Where mistakes are noted.
        values: Checks the numbers.
        taken: Names that mean something else.
    """
    parameters = {p.name.text for p in script.parameters}
    lets = {let.name.text for let in script.lets} - parameters
    seen = set(parameters)
    for prop in script.props:
        if prop.name is None:
            continue
        if prop.name.text in taken or prop.name.text in seen:
            _taken(prop.name, findings)
        seen.add(prop.name.text)
        _clauses(parameters, lets, prop, prop.name, findings, values)


def _taken(name: Name, findings: Findings) -> None:
    message = f"a thing cannot be called '{shorten(name.text)}': the name means something else"
    edit = Edit(name.span, f"my_{name.text}")
    findings.add("E027", name.span, message, "taken", f"call it 'my_{shorten(name.text)}'", edit)


def _clauses(
    parameters: Collection[str],
    lets: Collection[str],
    prop: Subject,
    name: Name,
    findings: Findings,
    values: ValueChecker,
) -> None:
    seen: set[str] = set()
    for node in prop.clauses:
        row = _ROWS.get(node.name.text)
        if row is None:
            help, edit = findings.suggest(node.name.span, node.name.text, list(_ROWS))
            message = f"PROP has no clause '.{shorten(node.name.text)}'"
            findings.add("E051", node.name.span, message, "unknown clause", help, edit)
            return
        if node.name.text in seen:
            message = f"'.{node.name.text}' stands twice"
            findings.add("E052", node.span, message, "the second", "remove one of them", Edit(node.span, ""))
        seen.add(node.name.text)
        if len(node.args) != len(row.args):
            names = ", ".join(a.name for a in row.args)
            message = f".{row.name} takes ({names}), found {len(node.args)}"
            findings.add("E050", node.span, message, f"{len(node.args)} here", f"write .{row.name}({names})")
        for expr in node.args:
            _constant(parameters, lets, expr, findings)
            values.value(expr, None)
        for arg, expr in zip(row.args, node.args, strict=False):
            check_legal(arg, expr, f"PROP {shorten(name.text)}", findings)
    shapes = [shape for shape in SHAPES if shape in seen]
    missing = [] if len(shapes) == 1 else [".box(x, y, z) or .ball(radius), one of them"]
    missing += [] if "at" in seen else [".at(x, y, z)"]
    missing += [] if seen & {"mass", "fixed"} else [".mass(kg) or .fixed()"]
    if missing or prop.args:
        wanted = missing[0] if missing else "no parentheses behind its name"
        message = (
            f"PROP {shorten(name.text)} is not complete" if missing else "a PROP's name takes no arguments"
        )
        findings.add("E053", name.span, message, f"needs {wanted}", f"write {_FORM}")


def _constant(parameters: Collection[str], lets: Collection[str], expr: Expr, findings: Findings) -> None:
    """Things are placed before anything can be sensed."""
    for node in walk(expr):
        name = node.function.text if isinstance(node, Call) else node.text if isinstance(node, Ref) else ""
        sensed = isinstance(node, Ref) and len(node.parts) > 1 and name not in parameters
        if sensed or name in lets:
            message = "a PROP is placed before anything can be sensed"
            findings.add("E029", node.span, message, "not a number", "use numbers and the skill's parameters")
