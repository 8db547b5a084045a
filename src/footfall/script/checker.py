"""Checks of a whole script: header, phases, parameters, transitions, what can be reached."""

from __future__ import annotations

from collections.abc import Sequence

from .check_flow import check_flow, joints
from .check_ranges import check_legal
from .check_statements import StatementChecker
from .check_things import check_things
from .check_values import Head, ValueChecker
from .cursor import KEYWORDS, OPERATOR_WORDS, shorten
from .diagnostics import Diagnostic, Edit, Findings
from .folding import fold
from .kinds import Kinds
from .lets import MAX_DEPTH, MAX_PIECES, all_lets
from .loading import Project
from .lowering import FUNCTIONS
from .names import JOINTS, PARTS
from .program import Span
from .senses import PLAIN
from .statements import TORQUE
from .tree import Action, Do, Expr, Let, Name, ParameterNode, Phase, Script, To, walk

_RESERVED = frozenset((*KEYWORDS, *OPERATOR_WORDS))
TAKEN = frozenset((*_RESERVED, *PLAIN, "com", "curve", *FUNCTIONS, *JOINTS, *PARTS))
_HIDE_PHASES = frozenset({"E024", "E025"})


def check_project(project: Project, kinds: Kinds) -> list[Diagnostic]:
    """All errors and warnings, script by script, each in the order of its text."""
    found: list[Diagnostic] = []
    for script, loading in zip(project.scripts, project.findings, strict=True):
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
        self._parameters()
        check_things(script, self._findings, self._values, TAKEN)
        if script.limit:
            check_legal(TORQUE, script.limit, "LIMIT", self._findings)
        self._let_names()
        for let in script.lets:
            self._let(let, None if let.when else Head())
            if let.when:
                self._values.condition(let.when, None)
        for rule in (script.fall, script.goal):
            if rule:
                self._values.condition(rule, None)
        self._phase_names()
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

    # Parameters and phases

    def _parameters(self) -> None:
        script = self._script
        written = script.skill.written if script.skill else ()
        self._own_parameters([node for node in written if isinstance(node, ParameterNode)])
        seen: set[str] = set()
        for group in script.groups:
            if group.name.text in seen:
                message = f"there are two groups '{shorten(group.name.text)}'"
                help = "rename or remove one of them"
                self._findings.add("E076", group.name.span, message, "the second", help)
            seen.add(group.name.text)
            self._own_parameters(group.parameters)

    def _own_parameters(self, parameters: Sequence[ParameterNode]) -> None:
        """Check parameters that stand in this script: those of groups of others are checked there."""
        seen: set[str] = set()
        for node in parameters:
            name = node.name
            if name.text in TAKEN:
                self._reserved(name, "parameter")
            elif name.text in seen:
                message = f"there are two parameters '{shorten(name.text)}'"
                self._findings.add("E028", name.span, message, "the second", "rename or remove one of them")
            seen.add(name.text)
            self._values.default(node.default, name.text)

    def _reserved(self, name: Name, what: str) -> None:
        meaning = "a word of the language" if name.text in _RESERVED else "already something a script can use"
        message = f"a {what} cannot be called '{name.text}': it is {meaning}"
        help = f"call it 'my_{name.text}'"
        self._findings.add("E027", name.span, message, "taken", help, Edit(name.span, f"my_{name.text}"))

    def _let_names(self) -> None:
        """A LET's name must be new: to the skill at its head, to head and phase in a phase."""
        script = self._script
        taken = {p.name.text: "a parameter" for p in script.parameters}
        taken |= {prop.name.text: "a thing" for prop in script.props if prop.name}
        for let in script.lets:
            self._let_name(let, taken)
        for phase in script.phases:
            inside = dict(taken)
            for let in phase.lets:
                self._let_name(let, inside)

    def _let_name(self, let: Let, taken: dict[str, str]) -> None:
        name = let.name
        if name.text in TAKEN:
            self._reserved(name, "LET")
        elif name.text in taken:
            message = f"'{shorten(name.text)}' is already {taken[name.text]}"
            help = "one name, one meaning: call this value something else"
            self._findings.add("E075", name.span, message, "taken", help)
        taken.setdefault(name.text, "a LET")
        seen: set[str] = set()
        for arg in let.args:
            if arg.text in TAKEN:
                self._reserved(arg, "argument")
            elif arg.text in taken or arg.text in seen:
                message = f"'{shorten(arg.text)}' is already {taken.get(arg.text, 'an argument')}"
                self._findings.add("E075", arg.span, message, "taken", "call the argument something else")
            seen.add(arg.text)

    def _let(self, let: Let, phase: Phase | Head | None) -> None:
        """Check the value of a LET, in which its arguments are known."""
        self._values.arguments = frozenset(a.text for a in let.args)
        self._values.value(let.value, phase)
        self._values.arguments = frozenset()
        if not let.args:
            return
        depth = self._values.scope(phase).depths.get(let.name.text, 0)
        if depth > MAX_DEPTH or sum(1 for _ in walk(let.value)) > MAX_PIECES:
            message = f"'{shorten(let.name.text)}' is too long to be written out at every use"
            help = f"at most {MAX_PIECES} values and operators, and {MAX_DEPTH} such LETs inside each other"
            self._findings.add("E008", let.name.span, message, "too long", help)

    def _phase_names(self) -> None:
        seen: set[str] = set()
        for phase in self._script.phases:
            name = phase.name
            if name.text in _RESERVED:
                self._reserved(name, "phase")
            elif name.text in seen:
                message = f"there are two phases '{shorten(name.text)}'"
                self._findings.add("E026", name.span, message, "the second", "rename one of them")
            if name.text:
                seen.add(name.text)

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
                self._statements.call(statement, self._project.callee(self._script, statement), phase)
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
        for action in (s for s in phase.statements if isinstance(s, Action)):
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
