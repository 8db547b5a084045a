"""Instructions, registers and tables of one Program while they grow.

While compiling, a register is a region and an index: sizes of regions are known at the end, when registers
are laid out.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ..program import COUNTED, F64, I32, Mark, Named, Op, Preset, Program, Rule, Sense, Slot, Span, Unit
from ..source import Source
from ..statements import Arg
from ..syntax.tree import Subject
from .bounds import ANY, Range

PARAM, DEFAULT, INPUT, FRAME, SENSED, NAMED, KEPT, TEMP = range(8)
_SHIFT = 24
_INDEX = (1 << _SHIFT) - 1

MAX_CODE = 100_000  # instructions of a Program with LETs: the longest of the library has 2,000
_IMPURE = frozenset((Op.SENSE, Op.RANDOM, *COUNTED))  # the same twice is not the same


def register(region: int, index: int) -> int:
    """A register of a region, before the regions are laid out."""
    return region << _SHIFT | index


def is_kept(reg: int) -> bool:
    """Whether a register is a temp that no code range shares."""
    return reg >> _SHIFT == KEPT


class TooMuchCodeError(Exception):
    """A script whose LETs, written out, come to more than `MAX_CODE` instructions."""


class Emitter:
    """Appends instructions to code ranges, in each of which nothing is computed twice.

    The numbers of the text are `params`; those that it leaves out, `defaults`, follow them in the Program.

    Attributes:
        label: Name for the slots of the literals that are met.
        bounded: Whether the code may not grow beyond `MAX_CODE`.
    """

    def __init__(self) -> None:
        self.params: list[float] = []
        self.slots: list[Slot] = []
        self.defaults: list[float] = []
        self.default_slots: list[Slot] = []
        self.code: list[tuple[int, int, int, int]] = []
        self.senses: list[Sense] = []
        self.curves: list[F64] = []
        self.n_kept = 0
        self.n_counters = 0
        self.n_temps = 0
        self.label = ""
        self.bounded = False
        self._labels: dict[str, int] = {}
        self._slot_of: dict[Span, int] = {}
        self._sense_rows: dict[Sense, int] = {}
        self._constants: dict[float, int] = {}
        self._sensed_here: set[int] = set()
        self._computed: dict[tuple[int, int, int, int], int] = {}  # op and operands -> register of the result
        self._share = -1  # the register that SHARE named last
        self._temps_here = 0

    def begin(self) -> int:
        """Begin a code range: temps start over, nothing is known yet. Returns its first row."""
        self._sensed_here.clear()
        self._computed.clear()
        self._share = -1
        self._temps_here = 0
        return len(self.code)

    def keep(self) -> int:
        """A temp that no code range shares."""
        self.n_kept += 1
        return register(KEPT, self.n_kept - 1)

    def counter(self) -> int:
        """A counter of its own for COUNT, TICKS or PASSED."""
        self.n_counters += 1
        return self.n_counters - 1

    def emit(self, op: Op, a: int, b: int = -1, dst: int | None = None) -> int:
        """Append an instruction that writes a fresh temp, or `dst`; returns where it writes.

        A temp is written once in a code range, so what has been computed there is not computed again.
        """
        if dst is None:
            key = self._key(op, a, b)
            known = self._computed.get(key)
            if known is not None:
                return known
            dst = self.temp()
            if op not in _IMPURE:
                self._computed[key] = dst
        if self.bounded and len(self.code) >= MAX_CODE:
            raise TooMuchCodeError
        self.code.append((int(op), dst, a, b))
        return dst

    def _key(self, op: int, a: int, b: int) -> tuple[int, int, int, int]:
        return int(op), a, b, self._share if op == Op.BLEND else -1

    def temp(self) -> int:
        """A temp that the caller writes itself."""
        self._temps_here += 1
        self.n_temps = max(self.n_temps, self._temps_here)
        return register(TEMP, self._temps_here - 1)

    def blend(self, share: int, y0: int, y1: int) -> int:
        """y0 at share 0, y1 at share 1; several with one share name it once."""
        if (int(Op.BLEND), y0, y1, share) in self._computed:
            return self._computed[int(Op.BLEND), y0, y1, share]
        if self._share != share:
            self.emit(Op.SHARE, share, dst=register(TEMP, 0))
            self._share = share
        return self.emit(Op.BLEND, y0, y1)

    def send(self, value: int, to: int, since: tuple[int, int]) -> None:
        """Put a value into a register: by the instruction that computed it, or by one more.

        Args:
            value: Where the value is.
            to: The register.
            since: `extent` before it was computed.
        """
        first, temps = since
        last = self.code[-1] if len(self.code) > first else None
        key = self._key(last[0], last[2], last[3]) if last else None
        if last and key and self._computed.get(key) == value == last[1] >= register(TEMP, temps):
            self.code[-1] = (last[0], to, last[2], last[3])
            self._computed[key] = to
        else:
            self.emit(Op.MOV, value, dst=to)

    @property
    def extent(self) -> tuple[int, int]:
        """How much has been emitted so far."""
        return len(self.code), self._temps_here

    def slot(
        self,
        value: float,
        span: Span,
        kind: str,
        factor: float = 1.0,
        mark: Mark | None = None,
        legal: Range = ANY,
    ) -> int:
        """A parameter register for a number of the text, or a new one for a number that stands in no text."""
        if span.start == span.end or span not in self._slot_of:
            self._slot_of[span] = len(self.params)
            self.params.append(value)
            kind = "number" if kind == "truth" else kind
            self.slots.append(Slot(span, self._own_label(), kind, factor, mark, legal))
        return register(PARAM, self._slot_of[span])

    def _own_label(self) -> str:
        """The label, numbered when it is not the first."""
        count = self._labels[self.label] = self._labels.get(self.label, 0) + 1
        return self.label if count == 1 else f"{self.label} ({count})"

    def default(self, arg: Arg) -> int:
        """The register of an argument that is left out; -1 when it has no default.

        Its number stands in no text, so its slot has an empty span; it has a label as any other.
        """
        if arg.default is None:
            return -1
        self.defaults.append(arg.default)
        self.default_slots.append(Slot(Span(0, 0, 0), self._own_label(), arg.kind, legal=arg.range))
        own = register(DEFAULT, len(self.defaults) - 1)
        return self.emit(Op.MUL, own, self.sense(Sense("body", "", arg.of))) if arg.of else own

    def clamped(self, reg: int, low: float, high: float) -> int:
        """A register's value clamped between two numbers."""
        return self.emit(Op.MIN, self.emit(Op.MAX, reg, self.constant(low)), self.constant(high))

    def constant(self, value: float) -> int:
        """The slot of a number that does not stand in the text; its span is empty."""
        if value not in self._constants:
            self._constants[value] = len(self.params)
            self.params.append(value)
            self.slots.append(Slot(Span(0, 0, 0), f"bound {value:g}", "number"))
        return register(PARAM, self._constants[value])

    def sense(self, sense: Sense) -> int:
        """The register of something sensed, read once in a code range."""
        row = self._sense_rows.setdefault(sense, len(self.senses))
        if row == len(self.senses):
            self.senses.append(sense)
        dst = register(SENSED, row)
        if row not in self._sensed_here:
            self._sensed_here.add(row)
            self.emit(Op.SENSE, row, dst=dst)
        return dst


class Layout:
    """Turns registers of regions into indices of the one register file."""

    def __init__(self, *sizes: int) -> None:
        """Sizes of the regions, but the last, in their order."""
        self._offsets = [sum(sizes[:region]) for region in range(len(sizes) + 1)]

    def index(self, reg: int) -> int:
        """The register's index; -1 (none) stays."""
        return reg if reg < 0 else self._offsets[reg >> _SHIFT] + (reg & _INDEX)

    def row(self, row: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        """An instruction with its registers laid out; a table's index is left alone."""
        op, dst, a, b = row
        a = a if op in (Op.SENSE, Op.CURVE, *COUNTED) else self.index(a)
        return op, self.index(dst), a, self.index(b)


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
    presets: tuple[Preset, ...] = ()


@dataclass
class Tables:
    """The tables of `Program`; registers are those of `register`."""

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
    references: list[Source] = field(default_factory=list)
    _name_rows: dict[str, int] = field(default_factory=dict)

    def reference(self, source: Source) -> int:
        """The index of a reference, new or known."""
        if source not in self.references:
            self.references.append(source)
        return self.references.index(source)

    def name(self, name: str) -> int:
        """The index of a name, new or known."""
        index = self._name_rows.setdefault(name, len(self.names))
        if index == len(self.names):
            self.names.append(name)
        return index

    def program(self, out: Emitter, units: tuple[Unit, ...], root: Root, notes: tuple[str, ...]) -> Program:
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
            transitions=_table(self.transitions, 7),
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
            presets=root.presets,
            statement_keys=tuple(self.statement_keys),
            phase_keys=tuple(self.phase_keys),
            statement_spans=tuple(self.statement_spans),
            transition_spans=tuple(self.transition_spans),
            phase_spans=tuple(self.phase_spans),
            notes=notes,
            n_counters=out.n_counters,
            lets=tuple(self.lets),
            references=tuple(self.references),
        )


def _table(rows: list[list[int]], width: int) -> I32:
    return np.array(rows, dtype=np.int32).reshape(-1, width)
