"""A Program's tables while they grow, for both dialects; at the end registers are laid out."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ..program import I32, Named, Program, Rule, Span, Unit
from ..syntax.tree import Subject
from .emitting import Layout
from .lowering import Lowering


@dataclass(frozen=True)
class Root:
    """What a Program takes from its root script; rules' registers are not laid out yet."""

    name: str
    n_inputs: int
    body: str
    start: str
    ground: str
    fall: Rule | None
    goal: Rule | None
    limp: bool = False
    props: tuple[tuple[int, Subject], ...] = ()


@dataclass
class Tables:
    """The tables of `Program`; registers are those of `lowering.register`."""

    phases: list[list[int]] = field(default_factory=list)
    phase_names: list[str] = field(default_factory=list)
    phase_keys: list[str] = field(default_factory=list)
    phase_spans: list[Span] = field(default_factory=list)
    transitions: list[list[int]] = field(default_factory=list)
    transition_spans: list[Span] = field(default_factory=list)
    statements: list[list[int]] = field(default_factory=list)
    statement_keys: list[str] = field(default_factory=list)
    statement_spans: list[Span] = field(default_factory=list)
    args: list[int] = field(default_factory=list)
    refs: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    call_args: list[int] = field(default_factory=list)
    lets: list[Named] = field(default_factory=list)
    _name_rows: dict[str, int] = field(default_factory=dict)

    def name(self, name: str) -> int:
        """The index of a name, new or known."""
        index = self._name_rows.setdefault(name, len(self.names))
        if index == len(self.names):
            self.names.append(name)
        return index

    def program(self, out: Lowering, units: tuple[Unit, ...], root: Root, notes: tuple[str, ...]) -> Program:
        """Lay out the registers and make the Program."""
        n_frame = max(len(u.parameters) for u in units)
        layout = Layout(
            len(out.params),
            len(out.defaults),
            root.n_inputs,
            n_frame,
            len(out.senses),
            len(self.lets),
            out.n_kept,
        )
        index = layout.index
        for phase in self.phases:
            phase[1] = index(phase[1])
        for transition in self.transitions:
            transition[2] = index(transition[2])
        rules = [Rule(r.first, r.last, index(r.value)) if r else None for r in (root.fall, root.goal)]
        return Program(
            name=root.name,
            units=units,
            params=np.array(out.params + out.defaults, dtype=np.float64),
            slots=(*out.slots, *out.default_slots),
            n_defaults=len(out.defaults),
            n_inputs=root.n_inputs,
            n_frame=n_frame,
            n_sensed=len(out.senses),
            n_temps=len(self.lets) + out.n_kept + out.n_temps,
            code=_table([list(layout.row(row)) for row in out.code], 4),
            senses=tuple(out.senses),
            curves=tuple(out.curves),
            phase_names=tuple(self.phase_names),
            phases=_table(self.phases, 12),
            transitions=_table(self.transitions, 6),
            statements=_table(self.statements, 5),
            args=np.array([index(a) for a in self.args], dtype=np.int32),
            refs=np.array(self.refs, dtype=np.int32),
            names=tuple(self.names),
            call_args=np.array([index(a) for a in self.call_args], dtype=np.int32),
            fall=rules[0],
            goal=rules[1],
            body=root.body,
            start=root.start,
            ground=root.ground,
            limp=root.limp,
            props=root.props,
            statement_keys=tuple(self.statement_keys),
            phase_keys=tuple(self.phase_keys),
            statement_spans=tuple(self.statement_spans),
            transition_spans=tuple(self.transition_spans),
            phase_spans=tuple(self.phase_spans),
            notes=notes,
            n_counters=out.n_counters,
            lets=tuple(self.lets),
        )


def _table(rows: list[list[int]], width: int) -> I32:
    return np.array(rows, dtype=np.int32).reshape(-1, width)
