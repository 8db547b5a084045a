"""One classic script as the text of a modern skill."""

from __future__ import annotations

from pathlib import Path

from ..classic.loading import reachable
from ..classic.reader import BODY, START
from ..compile.bounds import fold
from ..syntax.expression_tree import Call, Expr
from ..syntax.format import format_text
from ..syntax.tree import Do, Phase, Project, Script
from .comments import Key, PhaseComments, comments_of
from .conditions import Conditions
from .flow import Flow
from .notes import Notes
from .statements import Statements
from .values import Expressions, Possible, number, rounded
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
        self._names = parameter_names(p.name.text for p in self._script.parameters)
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
                lines += [*self._phase(phase, comments[position]), ""]
            else:
                message = f"phase {position} is never reached; left out"
                lines += [self.notes.add(phase.span, message), ""]
        return format_text("\n".join(lines), name=name)

    def _header(self, name: str) -> list[str]:
        script = self._script
        for old, new in self._names.items():
            if old != new:
                span = next(p.span for p in script.parameters if p.name.text == old)
                self.notes.add(span, f"the parameter '{old}' is called '{new}' now")
        doc = [f"## {line}".rstrip() for line in script.doc.splitlines()]
        parameters = ", ".join(f"{name} = 0" for name in self._names.values())
        doc = doc or [f"## Converted from {Path(script.source.name).name}."]
        lines = [*doc, f"SKILL {name}({parameters})"]
        lines += [f"BODY {BODY}", f"START {START}", "IDLE limp"]
        if script.limit:
            limit = number(abs(script.limit.value))
            lines.append(f"LIMIT {limit}  # N m, also for what comes after it")
        return [*lines, _NEVER]

    def _phase(self, phase: Phase, comments: PhaseComments) -> list[str]:
        head = f"PHASE {phase_name(phase.name.text)}"
        out = [*comments.above.get(("phase", 0), []), _beside(head, comments, ("phase", 0))]
        if phase.call:
            if phase.actions:
                message = "a phase that calls a script does not execute its actions; left out"
                out.append(self.notes.add(phase.actions[0].span, message))
            out += self._call(phase.call, comments)
        else:
            for line in self._statements.lines(phase):
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
                target = phase_name(transition.target.text)
                out.append(_beside(f"TO {target} WHEN {condition};", comments, ("to", i)))
        return out + comments.last

    def _call(self, call: Do, comments: PhaseComments) -> list[str]:
        unit = self._project.callees[call.span]
        out = comments.above.get(("do", 0), [])
        notes: dict[str, None] = {}
        arguments = [self._argument(arg.value, notes) for arg in call.args]
        text = f"DO {self._skills[unit, call.start[0]]}({', '.join(arguments)});"
        return [*out, *notes, _beside(text, comments, ("do", 0))]

    def _argument(self, value: Expr, notes: dict[str, None]) -> str:
        """An argument as it arrives: the original handed it over with six decimals."""
        known = fold(value)
        if known is not None:
            if abs(rounded(known) - known) > _NOISE:
                message = f"{number(known)} is handed over with six decimals, as {number(rounded(known))}"
                notes[self.notes.add(value.span, message)] = None
            return number(rounded(known))
        if isinstance(value, Call):
            message = "the linterp is handed over with six decimals; here in full"
            notes[self.notes.add(value.span, message)] = None
        return self._expressions.text(value)


def phase_name(position: str) -> str:
    """The name of a phase: targets of the original count positions, whatever its labels say."""
    return position if position == "end" else f"p{position}"


def _beside(text: str, comments: PhaseComments, *keys: Key) -> str:
    """A line with the comments that stood behind it."""
    words = [comments.beside[key] for key in keys if key in comments.beside]
    return f"{text}  # {'; '.join(words)}" if words else text
