"""One classic script as the text of a modern skill."""

from __future__ import annotations

from pathlib import Path

from ..classic.assembly import BODY, START
from ..classic.checks import filling
from ..classic.loading import Project, reachable
from ..classic.tree import Call, Linterp, Phase, Script, Value
from ..format import format_text
from .comments import Key, PhaseComments, comments_of
from .conditions import Conditions
from .flow import Flow
from .notes import Notes
from .statements import Statements
from .values import Expressions, Possible, constant, number, rounded
from .words import parameter_names

_NEVER = "FALL time < 0  # never: classic scripts lie down on purpose"

_NOISE = 1e-12  # rounding of a computed argument, not worth a word


class Writer:
    """Writes one script.

    Args:
        project: All scripts.
        unit: Which one.
        skills: New names of what is called, by (unit, start).
    """

    def __init__(self, project: Project, unit: int, skills: dict[tuple[int, int], str]) -> None:
        self._project = project
        self._script: Script = project.scripts[unit]
        self._skills = skills
        self._names = parameter_names(p.text for p in self._script.parameters)
        self._expressions = Expressions(self._names)
        self.notes = Notes(self._script)
        self._conditions = Conditions(self._expressions, self.notes)
        self._possible = Possible(project)
        self._statements = Statements(self._expressions, Flow(project), self._possible, self.notes)

    def text(self, name: str, start: int) -> str:
        """The skill, in canonical layout.

        Args:
            name: What it is called.
            start: The phase it begins with.
        """
        lines = [*self._header(name), ""]
        comments = comments_of(self._script)
        reached = reachable(self._script, start)
        order = [start, *(p for p in range(len(self._script.phases)) if p != start)]
        for position in order:
            phase = self._script.phases[position]
            if position in reached:
                lines += [*self._phase(position, phase, comments[position]), ""]
            else:
                message = f"phase {position} is never reached; left out"
                lines += [self.notes.add(phase.span, message), ""]
        return format_text("\n".join(lines), name=name)

    def _header(self, name: str) -> list[str]:
        script = self._script
        for old, new in self._names.items():
            if old != new:
                span = next(p.span for p in script.parameters if p.text == old)
                self.notes.add(span, f"the parameter '{old}' is called '{new}' now")
        doc = [f"## {line}".rstrip() for line in script.doc.splitlines()]
        parameters = ", ".join(f"{name} = 0" for name in self._names.values())
        doc = doc or [f"## Converted from {Path(script.source.name).name}."]
        lines = [*doc, f"SKILL {name}({parameters})"]
        lines += [f"BODY {BODY}", f"START {START}", "IDLE limp"]
        if script.torque_limit:
            limit = number(abs(script.torque_limit.value))
            lines.append(f"LIMIT {limit}  # N m, also for what comes after it")
        return [*lines, _NEVER]

    def _phase(self, position: int, phase: Phase, comments: PhaseComments) -> list[str]:
        head = f"PHASE {phase_name(position)}"
        out = [*comments.above.get(("phase", 0), []), _beside(head, comments, ("phase", 0))]
        if phase.call:
            if phase.acts:
                message = "a phase that calls a script does not execute its actions; left out"
                out.append(self.notes.add(phase.acts[0].span, message))
            out += self._call(position, phase.call, comments)
        else:
            for line in self._statements.lines(position, phase):
                keys: list[Key] = [("act", i) for i in line.acts]
                for key in keys:
                    out += comments.above.get(key, [])
                out += line.comments
                if line.text:
                    out.append(_beside(line.text, comments, *keys))
        for i, transition in enumerate(phase.transitions):
            out += comments.above.get(("to", i), [])
            condition, comment = self._conditions.condition(transition, phase)
            out += [comment] if comment else []
            if condition:
                target = "end" if transition.target < 0 else phase_name(transition.target)
                out.append(_beside(f"TO {target} WHEN {condition};", comments, ("to", i)))
        return out + comments.last

    def _call(self, position: int, call: Call, comments: PhaseComments) -> list[str]:
        unit = self._project.callees[self._script.unit, position]
        callee = self._project.scripts[unit]
        out = comments.above.get(("do", 0), [])
        arguments = [self._argument(value, call, out) for value in call.args]
        if len(arguments) < len(callee.parameters):
            filler = arguments[-1] if filling(call, callee) == "previous" else "0"
            arguments += [filler] * (len(callee.parameters) - len(arguments))
        text = f"DO {self._skills[unit, call.start]}({', '.join(arguments)});"
        return [*out, _beside(text, comments, ("do", 0))]

    def _argument(self, value: Value, call: Call, comments: list[str]) -> str:
        """An argument as it arrives: the original handed it over with six decimals."""
        known = constant(value)
        if known is not None:
            if abs(rounded(known) - known) > _NOISE:
                message = f"{number(known)} is handed over with six decimals, as {number(rounded(known))}"
                comments.append(self.notes.add(value.span, message))
            return number(rounded(known))
        if isinstance(value, Linterp):
            message = "the linterp is handed over with six decimals; here in full"
            comments.append(self.notes.add(value.span, message))
        return self._expressions.text(value)


def phase_name(position: int) -> str:
    """The name of a phase: targets of the original count positions, whatever its labels say."""
    return f"p{position}"


def _beside(text: str, comments: PhaseComments, *keys: Key) -> str:
    """A line with the comments that stood behind it."""
    words = [comments.beside[key] for key in keys if key in comments.beside]
    return f"{text}  # {'; '.join(words)}" if words else text
