"""What a script declares by name: parameters, groups of them (PARAMS), values (LET).

``PARAMS style(knee = 0, bend = 0)`` declares a group. ``style.*`` among the parameters of a SKILL takes
its members, ``style.*`` among the arguments of a DO hands them on by their names. A group is known in the
file that declares it and in every skill that calls that file, directly or through others: whoever can hand
a group on can take it. After `resolve` there are only plain parameters and arguments.

A LET is known from its line on: one at the head in the rest of the script, one of a phase in the rest of
that phase. It can only use what stands above it, so there are no circles. One with arguments is written out
wherever it is used.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ..diagnostics import Findings
from ..program import Span
from .expression_tree import Call, Curve, Expr, Ref, walk
from .expressions import ExpressionParser
from .tokens import Recover, Token, shorten
from .tree import Argument, Do, Group, Let, Name, ParameterNode, Phase, Script, Skill, Statement, Whole


class ParameterParser(ExpressionParser):
    """Reads what a skill takes."""

    def skill_line(self, token: Token) -> Skill:
        """``SKILL name(parameters)``, behind its first word."""
        name = Name("", self.span_of(token))
        written: list[ParameterNode | Whole] = []
        broken = True
        try:
            name = self.path("the skill's name")
            if opened := self.take("("):
                self._parameters(opened, written)
            broken = False
        except Recover:
            self.skip_statement()
        parameters = tuple(node for node in written if isinstance(node, ParameterNode))
        return Skill(self.span_from(token.start), name, tuple(written), parameters, broken)

    def group(self, token: Token, what: str = "group") -> Group:
        """``PARAMS name(parameters)`` or ``PRESET …``, behind its first word; it takes no other group."""
        name = self.name(f"the name of the {what}")
        written: list[ParameterNode | Whole] = []
        self._parameters(self.expect("(", f"the {what}'s name"), written)
        whole = next((node for node in written if isinstance(node, Whole)), None)
        if whole is not None:
            message, help = f"a {what} cannot hold a group", "write its parameters here one by one"
            self.findings.add("E076", whole.span, message, "a group", help)
        parameters = tuple(node for node in written if isinstance(node, ParameterNode))
        return Group(self.span_from(token.start), name, parameters)

    def whole(self) -> Whole | None:
        """``name.*``, if that is what stands here."""
        if self.peek().text != "." or self.peek(2).text != "*":
            return None
        name = self.name("the name of a group")
        self.advance()
        self.advance()
        return Whole(self.span_from(name.span.start), name)

    def _parameters(self, opened: Token, parameters: list[ParameterNode | Whole]) -> None:
        if self.take(")"):
            return
        while True:
            if len(parameters) == MAX_PARAMETERS:
                message = f"a skill has at most {MAX_PARAMETERS} parameters"
                help = "give the rest as numbers in the script, or to the skills it calls"
                self.findings.add("E071", self.span_of(self.token), message, "one too many", help)
                raise Recover
            if whole := self.whole():
                parameters.append(whole)
                if not self.take(","):
                    break
                continue
            name = self.name("the name of a parameter")
            if not self.take("="):
                message = f"parameter '{shorten(name.text)}' has no default"
                help = f"write '{shorten(name.text)} = 0'"
                self.findings.add("E029", name.span, message, "needs a default", help, self.insert(" = 0"))
                raise Recover
            default = self.inner()
            parameters.append(ParameterNode(self.span_from(name.span.start), name, default))
            if not self.take(","):
                break
        self.close(opened)


MAX_PARAMETERS = 200  # of one skill: every call hands over all of them
MAX_HANDED_ON = 20_000  # members of groups in all calls of scripts that are compiled together


def resolve(
    scripts: Sequence[Script], calls: Mapping[int, Mapping[str, int]], findings: Sequence[Findings]
) -> tuple[Script, ...]:
    """Scripts with all groups written out.

    Args:
        scripts: Scripts that call each other, without circles.
        calls: Unit -> called name -> unit of the callee.
        findings: Per unit: where mistakes are noted.
    """
    if not any(script.groups or _wholes(script) for script in scripts):
        return tuple(scripts)
    return _Resolving(scripts, calls, findings).run()


def _wholes(script: Script) -> list[Whole]:
    """Every ``name.*`` of a script."""
    taken = script.skill.takes if script.skill else ()
    dos = (s for phase in script.phases for s in phase.statements if isinstance(s, Do))
    return [*taken, *(whole for do in dos for whole in do.wholes)]


class _Resolving:
    def __init__(
        self, scripts: Sequence[Script], calls: Mapping[int, Mapping[str, int]], findings: Sequence[Findings]
    ) -> None:
        self._scripts = list(scripts)
        self._calls = calls
        self._findings = findings
        self._known: dict[int, dict[str, tuple[Group, ...]]] = {}
        self._handed_on = 0

    def run(self) -> tuple[Script, ...]:
        for unit in range(len(self._scripts)):
            self._resolve(unit)
        return tuple(self._scripts)

    def _resolve(self, unit: int) -> dict[str, tuple[Group, ...]]:
        """Write out the groups of a script, after those of what it calls; returns the groups it knows."""
        if unit in self._known:
            return self._known[unit]
        found: dict[str, dict[Span, Group]] = {}
        for callee in self._calls.get(unit, {}).values():
            for name, groups in self._resolve(callee).items():
                found.setdefault(name, {}).update({g.span: g for g in groups})
        for group in self._scripts[unit].groups:
            found[group.name.text] = {group.span: group}
        self._known[unit] = {name: tuple(groups.values()) for name, groups in found.items()}
        self._scripts[unit] = self._taken(self._scripts[unit])
        self._scripts[unit] = self._handed(self._scripts[unit])
        return self._known[unit]

    def _group(self, script: Script, whole: Whole) -> Group | None:
        """The group that is meant; None, and a note, where there is none or more than one."""
        groups = self._known[script.unit].get(whole.name.text, ())
        if len(groups) == 1:
            return groups[0]
        findings, name = self._findings[script.unit], shorten(whole.name.text)
        if groups:
            files = " and ".join(self._scripts[g.span.unit].source.name for g in groups)
            help = "rename one of them, or declare the group here: PARAMS …"
            findings.add("E076", whole.span, f"there are groups '{name}' in {files}", "which one?", help)
        elif not findings.items:  # a skill that could not be loaded may be the one that has it
            help, edit = findings.suggest(whole.name.span, whole.name.text, list(self._known[script.unit]))
            if edit is None:
                help = f"declare it here or in a skill that this one calls: PARAMS {name}(…)"
            findings.add("E076", whole.span, f"there is no group '{name}'", "unknown group", help, edit)
        return None

    def _taken(self, script: Script) -> Script:
        """A script whose skill has the members of the groups it takes among its parameters."""
        skill = script.skill
        if skill is None or not skill.takes:
            return script
        own = {node.name.text for node in skill.written if isinstance(node, ParameterNode)}
        parameters: list[ParameterNode] = []
        broken = skill.broken
        for node in skill.written:
            if isinstance(node, ParameterNode):
                parameters.append(node)
                continue
            group = self._group(script, node)
            broken = broken or group is None
            for member in group.parameters if group else ():
                if member.name.text not in own:
                    own.add(member.name.text)
                    parameters.append(member)
        if len(parameters) > MAX_PARAMETERS:
            message = f"a skill has at most {MAX_PARAMETERS} parameters, and with its groups this has more"
            help = "take smaller groups, or give the rest to the skills it calls"
            self._findings[script.unit].add("E071", skill.takes[-1].span, message, "too many", help)
            return replace(script, skill=replace(skill, broken=True))
        return replace(script, skill=replace(skill, parameters=tuple(parameters), broken=broken))

    def _handed(self, script: Script) -> Script:
        """A script whose calls have an argument for each member of the groups they hand on."""
        if not any(do.wholes for p in script.phases for do in p.statements if isinstance(do, Do)):
            return script
        phases = (self._phase(script, phase) for phase in script.phases)
        return replace(script, phases=tuple(phases))

    def _phase(self, script: Script, phase: Phase) -> Phase:
        def whole(statement: Statement) -> Statement:
            return self._do(script, phase, statement) if isinstance(statement, Do) else statement

        return replace(phase, statements=tuple(whole(s) for s in phase.statements))

    def _do(self, script: Script, phase: Phase, do: Do) -> Do:
        args = list(do.args)
        given = {arg.name.text for arg in do.args if arg.name}
        for whole in do.wholes:
            group = self._group(script, whole)
            names = [m.name.text for m in group.parameters] if group else []
            names = [name for name in names if name not in given]
            given.update(names)
            self._handed_on += len(names)
            if self._handed_on > MAX_HANDED_ON:
                message = f"calls hand on more than {MAX_HANDED_ON:,} parameters"
                self._findings[script.unit].add("E071", whole.span, message, "too many", "call less")
                break
            if self._fits(script, phase, do, whole, names):
                args += (_argument(name, whole) for name in names)
        return replace(do, args=tuple(args), wholes=())

    def _fits(self, script: Script, phase: Phase, do: Do, whole: Whole, names: Sequence[str]) -> bool:
        """Whether the members have a value here, and the callee wants them; notes the first that does not."""
        if script.skill is None or script.skill.broken:
            return True
        here = {p.name.text for p in script.parameters} | set(known(script, phase))
        unit = self._calls.get(script.unit, {}).get(do.path.text)
        callee = None if unit is None else self._scripts[unit]
        wanted = {p.name.text for p in callee.parameters} if callee else set(names)
        findings = self._findings[script.unit]
        for name in names:
            if name not in here:
                help = f"take the group: SKILL …({whole.name.text}.*); or give it: {name} = …"
                message = f"'{whole.name.text}.*' hands on '{shorten(name)}', which has no value here"
                findings.add("E077", whole.span, message, f"'{shorten(name)}' is not known", help)
                return False
            if name not in wanted and not (callee and callee.skill and callee.skill.broken):
                message = f"'{do.path.text}' has no parameter '{shorten(name)}' of '{whole.name.text}.*'"
                help = f"let it take the group, or hand on its parameters one by one: {name} = {name}"
                findings.add("E077", whole.span, message, "does not fit", help)
                return False
        return True


def _argument(name: str, whole: Whole) -> Argument:
    """``name = name``, written as part of a group."""
    word = Name(name, whole.span)
    return Argument(whole.span, word, Ref(whole.span, (word,)))


Lets = Mapping[str, Let]
PASSING = frozenset({"time", "phi", "complete", "returns"})  # what starts over with a phase
MAX_NESTED = 4  # LETs with arguments inside each other
MAX_LET_PIECES = 40  # values and operators of a LET with arguments: it is written out at every use


def known(script: Script, phase: Phase | None = None) -> dict[str, Let]:
    """The LETs of a script's head and of one of its phases, by name, in the order of the text."""
    return {let.name.text: let for let in (*script.lets, *(phase.lets if phase else ()))}


def all_lets(script: Script) -> tuple[Let, ...]:
    """Every LET of a script, in the order of the text."""
    return (*script.lets, *(let for phase in script.phases for let in phase.lets))


def uses(expr: Expr, lets: Lets) -> Iterator[str]:
    """The names of the LETs that stand in an expression."""
    for node in walk(expr):
        name = node.function.text if isinstance(node, Call) else node.text if isinstance(node, Ref) else ""
        if name in lets:
            yield name


def needed(expr: Expr, lets: Lets, have: Collection[str] = ()) -> list[Let]:
    """The LETs that an expression rests on, directly or through others, in the order of the text.

    Args:
        expr: The expression.
        lets: The LETs that are known there.
        have: Names of those that are left out, with all that they rest on.
    """
    found: set[str] = set()
    waiting = [expr]
    while waiting:
        for name in uses(waiting.pop(), lets):
            if name not in found and name not in have:
                found.add(name)
                if lets[name].when is None:  # what is kept is read, not computed
                    waiting.append(lets[name].value)
    return [let for name, let in lets.items() if name in found]


@dataclass(frozen=True)
class Scope:
    """The LETs that are known in one place, by name, in the order of the text."""

    lets: Lets

    @cached_property
    def _passing(self) -> dict[str, frozenset[str]]:
        found: dict[str, frozenset[str]] = {}
        for name, let in self.lets.items():
            rests = frozenset() if let.when else self._own(let.value)
            inside = () if let.when else uses(let.value, self.lets)
            found[name] = rests.union(*(found.get(n, ()) for n in inside))
        return found

    @staticmethod
    def _own(expr: Expr) -> frozenset[str]:
        nodes = list(walk(expr))
        names = {node.text for node in nodes if isinstance(node, Ref)} & PASSING
        return frozenset(names | ({"phi"} if any(isinstance(node, Curve) for node in nodes) else set()))

    def passing(self, expr: Expr) -> frozenset[str]:
        """What of `PASSING` an expression rests on, through LETs too; a curve runs over phi."""
        return self._own(expr).union(*(self._passing[name] for name in uses(expr, self.lets)))

    @cached_property
    def depths(self) -> dict[str, int]:
        """How many LETs with arguments stand inside each other, itself included; 0 for one without."""
        found: dict[str, int] = {}
        for name, let in self.lets.items():
            inside = max((found.get(other, 0) for other in uses(let.value, self.lets)), default=0)
            found[name] = inside + 1 if let.args else 0
        return found
