"""Checked trees to one Program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import zip_longest

from .emitting import FRAME, INPUT, NAMED, is_kept, register
from .folding import fold
from .kinds import Kinds, label_of
from .lets import Scope, known
from .loading import Project
from .lowering import Lowering, NamedValue
from .program import END, Named, Op, Parameter, Program, Rule, Span, Unit
from .ranges import Range, reach, reaches
from .statements import BY_WORD, Arg, Clause, opcodes, row_of_op
from .tables import Root, Tables
from .things import declared
from .tree import Action, Do, Expr, Let, Literal, Phase, Ref, Script, Subject, To, walk


def assemble(project: Project, kinds: Kinds, notes: tuple[str, ...] = ()) -> Program:
    """The Program of a project in which the checker found no error."""
    return _Assembly(project, kinds).program(notes)


class _Assembly:
    def __init__(self, project: Project, kinds: Kinds) -> None:
        self._project = project
        self._kinds = kinds
        self._out = Lowering(kinds.literals)
        self._tables = Tables()
        self._opcodes = opcodes()
        self._parameters: list[tuple[Parameter, ...]] = []
        self._first_phase: list[int] = []
        self._ordinals: Counter[str] = Counter()
        self._named: dict[Span, NamedValue] = {}
        self._reaches: dict[str, Range] = {}

    def program(self, notes: tuple[str, ...]) -> Program:
        scripts = self._project.scripts
        at = 0
        for script in scripts:
            self._first_phase.append(at)
            at += len(script.phases)
            self._parameters.append(tuple(self._default(script, i) for i in range(len(script.parameters))))
        units = tuple(self._unit(script) for script in scripts)
        self._enter(scripts[0])
        root = scripts[0]
        fall, goal = self._rule("FALL", root.fall), self._rule("GOAL", root.goal)
        body, start, ground = (word.text if word else "" for word in (root.body, root.start, root.ground))
        limp = root.idle is not None and root.idle.text == "limp"
        props = declared(scripts)
        head = Root(root.source.name, len(root.parameters), body, start, ground, fall, goal, limp, props)
        return self._tables.program(self._out, units, head, notes)

    # Units and phases

    def _prefix(self, script: Script) -> str:
        return "" if script.unit == 0 else f"{script.source.name}: "

    def _default(self, script: Script, index: int) -> Parameter:
        node = script.parameters[index]
        kind = self._kinds.parameters[script.unit][node.name.text]
        self._out.label = self._prefix(script) + node.name.text
        if isinstance(node.default, Literal):
            slot = self._out.literal(node.default)
        else:
            value = fold(node.default)
            assert value is not None, "unchecked default"
            slot = self._out.slot(value, node.default.span, kind)
        return Parameter(node.name.text, slot, kind)

    def _enter(self, script: Script) -> None:
        # Nobody can call the root (calls have no cycles), so its parameters are the live inputs
        # themselves, whichever frame is on top when its interrupts and rules are evaluated.
        region = INPUT if script.unit == 0 else FRAME
        self._out.scope = {p.name.text: register(region, i) for i, p in enumerate(script.parameters)}
        self._out.lets = {let.name.text: self._let(let, script) for let in script.lets}

    def _let(self, let: Let, script: Script, phase: Phase | None = None) -> NamedValue:
        """A LET with its register, new or known."""
        if let.span not in self._named:
            lets, head = self._tables.lets, f"{phase.name.text}/" if phase else ""
            kind = self._kinds.lets[script.unit].get(let.name.text, "number")
            place = len(self._tables.phases) if phase else -1
            label = f"{self._prefix(script)}{head}LET {let.name.text}"
            counter = -1
            if let.when:
                label = f"{self._prefix(script)}SET {let.name.text}"
                counter = self._out.counter()
                self._out.counter()  # whether it is kept
            place_of = -1 if let.args else register(NAMED, len(lets))
            self._named[let.span] = NamedValue(let, label, place_of, counter)
            if not let.args:
                lets.append(Named(let.name.text, script.unit, place, let.span, kind))
        return self._named[let.span]

    def _unit(self, script: Script) -> Unit:
        self._enter(script)
        first = self._first_phase[script.unit]
        targets = {p.name.text: first + i for i, p in enumerate(script.phases)}
        for phase in script.phases:
            self._phase(script, phase, targets)
        sets = self._sets(script)
        limit = -1
        if script.limit:
            self._out.label = f"{self._prefix(script)}LIMIT"
            limit = self._out.literal(script.limit)
        always = len(self._tables.transitions)
        for to in script.always:
            self._out.label = f"{self._prefix(script)}ALWAYS TO {to.target.text}"
            self._transition(to, targets, -1, self._out.begin())
        return Unit(
            name=script.source.name,
            path=script.source.path,
            text=script.source.text,
            doc=script.doc,
            parameters=self._parameters[script.unit],
            first_phase=first,
            phases=(first, first + len(script.phases)),
            always=(always, len(self._tables.transitions)),
            torque_limit=limit,
            sets=sets,
        )

    def _sets(self, script: Script) -> tuple[int, int]:
        """The code that watches the SETs of a script; its first row, and one past the last."""
        first = self._out.begin()
        for let in script.lets:
            if let.when:
                self._out.watch(self._out.lets[let.name.text])
        return first, len(self._out.code)

    def _phase(self, script: Script, phase: Phase, targets: dict[str, int]) -> None:
        out, tables = self._out, self._tables
        index = len(tables.phases)
        head = f"{self._prefix(script)}{phase.name.text}"
        at_head = out.lets
        lasts = self._lasts(phase, head)
        out.lets = {**at_head, **{let.name.text: self._let(let, script, phase) for let in phase.lets}}
        names = Scope(known(script, phase))
        self._reaches = reaches(names.lets)
        transitions = len(tables.transitions)
        for to in (s for s in phase.statements if isinstance(s, To)):
            first = out.begin()
            if "phi" in names.passing(to.when):
                self._recompute_lasts(phase, lasts, head)
            out.label = f"{head}/TO {to.target.text}"
            self._transition(to, targets, index, first)
        code = out.begin()
        self._recompute_lasts(phase, lasts, head)
        statements = len(tables.statements)
        for action in (s for s in phase.statements if isinstance(s, Action)):
            for subject in action.subjects:
                self._subject(script, phase, action, subject, index)
        calls = len(tables.call_args)
        callee = -1
        for do in (s for s in phase.statements if isinstance(s, Do)):
            callee = self._call(script, do, head)
        row = [script.unit, lasts, code, len(out.code), statements, len(tables.statements)]
        row += [transitions, len(tables.transitions), callee, calls, len(tables.call_args), 0]
        tables.phases.append(row)
        tables.phase_names.append(phase.name.text)
        tables.phase_keys.append(f"{script.source.name}/{phase.name.text}")
        tables.phase_spans.append(phase.span)
        out.lets = at_head

    def _lasts(self, phase: Phase, head: str) -> int:
        """The register of a phase's duration; -1 when it has none."""
        if phase.lasts is None:
            return -1
        self._out.label = f"{head}/LASTS"
        if isinstance(phase.lasts, Literal) or _is_name_in(phase.lasts, self._out.scope):
            return self._out.value(phase.lasts)
        constant = fold(phase.lasts)
        marked = any(isinstance(e, Literal) and e.mark for e in walk(phase.lasts))
        if constant is not None and not marked:
            return self._out.slot(constant, phase.lasts.span, "time")
        return self._out.keep()

    def _recompute_lasts(self, phase: Phase, lasts: int, head: str) -> None:
        """Code for a duration that is neither a number nor a parameter."""
        if phase.lasts is not None and is_kept(lasts):
            self._out.label = f"{head}/LASTS"
            self._out.emit(Op.MOV, self._out.value(phase.lasts), dst=lasts)

    def _transition(self, to: To, targets: dict[str, int], source: int, first: int) -> None:
        """A row of the table; its code range began at `first`."""
        value = self._out.value(to.when)
        target = END if to.target.text == "end" else targets[to.target.text]
        self._tables.transitions.append([first, len(self._out.code), value, target, int(to.swap), source])
        self._tables.transition_spans.append(to.span)

    def _rule(self, label: str, condition: Expr | None) -> Rule | None:
        if condition is None:
            return None
        self._out.label = label
        first = self._out.begin()
        value = self._out.value(condition)
        return Rule(first, len(self._out.code), value)

    # Statements

    def _subject(self, script: Script, phase: Phase, action: Action, subject: Subject, index: int) -> None:
        tables = self._tables
        word = action.word.text
        row = BY_WORD[word]
        name = subject.name.text if subject.name else ""
        clauses = {c.name.text: c.args for c in subject.clauses}
        op = next((v for clause, v in row.variants.items() if clause in clauses), row.op)
        keep = int(action.keep is not None)
        tables.statements.append([self._opcodes[op], len(tables.args), len(tables.refs), index, keep])
        tables.statement_spans.append(subject.span if row.many else action.span)
        key = f"{script.source.name}/{phase.name.text}/{word}/{name}"
        tables.statement_keys.append(f"{key}/{self._ordinals[key]}")
        self._ordinals[key] += 1
        if row.subject:
            tables.refs.append(tables.name(name))
        head = f"{self._prefix(script)}{phase.name.text}/{word} {name}".rstrip()
        laid_out = row_of_op(op)
        self._arguments(head, None, laid_out.args, subject.args)
        for clause in laid_out.clauses:
            self._arguments(head, clause, clause.args, clauses.get(clause.name, ()))

    def _arguments(
        self, head: str, clause: Clause | None, wanted: tuple[Arg, ...], given: tuple[Expr, ...]
    ) -> None:
        """The columns of a subject or a clause; what is left out is its default, or absent."""
        for arg, expr in zip_longest(wanted, given):
            if not arg.is_value:
                self._tables.refs.append(self._ref(expr, arg.words))
                continue
            self._out.label = f"{head}/{label_of(clause, arg)}"
            self._tables.args.append(self._out.default(arg) if expr is None else self._argument(arg, expr))

    def _argument(self, arg: Arg, expr: Expr) -> int:
        """The register of an argument, held inside its legal range where the text alone does not."""
        value = self._out.literal(expr, arg.range) if isinstance(expr, Literal) else self._out.value(expr)
        if not arg.guarded:
            return value
        low, high = arg.range
        least, most = reach(expr, self._reaches)
        return value if low <= least and most <= high else self._out.within(value, low, high)

    def _ref(self, expr: Expr | None, words: tuple[str, ...]) -> int:
        if expr is None:
            return -1
        assert isinstance(expr, Ref), "unchecked name"
        return words.index(expr.text) if words else self._tables.name(expr.text)

    def _call(self, script: Script, do: Do, head: str) -> int:
        callee = self._project.callee(script, do)
        assert callee is not None, "unchecked call"
        parameters = self._parameters[callee.unit]
        given: dict[str, Expr] = {}
        for i, arg in enumerate(do.args):
            given[arg.name.text if arg.name else parameters[i].name] = arg.value
        for parameter in parameters:
            self._out.label = f"{head}/DO {do.path.text}/{parameter.name}"
            expr = given.get(parameter.name)
            self._tables.call_args.append(parameter.slot if expr is None else self._out.value(expr))
        return callee.unit


def _is_name_in(expr: Expr, scope: Mapping[str, int]) -> bool:
    return isinstance(expr, Ref) and expr.text in scope
