"""Checked classic scripts to one Program."""

from __future__ import annotations

from collections import Counter

from ..emitting import FRAME, PARAM, register
from ..lowering import Lowering
from ..program import END, Op, Parameter, Program, Rule, Sense, Slot, Span, Unit
from ..statements import Arg, opcodes
from ..tables import Root, Tables
from .checks import ROWS, filling
from .loading import Project
from .tree import Act, Call, Linterp, Number, Phase, Script, Transition, Value, Variable, Word

BODY = "planar17"
START = "rest"
_KINDS = {
    "time": ("time",),
    "stable": ("speed",),
    "fallen": ("angle",),
    "anglerange": ("angle", "angle"),
    "pass": ("length",),
}


def assemble(project: Project, notes: tuple[str, ...] = ()) -> Program:
    """The Program of a project in which no error was found."""
    return _Assembly(project).program(notes)


class _Assembly:
    def __init__(self, project: Project) -> None:
        self._project = project
        self._out = Lowering({})
        self._tables = Tables()
        self._opcodes = opcodes()
        self._first: list[int] = []
        self._ordinals: Counter[str] = Counter()
        self._labels: Counter[str] = Counter()

    def program(self, notes: tuple[str, ...]) -> Program:
        at = 0
        for script in self._project.scripts:
            self._first.append(at)
            at += len(script.phases)
        units = tuple(self._unit(script) for script in self._project.scripts)
        self._out.label = "FALL"
        # Classic scripts lie down on purpose, so nothing counts as a fall.
        never = self._constant(0.0, Span(0, 0, 0), "number")
        fall = Rule(0, 0, never)
        root = Root(units[0].name, len(units[0].parameters), BODY, START, "", fall, None)
        return self._tables.program(self._out, units, root, notes)

    # Values

    def _slot(self, value: float, span: Span, kind: str, factor: float = 1.0) -> int:
        self._labels[self._out.label] += 1
        count = self._labels[self._out.label]
        label = self._out.label if count == 1 else f"{self._out.label} ({count})"
        self._out.params.append(value)
        self._out.slots.append(Slot(span, label, kind, factor))
        return register(PARAM, len(self._out.params) - 1)

    def _constant(self, value: float, near: Span, kind: str) -> int:
        """A number that does not stand in the text; its span is empty."""
        return self._slot(value, Span(near.unit, near.start, near.start), kind)

    def _value(self, value: Value, kind: str) -> int:
        """The register of a value; code for a linterp goes to the current range."""
        if isinstance(value, Number):
            return self._slot(value.value * value.factor, value.span, kind, value.factor)
        if isinstance(value, Variable):
            own = self._out.scope[value.text]
            return own if value.factor == 1 else self._out.emit(Op.NEG, own)
        if not value.works:
            return self._constant(0.0, value.span, kind)
        return self._linterp(value, kind)

    def _linterp(self, value: Linterp, kind: str) -> int:
        """Unclamped: beyond its ends the line goes on."""
        emit = self._out.emit
        label = self._out.label
        kinds = ("number", "number", "number", kind, kind)
        regs = []
        for name, arg, its in zip(("g", "gmin", "gmax", "vmin", "vmax"), value.args, kinds, strict=True):
            self._out.label = f"{label} {name}"
            regs.append(self._value(arg, its))
        g, gmin, gmax, vmin, vmax = regs
        share = emit(Op.DIV, emit(Op.SUB, g, gmin), emit(Op.SUB, gmax, gmin))
        return emit(Op.ADD, vmin, emit(Op.MUL, emit(Op.SUB, vmax, vmin), share))

    # Units and phases

    def _head(self, script: Script, position: int) -> str:
        return f"{position}" if script.unit == 0 else f"{script.source.name}: {position}"

    def _unit(self, script: Script) -> Unit:
        first, end = self._first[script.unit], self._first[script.unit] + len(script.phases)
        self._out.scope = {p.text: register(FRAME, i) for i, p in enumerate(script.parameters)}
        prefix = "" if script.unit == 0 else f"{script.source.name}: "
        parameters = []
        for word in script.parameters:
            self._out.label = prefix + word.text
            slot = self._constant(0.0, word.span, "number")
            parameters.append(Parameter(word.text, slot))
        limit = -1
        if script.torque_limit:
            self._out.label = f"{prefix}TORQUELIMIT"
            limit = self._value(script.torque_limit, "number")
        for position, phase in enumerate(script.phases):
            self._phase(script, position, phase)
        return Unit(
            name=script.source.name,
            path=script.source.path,
            text=script.source.text,
            doc=script.doc,
            parameters=tuple(parameters),
            first_phase=first,
            phases=(first, end),
            always=(0, 0),
            modern=False,
            torque_limit=limit,
        )

    def _phase(self, script: Script, position: int, phase: Phase) -> None:
        out, tables = self._out, self._tables
        index = len(tables.phases)
        head = self._head(script, position)
        transitions = len(tables.transitions)
        for transition in phase.transitions:
            out.label = f"{head}/{transition.kind}"
            self._transition(script, phase, transition, index)
        code, statements = out.begin(), len(tables.statements)
        calls = len(tables.call_args)
        callee = self._project.callees.get((script.unit, position), -1) if phase.call else -1
        if phase.call:
            self._call(phase.call, callee, head)
        else:
            for act in phase.acts:
                self._act(script, position, act, index)
        row = [script.unit, -1, code, len(out.code), statements, len(tables.statements)]
        row += [transitions, len(tables.transitions), callee, calls, len(tables.call_args)]
        tables.phases.append([*row, phase.call.start if phase.call else 0])
        tables.phase_names.append(str(position))
        tables.phase_keys.append(f"{script.source.name}/{position}")
        tables.phase_spans.append(phase.span)

    def _call(self, call: Call, unit: int, head: str) -> None:
        if unit < 0:  # in a phase that is never reached
            return
        callee = self._project.scripts[unit]
        registers: list[int] = []
        for i, parameter in enumerate(callee.parameters):
            self._out.label = f"{head}/> {call.name.text}/{parameter.text}"
            if i < len(call.args):
                registers.append(self._value(call.args[i], "number"))
            elif filling(call, callee) == "previous":
                registers.append(registers[-1])
            else:
                registers.append(self._constant(0.0, call.span, "number"))
        self._tables.call_args += registers

    # Statements

    def _act(self, script: Script, position: int, act: Act, index: int) -> None:
        tables, row = self._tables, ROWS[act.op]
        tables.statements.append([self._opcodes[act.op], len(tables.args), len(tables.refs), index, 0])
        tables.statement_spans.append(act.span)
        subject = act.names[row.subject].text if row.subject else ""
        key = f"{script.source.name}/{position}/{act.word}/{subject}"
        tables.statement_keys.append(f"{key}/{self._ordinals[key]}")
        self._ordinals[key] += 1
        head = f"{self._head(script, position)}/{act.word} {subject}".rstrip()
        for name, arg in row.value_args.items():
            value = act.values.get(name)
            label = {"angle": "pitch", "time_seconds": "time"}.get(name, name.replace("_", " "))
            self._out.label = f"{head}/{label}"
            tables.args.append(self._out.default(arg) if value is None else self._argument(arg, value))
        words = {f"{c.name}_{a.name}": a.words for c in row.clauses for a in c.args if a.kind == "word"}
        words |= {a.name: a.words for a in row.args if a.kind == "word"}
        for name in row.refs:
            tables.refs.append(self._ref(act.names.get(name), words.get(name)))

    def _argument(self, arg: Arg, value: Value) -> int:
        """The register of an argument; one that is worked out is held inside its legal range."""
        found = self._value(value, arg.kind)
        constant = isinstance(value, Number) or (isinstance(value, Linterp) and not value.works)
        return found if constant or not arg.guarded else self._out.within(found, *arg.range)

    def _ref(self, word: Word | None, words: tuple[str, ...] | None) -> int:
        if word is None:
            return -1
        return words.index(word.text) if words else self._tables.name(word.text)

    # Transitions

    def _transition(self, script: Script, phase: Phase, transition: Transition, index: int) -> None:
        first = self._out.begin()
        value = self._condition(transition, phase)
        target = END
        if transition.target >= 0:
            target = self._first[script.unit] + transition.target
        self._tables.transitions.append([first, len(self._out.code), value, target, 0, index])
        self._tables.transition_spans.append(transition.span)

    def _condition(self, transition: Transition, phase: Phase) -> int:
        out, emit, kind = self._out, self._out.emit, transition.kind
        kinds = _KINDS.get(kind, ("number",))
        numbers = [self._value(v, k) for v, k in zip(transition.values, kinds, strict=False)]
        name = transition.name.text if transition.name else ""
        if kind == "complete":
            return self._constant(1.0, transition.span, "number")
        if kind == "time":
            return emit(Op.GT, out.sense(Sense("time")), numbers[0])
        if kind in ("contact", "nocontact"):
            touching = out.sense(Sense("contact", name))
            return touching if kind == "contact" else emit(Op.NOT, touching)
        if kind in ("press", "release"):
            held = out.sense(Sense("key", name))
            return held if kind == "press" else emit(Op.NOT, held)
        if kind == "stable":
            return emit(Op.LT, out.sense(Sense("motion")), numbers[0])
        if kind == "iterations":
            return emit(Op.COUNT if phase.call else Op.TICKS, out.counter(), numbers[0])
        if kind == "random":
            return emit(Op.LT, emit(Op.RANDOM, -1), numbers[0])
        if kind == "pass":
            beyond = emit(Op.SUB, out.sense(Sense("near", name)), numbers[0])
            return emit(Op.PASSED, out.counter(), beyond)
        return self._lean(kind, name, numbers)

    def _lean(self, kind: str, comparison: str, numbers: list[int]) -> int:
        """Conditions on the trunk's lean: fallen and anglerange."""
        emit = self._out.emit
        lean = self._out.sense(Sense("part", "uTorso", "pitch"))
        if kind == "fallen":
            if comparison == "x":
                return emit(Op.GT, emit(Op.ABS, lean), numbers[0])
            return emit(Op.GT if comparison == ">" else Op.LT, lean, numbers[0])
        a, b = numbers
        inside = emit(Op.AND, emit(Op.LT, a, lean), emit(Op.LT, lean, b))
        outside = emit(Op.NOT, emit(Op.AND, emit(Op.LT, b, lean), emit(Op.LT, lean, a)))
        rising = emit(Op.LT, a, b)
        falling = emit(Op.NOT, rising)
        return emit(Op.OR, emit(Op.AND, rising, inside), emit(Op.AND, falling, outside))
