"""PARAMS: parameters that belong together, declared once and taken or handed on whole.

``PARAMS style(knee = 0, bend = 0)`` declares a group. ``style.*`` among the parameters of a SKILL takes
its members, ``style.*`` among the arguments of a DO hands them on by their names. A group is known in the
file that declares it and in every skill that calls that file, directly or through others: whoever can hand
a group on can take it. After `resolve` there are only plain parameters and arguments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..diagnostics import Findings
from ..program import Span
from .cursor import shorten
from .lets import known
from .tree import Argument, Do, Group, Name, ParameterNode, Phase, Ref, Script, Statement, Whole

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
