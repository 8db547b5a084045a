"""Checked trees to one Program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import zip_longest

from ..program import END, Named, Op, Parameter, Preset, Program, Rule, Span, Unit
from ..statements import BY_KEY, Arg, Clause, opcodes, row_of_op
from ..syntax.declarations import Scope, known
from ..syntax.expression_tree import Expr, Literal, Ref, walk
from ..syntax.tree import Action, Do, Let, Phase, Project, Script, Subject, To
from .bounds import Range, fold, reach, reaches
from .emitting import FRAME, INPUT, NAMED, Root, Tables, is_kept, register
from .kinds import Kinds, label_of
from .lowering import Lowering, NamedValue


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
        self._parameters: dict[int, tuple[Parameter, ...]] = {}
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
            if not script.classic:
                self._declare(script)
        units = tuple(self._unit(script) for script in scripts)
        self._enter(scripts[0])
        root = scripts[0]
        fall, goal = self._rule("FALL", root.fall), self._rule("GOAL", root.goal)
        body, start, ground = (word.text if word else "" for word in (root.body, root.start, root.ground))
        limp = root.idle is not None and root.idle.text == "limp"
        props = self._props()
        head = Root(
            root.source.name,
            len(root.parameters),
            body,
            start,
            ground,
            fall,
            goal,
            limp,
            props,
            self._presets(root),
        )
        return self._tables.program(self._out, units, head, notes)

    def _props(self) -> tuple[tuple[int, Subject], ...]:
        """The props of all scripts, each with its unit: of one name the outermost script's."""
        found: dict[str, tuple[int, Subject]] = {}
        for script in self._project.scripts:
            for prop in script.props:
                if prop.name:
                    found.setdefault(prop.name.text, (script.unit, prop))
        return tuple(found.values())

    @staticmethod
    def _presets(root: Script) -> tuple[Preset, ...]:
        """The root's presets: values by the names of its parameters, in SI units."""
        return tuple(
            Preset(p.name.text, {node.name.text: fold(node.default) or 0.0 for node in p.parameters})
            for p in root.presets
        )

    # Units and phases

    def _prefix(self, script: Script) -> str:
        return "" if script.unit == 0 else f"{script.source.name}: "

    def _declare(self, script: Script) -> None:
        """Slots for the defaults of a script's parameters."""
        count = len(script.parameters)
        self._parameters[script.unit] = tuple(self._default(script, i) for i in range(count))

    def _default(self, script: Script, index: int) -> Parameter:
        node = script.parameters[index]
        kind = self._kinds.parameters[script.unit][node.name.text]
        self._out.label = self._prefix(script) + node.name.text
        if isinstance(node.default, Literal):
            slot = self._out.literal(node.default, kind)
        else:
            value = fold(node.default)
            assert value is not None, "unchecked default"
            slot = self._out.slot(value, node.default.span, kind)
        return Parameter(node.name.text, slot, kind)

    def _enter(self, script: Script) -> None:
        # Nobody can call a modern root (calls have no cycles), so its parameters are the live inputs
        # themselves, whichever frame is on top when its interrupts and rules are evaluated.
        region = INPUT if script.unit == 0 and not script.classic else FRAME
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
        limit = -1
        if script.classic:  # recordings hold the numbers of a Program in the order of its slots: this one
            self._declare(script)
            limit = self._limit(script)
        first = self._first_phase[script.unit]
        targets = {p.name.text: first + i for i, p in enumerate(script.phases)}
        for phase in script.phases:
            self._phase(script, phase, targets)
        sets = self._sets(script)
        if not script.classic:
            limit = self._limit(script)
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
            modern=not script.classic,
            torque_limit=limit,
            sets=sets,
        )

    def _limit(self, script: Script) -> int:
        """The register of a script's LIMIT; -1 without one."""
        if script.limit is None:
            return -1
        self._out.label = f"{self._prefix(script)}LIMIT"
        return self._out.literal(script.limit)

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
        for to in phase.transitions:
            first = out.begin()
            if "phi" in names.passing(to.when):
                self._recompute_lasts(phase, lasts, head)
            out.label = f"{head}/{to.kind or f'TO {to.target.text}'}"
            self._transition(to, targets, index, first)
        code = out.begin()
        self._recompute_lasts(phase, lasts, head)
        statements = len(tables.statements)
        idle = script.classic and phase.call is not None  # such a phase does nothing but call
        for action in () if idle else phase.actions:
            for subject in action.subjects:
                self._subject(script, phase, action, subject, index)
        calls = len(tables.call_args)
        callee = self._call(phase.call, head) if phase.call else -1
        row = [script.unit, lasts, code, len(out.code), statements, len(tables.statements)]
        row += [transitions, len(tables.transitions), callee, calls, len(tables.call_args)]
        tables.phases.append([*row, self._begins(phase.call) if phase.call else 0])
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
        flags = int(to.swap), source, int(to.step)
        self._tables.transitions.append([first, len(self._out.code), value, target, *flags])
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
        row = BY_KEY[action.word.text]
        name = subject.name.text if subject.name else ""
        clauses = {c.name.text: c.args for c in subject.clauses}
        op = next((v for clause, v in row.variants.items() if clause in clauses), row.op)
        keep = int(action.keep is not None)
        tables.statements.append([self._opcodes[op], len(tables.args), len(tables.refs), index, keep])
        tables.statement_spans.append(subject.span if row.many else action.span)
        key = f"{script.source.name}/{phase.name.text}/{row.word}/{name}"
        tables.statement_keys.append(f"{key}/{self._ordinals[key]}")
        self._ordinals[key] += 1
        if row.subject == "clip":
            tables.refs.append(tables.reference(self._project.references[script.unit, name]))
        elif row.subject:
            tables.refs.append(tables.name(name))
        head = f"{self._prefix(script)}{phase.name.text}/{row.word} {name}".rstrip()
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
        """The register of an argument, clamped to its legal range where the text alone does not."""
        if isinstance(expr, Literal):
            value = self._out.literal(expr, arg.kind, arg.range)
        else:
            value = self._out.value(expr)
        if not arg.guarded:
            return value
        low, high = arg.range
        least, most = reach(expr, self._reaches)
        return value if low <= least and most <= high else self._out.clamped(value, low, high)

    def _ref(self, expr: Expr | None, words: tuple[str, ...]) -> int:
        if expr is None:
            return -1
        assert isinstance(expr, Ref), "unchecked name"
        return words.index(expr.text) if words else self._tables.name(expr.text)

    def _begins(self, do: Do) -> int:
        """The position of the phase in which a callee begins."""
        callee = self._project.callee(do)
        if do.at is None or callee is None:
            return do.start[0]
        return [phase.name.text for phase in callee.phases].index(do.at.text)

    def _call(self, do: Do, head: str) -> int:
        """The arguments of a call; returns the unit of the callee, -1 for a call that is never reached."""
        callee = self._project.callee(do)
        if callee is None:
            return -1
        names = [p.name.text for p in callee.parameters]
        given: dict[str, Expr] = {}
        for i, arg in enumerate(do.args):
            given[arg.name.text if arg.name else names[i]] = arg.value
        for i, name in enumerate(names):
            self._out.label = f"{head}/DO {do.path.text}/{name}"
            expr = given.get(name)
            own = self._parameters[callee.unit][i].slot if expr is None else self._out.value(expr)
            self._tables.call_args.append(own)
        return callee.unit


def _is_name_in(expr: Expr, scope: Mapping[str, int]) -> bool:
    return isinstance(expr, Ref) and expr.text in scope
