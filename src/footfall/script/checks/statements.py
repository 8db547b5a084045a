"""Checks of statements and PROP lines against their rows in the tables, and of calls against the callee."""

from __future__ import annotations

import math
from collections.abc import Collection

from ..compile.bounds import bounds, fold
from ..diagnostics import Edit, Findings
from ..names import RANGES, stem
from ..program import Span
from ..props import CLAUSES, SHAPES
from ..statements import BY_WORD, NAMES, STATEMENTS, UNITS, Arg, Statement
from ..syntax.expression_tree import Call, Expr, Literal, Ref, walk
from ..syntax.tokens import shorten
from ..syntax.tree import Action, Do, Name, Phase, Script, Subject
from .values import ValueChecker


def check_legal(arg: Arg, expr: Expr, what: str, findings: Findings) -> None:
    """Refuse a value that lies outside its range whatever happens, and a mark that leads there.

    Args:
        arg: Its row.
        expr: The value.
        what: What it is an argument of, for messages.
        findings: Where mistakes are noted.
    """
    low, high = arg.range
    help = f"write a value from {low:g} to {high:g} {UNITS.get(arg.kind, '')}".rstrip()
    least, most = bounds(expr)
    if most < low or least > high:
        value = most if most < low else least
        message = f"'{arg.name}' of {what} cannot be {value:g}"
        findings.add("E072", expr.span, message, "out of range", help)
        return
    if not isinstance(expr, Literal) or expr.mark is None:
        return
    for bound in (expr.mark.lo, expr.mark.hi):
        if math.isfinite(bound) and not low <= bound * expr.factor <= high:
            message = f"a search may take '{arg.name}' of {what} to {bound:g}"
            findings.add("E072", expr.mark.span, message, "out of range", help)
            return


_SLACK = 0.01  # rad: rounding of the limits, not a mistake


class StatementChecker:
    """Checks the statements of one script that are rows of the table, and its calls."""

    def __init__(self, findings: Findings, values: ValueChecker) -> None:
        self._findings = findings
        self._values = values

    def action(self, action: Action, phase: Phase) -> None:
        """Check one statement of the table."""
        row = BY_WORD[action.word.text]
        if action.keep and not row.keep:
            message = f"KEEP has no meaning before {row.word}"
            kept = ", ".join(s.word for s in STATEMENTS if s.keep)
            help = f"KEEP stands before {kept}; remove it here"
            edit = Edit(Span(action.keep.unit, action.keep.start, action.word.span.start), "")
            self._findings.add("E068", action.keep, message, "nothing to keep", help, edit)
        if len(action.subjects) > 1 and not row.many:
            span = action.subjects[1].span
            help = f"write a second {row.word} statement"
            message = f"{row.word} takes one {row.subject or 'force'} at a time"
            self._findings.add("E064", span, message, "the second", help)
        for subject in action.subjects:
            self._subject(row, action, subject, phase)

    def _subject(self, row: Statement, action: Action, subject: Subject, phase: Phase) -> None:
        head = subject.name or action.word
        if subject.name:
            self._values.named(subject.name, row.subject)
            if row.writes:
                self._values.saved(subject.name)
        what = f"{row.word} {shorten(head.text)}" if subject.name else row.word
        self._args(row.args, subject.args, head, what, phase)
        clauses = {c.name: c for c in row.clauses}
        seen: set[str] = set()
        for node in subject.clauses:
            name = node.name.text
            if name not in clauses:
                self._unknown_clause(row, node.name)
                for arg in node.args:
                    self._note_uses(arg)
                continue
            if name in seen:
                message = f"'.{name}' stands twice"
                edit = Edit(node.span, "")
                self._findings.add("E052", node.span, message, "the second", "remove one of them", edit)
            seen.add(name)
            self._args(clauses[name].args, node.args, node.name, f".{name}", phase)
            if row.aimed and name in ("roll", "yaw"):
                self._in_range(head, name, node.args)
        if row.aimed:
            self._in_range(head, "pitch", subject.args)
        unknown = any(c.name.text not in clauses for c in subject.clauses)
        if not unknown:
            for name in (n for n in row.must if n not in seen):
                self._needs(row, head, (name,))
            if row.needs and not seen.intersection(row.needs):
                self._needs(row, head, row.needs)
        exclusive = [c for c in subject.clauses if c.name.text in row.exclusive]
        if len({c.name.text for c in exclusive}) > 1:
            one, other = exclusive[0].name.text, exclusive[1]
            message = f"'.{one}' and '.{other.name.text}' exclude each other"
            edit = Edit(other.span, "")
            self._findings.add("E069", other.span, message, "the second", "remove one of them", edit)

    def _in_range(self, joint: Name, axis: str, args: tuple[Expr, ...]) -> None:
        """Warn about a target that no body's joint can reach."""
        angle = fold(args[0]) if args else None
        low, high = RANGES.get(stem(joint.text), {}).get(axis, (-math.inf, math.inf))
        if angle is None or low - _SLACK <= angle <= high + _SLACK or abs(angle) > math.tau:
            return
        message = (
            f"{joint.text} cannot go to {angle:.3g} rad: its {axis} ends at {min(max(angle, low), high):g}"
        )
        help = f"it would push against its stop for ever; write a target from {low:g} to {high:g}"
        self._findings.add("W008", args[0].span, message, "beyond the joint's range", help)

    def _needs(self, row: Statement, head: Name, wanted: tuple[str, ...]) -> None:
        """Say that one of the wanted clauses is missing."""
        args = {c.name: ", ".join(a.name for a in c.args if not a.optional) for c in row.clauses}
        shown = " or ".join(f".{name}({args[name]})" for name in wanted)
        what = f"{row.word} {shorten(head.text)}" if row.subject else row.word
        lacks = "does not say through which joint it acts" if "by" in wanted else "is not complete"
        self._findings.add("E053", head.span, f"{what} {lacks}", f"needs {shown}", f"add {shown} before ';'")

    def _note_uses(self, expr: Expr) -> None:
        if isinstance(expr, Ref):
            self._values.used.add(expr.text)

    def _unknown_clause(self, row: Statement, name: Name) -> None:
        help, edit = self._findings.suggest(name.span, name.text, [c.name for c in row.clauses])
        if not row.clauses:
            help, edit = f"{row.word} has no clauses", None
        message = f"{row.word} has no clause '.{shorten(name.text)}'"
        self._findings.add("E051", name.span, message, "unknown clause", help, edit)

    def _args(
        self, wanted: tuple[Arg, ...], given: tuple[Expr, ...], head: Name, what: str, phase: Phase
    ) -> None:
        fewest = sum(not a.optional for a in wanted)
        if not fewest <= len(given) <= len(wanted):
            if not wanted:
                message = f"{what} takes no arguments"
                self._findings.add("E050", given[0].span, message, "one too many", "remove the parentheses")
                return
            count = f"{fewest}" if fewest == len(wanted) else f"{fewest} to {len(wanted)}"
            names = ", ".join(a.name + "?" * a.optional for a in wanted)
            plural = "s" * (count != "1")
            message = f"{what} takes {count} argument{plural} ({names}), found {len(given)}"
            if len(given) > len(wanted):
                extra = given[len(wanted)]
                self._findings.add("E050", extra.span, message, "one too many", "remove it")
            else:
                missing = wanted[len(given)].name
                help = f"write {head.text}({names.replace('?', '')})"
                self._findings.add("E050", head.span, message, f"{missing} is missing", help)
        for arg, expr in zip(wanted, given, strict=False):
            self._arg(arg, expr, phase, what)

    def _arg(self, arg: Arg, expr: Expr, phase: Phase, what: str) -> None:
        if arg.is_value:
            self._values.value(expr, phase)
            check_legal(arg, expr, what, self._findings)
        elif not (isinstance(expr, Ref) and len(expr.parts) == 1):
            noun = {"bodypart": "part", "text": "file", "thing": "prop"}.get(arg.kind, arg.kind)
            wanted = f"the name of a {noun}" if arg.kind in NAMES else " or ".join(arg.words)
            help = f"write {wanted} here"
            self._findings.add("E054", expr.span, f"expected {wanted}", f"not {wanted}", help)
        elif arg.kind in NAMES:
            self._values.named(expr.parts[0], arg.kind)
        elif expr.text not in arg.words:
            help, edit = self._findings.suggest(expr.span, expr.text, arg.words)
            message = f"'{shorten(expr.text)}' has no meaning here"
            self._findings.add("E054", expr.span, message, f"expected {' or '.join(arg.words)}", help, edit)

    def call(self, do: Do, callee: Script | None, phase: Phase) -> None:
        """Check the arguments of a DO; `callee` is None when it could not be loaded."""
        for arg in do.args:
            self._values.value(arg.value, phase)
        if callee is None or callee.skill is None or callee.skill.broken:
            return
        self._entered(do, callee)
        names = list(dict.fromkeys(p.name.text for p in callee.parameters))
        seen: set[str] = set()
        named = False
        for i, arg in enumerate(do.args):
            named = named or arg.name is not None
            if arg.name is None:
                if named:
                    message = "an argument without name follows one with a name"
                    self._findings.add("E063", arg.span, message, "which one is it?", "write name = value")
                    return
                if i >= len(names):
                    self._too_many(do, names, arg.span)
                    return
                seen.add(names[i])
                continue
            self._named_argument(arg.name, do, names, seen)
            seen.add(arg.name.text)

    def _entered(self, do: Do, callee: Script) -> None:
        """Check that the phase that a DO begins in is there."""
        phases = [phase.name.text for phase in callee.phases]
        if do.at is None or do.at.text in phases:
            return
        help, edit = self._findings.suggest(do.at.span, do.at.text, phases)
        message = f"'{do.path.text}' has no phase '{shorten(do.at.text)}'"
        self._findings.add("E030", do.at.span, message, "unknown phase", help, edit)

    def _too_many(self, do: Do, names: list[str], span: Span) -> None:
        takes = f"{len(names)} argument{'s' * (len(names) != 1)}" if names else "no arguments"
        message = f"'{do.path.text}' takes {takes}, found {len(do.args)}"
        help = f"its parameters are {', '.join(names)}" if names else f"write DO {do.path.text}();"
        self._findings.add("E050", span, message, "one too many", help)

    def _named_argument(self, name: Name, do: Do, names: list[str], seen: set[str]) -> None:
        if name.text not in names:
            help, edit = (
                self._findings.suggest(name.span, name.text, names)
                if names
                else ("it has no parameters", None)
            )
            message = f"'{do.path.text}' has no parameter '{shorten(name.text)}'"
            self._findings.add("E063", name.span, message, "unknown parameter", help, edit)
        elif name.text in seen:
            message = f"'{name.text}' is given twice"
            self._findings.add("E063", name.span, message, "the second", "remove one of them")


_ROWS = {clause.name: clause for clause in CLAUSES}
_FORM = "PROP name.box(.4, .4, .4).at(2, 0, .2).mass(10)"


def check_props(script: Script, findings: Findings, values: ValueChecker, taken: Collection[str]) -> None:
    """Check the props a script declares.

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
    message = f"a prop cannot be called '{shorten(name.text)}': the name means something else"
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
    """Props are placed before anything can be sensed."""
    for node in walk(expr):
        name = node.function.text if isinstance(node, Call) else node.text if isinstance(node, Ref) else ""
        sensed = isinstance(node, Ref) and len(node.parts) > 1 and name not in parameters
        if sensed or name in lets:
            message = "a PROP is placed before anything can be sensed"
            findings.add("E029", node.span, message, "not a number", "use numbers and the skill's parameters")
