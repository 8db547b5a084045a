"""Checks of a whole script: header, phases, transitions."""

from __future__ import annotations

from collections.abc import Iterator

from ..compile.bounds import fold
from ..compile.kinds import Kinds
from ..diagnostics import Diagnostic, Edit, Findings
from ..program import Span
from ..statements import TORQUE
from ..syntax.declarations import MAX_LET_PIECES, MAX_NESTED, all_lets
from ..syntax.expression_tree import Expr, walk
from ..syntax.tokens import shorten
from ..syntax.tree import Do, Let, ParameterNode, Phase, Project, Script, To
from .flow import check_flow, joints
from .names import TAKEN, DeclaredNames
from .statements import StatementChecker, check_legal, check_props
from .values import Head, ValueChecker

_HIDE_PHASES = frozenset({"E024", "E025"})


def check_project(project: Project, kinds: Kinds) -> list[Diagnostic]:
    """All errors and warnings, script by script, each in the order of its text."""
    found: list[Diagnostic] = []
    for script, loading in zip(project.scripts, project.findings, strict=True):
        if script.classic:
            continue
        own = [*script.diagnostics, *loading.items, *_Checker(script, project, kinds).run()]
        found += sorted(own, key=lambda d: (d.span.start, d.code))
    return found


class _Checker:
    def __init__(self, script: Script, project: Project, kinds: Kinds) -> None:
        self._script = script
        self._project = project
        self._findings = Findings(script.source)
        self._values = ValueChecker(script, kinds, self._findings)
        self._statements = StatementChecker(self._findings, self._values)
        self._targets = dict.fromkeys([*(p.name.text for p in script.phases), "end"])
        # A phase line that was not understood, or a name used twice, explains an unknown target.
        self._all_phases_known = (
            len(self._targets) == len(script.phases) + 1
            and not any(p.broken for p in script.phases)
            and not any(d.code in _HIDE_PHASES for d in script.diagnostics)
        )

    def run(self) -> list[Diagnostic]:
        script = self._script
        self._structure()
        DeclaredNames(script, self._findings).run()
        for node in self._declared_parameters():
            self._values.default(node.default, node.name.text)
        check_props(script, self._findings, self._values, TAKEN)
        if script.limit:
            check_legal(TORQUE, script.limit, "LIMIT", self._findings)
        for let in script.lets:
            self._let(let, None if let.when else Head())
            if let.when:
                self._values.condition(let.when, None)
        for rule in (script.fall, script.goal):
            if rule:
                self._values.condition(rule, None)
        for to in script.always:
            self._to(to, None)
        for phase in script.phases:
            self._phase(phase)
        if not (script.broken or self._findings.errors or self._project.findings[script.unit].items):
            check_flow(script, self._findings)
            self._unused()
        return self._findings.items

    def _structure(self) -> None:
        script = self._script
        if script.broken:  # what is missing may be what could not be read
            return
        if script.skill is None:
            start = Span(script.unit, 0, 0)
            edit = Edit(start, "SKILL name()\n")
            help = "begin with 'SKILL name()'"
            self._findings.add("E020", start, "there is no SKILL line", "expected here", help, edit)
        elif not script.phases:
            help = "add 'PHASE name' and its statements"
            self._findings.add("E021", script.skill.span, "the skill has no phases", "does nothing", help)

    def _declared_parameters(self) -> Iterator[ParameterNode]:
        """Parameters that stand in this script: those of groups of others are checked there."""
        written = self._script.skill.written if self._script.skill else ()
        yield from (node for node in written if isinstance(node, ParameterNode))
        for group in (*self._script.groups, *self._script.presets):
            yield from group.parameters

    # Phases

    def _let(self, let: Let, phase: Phase | Head | None) -> None:
        """Check the value of a LET, in which its arguments are known."""
        self._values.arguments = frozenset(a.text for a in let.args)
        self._values.value(let.value, phase)
        self._values.arguments = frozenset()
        if not let.args:
            return
        depth = self._values.scope(phase).depths.get(let.name.text, 0)
        if depth > MAX_NESTED or sum(1 for _ in walk(let.value)) > MAX_LET_PIECES:
            message = f"'{shorten(let.name.text)}' is too long to be written out at every use"
            help = (
                f"at most {MAX_LET_PIECES} values and operators, and {MAX_NESTED} such LETs inside each other"
            )
            self._findings.add("E008", let.name.span, message, "too long", help)

    def _phase(self, phase: Phase) -> None:
        if phase.lasts:
            self._lasts(phase.lasts)
        calls = 0
        for statement in phase.statements:
            if isinstance(statement, To):
                self._to(statement, phase)
            elif isinstance(statement, Do):
                calls += 1
                if calls == 2:
                    help = "call it in a phase of its own"
                    message = f"phase '{phase.name.text}' calls two skills"
                    self._findings.add("E031", statement.span, message, "the second", help)
                self._statements.call(statement, self._project.callee(statement), phase)
            elif isinstance(statement, Let):
                self._let(statement, phase)
            else:
                self._statements.action(statement, phase)
        self._repeated(phase)

    def _lasts(self, expr: Expr) -> None:
        self._values.value(expr, None)
        seconds = fold(expr)
        if seconds is not None and seconds <= 0:
            message = f"a phase cannot last {seconds:g} s"
            self._findings.add("E066", expr.span, message, "not above 0", "write the seconds it lasts")

    def _repeated(self, phase: Phase) -> None:
        seen: set[tuple[str, str, tuple[str, ...]]] = set()
        for action in phase.actions:
            for name, subject in ((s.name, s) for s in action.subjects):
                if name is None:
                    continue
                # Virtual forces on one part through two joints are no repetition.
                key = (action.word.text, name.text, tuple(joints(action.word.text, subject)))
                if key in seen:
                    message = f"{key[0]} {shorten(key[1])} stands twice in phase '{phase.name.text}'"
                    self._findings.add("W006", name.span, message, "the second", "remove one of them")
                seen.add(key)

    # Transitions

    def _to(self, to: To, phase: Phase | None) -> None:
        self._values.condition(to.when, phase)
        if to.target.text not in self._targets:
            if self._all_phases_known:
                help, edit = self._findings.suggest(to.target.span, to.target.text, self._targets)
                message = f"there is no phase '{shorten(to.target.text)}'"
                self._findings.add("E030", to.target.span, message, "unknown phase", help, edit)
        elif phase is not None and to.target.text == phase.name.text and not self._waits(to.when, phase):
            message = f"phase '{phase.name.text}' goes to itself without time passing"
            help = "add a time: 'and time > 0.1'"
            self._findings.add("W002", to.target.span, message, "may fire again at once", help)

    def _waits(self, condition: Expr, phase: Phase) -> bool:
        """Whether a condition mentions something that starts over with the phase."""
        return bool(self._values.scope(phase).passing(condition))

    def _unused(self) -> None:
        skill = self._script.skill
        written = skill.written if skill else ()
        members = {node.name.text for node in self._script.parameters if node not in written}
        if skill and skill.takes and not members & self._values.used:
            whole = skill.takes[0]
            message = f"nothing of '{shorten(whole.name.text)}.*' is used"
            self._findings.add("W007", whole.span, message, "changes nothing", "use it or leave it out")
        for node in self._script.parameters:
            if node.name.text not in self._values.used and node.name.text not in members:
                message = f"parameter '{node.name.text}' is never used"
                self._findings.add("W007", node.name.span, message, "changes nothing", "use or remove it")
        for let in all_lets(self._script):
            if let.name.text not in self._values.used:
                message = f"'{let.name.text}' is never used"
                self._findings.add("W014", let.name.span, message, "nobody needs it", "use or remove it")
