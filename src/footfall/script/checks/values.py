"""Checks of expressions: names, functions, marks, units, conditions."""

from __future__ import annotations

import math

from ..compile.bounds import fold
from ..compile.kinds import COMPARISONS, Kinds
from ..compile.lowering import FUNCTIONS
from ..diagnostics import Edit, Findings
from ..names import JOINTS, PARTS, find_sense, sense_kind
from ..program import Sense, Span
from ..statements import VALUES
from ..syntax.declarations import Scope, all_lets, known
from ..syntax.expression_tree import Binary, Call, Contact, Curve, Expr, Literal, Probe, Ref, Unary, walk
from ..syntax.tokens import shorten
from ..syntax.tree import Let, Name, Phase, Script
from .names import NameChecker

_USAGE = {"clamp": "write clamp(x, low, high)", "linterp": "write linterp(x, x0, x1, y0, y1)"}
_USAGE |= {"ramp": "write ramp(x, rate, from)", "blend": "write blend(share, a, b)"}
_USAGE |= {"share": "write share(x, x0, x1)", "feet": "write feet(tip, roll)"}
_NEVER_DEGREES = frozenset(VALUES) - {"angle", "number"}


class Head:
    """In place of a phase: a LET at the head of a skill, which has a phase only where it is used."""


class ValueChecker(NameChecker):
    """Checks the expressions of one script.

    Attributes:
        used: Parameters and LETs that were met, by name.
        arguments: Those of the LET whose value is checked.
    """

    def __init__(self, script: Script, kinds: Kinds, findings: Findings) -> None:
        super().__init__(script, findings)
        self._script = script
        self._literal_kinds = kinds.literals
        self.used: set[str] = set()
        self.arguments: frozenset[str] = frozenset()
        self._head = Scope(known(script))
        self._inside: tuple[Phase | None, Scope] = (None, self._head)  # the last phase that was asked for
        self._true_lets: set[str] = set()  # that are conditions
        for let in all_lets(script):
            if self._is_truth(let.value) or (let.when and fold(let.value) in (0.0, 1.0)):
                self._true_lets.add(let.name.text)

    def value(self, expr: Expr, phase: Phase | Head | None) -> None:
        """Check an expression that stands in a phase, at the head in a LET, or outside of all."""
        for node in walk(expr):
            if isinstance(node, Literal):
                self.literal(node)
            elif isinstance(node, Ref):
                self._reference(node, phase)
            elif isinstance(node, Contact):
                self.named(node.part, "part")
            elif isinstance(node, Probe):
                self.probe(node)
            elif isinstance(node, Call):
                self._call(node, phase)
            elif isinstance(node, Curve):
                self._curve(node, phase)

    def condition(self, expr: Expr, phase: Phase | None) -> None:
        """Check an expression that must be true or false."""
        self.value(expr, phase)
        self._truth(expr)

    def default(self, expr: Expr, name: str) -> None:
        """Check the default of a parameter: a number, or arithmetic on numbers."""
        errors = self._findings.errors
        for node in walk(expr):
            if isinstance(node, Literal):
                self.literal(node)
                if node.mark and node is not expr:
                    message = "a search mark inside arithmetic has no effect in a default"
                    help = f"give '{shorten(name)}' one plain number with the mark"
                    self._findings.add("W005", node.mark.span, message, "not searched", help)
            elif isinstance(node, Call):
                self._call(node, None)
            elif not isinstance(node, Unary | Binary):
                message = f"the default of '{shorten(name)}' is not a constant"
                help = "a default is a number, or arithmetic on numbers"
                self._findings.add("E029", node.span, message, "not a number", help)
                return
        if fold(expr) is None and self._findings.errors == errors:
            message = f"the default of '{shorten(name)}' has no finite value"
            self._findings.add("E006", expr.span, message, "not finite", "use smaller numbers")

    # Names

    def _reference(self, ref: Ref, phase: Phase | Head | None) -> None:
        words = tuple(p.text for p in ref.parts)
        if len(words) == 1 and words[0] in self.arguments:
            return
        if len(words) == 1 and words[0] in self._parameters:
            self.used.add(words[0])
        elif len(words) == 1 and words[0] in self._let_names:
            let = self._let(ref.parts[0], phase)
            if let is not None and let.args:
                form = f"{let.name.text}({', '.join(a.text for a in let.args)})"
                message, help = f"'{shorten(ref.text)}' has arguments", f"write {form}"
                self._findings.add("E043", ref.span, message, "needs ( )", help)
        elif sense := self.sensed(words):
            if not isinstance(phase, Head):
                self._needs(sense.kind, ref.span, phase)
        elif len(words) == 1:
            self.unknown_name(ref)
        else:
            self.unknown_attribute(ref)

    def _needs(self, what: str, span: Span, phase: Phase | None) -> None:
        """What a sense needs of the phase in which it, or a LET that uses it, stands."""
        if what == "phi" and not _has_phi(phase):
            self._no_phi(span, phase)
        elif what in ("complete", "returns") and not _calls_something(phase):
            help = "write 'DO skill();' in this phase, or use another condition"
            message = f"'{what}' needs a DO in its phase"
            self._findings.add("E058", span, message, "nothing is called", help)

    def _let(self, name: Name, phase: Phase | Head | None) -> Let | None:
        """Check the use of a LET: it stands above, in this phase or at the head; None when it does not."""
        scope = self.scope(phase)
        let = scope.lets.get(name.text)
        self.used.add(name.text)
        if let is None or let.span.end > name.span.start:
            where = "is a LET of another phase" if let is None else "is a LET that stands further down"
            if let is not None and let.span.start <= name.span.start:
                where = "is made of itself"
            help = "a LET is known from its line on: move it up, or to the head of the skill"
            message = f"'{shorten(name.text)}' {where}"
            self._findings.add("E074", name.span, message, "not known yet", help)
            return None
        if not isinstance(phase, Head):
            for what in sorted(() if let.when else scope.passing(let.value)):
                self._needs(what, name.span, phase)
        return let

    def scope(self, phase: Phase | Head | None) -> Scope:
        """The LETs that are known in a phase."""
        if not isinstance(phase, Phase):
            return self._head
        if self._inside[0] is not phase:
            self._inside = phase, Scope(known(self._script, phase)) if phase.lets else self._head
        return self._inside[1]

    # Numbers and functions

    def literal(self, node: Literal) -> None:
        """Check a number against its own mark and against the place it stands in."""
        kind = self._literal_kinds.get(node.span, "number")
        if node.unit == "deg" and kind in _NEVER_DEGREES:
            message = f"degrees where a {kind} is wanted"
            self._findings.add("W003", node.span, message, f"a {kind}", "leave 'deg' out")
        elif not node.unit and kind == "angle" and abs(node.value) > math.tau:
            message = f"{node.value:g} radians are more than a turn"
            end = Span(node.span.unit, node.span.end, node.span.end)
            help = "if degrees are meant, write 'deg'"
            self._findings.add("W004", node.span, message, "in radians", help, Edit(end, " deg"))
        mark = node.mark
        if mark is None:
            return
        if mark.std < 0:
            message = f"the standard deviation {mark.std:g} is negative"
            self._findings.add("E011", mark.span, message, "negative", f"write ~{-mark.std:g}")
        if mark.lo <= mark.hi and not mark.lo <= node.value <= mark.hi:
            message = f"{node.value:g} is outside its own bounds <{mark.lo:g},{mark.hi:g}>"
            nearest_inside = min(max(node.value, mark.lo), mark.hi)
            help = f"widen the bounds, or write {nearest_inside:g}"
            edit = Edit(node.number, f"{nearest_inside:g}")
            self._findings.add("E010", node.number, message, "out of bounds", help, edit)

    def _call(self, node: Call, phase: Phase | Head | None) -> None:
        name = node.function.text
        if name in self._let_names:
            self._call_let(node, self._let(node.function, phase))
            return
        if name not in FUNCTIONS:
            known_names = [*FUNCTIONS, "curve", *self._let_names]
            help, edit = self._findings.suggest(node.function.span, name, known_names)
            if name in (*JOINTS, *PARTS):
                help, edit = f"to sense it, write {name} without parentheses", None
            message = f"there is no function '{shorten(name)}'"
            self._findings.add("E045", node.function.span, message, "unknown function", help, edit)
            return
        fewest, most = FUNCTIONS[name]
        if len(node.args) < fewest or (most is not None and len(node.args) > most):
            wanted = f"{fewest} argument{'s' * (fewest != 1)}" if most else f"at least {fewest} arguments"
            message = f"{name} takes {wanted}, found {len(node.args)}"
            help = _USAGE.get(name, f"write {name}(x{', y' * (fewest > 1)})")
            self._findings.add("E050", node.span, message, f"{len(node.args)} here", help)

    def _call_let(self, node: Call, let: Let | None) -> None:
        if let is None:
            return
        if not let.args:
            message = f"'{shorten(let.name.text)}' is a value without arguments"
            help = "leave out what stands in parentheses"
            self._findings.add("E045", node.span, message, "not a function", help)
        elif len(node.args) != len(let.args):
            wanted = ", ".join(a.text for a in let.args)
            message = f"{shorten(let.name.text)} takes ({shorten(wanted)}), found {len(node.args)}"
            help = f"write {shorten(let.name.text)}({shorten(wanted)})"
            self._findings.add("E050", node.span, message, f"{len(node.args)} here", help)

    def _curve(self, curve: Curve, phase: Phase | Head | None) -> None:
        if not isinstance(phase, Head) and not _has_phi(phase):
            self._no_phi(curve.span, phase)
        if len(curve.knots) < 2:
            help = "write curve(0: a, 1: b)"
            self._findings.add("E059", curve.span, "a curve needs two knots or more", "one knot", help)
        last = -math.inf
        for x, _ in curve.knots:
            at = x.value * x.factor if isinstance(x, Literal) else None
            if at is None:
                message, help = "a knot's place must be a number", "write the place as a plain number"
                self._findings.add("E059", x.span, message, "not a plain number", help)
                return
            if at <= last:
                message = f"the knot at {at:g} does not come after the one at {last:g}"
                self._findings.add("E059", x.span, message, "not rising", "list the knots from left to right")
            last = at

    def _no_phi(self, span: Span, phase: Phase | None) -> None:
        if phase is None:
            message, help = "'phi' has a meaning inside a phase only", "use it in a phase with LASTS"
            self._findings.add("E057", span, message, "no phase here", help)
            return
        name = phase.name
        message = f"'phi' and curves need to know how long phase '{name.text}' lasts"
        edit = Edit(Span(name.span.unit, name.span.end, name.span.end), " LASTS 0.5")
        help = f"write 'PHASE {name.text} LASTS 0.5'"
        self._findings.add("E057", span, message, "phi is not known", help, edit)

    # Truth

    def _truth(self, expr: Expr) -> None:
        """Note where a condition is none: at the part of it that is a number."""
        if isinstance(expr, Binary) and expr.op in ("and", "or"):
            self._truth(expr.left)
            self._truth(expr.right)
        elif isinstance(expr, Unary) and expr.op == "not":
            self._truth(expr.operand)
        elif not self._is_truth(expr):
            shown = shorten(self._script.source.text[expr.span.start : expr.span.end])
            message = "a condition is wanted, and this is a number"
            help = f"compare it: {shown} > 0"
            self._findings.add("E055", expr.span, message, "neither true nor false", help)

    def _is_truth(self, expr: Expr) -> bool:
        if isinstance(expr, Binary):
            both = expr.op in ("and", "or")
            return expr.op in COMPARISONS or both and self._is_truth(expr.left) and self._is_truth(expr.right)
        if isinstance(expr, Unary):
            return expr.op == "not" and self._is_truth(expr.operand)
        if isinstance(expr, Probe):
            return sense_kind(Sense(expr.kind)) == "truth"
        if isinstance(expr, Call):
            return expr.function.text in ("passed", *self._true_lets)
        return isinstance(expr, Contact) or (isinstance(expr, Ref) and self._may_be_true(expr))

    def _may_be_true(self, ref: Ref) -> bool:
        if ref.text in self._let_names:
            return ref.text in self._true_lets
        sense = find_sense(tuple(p.text for p in ref.parts))
        return sense is None or sense_kind(sense) == "truth"


def _has_phi(phase: Phase | None) -> bool:
    return phase is not None and (phase.lasts is not None or _calls_something(phase))


def _calls_something(phase: Phase | None) -> bool:
    return phase is not None and phase.call is not None
