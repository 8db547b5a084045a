"""A script as the page's editors see it: every phase, statement, number, with its place in the text."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from footfall.control.columns import PHASE_CALLEE
from footfall.script import Program, Source, is_classic, parse
from footfall.script.program import Mark, Slot
from footfall.script.statements import BY_WORD, UNITS
from footfall.script.syntax.expression_tree import Curve, Expr, Literal, Ref, walk
from footfall.script.syntax.tree import Action, Do, Name, Phase, Script, Subject, To
from footfall.studio.editing.literals import knot_kinds, literals, waiting
from footfall.studio.editing.offsets import Offsets
from footfall.studio.editing.sliders import slider
from footfall.studio.protocol import replies as r


def outline(program: Program, version: int, values: Mapping[str, float]) -> r.Program:
    """What the editors need of a compiled script.

    Args:
        program: The script.
        version: Of its text.
        values: Live parameters, SI units.
    """
    return _Outline(program).reply(version, values)


class _Outline:
    def __init__(self, program: Program) -> None:
        self.program, self.unit = program, program.units[0]
        self.text = self.unit.text
        self.at = Offsets(self.text)
        self.source = Source(self.unit.name, self.unit.path, self.text)
        self.classic = not self.unit.modern or is_classic(self.unit.path or self.unit.name)
        self.script: Script | None = None if self.classic else parse(self.source)
        self.literals = {lit.number.start: lit for lit in literals(self.script)} if self.script else {}
        slots = {s.span.start: s for s in program.slots if s.span.unit == 0 and s.span.start < s.span.end}
        if self.script:  # knots of curves are no parameters of the program, and numbers all the same
            kinds = knot_kinds(self.script)
            for start, lit in self.literals.items():
                slots.setdefault(start, Slot(lit.number, "curve", kinds.get(start, "number"), lit.factor))
        ordered = sorted(slots)
        self.index = {start: n for n, start in enumerate(ordered)}
        self.numbers = tuple(self._number(slots[start]) for start in ordered)

    def reply(self, version: int, values: Mapping[str, float]) -> r.Program:
        phases = self._phases() if self.script else self._classic_phases()
        moves = tuple(self._moves()) if self.script else self._classic_moves()
        return r.Program(
            version=version,
            name=self.program.name,
            doc=self.unit.doc,
            body=self.program.body,
            classic=self.classic,
            phases=phases,
            transitions=moves,
            parameters=self._parameters(values),
            numbers=self.numbers,
            lets=self._lets(),
            presets=self._presets(),
        )

    # -- numbers ----------------------------------------------------------------------------------

    def _number(self, slot: Slot) -> r.Number:
        literal = self.literals.get(slot.span.start)
        value = literal.value if literal else float(self.text[slot.span.start : slot.span.end])
        low, high = slider(slot, value * slot.factor)
        return r.Number(
            start=self.at.page(slot.span.start),
            end=self.at.page(slot.span.end),
            whole_end=self.at.page(literal.span.end if literal else slot.span.end),
            value=value,
            unit=literal.unit if literal else "",
            kind=slot.kind,
            label=slot.label,
            low=low / slot.factor,
            high=high / slot.factor,
            mark=_mark(slot.mark),
        )

    def _find(self, expr: Expr | None) -> int:
        """Index of the number that an expression is, -1 when it is something else."""
        return self.index.get(expr.number.start, -1) if isinstance(expr, Literal) else -1

    def _parameters(self, values: Mapping[str, float]) -> tuple[r.ParameterInfo, ...]:
        rows = []
        for p in self.unit.parameters:
            slot = self.program.slots[p.slot]
            default = float(self.program.params[p.slot])
            low, high = slider(slot, default)
            rows.append(
                r.ParameterInfo(
                    name=p.name,
                    kind=p.kind,
                    value=values.get(p.name, default),
                    default=default,
                    low=low,
                    high=high,
                    number=self.index.get(slot.span.start, -1) if slot.span.unit == 0 else -1,
                )
            )
        return tuple(rows)

    def _presets(self) -> tuple[r.PresetInfo, ...]:
        return tuple(
            r.PresetInfo(
                name=preset.name,
                values=tuple(r.PresetValue(parameter=k, value=v) for k, v in preset.values.items()),
            )
            for preset in self.program.presets
        )

    def _lets(self) -> tuple[r.LetInfo, ...]:
        own = (let for let in self.program.lets if let.unit == 0)
        return tuple(r.LetInfo(name=x.name, phase=x.phase, unit=UNITS.get(x.kind, "")) for x in own)

    # -- phases -----------------------------------------------------------------------------------

    def _phases(self) -> tuple[r.PhaseInfo, ...]:
        assert self.script is not None
        return tuple(self._phase(phase) for phase in self.script.phases)

    def _phase(self, phase: Phase) -> r.PhaseInfo:
        waits = [waiting(s.when) for s in phase.statements if isinstance(s, To)]
        wait = next((w for w in waits if w is not None), None)
        return r.PhaseInfo(
            name=phase.name.text,
            name_start=self.at.page(phase.name.span.start),
            name_end=self.at.page(phase.name.span.end),
            start=self.at.page(phase.span.start),
            end=self.at.page(phase.span.end),
            line=self._line(phase.span.start),
            end_line=self._line(phase.span.end),
            calls=next((s.path.text for s in phase.statements if isinstance(s, Do)), ""),
            lasts=self._find(phase.lasts),
            duration=self._find(wait),
            duration_parameter=wait.text if isinstance(wait, Ref) else "",
            actions=tuple(self._actions(phase)),
        )

    def _actions(self, phase: Phase) -> Iterator[r.ActionInfo]:
        for action in phase.statements:
            if isinstance(action, Do):
                yield from self._arguments(action)
            if not isinstance(action, Action):
                continue
            for subject in action.subjects:
                yield r.ActionInfo(
                    word=action.word.text,
                    subject=subject.name.text if subject.name else "",
                    keep=action.keep is not None,
                    start=self.at.page(subject.span.start),
                    end=self.at.page(subject.span.end),
                    line=self._line(subject.span.start),
                    values=tuple(self._values(action.word, subject)),
                )

    def _arguments(self, call: Do) -> Iterator[r.ActionInfo]:
        """What a call is given, by name: a style is a call with curves."""
        for argument in call.args:
            if argument.name is not None:
                span = argument.value.span
                yield r.ActionInfo(
                    word="DO",
                    subject=argument.name.text,
                    keep=False,
                    start=self.at.page(argument.name.span.start),
                    end=self.at.page(span.end),
                    line=self._line(span.start),
                    values=(self._value("argument", "number", argument.value),),
                )

    def _values(self, word: Name, subject: Subject) -> Iterator[r.Value]:
        row = BY_WORD.get(word.text)
        if row is None:
            return
        for arg, expr in zip(row.args, subject.args, strict=False):
            yield self._value(arg.name, arg.kind, expr)
        known = {c.name: c for c in row.clauses}
        for clause in subject.clauses:
            for arg, expr in zip(known[clause.name.text].args, clause.args, strict=False):
                yield self._value(f"{clause.name.text}.{arg.name}", arg.kind, expr)

    def _value(self, argument: str, kind: str, expr: Expr) -> r.Value:
        knots: tuple[r.Knot, ...] = ()
        if isinstance(expr, Curve):
            knots = tuple(r.Knot(x=self._find(x), y=self._find(y)) for x, y in expr.knots)
        return r.Value(
            argument=argument,
            kind=kind,
            start=self.at.page(expr.span.start),
            end=self.at.page(expr.span.end),
            number=self._find(expr),
            text=self.text[expr.span.start : expr.span.end],
            knots=knots,
        )

    # -- transitions ------------------------------------------------------------------------------

    def _moves(self) -> Iterator[r.Transition]:
        assert self.script is not None
        places = {phase.name.text: k for k, phase in enumerate(self.script.phases)}
        for k, phase in enumerate(self.script.phases):
            for to in phase.statements:
                if isinstance(to, To):
                    yield self._move(to, k, places)
        for to in self.script.always:
            yield self._move(to, -1, places)

    def _move(self, to: To, source: int, places: Mapping[str, int]) -> r.Transition:
        numbers = tuple(self._find(e) for e in walk(to.when) if isinstance(e, Literal))
        return r.Transition(
            source=source,
            target=places.get(to.target.text, -1),
            swap=to.swap,
            when=" ".join(self.text[to.when.span.start : to.when.span.end].split()),
            start=self.at.page(to.span.start),
            end=self.at.page(to.span.end),
            line=self._line(to.span.start),
            numbers=numbers,
        )

    # -- the classic dialect, from the compiled script -----------------------------------------------

    def _classic_phases(self) -> tuple[r.PhaseInfo, ...]:
        first, last = self.unit.phases
        rows = []
        for k in range(first, last):
            span, callee = self.program.phase_spans[k], int(self.program.phases[k, PHASE_CALLEE])
            start, end = self.at.page(span.start), self.at.page(span.end)
            rows.append(
                r.PhaseInfo(
                    name=self.program.phase_names[k],
                    name_start=start,
                    name_end=start,
                    start=start,
                    end=end,
                    line=self._line(span.start),
                    end_line=self._line(span.end),
                    calls=self.program.units[callee].name if callee >= 0 else "",
                    lasts=-1,
                    duration=-1,
                    duration_parameter="",
                    actions=(),
                )
            )
        return tuple(rows)

    def _classic_moves(self) -> tuple[r.Transition, ...]:
        first, last = self.unit.phases
        rows = []
        for row, span in zip(self.program.transitions.tolist(), self.program.transition_spans, strict=True):
            if span.unit != 0:
                continue
            target, source = int(row[3]), int(row[5])
            inside = range(first, last)
            rows.append(
                r.Transition(
                    source=source - first if source in inside else -1,
                    target=target - first if target in inside else -1,
                    swap=bool(row[4]),
                    when=" ".join(self.text[span.start : span.end].split()),
                    start=self.at.page(span.start),
                    end=self.at.page(span.end),
                    line=self._line(span.start),
                    numbers=(),
                )
            )
        return tuple(rows)

    def _line(self, offset: int) -> int:
        return self.source.position(min(offset, len(self.text)))[0]


def _mark(mark: Mark | None) -> r.MarkInfo | None:
    return None if mark is None else r.MarkInfo(std=mark.std, lo=_finite(mark.lo), hi=_finite(mark.hi))


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
