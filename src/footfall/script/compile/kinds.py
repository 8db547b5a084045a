"""Which kind of number stands where: angle, time, gain … from the place it is used in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..names import find_sense, sense_kind
from ..program import Sense, Span
from ..props import clause_kinds
from ..statements import BY_KEY, Arg, Clause
from ..syntax.declarations import all_lets
from ..syntax.expression_tree import Binary, Call, Contact, Curve, Expr, Literal, Probe, Ref, Unary
from ..syntax.tree import Action, Do, Let, Project, Script, Subject, To

COMPARISONS = frozenset({"<", "<=", ">", ">=", "==", "!="})
_KEEPS_KIND = frozenset({"min", "max", "abs", "clamp", "feet"})
_OF_ANGLES = frozenset({"sin", "cos"})
_LINES = frozenset({"linterp", "line"})


@dataclass(frozen=True)
class Expected:
    """An expression of a script, and what kind of value is wanted there."""

    expr: Expr
    kind: str


def expected_values(
    script: Script, kinds_of_callee: Callable[[Do], Mapping[str, str]] = lambda _: {}
) -> Iterator[Expected]:
    """Every expression of a script that gives a number or a truth; defaults of parameters and LETs left out.

    Args:
        script: The script.
        kinds_of_callee: The kinds of the parameters of what is called, in order.
    """
    for prop in script.props:
        for clause in prop.clauses:
            yield from (
                Expected(expr, kind) for expr, kind in zip(clause.args, clause_kinds(clause), strict=False)
            )
    if script.fall:
        yield Expected(script.fall, "truth")
    if script.goal:
        yield Expected(script.goal, "truth")
    for let in script.lets:
        if let.when:
            yield Expected(let.when, "truth")
    for to in script.always:
        yield Expected(to.when, "truth")
    for phase in script.phases:
        if phase.lasts:
            yield Expected(phase.lasts, "time")
        for statement in phase.statements:
            if isinstance(statement, To):
                yield Expected(statement.when, "truth")
            elif isinstance(statement, Do):
                yield from _call_values(statement, kinds_of_callee(statement))
            elif not isinstance(statement, Let):
                yield from _action_values(statement)


def _call_values(do: Do, kinds: Mapping[str, str]) -> Iterator[Expected]:
    order = list(kinds)
    for i, arg in enumerate(do.args):
        name = arg.name.text if arg.name else order[i] if i < len(order) else str(i + 1)
        yield Expected(arg.value, kinds.get(name, "number"))


def _action_values(action: Action) -> Iterator[Expected]:
    for subject in action.subjects:
        for _, arg, expr in arguments(action.word.text, subject):
            if arg.is_value:
                yield Expected(expr, arg.kind)


def arguments(word: str, subject: Subject) -> Iterator[tuple[str, Arg, Expr]]:
    """What is written of a subject: its clause ("" for the subject's own), its row, the expression."""
    row = BY_KEY[word]
    for arg, expr in zip(row.args, subject.args, strict=False):
        yield "", arg, expr
    clauses = {c.name: c for c in row.clauses}
    for node in subject.clauses:
        clause = clauses.get(node.name.text)
        for arg, expr in zip(clause.args if clause else (), node.args, strict=False):
            yield node.name.text, arg, expr


def label_of(clause: Clause | None, arg: Arg) -> str:
    """What people call a number of a statement: ``pitch``, ``width``, ``trim gain``."""
    if clause is None:
        return "pitch" if arg.name == "angle" else arg.name
    alone = sum(a.is_value for a in clause.args) == 1
    return clause.name if alone else f"{clause.name} {arg.name}"


def leaves(expr: Expr, kind: str, parameters: Mapping[str, str]) -> Iterator[tuple[Expr, str]]:
    """The literals and names in an expression, each with the kind wanted there."""
    waiting = [(expr, kind)]
    while waiting:
        node, wanted = waiting.pop()
        if isinstance(node, Literal | Ref | Contact | Probe):
            yield node, wanted
        else:
            waiting += reversed(list(_inner_kinds(node, wanted, parameters)))


def _inner_kinds(
    expr: Unary | Binary | Call | Curve, kind: str, parameters: Mapping[str, str]
) -> Iterator[tuple[Expr, str]]:
    """The expressions directly inside one that should be of a kind, each with the kind wanted there."""
    if isinstance(expr, Unary):
        yield expr.operand, "truth" if expr.op == "not" else kind
    elif isinstance(expr, Binary):
        if expr.op in COMPARISONS:
            kind = _known(expr.left, parameters) or _known(expr.right, parameters) or "number"
        elif expr.op in "*/":
            kind = "number"
        yield expr.left, kind
        yield expr.right, kind
    elif isinstance(expr, Call):
        yield from zip(expr.args, _argument_kinds(expr, kind, parameters), strict=True)
    else:
        for x, y in expr.knots:
            yield x, "number"
            yield y, kind


def _argument_kinds(call: Call, kind: str, parameters: Mapping[str, str]) -> list[str]:
    """The kind wanted for each argument of a function whose result is to be of a kind."""
    name, count = call.function.text, len(call.args)
    if name in _KEEPS_KIND:
        return [kind] * count
    if name in _OF_ANGLES:
        return ["angle"] * count
    if name in _LINES:
        place = next((k for k in (_known(a, parameters) for a in call.args[:3]) if k), "number")
        return ([place] * 3 + [kind] * count)[:count]
    if name == "blend":
        return ["number", *[kind] * count][:count]
    if name == "share":
        return [next((k for k in (_known(a, parameters) for a in call.args) if k), "number")] * count
    if name == "froude":
        return ["speed"] * count
    if name == "lasting":
        return ["truth"] * count
    if name == "ramp":
        return [kind, "number", kind, *["number"] * count][:count]  # too many is for the checker to say
    return ["number"] * count


def _known(expr: Expr, parameters: Mapping[str, str]) -> str:
    """The kind of a value, when what it is made of tells; else ""."""
    if isinstance(expr, Literal):
        return "angle" if expr.unit else ""
    if isinstance(expr, Ref):
        sense = find_sense(tuple(p.text for p in expr.parts))
        kind = sense_kind(sense) if sense else parameters.get(expr.text, "number")
        return "" if kind == "number" else kind
    if isinstance(expr, Unary):
        return _known(expr.operand, parameters)
    if isinstance(expr, Binary) and expr.op in "+-":
        return _known(expr.left, parameters) or _known(expr.right, parameters)
    if isinstance(expr, Call):
        name = expr.function.text
        if name in ("passed", "lasting"):
            return "truth" if name == "passed" else "time"
        results = expr.args if name in _KEEPS_KIND else expr.args[3:] if name in _LINES else ()
        results = expr.args[::2] if name == "ramp" else expr.args[1:] if name == "blend" else results
        return next((k for k in (_known(a, parameters) for a in results) if k), "")
    if isinstance(expr, Curve):
        return next((k for k in (_known(y, parameters) for _, y in expr.knots) if k), "")
    if isinstance(expr, Probe):
        return sense_kind(Sense(expr.kind))
    return "truth" if isinstance(expr, Contact) else ""


class _Votes:
    """What the uses of a script's names say about their kinds."""

    def __init__(self, names: Iterable[str]) -> None:
        self.of: dict[str, set[str]] = {name: set() for name in names}

    def count(self, expected: Expected) -> None:
        """Note the names in an expression, each with the kind wanted there."""
        for leaf, kind in leaves(expected.expr, expected.kind, {}):
            if isinstance(leaf, Ref) and leaf.text in self.of and kind not in ("number", "truth"):
                self.of[leaf.text].add(kind)

    def kind(self, name: str) -> str:
        """What all uses agree on, else number."""
        kinds = self.of[name]
        return next(iter(kinds)) if len(kinds) == 1 else "number"


class Kinds:
    """Kinds of all parameters and literals of a project.

    Attributes:
        parameters: Per unit: parameter name -> kind, in order.
        lets: Per unit: LET name -> kind; one name in several phases has one kind.
        literals: Span of a literal -> kind.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self._parameters: dict[int, dict[str, str]] = {}
        self._lets: dict[int, dict[str, str]] = {}
        for script in project.scripts:
            self.of(script.unit)
        self.parameters = [self._parameters[s.unit] for s in project.scripts]
        self.lets = [self._lets[s.unit] for s in project.scripts]
        self.literals: dict[Span, str] = {}
        for script in project.scripts:
            own = {**self._lets[script.unit], **self._parameters[script.unit]}
            named = (Expected(let.value, own[let.name.text]) for let in all_lets(script))
            for expected in (*expected_values(script, self._of_callee), *named):
                for leaf, kind in leaves(expected.expr, expected.kind, own):
                    self.literals[leaf.span] = kind
            for parameter in script.parameters:
                for leaf, kind in leaves(parameter.default, own[parameter.name.text], {}):
                    self.literals[leaf.span] = kind

    def of(self, unit: int) -> dict[str, str]:
        """Kinds of a unit's parameters: what all uses agree on, else number."""
        if unit not in self._parameters:
            script = self._project.scripts[unit]
            lets = all_lets(script)
            names = (*(p.name.text for p in script.parameters), *(let.name.text for let in lets))
            votes = _Votes(names)
            self._parameters[unit] = {}  # for classic scripts that call each other in a circle
            for parameter in script.parameters:
                if _known(parameter.default, {}) == "angle":
                    votes.of[parameter.name.text].add("angle")
            for expected in expected_values(script, self._of_callee):
                votes.count(expected)
            for let in reversed(lets):  # what uses a LET stands below it, and has been counted
                kind = votes.kind(let.name.text)
                kind = _known(let.value, {}) or kind if kind == "number" else kind
                votes.of[let.name.text].add(kind)
                votes.count(Expected(let.value, kind))
            self._parameters[unit] = {p.name.text: votes.kind(p.name.text) for p in script.parameters}
            self._lets[unit] = {let.name.text: votes.kind(let.name.text) for let in lets}
        return self._parameters[unit]

    def _of_callee(self, do: Do) -> dict[str, str]:
        callee = self._project.callee(do)
        return {} if callee is None else self.of(callee.unit)
