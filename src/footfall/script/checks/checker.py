"""Checks of a whole script: header, phases, transitions, and what on the way is never reached or left."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from ..compile.bounds import fold, truth
from ..compile.kinds import Kinds, arguments
from ..diagnostics import Diagnostic, Edit, Findings
from ..names import stem
from ..program import Span
from ..statements import BY_WORD, TORQUE
from ..syntax.declarations import MAX_LET_PIECES, MAX_NESTED, all_lets
from ..syntax.expression_tree import Expr, Ref, walk
from ..syntax.tokens import shorten
from ..syntax.tree import Do, Let, ParameterNode, Phase, Project, Script, Subject, To
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


_WAIT = "wait for something: a time, a contact, an angle"
_ANGLES = ("pitch", "roll", "yaw", "bearing")


def check_flow(script: Script, findings: Findings) -> None:
    """Note all warnings about the flow of a script that has no errors."""
    for phase in script.phases:
        _cannot_fire(phase.transitions, findings)
        _left_at_once(phase, findings)
    _cannot_fire(script.always, findings)
    for to in script.always:
        if truth(to.when):
            message = f"ALWAYS TO {to.target.text} holds at every moment: nothing else is ever done"
            findings.add("W013", to.when.span, message, "always true", _WAIT)
    _rule(script.fall, "FALL", "the body counts as fallen from the start", findings)
    _rule(script.goal, "GOAL", "every run is a success", findings)
    _unreachable(script, _never_left(script, findings), findings)
    _kept_for_ever(script, findings)


def _rule(condition: Expr | None, word: str, always: str, findings: Findings) -> None:
    """Warn about a rule that is decided before anything has happened."""
    decided = None if condition is None else truth(condition)
    if condition is None or decided is None:
        return
    senses = {e.text for e in walk(condition) if isinstance(e, Ref)}
    if word == "FALL" and not decided and senses <= {"time"}:
        return  # FALL time < 0 is how a script says that nothing counts as a fall
    message = f"{word} always holds: {always}" if decided else f"{word} can never hold"
    label = "always true" if decided else "always false"
    findings.add("W013", condition.span, message, label, _how_to_mend(condition))


def _cannot_fire(transitions: tuple[To, ...], findings: Findings) -> None:
    certain: To | None = None
    for to in transitions:
        span = to.when.span
        if certain is not None:
            message = (
                f"TO {to.target.text} can never fire: the one to '{certain.target.text}' always comes first"
            )
            help = "order is priority: put it above, or remove it"
            findings.add("W009", to.span, message, "never tested", help)
        elif truth(to.when) is False:
            message = f"TO {to.target.text} can never fire: its condition is always false"
            findings.add("W009", span, message, "always false", _how_to_mend(to.when))
        elif truth(to.when):
            certain = to


def _how_to_mend(condition: Expr) -> str:
    """What to say about a condition that is decided; phi above 1 and angles beyond pi are the usual cases."""
    names = [e for e in walk(condition) if isinstance(e, Ref)]
    if any(e.text == "phi" for e in names):
        return "phi ends at 1: write phi >= 1"
    if any(e.parts[-1].text in _ANGLES and len(e.parts) > 1 for e in names):
        return "angles of parts go from -pi to pi and wrap there: compare with a number between"
    return "change the condition, or remove the statement"


def _left_at_once(phase: Phase, findings: Findings) -> None:
    first = next((to for to in phase.transitions if truth(to.when) is not False), None)
    acts = any(not isinstance(s, To | Let) for s in phase.statements)
    if first is not None and truth(first.when) and acts:
        message = f"phase '{phase.name.text}' is left before it can act"
        help = "wait for something: 'time > 0.1', 'complete', a contact"
        findings.add("W011", first.when.span, message, "always true", help)


def _by_name(script: Script) -> dict[str, Phase]:
    return {p.name.text: p for p in script.phases}


def _reached(by_name: Mapping[str, Phase], start: list[str], known: Collection[str] = ()) -> set[str]:
    """The phases that some lead to, those that are `known` and what lies behind them left out."""
    waiting = list(start)
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in by_name and name not in reached and name not in known:
            reached.add(name)
            waiting += [to.target.text for to in by_name[name].transitions]
    return reached


def _never_left(script: Script, findings: Findings) -> set[str]:
    """Warn about phases without a way out; returns the phases whose being cut off that explains."""
    if not script.phases or script.always:
        return set()
    by_name = _by_name(script)
    reached = _reached(by_name, [script.phases[0].name.text])
    explained: set[str] = set()
    for phase, after in zip(script.phases, [*script.phases[1:], None], strict=True):
        name = phase.name.text
        if phase.transitions or not (name in reached or name in explained):
            continue
        cut_off = after is not None and not (after.name.text in reached or after.name.text in explained)
        if cut_off and after is not None:
            explained |= _reached(by_name, [after.name.text], explained)
            help = f"add 'TO {after.name.text} WHEN …;'"
            findings.add(
                "W010", phase.name.span, f"phase '{name}' is never left", "no TO in this phase", help
            )
        elif phase.lasts:
            message = f"phase '{name}' lasts a time and then goes nowhere"
            help = "add 'TO … WHEN phi >= 1;'"
            findings.add("W010", phase.name.span, message, "no TO in this phase", help)
    return explained


def _unreachable(script: Script, explained: set[str], findings: Findings) -> None:
    start = [script.phases[0].name.text] if script.phases else []
    reached = _reached(_by_name(script), start + [to.target.text for to in script.always])
    for phase in script.phases:
        name = phase.name.text
        if name not in reached and name not in explained:
            message = f"phase '{name}' is never reached"
            help = f"add 'TO {name} WHEN …;' to another phase, or remove it"
            findings.add("W001", phase.name.span, message, "no TO leads here", help)


def _kept_for_ever(script: Script, findings: Findings) -> None:
    """A kept servo that no other phase takes over stays on after the skill has returned.

    Where idle joints are limp, that is the point: a body that lets go of its poses falls.
    """
    if script.idle and script.idle.text == "limp":
        return
    ends = [to.target.text == "end" for p in script.phases for to in p.transitions]
    ends += [to.target.text == "end" for to in script.always]
    if not any(ends):
        return
    drivers: dict[str, set[str]] = {}  # joint -> the phases that move it
    for phase in script.phases:
        for joint in _driven(phase):
            drivers.setdefault(joint, set()).add(phase.name.text)
    for phase in script.phases:
        for span, joint in _kept(phase):
            if not drivers.get(stem(joint), set()) - {phase.name.text}:
                message = f"'{joint}' is kept and no other phase lets go of it"
                help = (
                    f"it stays so after the skill has returned: leave KEEP out, or end with POSE {joint}(0);"
                )
                findings.add("W012", span, message, "never released", help)


def _kept(phase: Phase) -> Iterator[tuple[Span, str]]:
    for action in phase.actions:
        for subject in action.subjects if action.keep else ():
            if subject.name and BY_WORD[action.word.text].subject != "text":  # a file is no joint
                yield subject.name.span, subject.name.text


def _driven(phase: Phase) -> Iterator[str]:
    """Stems of the joints that a phase's statements move (sides change with SWAP)."""
    for action in phase.actions:
        for subject in action.subjects:
            yield from (stem(name) for name in joints(action.word.text, subject))


def joints(word: str, subject: Subject) -> Iterator[str]:
    """The joints that a statement moves: its subject, and those of its clauses."""
    row = BY_WORD[word]
    if row.subject == "joint" and subject.name:
        yield subject.name.text
    for _, arg, expr in arguments(word, subject):
        if arg.kind == "joint" and not arg.seen and isinstance(expr, Ref):
            yield expr.text
